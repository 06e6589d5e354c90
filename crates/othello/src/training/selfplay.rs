//! Games of the program against itself, each position labelled with what it is worth.

use super::Plan;
use crate::evaluation::{DISC, Evaluation};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::key::key_bits;
use crate::ordering;
use crate::position::{Othello, Scoring, squares};
use crate::search::{BEYOND, Confidence, Seen, Shared, Worker};
use std::sync::Arc;
use yomikiri_core::{Context, Dice, Game, Limits};
use yomikiri_search::{Table, par_chunks};

/// Bytes of each of a thread's tables.
const TABLE_BYTES: u64 = 1 << 20;
/// One game in so many is kept back from the fit.
const CHECKED: usize = 20;
/// How often, in a hundred, a move is left to chance.
const CHANCE: usize = 4;
/// The same once positions are read out, where it costs nothing.
const LATE_CHANCE: usize = 30;
/// How much of a position's label is what became of it, not what was seen ahead.
const FORESIGHT: f32 = 0.7;
/// Positions with fewer empty squares are not worth learning.
const LEAST_EMPTIES: u32 = 4;

/// A position and what it is worth to the side to move, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The label.
    pub worth: f32,
    /// Whether it is kept back from the fit, to check it with.
    pub check: bool,
}

/// One thread's player.
pub(crate) struct Player<K: Kernel, G: Geometry> {
    kernel: K,
    worker: Worker<K, G>,
    evaluation: Option<&'static Evaluation>,
}

impl<K: Kernel, G: Geometry> Player<K, G> {
    /// A player who knows nothing of other games.
    pub(crate) fn new(kernel: K, evaluation: Option<&'static Evaluation>) -> Player<K, G> {
        let no_memory = "a few megabytes can be had";
        let table = Table::new(TABLE_BYTES, key_bits(G::SQUARES)).expect(no_memory);
        let guesses = Table::new(TABLE_BYTES, key_bits(G::SQUARES)).expect(no_memory);
        let context = Context::new(Limits::default());
        let shared =
            Shared::new(kernel, Arc::new(table), Arc::new(guesses), evaluation, context, None);
        Player { kernel, worker: Worker::new(Arc::new(shared), Scoring::Tournament), evaluation }
    }

    /// What a position looks like `depth` plies ahead, in discs.
    pub(crate) fn guess(&mut self, position: &Seen, window: (i32, i32), depth: u32) -> i32 {
        let kernel = self.kernel;
        let moves = kernel.mobility::<G>(position.own, position.other);
        match self.evaluation {
            Some(_) => {
                let worker = &mut self.worker;
                kernel.guess::<G>(worker, position, moves, window, depth, Confidence::FULL)
            }
            None => {
                let (own, other) = (position.own, position.other);
                kernel.preview::<G>(&mut self.worker, own, other, moves, window, depth)
            }
        }
    }

    /// Units of [`Player::guess`] that make a disc.
    fn disc(&self) -> f32 {
        (if self.evaluation.is_some() { DISC } else { ordering::DISC }) as f32
    }

    /// The position that the best move leads to, and what it is worth.
    fn think(&mut self, position: &Seen, moves: u64, depth: u32) -> (Seen, f32) {
        let mut best = (*position, -64 * BEYOND);
        for square in squares(moves) {
            let child = self.play(position, square);
            let window = (-64 * BEYOND, -best.1);
            let score = -self.guess(&child, window, depth - 1);
            if score > best.1 {
                best = (child, score);
            }
        }
        (best.0, best.1 as f32 / self.disc())
    }

    fn play(&self, position: &Seen, square: u32) -> Seen {
        let flips = self.kernel.flips::<G>(position.own, position.other, square);
        let (own, other) = (position.other & !flips, position.own | flips | 1 << square);
        position.after::<G>(self.evaluation, own, other)
    }

    /// The exact score.
    pub(crate) fn read_out(&mut self, position: &Seen) -> i32 {
        let (mut low, mut high) = (-(G::SQUARES as i32), G::SQUARES as i32);
        let guess = self.guess(position, (-64 * BEYOND, 64 * BEYOND), 2) as f32 / self.disc();
        // Scores are even, and questions are best asked just below and just above the guess.
        let mut at = 2 * (guess / 2.0).round() as i32 - 1;
        while low < high {
            at = at.clamp(low, high - 1);
            let score =
                self.kernel.deep::<G>(&mut self.worker, position, at, 0.0, Confidence::FULL);
            if score > at {
                low = score;
                at = score + 1;
            } else {
                high = score;
                at = score - 2;
            }
        }
        low
    }

