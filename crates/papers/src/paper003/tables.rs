//! The report's tables.

use super::published::{self, FAULTS};
use super::results::{Results, heavy};
use super::rows::{Outcome, Turn};
use crate::report::{Align, Cell, Table};
use yomikiri_othello::thesis::weights::WEIGHTS;

use Align::{Left, Right};

pub(super) fn all(results: &Results) -> Vec<Table> {
    vec![series_a(results), series_b(results), published_b(), printed(results), faults(), weights()]
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
                    row.push(theirs.map_or(Cell::none(), |r| Cell::time(r.seconds)));
                }
                let ours = results.find(engine, turn, x);
                row.push(ours.map_or(Cell::none(), |o| record(o.won, o.lost, o.drawn)));
                row.push(ours.map_or(Cell::none(), |o| Cell::time(o.per_hundred())));
                row.push(ours.map_or(Cell::none(), |o| {
                    let discs = o.discs as f64 / f64::from(o.played().max(1));
                    Cell::shown_as(discs, format!("{discs:+.1}"))
                }));
                rows.push(row);
            }
        }
    }
    Table::new(
        "series-a",
        "Series A: games won, lost and drawn against a random mover.",
        format!(
            "Presearch 5, normal 2 + X, wld 5 + X, perfect 3 + X. Times are for 100 games; ours \
             without the random mover's, and multi with {} threads. The evaluation's weights are \
             ours.",
            results.threads
        ),
        vec![
            ("engine", Left),
            ("plays", Left),
            ("X", Right),
            ("laptop", Right),
            ("time, laptop", Right),
            ("VT64", Right),
            ("time, VT64", Right),
            ("ours", Right),
            ("time, ours", Right),
            ("discs a game, ours", Right),
        ],
        rows,
    )
}

fn series_b(results: &Results) -> Table {
    let rows = results.b.iter().map(|row| {
        let (depths, found) = (heavy(row.step), &row.run.found);
        let same = results.heavy_row(row.step, 1).is_some_and(|one| one.games == found.games);
        vec![
            number(depths.normal),
            number(depths.wld),
            number(depths.perfect),
            Cell::count(row.threads as u64),
            record(found.won, found.lost, found.drawn),
            Cell::time(found.seconds),
            Cell::count(found.nodes),
            Cell::factor(results.speed_up(row.step, row.threads)),
            Cell::text(if same { "yes" } else { "NO" }),
        ]
    });
    Table::new(
        "series-b",
        "Series B within bounds: what threads bring.",
        "Presearch 7, as second player against a random mover. The speed-up is that over one \
         thread in the same row's depths; the same games means move by move."
            .into(),
        vec![
            ("normal", Right),
            ("wld", Right),
            ("perfect", Right),
            ("threads", Right),
            ("won / lost / drawn", Right),
            ("time", Right),
            ("nodes", Right),
            ("speed-up", Right),
            ("same games", Left),
        ],
        rows.collect(),
    )
}

fn published_b() -> Table {
    let rows = published::series_b();
    let of = |machine: &str, x: u32| {
        let mut rows = rows.iter();
        let found = rows.find(|row| row.machine == machine && row.x == x);
        found.map_or(Cell::none(), |row| Cell::time(row.seconds))
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
        "Normal depth 20 + X on the laptop and 25 + X on VT64, wld 25 + X, perfect 23 + X. Times \
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
    let rows = results.printed.iter().map(|row| {
        let found = &row.run.found;
        vec![
            number(row.x),
            Cell::text(row.turn.name()),
            record(found.won, found.lost, found.drawn),
            per_cent(Outcome::rate(found)),
        ]
    });
    Table::new(
        "as-printed",
        "SSAI's root as the listing has it, against a random mover.",
        "With the listing's own depths (presearch 1 + X), of which only the presearch can matter: \
         the last move of the badly sorted list is played. Weights, and the order in which moves \
         are found, are not in the listing and are ours."
            .into(),
        vec![("X", Right), ("plays", Left), ("won / lost / drawn", Right), ("won", Right)],
        rows.collect(),
    )
}

fn faults() -> Table {
    let rows = FAULTS.map(|(place, fault, effect)| {
        vec![Cell::text(place), Cell::text(fault), Cell::text(effect)]
    });
    Table::new(
        "faults",
        "What is wrong in the thesis's listing.",
        "The depths in the listing differ from those of the tables, so it is not exactly what was \
         measured: these are faults as printed."
            .into(),
        vec![("where", Left), ("as printed", Left), ("what follows", Left)],
        rows.to_vec(),
    )
}

fn weights() -> Table {
    let rows = [
        ("wing", WEIGHTS.wing),
        ("mountain", WEIGHTS.mountain),
        ("disc on a C square beside an empty corner", WEIGHTS.c_square),
        ("disc on an X square beside an empty corner", WEIGHTS.x_square),
        ("stable disc on an edge", WEIGHTS.stable),
        ("empty neighbour of a disc (openness)", WEIGHTS.openness),
        ("move (mobility)", WEIGHTS.mobility),
    ];
    let rows = rows.map(|(feature, weight)| {
        vec![Cell::text(feature), Cell::shown_as(weight, crate::format::score(weight))]
    });
    Table::new(
        "weights",
        "The evaluation's weights, which are ours: the thesis gives none.",
        "Each feature for the mover less that for the opponent.".into(),
        vec![("feature", Left), ("weight", Right)],
        rows.to_vec(),
    )
}
