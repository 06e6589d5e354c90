//! The report's tables.

use super::canonical::COMPLETE;
use super::cases::Bound;
use super::figures::{WAYS, bound, ways};
use super::kinds::{ALLOWED, Kind, deviation, percent, standard_error};
use super::published::{
    BOTH_OF_TEN, BYTES, COUNTS, DIFFERENCES, GRIDS, LOWER_POSITIVE, SUMS, UPPER_NEGATIVE,
};
use super::results::Results;
use super::rows::{Known, Pairs};
use super::rules;
use crate::format::{grouped, score};
use crate::printed::{READ, Theirs};
use crate::report::{Align, Cell, Table};
use yomikiri_amazons::census::MATERIALS;

use Align::{Left, Right};

pub(super) fn all(results: &Results) -> Vec<Table> {
    let mut tables = vec![counts(results)];
    tables.extend([1, 2].map(|number| rules::table(number, results.rules.as_ref())));
    tables.extend([two(results), differences(results), best_moves(results)].into_iter().flatten());
    tables.extend([four(results), signs(results), unknown(results)].into_iter().flatten());
    tables.extend(decided(results));
    tables.extend([unsound(results), database(results)]);
    tables.extend(forms(results));
    tables
}

/// Table 3 as it was published: for each material the counts and their sum.
pub(super) fn published_counts() -> Vec<Vec<Theirs<u64>>> {
    let count = |text: &str| match text.strip_suffix(READ) {
        Some(text) => text.parse().ok().map(Theirs::Read),
        None => text.parse().ok().map(Theirs::Printed),
    };
    let line = |line: &str| line.split(',').skip(2).filter_map(count).collect();
    COUNTS.lines().skip(1).map(line).collect()
}

fn counts(results: &Results) -> Table {
    let census = results.census.as_ref();
    let ours = census.map_or(&[][..], |run| &run.found.counts);
    let published = published_counts();
    let complete = results.plan.census + 1 == published[0].len();
    let total = |cells: usize| ours.iter().map(|row| row[cells]).sum::<u64>();
    let mut rows = Vec::new();
    for (place, theirs) in published.iter().enumerate() {
        let name = match MATERIALS.get(place) {
            Some((black, white)) => format!("{black},{white}"),
            None => "all".into(),
        };
        let found: Vec<u64> = match ours.get(place) {
            Some(row) => row.clone(),
            None if census.is_some() => (0..results.plan.census).map(total).collect(),
            None => Vec::new(),
        };
        let sum: u64 = found.iter().sum();
        let mut row = vec![Cell::text(&name), Cell::text("the paper")];
        row.extend(theirs.iter().map(|count| Cell::from(count.map(Cell::count))));
        rows.push(row);
        let mut row = vec![Cell::text(&name), Cell::text("ours")];
        row.extend((0..10).map(|cells| Cell::count(found.get(cells).copied())));
        row.push(Cell::count((complete && census.is_some()).then_some(sum)));
        rows.push(row);
    }
    Table::new(
        "counts",
        "Table 3: subgames by black and white amazons and by cells.",
        format!(
            "Counted by Burnside's lemma over all shapes{}; with as many amazons of either \
             colour, exchanging the colours is not identified.",
            census.map_or(String::new(), |run| format!(" in {}", crate::format::time(run.seconds)))
        ),
        vec![
            ("black, white", Left),
            ("source", Left),
            ("1", Right),
            ("2", Right),
            ("3", Right),
            ("4", Right),
            ("5", Right),
            ("6", Right),
            ("7", Right),
            ("8", Right),
            ("9", Right),
            ("10", Right),
            ("sum", Right),
        ],
        rows,
    )
}

/// The sums of a kind and what was published of it: a name, and their count and ours.
pub(super) fn grid(kind: &Kind, pairs: &Pairs) -> Vec<(String, Option<Theirs<u64>>, u64)> {
    let published = published_place(kind).map(|place| GRIDS[place]);
    let mut found = Vec::new();
    for (row, low) in ["equal", "below", "unknown"].into_iter().enumerate() {
        for (column, high) in ["equal", "above", "unknown"].into_iter().enumerate() {
            let theirs = published.map(|grid| grid[row][column]);
            let name = format!("lower {low}, upper {high}");
            found.push((name, theirs, pairs.grid[row][column]));
        }
    }
    found
}

