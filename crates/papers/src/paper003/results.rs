//! All rows of the report.

use super::rows::{Case, Outcome, Turn, Who};
use crate::runs::{Run, Runs};
use yomikiri_core::Result;
use yomikiri_othello::thesis::Depths;

/// The thesis has X up to this.
pub(super) const MOST_X: u32 = 9;
/// A quick run stops here.
const QUICK_X: u32 = 6;
/// The listing as printed is played up to here; its depths are 1 + X and so on.
const PRINTED_X: u32 = 5;
/// Steps of the bounded series B.
pub(super) const STEPS: u32 = 5;

/// How many games.
struct Games {
    a: usize,
    printed: usize,
    b: usize,
}

/// The depths of the bounded series B: presearch 7, normal 8 to 12, wld 16 to 20, perfect 14 to 18.
pub(super) fn heavy(step: u32) -> Depths {
    Depths { presearch: 7, normal: 8 + step, wld: 16 + step, perfect: 14 + step }
}

/// The listing's own depths.
fn printed(x: u32) -> Depths {
    Depths { presearch: x + 1, normal: x + 3, wld: x + 5, perfect: x + 3 }
}

pub(super) struct RowA {
    pub(super) who: Who,
    pub(super) turn: Turn,
    pub(super) x: u32,
    pub(super) run: Run<Outcome>,
}

pub(super) struct RowB {
    pub(super) step: u32,
    pub(super) threads: usize,
    pub(super) run: Run<Outcome>,
}

pub(super) struct Results {
    pub(super) a: Vec<RowA>,
    /// The engine as printed, in rows like those of series A.
    pub(super) printed: Vec<RowA>,
    pub(super) b: Vec<RowB>,
    pub(super) threads: usize,
    pub(super) left_out: Vec<String>,
}

/// One, two, four and so on up to `most`, and `most`.
fn thread_counts(most: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |threads| Some(2 * threads));
    let mut counts: Vec<usize> = powers.take_while(|threads| *threads < most).collect();
    counts.push(most.max(1));
    counts
}

impl Results {
    /// Runs all rows; those are missing that the work was stopped before.
    pub(super) fn collect(runs: &Runs<'_>, quick: bool) -> Result<Results> {
        let threads = runs.threads();
        let (most_x, games, steps) = match quick {
            true => (QUICK_X, Games { a: 20, printed: 100, b: 2 }, 3),
            false => (MOST_X, Games { a: 100, printed: 500, b: 10 }, STEPS),
        };
        let mut left_out = Vec::new();
        if quick {
            left_out.push(format!(
                "Series A stops at X = {most_x} with {} games a row, series B at normal depth {} \
                 with {} games a row; a run without --quick has X up to {MOST_X} and {} steps.",
                games.a,
                heavy(steps - 1).normal,
                games.b,
                STEPS
            ));
        }
        let mut results =
            Results { a: Vec::new(), printed: Vec::new(), b: Vec::new(), threads, left_out };
        let play = |name: String, case: Case| {
            runs.run(&name, case.asked(), None, |context| case.find(context))
        };
        for x in 1..=most_x {
            for who in [Who::Single, Who::Multi(threads)] {
                for turn in Turn::BOTH {
                    let case = Case { who, turn, depths: Depths::series_a(x), games: games.a };
                    let name = format!("a-{}-{}-x{x}", who.name(), turn.name());
                    let run = play(name, case)?;
                    results.a.extend(run.map(|run| RowA { who, turn, x, run }));
                }
            }
        }
        for x in 1..=PRINTED_X {
            for turn in Turn::BOTH {
                let who = Who::AsPrinted;
                let case = Case { who, turn, depths: printed(x), games: games.printed };
                let name = format!("as-printed-{}-x{x}", turn.name());
                let run = play(name, case)?;
                results.printed.extend(run.map(|run| RowA { who, turn, x, run }));
            }
        }
        for step in 0..steps {
            for threads in thread_counts(threads) {
                let who = Who::Multi(threads);
                let depths = heavy(step);
                let case = Case { who, turn: Turn::Second, depths, games: games.b };
                let name = format!("b-normal{}-threads{threads}", depths.normal);
                let run = play(name, case)?;
                results.b.extend(run.map(|run| RowB { step, threads, run }));
            }
        }
        Ok(results)
    }

    pub(super) fn find(&self, who: &str, turn: Turn, x: u32) -> Option<&Outcome> {
        let mut rows = self.a.iter();
        let row = rows.find(|row| row.who.name() == who && row.turn == turn && row.x == x)?;
        Some(&row.run.found)
    }

    /// The rate of games won over both sides, in per cent, if both were played.
    pub(super) fn rate(&self, who: &str, x: u32) -> Option<f64> {
        let rates = Turn::BOTH.map(|turn| self.find(who, turn, x).map(Outcome::rate));
        Some((rates[0]? + rates[1]?) / 2.0)
    }

    /// The largest X that was played.
    pub(super) fn most_x(&self) -> u32 {
        self.a.iter().map(|row| row.x).max().unwrap_or(0)
    }

    /// Rows of series A and B whose games should be the same whatever the threads, and those that
    /// are.
    pub(super) fn same_games(&self) -> (usize, usize) {
        let (mut all, mut same) = (0, 0);
        let mut count = |one: &Outcome, other: &Outcome| {
            all += 1;
            same += usize::from(one.games == other.games);
        };
        for row in self.a.iter().filter(|row| row.who == Who::Single) {
            if let Some(multi) = self.find("multi", row.turn, row.x) {
                count(&row.run.found, multi);
            }
        }
        for row in self.b.iter().filter(|row| row.threads > 1) {
            if let Some(one) = self.heavy_row(row.step, 1) {
                count(one, &row.run.found);
            }
        }
        (all, same)
    }

    pub(super) fn heavy_row(&self, step: u32, threads: usize) -> Option<&Outcome> {
        let mut rows = self.b.iter();
        Some(&rows.find(|row| row.step == step && row.threads == threads)?.run.found)
    }

    /// The thread counts of series B.
    pub(super) fn thread_counts(&self) -> Vec<usize> {
        thread_counts(self.threads)
    }

    /// How many times as fast so many threads are in one step of series B.
    pub(super) fn speed_up(&self, step: u32, threads: usize) -> Option<f64> {
        let one = self.heavy_row(step, 1)?.seconds;
        Some(one / self.heavy_row(step, threads)?.seconds)
    }

    /// The same over the whole series.
    pub(super) fn whole_speed_up(&self, threads: usize) -> Option<f64> {
        let sum = |threads| {
            let rows = self.b.iter().filter(|row| row.threads == threads);
            let seconds: f64 = rows.map(|row| row.run.found.seconds).sum();
            (seconds > 0.0).then_some(seconds)
        };
        Some(sum(1)? / sum(threads)?)
    }

    /// Games that the engine as printed won, and games that it played.
    pub(super) fn printed_wins(&self) -> (u32, u32) {
        let sum =
            |count: fn(&Outcome) -> u32| self.printed.iter().map(|row| count(&row.run.found)).sum();
        (sum(|found| found.won), sum(Outcome::played))
    }
}
