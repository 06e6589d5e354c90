//! Nodes that are worth ordering with care, and sharing.

use super::guess::{effort, foreseen, suffices};
use super::{
    Child, Children, Confidence, DEEP_FROM, Guess, Job, Known, NO_MOVE, Node, SPLIT_FROM, Seen,
    Worker, expand, square_of, table_key, work,
};
use crate::endgame::NONE;
use crate::evaluation::DISC;
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::key;
use crate::{ordering, stability};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use yomikiri_core::Basis;
use yomikiri_storage::ProvenBounds;

/// Moves are previewed by half as many plies as there are empty squares above this number, or on
/// the trained evaluation of a small board above this…
const PREVIEW_BELOW: [u32; 2] = [13, 15];
/// … but no deeper than this, or on the trained evaluation than this.
const LONGEST_PREVIEW: [u32; 2] = [7, 9];
/// A preview need not tell moves apart that look worse than the best by more discs than this.
const PREVIEW_MARGIN: i32 = 6;
/// Discs that each reply left to the opponent counts against a move: it makes the tree larger.
const REPLY_COST: i32 = 2;

/// How many plies the moves of a node are searched ahead to order them.
fn preview_depth<G: Geometry>(empties: u32, evaluated: bool) -> u32 {
    let below = PREVIEW_BELOW[usize::from(evaluated && G::SQUARES <= 36)];
    (empties.saturating_sub(below) / 2).min(LONGEST_PREVIEW[usize::from(evaluated)])
}

/// Ranks moves by what a search of `depth` plies says of them.
#[inline(always)]
fn order<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    position: &Seen,
    children: &mut [Child],
    depth: u32,
) {
    let empties = (G::FULL & !(position.own | position.other)).count_ones();
    let evaluation = worker.shared.evaluation;
    let disc = if evaluation.is_some() { DISC } else { ordering::DISC };
    let mut highest = -i32::MAX / 8;
    for child in &mut *children {
        let window = (-i32::MAX / 8, -(highest - PREVIEW_MARGIN * disc));
        let score = -match evaluation {
            Some(evaluation) => {
                let seen = position.after::<G>(Some(evaluation), child.own, child.other);
                // Most previews are a look at the position itself, and not worth a call.
                if depth == 0 && child.moves != 0 {
                    worker.tally.nodes += 1;
                    evaluation.of::<G>(&seen.features, empties - 1)
                } else {
                    kernel.guess::<G>(worker, &seen, child.moves, window, depth, Confidence::FULL)
                }
            }
            None => kernel.preview::<G>(worker, child.own, child.other, child.moves, window, depth),
        };
        highest = highest.max(score);
        let replies = child.moves.count_ones() + (child.moves & G::CORNERS).count_ones();
        child.rank = score - REPLY_COST * disc * replies as i32;
    }
}

