//! The evaluation of the opening and the middle game.

use super::edge::{EDGES, Edge, edge_table};
use super::weights::{Feature, WEIGHTS, Weights, finished};
use crate::geometry::{Geometry, Grid};
use crate::kernel::Kernel;
use crate::key::BASE3;
use crate::ordering::spread;
use crate::position::Scoring;
use std::sync::{Arc, LazyLock};

/// The board of the paper.
pub type Board = Grid<8, 8>;

/// Weights, with the table of edges made from them.
pub struct Evaluation {
    pub(super) weights: Weights,
    edges: Box<[Edge; EDGES]>,
}

impl Evaluation {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Arc<Evaluation> {
        Arc::new(Evaluation { weights, edges: edge_table(&weights) })
    }

    /// The evaluation with [`WEIGHTS`], made once.
    pub fn usual() -> Arc<Evaluation> {
        static USUAL: LazyLock<Arc<Evaluation>> = LazyLock::new(|| Evaluation::new(WEIGHTS));
        USUAL.clone()
    }

    /// What each feature counts.
    pub fn weights(&self) -> Weights {
        self.weights
    }
}

/// The four edges.
const EDGE_SQUARES: [u64; 4] = [0xff, 0xff << 56, Board::LEFT, Board::RIGHT];
/// The six squares above the middle of each edge.
const ABOVE: [u64; 4] = [0x7e << 8, 0x7e << 48, 0x0002_0202_0202_0200, 0x0040_4040_4040_4000];

/// Empty neighbours of `set`'s discs, each counted for every disc that it is beside.
#[inline(always)]
fn openness(set: u64, empty: u64) -> i32 {
    let (left, right) = (empty << 1 & !Board::LEFT, empty >> 1 & !Board::RIGHT);
    let mut count = (left & set).count_ones() + (right & set).count_ones();
    // A loop, because closures handed to the library are not compiled for the kernel.
    for empty in [left, empty, right] {
        count += (empty << 8 & set).count_ones() + (empty >> 8 & set).count_ones();
    }
    count as i32
}

/// What mobility, openness and the X squares say; the sets are those of the moves.
#[inline(always)]
pub(super) fn by_sets(
    weights: &Weights,
    (own, other): (u64, u64),
    (own_moves, other_moves): (u64, u64),
) -> i32 {
    let empty = !(own | other);
    let risky = spread::<Board>(empty & Board::CORNERS) & Board::X_SQUARES;
    let count = |set: u64| set.count_ones() as i32;
    weights[Feature::Mobility] * (count(own_moves) - count(other_moves))
        + weights[Feature::Openness] * (openness(own, empty) - openness(other, empty))
        + weights[Feature::XSquare] * (count(own & risky) - count(other & risky))
}

/// The squares of all edges.
const ALL_EDGES: u64 = EDGE_SQUARES[0] | EDGE_SQUARES[1] | EDGE_SQUARES[2] | EDGE_SQUARES[3];

/// What the edges of a position say for its mover, to be used again where a move left them alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    discs: u64,
    score: i32,
    has_mountain: bool,
}

impl Edges {
    #[inline(always)]
    pub(super) fn of<K: Kernel>(kernel: K, evaluation: &Evaluation, own: u64, other: u64) -> Edges {
        let (score, has_mountain) = read_edges(kernel, evaluation, own, other);
        Edges { discs: own, score, has_mountain }
    }

    /// What the edges say for `own`, the opponent, after a move that led to these discs.
    #[inline(always)]
    pub(super) fn after<K: Kernel>(
        &self,
        kernel: K,
        evaluation: &Evaluation,
        own: u64,
        other: u64,
    ) -> i32 {
        // A mountain may come to count, or cease to, by the row above it.
        match (self.discs ^ other) & ALL_EDGES == 0 && !self.has_mountain {
            true => -self.score,
            false => by_edges(kernel, evaluation, own, other),
        }
    }
}

/// What the edges say.
#[inline(always)]
pub(super) fn by_edges<K: Kernel>(kernel: K, evaluation: &Evaluation, own: u64, other: u64) -> i32 {
    read_edges(kernel, evaluation, own, other).0
}

/// What the edges say, and whether there is a mountain.
#[inline(always)]
fn read_edges<K: Kernel>(kernel: K, evaluation: &Evaluation, own: u64, other: u64) -> (i32, bool) {
    let (mut score, mut has_mountain) = (0, false);
    for index in 0..4 {
        let ones = BASE3[kernel.gather(own, EDGE_SQUARES[index]) as usize & 0xff];
        let twos = BASE3[kernel.gather(other, EDGE_SQUARES[index]) as usize & 0xff];
        let edge = evaluation.edges[usize::from(ones + 2 * twos)];
        score += i32::from(edge.score);
        if edge.mountain != 0 {
            has_mountain = true;
            let opponent = if edge.mountain > 0 { other } else { own };
            if opponent & ABOVE[index] != ABOVE[index] {
                score += evaluation.weights[Feature::Mountain] * i32::from(edge.mountain);
            }
        }
    }
    (score, has_mountain)
}

/// What a finished game is worth to `own`.
pub(super) fn final_value(own: u64, other: u64) -> i32 {
    finished(Scoring::Tournament.score(own.count_ones(), other.count_ones(), 64))
}

/// How good a position looks for `own`, who is to move.
#[inline(always)]
pub fn evaluate<K: Kernel>(
    kernel: K,
    evaluation: &Evaluation,
    own: u64,
    other: u64,
    own_moves: u64,
) -> i32 {
    let other_moves = kernel.mobility::<Board>(other, own);
    if own_moves | other_moves == 0 {
        return final_value(own, other);
    }
    by_sets(&evaluation.weights, (own, other), (own_moves, other_moves))
        + by_edges(kernel, evaluation, own, other)
}
