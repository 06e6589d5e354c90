//! Dialogues with the GTP engine, and games against GNU Go.

use proptest::prelude::*;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use yomikiri_core::{Game, Limits, Side};
use yomikiri_go::gtp::Engine;
use yomikiri_go::notation::{parse_move, parse_position};
use yomikiri_go::{Board, Go, Move, Position, Rules};

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn limits(time: Option<Duration>) -> Limits {
    Limits { threads: 2, memory: 256 << 20, time, ..Limits::default() }
}

/// The answers, each without the empty line that ends it.
fn dialogue(input: &[u8], time: Option<Duration>) -> Vec<String> {
    let page = Page::default();
    Engine::new(page.clone(), None, &limits(time)).run(input).unwrap();
    let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
    text.split_terminator("\n\n").map(str::to_owned).collect()
}

/// Asks line by line and compares what comes back.
fn script(pairs: &[(&str, &str)]) {
    let input: Vec<&str> = pairs.iter().map(|(line, _)| *line).collect();
    let answers = dialogue(input.join("\n").as_bytes(), None);
    let expected: Vec<&str> = pairs.iter().map(|(_, answer)| *answer).collect();
    assert_eq!(answers, expected);
}

#[test]
fn a_game_with_ids_errors_and_undo() {
    script(&[
        ("1 protocol_version", "=1 2"),
        ("name # who is there?", "= yomikiri"),
        ("# nothing\n\n \t\r\n7\tknown_command\tgenmove\r", "=7 true"),
        ("known_command fly", "= false"),
        ("8 fly", "?8 unknown command"),
        ("9", "?9 unknown command"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("boardsize big", "? syntax error: expected a number of lines, or COLUMNS ROWS"),
        ("boardsize", "? syntax error: expected COLUMNS ROWS"),
        ("boardsize 3", "="),
        ("undo", "? cannot undo"),
        ("reg_genmove b", "= B2"),
        ("2 genmove black", "=2 B2"),
        ("play w B2", "? illegal move"),
        ("play w", "? syntax error: expected COLOR VERTEX"),
        ("play red A1", "? syntax error: expected a color: b, black, w or white"),
        (
            "play w D1",
            "? syntax error: move 'D1': off the board; expected a point from A1 to C3 (columns \
             without I), or pass",
        ),
        ("play WHITE a1", "="),
        ("showboard", "=\n   A B C\n 3 . . .\n 2 . X .\n 1 O . .\nX to move"),
        // Out of turn: nobody is kept from it, and it can be taken back.
        ("play w b1", "="),
        ("showboard", "=\n   A B C\n 3 . . .\n 2 . X .\n 1 O O .\nX to move"),
        ("undo", "="),
        ("undo", "="),
        ("showboard", "=\n   A B C\n 3 . . .\n 2 . X .\n 1 . . .\nO to move"),
        ("final_score", "= B+9"),
        ("komi 5.5", "="),
        ("final_score", "= B+3.5"),
        ("komi 9", "="),
        ("final_score", "= 0"),
        ("komi 11", "="),
        ("final_score", "= W+2"),
        ("komi nan", "? syntax error: expected a number of points, such as 6.5"),
        ("final_status_list alive", "= B2"),
        ("final_status_list dead", "="),
        ("yomikiri-rules", "= ko basic\nsuicide forbidden\nscoring area"),
        ("clear_board", "="),
        ("final_score", "= W+11"),
        ("quit", "="),
    ]);
    assert_eq!(dialogue(b"quit\nname\n", None), ["="]);
}

#[test]
fn rectangles_clocks_and_the_end_of_a_game() {
    script(&[
        ("boardsize 4 2", "="),
        ("play b D1", "="),
        ("showboard", "=\n   A B C D\n 2 . . . .\n 1 . . . X\nO to move"),
        ("rectangular_boardsize 2 3", "="),
        ("showboard", "=\n   A B\n 3 . .\n 2 . .\n 1 . .\nX to move"),
        ("time_settings 60 0 0", "="),
        ("time_settings 0 10 5", "="),
        ("time_settings 0 1 0", "="),
        (
            "time_settings soon",
            "? syntax error: expected MAIN-TIME BYO-YOMI-TIME STONES, times in seconds",
        ),
        ("time_left b 9 0", "="),
        ("time_left", "? syntax error: expected a color: b, black, w or white"),
        ("time_left b", "? syntax error: expected COLOR SECONDS STONES"),
        ("play b pass", "="),
        ("play w pass", "="),
        ("showboard", "=\n   A B\n 3 . .\n 2 . .\n 1 . .\nX to move over"),
        ("genmove b", "= pass"),
        ("genmove b", "= pass"),
        ("genmove w", "= pass"),
        // Players who disagree play on.
        ("play w A1", "="),
        ("undo", "="),
        ("undo", "="),
    ]);
    let values = dialogue(b"boardsize 3\nyomikiri-values\n", None);
    let lines: Vec<&str> = values[1].lines().collect();
    assert!(lines[0] == "= B2 +9" && lines.len() == 10, "{values:?}");
    // White is sure of nothing; endless play may save it, but only after one of its moves.
    let values = dialogue(b"boardsize 2\nplay b A1\nyomikiri-values\ngenmove w\n", None);
    assert!(values[2].starts_with("= B2 -4 to +4") && values[3] == "= B2", "{values:?}");
}

#[test]
fn where_nothing_is_proved_it_takes_and_keeps_its_eyes() {
    let asked = |input: &str| dialogue(input.as_bytes(), Some(Duration::ZERO)).pop().unwrap();
    assert_eq!(asked("boardsize 6\ngenmove b"), "= D3");
    let take = "boardsize 6\nplay w A1\nplay b A2\nplay b F6\ngenmove b";
    assert_eq!(asked(take), "= B1");
    // A row of White's with two eyes, and nothing else to do.
    let eyes = "boardsize 17 1\nplay w B1\nplay w C1\nplay b pass\n";
    let fill: String =
        (3..16).map(|c| format!("play w {}1\n", b"ABCDEFGHJKLMNOPQ"[c] as char)).collect();
    assert_eq!(asked(&format!("{eyes}{fill}genmove w")), "= pass");
}

#[test]
fn a_settled_game_is_brought_to_its_end() {
    // White's stone at D1 is dead; it is taken, no eye is filled, and then there is nothing to do.
    let black = ["A3", "A4", "B1", "B2", "B3", "B4", "C2", "C3", "C4", "D2", "D3", "D4"];
    let set_up: String = black.map(|point| format!("play b {point}\n")).concat();
    let input =
        format!("boardsize 4\n{set_up}play w D1\ngenmove b\ngenmove w\ngenmove b\nfinal_score");
    let answers = dialogue(input.as_bytes(), None);
    assert_eq!(answers[14..], ["= C1", "= pass", "= pass", "= B+16"]);
}

#[test]
fn long_lines_are_passed_over() {
    let long = [vec![b'x'; 200_000], b"\nname\n".to_vec()].concat();
    let answers = dialogue(&long, None);
    assert!(answers[0].starts_with("? syntax error: a line of more than 65536 bytes"));
    assert_eq!(answers[1..], ["= yomikiri"]);
    let comment = [b"name #".to_vec(), vec![b'x'; 200_000], b"\nversion\n".to_vec()].concat();
    assert_eq!(dialogue(&comment, None).len(), 2);
}

/// Words that make commands more often than letters do.
fn word() -> impl Strategy<Value = String> {
    let known = vec![
        "boardsize",
        "rectangular_boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "showboard",
        "final_score",
        "final_status_list",
        "time_settings",
        "time_left",
        "yomikiri-values",
        "b",
        "w",
        "pass",
        "A1",
        "B1",
        "b2",
        "A2",
        "c1",
        "1",
        "2",
        "3",
        "4",
        "0",
        "4294967295",
        "-1.5",
        "1e308",
        "alive",
        "#",
        "\r",
        "\n",
        "\n",
        "\n",
        "\n",
        "\u{7f}",
    ];
    prop_oneof![
        8 => proptest::sample::select(known).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_text_breaks_it(
        words in proptest::collection::vec(word(), 0..60),
        moves in proptest::collection::vec((any::<bool>(), 0_usize..14), 0..40),
        (rows, columns) in (1_usize..=4, 1_usize..=3),
    ) {
        let time = Some(Duration::from_millis(5));
        dialogue(words.join(" ").as_bytes(), time);
        // Whatever is played, by whomever, it can go on.
        let mut lines = vec![format!("boardsize {columns} {rows}")];
        for (black, point) in moves {
            let color = if black { 'b' } else { 'w' };
            let points = rows * columns;
            lines.push(match point {
                _ if point < points => format!("play {color} {}{}", b"ABC"[point % columns] as char, point / columns + 1),
                12 => format!("play {color} pass"),
                _ => format!("genmove {color}"),
            });
        }
        let answers = dialogue(lines.join("\n").as_bytes(), time);
        prop_assert!(answers.iter().all(|answer| answer.starts_with('=') || answer == "? illegal move"), "{answers:?}");
    }
}

/// One side of a game, whoever it is.
struct Player {
    name: &'static str,
    to: Box<dyn Write>,
    from: Box<dyn BufRead>,
}

impl Player {
    fn ours() -> Player {
        let (commands, to) = io::pipe().unwrap();
        let (from, answers) = io::pipe().unwrap();
        let limits = limits(Some(Duration::from_millis(500)));
        std::thread::spawn(move || {
            Engine::new(answers, None, &limits).run(BufReader::new(commands)).unwrap();
        });
        Player { name: "yomikiri", to: Box::new(to), from: Box::new(BufReader::new(from)) }
    }

    fn gnugo() -> Player {
        let there = Path::new("/usr/games/gnugo");
        let program = if there.exists() { there } else { Path::new("gnugo") };
        let options = ["--mode", "gtp", "--chinese-rules", "--forbid-suicide", "--never-resign"];
        let mut child = Command::new(program)
            .args(options)
            .args(["--seed", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("gnugo is installed");
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        std::thread::spawn(move || child.wait());
        Player { name: "GNU Go", to: Box::new(to), from: Box::new(BufReader::new(from)) }
    }

    /// The answer, which must not be a refusal.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.to, "{command}").unwrap();
        self.to.flush().unwrap();
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert!(self.from.read_line(&mut answer).unwrap() > 0, "{} has gone", self.name);
        }
        let said = answer.strip_prefix('=').map(str::trim_end);
        said.unwrap_or_else(|| panic!("{} was told '{command}': {answer}", self.name)).into()
    }
}

/// Plays a game, every move of it checked by the plain rules, and gives its end.
fn game(go: &Go, players: &mut [Player; 2]) -> Position {
    for player in players.iter_mut() {
        for command in ["boardsize 5", "clear_board", "komi 2.5"] {
            player.ask(command);
        }
    }
    let mut position = go.start();
    let mut moves = Vec::new();
    while position.passes < 2 {
        assert!(moves.len() < 200, "the game does not end: {moves:?}");
        let (color, mover) = if position.side == Side::First { ("b", 0) } else { ("w", 1) };
        let text = players[mover].ask(&format!("genmove {color}")).trim().to_owned();
        moves.push(text.clone());
        let name = players[mover].name;
        let mv = parse_move(go.board, &text).unwrap_or_else(|e| panic!("{name}: {e}: {moves:?}"));
        if let Move::Place(point) = mv
            && let Err(why) = go.place(&position, point)
        {
            panic!("{name} played {text}: {why}: {moves:?}");
        }
        position = go.play(&position, mv);
        players[1 - mover].ask(&format!("play {color} {text}"));
    }
    println!("{moves:?}\n{}\nBlack's margin: {}", go.draw(&position), go.margin(&position));
    position
}

/// The stones that GNU Go says are there.
fn stones(go: &Go, player: &mut Player, color: &str) -> u64 {
    let names = player.ask(&format!("list_stones {color}"));
    names.split_whitespace().fold(0, |set, name| match parse_move(go.board, name).unwrap() {
        Move::Place(point) => set | 1 << point,
        Move::Pass => set,
    })
}

#[test]
#[ignore = "slow: needs gnugo"]
fn whole_games_against_gnu_go() {
    let go = Go::new(Board::new(5, 5).unwrap());
    for ours in [0, 1] {
        let mut players = [Player::ours(), Player::gnugo()];
        players.rotate_left(ours);
        let position = game(&go, &mut players);
        let board = players[ours].ask("showboard");
        let (_, seen) = parse_position(&board, Rules::default()).unwrap();
        assert_eq!(seen, position, "{board}");
        let gnugo = &mut players[1 - ours];
        let theirs = [stones(&go, gnugo, "black"), stones(&go, gnugo, "white")];
        assert_eq!(theirs, [position.black, position.white], "{board}");
        players.iter_mut().for_each(|player| drop(player.ask("quit")));
    }
}
