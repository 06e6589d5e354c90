//! The paper's tables 1 to 3, beside ours: rules compared, programs compared, the machine.

use crate::report::{Align, Cell, Table};

use Align::Left;

pub(super) fn all() -> [Table; 3] {
    [rules(), programs(), machine()]
}

fn table(
    id: &'static str,
    caption: &str,
    note: &str,
    columns: Vec<&'static str>,
    rows: &[&[&str]],
) -> Table {
    let rows = rows.iter().map(|row| row.iter().map(|text| Cell::text(*text)).collect());
    let columns = columns.into_iter().map(|name| (name, Left)).collect();
    Table::new(id, caption, note.into(), columns, rows.collect())
}

fn rules() -> Table {
    table(
        "table-1",
        "Table 1. Rules of Go compared.",
        "The last row says how to ask for them here. Japanese rules leave the result to what the \
         players agree on after play has stopped, so a position has no value that could be proved; \
         the paper too only compares them. Our default is basic ko, with endless play told apart; \
         --ko positional and --ko situational are superko.",
        vec!["", "Japanese rules", "Chinese rules", "pure Go"],
        &[
            &[
                "aim",
                "more territory",
                "more territory and stones on the board",
                "more stones on the board",
            ],
            &["play stops", "when both sides pass in turn", "–", "–"],
            &[
                "the game ends",
                "when both have agreed on life, death and territory",
                "when both sides pass in turn",
                "when both sides pass in turn",
            ],
            &[
                "who wins",
                "dead stones are taken, prisoners fill territory, the territories are compared",
                "dead stones are taken off; territory and stones of one side, more than half of the \
                 board or not",
                "dead stones are taken off; the stones on the board are compared",
            ],
            &["prisoners", "count", "do not count", "do not count"],
            &["territory in seki", "does not count", "counts", "special"],
            &["ko", "ko", "ko (superko)", "ko (superko)"],
            &["here", "refused, with the reason", "--scoring area or afure", "--scoring stones"],
        ],
    )
}

fn programs() -> Table {
    table(
        "table-2",
        "Table 2. 55taro and AFURE-Go compared, and ours.",
        "Ours are --method 55taro, and base, promise and all for AFURE-Go.",
        vec!["", "55taro", "AFURE-Go", "55taro, ours", "AFURE-Go, ours"],
        &[
            &[
                "search",
                "AND/OR tree, iterative deepening by depth",
                "AND/OR tree, iterative deepening by depth",
                "the same",
                "the same",
            ],
            &[
                "moves in order of",
                "values set by hand",
                "priority by position and by what the move does",
                "priority by position (the values are lost)",
                "as the paper's; --weights for others",
            ],
            &["komi", "none", "none", "none", "none"],
            &["values", "Black wins, White wins", "Black wins, White wins", "the same", "the same"],
            &["a draw", "is neither", "is White's", "is neither", "is White's"],
            &[
                "one position by exchange of colours",
                "yes (earlier programs)",
                "not said",
                "yes",
                "no: it is no valid conclusion there",
            ],
            &[
                "ends",
                "when the winning strategy is found",
                "when the winning strategy is found",
                "the same, with a line",
                "the same, with a line",
            ],
        ],
    )
}

fn machine() -> Table {
    let ours = "see Provenance at the end of the page";
    table(
        "table-3",
        "Table 3. The paper's machine.",
        "Its numbers are means: of 5 runs on 3x3 and 3x4, of 2 runs on 3x5.",
        vec!["", "the paper", "ours"],
        &[
            &["computer", "IBM PC compatible", ours],
            &["operating system", "Microsoft Windows XP Professional SP3", ours],
            &["processor", "Intel Core2Duo 3.00 GHz, 2.99 GHz", ours],
            &["memory", "1.96 GB", ours],
        ],
    )
}
