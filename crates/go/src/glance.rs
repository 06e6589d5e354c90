//! Moves that need no search: the end of a settled game, and a guess where there is no time for a
//! proof.

use crate::benson::alive;
use crate::board::points;
use crate::landfill::landfill;
use crate::position::{Go, Move, Position};
use crate::state::State;
use std::cmp::Reverse;
use yomikiri_core::Side;

/// Where every point is settled, what ends the game: stones that are dead are taken, because they
/// count while they stand, and then one passes. Every other move may keep the value too, even one
/// that fills an eye and begins all over again, so that a search can tell no difference.
pub(crate) fn finish(go: &Go, position: &Position) -> Option<Move> {
    let (board, side) = (go.board, position.side);
    let settled = |position: &Position| {
        let filled = landfill(board, State::of(position, side));
        let [own, other] = filled.stones.map(|stones| stones.count_ones() as i32);
        (filled.settled == board.full).then_some(own - other)
    };
    let value = settled(position)?;
    if standing(go, position) >= value {
        return Some(Move::Pass);
    }
    let worth = |point: usize| {
        let next = go.place(position, point as u8).ok()?;
        (settled(&next) == Some(value)).then(|| growth(go, position, point))
    };
    let worths = points(position.empty(board)).filter_map(|point| Some((worth(point)?, point)));
    worths.max_by_key(|(worth, _)| *worth).map(|(_, point)| Move::Place(point as u8))
}

/// How far a legal stone brings a settled game to its end: whether it joins living stones, which
/// cannot go on for ever, then how many stones it takes, and how many it is beside.
pub(crate) fn growth(go: &Go, position: &Position, point: usize) -> (bool, u32, u32) {
    let (board, side) = (go.board, position.side);
    let [own, other] = [position.stones(side), position.stones(!side)];
    let beside = board.neighbours(1 << point);
    let taken = go.place(position, point as u8).map_or(0, |next| other & !next.stones(!side));
    let joins = beside & alive(board, own, other, 0) != 0;
    (joins, taken.count_ones(), (beside & other).count_ones())
}

/// The margin of the side to move as the board stands.
pub(crate) fn standing(go: &Go, position: &Position) -> i32 {
    match position.side {
        Side::First => go.margin(position),
        Side::Second => -go.margin(position),
    }
}

/// A move of which nothing is proved: it takes what it can, then goes where there is room, and
/// leaves its own eyes alone. `ahead`: whether the board as it stands is a win.
pub(crate) fn guess(go: &Go, position: &Position, ahead: bool) -> Move {
    if position.passes == 1 && ahead {
        return Move::Pass;
    }
    let (board, side) = (go.board, position.side);
    let (own, other) = (position.stones(side), position.stones(!side));
    let worth = |point: usize| {
        let next = go.place(position, point as u8).ok()?;
        let taken = (other & !next.stones(!side)).count_ones();
        let chain = board.connected(1 << point, next.stones(side));
        let liberties = (board.neighbours(chain) & next.empty(board)).count_ones();
        let eye = board.neighbours(1 << point) & !own == 0;
        let off_centre = |line: usize, lines: usize| (2 * line + 1).abs_diff(lines);
        let far = off_centre(point / board.columns(), board.rows())
            + off_centre(point % board.columns(), board.columns());
        // A stone that can be taken at once is thrown away.
        (!eye && (taken > 0 || liberties > 1)).then_some((taken, liberties, Reverse(far)))
    };
    let worths = points(position.empty(board)).filter_map(|point| Some((worth(point)?, point)));
    let best = worths.max_by_key(|(worth, _)| *worth);
    best.map_or(Move::Pass, |(_, point)| Move::Place(point as u8))
}
