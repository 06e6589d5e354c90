//! What is printed of a position is read back, whichever way it comes.

use yomikiri_core::Dice;
use yomikiri_core::options::Options;
use yomikiri_rooms::{Room, open};

/// Boards of all games, with rules that change how positions look or what they remember.
fn cases() -> Vec<(&'static str, &'static str, Options)> {
    let none = Options::default;
    let with = |name: &str, choice: &str| none().with(name, choice);
    let shogi = |setup: &str| with("setup", setup);
    vec![
        ("othello", "4x4", none()),
        ("othello", "6x8", none()),
        ("go", "1x2", none()),
        ("go", "3x4", with("scoring", "afure")),
        ("go", "2x2", with("ko", "positional")),
        ("amazons", "4x5", none()),
        ("amazons", "10x10", none()),
        ("amazons", "X..|.#O + .X.O", none()),
        ("amazons", "X...O", none()),
        ("shogi", "3x4", shogi("KPB")),
        ("shogi", "5x5", shogi("KGSPP")),
        ("shogi", "3x3", shogi("K-G").with("perpetual-check", "loses")),
        ("shogi", "dobutsu", none()),
        ("tictactoe", "3x3", none()),
    ]
}

/// All that is printed of a position, as `show`, `solve` and a person who copies it have it.
fn texts(game: &str, room: &dyn Room) -> Vec<String> {
    let look = room.look();
    let (drawing, position) = (&look.drawing, &look.position);
    vec![
        position.clone(),
        drawing.clone(),
        format!("{drawing}\n{position}\n"),
        format!("{drawing}\r\n{position}\r\n").replace('\n', "\r\n").replace("\r\r", "\r"),
        format!("{drawing}\n{position}\nThe game is over: Black 3, White 0.\n"),
        format!("{game} {} (a rule)\n{drawing}\n\nBlack wins by 4.\nPerfect line: x\n", look.board),
    ]
}

#[test]
fn what_is_printed_is_read_back() {
    let mut dice = Dice::new(8);
    for (game, board, rules) in cases() {
        let mut room = open(game, board, &rules).unwrap();
        let mut bare = rules;
        bare.remove("setup");
        for _ in 0..30 {
            let look = room.look();
            for text in texts(game, &*room) {
                for text in [text.clone(), format!("\u{feff}{text}")] {
                    let read = open(game, &text, &bare);
                    let read = read.unwrap_or_else(|error| panic!("{text}: {error}")).look();
                    assert_eq!(
                        (read.position, read.to_move),
                        (look.position.clone(), look.to_move)
                    );
                }
            }
            let Some(mv) = (!look.moves.is_empty()).then(|| dice.below(look.moves.len())) else {
                break;
            };
            room = room.after(&look.moves[mv].name).unwrap();
        }
    }
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for (game, board, other) in [
        ("othello", "4x4", "4x4: X--- -OX- -XO- ---- X"),
        ("go", "2x2", "2x2: X. .. X"),
        ("amazons", "X.O", "XO. b"),
        ("tictactoe", "3x3", "X--|---|--- O"),
    ] {
        let look = open(game, board, &Options::default()).unwrap().look();
        for text in [
            format!("{}\n{other}", look.drawing),
            format!("{}\n{}", look.drawing, look.drawing),
            format!("othello amazons\n{}\n{}", look.drawing, look.position),
        ] {
            assert!(open(game, &text, &Options::default()).is_err(), "{text}");
        }
    }
}
