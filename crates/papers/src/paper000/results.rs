//! Which rows are run, and what they found.

use super::cases::{Case, FirstMoves, Found, Method, STARTS};
use super::lines::{Matching, Tree};
use super::published::{PUBLISHED, Published};
use crate::runs::{Run, Runs};
use std::time::Duration;
use yomikiri_core::{Context, Outcome, Result};
use yomikiri_othello::{Scoring, Start, Steps};

/// What win reading on 4×16 may take.
const LIMIT_4X16: Duration = Duration::from_secs(20 * 60);
/// What is tried of 6×8, which is out of reach of a report.
const LIMIT_6X8: Duration = Duration::from_secs(5 * 60);

/// Squares of the largest boards on which a line as printed is looked for.
const QUICK_SQUARES: u32 = 32;
const MOST_SQUARES: u32 = 40;

/// What a row costs, and so when it is run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cost {
    /// It ends within seconds of one core: always.
    Fast,
    /// Up to minutes: in the full run.
    Slow,
    /// Perhaps for ever: in the full run, for so long.
    Open(Duration),
}

/// The parts of the paper's method whose use is shown, before the whole of it.
pub(super) const STEPS: [Steps; 4] =
    [Steps::Minimax, Steps::AlphaBeta, Steps::Priority, Steps::FirstMoves];

/// Every row of the full run, cheap ones first.
fn plan() -> Vec<(Case, Cost)> {
    let mut plan = Vec::new();
    for row in &PUBLISHED {
        let case = Case::new(row.size(), row.start);
        plan.push((case, Cost::Fast));
        match row.size().squares() {
            16 | 24 => {
                plan.push((case.by_paper(), Cost::Fast));
                plan.push((case.by_paper().win(), Cost::Fast));
                plan.push((case.tournament(), Cost::Fast));
                for steps in STEPS {
                    // Minimax would take hours on 4×6: the size of its tree is estimated.
                    if steps > Steps::Minimax || row.size().squares() == 16 {
                        plan.push((case.up_to(steps), Cost::Fast));
                    }
                }
            }
            32 => {
                plan.push((case.win(), Cost::Fast));
                plan.push((case.by_paper(), Cost::Slow));
                plan.push((case.by_paper().win(), Cost::Slow));
            }
            40 => plan.push((case.win(), Cost::Fast)),
            _ => plan.push((case.win(), Cost::Slow)),
        }
    }
    for start in STARTS {
        plan.push((Case::on(4, 12, start).win(), Cost::Fast));
        plan.push((Case::on(4, 12, start), Cost::Slow));
        plan.push((Case::on(4, 14, start), Cost::Slow));
        plan.push((Case::on(4, 16, start).win(), Cost::Open(LIMIT_4X16)));
        plan.push((Case::on(4, 16, start), Cost::Open(LIMIT_4X16)));
    }
    plan.push((Case::on(6, 8, Start::Othello).win(), Cost::Open(LIMIT_6X8)));
    // Stable: rows of one cost stay in the paper's order.
    plan.sort_by_key(|(_, cost)| match cost {
        Cost::Fast => 0,
        Cost::Slow => 1,
        Cost::Open(_) => 2,
    });
    plan
}

/// What is known of a perfect line with the discs and passes that the paper printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AsPrinted<'a> {
    /// This is one.
    Line(&'a [String]),
    /// There is none.
    None,
    Unknown,
}

/// Everything that was found out.
#[derive(Default)]
pub(super) struct Results {
    pub(super) rows: Vec<(Case, Run<Found>)>,
    pub(super) first_moves: Vec<(Case, Run<FirstMoves>)>,
    /// Perfect lines that end as the printed ones, where our own line does not.
    pub(super) matching: Vec<(Case, Run<Matching>)>,
    /// How large the trees are.
    pub(super) trees: Vec<(Case, Run<Tree>)>,
    /// Titles of the rows that were not run.
    pub(super) left_out: Vec<String>,
}

