//! Which rows are run, and what they found.

use super::life::Life;
use super::overflow::Overflow;
use super::published::{BOARDS, KNOWN, Known};
use super::rows::{Case, Checked, Climb, Extension, FirstMoves, Merging, Orders, Value, board};
use super::shared::Shared;
use crate::format;
use crate::runs::{Finding, Row, Run, Runs};
use serde_json::json;
use std::time::Duration;
use yomikiri_core::{Context, Goal, Result};
use yomikiri_go::ladder::{Ladder, Program};
use yomikiri_go::{Board, Ko, Passes};

/// What the long rows may take.
const LIMIT_5X5: Duration = Duration::from_secs(40 * 60);
const LIMIT_LARGE: Duration = Duration::from_secs(5 * 60);
const LIMIT_SUPERKO: Duration = Duration::from_secs(10 * 60);
const LIMIT_LADDER_BEYOND: Duration = Duration::from_secs(10 * 60);

/// Boards of which every state is compared with the static rules; the last two are slow.
const VALIDATED: [(usize, usize); 5] = [(3, 3), (3, 4), (2, 7), (3, 5), (4, 4)];
/// The same with every pass counted; the last one is slow.
const EVERY_PASS: [(usize, usize); 4] = [(3, 3), (3, 4), (2, 7), (3, 5)];
/// The last one is slow.
const FIRST_MOVES: [(usize, usize); 3] = [(3, 3), (3, 4), (4, 4)];
pub(super) const LIFE: [(usize, usize); 4] = [(3, 3), (3, 4), (3, 5), (4, 4)];
/// Boards that the paper left for later and expects to be helped more.
pub(super) const LADDER_BEYOND: [(usize, usize); 2] = [(4, 4), (3, 6)];
/// Boards of the experiment on colours; the last one is slow.
const COLOURS: [(usize, usize); 3] = BOARDS;
const MERGED: [(usize, usize); 3] = [(2, 3), (2, 4), (3, 3)];
const ORDERS: [(usize, usize); 2] = [(3, 3), (3, 4)];
/// Boards with positions of seven living stones each.
const SHARED: [(usize, usize); 2] = [(3, 6), (4, 5)];

/// Rows that are answered by a board alone.
type ByBoard<T> = Vec<(Board, Run<T>)>;

/// Everything that was found out.
pub(super) struct Results {
    /// Whether slow rows were left out.
    pub(super) quick: bool,
    pub(super) ladder: Vec<(Ladder, Board, Run<Climb>)>,
    /// The same with colours merged where they are apart, and the other way.
    pub(super) colours: Vec<(Ladder, Board, Run<Climb>)>,
    /// What merging does to the answers of Base.
    pub(super) merging: ByBoard<Merging>,
    pub(super) orders: ByBoard<Orders>,
    pub(super) shared: ByBoard<Shared>,
    pub(super) extension: Option<Run<Extension>>,
    pub(super) overflow: Option<Run<Overflow>>,
    /// The winner under superko.
    pub(super) superko: Vec<(Case, Run<Value>)>,
    /// Our own search on the paper's question.
    pub(super) winners: ByBoard<Value>,
    pub(super) values: Vec<(&'static Known, Run<Value>)>,
    pub(super) checked: ByBoard<Checked>,
    /// The same where every pass counts towards the end.
    pub(super) every_pass: ByBoard<Checked>,
    pub(super) first_moves: ByBoard<FirstMoves>,
    pub(super) life: ByBoard<Life>,
    /// What was not run.
    pub(super) left_out: Vec<String>,
}

/// How long a value may take, if it is slow.
fn long(known: &Known) -> Option<Duration> {
    match known {
        Known { rows: 3, columns: 4, ko: Ko::Positional, .. } => Some(LIMIT_SUPERKO),
        Known { centre: true, .. } => Some(LIMIT_5X5),
        Known { rows: 3, columns: 7, .. } => Some(LIMIT_LARGE),
        known if known.rows * known.columns == 24 => Some(LIMIT_LARGE),
        _ => None,
    }
}

impl Known {
    pub(super) fn case(&self) -> Case {
        let Known { centre, ko, .. } = *self;
        Case { board: board((self.rows, self.columns)), centre, ko, goal: Goal::Score }
    }
}

/// The boards of which every state is compared with the static rules.
fn validated(quick: bool) -> &'static [(usize, usize)] {
    if quick { &VALIDATED[..3] } else { &VALIDATED }
}