/// The same for table 6.
pub(super) fn distances(kind: &Kind, pairs: &Pairs) -> Vec<(String, Option<Theirs<u64>>, u64)> {
    let published = published_place(kind).map(|place| DIFFERENCES[place]);
    let mut found = Vec::new();
    for (which, name) in ["lower", "upper"].into_iter().enumerate() {
        let ours = &pairs.differences[which];
        for by in 0..ours.len().max(4) {
            // What they do not list did not occur.
            let theirs = published.map(|tables| tables[which].get(by).copied());
            let theirs = theirs.map(|theirs| theirs.unwrap_or(Theirs::Printed(0)));
            let ours = ours.get(by).copied().unwrap_or(0);
            found.push((format!("{name} bound off by {}", by + 1), theirs, ours));
        }
    }
    found
}

fn published_place(kind: &Kind) -> Option<usize> {
    match kind.table {
        4 => Some(0),
        5 => Some(1),
        _ => None,
    }
}

/// A share, exported as a fraction.
fn share(count: u64, of: u64) -> Cell {
    Cell::shown_as(count as f64 / of.max(1) as f64, percent(count, of))
}

/// A figure of theirs beside ours, with the error and how far they are apart.
fn compared(
    kind: &Kind,
    name: String,
    theirs: Option<Theirs<u64>>,
    ours: u64,
    of: u64,
) -> Vec<Cell> {
    let away = theirs.map(|theirs| deviation((theirs.value(), SUMS), (ours, of)));
    let shown = |cell: &dyn Fn(u64) -> Cell| {
        theirs.map_or(Cell::none(), |theirs| Cell::from(theirs.map(cell)))
    };
    let error = standard_error(ours, of);
    vec![
        Cell::text(kind.title()),
        Cell::text(name),
        shown(&|theirs| Cell::count(theirs)),
        shown(&|theirs| share(theirs, SUMS)),
        Cell::count(ours),
        share(ours, of),
        Cell::shown_as(error, format!("±{error:.1}")),
        away.map_or(Cell::none(), |z| Cell::shown_as(z, format!("{z:+.1}").replace('-', "−"))),
        away.map_or(Cell::none(), |z| {
            Cell::text(if z.abs() <= ALLOWED { "agrees" } else { "differs" })
        }),
    ]
}

const COMPARED: [(&str, Align); 9] = [
    ("sums", Left),
    ("bounds", Left),
    ("theirs, of 10,000", Right),
    ("their share", Right),
    ("ours", Right),
    ("our share", Right),
    ("standard error", Right),
    ("apart by errors", Right),
    ("verdict", Left),
];

fn two(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for (kind, run) in &results.pairs {
        for (name, theirs, ours) in grid(kind, &run.found) {
            rows.push(compared(kind, name, theirs, ours, run.found.sums));
        }
    }
    (!rows.is_empty()).then(|| {
        Table::new(
            "two",
            "Tables 4 and 5: bounds for two subgames against the score.",
            format!(
                "{} random sums a kind, Black to move; bounds by the paper's tables 1 and 2, scores \
                 by exact search. The last columns: the standard error of our count, how many such \
                 errors of the difference both shares are apart, and whether that is at most \
                 {ALLOWED}.",
                grouped(results.plan.sums as u64)
            ),
            COMPARED.to_vec(),
            rows,
        )
    })
}

fn differences(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for (kind, run) in &results.pairs {
        for (name, theirs, ours) in distances(kind, &run.found) {
            rows.push(compared(kind, name, theirs, ours, run.found.sums));
        }
    }
    (!rows.is_empty()).then(|| {
        Table::new(
            "differences",
            "Table 6: how far a bound is from the score, where it is not the score.",
            "Counts are out of all sums.".into(),
            COMPARED.to_vec(),
            rows,
        )
    })
}

