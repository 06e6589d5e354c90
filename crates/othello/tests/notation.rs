//! Text in and out: what is written is read back, what is wrong is named, nothing panics.

mod common;

use common::played;
use proptest::prelude::*;
use yomikiri_core::{Game, Side};
use yomikiri_othello::notation::{
    draw, parse_move, parse_position, parse_size, print_position, split_moves,
};
use yomikiri_othello::{Move, Othello, Size};

proptest! {
    #[test]
    fn positions_survive_the_round_trip(
        size in prop::sample::select(Size::all().collect::<Vec<_>>()),
        choices in prop::collection::vec(any::<u8>(), 0..70),
    ) {
        let game = Othello::new(size);
        let position = played(&game, &choices);
        let line = print_position(size, &position);
        prop_assert_eq!(parse_position(&line).unwrap(), (size, position));
        prop_assert_eq!(parse_position(&draw(size, &position)).unwrap(), (size, position));
        let slashes = line.split_once(": ").unwrap().1.replace(' ', "/");
        let (rows, side) = slashes.rsplit_once('/').unwrap();
        prop_assert_eq!(parse_position(&format!("{rows} {side}")).unwrap(), (size, position));
        for image in game.symmetries(&position) {
            prop_assert_eq!(game.symmetries(&image).len(), game.symmetries(&position).len());
        }
    }

    /// Whatever the text, a parser answers; it never panics.
    #[test]
    fn parsers_take_anything(text in "\\PC{0,200}", board in "[-XOxo.*/| 0-9a-p\n:;]{0,300}") {
        for text in [&text, &board] {
            let _ = parse_size(text);
            let _ = parse_position(text);
            let _ = parse_move(Size::new(6, 6).unwrap(), text);
            let _ = split_moves(text);
        }
    }
}

#[test]
fn obf_lines_and_their_kin_are_read() {
    let obf = "---------------------------OX------XO--------------------------- X; f5:0; d3:0;";
    let (size, position) = parse_position(obf).unwrap();
    assert_eq!((size.rows(), size.columns()), (8, 8));
    assert_eq!(position, Othello::new(size).start());
    let line = format!("{}O", "-".repeat(11) + "OX------XO" + &"-".repeat(11) + " ");
    let (size, position) = parse_position(&line).unwrap();
    assert_eq!((size.columns(), position.side), (8, Side::Second));
}

#[test]
fn wrong_positions_are_named() {
    for (text, problem) in [
        ("", "0 squares"),
        ("4x4: ---- -OX- -XO- ----", "who is to move"),
        ("4x4: ---- -OX- -XO- --- X", "15 squares"),
        ("4x4: ---- -O?- -XO- ---- X", "'?' is no disc"),
        ("4x4: ---- -O-- -XO- ---- X", "c2 is empty"),
        ("6x6: X----- ------ --OX-- --XO-- ------ ------ X", "cut off"),
        ("5x5: ----- ----- ----- ----- ----- X", "odd"),
        ("------------------------------------------------ X", "6x8"),
        ("4x4: ----- -OX- -XO- --- X", "does not have 4"),
    ] {
        let error = parse_position(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn wrong_sizes_and_moves_are_named() {
    for (text, problem) in [
        ("6", "no 'x'"),
        ("6x", "no number"),
        ("7x7", "odd"),
        ("2x4", "below 4"),
        ("18x4", "above 16"),
        ("10x10", "100 squares"),
        ("-6x6", "no number"),
        ("6x66666666666", "no number"),
    ] {
        let error = parse_size(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
    let game = Othello::new(Size::new(6, 6).unwrap());
    for (text, problem) in [
        ("z9", "off the board"),
        ("a1", "turns no disc"),
        ("c3", "taken"),
        ("pass", "only when"),
        ("c", "no row"),
        ("33", "no column"),
        ("c+3", "no row"),
    ] {
        let error = game.parse_move(&game.start(), text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn move_lists_may_be_run_together() {
    assert_eq!(split_moves("f5d6c3"), ["f5", "d6", "c3"]);
    assert_eq!(split_moves("f5 d6,c3"), ["f5", "d6", "c3"]);
    assert_eq!(split_moves("f5passd6"), ["f5", "pass", "d6"]);
    assert_eq!(split_moves("f5--d6 pa a10"), ["f5", "--", "d6", "pa", "a10"]);
    assert_eq!(parse_move(Size::new(16, 4).unwrap(), "A16").unwrap(), Move::Disc(60));
}
