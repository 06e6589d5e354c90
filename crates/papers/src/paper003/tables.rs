//! The report's tables.

use super::costs::Cost;
use super::duels::Score;
use super::published::{self, FAULTS, TOTALS};
use super::results::{Results, RowA, YOMI, heavy};
use super::rows::{Outcome, Turn};
use crate::evidence::{factor_told, ratio};
use crate::report::{Align, Cell, Table};
use yomikiri_othello::openings::NAMED;
use yomikiri_othello::thesis::Scan;
use yomikiri_othello::thesis::weights::{Feature, WEIGHTS};

use Align::{Left, Right};

pub(super) fn all(results: &Results) -> Vec<Table> {
    vec![
        series_a(results),
        totals(),
        series_b(results),
        published_b(),
        matches(results),
        features(results),
        costs(results),
        printed(results),
        faults(),
        weights(),
        openings(),
    ]
}

/// A number with its sign and a tenth.
fn signed(value: f64) -> String {
    format!("{value:+.1}").replace('-', "−")
}

/// Seconds as the thesis has them.
fn seconds(value: f64) -> Cell {
    Cell::shown_as(value, format!("{value:.2}"))
}

fn number(count: u32) -> Cell {
    Cell::count(u64::from(count))
}

fn record(won: u32, lost: u32, drawn: u32) -> Cell {
    Cell::text(format!("{won} / {lost} / {drawn}"))
}

fn per_cent(value: f64) -> Cell {
    Cell::shown_as(value, format!("{value:.1} %"))
}

fn series_a(results: &Results) -> Table {
    let published = published::series_a();
    let mut rows = Vec::new();
    for engine in ["single", "multi"] {
        for turn in Turn::BOTH {
            for x in 1..=super::results::MOST_X {
                let mut row = vec![Cell::text(engine), Cell::text(turn.name()), number(x)];
                for machine in ["laptop", "vt64"] {
                    let mut theirs = published.iter();
                    let theirs = theirs.find(|row| {
                        row.machine == machine
                            && row.engine == engine
                            && row.side == turn.name()
                            && row.x == x
                    });
                    row.push(theirs.map_or(Cell::none(), |r| record(r.won, r.lost, r.drawn)));
                    row.push(theirs.map_or(Cell::none(), |r| seconds(r.seconds)));
                }
                let ours = results.find(turn, x);
                let threads = if engine == "single" { 1 } else { results.threads };
                let ours = ours.filter(|_| engine == "single" || threads > 1);
                row.push(ours.map_or(Cell::none(), |o| record(o.won, o.lost, o.drawn)));
                let time = ours.and_then(|o| o.per_hundred(threads));
                row.push(time.map_or(Cell::none(), seconds));
                row.push(ours.map_or(Cell::none(), |o| {
                    let discs = o.discs as f64 / f64::from(o.played().max(1));
                    Cell::shown_as(discs, signed(discs))
                }));
                // SSAI has no rows beyond X = 6, and a quick run none beyond 5.
                if row[3..].iter().any(|cell| *cell != Cell::none()) {
                    rows.push(row);
                }
            }
        }
    }
    Table::new(
        "series-a",
        "Series A: games won, lost and drawn against a random mover.",
        format!(
            "Presearch 5, normal 2 + X, wld 5 + X, perfect 3 + X. Times are seconds for 100 games; \
             ours without the random mover's, single with one thread and multi with {} threads, both \
             at every move in turn. The evaluation's weights are ours. Table 4 of the thesis prints \
             seven columns for SSAI, where its text and its times have six: one of the two that are \
             alike, 57 / 41 / 2, is left out here, which makes the total that of the text.",
            results.threads
        ),
        vec![
            ("engine", Left),
            ("plays", Left),
            ("X", Right),
            ("laptop", Right),
            ("s, laptop", Right),
            ("VT64", Right),
            ("s, VT64", Right),
            ("ours", Right),
            ("s, ours", Right),
            ("discs a game, ours", Right),
        ],
        rows,
    )
}

fn totals() -> Table {
    let slashed = |[won, lost, drawn]: [u32; 3]| record(won, lost, drawn);
    let rows = TOTALS.map(|total| {
        vec![
            Cell::text(total.section),
            Cell::text(if total.machine == "vt64" { "VT64" } else { total.machine }),
            Cell::text(total.side),
            Cell::text(total.engine),
            slashed(total.text),
            slashed(total.of_the_table()),
            Cell::text(if total.agrees() { "yes" } else { "NO" }),
        ]
    });
    Table::new(
        "totals",
        "The totals in the thesis's text, and those of its tables.",
        "Won / lost / drawn; the tables' are added up here.".into(),
        vec![
            ("section", Left),
            ("machine", Left),
            ("plays", Left),
            ("engine", Left),
            ("text", Right),
            ("table", Right),
            ("the same", Left),
        ],
        rows.to_vec(),
    )
}

