//! All rows of the report.

use super::costs::{Cost, Counts};
use super::duels::{Duel, Program, Score};
use super::rows::{Case, Outcome, Turn, Who};
use crate::runs::{Row, Run, Runs};
use yomikiri_core::{Context, Result};
use yomikiri_othello::thesis::weights::Feature;
use yomikiri_othello::thesis::{Depths, Scan};

/// The thesis has X up to this.
pub(super) const MOST_X: u32 = 9;
/// The listing as printed is played up to here; its depths are 1 + X and so on.
pub(super) const PRINTED_X: u32 = 5;
/// Steps of the bounded series B.
pub(super) const STEPS: u32 = 5;
/// Games of a match: enough to tell 61 % from a half.
const MATCH: usize = 200;
/// The depth of the strong engine that meets the thesis's players, and their X.
pub(super) const YOMI: (u32, u32) = (4, 5);

/// How much is done.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) most_x: u32,
    a: usize,
    printed: usize,
    msai: usize,
    pub(super) steps: u32,
    b: usize,
    pub(super) ladder: u32,
    positions: usize,
}

pub(super) const QUICK: Plan =
    Plan { most_x: 5, a: 10, printed: 100, msai: 2_000, steps: 2, b: 16, ladder: 4, positions: 20 };
const FULL: Plan = Plan {
    most_x: MOST_X,
    a: 100,
    printed: 500,
    msai: 50_000,
    steps: STEPS,
    b: 10,
    ladder: 8,
    positions: 30,
};

/// The depths of the bounded series B: presearch 7, normal 8 to 12, wld 16 to 20, perfect 14 to 18.
pub(super) fn heavy(step: u32) -> Depths {
    Depths { presearch: 7, normal: 8 + step, wld: 16 + step, perfect: 14 + step }
}

/// The listing's own depths.
fn printed(x: u32) -> Depths {
    Depths { presearch: x + 1, normal: x + 3, wld: x + 5, perfect: x + 3 }
}

/// The orders in which MSAI's listing may find its moves, with the names of their rows.
pub(super) const SCANS: [(Scan, &str); 2] =
    [(Scan::FromTheLeft, "msai-as-printed"), (Scan::FromTheRight, "msai-as-printed-mirrored")];

/// The depths of the matches on features: shallow, so that the evaluation decides.
const FEATURES_AT: Depths = Depths { presearch: 1, normal: 3, wld: 6, perfect: 4 };

/// What is counted, of the cheapest first.
pub(super) const COSTS: [Cost; 7] = [
    Cost::Presearch { presearch: 1, normal: 5 },
    Cost::Presearch { presearch: 3, normal: 5 },
    Cost::Presearch { presearch: 5, normal: 5 },
    Cost::OurPresearch { presearch: 5, normal: 7 },
    Cost::OurPresearch { presearch: 5, normal: 9 },
    Cost::Wld { empties: 12 },
    Cost::Wld { empties: 15 },
];

pub(super) struct RowA {
    pub(super) turn: Turn,
    pub(super) x: u32,
    pub(super) run: Run<Outcome>,
}

pub(super) struct RowB {
    pub(super) step: u32,
    pub(super) run: Run<Outcome>,
}

/// All rows, as far as they were run.
pub(super) struct Results {
    pub(super) plan: Plan,
    pub(super) a: Vec<RowA>,
    /// SSAI's listing, in rows like those of series A.
    pub(super) ssai: Vec<RowA>,
    /// MSAI's listing, by the order in which it finds moves; X means nothing to it.
    pub(super) msai: Vec<(Scan, RowA)>,
    pub(super) b: Vec<RowB>,
    /// X against X - 1.
    pub(super) ladder: Vec<(u32, Score)>,
    /// The evaluation against itself without a feature.
    pub(super) features: Vec<(Feature, Score)>,
    /// The strong engine against the thesis's player.
    pub(super) yomi: Option<Score>,
    pub(super) costs: Vec<(Cost, Counts)>,
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

/// What a run with one thread, or a quick one, does not have.
fn left_out(plan: &Plan, threads: usize, quick: bool) -> Vec<String> {
    let mut left_out = Vec::new();
    if threads == 1 {
        left_out.push(
            "This run had one thread, so no row has several: nothing is said of what they bring, nor \
             of whether they play the same."
                .into(),
        );
    }
    if quick {
        left_out.push(format!(
            "Series A stops at X = {} with {} games a row, series B at normal depth {} with {} games \
             a row, the ladder at X = {}; a run without --quick has X up to {MOST_X}, {} games a row \
             and {STEPS} steps.",
            plan.most_x,
            plan.a,
            heavy(plan.steps - 1).normal,
            plan.b,
            1 + plan.ladder,
            FULL.a,
        ));
    }
    left_out
}

impl Results {
    /// Nothing of what is planned.
    pub(super) fn none(plan: Plan, threads: usize) -> Results {
        Results {
            plan,
            a: Vec::new(),
            ssai: Vec::new(),
            msai: Vec::new(),
            b: Vec::new(),
            ladder: Vec::new(),
            features: Vec::new(),
            yomi: None,
            costs: Vec::new(),
            threads,
            left_out: Vec::new(),
        }
    }

