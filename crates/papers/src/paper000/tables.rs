//! The report's tables.

use super::cases::{Case, Found, STARTS};
use super::published::PUBLISHED;
use super::results::Results;
use crate::format;
use crate::report::{Align, Cell, Table};
use crate::runs::Run;
use yomikiri_core::{Goal, Outcome};
use yomikiri_othello::Size;

use Align::{Left, Right};

pub(super) fn all(results: &Results) -> Vec<Table> {
    vec![
        published(results),
        paper_method(results),
        new_boards(results),
        win_reading(results),
        first_moves(results),
        scoring(results),
        lines(results),
        every_run(results),
    ]
}

fn board(case: &Case) -> Cell {
    Cell::shown_as(case.board().replace('×', "x"), case.board())
}

fn score(value: i32) -> Cell {
    Cell::shown_as(value, if value == 0 { "0".into() } else { format!("{value:+}") })
}

/// A value, or what is proved about it.
fn proved(found: &Found) -> Cell {
    match (found.value(), found.outcome()) {
        (Some(value), _) => score(value),
        (None, Some(Outcome::Win)) => Cell::text("Black wins"),
        (None, Some(Outcome::Loss)) => Cell::text("White wins"),
        _ => Cell::text(format!("{:+} to {:+}", found.low, found.high)),
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

/// What the difference between a published row and ours means.
fn meaning(row: &super::published::Published, run: &Run<Found>) -> String {
    let found = &run.found;
    let Some(value) = found.value() else {
        return "not settled within this row's limit".into();
    };
    if value != row.value {
        return "the values differ: one of the two is wrong".into();
    }
    let faster = format::factor(row.seconds / run.seconds);
    let same_line = found.discs == Some([row.black, row.white]) && found.passes == row.passes;
    match same_line {
        true => format!("agrees, discs and passes too; {faster} the speed"),
        false => format!("value agrees by another perfect line; {faster} the speed"),
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
        ])
    });
    table(
        "paper-method",
        "The same by the paper's method.",
        "The order in which the paper tries squares stood in a figure that is lost, and on \
         rectangular boards we search both classes of first moves where the paper took one; so \
         final positions are expected to be of the same size, not equal. Values must be equal. \
         Our time includes finding the perfect line; our counts, like the paper's, do not.",
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
        ],
        rows.collect(),
    )
}

