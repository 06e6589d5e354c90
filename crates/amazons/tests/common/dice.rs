//! Small sums to test with.
#![allow(dead_code)] // Each test file uses its own part of this.

use yomikiri_amazons::notation::rows;
use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::regions::split;
use yomikiri_amazons::{Board, Cells, Position, Value};
use yomikiri_core::Side;

pub(crate) const SIDES: [Side; 2] = [Side::First, Side::Second];

pub(crate) fn values(plain: &mut Plain, parts: &[Position]) -> Vec<Value> {
    parts.iter().map(|part| plain.value(part).unwrap()).collect()
}

pub(crate) fn text(parts: &[Position]) -> String {
    parts.iter().map(rows).collect::<Vec<String>>().join(" + ")
}

/// Numbers that look random, the same each time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }

    /// A live region of at most so many cells, off a board with walls.
    pub(crate) fn region(&mut self, most: usize) -> Position {
        loop {
            let board = Board::new(4, 2 + self.below(3)).unwrap();
            let mut position = Position {
                board,
                black: Cells::EMPTY,
                white: Cells::EMPTY,
                blocked: Cells::EMPTY,
                to_move: Side::First,
            };
            for square in board.full() {
                match self.below(20) {
                    0..=3 => position.black.insert(square),
                    4..=7 => position.white.insert(square),
                    8..=14 => position.blocked.insert(square),
                    _ => {}
                }
            }
            let regions = split(&position).regions;
            if let Some(region) = regions.iter().find(|region| region.cells.count() <= most) {
                return region.position(Side::First);
            }
        }
    }

    /// A sum of two to five regions, the larger the fewer.
    pub(crate) fn sum(&mut self) -> Vec<Position> {
        let parts = 2 + self.below(4);
        let most = [6, 6, 5, 4][parts - 2];
        (0..parts).map(|_| self.region(most)).collect()
    }
}