fn series_b(results: &Results) -> Table {
    let mut rows = Vec::new();
    for row in &results.b {
        let (depths, found) = (heavy(row.step), &row.run.found);
        for clock in &found.clocks {
            let one = found.clock(1).map(|one| one.seconds.clone()).unwrap_or_default();
            let pairs = one.into_iter().zip(clock.seconds.iter().copied());
            let speed_up = ratio(pairs).filter(|_| clock.threads > 1);
            rows.push(vec![
                number(depths.normal),
                number(depths.wld),
                number(depths.perfect),
                Cell::count(clock.threads as u64),
                record(found.won, found.lost, found.drawn),
                seconds(clock.total()),
                Cell::count(clock.nodes),
                speed_up.map_or(Cell::none(), |ratio| {
                    Cell::shown_as(ratio.value.exp(), factor_told(ratio))
                }),
            ]);
        }
    }
    Table::new(
        "series-b",
        "Series B within bounds: what threads bring.",
        "Presearch 7, as second player against a random mover. Every move is chosen with each number \
         of threads, one after the other, so that all meet the same machine. The speed-up is the mean \
         over the games, with its standard error within the row."
            .into(),
        vec![
            ("normal", Right),
            ("wld", Right),
            ("perfect", Right),
            ("threads", Right),
            ("won / lost / drawn", Right),
            ("s", Right),
            ("nodes", Right),
            ("speed-up", Right),
        ],
        rows,
    )
}

/// The cells of a match, seen by A.
fn score(score: &Score) -> [Cell; 4] {
    let share = score.points().estimate();
    let discs = score.discs_a_game();
    [
        record(score.won, score.lost, score.drawn),
        share.map_or(Cell::none(), |share| {
            Cell::shown_as(
                100.0 * share.value,
                format!("{:.1} ± {:.1}", 100.0 * share.value, 100.0 * share.error),
            )
        }),
        share.map_or(Cell::none(), |share| {
            let z = share.above(0.5).z();
            Cell::shown_as(z, signed(z))
        }),
        Cell::shown_as(discs, signed(discs)),
    ]
}

fn matches(results: &Results) -> Table {
    let row = |a: String, b: String, found: &Score| {
        [vec![Cell::text(a), Cell::text(b)], score(found).to_vec()].concat()
    };
    let ladder = results.ladder.iter();
    let mut rows: Vec<_> = ladder
        .map(|(x, found)| row(format!("single, X = {x}"), format!("single, X = {}", x - 1), found))
        .collect();
    let (depth, x) = YOMI;
    let yomi = results.yomi.iter();
    rows.extend(
        yomi.map(|found| row(format!("yomi, {depth} plies"), format!("single, X = {x}"), found)),
    );
    Table::new(
        "matches",
        "A ply more against a ply less, and a richer evaluation.",
        "From balanced random openings of 8 moves, each played twice with the sides exchanged. Points \
         in per cent with their standard error, a draw being half a point; z is how many standard \
         errors they are from a half."
            .into(),
        vec![
            ("A", Left),
            ("B", Left),
            ("won / lost / drawn", Right),
            ("points, %", Right),
            ("z", Right),
            ("discs a game", Right),
        ],
        rows,
    )
}

fn features(results: &Results) -> Table {
    let rows = results.features.iter().map(|(feature, found)| {
        let cells = vec![
            Cell::text(feature.meaning()),
            Cell::shown_as(WEIGHTS[*feature], crate::format::score(WEIGHTS[*feature])),
        ];
        [cells, score(found).to_vec()].concat()
    });
    Table::new(
        "features",
        "What each feature of the evaluation brings.",
        "The evaluation against itself with the feature's weight set to nought, three plies ahead \
         (presearch 1, wld 6, perfect 4), from balanced random openings, each side equally often. \
         Within three standard errors of a half nothing is seen."
            .into(),
        vec![
            ("feature", Left),
            ("weight", Right),
            ("won / lost / drawn", Right),
            ("points, %", Right),
            ("z", Right),
            ("discs a game", Right),
        ],
        rows.collect(),
    )
}

fn costs(results: &Results) -> Table {
    let rows = results.costs.iter().map(|(cost, counts)| {
        let [first, second, before] = counts.sums();
        let (what, one, other) = match cost {
            Cost::Presearch { presearch, normal } => (
                format!("plain search, {normal} plies"),
                "no presearch".to_owned(),
                format!("presearch {presearch}"),
            ),
            Cost::OurPresearch { presearch, normal } => (
                format!("our search, {normal} plies"),
                "presearch 1".to_owned(),
                format!("presearch {presearch}"),
            ),
            Cost::Wld { empties } => {
                (format!("{empties} empty squares"), "score".to_owned(), "who wins".to_owned())
            }
        };
        vec![
            Cell::text(what),
            Cell::text(one),
            Cell::count(first),
            Cell::text(other),
            Cell::count(second),
            match cost {
                Cost::Presearch { .. } => Cell::count(before),
                _ => Cell::none(),
            },
            ratio(counts.saved()).map_or(Cell::none(), |saved| {
                Cell::shown_as(saved.value.exp(), factor_told(saved))
            }),
        ]
    });
    Table::new(
        "costs",
        "What presearch and reading who wins save, in positions entered.",
        "Sums over random positions; the factor is the mean over them, with its standard error. The \
         plain search is the thesis's as it was meant: alpha-beta whose moves are sorted at the root \
         only, by a presearch that is counted apart. Ours counts the presearch in."
            .into(),
        vec![
            ("search", Left),
            ("one way", Left),
            ("nodes", Right),
            ("other way", Left),
            ("nodes", Right),
            ("presearch's nodes", Right),
            ("times as many", Right),
        ],
        rows.collect(),
    )
}

