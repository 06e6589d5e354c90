//! Text in and out: what is written is read back, what is wrong is named, nothing panics.

mod common;

use common::{moves, positions};
use proptest::prelude::*;
use yomikiri_amazons::notation::{
    draw, fairy_move, parse_fen, parse_move, parse_position, parse_size, parse_sum, print_move,
    print_position, to_fen,
};
use yomikiri_amazons::{Amazons, Position};
use yomikiri_core::{Game, Side};

proptest! {
    #[test]
    fn positions_survive_the_round_trip(position in positions()) {
        for text in [print_position(&position), to_fen(&position)] {
            prop_assert_eq!(parse_position(&text).unwrap(), position, "{}", text);
        }
        let lower = print_position(&position).to_lowercase();
        prop_assert_eq!(parse_position(&lower).unwrap(), position);
        prop_assert_eq!(parse_fen(&to_fen(&position)).unwrap(), position);
        prop_assert_eq!(parse_size(&position.board.to_string()).unwrap(), position.board);
    }

    #[test]
    fn moves_survive_the_round_trip(position in positions()) {
        let game = Amazons::at(position);
        for mv in moves(&position) {
            let ours = game.print_move(&position, mv);
            let theirs = game.record_move(&position, mv).unwrap();
            prop_assert_eq!(&ours, &print_move(position.board, mv));
            prop_assert_eq!(&theirs, &fairy_move(position.board, mv));
            for text in [&ours, &theirs, &ours.to_uppercase()] {
                prop_assert_eq!(parse_move(&position, text).unwrap(), mv, "{}", text);
            }
        }
    }

    /// Whatever three squares a move names, it is read if, and only if, it is legal.
    #[test]
    fn only_legal_moves_are_read(position in positions(), choices in any::<[usize; 3]>()) {
        let squares: Vec<u8> = position.board.full().into_iter().collect();
        let [from, to, arrow] = choices.map(|choice| squares[choice % squares.len()]);
        // A mover's amazon half of the time, for the mistakes that come after that one.
        let own: Vec<u8> = position.amazons(position.to_move).into_iter().collect();
        let from = if own.is_empty() || choices[0] % 2 == 0 { from } else { own[choices[0] % own.len()] };
        let mv = yomikiri_amazons::Move { from, to, arrow };
        let read = parse_move(&position, &print_move(position.board, mv));
        prop_assert_eq!(read.is_ok(), moves(&position).contains(&mv), "{:?}", read);
    }

    /// Whatever the text, a parser answers; it never panics.
    #[test]
    fn parsers_take_anything(
        text in "\\PC{0,200}", rows in "[.XOxo#|+ bw]{0,120}", fen in "[qQ*0-9/]{0,40} [bw] [-0-9 ]{0,8}",
        mv in "[a-k]1?[0-9][-]?[a-k]1?[0-9][/,x][a-k]1?[0-9]([a-k]1?[0-9])?", size in "[0-9]{0,3}[x×][0-9]{0,3}",
        position in positions(),
    ) {
        for text in [&text, &rows, &fen, &mv, &size] {
            let _ = parse_size(text);
            let _ = parse_position(text);
            let _ = parse_sum(text);
            let _ = parse_fen(text);
            let _ = parse_move(&position, text);
            let _ = Amazons::at(position).parse_position(text);
        }
    }
}

