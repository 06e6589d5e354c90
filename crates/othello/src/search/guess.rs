//! Looking a few plies ahead on the evaluation: guesses, which order moves and choose them.
//!
//! What is proved never depends on them. Where the end of the game is in reach, though, a guess is
//! the exact score.

use super::{Confidence, Job, NO_MOVE, Node, Seen, Worker};
use crate::batch::{self, Batch, Batches, LANES};
use crate::evaluation::{DISC, Evaluation};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::key;
use std::sync::PoisonError;

/// From so many plies on the table of guesses is used.
const TABLE_FROM: u32 = 3;
/// From so many plies on the moves are ordered by the evaluation of what they lead to.
const ORDER_FROM: u32 = 3;
/// From so many plies on a shallower search may make a deeper one unnecessary.
const CUT_FROM: u32 = 4;
/// From so many plies on nodes are shared between threads.
const SPLIT_FROM: u32 = 6;
/// Up to so many empty squares the end of the game is read by the exact search.
const EXACT_BELOW: u32 = 12;
/// What each reply left to the opponent counts against a move.
const REPLY_COST: i32 = DISC / 2;
/// Beyond every guess.
pub const BEYOND: i32 = 1000 * DISC;

/// What the table knows of a guess: bounds on it, and the best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess {
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) best: u8,
}

/// No guess is as high as this.
const MOST: i32 = 511;

impl Guess {
    pub(crate) const NOTHING: Guess = Guess { low: -MOST, high: MOST, best: NO_MOVE };

    pub(crate) fn pack(self) -> u32 {
        let number = |bound: i32| (bound.clamp(-MOST, MOST) + 512) as u32;
        number(self.low) | number(self.high) << 10 | u32::from(self.best & 127) << 20
    }

    pub(crate) fn unpack(payload: u32) -> Guess {
        let number = |bits: u32| (bits & 1023) as i32 - 512;
        let best = (payload >> 20) as u8;
        Guess {
            low: number(payload),
            high: number(payload >> 10),
            best: if best == NO_MOVE & 127 { NO_MOVE } else { best },
        }
    }
}

/// How deep the guess behind a table entry looked, and how carefully.
pub(crate) fn effort(depth: u32, confidence: Confidence) -> u8 {
    (depth.min(63) << 2) as u8 | confidence.0
}

/// Whether a guess of one effort does for another.
pub(crate) fn suffices(found: u8, wanted: u8) -> bool {
    found >> 2 >= wanted >> 2 && found & 3 >= wanted & 3
}

/// How deep a search looks that may make one of `depth` plies unnecessary.
pub fn shallow_depth(depth: u32) -> u32 {
    2 * (depth / 4) + (depth & 1)
}

/// Whether a shallower search says that the score is almost surely above `alpha`, or not above.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn foreseen<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    evaluation: &'static Evaluation,
    position: &Seen,
    moves: u64,
    alpha: i32,
    depth: u32,
    confidence: Confidence,
) -> Option<bool> {
    let empties = (G::FULL & !(position.own | position.other)).count_ones();
    let shallow = shallow_depth(depth);
    let to_the_end = depth >= empties;
    let deviation = evaluation.spreads[usize::from(to_the_end)].of(empties, depth, shallow);
    let margin = (confidence.deviations() * deviation * DISC as f32) as i32 + 1;
    let glance = evaluation.of::<G>(&position.features, empties);
    let highest = (G::SQUARES as i32) * DISC;
    // The evaluation alone must agree before a search is worth its time.
    let bound = alpha + margin;
    if glance > alpha && bound < highest {
        let window = (bound, bound + 1);
        let score = kernel.guess::<G>(worker, position, moves, window, shallow, confidence);
        if score > bound {
            return Some(true);
        }
    }
    let bound = alpha + 1 - margin;
    if glance <= alpha && bound > -highest {
        let window = (bound - 1, bound);
        let score = kernel.guess::<G>(worker, position, moves, window, shallow, confidence);
        if score < bound {
            return Some(false);
        }
    }
    None
}

/// The exact score within a window, in units of the evaluation.
#[inline(always)]
fn read_out<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    position: &Seen,
    moves: u64,
    (alpha, beta): (i32, i32),
) -> i32 {
    let (mut low, mut high) = (-(G::SQUARES as i32), G::SQUARES as i32);
    let mut at = alpha.div_euclid(DISC).clamp(low, high - 1);
    // A narrow window takes one question; a wide one is cut in halves.
    loop {
        let score = kernel.middle::<G>(worker, position.own, position.other, moves, at);
        if worker.aborted {
            return alpha;
        }
        if score > at {
            low = low.max(score);
        } else {
            high = high.min(score);
        }
        if low >= high || low * DISC >= beta {
            return low * DISC;
        }
        if high * DISC <= alpha {
            return high * DISC;
        }
        at = (low + (high - low) / 2).clamp(low, high - 1);
    }
}

