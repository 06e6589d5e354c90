//! The paper's method: step by step, in what order it tries squares, and its lost lines.

use super::super::cases::{Case, STARTS, step_name};
use super::super::published::PUBLISHED;
use super::super::results::{AsPrinted, Results, STEPS};
use super::Align::{Left, Right};
use super::{board, discs, passes, score, table};
use crate::format::power;
use crate::report::{Cell, Table};
use yomikiri_othello::{Size, Steps, rank};

/// What each step saves, as the paper's chapter 3 introduces them.
pub(super) fn steps(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (columns, start) in STARTS.map(|start| [(4, start), (6, start)]).concat() {
        let plain = Case::on(4, columns, start);
        let mut before: Option<f64> = None;
        let mut add = |steps, value, nodes: Cell, count: Option<f64>, finals, time| {
            let saved = before.zip(count).map(|(before, now)| before / now.max(1.0));
            before = count;
            rows.push(vec![
                board(&plain),
                Cell::text(plain.start()),
                Cell::text(step_name(steps)),
                value,
                nodes,
                Cell::count(finals),
                Cell::factor(saved),
                time,
            ]);
        };
        for steps in STEPS.into_iter().chain([Steps::Whole]) {
            match results.get(plain.up_to(steps)) {
                Some(run) => {
                    let found = &run.found;
                    let value = found.value().map_or(Cell::none(), score);
                    let nodes = Cell::count(found.nodes);
                    let time = Cell::time(run.seconds);
                    add(steps, value, nodes, Some(found.nodes as f64), found.finals, time);
                }
                // What was not walked.
                None if steps == Steps::Minimax => {
                    let tree = results.trees.iter().find(|(case, _)| *case == plain);
                    let Some((_, run)) = tree else { continue };
                    let (size, error) = (run.found.size, run.found.error);
                    let shown = format!("about {} ± {}", power(size), power(error));
                    let nodes = Cell::shown_as(size, shown);
                    add(steps, Cell::none(), nodes, Some(size), None, Cell::text("not walked"));
                }
                None => {}
            }
        }
    }
    table(
        "steps",
        "What each step of the paper's method saves.",
        "Each row has what the rows above it have. The value must not change. A tree that is too \
         large to be walked is estimated from random games (Knuth's method), with the standard \
         error; where it was walked, the estimate can be compared in the file of the row. The \
         last step searches some positions twice, for the winner and for the score; it pays on \
         larger boards.",
        &[
            ("board", Left),
            ("start", Left),
            ("method", Left),
            ("value", Right),
            ("nodes", Right),
            ("final positions", Right),
            ("fewer than the row above", Right),
            ("time", Right),
        ],
        rows,
    )
}

/// Our reading of figure 3-5.
pub(super) fn priority() -> Table {
    let size = Size::new(6, 6).expect("a board that can be played");
    let rows = (0..6).map(|row| {
        let mut cells = vec![Cell::count(u64::from(row) + 1)];
        let ranks = (0..6).map(|column| Cell::count(u64::from(rank(size, row * 6 + column))));
        cells.extend(ranks);
        cells
    });
    table(
        "priority",
        "Figure 3-5: the priority of squares on 6×6, 1 first, as we read it.",
        "The paper's figure is lost, so this is not its order but the usual one: corners, the rest \
         of the edge, the middle, the ring around it, the squares beside a corner on the edge, \
         those on the diagonal. Squares of one rank are tried row by row. Other boards likewise.",
        &[
            ("row", Left),
            ("a", Right),
            ("b", Right),
            ("c", Right),
            ("d", Right),
            ("e", Right),
            ("f", Right),
        ],
        rows.collect(),
    )
}

/// Perfect lines that end as the lost ones did.
pub(super) fn as_printed(results: &Results) -> Table {
    // The paper's figures go board by board, both starts of each; its tables start by start.
    let (othello, reversi) = PUBLISHED.split_at(PUBLISHED.len() / 2);
    let figures = othello.iter().zip(reversi).flat_map(|(one, other)| [one, other]);
    let rows = (1..).zip(figures).map(|(figure, row)| {
        let case = Case::new(row.size(), row.start);
        let (state, line) = match results.as_printed(row) {
            AsPrinted::Line(line) => ("there is one", Cell::text(line.join(" "))),
            AsPrinted::None => ("there is none: all were tried", Cell::none()),
            AsPrinted::Unknown => ("not checked, or not found within bounds", Cell::none()),
        };
        vec![
            Cell::text(format!("4-{figure}")),
            board(&case),
            Cell::text(case.start()),
            discs(Some([row.black, row.white])),
            passes(row.passes),
            Cell::text(state),
            line,
        ]
    });
    table(
        "as-printed",
        "Figures 4-1 to 4-10: is there a perfect line that ends as the paper's?",
        "The moves of the paper's lines are lost with its figures. What survives is the discs at \
         the end and which moves are passes: a line here has both, and every move in it was proved \
         to keep the value. It need not be the paper's line.",
        &[
            ("figure", Left),
            ("board", Left),
            ("start", Left),
            ("discs, paper", Right),
            ("passes at move, paper", Left),
            ("a perfect line with both", Left),
            ("the line", Left),
        ],
        rows.collect(),
    )
}