fn best_moves(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for (kind, run) in &results.pairs {
        let Pairs { sums, elsewhere, elsewhere_below, grid, .. } = &run.found;
        let below: u64 = grid[1].iter().sum();
        rows.push(vec![
            Cell::text(kind.title()),
            Cell::count(*sums),
            Cell::count(*elsewhere),
            share(*elsewhere, *sums),
            Cell::count(below),
            Cell::count(*elsewhere_below),
            share(*elsewhere_below, below),
        ]);
    }
    (!rows.is_empty()).then(|| {
        Table::new(
            "best-moves",
            "Figure 4: how often the best move of the sum is the best move of neither part.",
            "A best move of a part is one that keeps the part's a, both sides going on in turn \
             inside the part. A sum counts if Black has a move, and no best move of either part \
             keeps the score of the sum. Right: the same among the sums whose lower bound is below \
             the score."
                .into(),
            vec![
                ("sums", Left),
                ("number", Right),
                ("best move elsewhere", Right),
                ("share", Right),
                ("lower bound below", Right),
                ("of these elsewhere", Right),
                ("share of these", Right),
            ],
            rows,
        )
    })
}

const CORRECTED: &str = "ours, corrected";

fn four(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for (kind, run) in &results.fours {
        let lost = |what: &str| Cell::shown_as(serde_json::Value::Null, what);
        let mut theirs = vec![Cell::text(kind.title()), Cell::text("the paper")];
        theirs.push(match kind.table {
            8 => Cell::count(BOTH_OF_TEN),
            _ => lost("lost"),
        });
        theirs.extend((0..3).map(|_| lost("lost")));
        theirs.push(match kind.table {
            8 => Cell::text("2,0?6"),
            _ => lost("lost"),
        });
        theirs.extend((0..2).map(|_| lost("–")));
        rows.push(theirs);
        for (name, known) in
            [("ours, as printed", &run.found.printed), (CORRECTED, &run.found.sound)]
        {
            let broken = run.found.broken.map(|broken| broken[usize::from(name == CORRECTED)]);
            rows.push(vec![
                Cell::text(kind.title()),
                Cell::text(name),
                Cell::count(known.both),
                Cell::count(known.only_lower),
                Cell::count(known.only_upper),
                Cell::count(known.neither),
                Cell::count(known.bounded()),
                share(known.bounded(), known.sums()),
                Cell::count(broken),
            ]);
        }
    }
    (!rows.is_empty()).then(|| {
        Table::new(
            "four",
            "Tables 7 and 8: which bounds are known for four subgames.",
            format!(
                "{} random sums a kind, Black to move, by section 3.3 as printed and as corrected. \
                 The scan has lost the figures of both tables; two of them can be read in the text. \
                 Broken: sums whose score lies beyond a bound, where scores were found.",
                grouped(results.plan.sums as u64)
            ),
            vec![
                ("sums", Left),
                ("source", Left),
                ("both", Right),
                ("only lower", Right),
                ("only upper", Right),
                ("neither", Right),
                ("some bound", Right),
                ("share", Right),
                ("broken", Right),
            ],
            rows,
        )
    })
}

fn signs(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for (kind, run) in &results.fours {
        let known = &run.found.printed;
        let sums = known.sums();
        let nearly = LOWER_POSITIVE.map(|share| Cell::text(format!("nearly {share} %")));
        let about = UPPER_NEGATIVE.map(|share| Cell::text(format!("about {share} %")));
        for (bound, signs, said) in [
            ("lower", known.lower_signs, [Some(nearly), None, None]),
            ("upper", known.upper_signs, [None, None, Some(about)]),
        ] {
            for ((sign, count), said) in ["> 0", "= 0", "< 0"].iter().zip(signs).zip(said) {
                rows.push(vec![
                    Cell::text(kind.title()),
                    Cell::text(format!("{bound} bound {sign}")),
                    match (kind.table, said) {
                        (8, Some(said)) => said.into(),
                        (8, None) => Cell::text("lost"),
                        _ => Cell::none(),
                    },
                    Cell::count(count),
                    share(count, sums),
                ]);
            }
        }
    }
    (!rows.is_empty()).then(|| {
        Table::new(
            "signs",
            "Table 9: the signs of the bounds for four subgames, as printed.",
            "A lower bound above 0 means that Black wins, an upper bound of 0 or below that White \
             does. The paper has this table for ten cells only; its figures are lost, and its text \
             can hardly be read."
                .into(),
            vec![
                ("sums", Left),
                ("bound", Left),
                ("theirs", Right),
                ("ours", Right),
                ("share", Right),
            ],
            rows,
        )
    })
}

/// Sums for which a bound cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown {
    pub(super) sums: u64,
    pub(super) lower: u64,
    pub(super) upper: u64,
    pub(super) neither: u64,
}