impl Results {
    /// Runs all rows; those are missing that the work was stopped before.
    pub(super) fn collect(runs: &Runs<'_>, quick: bool) -> Result<Results> {
        let mut results = Results::default();
        for (rows, columns) in [(4, 4), (4, 6), (4, 8)] {
            for start in STARTS {
                let case = Case::on(rows, columns, start);
                let work = |context: &Context| case.first_moves(context);
                let name = case.name("-first-moves");
                let run = runs.run(&name, case.asked("first moves"), None, work)?;
                results.first_moves.extend(run.map(|run| (case, run)));
            }
        }
        for (case, cost) in plan() {
            let limit = match cost {
                Cost::Fast | Cost::Slow => None,
                Cost::Open(limit) => Some(limit),
            };
            if quick && cost != Cost::Fast {
                results.left_out.push(case.title());
                continue;
            }
            let work = |context: &Context| case.solve(context);
            let run = runs.run(&case.name(""), case.asked("value"), limit, work)?;
            results.rows.extend(run.map(|run| (case, run)));
        }
        results.find_lines(runs, quick)?;
        for (size, start) in STARTS.map(|start| [(4, start), (6, start)]).concat() {
            let case = Case::on(4, size, start);
            let name = case.name("-tree");
            let work = |context: &Context| Tree::find(&case, context);
            let run = runs.run(&name, Tree::asked(&case), None, work)?;
            results.trees.extend(run.map(|run| (case, run)));
        }
        Ok(results)
    }

    /// Looks for perfect lines that end as the printed ones, where our own does not.
    fn find_lines(&mut self, runs: &Runs<'_>, quick: bool) -> Result<()> {
        for row in &PUBLISHED {
            let case = Case::new(row.size(), row.start);
            // A line cannot be judged before its board is read out.
            let known = self.get(case).filter(|run| run.found.settled);
            let ours = known.is_none_or(|run| run.found.ends_as(row));
            let most = if quick { QUICK_SQUARES } else { MOST_SQUARES };
            if ours || row.size().squares() > most {
                continue;
            }
            let work = |context: &Context| Matching::find(row, &case.game, context);
            let name = case.name("-as-printed");
            let run = runs.run(&name, case.asked("a line as printed"), None, work)?;
            self.matching.extend(run.map(|run| (case, run)));
        }
        Ok(())
    }

    /// What is known of a perfect line that ends as a printed one.
    pub(super) fn as_printed(&self, row: &Published) -> AsPrinted<'_> {
        let case = Case::new(row.size(), row.start);
        let ours = self.get(case).map(|run| &run.found);
        if let Some(found) = ours.filter(|found| found.settled && found.ends_as(row)) {
            return AsPrinted::Line(&found.line);
        }
        let matching = self.matching.iter().find(|(other, _)| *other == case);
        match matching.map(|(_, run)| &run.found) {
            Some(found) if !found.line.is_empty() => AsPrinted::Line(&found.line),
            Some(found) if found.tried_all => AsPrinted::None,
            _ => AsPrinted::Unknown,
        }
    }

    /// What was found in answer to a question, if it was asked.
    pub(super) fn get(&self, case: Case) -> Option<&Run<Found>> {
        self.rows.iter().find(|(other, _)| *other == case).map(|(_, run)| run)
    }

    /// Rows that their own limit ended.
    pub(super) fn unsettled(&self) -> impl Iterator<Item = &(Case, Run<Found>)> {
        self.rows.iter().filter(|(_, run)| !run.found.settled)
    }

    /// How each board ends for Black by the default method, as far as proved, in order of size.
    pub(super) fn outcomes(&self, start: Start) -> Vec<(Case, Outcome)> {
        let mut outcomes: Vec<(Case, Outcome)> = Vec::new();
        for (case, run) in &self.rows {
            let ours = case.method == Method::ReadOut && case.game.scoring == Scoring::Paper;
            let seen = outcomes.iter().any(|(other, _)| other.game.size == case.game.size);
            if let Some(outcome) = run.found.outcome()
                && ours
                && !seen
                && case.game.start == start
            {
                outcomes.push((*case, outcome));
            }
        }
        outcomes.sort_by_key(|(case, _)| case.game.size.squares());
        outcomes
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Results as if every published row had come out as published, in `seconds` each.
    pub(crate) fn as_published(seconds: f64) -> Results {
        let rows = PUBLISHED.iter().map(|row| {
            let found = Found {
                passes: row.passes.to_vec(),
                discs: Some([row.black, row.white]),
                nodes: row.finals,
                ..found(row.value, row.value)
            };
            (Case::new(row.size(), row.start), run(found, seconds))
        });
        Results { rows: rows.collect(), ..Results::default() }
    }

    /// A settled row with these bounds.
    pub(crate) fn found(low: i32, high: i32) -> Found {
        Found { low, high, settled: true, nodes: 100, ..Found::default() }
    }

    pub(crate) fn run<T>(found: T, seconds: f64) -> Run<T> {
        Run {
            program: String::new(),
            begun: String::new(),
            seconds,
            threads: 1,
            memory: 0,
            limit: None,
            beside: 1,
            found,
        }
    }

    #[test]
    fn every_row_has_a_name_of_its_own() {
        let mut names: Vec<String> = plan().iter().map(|(case, _)| case.name("")).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
