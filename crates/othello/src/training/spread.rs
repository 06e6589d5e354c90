//! How far shallow searches are off, measured on positions that the weights were not fitted to.

use super::selfplay::Player;
use super::{Plan, Sample};
use crate::evaluation::{DISC, Evaluation, Spread};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::search::{BEYOND, Seen};
use yomikiri_core::Context;
use yomikiri_search::par_chunks;

/// Positions to look at for each number of empty squares.
const POSITIONS: usize = 48;
/// The deepest search to compare with.
const DEEPEST: u32 = 9;
/// Most empty squares at which the exact score is compared with.
const EXACT: u32 = 18;
/// Differences of fewer pairs say little.
const LEAST_PAIRS: usize = 20;
/// No deviation is taken for less, in discs: a small sample may look perfect.
const LEAST_DEVIATION: f64 = 0.3;
/// How strongly the fit is held to zero.
const RIDGE: f64 = 0.5;

/// The guesses at every depth about one position, and the exact score where it was read out.
struct Looked {
    empties: u32,
    guesses: Vec<f64>,
    exact: Option<f64>,
}

/// Measures both spreads; `None` if stopped.
pub(crate) fn measure<K: Kernel, G: Geometry>(
    kernel: K,
    plan: &Plan,
    evaluation: &'static Evaluation,
    samples: &[Sample],
    context: &Context,
) -> Option<[Spread; 2]> {
    let squares = plan.size.squares();
    let empties_of = |sample: &Sample| squares - (sample.own | sample.other).count_ones();
    let mut by_empties = vec![Vec::new(); squares as usize];
    for sample in samples {
        by_empties[empties_of(sample) as usize].push(sample);
    }
    // Spread over all games, not the first ones only.
    let mut chosen: Vec<&Sample> = Vec::new();
    for samples in &by_empties[8..] {
        let step = (samples.len() / POSITIONS).max(1);
        chosen.extend(samples.iter().step_by(step).take(POSITIONS));
    }
    let looked =
        par_chunks(context, "how far shallow searches are off", chosen.len(), 1, |range| {
            let sample = chosen[range.start];
            let empties = empties_of(sample);
            let mut player = Player::<K, G>::new(kernel, Some(evaluation));
            let position = Seen::new(Some(evaluation), sample.own, sample.other);
            let deepest = DEEPEST.min(empties - 2);
            let guesses = (0..=deepest)
                .map(|depth| {
                    let guess = player.guess(&position, (-BEYOND, BEYOND), depth);
                    f64::from(guess) / f64::from(DISC)
                })
                .collect();
            let exact = (empties <= EXACT).then(|| f64::from(player.read_out(&position)));
            Looked { empties, guesses, exact }
        })?;
    let mut cells: [Vec<Cell>; 2] = [Vec::new(), Vec::new()];
    for empties in 8..squares {
        let here: Vec<&Looked> = looked.iter().filter(|looked| looked.empties == empties).collect();
        let pairs = |shallow: usize, deep: &dyn Fn(&Looked) -> Option<f64>| -> Vec<f64> {
            let pair = |looked: &&Looked| Some(deep(looked)? - looked.guesses.get(shallow)?);
            here.iter().filter_map(pair).collect()
        };
        for shallow in 0..=DEEPEST as usize {
            for depth in shallow + 1..=DEEPEST as usize {
                let differences = pairs(shallow, &|looked| looked.guesses.get(depth).copied());
                cells[0].extend(Cell::new(empties, depth as u32, shallow as u32, &differences));
            }
            let differences = pairs(shallow, &|looked| looked.exact);
            cells[1].extend(Cell::new(empties, empties, shallow as u32, &differences));
        }
    }
    Some(cells.map(|cells| fit(&cells)))
}

/// The deviation measured for one choice of empty squares and depths.
struct Cell {
    terms: [f32; 6],
    logarithm: f64,
}

impl Cell {
    fn new(empties: u32, depth: u32, shallow: u32, differences: &[f64]) -> Option<Cell> {
        if differences.len() < LEAST_PAIRS {
            return None;
        }
        let count = differences.len() as f64;
        // What is off on the whole is no less off.
        let square = differences.iter().map(|d| d * d).sum::<f64>() / count;
        let logarithm = square.sqrt().max(LEAST_DEVIATION).ln();
        Some(Cell { terms: Spread::terms(empties, depth, shallow), logarithm })
    }
}

/// Least squares, by elimination.
fn fit(cells: &[Cell]) -> Spread {
    let mut rows = [[0.0f64; 7]; 6];
    for (index, row) in rows.iter_mut().enumerate() {
        row[index] = RIDGE;
    }
    for cell in cells {
        for (row, &a) in rows.iter_mut().zip(&cell.terms) {
            for (entry, &b) in row.iter_mut().zip(&cell.terms) {
                *entry += f64::from(a) * f64::from(b);
            }
            row[6] += f64::from(a) * cell.logarithm;
        }
    }
    for pivot in 0..6 {
        // The matrix is positive definite, so no pivot is zero.
        let divisor = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|entry| *entry /= divisor);
        let pivot_row = rows[pivot];
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&pivot_row).for_each(|(entry, other)| *entry -= factor * other);
        }
    }
    Spread(rows.map(|row| row[6] as f32))
}
