//! Promise points and landfill: what is as good as a side's own is filled with its stones, so that
//! positions that differ only there become one.

use crate::benson::alive_by;
use crate::board::{Board, Points};
use crate::dead_region::{dead_regions, has_no_two_eyes};
use crate::state::State;

/// Living stones that are to be settled. Alive by Benson's definition is not enough: a vital region
/// may be too large to be filled, and its owner, taking stones in it, may make two eyes into none.
/// So only regions that will be filled count.
#[inline]
pub fn settling(board: Board, stones: Points, other: Points, settled: Points) -> Points {
    let beside = board.neighbours(stones);
    alive_by(board, stones, other, settled, |region| has_no_two_eyes(board, region, beside))
}

/// The points promised to the owner of living stones: its eyes and the dead regions between them.
/// Nobody need play there.
#[inline]
pub fn promised(board: Board, living: Points) -> Points {
    dead_regions(board, living)
}

/// Fills all promise points of both sides. What is filled, and the living stones around it, is
/// settled: it counts as alive from now on, with or without liberties.
#[inline]
pub fn landfill(board: Board, state: State) -> State {
    let mut next = state;
    for side in [0, 1] {
        let [own, other] = [next.stones[side], next.stones[1 - side]];
        let living = settling(board, own, other, next.settled);
        if living & !next.settled != 0 {
            let filled = promised(board, living);
            next.stones[side] = own | filled;
            next.stones[1 - side] = other & !filled;
            next.settled |= living | filled;
        }
    }
    next.ko &= !next.settled;
    next
}
