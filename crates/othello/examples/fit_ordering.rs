//! Makes the weights of the ordering's evaluation: plays random games, solves the positions they
//! lead to exactly, and fits the evaluation to the scores by least squares.
//!
//! ```text
//! cargo run --release -p yomikiri-othello --example fit_ordering
//! ```
//!
//! takes some minutes on one core and writes `crates/othello/data/ordering-*.bin` anew; the same
//! program gives the same bytes.

use std::path::Path;
use yomikiri_core::{Context, Game, Goal, Limits, Solver};
use yomikiri_othello::geometry::{ARM_CODES, Geometry, Grid};
use yomikiri_othello::kernel::{Kernel, Portable};
use yomikiri_othello::ordering::{Weights, arm_codes, features};
use yomikiri_othello::{Move, Othello, Position, ReadOut, Size, Start};

/// Evaluation units a disc, and how strongly weights are held to zero.
const DISC: f64 = 16.0;
const RIDGE: f64 = 8.0;
const UNKNOWNS: usize = 1 + 4 + 2 * ARM_CODES;

/// One solved position as a sparse row: what it has of each unknown, and its score.
struct Row {
    entries: Vec<(usize, f64)>,
    score: f64,
}

/// A generator of numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// A position with so many empty squares, from a game in which each side mostly leaves the
/// other few moves. `None` if the game ended before.
fn sample<G: Geometry>(game: &Othello, empties: u32, random: &mut Random) -> Option<Position> {
    let mut position = game.start();
    while (G::FULL & !(position.black | position.white)).count_ones() > empties {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            return None;
        }
        let careless = random.below(100) < 30;
        let mv = *moves.iter().max_by_key(|mv| {
            let (own, other) = game.play(&position, **mv).own_other();
            let replies = Portable.mobility::<G>(own, other);
            let cost = replies.count_ones() + 2 * (replies & G::CORNERS).count_ones();
            random.below(20) as i32 - if careless { 0 } else { 10 * cost as i32 }
        })?;
        position = game.play(&position, mv);
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    matches!(moves.first(), Some(Move::Disc(_))).then_some(position)
}

fn row<G: Geometry>(position: &Position, score: i32) -> Row {
    let (own, other) = position.own_other();
    let empty = G::FULL & !(own | other);
    let mut entries = vec![(0, 1.0)];
    let own_features = features::<G>(own, Portable.mobility::<G>(own, other), empty);
    let other_features = features::<G>(other, Portable.mobility::<G>(other, own), empty);
    for index in 0..4 {
        entries.push((1 + index, f64::from(own_features[index] - other_features[index])));
    }
    for (index, code) in arm_codes::<_, G>(Portable, own, other).into_iter().enumerate() {
        let short = index >= 4 && G::ROWS == 4;
        entries.push((5 + code + if short { ARM_CODES } else { 0 }, 1.0));
    }
    Row { entries, score: score.into() }
}

fn solved_rows<G: Geometry>(count: usize, empties: u32, rows: &mut Vec<Row>) {
    let size = Size::new(G::ROWS, G::COLUMNS).expect("a playable size");
    let mut random = Random(0x9e37_79b9 + u64::from(empties));
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let before = rows.len();
    while rows.len() < before + count {
        let start = if random.below(2) == 0 { Start::Othello } else { Start::Reversi };
        let game = Othello { start, ..Othello::new(size) };
        let Some(position) = sample::<G>(&game, empties, &mut random) else { continue };
        let answer = ReadOut::default()
            .solve(&game, &position, Goal::Score, &Context::new(limits.clone()))
            .expect("a sampled position is legal");
        let score = answer.verdict().score().expect("no limit was set");
        rows.push(row::<G>(&position, score.0));
    }
    eprintln!("{}x{}: {count} positions with {empties} empty squares", G::ROWS, G::COLUMNS);
}

/// Least squares with a ridge, by conjugate gradients on the normal equations.
fn fit(rows: &[Row]) -> Vec<f64> {
    let apply = |x: &[f64]| {
        let mut result: Vec<f64> = x.iter().map(|x| RIDGE * x).collect();
        for row in rows {
            let dot: f64 = row.entries.iter().map(|(index, value)| x[*index] * value).sum();
            for (index, value) in &row.entries {
                result[*index] += dot * value;
            }
        }
        result
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut x = vec![0.0; UNKNOWNS];
    let mut residual = vec![0.0; UNKNOWNS];
    for row in rows {
        for (index, value) in &row.entries {
            residual[*index] += row.score * value;
        }
    }
    let mut direction = residual.clone();
    let mut norm = dot(&residual, &residual);
    for _ in 0..400 {
        let image = apply(&direction);
        let step = norm / dot(&direction, &image);
        for index in 0..UNKNOWNS {
            x[index] += step * direction[index];
            residual[index] -= step * image[index];
        }
        let next = dot(&residual, &residual);
        if next < 1e-6 {
            break;
        }
        for index in 0..UNKNOWNS {
            direction[index] = residual[index] + next / norm * direction[index];
        }
        norm = next;
    }
    x
}

/// Share of the scores' variance that the weights explain.
fn explained(rows: &[Row], x: &[f64]) -> f64 {
    let mean = rows.iter().map(|row| row.score).sum::<f64>() / rows.len() as f64;
    let (mut left, mut all) = (0.0, 0.0);
    for row in rows {
        let guess: f64 = row.entries.iter().map(|(index, value)| x[*index] * value).sum();
        left += (row.score - guess).powi(2);
        all += (row.score - mean).powi(2);
    }
    1.0 - left / all
}

fn write(name: &str, mut rows: Vec<Row>) {
    // Every tenth row is kept back to see what the fit is worth on positions it has not seen.
    let mut kept_back = Vec::new();
    for index in (0..rows.len()).rev().step_by(10) {
        kept_back.push(rows.swap_remove(index));
    }
    let x = fit(&rows);
    eprintln!(
        "{name}: {} rows, explains {:.3} of the variance, {:.3} on {} others; features {:.2?}",
        rows.len(),
        explained(&rows, &x),
        explained(&kept_back, &x),
        kept_back.len(),
        &x[1..5]
    );
    let unit = |x: &f64| (x * DISC).round() as i16;
    let mut weights = Weights { features: [0; 4], long: [0; ARM_CODES], short: [0; ARM_CODES] };
    for index in 0..ARM_CODES {
        weights.long[index] = unit(&x[5 + index]);
        weights.short[index] = unit(&x[5 + ARM_CODES + index]);
    }
    for index in 0..4 {
        weights.features[index] = unit(&x[1 + index]);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    std::fs::write(&path, weights.to_bytes()).expect("the data folder can be written");
}

fn main() {
    let mut rows = Vec::new();
    solved_rows::<Grid<6, 6>>(30_000, 13, &mut rows);
    solved_rows::<Grid<6, 6>>(20_000, 16, &mut rows);
    solved_rows::<Grid<6, 6>>(3_000, 19, &mut rows);
    write("ordering-more-rows.bin", rows);

    let mut rows = Vec::new();
    solved_rows::<Grid<4, 8>>(20_000, 13, &mut rows);
    solved_rows::<Grid<4, 10>>(20_000, 14, &mut rows);
    solved_rows::<Grid<4, 10>>(10_000, 18, &mut rows);
    write("ordering-four-rows.bin", rows);
}