fn published_b() -> Table {
    let rows = published::series_b();
    let of = |machine: &str, x: u32| {
        let mut rows = rows.iter();
        let found = rows.find(|row| row.machine == machine && row.x == x);
        found.map_or(Cell::none(), |row| seconds(row.seconds))
    };
    let lines = (1..=10).map(|x| {
        let machines = ["laptop-eclipse", "laptop-console", "vt64"];
        let mut line = vec![number(x)];
        line.extend(machines.map(|machine| of(machine, x)));
        line
    });
    Table::new(
        "published-b",
        "Series B as published: seconds only.",
        "Presearch 7, normal depth 20 + X on the laptop and 25 + X on VT64, wld 25 + X, perfect 23 + \
         X; the times are those of MSAI for 100 games. Times \
         that do not grow with a depth of twenty plies and more are not those of alpha-beta to that \
         depth, whose tree grows about threefold with every ply."
            .into(),
        vec![
            ("X", Right),
            ("laptop, Eclipse", Right),
            ("laptop, console", Right),
            ("VT64", Right),
        ],
        lines.collect(),
    )
}

fn printed(results: &Results) -> Table {
    let row = |name: &str, x: Option<u32>, row: &RowA| {
        let found = &row.run.found;
        vec![
            Cell::text(name),
            x.map_or(Cell::none(), number),
            Cell::text(row.turn.name()),
            record(found.won, found.lost, found.drawn),
            per_cent(Outcome::rate(found)),
        ]
    };
    let ssai = results.ssai.iter().map(|found| row("SSAI", Some(found.x), found));
    let msai = results.msai.iter().map(|(scan, found)| {
        let name = match scan {
            Scan::FromTheLeft => "MSAI, moves found from a1 to h8",
            Scan::FromTheRight => "MSAI, moves found from h1 to a8",
        };
        row(name, None, found)
    });
    Table::new(
        "as-printed",
        "The thesis's listings, against a random mover.",
        "SSAI with the listing's own depths (presearch 1 + X), of which only the presearch can \
         matter: the last move of the badly sorted list is played. The search of its root, which \
         cannot change the move, is not made here, so its times cannot be laid beside those of the \
         thesis. MSAI searches nothing and plays the last legal move. Weights, and the order in which \
         moves are found, are not in the listings and are ours: from a1 row by row, and for MSAI, to \
         whom nothing else matters, also from the right end of each row; all other ways to go through \
         the board line by line are images of these two."
            .into(),
        vec![
            ("listing", Left),
            ("X", Right),
            ("plays", Left),
            ("won / lost / drawn", Right),
            ("won", Right),
        ],
        ssai.chain(msai).collect(),
    )
}

fn faults() -> Table {
    let rows = FAULTS.map(|(place, fault, effect)| {
        vec![Cell::text(place), Cell::text(fault), Cell::text(effect)]
    });
    Table::new(
        "faults",
        "What is wrong in the thesis's listings.",
        "These are faults as printed. Since the depths differ too, and MSAI's rates are not those of \
         its listing, what was measured was something else."
            .into(),
        vec![("where", Left), ("as printed", Left), ("what follows", Left)],
        rows.to_vec(),
    )
}

fn weights() -> Table {
    let rows = Feature::ALL.map(|feature| {
        let weight = WEIGHTS[feature];
        vec![
            Cell::text(feature.name()),
            Cell::text(feature.meaning()),
            Cell::shown_as(weight, crate::format::score(weight)),
        ]
    });
    Table::new(
        "weights",
        "The evaluation's weights, which are ours: the thesis gives none.",
        "Each feature for the mover less that for the opponent; 'yomikiri analyze … --features' tells \
         them of a position. Mobility counts squares that can be played, where the thesis adds up \
         lines and so counts a square once for every direction that turns discs."
            .into(),
        vec![("feature", Left), ("what is counted", Left), ("weight", Right)],
        rows.to_vec(),
    )
}

fn openings() -> Table {
    let rows = NAMED.map(|opening| {
        vec![
            Cell::text(opening.name),
            Cell::text(opening.line),
            Cell::text(opening.misprint.map_or_else(
                || "the same".to_owned(),
                |printed| format!("{printed}: its first move turns no disc"),
            )),
        ]
    });
    Table::new(
        "openings",
        "The openings that the thesis names (figures 2 to 5).",
        "Each can be played from: 'yomikiri match single:x=3 random --openings tiger --boards'."
            .into(),
        vec![("name", Left), ("moves", Left), ("as the thesis prints it", Left)],
        rows.to_vec(),
    )
}
