//! The report's tables.

mod method;
mod more;

use super::cases::{Case, Found};
use super::claims;
use super::published::{PUBLISHED, Published};
use super::results::Results;
use crate::format;
use crate::report::{Align, Cell, Table};
use crate::runs::Run;
use yomikiri_core::{Goal, Outcome};

use Align::{Left, Right};

pub(super) fn all(results: &Results) -> Vec<Table> {
    vec![
        published(results),
        method::as_printed(results),
        paper_method(results),
        method::steps(results),
        method::priority(),
        new_boards(results),
        more::win_reading(results),
        more::first_moves(results),
        more::scoring(results),
        more::lines(results),
        more::every_run(results),
    ]
}

fn board(case: &Case) -> Cell {
    Cell::shown_as(case.board().replace('×', "x"), case.board())
}

fn score(value: i32) -> Cell {
    Cell::shown_as(value, format::score(value))
}

fn range(low: i32, high: i32) -> Cell {
    Cell::text(format!("{} to {}", format::score(low), format::score(high)))
}

/// A value, or what is proved about it.
fn proved(found: &Found) -> Cell {
    match (found.value(), found.outcome()) {
        (Some(value), _) => score(value),
        (None, Some(Outcome::Win)) => Cell::text("Black wins"),
        (None, Some(Outcome::Loss)) => Cell::text("White wins"),
        _ => range(found.low, found.high),
    }
}

fn discs(discs: Option<[u32; 2]>) -> Cell {
    discs.map_or(Cell::none(), |[black, white]| Cell::text(format!("{black}–{white}")))
}

fn passes(passes: &[u32]) -> Cell {
    let numbers: Vec<_> = passes.iter().map(u32::to_string).collect();
    Cell::text(if numbers.is_empty() { "none".into() } else { numbers.join(" ") })
}

