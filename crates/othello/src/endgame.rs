//! The last few empty squares: no table, no sorting, as little as possible a node.
//!
//! Every function answers one question, whether the score is above `alpha`, and returns a bound
//! on the right side of it (fail-soft): above `alpha` a lower bound, otherwise an upper one.

use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::position::Scoring;

/// What the last plies need to know and count.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Positions entered.
    pub nodes: u64,
    /// How a finished game is scored.
    pub scoring: Scoring,
}

impl Tally {
    /// The score of a finished game.
    #[inline(always)]
    pub(crate) fn final_score<G: Geometry>(&self, own: u64, other: u64) -> i32 {
        self.scoring.score(own.count_ones(), other.count_ones(), G::SQUARES)
    }
}

/// Below every score.
pub(crate) const NONE: i32 = -1000;

/// The exact score with one empty square.
#[inline(always)]
pub(crate) fn last1<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    empty: u32,
) -> i32 {
    tally.nodes += 1;
    let squares = G::SQUARES as i32;
    let (own_flips, other_flips) = kernel.last_flips::<G>(own, other, empty);
    let own_discs = own.count_ones() as i32;
    if own_flips != 0 {
        return 2 * (own_discs + own_flips as i32 + 1) - squares;
    }
    if other_flips != 0 {
        return 2 * (own_discs - other_flips as i32) - squares;
    }
    tally.final_score::<G>(own, other)
}

/// Plays `square` if that is legal: the child, seen by the opponent.
#[inline(always)]
fn child<K: Kernel, G: Geometry>(
    kernel: K,
    own: u64,
    other: u64,
    square: u32,
) -> Option<(u64, u64)> {
    let flips = kernel.flips::<G>(own, other, square);
    (flips != 0).then(|| (other & !flips, own | flips | 1 << square))
}

/// The search with two empty squares.
#[inline(always)]
pub fn last2<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    alpha: i32,
    [a, b]: [u32; 2],
) -> i32 {
    tally.nodes += 1;
    let mut best = NONE;
    if let Some((own, other)) = child::<K, G>(kernel, own, other, a) {
        best = -last1::<K, G>(kernel, tally, own, other, b);
        if best > alpha {
            return best;
        }
    }
    if let Some((own, other)) = child::<K, G>(kernel, own, other, b) {
        best = best.max(-last1::<K, G>(kernel, tally, own, other, a));
    }
    if best != NONE {
        return best;
    }
    // A pass: the opponent chooses the square.
    tally.nodes += 1;
    let mut worst = -NONE;
    if let Some((own, other)) = child::<K, G>(kernel, other, own, a) {
        worst = last1::<K, G>(kernel, tally, own, other, b);
        if worst <= alpha {
            return worst;
        }
    }
    if let Some((own, other)) = child::<K, G>(kernel, other, own, b) {
        worst = worst.min(last1::<K, G>(kernel, tally, own, other, a));
    }
    if worst != -NONE { worst } else { tally.final_score::<G>(own, other) }
}

/// Tries the given moves in turn, then a pass, then the end of the game.
macro_rules! try_moves {
    ($kernel:ident, $tally:ident, $own:ident, $other:ident, $alpha:ident,
     $again:ident, $next:ident, [$($square:ident: [$($rest:ident),*]),*], $empties:expr) => {{
        $tally.nodes += 1;
        let mut best = NONE;
        $(
            if let Some((own, other)) = child::<K, G>($kernel, $own, $other, $square) {
                let score = -$kernel.$next::<G>($tally, own, other, !$alpha, [$($rest),*]);
                if score > $alpha {
                    return score;
                }
                best = best.max(score);
            }
        )*
        if best != NONE {
            return best;
        }
        if $kernel.mobility::<G>($other, $own) == 0 {
            return $tally.final_score::<G>($own, $other);
        }
        -$kernel.$again::<G>($tally, $other, $own, !$alpha, $empties)
    }};
}

/// The search with three empty squares, given in the order to try them.
#[inline(always)]
pub fn last3<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    alpha: i32,
    [a, b, c]: [u32; 3],
) -> i32 {
    try_moves!(kernel, tally, own, other, alpha, last3, last2,
        [a: [b, c], b: [a, c], c: [a, b]], [a, b, c])
}

/// The search with four empty squares, those in regions of odd size first.
///
/// The rest after a move is given such that a square left alone in its region comes first again.
#[inline(always)]
pub fn last4<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    alpha: i32,
    [a, b, c, d]: [u32; 4],
) -> i32 {
    try_moves!(kernel, tally, own, other, alpha, last4, last3,
        [a: [b, c, d], b: [a, c, d], c: [d, a, b], d: [c, a, b]], [a, b, c, d])
}

/// The squares of those quarters of the board that have an odd number of empty squares.
#[inline(always)]
pub(crate) fn odd_quarters<G: Geometry>(empty: u64) -> u64 {
    let mut odd = 0;
    for quarter in G::QUARTERS {
        if (empty & quarter).count_ones() & 1 == 1 {
            odd |= quarter;
        }
    }
    odd
}

/// The search with at most four empty squares, sorting them for [`last4`] and its like.
#[inline(always)]
fn last<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    alpha: i32,
    empty: u64,
) -> i32 {
    let odd = odd_quarters::<G>(empty);
    let mut squares = [0; 4];
    let mut next = 0;
    for mut part in [empty & odd, empty & !odd] {
        while part != 0 {
            squares[next & 3] = part.trailing_zeros();
            part &= part - 1;
            next += 1;
        }
    }
    let [a, b, c, _] = squares;
    match next {
        4 => kernel.last4::<G>(tally, own, other, alpha, squares),
        3 => kernel.last3::<G>(tally, own, other, alpha, [a, b, c]),
        2 => kernel.last2::<G>(tally, own, other, alpha, [a, b]),
        1 => last1::<K, G>(kernel, tally, own, other, a),
        _ => tally.final_score::<G>(own, other),
    }
}

/// The search with a few empty squares: odd quarters first, nothing else sorted.
///
/// `moves` are the squares where `own` may place a disc.
#[inline(always)]
pub fn few<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    moves: u64,
    alpha: i32,
) -> i32 {
    let empty = G::FULL & !(own | other);
    if empty.count_ones() <= 4 {
        return last::<K, G>(kernel, tally, own, other, alpha, empty);
    }
    tally.nodes += 1;
    if moves == 0 {
        let moves = kernel.mobility::<G>(other, own);
        if moves == 0 {
            return tally.final_score::<G>(own, other);
        }
        return -kernel.few::<G>(tally, other, own, moves, !alpha);
    }
    if let Some(bound) = crate::stability::cutoff::<G>(own, other, alpha) {
        return bound;
    }
    let odd = odd_quarters::<G>(empty);
    let mut best = NONE;
    for mut part in [moves & odd, moves & !odd] {
        while part != 0 {
            let square = part.trailing_zeros();
            part &= part - 1;
            let flips = kernel.flips::<G>(own, other, square);
            let (own, other) = (other & !flips, own | flips | 1 << square);
            let empty = empty & !(1 << square);
            let score = if empty.count_ones() <= 4 {
                -last::<K, G>(kernel, tally, own, other, !alpha, empty)
            } else {
                let moves = kernel.mobility::<G>(own, other);
                -kernel.few::<G>(tally, own, other, moves, !alpha)
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}
