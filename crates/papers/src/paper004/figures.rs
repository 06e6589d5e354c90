//! The paper's figures 3 to 6, drawn from our runs.

use super::results::{Place, Results, ZONES};
use super::rows::{Problem, Switch};
use crate::chart::{Chart, Cloud, Marker, Scale, Series, Tone};
use crate::report::Figure;
use yomikiri_shogi::searches::Search;

/// The pieces, and nothing, as the paper's figures have them.
pub(super) const PIECES: [(char, &str); 8] = [
    ('R', "rook"),
    ('B', "bishop"),
    ('G', "gold"),
    ('S', "silver"),
    ('N', "knight"),
    ('L', "lance"),
    ('P', "pawn"),
    ('-', "no piece"),
];

pub(super) fn all(results: &Results) -> Vec<Figure> {
    let five = [Search::AlphaBeta, Search::Pds];
    let six = [Search::AlphaBeta, Search::AlphaBetaTwice];
    vec![
        by_piece(results, 3, "figure-3", "Figure 3. Results on 3×3 by the pieces in play."),
        by_piece(results, 4, "figure-4", "Figure 4. Results on 3×4 by the pieces in play."),
        cloud(results, five, 4, ("figure-5", "Figure 5. Times of alpha-beta and of PDS"), &TIME),
        cloud(results, five, 4, ("figure-5-nodes", "Figure 5 in nodes"), &NODES),
        cloud(
            results,
            six,
            3,
            ("figure-6", "Figure 6. Times of alpha-beta without and with repetitions"),
            &TIME,
        ),
        cloud(results, six, 3, ("figure-6-nodes", "Figure 6 in nodes"), &NODES),
    ]
}

/// What a cloud of points measures.
struct Measure {
    name: &'static str,
    of: fn(&Problem) -> f64,
    /// The axes, as powers of ten.
    low: i32,
    high: i32,
    note: &'static str,
}

const TIME: Measure = Measure {
    name: "seconds",
    of: |problem| problem.seconds.max(1e-6),
    low: -6,
    high: 4,
    note: "Times of the searches alone, by the clock: tables were made before, which the paper does \
           not count either.",
};

const NODES: Measure = Measure {
    name: "nodes",
    of: |problem| problem.nodes.max(1) as f64,
    low: 0,
    high: 8,
    note: "The same problems by positions entered, which do not depend on the machine.",
};

/// Whether a set-up has a piece, and not twice.
pub(super) fn has(setup: &str, piece: char) -> bool {
    setup.matches(piece).count() == 1 && !twice(setup)
}

pub(super) fn twice(setup: &str) -> bool {
    let others: Vec<char> = setup.chars().filter(|c| *c != 'K').collect();
    others.first() == others.last()
}

fn by_piece(results: &Results, ranks: usize, id: &'static str, caption: &str) -> Figure {
    let places = ZONES.map(|zone| Place { ranks, zone });
    let mut series = Vec::new();
    let mut add = |name: String, marker, tone, found: &[&str]| {
        let count = |piece| found.iter().filter(|setup| has(setup, piece)).count() as f64;
        let points = PIECES.map(|(letter, name)| (name.to_owned(), count(letter)));
        series.push(Series { name, marker, tone, points: points.to_vec() });
    };
    // Only a whole board can be read by pieces.
    let tables = places.map(|place| results.setups(Switch::Standard, place).filter(|s| s.all()));
    if tables.iter().all(Option::is_some) {
        for (result, name, marker) in [
            ("first", "first wins", Marker::Circle),
            ("second", "second wins", Marker::Triangle),
            ("draw", "draws", Marker::Circle),
        ] {
            let solved = tables.iter().flatten().flat_map(|setups| &setups.solved);
            let found: Vec<&str> = solved
                .filter(|solved| solved.result == result)
                .map(|solved| solved.setup.as_str())
                .collect();
            add(format!("{name} (tables)"), marker, Tone::Other, &found);
        }
    }
    for (search, name, marker) in
        [(Search::AlphaBeta, "alpha-beta", Marker::Circle), (Search::Pds, "PDS", Marker::Triangle)]
    {
        let attempts = results.attempts(search, ranks);
        for (winner, what) in
            [(Some("first"), "first wins"), (Some("second"), "second wins"), (None, "not solved")]
        {
            let found: Vec<&str> = attempts
                .iter()
                .filter(|(_, problem)| problem.winner.as_deref() == winner)
                .map(|(_, problem)| problem.setup.as_str())
                .collect();
            if results.whole(search, ranks) {
                add(format!("{what} ({name})"), marker, Tone::Ours, &found);
            }
        }
    }
    Figure {
        id,
        caption: format!(
            "{caption} Of 63 problems each (7 other pieces, 3 arrangements, 3 zones; the same \
             piece twice left out), illegal ones among them. The paper's figures have what its \
             searches found; ours have {} nodes, not its minute. Where two searches, or a search and \
             the tables, find as many, their marks lie on each other.",
            crate::format::grouped(results.nodes)
        ),
        chart: Chart {
            title: caption.into(),
            places: PIECES
                .iter()
                .zip(0..)
                .map(|((_, name), at)| ((*name).into(), f64::from(at)))
                .collect(),
            upward: "problems",
            scale: Scale::Linear { low: 0.0, high: 63.0, step: 9.0 },
            cloud: None,
            rule: None,
            series,
        },
    }
}

fn cloud(
    results: &Results,
    searches: [Search; 2],
    ranks: usize,
    (id, title): (&'static str, &str),
    measure: &Measure,
) -> Figure {
    let both = results.both(searches, ranks);
    let name = |place: &Place, setup: &str| format!("{setup}, zone {}", place.zone);
    let of = measure.of;
    let places = both.iter().map(|(place, one, _)| (name(place, &one.setup), of(one).log10()));
    let points = both.iter().map(|(place, one, other)| (name(place, &one.setup), of(other)));
    let series = vec![Series {
        name: format!("{} problems, {} each", both.len(), measure.name),
        marker: Marker::Circle,
        tone: Tone::Ours,
        points: points.collect(),
    }];
    let (low, high) = (measure.low, measure.high);
    let [across, upward] = searches.map(|search| match search {
        Search::AlphaBeta => "alpha-beta",
        Search::AlphaBetaTwice => "alpha-beta with repetitions, both searches",
        other => other.name(),
    });
    Figure {
        id,
        caption: format!(
            "{title}, problems on 3×{ranks} that both solve. Below the line the second search \
             takes less. {}",
            measure.note
        ),
        chart: Chart {
            title: title.into(),
            places: places.collect(),
            upward,
            scale: Scale::Log { low, high },
            cloud: Some(Cloud { low, high, across }),
            rule: None,
            series,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_shogi::setup::paper_setups;

    #[test]
    fn every_piece_has_63_problems() {
        let names: Vec<String> = paper_setups().iter().map(|setup| setup.name()).collect();
        for (piece, _) in PIECES {
            let count = names.iter().filter(|name| has(name, piece)).count();
            assert_eq!(3 * count, 63, "{piece}");
        }
    }
}