    /// One game.
    fn game(&mut self, plan: &Plan, start: &Seen, random: &mut Dice, samples: &mut Vec<Sample>) {
        struct Step {
            position: Seen,
            /// Whether the first side is to move.
            first: bool,
            seen_ahead: f32,
            by_chance: bool,
        }
        let mut steps: Vec<Step> = Vec::new();
        let (mut position, mut first) = (*start, true);
        // Most games leave the known paths early; some much later, to see stranger positions.
        let squares = G::SQUARES as usize;
        let opening = match happens(random, 75) {
            true => 4 + random.below(squares / 6),
            false => 4 + random.below(squares / 2 - 6),
        };
        let mut plies = 0;
        let end = loop {
            let moves = self.kernel.mobility::<G>(position.own, position.other);
            if moves == 0 {
                if self.kernel.mobility::<G>(position.other, position.own) == 0 {
                    let discs = |set: u64| set.count_ones();
                    let (own, other) = (discs(position.own), discs(position.other));
                    break Scoring::Tournament.score(own, other, G::SQUARES) as f32;
                }
                (position, first) = (position.passed(), !first);
                continue;
            }
            let empties = (G::FULL & !(position.own | position.other)).count_ones();
            if plies >= opening && empties <= plan.exact {
                break self.late(&position, random, samples);
            }
            let any = |random: &mut Dice| {
                let number = random.below(moves.count_ones() as usize);
                crate::position::squares(moves).nth(number).expect("there are as many moves")
            };
            plies += 1;
            if plies <= opening {
                position = self.play(&position, any(random));
            } else {
                let (next, seen_ahead) = self.think(&position, moves, plan.depth);
                let most = G::SQUARES as f32;
                let seen_ahead = seen_ahead.clamp(-most, most);
                let by_chance = happens(random, CHANCE);
                steps.push(Step { position, first, seen_ahead, by_chance });
                position = if by_chance { self.play(&position, any(random)) } else { next };
            }
            first = !first;
        };
        // Back from the end: what became of a position, unless chance had a hand in it.
        let foresight = if self.evaluation.is_some() { FORESIGHT } else { 1.0 };
        let mut became = if first { end } else { -end };
        for step in steps.iter().rev() {
            let sign = if step.first { 1.0 } else { -1.0 };
            let worth = match step.by_chance {
                true => step.seen_ahead,
                false => foresight * sign * became + (1.0 - foresight) * step.seen_ahead,
            };
            became = sign * worth;
            let Seen { own, other, .. } = step.position;
            if !(step.by_chance && self.evaluation.is_none()) {
                samples.push(Sample { own, other, worth, check: false });
            }
        }
    }

    /// Plays on from a position that can be read out, and so can all that follow.
    fn late(&mut self, position: &Seen, random: &mut Dice, samples: &mut Vec<Sample>) -> f32 {
        let mut position = *position;
        let score = self.read_out(&position);
        let mut now = score;
        loop {
            let moves = self.kernel.mobility::<G>(position.own, position.other);
            let empties = (G::FULL & !(position.own | position.other)).count_ones();
            if empties < LEAST_EMPTIES {
                break;
            }
            if moves == 0 {
                if self.kernel.mobility::<G>(position.other, position.own) == 0 {
                    break;
                }
                (position, now) = (position.passed(), -now);
                continue;
            }
            let Seen { own, other, .. } = position;
            samples.push(Sample { own, other, worth: now as f32, check: false });
            let next = match happens(random, LATE_CHANCE) {
                true => {
                    let number = random.below(moves.count_ones() as usize);
                    let square = squares(moves).nth(number).expect("there are as many moves");
                    self.play(&position, square)
                }
                false => self.think(&position, moves, 2).0,
            };
            now = self.read_out(&next);
            position = next;
        }
        score as f32
    }
}

/// Whether something happens that does so `percent` times in a hundred.
fn happens(random: &mut Dice, percent: usize) -> bool {
    random.below(100) < percent
}

/// Plays all games of a generation; `None` if stopped.
pub(crate) fn games<K: Kernel, G: Geometry>(
    kernel: K,
    plan: &Plan,
    evaluation: Option<&'static Evaluation>,
    number: u32,
    context: &Context,
) -> Option<Vec<Sample>> {
    let rules = Othello::new(plan.size);
    let (own, other) = rules.start().own_other();
    let stage = format!("generation {number}: games");
    let pieces = par_chunks(context, &stage, plan.games, 1, |range| {
        let mut samples = Vec::new();
        for index in range {
            // A new player each time: what a game is must not depend on who played before it.
            let mut player = Player::<K, G>::new(kernel, evaluation);
            let mut random = Dice::of_piece(plan.seed, number.into(), index as u64);
            let start = Seen::new(evaluation, own, other);
            let from = samples.len();
            player.game(plan, &start, &mut random, &mut samples);
            for sample in &mut samples[from..] {
                sample.check = index % CHECKED == 0;
            }
        }
        samples
    })?;
    Some(pieces.into_iter().flatten().collect())
}
