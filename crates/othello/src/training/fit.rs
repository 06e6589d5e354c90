//! Weights from labelled positions: least squares by conjugate gradients, one phase a thread.

use super::Sample;
use crate::evaluation::{Evaluation, WEIGHT_DISC, phase};
use yomikiri_core::Context;
use yomikiri_search::par_chunks;

/// How strongly weights are held to zero: as by so many positions in which they made no difference.
const RIDGE: f32 = 30.0;

/// How well weights fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitness {
    /// Over all positions that were fitted, and all that were kept back: the root of the mean
    /// square of the error, in discs.
    pub error: (f64, f64),
    /// The same for each phase.
    pub phases: Vec<PhaseError>,
}

/// How well the weights of a phase fit.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PhaseError {
    /// Positions fitted and kept back.
    pub positions: (usize, usize),
    /// Root mean square error in discs on each.
    pub error: (f64, f64),
}

/// The least-squares problem of one phase: a weight for each content of each shape, then one for
/// each number of empty squares.
struct Problem<'a> {
    evaluation: &'a Evaluation,
    /// For each content of each shape, the place of the one that stands for it.
    places: &'a [u32],
    samples: Vec<&'a Sample>,
}

impl Problem<'_> {
    fn unknowns(&self) -> usize {
        self.places.len() + self.evaluation.by_empties.len()
    }

    /// Calls `with` for each position, with the places of its weights.
    fn each(&self, mut with: impl FnMut(usize, &[u32])) {
        let evaluation = self.evaluation;
        let mut places = vec![0; evaluation.patterns.lanes() + 1];
        for (index, sample) in self.samples.iter().enumerate() {
            let features = evaluation.features(sample.own, sample.other);
            for (lane, zero) in evaluation.patterns.zeros.iter().enumerate() {
                let content = *zero as i32 + i32::from(features.lane(lane));
                places[lane] = self.places[content as usize];
            }
            let empties = evaluation.size.squares() - (sample.own | sample.other).count_ones();
            places[evaluation.patterns.lanes()] = self.places.len() as u32 + empties;
            with(index, &places);
        }
    }

    /// What weights say of each position.
    fn said(&self, weights: &[f32]) -> Vec<f32> {
        let mut said = vec![0.0; self.samples.len()];
        self.each(|index, places| {
            said[index] = places.iter().map(|place| weights[*place as usize]).sum();
        });
        said
    }

    /// The sum, for each weight, of `of_position` over the positions that have it.
    fn gathered(&self, of_position: &[f32]) -> Vec<f32> {
        let mut gathered = vec![0.0; self.unknowns()];
        self.each(|index, places| {
            places.iter().for_each(|place| gathered[*place as usize] += of_position[index]);
        });
        gathered
    }

    /// The weights that make the sum of squared errors least, by conjugate gradients, each step
    /// measured by how often a weight is seen.
    fn solve(&self, iterations: u32) -> Vec<f32> {
        let seen = self.gathered(&vec![1.0; self.samples.len()]);
        let scaled = |gradient: &[f32]| -> Vec<f32> {
            gradient.iter().zip(&seen).map(|(g, seen)| g / (seen + RIDGE)).collect()
        };
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let mut weights = vec![0.0; self.unknowns()];
        let mut errors: Vec<f32> = self.samples.iter().map(|sample| sample.worth).collect();
        let mut gradient = self.gathered(&errors);
        let mut direction = scaled(&gradient);
        let mut slope = dot(&gradient, &direction);
        for _ in 0..iterations {
            let change = self.said(&direction);
            let curvature = dot(&change, &change) + f64::from(RIDGE) * dot(&direction, &direction);
            if curvature <= 0.0 || slope <= 0.0 {
                break;
            }
            let step = (slope / curvature) as f32;
            weights.iter_mut().zip(&direction).for_each(|(weight, d)| *weight += step * d);
            errors.iter_mut().zip(&change).for_each(|(error, change)| *error -= step * change);
            gradient = self.gathered(&errors);
            gradient.iter_mut().zip(&weights).for_each(|(g, weight)| *g -= RIDGE * weight);
            let next = scaled(&gradient);
            let next_slope = dot(&gradient, &next);
            let turn = (next_slope / slope) as f32;
            direction.iter_mut().zip(&next).for_each(|(d, next)| *d = next + turn * *d);
            slope = next_slope;
        }
        weights
    }

    /// The sum of the squared errors.
    fn squares(&self, weights: &[f32]) -> f64 {
        let said = self.said(weights);
        let errors = self.samples.iter().zip(said).map(|(sample, said)| sample.worth - said);
        errors.map(|error| f64::from(error).powi(2)).sum()
    }
}

/// Fits the weights of `evaluation`; `None` if stopped.
pub(crate) fn fit(
    evaluation: &mut Evaluation,
    fitted: &[Sample],
    kept_back: &[Sample],
    iterations: u32,
    stage: &str,
    context: &Context,
) -> Option<Fitness> {
    let squares = evaluation.size.squares();
    let phases = evaluation.phases.len();
    let [of_fitted, of_kept_back] = [fitted, kept_back].map(|samples| {
        let mut by_phase = vec![Vec::new(); phases];
        for sample in samples {
            let empties = squares - (sample.own | sample.other).count_ones();
            by_phase[phase(squares, empties).min(phases - 1)].push(sample);
        }
        by_phase
    });
    let mut places = vec![0; evaluation.patterns.weights];
    for shape in &evaluation.patterns.shapes {
        for (content, least) in shape.representative.iter().enumerate() {
            places[shape.first + content] = shape.first as u32 + least;
        }
    }
    let frozen: &Evaluation = evaluation;
    let done = par_chunks(context, stage, phases, 1, |range| {
        let index = range.start;
        let problem = |samples| Problem { evaluation: frozen, places: &places, samples };
        let own = problem(of_fitted[index].clone());
        let checks = problem(of_kept_back[index].clone());
        let weights = own.solve(iterations);
        let errors = (own.squares(&weights), checks.squares(&weights));
        (weights, (own.samples.len(), checks.samples.len()), errors)
    })?;
    let rounded = |weight: f32| {
        (weight * WEIGHT_DISC as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
    };
    let root = |sum: f64, count: usize| (sum.max(0.0) / count.max(1) as f64).sqrt();
    let mut fitness = Fitness { error: (0.0, 0.0), phases: Vec::new() };
    let (mut sums, mut counts) = ((0.0, 0.0), (0, 0));
    for (index, (weights, positions, errors)) in done.into_iter().enumerate() {
        for (place, weight) in evaluation.phases[index].iter_mut().enumerate() {
            *weight = rounded(weights[places[place] as usize]);
        }
        for (empties, weight) in weights[places.len()..].iter().enumerate() {
            // Each number of empty squares is of one phase only.
            if *weight != 0.0 {
                evaluation.by_empties[empties] = rounded(*weight);
            }
        }
        let error = (root(errors.0, positions.0), root(errors.1, positions.1));
        fitness.phases.push(PhaseError { positions, error });
        sums = (sums.0 + errors.0, sums.1 + errors.1);
        counts = (counts.0 + positions.0, counts.1 + positions.1);
    }
    fitness.error = (root(sums.0, counts.0), root(sums.1, counts.1));
    Some(fitness)
}
