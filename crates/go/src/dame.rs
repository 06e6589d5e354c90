//! Dame extension: half of the liberties of living stones are as good as taken.

use crate::board::Board;
use crate::state::State;

/// Points that a side is sure of: what is settled, and half of the empty points beside it, the
/// larger half if it is to move.
#[inline]
pub fn sure(board: Board, state: &State, side: usize) -> u32 {
    let own = state.stones[side] & state.settled;
    let open = (board.neighbours(own) & state.empty(board)).count_ones();
    let to_move = u32::from(state.mover == side);
    own.count_ones() + (open + to_move) / 2
}
