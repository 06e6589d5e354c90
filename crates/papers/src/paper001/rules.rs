//! The paper's tables 1 and 2, cell by cell: what is printed, whether our code says the same, and
//! whether it holds.

use super::kinds::{SEED, Subgame};
use crate::printed::Theirs;
use crate::report::{Align, Cell, Table};
use crate::runs::{Finding, Run};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use yomikiri_amazons::bounds::pairs::{CLASSES, class, printed};
use yomikiri_amazons::bounds::{Rule, lower, pair_lower, pair_upper, upper};
use yomikiri_amazons::scorer::Scorer;
use yomikiri_amazons::shape::Catalogue;
use yomikiri_amazons::{Position, Value};
use yomikiri_core::{Context, Dice, Error, Result, Side};

use Align::Left;

/// Cells, black and white amazons of the parts that are added, each to each: so that every kind of
/// value comes up.
const PARTS: [(usize, usize, usize); 12] = [
    (2, 1, 0),
    (3, 1, 1),
    (3, 0, 1),
    (4, 1, 1),
    (4, 2, 2),
    (5, 1, 1),
    (5, 2, 1),
    (5, 1, 2),
    (6, 1, 1),
    (6, 2, 1),
    (6, 1, 2),
    (6, 2, 2),
];

/// What came of the sums that belong into one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub(super) met: u64,
    /// Where the score lies beyond the bound.
    pub(super) broken: u64,
    /// Where it is the bound.
    pub(super) tight: u64,
}

/// Random sums of two against both tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Rules {
    pub(super) sums: u64,
    /// The cells of table 1 and of table 2, row by row.
    pub(super) tables: [Vec<Tally>; 2],
}

impl Finding for Rules {
    fn settled(&self) -> bool {
        self.sums > 0
    }

    fn nodes(&self) -> u64 {
        0
    }
}

impl Rules {
    pub(super) fn asked(each: usize) -> Json {
        json!({ "question": "rules", "parts": PARTS, "each": each, "seed": SEED })
    }

    /// So many random sums for each pair of kinds of parts.
    pub(super) fn find(each: usize, context: &Context) -> Result<Rules> {
        let most = PARTS.iter().map(|part| part.0).max().unwrap_or(1);
        let Some(catalogue) = Catalogue::new(most, context) else { return Ok(Rules::default()) };
        let (mut scorer, mut dice) = (Scorer::new(), Dice::new(SEED));
        let mut rules = Rules { tables: [(); 2].map(|()| vec![Tally::default(); 49]), sums: 0 };
        for (one, other) in PARTS.iter().flat_map(|one| PARTS.iter().map(move |two| (one, two))) {
            if context.check(0) {
                return Ok(Rules::default());
            }
            for _ in 0..each {
                let parts = [one, other].map(|part| Subgame::draw(*part, &catalogue, &mut dice));
                let parts = parts.map(|part| part.position());
                rules
                    .add(&parts, &mut scorer)
                    .ok_or_else(|| Error::refused("a sum of two falls into too many regions"))?;
            }
        }
        Ok(rules)
    }

    fn add(&mut self, parts: &[Position; 2], scorer: &mut Scorer) -> Option<()> {
        let [one, other] = [scorer.value(&parts[0])?, scorer.value(&parts[1])?];
        let cell = 7 * class(one)? + class(other)?;
        let score = scorer.score(parts, Side::First)?;
        self.sums += 1;
        let bounds = [pair_lower(one, other), pair_upper(one, other)];
        for (table, (bound, sign)) in self.tables.iter_mut().zip(bounds.into_iter().zip([1, -1])) {
            let tally = &mut table[cell];
            tally.met += 1;
            tally.broken += u64::from(bound.is_some_and(|bound| sign * bound > sign * score));
            tally.tight += u64::from(bound == Some(score));
        }
        Some(())
    }
}

/// Cells that are illegible, wholly or in part, and are read: the mirrored ones say what they must be,
/// because the order of the two parts is nothing. Table, row, column.
const ILLEGIBLE: [(usize, usize, usize); 9] = [
    (1, 0, 0),
    (1, 1, 2),
    (1, 2, 0),
    (1, 2, 4),
    (1, 3, 1),
    (1, 3, 2),
    (1, 4, 2),
    (1, 5, 2),
    (2, 6, 5),
];

/// What a cell says that gives no bound.
const UNKNOWN: &str = "unknown";

/// The cells that give a bound and were met: how many, and how many sums fell into them.
pub(super) fn tested(rules: &Rules) -> (usize, u64) {
    let mut tested = (0, 0);
    for (number, tallies) in (1..).zip(&rules.tables) {
        for (cell, tally) in tallies.iter().enumerate() {
            if tally.met > 0 && printed(number, cell / 7, cell % 7) != UNKNOWN {
                tested = (tested.0 + 1, tested.1 + tally.met);
            }
        }
    }
    tested
}

