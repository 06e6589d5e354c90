//! Dead closed regions: what living stones enclose, and where the other side cannot live.

use crate::board::{Board, Points, points};

/// The regions enclosed by living stones in which the other side can never have two eyes.
///
/// An eye needs a point with no living stone beside it, and two eyes need two of them that are
/// not beside each other. Points that hold stones count too: the stones may be taken.
#[inline]
pub fn dead_regions(board: Board, living: Points) -> Points {
    let beside = board.neighbours(living);
    let mut dead = 0;
    if living != 0 {
        for region in board.parts(board.full & !living) {
            let inner = region & !beside;
            let first = inner & inner.wrapping_neg();
            let others = inner & !first;
            // All others must be beside the first; then at most one of them is there, or two that
            // are not beside each other.
            if others & !board.neighbours(first) == 0 && others & others.wrapping_sub(1) == 0 {
                dead |= region;
            }
        }
    }
    dead
}

/// The same, pair by pair.
pub fn dead_regions_plain(board: Board, living: Points) -> Points {
    let mut dead = 0;
    for region in board.parts(board.full & !living) {
        let touches = |point: usize| board.beside(point).any(|next| living >> next & 1 != 0);
        let inner: Vec<usize> = points(region).filter(|point| !touches(*point)).collect();
        let two_eyes = inner.iter().any(|one| {
            inner.iter().any(|other| one != other && !board.beside(*one).any(|next| next == *other))
        });
        if living != 0 && !two_eyes {
            dead |= region;
        }
    }
    dead
}

/// The paper's weaker form: regions with at most one point that has no living stone among its
/// eight neighbours.
pub fn dead_regions_by_eight_neighbours(board: Board, living: Points) -> Points {
    let around = board.around(living);
    let dead = board
        .parts(board.full & !living)
        .filter(|region| living != 0 && (region & !around).count_ones() <= 1);
    dead.fold(0, |all, region| all | region)
}
