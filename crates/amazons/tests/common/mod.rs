//! Positions to test with.
#![allow(dead_code)] // Each test file uses its own part of this.

use proptest::prelude::*;
use yomikiri_amazons::{Board, Cells, Move, Position};
use yomikiri_core::Side;

/// Any board, with walls and amazons anywhere on it.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let sizes = (1_usize..=10, 1_usize..=10);
    (sizes, prop::collection::vec(0_u8..60, 100), 4_u8..56, any::<bool>()).prop_map(
        |((columns, rows), marks, walls, white)| {
            let board = Board::new(columns, rows).unwrap();
            let of = |wanted: &dyn Fn(u8) -> bool| -> Cells {
                let squares = board.full().into_iter().zip(&marks);
                squares.filter(|(_, mark)| wanted(**mark)).map(|(square, _)| square).collect()
            };
            Position {
                board,
                black: of(&|mark| mark < 2),
                white: of(&|mark| (2..4).contains(&mark)),
                blocked: of(&|mark| (4..walls).contains(&mark)),
                to_move: if white { Side::Second } else { Side::First },
            }
        },
    )
}

/// The legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    moves
}

/// Lines of play to a depth; the last moves are counted, not played.
pub(crate) fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => moves(position).iter().map(|mv| perft(&position.play(*mv), depth - 1)).sum(),
    }
}
