//! The last few empty squares: no table, no sorting, as little as possible a node.
//!
//! Every function answers one question, whether the score is above `alpha`, and returns a bound
//! on the right side of it (fail-soft): above `alpha` a lower bound, otherwise an upper one.

use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::position::Scoring;
use crate::{ordering, stability};

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

/// The position after a move that turns `flips`, seen by the opponent.
#[inline(always)]
pub(crate) fn child(own: u64, other: u64, square: u32, flips: u64) -> (u64, u64) {
    (other & !flips, own | flips | 1 << square)
}

// What every square turns is worked out before any is tried: the numbers do not depend on each
// other, and those that turn out not to be needed cost less than waiting for one after the other.

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
    let flips_a = kernel.flips::<G>(own, other, a);
    let flips_b = kernel.flips::<G>(own, other, b);
    if flips_a != 0 {
        let (own, other) = child(own, other, a, flips_a);
        best = -last1::<K, G>(kernel, tally, own, other, b);
        if best > alpha {
            return best;
        }
    }
    if flips_b != 0 {
        let (own, other) = child(own, other, b, flips_b);
        best = best.max(-last1::<K, G>(kernel, tally, own, other, a));
    }
    if best != NONE {
        return best;
    }
    // A pass: the opponent chooses the square.
    tally.nodes += 1;
    let mut worst = -NONE;
    let flips_a = kernel.flips::<G>(other, own, a);
    let flips_b = kernel.flips::<G>(other, own, b);
    if flips_a != 0 {
        let (own, other) = child(other, own, a, flips_a);
        worst = last1::<K, G>(kernel, tally, own, other, b);
        if worst <= alpha {
            return worst;
        }
    }
    if flips_b != 0 {
        let (own, other) = child(other, own, b, flips_b);
        worst = worst.min(last1::<K, G>(kernel, tally, own, other, a));
    }
    if worst != -NONE { worst } else { tally.final_score::<G>(own, other) }
}

/// Tries the given moves in turn, then a pass, then the end of the game.
macro_rules! try_moves {
    ($kernel:ident, $tally:ident, $own:ident, $other:ident, $alpha:ident, $again:ident, $next:path,
     [$($square:ident turns $flips:ident, then [$($rest:ident),*]);*]) => {{
        $tally.nodes += 1;
        let mut best = NONE;
        $(let $flips = $kernel.flips::<G>($own, $other, $square);)*
        $(
            if $flips != 0 {
                let (own, other) = child($own, $other, $square, $flips);
                let score = -$next($kernel, $tally, own, other, !$alpha, [$($rest),*]);
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
        -$kernel.$again::<G>($tally, $other, $own, !$alpha, [$($square),*])
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
    try_moves!(kernel, tally, own, other, alpha, last3, last2::<K, G>,
        [a turns flips_a, then [b, c]; b turns flips_b, then [a, c]; c turns flips_c, then [a, b]])
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
    try_moves!(kernel, tally, own, other, alpha, last4, K::last3::<G>,
        [a turns flips_a, then [b, c, d]; b turns flips_b, then [a, c, d];
         c turns flips_c, then [d, a, b]; d turns flips_d, then [c, a, b]])
}

/// The squares of those quarters of the board that have an odd number of empty squares.
#[inline(always)]
pub fn odd_quarters<G: Geometry>(empty: u64) -> u64 {
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
    odd: u64,
) -> i32 {
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
        2 => last2::<K, G>(kernel, tally, own, other, alpha, [a, b]),
        1 => last1::<K, G>(kernel, tally, own, other, a),
        _ => tally.final_score::<G>(own, other),
    }
}

/// The search with a few empty squares: odd quarters first, in each of both corners first and
/// squares beside open corners last.
///
/// `moves` are the squares where `own` may place a disc, `odd` the [`odd_quarters`].
#[inline(always)]
pub fn few<K: Kernel, G: Geometry>(
    kernel: K,
    tally: &mut Tally,
    own: u64,
    other: u64,
    moves: u64,
    alpha: i32,
    odd: u64,
) -> i32 {
    let empty = G::FULL & !(own | other);
    debug_assert_eq!(odd, odd_quarters::<G>(empty));
    if empty.count_ones() <= 4 {
        return last::<K, G>(kernel, tally, own, other, alpha, empty, odd);
    }
    tally.nodes += 1;
    if moves == 0 {
        let moves = kernel.mobility::<G>(other, own);
        if moves == 0 {
            return tally.final_score::<G>(own, other);
        }
        return -kernel.few::<G>(tally, other, own, moves, !alpha, odd);
    }
    // Where more than a row of stable discs would be needed, looking takes longer than it saves.
    let (squares, row) = (G::SQUARES as i32, G::COLUMNS as i32);
    if alpha > squares - 2 * row
        && let Some(bound) = stability::cutoff::<G>(own, other, alpha)
    {
        return bound;
    }
    let risky = ordering::beside_open_corners::<G>(empty);
    let safe = !risky & !G::CORNERS;
    let corners = G::CORNERS;
    let mut rest = moves;
    let mut best = NONE;
    while rest != 0 {
        let mut first = rest;
        for class in [safe & !odd, corners & !odd, risky & odd, safe & odd, corners & odd] {
            first = if rest & class != 0 { rest & class } else { first };
        }
        let square = first.trailing_zeros();
        rest &= !(1 << square);
        let flips = kernel.flips::<G>(own, other, square);
        let (own, other) = child(own, other, square, flips);
        let empty = empty & !(1 << square);
        let odd = odd ^ G::QUARTER_OF[square as usize];
        let score = if empty.count_ones() <= 4 {
            -last::<K, G>(kernel, tally, own, other, !alpha, empty, odd)
        } else {
            let moves = kernel.mobility::<G>(own, other);
            -kernel.few::<G>(tally, own, other, moves, !alpha, odd)
        };
        if score > alpha {
            return score;
        }
        best = best.max(score);
    }
    best
}
