//! The command with the game from outside: values that others published, counts, and every door.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn solved(position: &str) -> Value {
    let output = run(&["solve", "connect-four", position, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["type"], "result");
    told["data"].clone()
}

/// These boards are draws (Tromp's table of sizes).
#[test]
fn boards_are_worth_what_is_published() {
    for (board, nodes) in [("4x4", 60_000), ("5x4", 500_000), ("5x5", 10_000_000)] {
        let data = solved(board);
        assert_eq!((&data["winner"], &data["exact"]), (&"draw".into(), &true.into()), "{board}");
        assert_eq!(data["line"].as_array().unwrap().len(), data["board"].as_str().map_or(0, area));
        assert!(data["nodes"].as_u64().unwrap() < nodes, "{board}: {}", data["nodes"]);
    }
}

#[test]
#[ignore = "half a minute"]
fn six_columns_of_five_are_a_draw_too() {
    assert_eq!(solved("6x5")["winner"], "draw");
}

fn area(board: &str) -> usize {
    board.split('x').map(|side| side.parse::<usize>().unwrap()).product()
}

#[test]
fn a_win_is_found_and_told_of_the_side() {
    let data = solved("4x4: .... .... OO.. XXX. O");
    assert_eq!((&data["winner"], &data["to_move"]), (&"draw".into(), &"second".into()));
    let data = solved("5x4: ..... ..... .O.O. .XXX. O");
    assert_eq!(data["winner"], "first", "three in a row with both ends open");
}

/// The counts of others for 7x6.
#[test]
fn lines_of_play_are_as_many_as_others_count() {
    let output = run(&["perft", "connect-four", "7x6", "8"]);
    let last = text(&output).lines().last().unwrap_or_default().to_owned();
    assert_eq!(last.split_whitespace().last(), Some("5673234"), "{last}");
}

#[test]
fn every_move_has_its_value_and_best_is_proved() {
    let output = run(&["values", "connect-four", "5x4", "--json"]);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = told["data"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    assert!(moves.iter().any(|mv| mv["standing"] == "best"), "{moves:?}");
}

#[test]
fn it_is_played_and_matched() {
    let game = ["play", "connect-four", "4x4", "--as", "nobody", "--against", "perfection,random"];
    let output = run(&game);
    assert!(text(&output).contains("The game is over"), "{}", text(&output));
    let series = ["match", "perfection", "random", "--board", "4x4", "--games", "6", "--json"];
    let output = run(&series);
    let last = text(&output).lines().last().unwrap_or_default().to_owned();
    let told: Value = serde_json::from_str(&last).unwrap_or_else(|_| panic!("{last}"));
    assert_eq!((&told["type"], &told["data"]["games"]), (&"match".into(), &6.into()));
    assert_eq!(told["data"]["results"]["lost"], 0, "perfection does not lose a drawn game");
}

#[test]
fn bad_input_is_named() {
    for (arguments, words) in [
        (&["solve", "connect-four", "4x"][..], "columns x rows"),
        (&["solve", "connect-four", "4x4: .... .... .X.. .... O"], "hangs in the air"),
        (&["solve", "connect-four", "4x4: .... .... .... ...."], "side to move"),
        (&["solve", "connect-four", "4x4", "--moves", "e"], "no such column"),
        (&["solve", "connect-four", "4x4", "--moves", "a a a a a"], "column is full"),
        (&["solve", "othello", "6x6"], "one of connect-four"),
        (&["solve", "connect-four", "4x4", "--zone", "1"], "--zone"),
        (&["reproduce", "000"], "does not have"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output).contains(words), "{arguments:?}: {}", text(&output));
    }
}

/// A real server on a port of its own.
#[test]
fn it_is_explored_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_connect-four"))
        .args(["explore", "--port", "0", "--results"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap_or_default();
    let address = address.split(['/', ' ', '\n']).next().unwrap_or_default();
    let ask = |path: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let (home, board) = (ask("/"), ask("/board/connect-four?position=4x4&moves=b+c"));
    let api = ask("/api/values?game=connect-four&position=4x4");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(home.contains("Connect Four") && home.contains("/board/connect-four"), "{home}");
    assert!(board.starts_with("HTTP/1.1 200") && board.contains("Connect Four 4x4"), "{board}");
    assert!(api.starts_with("HTTP/1.1 200") && api.contains("\"choice\":"), "{api}");
}