/// Runs all rows of one kind.
fn by_board<T: Finding>(
    runs: &Runs<'_>,
    question: &str,
    boards: &[(usize, usize)],
    limit: Option<Duration>,
    work: impl Fn(Board, &Context) -> Result<T>,
) -> Result<ByBoard<T>> {
    let mut found = Vec::new();
    for on in boards.iter().copied().map(board) {
        let asked = json!({ "question": question, "board": on.to_string() });
        let name = format!("{}-{on}", question.replace(' ', "-"));
        let run = runs.run(&name, asked, limit, |context| work(on, context))?;
        found.extend(run.map(|run| (on, run)));
    }
    Ok(found)
}

/// Every program on every one of these boards.
fn on_each(boards: &[(usize, usize)]) -> impl Iterator<Item = (Ladder, Board)> {
    let boards = boards.iter().copied().map(board);
    boards.flat_map(|on| Ladder::ALL.map(|program| (program, on)))
}

/// A program as the paper has it.
fn climb(program: Ladder, on: Board, limit: Option<Duration>) -> Row<'static, Climb> {
    let work = move |context: &_| Climb::find(program.program(), on, context);
    Row {
        name: format!("ladder-{}-{on}", program.label()),
        asked: Climb::asked(program, on),
        limit,
        work: Box::new(work),
    }
}

/// The same with colours merged where it has them apart, and the other way.
fn other_colours((program, on): (Ladder, Board)) -> Row<'static, Climb> {
    let other = Program { colours: !program.program().colours, ..program.program() };
    let asked = json!({ "question": "colours", "program": program.label(),
                        "merged": other.colours, "board": on.to_string() });
    let work = move |context: &_| Climb::find(other, on, context);
    Row {
        name: format!("colours-{}-{on}", program.label()),
        asked,
        limit: None,
        work: Box::new(work),
    }
}

/// Every program on these boards, as many at a time as there are threads.
fn programs_beside(
    runs: &Runs<'_>,
    boards: &[(usize, usize)],
    row: impl Fn((Ladder, Board)) -> Row<'static, Climb>,
) -> Result<Vec<(Ladder, Board, Run<Climb>)>> {
    let found = runs.run_beside(on_each(boards).map(row).collect())?;
    let named = on_each(boards).zip(found);
    Ok(named.filter_map(|((program, on), run)| Some((program, on, run?))).collect())
}

impl Results {
    /// Runs all rows; those are missing that the work was stopped before.
    pub(super) fn collect(runs: &Runs<'_>, quick: bool) -> Result<Results> {
        // No row of a quick run is so long that the clock should end it.
        let limit = None;
        let mut left_out = Vec::new();
        // Their times are laid beside the paper's: each has the machine to itself.
        let mut ladder = Vec::new();
        for (program, on) in on_each(&BOARDS) {
            let Row { name, asked, limit, work } = climb(program, on, limit);
            let run = runs.run(&name, asked, limit, work)?;
            ladder.extend(run.map(|run| (program, on, run)));
        }
        if quick {
            let on_board = |on| format!("{} by the paper's programs", board(on));
            left_out.extend(LADDER_BEYOND.map(on_board));
            left_out.push(format!("{} with colours merged or apart", board(COLOURS[2])));
        }
        let beyond = if quick { &[] } else { &LADDER_BEYOND[..] };
        let limited = |(program, on)| climb(program, on, Some(LIMIT_LADDER_BEYOND));
        ladder.extend(programs_beside(runs, beyond, limited)?);
        let coloured = if quick { &COLOURS[..2] } else { &COLOURS[..] };
        let colours = programs_beside(runs, coloured, other_colours)?;
        let merging = by_board(runs, "merging", &MERGED, limit, Merging::find)?;
        let orders = by_board(runs, "orders", &ORDERS, limit, Orders::find)?;
        let count = |on: Board, context: &Context| Ok(Shared::find(on, context));
        let shared = by_board(runs, "shared board", &SHARED, limit, count)?;
        let asked = json!({ "question": "figure 18" });
        let extension = runs.run("figure-18", asked, limit, Extension::find)?;
        let overflow = runs.run("overflow", Overflow::asked(), limit, Overflow::find)?;
        let mut superko = Vec::new();
        for (on, limit) in [((3, 4), limit), ((3, 5), Some(LIMIT_SUPERKO))] {
            let case =
                Case { board: board(on), centre: false, ko: Ko::Positional, goal: Goal::Win };
            if quick && limit.is_some() {
                left_out.push(case.title());
                continue;
            }
            let work = |context: &_| case.solve(context);
            let run = runs.run(&case.name(), case.asked(), limit, work)?;
            superko.extend(run.map(|run| (case, run)));
        }
        let mut winners = Vec::new();
        for on in BOARDS.map(board) {
            let case = Case { board: on, centre: false, ko: Ko::Basic, goal: Goal::Win };
            let work = |context: &_| case.solve(context);
            let run = runs.run(&case.name(), case.asked(), limit, work)?;
            winners.extend(run.map(|run| (on, run)));
        }
        let mut values = Vec::new();
        for known in &KNOWN {
            let case = known.case();
            let long = long(known);
            if quick && long.is_some() {
                left_out.push(case.title());
                continue;
            }
            let work = |context: &_| case.solve(context);
            let limit = long.or(limit);
            let run = runs.run(&case.name(), case.asked(), limit, work)?;
            values.extend(run.map(|run| (known, run)));
        }
        let validated = validated(quick);
        if quick {
            left_out.push(
                "the static rules on every state of 3x5 and 4x4, and of 3x5 with every pass counted"
                    .into(),
            );
        }
        let check = |passes| move |on: Board, context: &Context| Checked::find(on, passes, context);
        let checked = by_board(runs, "static rules", validated, limit, check(Passes::ButBans))?;
        let counted = if quick { &EVERY_PASS[..3] } else { &EVERY_PASS[..] };
        let question = "static rules with every pass";
        let every_pass = by_board(runs, question, counted, limit, check(Passes::All))?;
        let firsts = if quick { &FIRST_MOVES[..2] } else { &FIRST_MOVES[..] };
        if quick {
            left_out.push("what each first move on 4x4 is worth".into());
        }
        let first_moves = by_board(runs, "first moves", firsts, limit, FirstMoves::find)?;
        let look = |on: Board, context: &Context| Ok(Life::find(on, context));
        let life = by_board(runs, "life", &LIFE, limit, look)?;
        Ok(Results {
            quick,
            ladder,
            colours,
            merging,
            orders,
            shared,
            extension,
            overflow,
            superko,
            winners,
            values,
            checked,
            every_pass,
            first_moves,
            life,
            left_out,
        })
    }