/// The search of nodes that are worth ordering with care, and sharing.
///
/// Unless the confidence is full, shallower searches may settle a node: the result is then a guess,
/// kept apart from what is proved.
#[inline(always)]
pub fn deep<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    position: &Seen,
    alpha: i32,
    share: f64,
    confidence: Confidence,
) -> i32 {
    let (own, other) = (position.own, position.other);
    let empty = G::FULL & !(own | other);
    let empties = empty.count_ones();
    if empties < DEEP_FROM {
        let moves = kernel.mobility::<G>(own, other);
        let score = kernel.middle::<G>(worker, own, other, moves, alpha);
        worker.credit(share);
        return score;
    }
    worker.tally.nodes += 1;
    worker.tell_if_due();
    worker.look();
    if worker.aborted {
        return alpha;
    }
    // Both tables will be asked; their answers are on the way while there is other work.
    let (own_key, symmetry) = table_key::<G>(own, other);
    let guess_key = key::<G>(own, other);
    worker.shared.table.prefetch(own_key);
    worker.shared.guesses.prefetch(guess_key);
    let moves = kernel.mobility::<G>(own, other);
    if moves == 0 {
        if kernel.mobility::<G>(other, own) == 0 {
            worker.credit(share);
            return worker.tally.final_score::<G>(own, other);
        }
        return -kernel.deep::<G>(worker, &position.passed(), !alpha, share, confidence);
    }
    if let Some(bound) = stability::cutoff::<G>(own, other, alpha) {
        worker.credit(share);
        return bound;
    }
    let nodes_before = worker.tally.nodes;
    // The moves are played before it is known whether they are wanted: so the table's answers about
    // them are on the way in time.
    let mut children = expand::<K, G>(kernel, own, other, moves);
    let cached = empties == DEEP_FROM;
    for child in &children {
        match cached {
            true => worker.cache.prefetch(key::<G>(child.own, child.other)),
            false => worker.shared.table.prefetch(table_key::<G>(child.own, child.other).0),
        }
    }
    let mut known = Known::nothing::<G>();
    if let Some(payload) = worker.shared.table.probe(own_key) {
        known = Known::unpack(payload);
    }
    if let Some(kept) = worker.shared.claims.as_ref().and_then(|claims| claims.get(own_key)) {
        known.low = known.low.max(kept.low.into());
        known.high = known.high.min(kept.high.into());
        if known.best == NO_MOVE {
            known.best = square_of::<G>(kept.best);
        }
    }
    if known.low > alpha || known.high <= alpha {
        worker.credit(share);
        return if known.low > alpha { known.low } else { known.high };
    }
    let mut best_known = match known.best {
        NO_MOVE => NO_MOVE,
        square => symmetry.source::<G>(square.into()) as u8,
    };
    // What earlier, less careful searches thought.
    let effort = effort(empties, confidence);
    let mut guessed = Guess::NOTHING;
    if let Some(evaluation) = worker.shared.evaluation {
        if (best_known == NO_MOVE || confidence != Confidence::FULL)
            && let Some((payload, found)) = worker.shared.guesses.probe_with_work(guess_key)
        {
            let entry = Guess::unpack(payload);
            if best_known == NO_MOVE {
                best_known = entry.best;
            }
            if confidence != Confidence::FULL && suffices(found, effort) {
                guessed = entry;
                if entry.low > alpha * DISC {
                    worker.credit(share);
                    return entry.low.div_euclid(DISC);
                }
                if entry.high <= alpha * DISC {
                    worker.credit(share);
                    return -(-entry.high).div_euclid(DISC);
                }
            }
        }
        if confidence != Confidence::FULL {
            let above = foreseen(
                kernel,
                worker,
                evaluation,
                position,
                moves,
                alpha * DISC,
                empties,
                confidence,
            );
            if worker.aborted {
                return alpha;
            }
            if let Some(above) = above {
                worker.credit(share);
                return if above { alpha + 1 } else { alpha };
            }
        }
    }

    let total = children.len();
    let mut best = NONE;
    let mut best_square = NO_MOVE;
    if children.iter().any(|child| child.own == 0) {
        worker.credit(share);
        return G::SQUARES as i32;
    }
    // What is known of the moves may settle the node, or leave fewer of them to search.
    let mut index = 0;
    while index < children.len() {
        let child = children[index];
        let found = match cached {
            true => worker.cache.probe(key::<G>(child.own, child.other)),
            false => worker.shared.table.probe(table_key::<G>(child.own, child.other).0),
        };
        if let Some(payload) = found {
            let of_child = Known::unpack(payload);
            if -of_child.high > alpha {
                best = -of_child.high;
                best_square = child.square;
                children.clear();
                break;
            }
            if -of_child.low <= alpha {
                if -of_child.low > best {
                    best = -of_child.low;
                    best_square = child.square;
                }
                children.swap_remove(index);
                continue;
            }
        }
        index += 1;
    }
    // A move that was best before goes first; only if it fails the others are worth ordering.
    let mut ordered = 0;
    if let Some(index) = children.iter().position(|child| child.square == best_known) {
        children.swap(0, index);
        ordered = 1;
    }
    let child_share = share / total as f64;
    let mut given = 0.0;
    let count = children.len();
    for index in 0..count {
        if index == ordered && index + 1 < count {
            let evaluated = worker.shared.evaluation.is_some();
            let depth = preview_depth::<G>(empties, evaluated) >> ordered;
            order::<K, G>(kernel, worker, position, &mut children[index..], depth);
        }
        if index >= ordered {
            // Most nodes are settled by their first moves, so the others are not put in order.
            let highest = (index..count).max_by_key(|&at| (children[at].rank, count - at));
            children.swap(index, highest.unwrap_or(index));
        }
        if index > 0
            && empties >= SPLIT_FROM
            && worker.shared.pool.wants_work(worker.split.as_ref())
            && index + 1 < count
        {
            let mut rest: Children = children.drain(index..).collect();
            rest.sort_by_key(|child| -child.rank);
            let job = Job::Prove { share: child_share, confidence };
            let node = Node::new(position, rest, alpha, job, (best, best_square));
            let parent = worker.split.clone();
            let shared = worker.shared.clone();
            let split = shared.pool.split(worker, node, count - index, parent);
            worker.look();
            if worker.aborted {
                return alpha;
            }
            (best, best_square) = *split.job.best.lock().unwrap_or_else(PoisonError::into_inner);
            given += child_share * f64::from(split.job.finished.load(Ordering::Relaxed));
            break;
        }
        let child = children[index];
        let score = -if empties > DEEP_FROM {
            let seen = position.after::<G>(worker.shared.evaluation, child.own, child.other);
            kernel.deep::<G>(worker, &seen, !alpha, child_share, confidence)
        } else {
            let score = kernel.middle::<G>(worker, child.own, child.other, child.moves, !alpha);
            worker.credit(child_share);
            score
        };
        if worker.aborted {
            return alpha;
        }
        given += child_share;
        if score > best {
            best = score;
            best_square = child.square;
            if best > alpha {
                break;
            }
        }
    }
    worker.credit(share - given);

    if confidence != Confidence::FULL {
        match best > alpha {
            true => guessed.low = guessed.low.max(best * DISC),
            false => guessed.high = guessed.high.min(best * DISC),
        }
        if guessed.low > guessed.high {
            (guessed.low, guessed.high) = (best * DISC, best * DISC);
        }
        guessed.best = best_square;
        worker.shared.believe(guess_key, guessed, effort, worker.tally.nodes - nodes_before);
        return best;
    }
    if best > alpha {
        known.low = best;
    } else {
        known.high = best;
    }
    if best_square != NO_MOVE {
        known.best = symmetry.image::<G>(best_square.into()) as u8;
    }
    let work = work(worker.tally.nodes - nodes_before);
    worker.shared.table.store(own_key, known.pack(), work);
    if let Some(claims) = &worker.shared.claims {
        let (low, high) = (known.low as i16, known.high as i16);
        let best = known.best.into();
        claims.add(own_key, ProvenBounds { low, high, best, work, basis: Basis::Search });
    }
    best
}