    /// Runs all rows; those are missing that the work was stopped before.
    pub(super) fn collect(runs: &Runs<'_>, quick: bool) -> Result<Results> {
        let threads = runs.threads();
        let plan = if quick { QUICK } else { FULL };
        let left_out = left_out(&plan, threads, quick);
        let mut results = Results { left_out, ..Results::none(plan, threads) };
        results.collect_series(runs, &plan)?;
        results.collect_matches(runs, &plan)?;
        for cost in COSTS {
            let name = format!("cost-{cost:?}").to_lowercase().replace([' ', '{', '}', ':'], "");
            let name = name.replace(',', "-");
            let count = plan.positions;
            let run =
                runs.run(&name, cost.asked(count), None, |context| cost.find(count, context))?;
            results.costs.extend(run.map(|run| (cost, run.found)));
        }
        Ok(results)
    }

    fn collect_series(&mut self, runs: &Runs<'_>, plan: &Plan) -> Result<()> {
        let play = |name: String, case: Case| {
            runs.run(&name, case.asked(), None, |context| case.find(context))
        };
        let mut pair = vec![1, self.threads];
        pair.dedup();
        for x in 1..=plan.most_x {
            for turn in Turn::BOTH {
                let who = Who::Players(pair.clone());
                let case = Case { who, turn, depths: Depths::series_a(x), games: plan.a };
                let run = play(format!("a-{}-x{x}", turn.name()), case)?;
                self.a.extend(run.map(|run| RowA { turn, x, run }));
            }
        }
        for x in 1..=PRINTED_X {
            for turn in Turn::BOTH {
                let who = Who::SsaiAsPrinted;
                let case = Case { who, turn, depths: printed(x), games: plan.printed };
                let run = play(format!("as-printed-{}-x{x}", turn.name()), case)?;
                self.ssai.extend(run.map(|run| RowA { turn, x, run }));
            }
        }
        for (scan, name) in SCANS {
            for turn in Turn::BOTH {
                let who = Who::MsaiAsPrinted(scan);
                let case = Case { who, turn, depths: printed(1), games: plan.msai };
                let run = play(format!("{name}-{}", turn.name()), case)?;
                self.msai.extend(run.map(|run| (scan, RowA { turn, x: 1, run })));
            }
        }
        for step in 0..plan.steps {
            let who = Who::Players(thread_counts(self.threads));
            let depths = heavy(step);
            let case = Case { who, turn: Turn::Second, depths, games: plan.b };
            let run = play(format!("b-normal{}", depths.normal), case)?;
            self.b.extend(run.map(|run| RowB { step, run }));
        }
        Ok(())
    }

    fn collect_matches(&mut self, runs: &Runs<'_>, plan: &Plan) -> Result<()> {
        let at = |x| Program::Single(Depths::series_a(x));
        let steps = 2..=1 + plan.ladder;
        let mut duels: Vec<(String, [Program; 2])> =
            steps.clone().map(|x| (format!("ladder-x{x}"), [at(x), at(x - 1)])).collect();
        duels.extend(Feature::ALL.map(|feature| {
            let without = Program::Without(FEATURES_AT, feature);
            (format!("without-{}", feature.name()), [Program::Single(FEATURES_AT), without])
        }));
        duels.push(("yomi".into(), [Program::Yomi(YOMI.0), at(YOMI.1)]));
        // Both players of a match have one thread each, and take turns.
        let row = |(name, [a, b]): (String, [Program; 2])| {
            let duel = Duel { a, b, games: MATCH };
            let work = move |context: &Context| duel.find(context);
            Row { name, asked: duel.asked(), limit: None, work: Box::new(work) }
        };
        let found = runs.run_beside(duels.into_iter().map(row).collect())?;
        let mut found = found.into_iter().map(|run| run.map(|run| run.found));
        let mut next = || found.next().flatten();
        self.ladder = steps.filter_map(|x| Some((x, next()?))).collect();
        self.features =
            Feature::ALL.into_iter().filter_map(|feature| Some((feature, next()?))).collect();
        self.yomi = next();
        Ok(())
    }