fn problem<T: std::fmt::Debug>(result: yomikiri_core::Result<T>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn what_is_wrong_with_a_position_is_named() {
    for (text, wanted) in [
        ("...|..|...", "row 2 has 2 squares, but row 1 has 3"),
        ("..X|.?.", "'?' is no square"),
        ("...........", "not 11 and 1"),
        ("", "there is no square"),
        ("X. + ", "there is no square"),
        ("X.|.O q", "'q' does not say who is to move"),
        ("X. b + O. w", "'b' stands before the end"),
        ("X. b + O.", "'b' stands before the end"),
        ("X. O. b", "'O.' after a region"),
        ("q1/2", "it does not say who is to move"),
        ("q1/3 w", "row 2 has 3 squares, but row 1 has 2"),
        ("q1/1k w", "'k' is neither q, Q, * nor a number"),
        ("q1/0q w", "0 empty squares"),
        ("q55/1k w", "55 empty squares"),
        ("q1/2 w KQkq", "'KQkq' after the side to move"),
        ("q1/2 w - - 0 1 2", "too many fields"),
    ] {
        let found = problem(parse_position(text));
        assert!(found.contains(wanted), "{text}: {found}");
    }
    let long = "X.|".repeat(30_000);
    assert!(problem(parse_position(&long)).contains("too many"));
    let game = Amazons::at(parse_position("X.").unwrap());
    assert!(problem(game.parse_position("X..")).contains("the board is 3x1; expected 2x1"));
    for (text, wanted) in [
        ("4", "no 'x'"),
        ("4x", "no number"),
        ("0x4", "no squares"),
        ("4x11", "11 lines are more than 10"),
    ] {
        let found = problem(parse_size(text));
        assert!(found.contains(wanted), "{text}: {found}");
    }
}

#[test]
fn what_is_wrong_with_a_move_is_named() {
    let position = parse_position("O...|.#..|X.X. b").unwrap();
    for (text, wanted) in [
        ("", "a square is missing"),
        ("a1", "a square is missing"),
        ("a1b1", "the arrow is missing"),
        ("a1b1b1", "'b' after the amazon's move"),
        ("a1b1/a1x", "'x' after the move"),
        ("a1b1,b2a1", "the arrow does not start where the amazon stops"),
        ("a0b1/a1", "a0 is not on the 4x3 board"),
        ("a1e1/a1", "e1 is not on the 4x3 board"),
        ("a99999999999999999999b1/a1", "is not on the 4x3 board"),
        ("é1b1/a1", "does not begin with a square"),
        ("b1a2/a1", "Black is to move and has no amazon on b1, which is empty"),
        ("a3a2/a1", "on a3, which is the other side's amazon"),
        ("b2a2/a1", "on b2, which is blocked"),
        ("a1a1/b1", "the amazon stays on a1"),
        ("a1b3/b1", "the amazon goes in a straight line, not from a1 to b3"),
        ("a1d1/b1", "the amazon is blocked at c1 on its way from a1 to d1"),
        ("a1a3/b1", "the amazon is blocked at a3"),
        ("c1b1/b3", "the arrow is blocked at b2 on its way from b1 to b3"),
        ("c1b1/b1", "the arrow stays on b1"),
        ("c1b1/d2", "the arrow goes in a straight line"),
    ] {
        let found = problem(parse_move(&position, text));
        assert!(found.contains(wanted), "{text}: {found}");
    }
    // Over the square that the amazon has left.
    assert!(parse_move(&position, "c1b1/d1").is_ok());
}

#[test]
fn sums_and_sides() {
    let sides = |text: &str| -> Vec<Side> {
        parse_sum(text).unwrap().iter().map(|part: &Position| part.to_move).collect()
    };
    assert_eq!(sides("X.+O. + .|X"), [Side::First; 3]);
    assert_eq!(sides("X. + O.\tW"), [Side::Second; 2]);
    assert_eq!(parse_position("X. + O. w").unwrap(), parse_position("X.#O. w").unwrap());
    assert_eq!(parse_position("# + #").unwrap(), parse_position("#").unwrap());
    let fen = parse_position("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w").unwrap();
    let start = Position::start(parse_size("10x10").unwrap()).unwrap();
    assert_eq!(fen, Position { to_move: Side::Second, ..start });
}

#[test]
fn a_drawn_board() {
    let position = parse_position("X..|.#.|..O|... w").unwrap();
    let picture = "   a b c\n 4 X . .\n 3 . # .\n 2 . . O\n 1 . . .\nO to move";
    assert_eq!(draw(&position), picture);
}