impl Unknown {
    /// Of a table 4 or 5.
    fn of_grid(grid: &[[u64; 3]; 3]) -> Unknown {
        Unknown {
            sums: grid.iter().flatten().sum(),
            lower: grid[2].iter().sum(),
            upper: grid.iter().map(|row| row[2]).sum(),
            neither: grid[2][2],
        }
    }

    /// Of a table 7 or 8.
    fn of_four(known: &Known) -> Unknown {
        Unknown {
            sums: known.sums(),
            lower: known.only_upper + known.neither,
            upper: known.only_lower + known.neither,
            neither: known.neither,
        }
    }

    fn at_least_one(&self) -> u64 {
        self.lower + self.upper - self.neither
    }
}

/// The kinds of sums of this run, by the rules as printed.
pub(super) fn unknown_bounds(results: &Results) -> Vec<(Kind, Unknown)> {
    let pairs = results.pairs.iter().map(|(kind, run)| (*kind, Unknown::of_grid(&run.found.grid)));
    let fours =
        results.fours.iter().map(|(kind, run)| (*kind, Unknown::of_four(&run.found.printed)));
    pairs.chain(fours).collect()
}

fn unknown(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for (kind, ours) in unknown_bounds(results) {
        let theirs = published_place(&kind).map(|place| {
            // Only the cell with both bounds is a reading, and no sum without one is in it.
            Unknown::of_grid(&GRIDS[place].map(|row| row.map(Theirs::value)))
        });
        for (name, unknown) in [("the paper", theirs), ("ours", Some(ours))] {
            let Some(unknown) = unknown else { continue };
            let mut row = vec![Cell::text(kind.title()), Cell::text(name)];
            let Unknown { sums, lower, upper, neither } = unknown;
            for count in [lower, upper, neither, unknown.at_least_one()] {
                row.extend([Cell::count(count), share(count, sums)]);
            }
            rows.push(row);
        }
    }
    (!rows.is_empty()).then(|| {
        Table::new(
            "unknown",
            "Section 6.2: how often a bound cannot be given.",
            "Sums without a lower bound, without an upper bound, with neither, and with at least \
             one of the two missing, by the rules as printed. The paper says \"more than half, and \
             as many as nine tenths\" and not which of these; its own shares are added up from \
             tables 4 and 5."
                .into(),
            vec![
                ("sums", Left),
                ("source", Left),
                ("no lower bound", Right),
                ("share without lower", Right),
                ("no upper bound", Right),
                ("share without upper", Right),
                ("neither", Right),
                ("share with neither", Right),
                ("one missing, or both", Right),
                ("share of these", Right),
            ],
            rows,
        )
    })
}

fn decided(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for kind in &results.plan.kinds {
        let Some(decided) = results.decided(kind) else { continue };
        for (name, way) in WAYS.iter().zip(ways(decided)) {
            let exact = *name == WAYS[5];
            let micro = 1e6 * decided.seconds / decided.sums.max(1) as f64;
            let nodes = decided.nodes as f64 / decided.sums.max(1) as f64;
            rows.push(vec![
                Cell::text(kind.title()),
                Cell::text(*name),
                Cell::count(way.bounded),
                share(way.bounded, decided.sums),
                Cell::count(way.named),
                share(way.named, decided.sums),
                Cell::count(way.wrong),
                match exact {
                    true => Cell::shown_as(micro, format!("{micro:.2}")),
                    false => Cell::none(),
                },
                match exact {
                    true => Cell::shown_as(nodes, format!("{nodes:.1}")),
                    false => Cell::none(),
                },
            ]);
        }
    }
    let table = Table::new(
        "decided",
        "Who wins: what each way can say.",
        format!(
            "{} random sums a kind, Black to move. a*, b* are the least integer that a part is at \
             most and the greatest that it is at least; thermographs bound the sum by their walls; \
             walls and signs also know whether a part is at least or at most 0. Wrong: winners \
             that are not those of the canonical forms. Microseconds: reading one sum, the forms \
             being in memory; nodes: sums looked at for it.",
            grouped(results.plan.sums as u64)
        ),
        vec![
            ("sums", Left),
            ("way", Left),
            ("some bound", Right),
            ("share bounded", Right),
            ("winner", Right),
            ("share named", Right),
            ("wrong", Right),
            ("µs a sum", Right),
            ("nodes a sum", Right),
        ],
        rows,
    );
    (!table.rows.is_empty()).then_some(table)
}