/// Values that can occur: a subgame of ten cells has at most nine moves.
fn values() -> Vec<(usize, Value)> {
    let scores = || (-9..=9).map(Some).chain([None]);
    let pairs = scores().flat_map(|a| scores().map(move |b| Value::new(a, b)));
    pairs.filter_map(|value| Some((class(value)?, value))).collect()
}

/// For each cell of a table whether the general rule of section 3.3, as printed and as corrected,
/// says the same as it for every two values.
fn same_as_general(table: usize) -> Vec<[bool; 2]> {
    let values = values();
    let mut same = vec![[true; 2]; 49];
    for (row, one) in &values {
        for (column, other) in &values {
            let pair = [*one, *other];
            for (place, rule) in [Rule::Paper, Rule::Sound].into_iter().enumerate() {
                let (printed, general) = match table {
                    1 => (pair_lower(*one, *other), lower(rule, &pair, Side::First)),
                    _ => (pair_upper(*one, *other), upper(rule, &pair, Side::First)),
                };
                same[7 * row + column][place] &= printed == general;
            }
        }
    }
    same
}

/// How many of the 98 cells agree with the general rule as printed, and as corrected.
pub(super) fn agreeing() -> [usize; 2] {
    let cells = [same_as_general(1), same_as_general(2)].concat();
    [0, 1].map(|rule| cells.iter().filter(|same| same[rule]).count())
}

/// Table 1 or 2 as printed, with what was found in each cell.
pub(super) fn table(number: usize, run: Option<&Run<Rules>>) -> Table {
    let same = same_as_general(number);
    let rows = CLASSES.iter().enumerate().map(|(row, [a, b])| {
        let mut cells = vec![Cell::text(format!("A {a}, B {b}"))];
        cells.extend((0..7).map(|column| {
            let says = printed(number, row, column);
            let mut text = match ILLEGIBLE.contains(&(number, row, column)) {
                true => Theirs::Read(says).to_string(),
                false => says.to_owned(),
            };
            match same[7 * row + column] {
                [true, true] => text += " ✓",
                [true, false] => text += " (corrected: otherwise)",
                [false, _] => text += " (section 3.3: otherwise)",
            }
            if let Some(run) = run {
                let tally = run.found.tables[number - 1][7 * row + column];
                text += &match says {
                    UNKNOWN => format!(" ({} met)", tally.met),
                    _ => format!(" {}/{}", tally.met - tally.broken, tally.met),
                };
            }
            Cell::text(text)
        }));
        cells
    });
    let (id, bound) = match number {
        1 => ("table-1", "lower"),
        _ => ("table-2", "upper"),
    };
    let tested = run.map_or(String::new(), |run| {
        format!(
            " Then: in how many of the random sums that belong there the {bound} bound holds, of {} \
             sums of two parts of up to six cells; where there is no bound, how many were met.",
            crate::format::grouped(run.found.sums)
        )
    });
    Table::new(
        id,
        match number {
            1 => "Table 1: the lower bound of (A|B) + (C|D), Black to move, cell by cell.",
            _ => "Table 2: the upper bound of (A|B) + (C|D), Black to move, cell by cell.",
        },
        format!(
            "As printed. ✓: the rule for any number of subgames in section 3.3 says the same for \
             all values from −9 to 9, as printed and as corrected.{tested}"
        ),
        vec![
            ("first part", Left),
            ("C > 0, D ≥ 0", Left),
            ("C > 0, D < 0", Left),
            ("C > 0, D null", Left),
            ("C ≤ 0, D ≥ 0", Left),
            ("C ≤ 0, D < 0", Left),
            ("C null, D < 0", Left),
            ("C null, D null", Left),
        ],
        rows.collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_the_general_rule_and_holds_where_it_was_met() {
        assert_eq!(agreeing(), [98, 98]);
        let rules = Rules::find(8, &Context::default()).unwrap();
        assert_eq!(rules.sums, 8 * 144);
        for table in &rules.tables {
            assert_eq!(table.iter().map(|tally| tally.met).sum::<u64>(), rules.sums);
            assert_eq!(table.iter().map(|tally| tally.broken).sum::<u64>(), 0);
            let met = table.iter().filter(|tally| tally.met > 0).count();
            assert!(met > 40, "{met} of 49 cells");
        }
        // 32 of the 49 cells of table 1 give a bound, and 29 of table 2.
        let (cells, sums) = tested(&rules);
        assert!(cells <= 61 && cells > 50 && sums < 2 * rules.sums, "{cells} {sums}");
        let shown = table(1, None);
        assert!(shown.rows[0][1].shown.starts_with("max{A+D, B+C}† ✓"), "{:?}", shown.rows[0]);
        assert!(shown.rows[0][2].shown.starts_with("B+C ✓"), "{:?}", shown.rows[0]);
        assert!(shown.rows[3][2].shown.starts_with("B+C† ✓"), "{:?}", shown.rows[3]);
    }
}
