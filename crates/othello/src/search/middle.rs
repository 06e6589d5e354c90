//! Nodes a few plies above the last ones: ordered by cheap signs.

use super::{FEW, Known, Worker};
use crate::batch::{self, Batch, Batches};
use crate::endgame::{self, NONE};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::key;
use crate::ordering;
use crate::stability;

/// The search below the nodes that are ordered with care.
#[inline(always)]
pub fn middle<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    own: u64,
    other: u64,
    moves: u64,
    alpha: i32,
) -> i32 {
    let empty = G::FULL & !(own | other);
    let empties = empty.count_ones();
    if empties <= FEW {
        return below::<K, G>(kernel, worker, own, other, moves, alpha);
    }
    worker.tally.nodes += 1;
    if empties >= 10 {
        worker.tell_if_due();
    }
    if worker.aborted {
        return alpha;
    }
    if moves == 0 {
        let moves = kernel.mobility::<G>(other, own);
        if moves == 0 {
            return worker.tally.final_score::<G>(own, other);
        }
        return -kernel.middle::<G>(worker, other, own, moves, !alpha);
    }
    if let Some(bound) = stability::cutoff::<G>(own, other, alpha) {
        return bound;
    }
    if moves & (moves - 1) == 0 {
        // Nothing to choose, so nothing to sort or to remember.
        let square = moves.trailing_zeros();
        let flips = kernel.flips::<G>(own, other, square);
        let (own, other) = endgame::child(own, other, square, flips);
        if own == 0 {
            return G::SQUARES as i32;
        }
        let replies = kernel.mobility::<G>(own, other);
        return -below::<K, G>(kernel, worker, own, other, replies, !alpha);
    }
    let mut known = Known::nothing::<G>();
    let own_key = key::<G>(own, other);
    if let Some(payload) = worker.cache.probe(own_key) {
        known = Known::unpack(payload);
        if known.low > alpha {
            return known.low;
        }
        if known.high <= alpha {
            return known.high;
        }
    }
    let mut batches = Batches::new();
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    let risky = ordering::beside_open_corners::<G>(empty);
    for batch in &mut batches {
        if batch.wipes_out() {
            return G::SQUARES as i32;
        }
        batch.rank(|_, other, moves| {
            let disc = other & empty;
            let frontier = ordering::spread::<G>(empty & !disc);
            let count = |set: u64| i64::from(set.count_ones());
            -10 * count(moves) - 5 * count(moves & G::CORNERS) - 2 * count(other & frontier)
                + if disc & G::CORNERS != 0 { 10 } else { 0 }
                - if disc & risky != 0 { 5 } else { 0 }
        });
    }
    let mut best = NONE;
    while let Some((own, other, moves)) = batch::take_best(&mut batches) {
        best = best.max(-below::<K, G>(kernel, worker, own, other, moves, !alpha));
        if worker.aborted {
            return alpha;
        }
        if best > alpha {
            break;
        }
    }
    if best > alpha {
        known.low = best;
    } else {
        known.high = best;
    }
    worker.cache.store(own_key, known.pack());
    best
}

/// The search of whatever comes after a move.
#[inline(always)]
fn below<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    own: u64,
    other: u64,
    moves: u64,
    alpha: i32,
) -> i32 {
    let empty = G::FULL & !(own | other);
    if empty.count_ones() <= FEW {
        let odd = endgame::odd_quarters::<G>(empty);
        return kernel.few::<G>(&mut worker.tally, own, other, moves, alpha, odd);
    }
    worker.cache.prefetch(key::<G>(own, other));
    kernel.middle::<G>(worker, own, other, moves, alpha)
}