    pub(super) fn find(&self, turn: Turn, x: u32) -> Option<&Outcome> {
        let row = self.a.iter().find(|row| row.turn == turn && row.x == x)?;
        Some(&row.run.found)
    }

    /// The rate of games won over both sides, in per cent, if both were played.
    pub(super) fn rate(&self, x: u32) -> Option<f64> {
        let rates = Turn::BOTH.map(|turn| self.find(turn, x).map(Outcome::rate));
        Some((rates[0]? + rates[1]?) / 2.0)
    }

    /// Seconds for a hundred games with so many threads, the mean of both sides.
    pub(super) fn per_hundred(&self, threads: usize, x: u32) -> Option<f64> {
        let times = Turn::BOTH.map(|turn| self.find(turn, x)?.per_hundred(threads));
        Some((times[0]? + times[1]?) / 2.0)
    }

    /// All rows in which several numbers of threads chose the same moves, or should have.
    fn side_by_side(&self) -> impl Iterator<Item = &Outcome> {
        let rows = self.a.iter().map(|row| &row.run.found);
        rows.chain(self.b.iter().map(|row| &row.run.found)).filter(|found| found.clocks.len() > 1)
    }

    /// Rows with several numbers of threads, and those in which they did not differ once.
    pub(super) fn same_games(&self) -> (usize, usize) {
        let same = self.side_by_side().filter(|found| found.differing == 0).count();
        (self.side_by_side().count(), same)
    }

    pub(super) fn heavy_row(&self, step: u32) -> Option<&Outcome> {
        Some(&self.b.iter().find(|row| row.step == step)?.run.found)
    }

    /// The thread counts of series B.
    pub(super) fn thread_counts(&self) -> Vec<usize> {
        thread_counts(self.threads)
    }

    /// Seconds of every game of series B with one thread, and with so many, row by row: each is run
    /// by itself, at another time.
    pub(super) fn heavy_rows(&self, threads: usize) -> Vec<Vec<(f64, f64)>> {
        let clocks = self
            .b
            .iter()
            .filter_map(|row| Some((row.run.found.clock(1)?, row.run.found.clock(threads)?)));
        let pairs = clocks.map(|(one, many)| {
            one.seconds.iter().copied().zip(many.seconds.iter().copied()).collect()
        });
        pairs.collect()
    }

    /// The same of all rows.
    pub(super) fn heavy_pairs(&self, threads: usize) -> Vec<(f64, f64)> {
        self.heavy_rows(threads).concat()
    }

    /// How much of its time the one thread of series B was at work, and its seconds: less than all
    /// where other programs had the processors.
    pub(super) fn undisturbed(&self) -> Option<(f64, f64)> {
        let clocks = self.b.iter().filter_map(|row| row.run.found.clock(1));
        let (worked, total) =
            clocks.fold((0.0, 0.0), |(w, t), clock| (w + clock.worked, t + clock.total()));
        (total > 0.0).then(|| (worked / total, total))
    }

    /// How many times as fast so many threads are over the whole of series B.
    pub(super) fn whole_speed_up(&self, threads: usize) -> Option<f64> {
        let pairs = self.heavy_pairs(threads);
        let sum = |which: fn(&(f64, f64)) -> f64| pairs.iter().map(which).sum::<f64>();
        let (one, many) = (sum(|pair| pair.0), sum(|pair| pair.1));
        (one > 0.0 && many > 0.0).then(|| one / many)
    }

    /// Games that a listing won, and games that it played.
    pub(super) fn wins<'a>(rows: impl Iterator<Item = &'a RowA>) -> (u32, u32) {
        rows.fold((0, 0), |(won, played), row| {
            (won + row.run.found.won, played + row.run.found.played())
        })
    }
}