fn table(
    id: &'static str,
    caption: &str,
    note: &str,
    columns: &[(&'static str, Align)],
    rows: Vec<Vec<Cell>>,
) -> Table {
    Table { id, caption: caption.into(), note: note.into(), columns: columns.to_vec(), rows }
}

/// Seconds below which a time is only "at once".
const MEASURABLE: f64 = 0.01;

/// What the difference between a published row and ours means.
fn meaning(row: &Published, run: &Run<Found>) -> String {
    let found = &run.found;
    let Some(value) = found.value() else {
        return "not settled within this row's limit".into();
    };
    if value != row.value {
        return "the values differ: one of the two is wrong".into();
    }
    let speed = match row.seconds < MEASURABLE {
        true => "too short for the times to mean anything".into(),
        false => format!("{} the speed", format::factor(row.seconds / run.seconds)),
    };
    match found.ends_as(row) {
        true => format!("agrees, discs and passes too; {speed}"),
        false => format!("value agrees by another perfect line; {speed}"),
    }
}

fn published(results: &Results) -> Table {
    let rows = PUBLISHED.iter().map(|row| {
        let case = Case::new(row.size(), row.start);
        let mut cells = vec![board(&case), Cell::text(case.start()), score(row.value)];
        let run = results.get(case);
        let ours = |cell: &dyn Fn(&Run<Found>) -> Cell| run.map_or(Cell::none(), cell);
        cells.push(ours(&|run| proved(&run.found)));
        cells.push(discs(Some([row.black, row.white])));
        cells.push(ours(&|run| discs(run.found.discs)));
        cells.push(passes(row.passes));
        cells.push(ours(&|run| match run.found.discs {
            Some(_) => passes(&run.found.passes),
            None => Cell::none(),
        }));
        cells.push(Cell::count(row.finals));
        cells.push(ours(&|run| Cell::count(run.found.nodes)));
        cells.push(Cell::shown_as(row.seconds, row.time));
        cells.push(ours(&|run| Cell::time(run.seconds)));
        cells.push(Cell::text(match run {
            Some(run) => meaning(row, run),
            None => "left out of this run".into(),
        }));
        cells
    });
    table(
        "published",
        "The ten published rows, by our default method.",
        "Values are for Black. The paper counts final positions, we count every position \
         entered, so those two columns are not in one unit. Perfect lines are not unique: discs \
         and passes may differ where the value agrees.",
        &[
            ("board", Left),
            ("start", Left),
            ("value, paper", Right),
            ("value, ours", Right),
            ("discs, paper", Right),
            ("discs, ours", Right),
            ("passes at move, paper", Left),
            ("passes at move, ours", Left),
            ("final positions, paper", Right),
            ("nodes, ours", Right),
            ("time, paper", Right),
            ("time, ours", Right),
            ("what the difference means", Left),
        ],
        rows.collect(),
    )
}

fn paper_method(results: &Results) -> Table {
    let rows = PUBLISHED.iter().filter_map(|row| {
        let case = Case::new(row.size(), row.start).by_paper();
        let run = results.get(case)?;
        let found = &run.found;
        let finals = found.finals.filter(|_| found.settled);
        Some(vec![
            board(&case),
            Cell::text(case.start()),
            score(row.value),
            proved(found),
            Cell::count(row.finals),
            Cell::count(finals),
            Cell::factor(finals.map(|finals| finals as f64 / row.finals as f64)),
            Cell::count(found.nodes),
            Cell::shown_as(row.seconds, row.time),
            Cell::time(run.seconds),
            claims::speed(run)
                .map_or(Cell::none(), |speed| Cell::shown_as(speed, format!("{speed:.1}"))),
        ])
    });
    table(
        "paper-method",
        "The same by the paper's method.",
        "The order in which the paper tries squares stood in a figure that is lost, and on \
         rectangular boards we search both classes of first moves where the paper took one; so \
         final positions are expected to be of the same size, not equal. Values must be equal. \
         Our time includes finding the perfect line; our counts, like the paper's, do not, so the \
         speed is at least what is shown. The paper: 1.5 to 2 million moves a second.",
        &[
            ("board", Left),
            ("start", Left),
            ("value, paper", Right),
            ("value, ours", Right),
            ("final positions, paper", Right),
            ("final positions, ours", Right),
            ("ours / paper", Right),
            ("nodes, ours", Right),
            ("time, paper", Right),
            ("time, ours", Right),
            ("million nodes a second, ours", Right),
        ],
        rows.collect(),
    )
}

fn new_boards(results: &Results) -> Table {
    let rows = results
        .rows
        .iter()
        .filter(|(case, _)| !PUBLISHED.iter().any(|row| row.size() == case.game.size));
    let rows = rows.map(|(case, run)| {
        let found = &run.found;
        let state = match (found.settled, case.goal) {
            (true, Goal::Score) => "the exact score is proved",
            (true, Goal::Win) => "the winner is proved; the score was not asked for",
            (false, _) => "open: stopped by its own limit, with these bounds proved",
        };
        vec![
            board(case),
            Cell::text(case.start()),
            Cell::text(case.goal()),
            proved(found),
            range(found.low, found.high),
            discs(found.discs),
            if found.discs.is_some() { passes(&found.passes) } else { Cell::none() },
            Cell::count(found.nodes),
            Cell::time(run.seconds),
            Cell::text(state),
        ]
    });
    let rows: Vec<_> = rows.collect();
    let note = match rows.is_empty() {
        true => "None was run: see what was left out.",
        false => "The paper names 4×12, 4×14 and 6×8 as future work.",
    };
    table(
        "new-boards",
        "Boards that the paper does not have.",
        note,
        &[
            ("board", Left),
            ("start", Left),
            ("asked", Left),
            ("proved, for Black", Right),
            ("bounds", Right),
            ("discs", Right),
            ("passes at move", Left),
            ("nodes", Right),
            ("time", Right),
            ("state", Left),
        ],
        rows,
    )
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::as_published;
    use super::*;

    #[test]
    fn rows_have_as_many_cells_as_columns_and_say_what_differs() {
        let mut results = as_published(1.0);
        results.rows[0].1.found.low = -10;
        results.rows[0].1.found.high = -10;
        let tables = all(&results);
        for table in &tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.id);
        }
        let last = |row: usize| tables[0].rows[row].last().unwrap().shown.clone();
        assert!(last(0).contains("differ"), "{}", last(0));
        assert!(last(1).contains("agrees, discs and passes too"), "{}", last(1));
        let figures = tables[1].rows.iter().map(|row| row[0].shown.as_str());
        let in_order: Vec<String> = (1..=10).map(|figure| format!("4-{figure}")).collect();
        assert_eq!(figures.collect::<Vec<_>>(), in_order);
        assert_eq!([&tables[1].rows[1][1].shown, &tables[1].rows[1][2].shown], ["4×4", "Reversi"]);
    }
}
