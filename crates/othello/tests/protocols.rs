//! Dialogues with the engines of both protocols: whatever is said, they answer and go on.

use proptest::prelude::*;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use yomikiri_core::Limits;
use yomikiri_othello::{gtp, nboard};

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

impl Page {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

fn limits() -> Limits {
    Limits { threads: 1, memory: 64 << 20, ..Limits::default() }
}

fn gtp_dialogue(input: &str) -> Vec<String> {
    let page = Page::default();
    gtp::Engine::new(page.clone(), Some(1), &limits()).run(input.as_bytes()).unwrap();
    page.text().split_terminator("\n\n").map(str::to_owned).collect()
}

fn nboard_dialogue(input: &str) -> Vec<String> {
    let page = Page::default();
    let input = io::Cursor::new(input.to_owned());
    nboard::Engine::new(page.clone(), Some(1), &limits()).run(input).unwrap();
    page.text().lines().map(str::to_owned).collect()
}

#[test]
fn a_game_by_gtp() {
    let pairs = [
        ("1 protocol_version", "=1 2"),
        ("list_games", "= Othello"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game"),
        ("boardsize 10", "? unacceptable size"),
        ("boardsize", "? syntax error: expected a number of lines: 4, 6 or 8"),
        ("boardsize 4", "="),
        ("komi 0", "="),
        ("known_command genmove", "= true"),
        ("known_command yomikiri-rules", "= false"),
        ("play b b1", "="),
        ("play b a1", "? illegal move: it is the other side's turn"),
        ("play w b1", "? illegal move: move 'b1': the square is taken; expected one of a1 c1 a3"),
        (
            "play w pass",
            "? illegal move: move 'pass': a pass is legal only when no disc can be placed; expected one of a1 c1 a3",
        ),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("showboard", "=\n   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\nX to move"),
        ("final_score", "? cannot score"),
        ("time_settings 0 5 1", "="),
        ("time_left b 5 1", "="),
        ("quit", "="),
    ];
    let input: Vec<&str> = pairs.iter().map(|(line, _)| *line).collect();
    let expected: Vec<&str> = pairs.iter().map(|(_, answer)| *answer).collect();
    assert_eq!(gtp_dialogue(&input.join("\n")), expected);
}

#[test]
fn it_plays_both_sides_to_the_end() {
    // Asked in turn, whoever's turn it is; those that are not are refused, and nothing happens.
    let asked = "genmove b\ngenmove w\n".repeat(40);
    let answers = gtp_dialogue(&format!("boardsize 4\n{asked}final_score\n"));
    let score = answers.last().unwrap();
    // From the start Black loses by 8 on 4x4.
    assert_eq!(score, "= W+8");
    let answers = gtp_dialogue(&format!("{asked}final_score\n"));
    assert!(answers.last().unwrap().starts_with("= "), "{answers:?}");
}

const START: &str = "8 ---------------------------O*------*O--------------------------- *";

#[test]
fn a_game_by_nboard() {
    let input = format!(
        "nboard 2\nset depth 2\nset contempt 10\nset game (;GM[Othello]BO[{START}]B[F5];)\nfly\n\
         hint 2\ngo\nmove F6/0.5/1\nE6\nlearn\nanalyze\nset game (;BO[8 what *];)\nmove a1\nping 7\n"
    );
    let lines = nboard_dialogue(&input);
    let with = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(lines[..2], ["set myname yomikiri", "set myname yomikiri2"]);
    assert!(with("=== ") == 1 && with("learned") == 1 && with("nodestats ") == 1, "{lines:?}");
    assert!(with("search ") <= 2, "{lines:?}");
    let analysed = with("analysis ");
    assert!(analysed == 3 || analysed == 0, "the waiting ping may have ended it: {lines:?}");
    assert!(with("status yomikiri: position 'what *'") <= 1);
    let illegal = "(move 4 of the game, White's); expected one of ";
    assert!(lines.iter().any(|line| line.contains(illegal)), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "pong 7");
}

#[test]
fn the_end_of_a_game_is_no_reason_to_be_silent() {
    let full = format!("8 -{} *", "*".repeat(63));
    let input = format!("set game (;BO[{full}];)\ngo\nhint 1\nquit\n");
    let lines = nboard_dialogue(&input);
    assert_eq!(lines, ["=== PA", "status yomikiri: the game is over"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn engines_take_anything(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "boardsize", "8", "6", "10", "play", "b", "w", "f5", "d6", "pass", "undo", "\n",
                "\n", "\n", "time_left", "time_settings", "0", "-1", "99999999999", "final_score",
                "showboard", "komi", "#", "set", "game", "(;BO[8 ", "]", ";)", "depth", "nboard",
                "move", "ping", "learn", "hint", "go", "\u{0}", "é", "set_game", "clear_board",
            ]),
            0..60,
        ),
    ) {
        let text = words.join(" ");
        gtp_dialogue(&text);
        nboard_dialogue(&text);
    }
}
