//! The paper's scoring, taken at its word: stones that leave the board, or never come onto it, are
//! counted, and the difference decides.
//!
//! After equally many turns, a side's stones on the board and its overflow make the same sum as
//! the other side's. When all territory is filled, overflow(White) − overflow(Black) is therefore
//! stones(Black) − stones(White), which is what area scoring counts.

use crate::board::Points;
use crate::position::{Go, Position, at};
use yomikiri_core::Side;

/// The overflow that a position must have had, if it came from an empty board with Black to move
/// first: who has too few stones on the board has lost some, or has passed.
pub fn missing(black: Points, white: Points, side: Side) -> [u16; 2] {
    let turns_ahead = u32::from(side == Side::Second);
    let (black, white) = (black.count_ones(), white.count_ones() + turns_ahead);
    [white.saturating_sub(black) as u16, black.saturating_sub(white) as u16]
}

/// Overflow(White) − overflow(Black) after the two passes, once each side in turn, the one that
/// passed first to begin, has filled a point of its territory or, having none left, has added one
/// to its overflow, until Black is to move and no territory is left.
pub fn margin(go: &Go, position: &Position) -> i32 {
    let areas = go.areas(position.black, position.white);
    let stones = [position.black, position.white];
    let mut territory = [0, 1].map(|side| (areas[side] & !stones[side]).count_ones());
    let mut overflow = position.overflow.map(i32::from);
    // After two passes the side that passed first is to move again.
    let mut side = position.side;
    while territory != [0, 0] || side != Side::First {
        match &mut territory[at(side)] {
            0 => overflow[at(side)] += 1,
            left => *left -= 1,
        }
        side = !side;
    }
    overflow[1] - overflow[0]
}

/// Fills points that are as good as a side's own with its stones, taking what stands there of the
/// other side's. For every stone put down, the other side's overflow grows by one: it would have
/// had to pass meanwhile. Stones taken off count as taken.
pub fn landfill(position: &mut Position, owner: Side, points: Points) {
    let taken = position.stones(!owner) & points;
    let put = points & !position.stones(owner);
    match owner {
        Side::First => {
            position.black |= points;
            position.white &= !points;
        }
        Side::Second => {
            position.white |= points;
            position.black &= !points;
        }
    }
    position.overflow[at(!owner)] += taken.count_ones() as u16 + put.count_ones() as u16;
}
