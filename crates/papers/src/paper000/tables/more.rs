//! The tables beside the main ones: what supports single claims, and the raw rows.

use super::super::cases::{Case, Found, STARTS};
use super::super::claims;
use super::super::published::PUBLISHED;
use super::super::results::Results;
use super::Align::{Left, Right};
use super::{MEASURABLE, board, passes, proved, range, score, table};
use crate::report::{Cell, Table};
use crate::runs::Run;
use yomikiri_othello::Size;

pub(super) fn win_reading(results: &Results) -> Table {
    let rows = claims::win_pairs(results).into_iter().map(|(case, win, complete)| {
        vec![
            board(&case),
            Cell::text(case.start()),
            Cell::text(case.method()),
            Cell::count(win.found.nodes),
            Cell::count(complete.found.nodes),
            Cell::factor(complete.found.nodes as f64 / win.found.nodes as f64),
            Cell::time(win.seconds),
            Cell::time(complete.seconds),
            Cell::factor((win.seconds >= MEASURABLE).then(|| complete.seconds / win.seconds)),
        ]
    });
    table(
        "win-reading",
        "Win reading alone against complete reading.",
        "Complete reading begins with win reading, so its cost includes it; and its time, but \
         for the paper's method not its nodes, includes proving the perfect line. Times were taken \
         once; of a hundredth of a second or less no ratio is told.",
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

pub(super) fn first_moves(results: &Results) -> Table {
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
                    false => range(mv.low, mv.high),
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

pub(super) fn scoring(results: &Results) -> Table {
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

pub(super) fn lines(results: &Results) -> Table {
    let mut sizes: Vec<Size> = results.rows.iter().map(|(case, _)| case.game.size).collect();
    sizes.sort_by_key(|size| (size.squares(), size.rows()));
    sizes.dedup();
    let cases = STARTS.iter().flat_map(|start| sizes.iter().map(|size| Case::new(*size, *start)));
    let rows = cases.filter_map(|case| {
        let found = &results.get(case)?.found;
        let line = found.line.join(" ");
        found
            .settled
            .then(|| vec![board(&case), Cell::text(case.start()), proved(found), Cell::text(line)])
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

pub(super) fn every_run(results: &Results) -> Table {
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
            Cell::shown_as(run.seconds, format!("{:.4}", run.seconds)),
            Cell::count(run.threads as u64),
            Cell::shown_as(run.memory, format!("{} MiB", run.memory >> 20)),
            run.limit.map_or(Cell::none(), Cell::time),
            Cell::text(run.begun.clone()),
            Cell::text(run.program.clone()),
            run.machine.as_ref().map_or(Cell::none(), Cell::text),
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
            ("program", Left),
            ("machine", Left),
        ],
        rows.collect(),
    )
}
