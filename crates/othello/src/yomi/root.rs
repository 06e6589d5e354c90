//! The moves of the position to be played, searched one after the other.

use crate::evaluation::DISC;
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::position::{Move, Othello, Position};
use crate::search::{BEYOND, Confidence, Seen, Worker};
use yomikiri_core::Game;

/// What is to be known of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Which is best, and what it is worth.
    Best,
    /// What each is worth.
    All,
}

/// A way to look at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// So many plies ahead, on the evaluation.
    Ahead(u32),
    /// To the end of the game.
    End(Confidence),
}

/// How surely a search ahead must foresee a result to leave something out: it need not be right,
/// and a ply more is worth more than a little care.
const AHEAD: Confidence = Confidence(0);

impl Look {
    /// As good as nothing.
    pub(super) const NOT_AT_ALL: Look = Look::Ahead(0);

    pub(super) fn ahead(depth: u32) -> Look {
        Look::Ahead(depth)
    }

    /// Ways to the end, the last of them a proof.
    pub(super) fn to_the_end(empties: u32) -> Vec<Look> {
        // With few squares left the proof is as fast as a guess.
        let first = if empties < 18 {
            3
        } else if empties < 22 {
            2
        } else {
            0
        };
        Confidence::ALL[first..].iter().map(|confidence| Look::End(*confidence)).collect()
    }

    pub(super) fn is_proof(self) -> bool {
        self == Look::End(Confidence::FULL)
    }

    /// Plies looked ahead.
    pub(super) fn depth(self, empties: u32) -> u32 {
        match self {
            Look::Ahead(depth) => depth,
            Look::End(_) => empties,
        }
    }

    /// The share of the time after which it is not worth beginning.
    pub(super) fn latest_start(self) -> f64 {
        match self {
            // What is found of the first moves is of use even if there is no time for the others.
            Look::Ahead(_) => 0.85,
            Look::End(_) => 0.7,
        }
    }

    fn confidence(self, depth: u32) -> Confidence {
        match self {
            // A shallow search takes no time in any case.
            Look::Ahead(_) if depth < 5 => Confidence::FULL,
            Look::Ahead(_) => AHEAD,
            Look::End(confidence) => confidence,
        }
    }
}

/// One move.
struct Candidate {
    mv: Move,
    child: Seen,
    replies: u64,
    /// What the last search that got so far said, in units of the evaluation.
    value: Option<i32>,
}

/// A position to be played.
pub(super) struct Root<'a, K: Kernel, G: Geometry> {
    worker: &'a mut Worker<K, G>,
    game: &'a Othello,
    position: &'a Position,
    candidates: Vec<Candidate>,
}

impl<'a, K: Kernel, G: Geometry> Root<'a, K, G> {
    pub(super) fn new(
        game: &'a Othello,
        position: &'a Position,
        worker: &'a mut Worker<K, G>,
    ) -> Root<'a, K, G> {
        let (kernel, evaluation) = (worker.shared.kernel, worker.shared.evaluation);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let candidates = moves
            .into_iter()
            .map(|mv| {
                let (own, other) = game.play(position, mv).own_other();
                let child = Seen::new(evaluation, own, other);
                Candidate { mv, child, replies: kernel.mobility::<G>(own, other), value: None }
            })
            .collect();
        Root { worker, game, position, candidates }
    }

    pub(super) fn empties(&self) -> u32 {
        (G::FULL & !(self.position.black | self.position.white)).count_ones()
    }

    pub(super) fn nodes(&mut self) -> u64 {
        self.worker.tell();
        self.worker.shared.nodes.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// The moves, best first, with what was found of them.
    pub(super) fn moves(&self) -> Vec<(Move, Option<i32>)> {
        self.candidates.iter().map(|candidate| (candidate.mv, candidate.value)).collect()
    }

    /// Searches the moves in turn, the best so far first; says whether there was time for all. The
    /// best comes first afterwards, also if there was time only for some.
    pub(super) fn search(&mut self, look: Look, wanted: Wanted) -> bool {
        let before: Vec<Option<i32>> = self.candidates.iter().map(|c| c.value).collect();
        let mut best: Option<i32> = None;
        for index in 0..self.candidates.len() {
            let near = before[index].or(before[0]).unwrap_or(0);
            let value = match (best, wanted) {
                (Some(best), Wanted::Best) => match self.is_better(index, best, look) {
                    Some(false) => continue,
                    Some(true) => self.value(index, near.max(best), look),
                    None => None,
                },
                _ => self.value(index, near, look),
            };
            let Some(value) = value else { return false };
            self.candidates[index].value = Some(value);
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                self.candidates[..=index].rotate_right(1);
            }
        }
        if wanted == Wanted::All {
            self.candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
        }
        true
    }

    /// Whether a move is worth more than `best`; `None` if stopped.
    fn is_better(&mut self, index: usize, best: i32, look: Look) -> Option<bool> {
        let (child, replies) = (self.candidates[index].child, self.candidates[index].replies);
        let kernel = self.worker.shared.kernel;
        let better = match look {
            Look::Ahead(depth) => {
                let (window, confidence) = ((-best - 1, -best), look.confidence(depth));
                let worker = &mut *self.worker;
                -kernel.guess::<G>(worker, &child, replies, window, depth - 1, confidence) > best
            }
            Look::End(confidence) => {
                let alpha = -best.div_euclid(DISC) - 1;
                kernel.deep::<G>(self.worker, &child, alpha, 0.0, confidence) <= alpha
            }
        };
        (!self.worker.aborted()).then_some(better)
    }

    /// What a move is worth, probably about `near`; `None` if stopped.
    fn value(&mut self, index: usize, near: i32, look: Look) -> Option<i32> {
        let (child, replies) = (self.candidates[index].child, self.candidates[index].replies);
        let kernel = self.worker.shared.kernel;
        let value = match look {
            Look::Ahead(depth) => {
                let (window, confidence) = ((-BEYOND, BEYOND), look.confidence(depth));
                -kernel.guess::<G>(self.worker, &child, replies, window, depth - 1, confidence)
            }
            Look::End(confidence) => {
                let (mut low, mut high) = (-(G::SQUARES as i32), G::SQUARES as i32);
                let mut at = 2 * (-near as f32 / (2 * DISC) as f32).round() as i32 - 1;
                while low < high && !self.worker.aborted() {
                    at = at.clamp(low, high - 1);
                    let score = kernel.deep::<G>(self.worker, &child, at, 0.0, confidence);
                    if score > at {
                        low = score;
                        at = score + 1;
                    } else {
                        high = score;
                        at = score - 2;
                    }
                }
                -low * DISC
            }
        };
        (!self.worker.aborted()).then_some(value)
    }

    /// The line that the tables expect, the best move first.
    pub(super) fn line(&self) -> Vec<Move> {
        const LONGEST: usize = 20;
        let mut line = vec![self.candidates[0].mv];
        let mut position = self.game.play(self.position, line[0]);
        while line.len() < LONGEST {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            let (own, other) = position.own_other();
            let expected = match moves[..] {
                [] => break,
                [Move::Pass] => Some(Move::Pass),
                _ => self.worker.expected(own, other).map(|square| Move::Disc(square as u8)),
            };
            let Some(mv) = expected.filter(|mv| moves.contains(mv)) else { break };
            line.push(mv);
            position = self.game.play(&position, mv);
        }
        line
    }
}