/// What a position is worth `depth` plies ahead, in units of which [`DISC`] make a disc; `moves`
/// are those of the side to move. Outside the window the result is a bound (fail-soft).
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub fn guess<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    position: &Seen,
    moves: u64,
    (mut alpha, beta): (i32, i32),
    depth: u32,
    confidence: Confidence,
) -> i32 {
    let (own, other) = (position.own, position.other);
    let nodes_before = worker.tally.nodes;
    worker.tally.nodes += 1;
    if depth >= 3 {
        worker.tell_if_due();
        worker.look();
        if worker.aborted {
            return alpha;
        }
    }
    let Some(evaluation) = worker.shared.evaluation else { return 0 };
    if moves == 0 {
        let replies = kernel.mobility::<G>(other, own);
        if replies == 0 {
            return DISC * worker.tally.final_score::<G>(own, other);
        }
        let window = (-beta, -alpha);
        return -kernel.guess::<G>(worker, &position.passed(), replies, window, depth, confidence);
    }
    let empty = G::FULL & !(own | other);
    let empties = empty.count_ones();
    if depth == 0 {
        return evaluation.of::<G>(&position.features, empties);
    }
    if depth >= empties && empties <= EXACT_BELOW {
        return read_out(kernel, worker, position, moves, (alpha, beta));
    }
    let mut known = Guess::NOTHING;
    let own_key = if depth >= TABLE_FROM { key::<G>(own, other) } else { 0 };
    let effort = effort(depth, confidence);
    if depth >= TABLE_FROM
        && let Some((payload, found)) = worker.shared.guesses.probe_with_work(own_key)
    {
        let entry = Guess::unpack(payload);
        known.best = entry.best;
        if suffices(found, effort) {
            if entry.low >= beta || entry.low == entry.high {
                return entry.low;
            }
            if entry.high <= alpha {
                return entry.high;
            }
        }
        if found == effort {
            (known.low, known.high) = (entry.low, entry.high);
        }
    }
    let narrow = beta - alpha == 1;
    if narrow && depth >= CUT_FROM && confidence != Confidence::FULL {
        let seen = foreseen(kernel, worker, evaluation, position, moves, alpha, depth, confidence);
        if worker.aborted {
            return alpha;
        }
        if let Some(above) = seen {
            return if above { beta } else { alpha };
        }
    }
    let mut batches = Batches::new();
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    if depth == 1 {
        return last_ply::<K, G>(kernel, worker, evaluation, position, &batches, empties, beta);
    }
    let best_known = if known.best == NO_MOVE { 0 } else { 1 << known.best };
    for batch in &mut batches {
        let mut ranks = [0; LANES];
        for lane in 0..batch.len {
            let (own, other, replies) = (batch.own[lane], batch.other[lane], batch.moves[lane]);
            let count = replies.count_ones() + (replies & G::CORNERS).count_ones();
            let mut rank = -REPLY_COST * count as i32;
            if depth >= ORDER_FROM {
                let child = position.after::<G>(Some(evaluation), own, other);
                rank -= evaluation.of::<G>(&child.features, empties - 1);
            }
            if other & empty & best_known != 0 {
                rank += 1 << 20;
            }
            ranks[lane] = rank;
        }
        batch.set_ranks(&ranks);
    }
    let floor = alpha;
    let mut best = -BEYOND;
    let mut best_square = NO_MOVE;
    let mut searched = 0;
    while let Some((child_own, child_other, replies)) = batch::take_best(&mut batches) {
        let square = (child_other & empty).trailing_zeros() as u8;
        if searched > 0
            && narrow
            && depth >= SPLIT_FROM
            && worker.shared.pool.wants_work(worker.split.as_ref())
        {
            let mut rest = super::Children::new();
            rest.push(super::Child {
                own: child_own,
                other: child_other,
                moves: replies,
                square,
                rank: 0,
            });
            while let Some((own, other, moves)) = batch::take_best(&mut batches) {
                let square = (other & empty).trailing_zeros() as u8;
                rest.push(super::Child { own, other, moves, square, rank: 0 });
            }
            let count = rest.len();
            let job = Job::Guess { depth, confidence };
            let node = Node::new(position, rest, alpha, job, (best, best_square));
            let parent = worker.split.clone();
            let shared = worker.shared.clone();
            let split = shared.pool.split(worker, node, count, parent);
            worker.look();
            if worker.aborted {
                return alpha;
            }
            (best, best_square) = *split.job.best.lock().unwrap_or_else(PoisonError::into_inner);
            break;
        }
        let child = position.after::<G>(Some(evaluation), child_own, child_other);
        // After the first move of a wide window the others need only be shown to be no better.
        let window = if searched > 0 && !narrow { (-alpha - 1, -alpha) } else { (-beta, -alpha) };
        let mut score = -kernel.guess::<G>(worker, &child, replies, window, depth - 1, confidence);
        if score > alpha && score < beta && window.0 > -beta && !worker.aborted {
            let window = (-beta, -alpha);
            score = -kernel.guess::<G>(worker, &child, replies, window, depth - 1, confidence);
        }
        if worker.aborted {
            return alpha;
        }
        searched += 1;
        if score > best {
            (best, best_square) = (score, square);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
    }
    if depth >= TABLE_FROM {
        if best > floor {
            known.low = best;
        }
        if best < beta {
            known.high = best;
        }
        if known.low > known.high {
            (known.low, known.high) = (best, best);
        }
        known.best = best_square;
        worker.shared.believe(own_key, known, effort, worker.tally.nodes - nodes_before);
    }
    best
}

/// The best of the evaluations of all moves.
#[inline(always)]
fn last_ply<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    evaluation: &'static Evaluation,
    position: &Seen,
    batches: &Batches,
    empties: u32,
    beta: i32,
) -> i32 {
    let mut best = -BEYOND;
    for batch in batches {
        for lane in 0..batch.len {
            let child = position.after::<G>(Some(evaluation), batch.own[lane], batch.other[lane]);
            let score = -match batch.moves[lane] {
                0 => {
                    let window = (-BEYOND, BEYOND);
                    kernel.guess::<G>(worker, &child, 0, window, 0, Confidence::FULL)
                }
                _ => {
                    worker.tally.nodes += 1;
                    evaluation.of::<G>(&child.features, empties - 1)
                }
            };
            if score > best {
                best = score;
                if best >= beta {
                    return best;
                }
            }
        }
    }
    best
}
