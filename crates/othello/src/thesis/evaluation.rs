//! The evaluation of the opening and the middle game.

use super::edge::{EDGES, Edge};
use super::weights::{WEIGHTS, finished};
use crate::geometry::{Geometry, Grid};
use crate::kernel::Kernel;
use crate::key::BASE3;
use crate::ordering::spread;
use crate::position::Scoring;

/// The board of the paper.
pub type Board = Grid<8, 8>;

/// The four edges.
const EDGE_SQUARES: [u64; 4] = [0xff, 0xff << 56, Board::LEFT, Board::RIGHT];
/// The six squares above the middle of each edge.
const ABOVE: [u64; 4] = [0x7e << 8, 0x7e << 48, 0x0002_0202_0202_0200, 0x0040_4040_4040_4000];

/// Empty neighbours of `set`'s discs, each counted for every disc that it is beside.
#[inline(always)]
fn openness(set: u64, empty: u64) -> i32 {
    let (left, right) = (empty << 1 & !Board::LEFT, empty >> 1 & !Board::RIGHT);
    let sides = (left & set).count_ones() + (right & set).count_ones();
    let above_below = [left, empty, right]
        .map(|empty| (empty << 8 & set).count_ones() + (empty >> 8 & set).count_ones());
    (sides + above_below[0] + above_below[1] + above_below[2]) as i32
}

/// What mobility, openness and the X squares say; the sets are those of the moves.
#[inline(always)]
pub(super) fn by_sets(own: u64, other: u64, own_moves: u64, other_moves: u64) -> i32 {
    let empty = !(own | other);
    let risky = spread::<Board>(empty & Board::CORNERS) & Board::X_SQUARES;
    let count = |set: u64| set.count_ones() as i32;
    WEIGHTS.mobility * (count(own_moves) - count(other_moves))
        + WEIGHTS.openness * (openness(own, empty) - openness(other, empty))
        + WEIGHTS.x_square * (count(own & risky) - count(other & risky))
}

/// What the edges say.
#[inline(always)]
pub(super) fn by_edges<K: Kernel>(
    kernel: K,
    edges: &[Edge; EDGES],
    own: u64,
    other: u64,
) -> i32 {
    let discs = |set: u64| {
        EDGE_SQUARES.map(|squares| usize::from(BASE3[kernel.gather(set, squares) as usize & 0xff]))
    };
    let (ones, twos) = (discs(own), discs(other));
    let mut score = 0;
    for index in 0..4 {
        let edge = edges[ones[index] + 2 * twos[index]];
        score += i32::from(edge.score);
        if edge.mountain != 0 {
            let opponent = if edge.mountain > 0 { other } else { own };
            if opponent & ABOVE[index] != ABOVE[index] {
                score += WEIGHTS.mountain * i32::from(edge.mountain);
            }
        }
    }
    score
}

/// What a finished game is worth to `own`.
pub(super) fn final_value(own: u64, other: u64) -> i32 {
    finished(Scoring::Tournament.score(own.count_ones(), other.count_ones(), 64))
}

/// How good a position looks for `own`, who is to move.
#[inline(always)]
pub fn evaluate<K: Kernel>(
    kernel: K,
    edges: &[Edge; EDGES],
    own: u64,
    other: u64,
    own_moves: u64,
) -> i32 {
    let other_moves = kernel.mobility::<Board>(other, own);
    if own_moves | other_moves == 0 {
        return final_value(own, other);
    }
    by_sets(own, other, own_moves, other_moves) + by_edges(kernel, edges, own, other)
}