    /// The values that are asked for.
    pub(super) fn planned_values(&self) -> impl Iterator<Item = &'static Known> + use<> {
        let quick = self.quick;
        KNOWN.iter().filter(move |known| !quick || long(known).is_none())
    }

    /// On how many boards the static rules are compared with every state.
    pub(super) fn planned_checks(&self) -> usize {
        validated(self.quick).len()
    }

    /// A program's row, if it found the winner.
    pub(super) fn climbed(&self, program: Ladder, on: Board) -> Option<&Climb> {
        let mut all = self.ladder.iter();
        let found = all.find(|row| row.0 == program && row.1 == on)?;
        found.2.found.settled().then_some(&found.2.found)
    }

    /// A program's nodes and seconds as shares of another's.
    pub(super) fn shares(&self, program: Ladder, of: Ladder, on: Board) -> Option<[f64; 2]> {
        let (one, other) = (self.climbed(program, on)?, self.climbed(of, on)?);
        let nodes = one.nodes as f64 / other.nodes as f64;
        Some([nodes, one.seconds / other.seconds])
    }

    pub(super) fn life(&self, on: (usize, usize)) -> Option<&Life> {
        let found = self.life.iter().find(|(other, _)| *other == board(on))?;
        found.1.found.settled().then_some(&found.1.found)
    }

    /// A program's nodes with colours apart, and merged.
    pub(super) fn colours(&self, program: Ladder, on: Board) -> Option<[u64; 2]> {
        let usual = self.climbed(program, on)?.nodes;
        let mut all = self.colours.iter();
        let other = all.find(|row| row.0 == program && row.1 == on)?;
        let other = Some(&other.2.found).filter(|found| found.settled())?.nodes;
        Some(if program.program().colours { [other, usual] } else { [usual, other] })
    }

    /// Whether a program finds the same winner with colours merged and apart.
    pub(super) fn same_winner(&self, program: Ladder, on: Board) -> bool {
        let mut all = self.colours.iter();
        let other = all.find(|row| row.0 == program && row.1 == on);
        let other = other.and_then(|row| row.2.found.winner.as_ref());
        let usual = self.climbed(program, on).and_then(|found| found.winner.as_ref());
        usual.is_some() && usual == other
    }

    /// Answers of the paper's programs and of our search, on its boards, that are not that Black
    /// wins.
    pub(super) fn contradictions(&self) -> usize {
        let white = |climb: &Climb| climb.winner.as_deref().is_some_and(|name| name != "Black");
        let theirs = |on: &Board| BOARDS.iter().any(|other| board(*other) == *on);
        let ladder = self.ladder.iter().filter(|(_, on, run)| theirs(on) && white(&run.found));
        let ours = self.winners.iter().filter(|(_, run)| {
            let found = &run.found;
            found.settled && !found.black_wins()
        });
        ladder.count() + ours.count()
    }

    /// Rows that their own limit ended: what was asked, the seconds, what is known.
    pub(super) fn unsettled(&self) -> Vec<(String, f64, String)> {
        let mut rows = Vec::new();
        for (program, on, run) in &self.ladder {
            if !run.found.settled() {
                let known = format!(
                    "it had searched to depth {} ({} nodes)",
                    run.found.searched(),
                    format::grouped(run.found.nodes)
                );
                rows.push((format!("{on} by {}", program.label()), run.seconds, known));
            }
        }
        for (case, run) in &self.superko {
            if !run.found.settled {
                let nodes =
                    format!("{} positions were looked at", format::grouped(run.found.nodes));
                rows.push((case.title(), run.seconds, nodes));
            }
        }
        for (known, run) in &self.values {
            let Value { low, high, settled, .. } = run.found;
            if !settled {
                let bounds = format!(
                    "the value is proved to lie between {} and {}",
                    format::score(low),
                    format::score(high)
                );
                rows.push((known.case().title(), run.seconds, bounds));
            }
        }
        let mut stopped = |what: &str, on: Board, seconds: f64, settled: bool| {
            if !settled {
                rows.push((format!("{on}, {what}"), seconds, "nothing is told".into()));
            }
        };
        for (on, run) in &self.winners {
            stopped("the winner", *on, run.seconds, run.found.settled());
        }
        for (on, run) in self.checked.iter().chain(&self.every_pass) {
            stopped("static rules", *on, run.seconds, run.found.settled());
        }
        for (on, run) in &self.first_moves {
            stopped("first moves", *on, run.seconds, run.found.settled());
        }
        for (on, run) in &self.life {
            stopped("living groups", *on, run.seconds, run.found.settled());
        }
        rows
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::published::{PROGRAMS, Published};
    use super::super::rows::Rule;
    use super::super::shared::Class;
    use super::*;
    use crate::report::checks::{bears_missing_rows, run};
    use yomikiri_go::validate::{LANDFILL, RULES};

    /// Results as if the paper's programs and every published value had come out as published.
    pub(crate) fn as_published() -> Results {
        let mut results = Results {
            quick: false,
            ladder: Vec::new(),
            colours: Vec::new(),
            merging: Vec::new(),
            orders: Vec::new(),
            shared: Vec::new(),
            extension: None,
            overflow: None,
            superko: Vec::new(),
            winners: Vec::new(),
            values: Vec::new(),
            checked: Vec::new(),
            every_pass: Vec::new(),
            first_moves: Vec::new(),
            life: Vec::new(),
            left_out: Vec::new(),
        };
        for (on, programs) in BOARDS.map(board).into_iter().zip(&PROGRAMS) {
            for (program, row) in Ladder::ALL.into_iter().zip(programs) {
                let climb = Climb {
                    winner: Some("Black".into()),
                    nodes: row.nodes,
                    depth: 20,
                    seconds: row.seconds,
                };
                results.ladder.push((program, on, run(climb, row.seconds)));
            }
        }
        for known in &KNOWN {
            let most = (known.rows * known.columns) as i32;
            let (low, high) = match known.published {
                Published::Value { value, .. } | Published::OtherRules { value, .. } => {
                    (value, value)
                }
                Published::Nothing | Published::Disputed { .. } => (-most, most),
            };
            let value = Value { low, high, settled: true, nodes: 100, checked: None };
            results.values.push((known, run(value, 1.0)));
        }
        results
    }

    /// What a program found on a board beyond the paper's.
    pub(crate) fn beyond(nodes: u64, winner: Option<&str>) -> Climb {
        Climb { winner: winner.map(str::to_owned), nodes, depth: 9, seconds: 0.5 }
    }

    /// All rows of a whole run, without those that are not to be kept.
    fn whole(keep: &mut dyn FnMut() -> bool) -> Results {
        let mut all = as_published();
        for (at, on) in LADDER_BEYOND.map(board).into_iter().enumerate() {
            for (number, program) in (1..).zip(Ladder::ALL) {
                let winner = if at == 0 { Some("Black") } else { None };
                all.ladder.push((program, on, run(beyond(1000 - 50 * number, winner), 600.0)));
            }
        }
        for on in COLOURS.map(board) {
            let both = Ladder::ALL.map(|of| (of, on, run(beyond(900, Some("Black")), 1.0)));
            all.colours.extend(both);
            let value = Value { low: 1, high: 9, settled: true, nodes: 100, checked: Some(9) };
            all.winners.push((on, run(value, 1.0)));
        }
        for (at, on) in MERGED.map(board).into_iter().enumerate() {
            let wrong = if at == 1 { 36 } else { 0 };
            let example = (at == 1).then(|| "2x4: XX.. .... O".to_owned());
            all.merging.push((on, run(Merging { states: 1000, wrong, example }, 1.0)));
        }
        for on in ORDERS.map(board) {
            let rows = Orders::TRIED.map(|(p, c)| (format!("{p}:{c}"), 100 + u64::from(c), 90));
            all.orders.push((on, run(Orders { rows: rows.to_vec() }, 1.0)));
        }
        for on in SHARED.map(board) {
            let class =
                |positions| Class { filled: "XO".into(), positions, classes: positions / 3 };
            all.shared.push((on, run(Shared::of(vec![class(48), class(24)]), 1.0)));
        }
        let nodes = vec![1386, 1501, 360, 1];
        all.extension = Some(run(Extension { nodes, white_wins: true }, 1.0));
        all.overflow = Some(run(
            Overflow {
                boards: vec!["3x3".into()],
                games: 200,
                ends: 9000,
                wrong: 0,
                example: None,
            },
            1.0,
        ));
        for (on, settled) in [((3, 4), true), ((3, 5), false)] {
            let case =
                Case { board: board(on), centre: false, ko: Ko::Positional, goal: Goal::Win };
            let low = if settled { 1 } else { -15 };
            let value = Value { low, high: 15, settled, nodes: 100, checked: None };
            all.superko.push((case, run(value, 600.0)));
        }
        let checked = |wrong: &dyn Fn(&str) -> u64| {
            let rules = RULES.iter().map(|(name, _)| *name).chain([LANDFILL]);
            let rules = rules.map(|name| Rule {
                name: name.into(),
                claims: 1000,
                wrong: wrong(name),
                example: None,
            });
            run(Checked::of(rules.collect()), 1.0)
        };
        let unsound = RULES[RULES.len() - 1].0;
        for on in VALIDATED.map(board) {
            all.checked.push((on, checked(&|name| u64::from(name == unsound))));
        }
        for (on, wrong) in EVERY_PASS.map(board).into_iter().zip([0, 0, 44, 92]) {
            all.every_pass.push((on, checked(&|name| if name == LANDFILL { wrong } else { 0 })));
        }
        for on in FIRST_MOVES.map(board) {
            let name = |at: usize| format!("{}{}", char::from(b'A' + (at % 4) as u8), 1 + at / 4);
            let moves = (0..=on.points()).map(|at| (name(at), 1, 9)).collect();
            all.first_moves.push((on, run(FirstMoves::of(moves), 1.0)));
        }
        for on in LIFE.map(board) {
            let life = Life {
                boards: 12_675,
                living: 800,
                undecided: u64::from(on.points() > 12),
                regions: 0,
                fewest: 2,
                fewest_alone: 4,
            };
            all.life.push((on, run(life, 1.0)));
        }
        // The last values are among those that a limit may end.
        let last = all.values.len() - 1;
        (all.values[last].1.found.settled, all.values[last].1.found.low) = (false, -24);
        all.ladder.retain(|_| keep());
        all.colours.retain(|_| keep());
        all.merging.retain(|_| keep());
        all.orders.retain(|_| keep());
        all.shared.retain(|_| keep());
        all.extension = all.extension.filter(|_| keep());
        all.overflow = all.overflow.filter(|_| keep());
        all.superko.retain(|_| keep());
        all.winners.retain(|_| keep());
        all.values.retain(|_| keep());
        all.checked.retain(|_| keep());
        all.every_pass.retain(|_| keep());
        all.first_moves.retain(|_| keep());
        all.life.retain(|_| keep());
        all
    }

    #[test]
    fn a_report_bears_any_rows_missing() {
        bears_missing_rows(
            |keep| super::super::report(&whole(keep)),
            // They also tell of what they are not judged by; of the last, one board is enough.
            &["All ideas together", "Dame extension", "Values of small", "Of positions after"],
        );
    }

    #[test]
    fn every_value_has_a_name_of_its_own() {
        let mut names: Vec<String> = KNOWN.iter().map(|known| known.case().name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), KNOWN.len());
    }
}
