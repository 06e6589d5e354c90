//! The paper's scoring, taken at its word: stones that leave the board, or never come onto it, are
//! counted, and the difference decides.
//!
//! After equally many turns, a side's stones on the board and its overflow make the same sum as
//! the other side's. When all territory is filled, overflow(White) − overflow(Black) is therefore
//! stones(Black) − stones(White), which is what area scoring counts.

use crate::board::{Points, points};
use crate::notation;
use crate::position::{Go, Position, at};
use yomikiri_core::{Game, Side};

/// The overflow that a position must have had, if it came from an empty board with Black to move
/// first: who has too few stones on the board has lost some, or has passed.
pub fn missing(black: Points, white: Points, side: Side) -> [u16; 2] {
    let turns_ahead = u32::from(side == Side::Second);
    let (black, white) = (black.count_ones(), white.count_ones() + turns_ahead);
    [white.saturating_sub(black) as u16, black.saturating_sub(white) as u16]
}

/// What comes after the two passes, until Black is to move and no territory is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The turns in order: who, and the point filled, or none where one was added to the overflow.
    pub turns: Vec<(Side, Option<usize>)>,
    /// The stones at the end, Black's and White's.
    pub stones: [Points; 2],
    /// The overflow at the end, Black's and White's.
    pub overflow: [u16; 2],
}

impl Filling {
    /// Overflow(White) − overflow(Black): what Black wins by.
    pub fn margin(&self) -> i32 {
        let [black, white] = self.overflow.map(i32::from);
        white - black
    }
}

/// Each side in turn, the one that passed first to begin, fills a point of its territory or, having
/// none left, adds one to its overflow.
pub fn filled(go: &Go, position: &Position) -> Filling {
    let areas = go.areas(position.black, position.white);
    let mut stones = [position.black, position.white];
    let mut overflow = position.overflow;
    let mut turns = Vec::new();
    // After two passes the side that passed first is to move again.
    let mut side = position.side;
    while stones != areas || side != Side::First {
        let own = at(side);
        let left = areas[own] & !stones[own];
        let filled = points(left).next();
        match filled {
            None => overflow[own] += 1,
            Some(point) => stones[own] |= 1 << point,
        }
        turns.push((side, filled));
        side = !side;
    }
    Filling { turns, stones, overflow }
}

/// The result by overflow stones.
pub fn margin(go: &Go, position: &Position) -> i32 {
    filled(go, position).margin()
}

/// The filling as a person is told it: the turns, the board at the end, and what decides.
pub(crate) fn ending(go: &Go, position: &Position) -> Vec<String> {
    let counts = |[black, white]: [u16; 2]| format!("Black {black}, White {white}");
    let filling = filled(go, position);
    let mut lines =
        vec![format!("Overflow stones when play stops: {}.", counts(position.overflow))];
    if !filling.turns.is_empty() {
        let turn = |(side, filled): &(Side, Option<usize>)| match filled {
            Some(point) => {
                format!("{} {}", go.side_name(*side), notation::point_name(go.board, *point))
            }
            None => format!("{} overflow", go.side_name(*side)),
        };
        let turns: Vec<String> = filling.turns.iter().map(turn).collect();
        lines.push(format!("Territory is filled in turn: {}.", turns.join(", ")));
        let [black, white] = filling.stones;
        let board = Position { black, white, ..position.clone() };
        lines.push(notation::rows(go.board, &board));
    }
    let decides = match filling.margin() {
        0 => "a draw".into(),
        margin if margin > 0 => format!("Black wins by {margin}"),
        margin => format!("White wins by {}", -margin),
    };
    let komi = if go.rules.komi == 0 { "" } else { ", before komi" };
    lines.push(format!(
        "Overflow stones at the end: {}: {decides}{komi}.",
        counts(filling.overflow)
    ));
    lines
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
