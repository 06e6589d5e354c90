//! How the weights of an [`Evaluation`] are made: the program plays against itself, says what each
//! position is worth (exactly, where the end can be read out), and fits the weights to that; then
//! again with what it has learnt.
//!
//! Everything follows from the plan and its seed: the same plan gives the same weights, byte for
//! byte, whatever the machine and the number of threads.

mod fit;
mod selfplay;
mod spread;

use crate::evaluation::Evaluation;
use crate::geometry::Geometry;
use crate::kernel::{Kernel, KernelChoice, OnBoard, on_board};
use crate::position::Size;
pub use fit::{Fitness, PhaseError};
pub use selfplay::Sample;
use yomikiri_core::{Context, Error, Result};

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The board.
    pub size: Size,
    /// What all chance comes from.
    pub seed: u64,
    /// How often to play and fit.
    pub generations: u32,
    /// Games of each generation.
    pub games: usize,
    /// Plies to look ahead for a move.
    pub depth: u32,
    /// Up to so many empty squares positions are read out.
    pub exact: u32,
    /// Steps of the fit.
    pub iterations: u32,
}

/// What came of one generation.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Positions that the weights were fitted to, and those kept back to check them with.
    pub positions: (usize, usize),
    /// How well the weights fit.
    pub fitness: Fitness,
}

/// Makes weights; `None` if it was stopped. Each generation is told to `tell` as it is done.
pub fn train(
    plan: &Plan,
    first: Option<&'static Evaluation>,
    context: &Context,
    mut tell: impl FnMut(&Generation, &Evaluation),
) -> Result<Option<&'static Evaluation>> {
    let mut evaluation = first;
    let mut earlier: Vec<Sample> = Vec::new();
    for number in 1..=plan.generations {
        let Some(samples) = samples(plan, evaluation, number, context)? else { return Ok(None) };
        // The generation before looked less far, but its positions are others.
        let mut all = samples.clone();
        all.append(&mut earlier);
        earlier = samples;
        let (kept_back, fitted): (Vec<Sample>, Vec<Sample>) =
            all.into_iter().partition(|s| s.check);
        let mut next = Evaluation::blank(plan.size)
            .ok_or_else(|| Error::refused("there are no patterns for this board"))?;
        let stage = format!("generation {number}: fitting");
        let Some(fitness) =
            fit::fit(&mut next, &fitted, &kept_back, plan.iterations, &stage, context)
        else {
            return Ok(None);
        };
        // Evaluations live as long as the searches that use them may: to the end.
        let measured: &'static Evaluation = Box::leak(Box::new(next.clone()));
        let Some(spreads) = spreads(plan, measured, &kept_back, context)? else { return Ok(None) };
        next.spreads = spreads;
        let next: &'static Evaluation = Box::leak(Box::new(next));
        let positions = (fitted.len(), kept_back.len());
        tell(&Generation { number, positions, fitness }, next);
        evaluation = Some(next);
    }
    Ok(evaluation)
}

/// The positions of one generation's games.
fn samples(
    plan: &Plan,
    evaluation: Option<&'static Evaluation>,
    number: u32,
    context: &Context,
) -> Result<Option<Vec<Sample>>> {
    struct Games<'a> {
        plan: &'a Plan,
        evaluation: Option<&'static Evaluation>,
        number: u32,
        context: &'a Context,
    }
    impl OnBoard for Games<'_> {
        type Output = Option<Vec<Sample>>;
        fn run<K: Kernel, G: Geometry>(self, kernel: K) -> Option<Vec<Sample>> {
            selfplay::games::<K, G>(kernel, self.plan, self.evaluation, self.number, self.context)
        }
    }
    on_board(KernelChoice::Fastest, plan.size, Games { plan, evaluation, number, context })
}

/// How far shallow searches on a new evaluation are off.
fn spreads(
    plan: &Plan,
    evaluation: &'static Evaluation,
    kept_back: &[Sample],
    context: &Context,
) -> Result<Option<[crate::evaluation::Spread; 2]>> {
    struct Spreads<'a> {
        plan: &'a Plan,
        evaluation: &'static Evaluation,
        kept_back: &'a [Sample],
        context: &'a Context,
    }
    impl OnBoard for Spreads<'_> {
        type Output = Option<[crate::evaluation::Spread; 2]>;
        fn run<K: Kernel, G: Geometry>(self, kernel: K) -> Self::Output {
            spread::measure::<K, G>(
                kernel,
                self.plan,
                self.evaluation,
                self.kept_back,
                self.context,
            )
        }
    }
    on_board(KernelChoice::Fastest, plan.size, Spreads { plan, evaluation, kept_back, context })
}
