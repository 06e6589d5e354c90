//! Dead closed regions: what living stones enclose, and where the other side cannot live.

use crate::board::{Board, Points, points};

/// The regions enclosed by living stones in which the other side can never have two eyes.
///
/// An eye needs a point with no living stone beside it, and two eyes need two of them that are
/// not beside each other. Points that hold stones count too: the stones may be taken. On a single
/// line two such points are too many even if they are beside each other, because there a point at
/// the end, with one neighbour only, can be fought over for ever.
#[inline]
pub fn dead_regions(board: Board, living: Points) -> Points {
    let beside = board.neighbours(living);
    let mut dead = 0;
    if living != 0 {
        for region in board.parts(board.full & !living) {
            if has_no_two_eyes(board, region, beside) {
                dead |= region;
            }
        }
    }
    dead
}

/// Whether no two eyes fit into a region, `beside` being all points beside what encloses it.
#[inline(always)]
pub fn has_no_two_eyes(board: Board, region: Points, beside: Points) -> bool {
    let inner = region & !beside;
    let first = inner & inner.wrapping_neg();
    let others = inner & !first;
    let line = board.rows() == 1 || board.columns() == 1;
    // No three points are all beside one another.
    others == 0 || !line && others & (others - 1) == 0 && others & board.neighbours(first) != 0
}

/// The same, pair by pair.
pub fn dead_regions_plain(board: Board, living: Points) -> Points {
    let regions = board.parts(board.full & !living);
    let dead =
        regions.filter(|region| living != 0 && has_no_two_eyes_plain(board, *region, living));
    dead.fold(0, |all, region| all | region)
}

/// [`has_no_two_eyes`], pair by pair, `around` being what encloses the region.
pub fn has_no_two_eyes_plain(board: Board, region: Points, around: Points) -> bool {
    let touches = |point: usize| board.beside(point).any(|next| around >> next & 1 != 0);
    let line = board.rows() == 1 || board.columns() == 1;
    let inner = || points(region).filter(|point| !touches(*point));
    inner().all(|one| {
        let beside = |other| board.beside(one).any(|next| next == other);
        inner().all(|other| one == other || !line && beside(other))
    })
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
