//! Text in and out: what is written is read back, what is wrong is named, nothing panics.

mod common;

use common::{go, played};
use proptest::prelude::*;
use yomikiri_core::{Game, Side};
use yomikiri_go::notation::{
    draw, move_name, parse_move, parse_position, parse_sgf_point, parse_size, point_name,
    print_position, sgf_point,
};
use yomikiri_go::{Board, Go, Ko, Move, Rules, sgf};

fn boards() -> impl Strategy<Value = Board> {
    (1_usize..=36, 1_usize..=36).prop_filter_map("up to 36 points", |(r, c)| Board::new(r, c))
}

proptest! {
    #[test]
    fn positions_survive_the_round_trip(
        board in boards(), choices in prop::collection::vec(any::<u16>(), 0..100),
    ) {
        let go = Go::new(board);
        for position in played(&go, &choices) {
            let line = print_position(board, &position);
            prop_assert_eq!(parse_position(&line, go.rules).unwrap(), (board, position.clone()));
            if board.columns() <= 25 && board.points() > 1 {
                let drawn = draw(board, &position);
                let read = parse_position(&drawn, go.rules);
                prop_assert_eq!(read.unwrap(), (board, position.clone()), "{}", drawn);
            }
        }
    }

    #[test]
    fn points_survive_the_round_trip(board in boards(), point in 0_u8..36) {
        prop_assume!(usize::from(point) < board.points());
        let mv = Move::Place(point);
        prop_assert_eq!(parse_move(board, &point_name(board, point.into())).unwrap(), mv);
        prop_assert_eq!(parse_move(board, &move_name(board, mv).to_lowercase()).unwrap(), mv);
        prop_assert_eq!(parse_sgf_point(board, &sgf_point(board, mv)).unwrap(), mv);
    }

    #[test]
    fn records_survive_the_round_trip(
        board in boards(), choices in prop::collection::vec(any::<u16>(), 0..60),
        ko in prop::sample::select(vec![Ko::Basic, Ko::Positional, Ko::Situational]),
    ) {
        let go = Go { board, rules: Rules { ko, ..Rules::default() } };
        let positions = played(&go, &choices);
        let mut line = Vec::new();
        for pair in positions.windows(2) {
            let mut moves = Vec::new();
            go.moves(&pair[0], &mut moves);
            line.extend(moves.into_iter().find(|mv| go.play(&pair[0], *mv) == pair[1]));
        }
        let text = sgf::write(&go, &positions[0], &line);
        let (read, found) = sgf::read(&text, go.rules).unwrap();
        prop_assert_eq!((read.board, found), (board, positions));
    }

    /// Whatever the text, a parser answers; it never panics.
    #[test]
    fn parsers_take_anything(
        text in "\\PC{0,200}", board in "[.XOxo+#/| 0-9A-HJ\n:x]{0,200}",
        record in "[();BWSZABPL\\[\\]a-f:\\\\ 0-9]{0,200}", ko in "[.XO ]{3,20} [XO] ko [A-D][1-4]",
    ) {
        for text in [&text, &board, &record, &ko, &format!("3x3: {ko}"), &format!("({record}")] {
            let _ = parse_size(text);
            let _ = parse_position(text, Rules::default());
            let _ = parse_move(Board::new(6, 6).unwrap(), text);
            let _ = sgf::read(text, Rules::default());
        }
    }
}

#[test]
fn a_record_is_read() {
    let text = "(;GM[1]FF[4]SZ[5:3]C[a \\] comment]AB[bb:cb]AW[db]PL[W];W[da];B[](;W[ea])(;W[aa]))";
    let (go, positions) = sgf::read(text, Rules::default()).unwrap();
    assert_eq!(go.board.to_string(), "3x5");
    let last = go.print_position(positions.last().unwrap());
    assert_eq!(last, "3x5: ...OO .XXO. ..... X");
}

#[test]
fn a_ban_is_part_of_a_position() {
    let text = "3x4: .XO. X.XO .XO. O";
    let game = go(3, 4);
    let position = game.parse_position(text).unwrap();
    let taken = game.play(&position, game.parse_move(&position, "B2").unwrap());
    assert_eq!(game.print_position(&taken), "3x4: .XO. XO.O .XO. X ko C2");
    let read = game.parse_position("3x4: .XO. XO.O .XO. X ko C2").unwrap();
    assert_eq!((read.side, read.ko), (Side::First, Some(6)));
    assert!(game.parse_move(&read, "C2").unwrap_err().to_string().contains("ko"));
}

#[test]
fn wrong_texts_are_named() {
    let problems = [
        ("", "who is to move"),
        ("3x4: .... .... .... ", "who is to move"),
        ("3x4: .... .... ... X", "does not have 4 points"),
        ("3x4: .... .... X", "2 rows, but a 3x4 board has 3"),
        ("3x4: ..Q. .... .... X", "'Q' is no stone"),
        ("7x7: X", "49 points are more than 36"),
        ("2x2: XX XX O", "no liberty"),
        ("3x4: .XO. XO.O .XO. X ko A1", "no capture can have led to one"),
        ("3x4: .XO. XO.O .XO. X ko Z9", "no point for a ko ban"),
        ("(;GM[1];B[aa])", "SZ"),
        ("(;SZ[19];B[aa])", "SZ is no board"),
        ("(;SZ[3];B[aa];B[bb])", "the other side is to move"),
        ("(;SZ[3];B[aa];W[aa])", "a stone already"),
        ("(;SZ[3];B[zz])", "off the board"),
        ("(;SZ[3]", "never closed"),
    ];
    for (text, problem) in problems {
        let error = parse_position(text, Rules::default()).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
    let board = Board::new(4, 4).unwrap();
    for (text, problem) in
        [("I2", "no column I"), ("E1", "off the board"), ("A0", "row"), ("3", "column")]
    {
        let error = parse_move(board, text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}