fn new_boards(results: &Results) -> Table {
    let rows = results.rows.iter().filter(|(case, _)| {
        !PUBLISHED.iter().any(|row| row.size() == case.game.size)
    });
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
            Cell::text(format!("{:+} to {:+}", found.low, found.high)),
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

fn win_reading(results: &Results) -> Table {
    let rows = super::claims::win_pairs(results).into_iter().map(|(case, win, complete)| {
        vec![
            board(&case),
            Cell::text(case.start()),
            Cell::text(case.method()),
            Cell::count(win.found.nodes),
            Cell::count(complete.found.nodes),
            Cell::factor(complete.found.nodes as f64 / win.found.nodes as f64),
            Cell::time(win.seconds),
            Cell::time(complete.seconds),
            Cell::factor(complete.seconds / win.seconds),
        ]
    });
    table(
        "win-reading",
        "Win reading alone against complete reading.",
        "Complete reading begins with win reading, so its cost includes it; and its time, but \
         for the paper's method not its nodes, includes proving the perfect line.",
        &[
            ("board", Left),
            ("start", Left),
            ("method", Left),
            ("nodes, win", Right),
            ("nodes, complete", Right),
            ("nodes, ratio", Right),
            ("time, win", Right),
            ("time, complete", Right),
            ("time, ratio", Right),
        ],
        rows.collect(),
    )
}

fn first_moves(results: &Results) -> Table {
    let rows = results.first_moves.iter().flat_map(|(case, run)| {
        run.found.moves.iter().map(|mv| {
            let exact = mv.low == mv.high;
            vec![
                board(case),
                Cell::text(case.start()),
                Cell::text(mv.name.clone()),
                Cell::count(mv.class as u64 + 1),
                match exact {
                    true => score(mv.low),
                    false => Cell::text(format!("{:+} to {:+}", mv.low, mv.high)),
                },
            ]
        })
    });
    table(
        "first-moves",
        "What each first move is worth to Black.",
        "Moves of one class are images of each other by a symmetry that keeps the start.",
        &[("board", Left), ("start", Left), ("move", Left), ("class", Right), ("value", Right)],
        rows.collect(),
    )
}

fn scoring(results: &Results) -> Table {
    let rows = PUBLISHED.iter().filter_map(|row| {
        let case = Case::new(row.size(), row.start);
        let (paper, tournament) = (results.get(case)?, results.get(case.tournament())?);
        let fits = |run: &Run<Found>| run.found.value() == Some(row.value);
        Some(vec![
            board(&case),
            Cell::text(case.start()),
            score(row.value),
            proved(&paper.found),
            proved(&tournament.found),
            Cell::text(match (fits(paper), fits(tournament)) {
                (true, true) => "both",
                (true, false) => "the paper's only",
                (false, true) => "the tournament rule only",
                (false, false) => "neither",
            }),
        ])
    });
    table(
        "scoring",
        "Two ways to score a game that ends with empty squares.",
        "The paper's rule: plain difference, a wipe-out counts as the whole board. The \
         tournament rule: the winner always gets the empty squares.",
        &[
            ("board", Left),
            ("start", Left),
            ("value, paper", Right),
            ("ours, paper's rule", Right),
            ("ours, tournament rule", Right),
            ("which rule fits", Left),
        ],
        rows.collect(),
    )
}

fn lines(results: &Results) -> Table {
    let mut sizes: Vec<Size> = results.rows.iter().map(|(case, _)| case.game.size).collect();
    sizes.sort_by_key(|size| (size.squares(), size.rows()));
    sizes.dedup();
    let cases = STARTS.iter().flat_map(|start| sizes.iter().map(|size| Case::new(*size, *start)));
    let rows = cases.filter_map(|case| {
        let found = &results.get(case)?.found;
        let line = found.line.join(" ");
        found.settled.then(|| {
            vec![board(&case), Cell::text(case.start()), proved(found), Cell::text(line)]
        })
    });
    table(
        "lines",
        "A perfect line for each board.",
        "Every move was proved to keep the value. Columns are lettered from the left, rows \
         numbered from the top; Black moves first.",
        &[("board", Left), ("start", Left), ("value", Right), ("line", Left)],
        rows.collect(),
    )
}

fn every_run(results: &Results) -> Table {
    let rows = results.rows.iter().map(|(case, run)| {
        let found = &run.found;
        vec![
            board(case),
            Cell::text(case.start()),
            Cell::text(case.scoring()),
            Cell::text(case.method()),
            Cell::text(case.goal()),
            score(found.low),
            score(found.high),
            Cell::text(if found.settled { "yes" } else { "no" }),
            Cell::count(found.discs.map(|discs| discs[0].into())),
            Cell::count(found.discs.map(|discs| discs[1].into())),
            if found.discs.is_some() { passes(&found.passes) } else { Cell::none() },
            Cell::count(found.nodes),
            Cell::count(found.finals),
            Cell::time(run.seconds),
            Cell::count(run.threads as u64),
            Cell::shown_as(run.memory, format!("{} MiB", run.memory >> 20)),
            run.limit.map_or(Cell::none(), Cell::time),
            Cell::text(run.begun.clone()),
        ]
    });
    table(
        "rows",
        "Every run.",
        "One line a run, as it was measured; the paper's method uses one thread whatever is \
         allowed.",
        &[
            ("board", Left),
            ("start", Left),
            ("scoring", Left),
            ("method", Left),
            ("goal", Left),
            ("at least", Right),
            ("at most", Right),
            ("settled", Left),
            ("black", Right),
            ("white", Right),
            ("passes at move", Left),
            ("nodes", Right),
            ("final positions", Right),
            ("seconds", Right),
            ("threads", Right),
            ("memory", Right),
            ("limit", Right),
            ("begun", Left),
        ],
        rows.collect(),
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
    }
}
