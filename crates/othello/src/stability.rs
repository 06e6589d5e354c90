//! Discs that can never be turned again, and the bound on the score that follows.

use crate::geometry::Geometry;

/// A lower set of `own`'s stable discs: every member is stable, some stable ones may be missing.
///
/// A disc cannot be turned along an axis if its line there is full, or ends at it, or continues
/// with a stable disc of its own colour; a disc for which this holds on all four axes is stable.
/// Starting from nothing, this is repeated until no disc is added.
#[inline(always)]
pub fn stable<G: Geometry>(own: u64, other: u64) -> u64 {
    let empty = G::FULL & !(own | other);
    let mut safe = [0u64; 4];
    for (axis, safe) in safe.iter_mut().enumerate() {
        // Emptiness spreads along the line by doubling steps.
        let mut open = empty;
        let longest = if axis == 0 { G::COLUMNS } else { G::ROWS };
        let mut power = 0;
        while (1 << power) < longest {
            let steps = G::STEPS[axis] << power;
            open |= open << steps & G::REACH_UP[power][axis]
                | open >> steps & G::REACH_DOWN[power][axis];
            power += 1;
        }
        *safe = !open | G::ENDS[axis];
    }
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    while stable != 0 {
        let mut next = own;
        for (axis, safe) in safe.iter().enumerate() {
            let step = G::STEPS[axis];
            next &= safe
                | stable << step & G::REACH_UP[0][axis]
                | stable >> step & G::REACH_DOWN[0][axis];
        }
        if next == stable {
            break;
        }
        stable = next;
    }
    stable
}

/// An upper bound on the score of `own`, if `other`'s stable discs bring it to `alpha` or below.
#[inline(always)]
pub fn cutoff<G: Geometry>(own: u64, other: u64, alpha: i32) -> Option<i32> {
    let squares = G::SQUARES as i32;
    // So many stable discs are needed; without as many discs at all, none need be looked for.
    let needed = (squares - alpha + 1) / 2;
    let (discs, corners) = (other.count_ones() as i32, other & G::CORNERS);
    if discs < needed {
        return None;
    }
    // A disc in a corner is stable, and enough where one is.
    if needed == 1 && corners != 0 {
        return Some(squares - 2);
    }
    // More than a row of them hardly ever grows without a corner, or without discs to spare: then
    // looking takes longer than it saves.
    if needed > G::COLUMNS as i32 && (corners == 0 || discs < needed + 2) {
        return None;
    }
    let bound = squares - 2 * stable::<G>(other, own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}