fn unsound(results: &Results) -> Table {
    let rows = results.cases.iter().map(|case| {
        let which = match case.bound {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        vec![
            Cell::text(case.sum),
            Cell::text(case.values()),
            Cell::text(which),
            Cell::text(bound(case.printed)),
            Cell::text(bound(case.sound)),
            Cell::text(score(case.score)),
            Cell::text(if case.is_broken() { "broken" } else { "holds" }),
        ]
    });
    Table::new(
        "cases",
        "Sums where the printed rule errs, and one like figure 4.",
        "Black (X) to move. With three open subgames or more beside one-sided ones the printed \
         condition counts on the same spare move more than once."
            .into(),
        vec![
            ("sum", Left),
            ("values", Left),
            ("bound", Left),
            ("printed", Right),
            ("corrected", Right),
            ("score", Right),
            ("printed bound", Left),
        ],
        rows.collect(),
    )
}

/// A size in the larger unit.
pub(super) fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

fn database(results: &Results) -> Table {
    let all = published_counts().last().and_then(|row| row.last().copied());
    let all = all.map_or(0, Theirs::value);
    let bits = |bytes: u64, count: u64| {
        let bits = 8.0 * bytes as f64 / count.max(1) as f64;
        Cell::shown_as(bits, format!("{bits:.2}"))
    };
    let mut rows = vec![vec![
        Cell::text("the paper"),
        Cell::count(10),
        Cell::count(all),
        Cell::none(),
        Cell::shown_as(BYTES * all, bytes(BYTES * all)),
        bits(BYTES * all, all),
        Cell::text("not said"),
    ]];
    if let Some(run) = &results.stored {
        let stored = &run.found;
        let subgames = results.subgames(stored.cells);
        rows.push(vec![
            Cell::text("ours, made in this run"),
            Cell::count(stored.cells as u64),
            Cell::count(subgames),
            Cell::count(stored.values),
            Cell::shown_as(stored.bytes, bytes(stored.bytes)),
            subgames.map_or(Cell::none(), |subgames| bits(stored.bytes, subgames)),
            match stored.resumed {
                true => Cell::text("in several runs"),
                false => Cell::time(run.seconds),
            },
        ]);
    }
    if let Some((_, length)) = &results.largest {
        rows.push(vec![
            Cell::text("ours, made before"),
            Cell::count(10),
            Cell::count(all),
            Cell::none(),
            Cell::shown_as(*length, bytes(*length)),
            bits(*length, all),
            Cell::none(),
        ]);
    }
    Table::new(
        "database",
        "The database: both values of every subgame.",
        "The paper's eleven bytes hold the position, its two values and a best move for either \
         side. Ours holds the values in the order of the shapes, without keys, and finds a best \
         move by one look ahead. It also has what subgames fall apart into, and does not join \
         mirror images: the values in the file are more than the subgames that the bits are \
         counted by."
            .into(),
        vec![
            ("database", Left),
            ("cells", Right),
            ("subgames", Right),
            ("values in the file", Right),
            ("size", Right),
            ("bits a subgame", Right),
            ("time to make", Right),
        ],
        rows,
    )
}

fn forms(results: &Results) -> Option<Table> {
    let found = &results.canonical.as_ref()?.found;
    let rows = found.sizes.iter().enumerate().map(|(place, (forms, graphs))| {
        vec![
            Cell::count(place as u64 + 1),
            Cell::count(results.subgames(place + 1)),
            Cell::count(*forms),
            Cell::count(*graphs),
        ]
    });
    Some(Table::new(
        "forms",
        "Canonical forms of all subgames up to so many cells.",
        format!(
            "Black heavier or White heavier, each form once. Worked out in {}; with what larger \
             subgames and sums of parts needed there are {} forms in all. Up to {COMPLETE} cells \
             every subgame has its form; above, those with 3+1 amazons on nine cells and with 1+1 \
             on nine and ten.",
            crate::format::time(found.seconds),
            grouped(found.forms)
        ),
        vec![
            ("cells", Right),
            ("subgames, the paper's count", Right),
            ("different forms", Right),
            ("different thermographs", Right),
        ],
        rows.collect(),
    ))
}
