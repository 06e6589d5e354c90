//! Which rows are run, and what they found.

use super::cases::{Case, FirstMoves, Found, Method, STARTS};
use super::devices::Devices;
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

/// Boards on which every first move is valued.
pub(super) const FIRST_MOVES: [(u32, u32); 3] = [(4, 4), (4, 6), (4, 8)];

/// How many boards and starts are read out by both ways of scoring.
pub(super) fn by_both_rules() -> usize {
    plan().iter().filter(|(case, _)| case.game.scoring == Scoring::Tournament).count()
}

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
    /// What the devices of section 3.9 save.
    pub(super) devices: Option<(Case, Run<Devices>)>,
    /// Titles of the rows that were not run.
    pub(super) left_out: Vec<String>,
}

impl Results {
    /// Runs all rows; those are missing that the work was stopped before.
    pub(super) fn collect(runs: &Runs<'_>, quick: bool) -> Result<Results> {
        let mut results = Results::default();
        for (rows, columns) in FIRST_MOVES {
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
        // The larger of the two boards that the paper's method reads at once.
        let case = Case::on(4, 6, Start::Reversi).by_paper();
        let work = |context: &Context| Devices::find(&case, context);
        let run = runs.run("devices", Devices::asked(&case), None, work)?;
        results.devices = run.map(|run| (case, run));
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
    use super::super::cases::FirstMove;
    use super::*;
    pub(crate) use crate::report::checks::run;
    use yomikiri_core::{Game, Goal};

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

    /// All rows of a whole run, as if the boards were worth what is known of them; without those
    /// that are not to be kept.
    pub(crate) fn whole(keep: &mut dyn FnMut() -> bool) -> Results {
        let mut results = Results::default();
        for (case, cost) in plan() {
            let size = case.game.size;
            let row = PUBLISHED.iter().find(|row| {
                Case::new(row.size(), row.start).game == Case::new(size, case.game.start).game
            });
            let value = row.map_or(size.squares() as i32, |row| row.value);
            let by_minimax = case.method == Method::Paper(Steps::Minimax);
            let mut row = Found {
                passes: row.map_or(Vec::new(), |row| row.passes.to_vec()),
                discs: row.map(|row| [row.black, row.white]).or(Some([size.squares(), 0])),
                nodes: if by_minimax { 100_000 } else { 10 * u64::from(size.squares()) },
                finals: matches!(case.method, Method::Paper(_)).then_some(1000),
                ..found(value, value)
            };
            let (start, mut moves) = (Game::start(&case.game), Vec::new());
            case.game.moves(&start, &mut moves);
            row.line = vec![case.game.print_move(&start, moves[0])];
            if case.goal == Goal::Win {
                row =
                    Found { nodes: row.nodes / 5, discs: None, ..found(value.signum(), row.high) };
                row.high = if value > 0 { size.squares() as i32 } else { -1 };
                row.low = if value > 0 { 1 } else { -(size.squares() as i32) };
            }
            if case.game.scoring == Scoring::Tournament && case.start() == "Othello" {
                (row.low, row.high) = (value + 2, value + 2);
            }
            if matches!(cost, Cost::Open(_)) {
                row = Found { settled: false, discs: None, ..found(-64, 64) };
            }
            if keep() {
                results.rows.push((case, run(row, 2.0)));
            }
        }
        for (rows, columns) in FIRST_MOVES {
            for start in STARTS {
                let classes = if rows == columns { 1 } else { 2 };
                let mv = |class| FirstMove { name: "c1".into(), class, low: 4, high: 4 };
                let moves = (0..4).map(|at| mv(at % classes)).collect();
                let found = FirstMoves { moves, settled: true, nodes: 1 };
                if keep() {
                    results.first_moves.push((Case::on(rows, columns, start), run(found, 1.0)));
                }
            }
        }
        for (columns, start) in STARTS.map(|start| [(4, start), (6, start)]).concat() {
            let case = Case::on(4, columns, start);
            if keep() {
                let found = Tree { size: 1e11, error: 1e9, games: 20_000 };
                results.trees.push((case, run(found, 1.0)));
            }
        }
        if keep() {
            let case = Case::on(4, 6, Start::Reversi).by_paper();
            let seconds =
                [1.0, 2.0, 1.5].map(|s| [1.0, 1.01, 0.99, 1.0, 1.02].map(|n| s * n).to_vec());
            results.devices = Some((case, run(Devices { seconds, nodes: 1000 }, 1.0)));
        }
        results
    }

    #[test]
    fn a_report_bears_any_rows_missing() {
        crate::report::checks::bears_missing_rows(
            |keep| super::super::report(&whole(keep)).unwrap(),
            &["Win reading is several times", "The first player's share", "From the Reversi start"],
        );
    }

    /// A settled row with these bounds.
    pub(crate) fn found(low: i32, high: i32) -> Found {
        Found { low, high, settled: true, nodes: 100, ..Found::default() }
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
