//! The paper's figures 3 to 6, drawn from our runs.

use super::results::{Place, Results, ZONES};
use super::rows::Switch;
use crate::chart::{Chart, Cloud, Marker, Scale, Series, Tone};
use crate::report::Figure;
use yomikiri_shogi::searches::Search;

/// The pieces, and nothing, as the paper's figures have them.
const PIECES: [(char, &str); 8] = [
    ('R', "rook"),
    ('B', "bishop"),
    ('G', "gold"),
    ('S', "silver"),
    ('N', "knight"),
    ('L', "lance"),
    ('P', "pawn"),
    ('-', "none"),
];

pub(super) fn all(results: &Results) -> Vec<Figure> {
    let mut figures = vec![
        by_piece(results, 3, "figure-3", "Figure 3. Results on 3×3 by the pieces in play."),
        by_piece(results, 4, "figure-4", "Figure 4. Results on 3×4 by the pieces in play."),
    ];
    figures.push(cloud(
        results,
        [Search::AlphaBeta, Search::Pds],
        4,
        ("figure-5", "Figure 5. Nodes of alpha-beta and of PDS, problems on 3×4 that both solve."),
        ("alpha-beta", "PDS"),
    ));
    figures.push(cloud(
        results,
        [Search::AlphaBeta, Search::AlphaBetaTwice],
        3,
        (
            "figure-6",
            "Figure 6. Nodes of alpha-beta without and with repetitions, problems on 3×3 that \
             both solve.",
        ),
        ("without repetitions", "with repetitions, both searches"),
    ));
    figures
}

/// Whether a set-up has a piece, and not twice.
fn has(setup: &str, piece: char) -> bool {
    setup.matches(piece).count() == 1 && !twice(setup)
}

fn twice(setup: &str) -> bool {
    let others: Vec<char> = setup.chars().filter(|c| *c != 'K').collect();
    others.first() == others.last()
}

fn by_piece(results: &Results, ranks: usize, id: &'static str, caption: &str) -> Figure {
    let count = |piece: char, keep: &dyn Fn(Place, &str) -> bool| {
        let mut count = 0;
        for zone in ZONES {
            let place = Place { ranks, zone };
            let setups = results.setups(Switch::Standard, place);
            for solved in setups.map_or(&[][..], |setups| &setups.solved[..]) {
                count += u32::from(has(&solved.setup, piece) && keep(place, &solved.setup));
            }
        }
        f64::from(count)
    };
    let is = |place: Place, setup: &str, result: &str| {
        results.truth(place, setup).is_some_and(|solved| solved.result == result)
    };
    let unsolved = |place: Place, setup: &str, search: Search| {
        let mut problems = results.problems(search, place).iter();
        problems.any(|problem| problem.setup == setup && problem.winner.is_none())
    };
    let mut series = Vec::new();
    let mut add = |name: &str, marker, tone, keep: &dyn Fn(Place, &str) -> bool| {
        let points = PIECES.map(|(letter, name)| (name.to_owned(), count(letter, keep)));
        series.push(Series { name: name.into(), marker, tone, points: points.to_vec() });
    };
    add("first wins (tables)", Marker::Circle, Tone::Ours, &|p, s| is(p, s, "first"));
    add("second wins (tables)", Marker::Triangle, Tone::Ours, &|p, s| is(p, s, "second"));
    add("draws (tables)", Marker::Circle, Tone::Other, &|p, s| is(p, s, "draw"));
    add("not solved by alpha-beta", Marker::Circle, Tone::Theirs, &|p, s| {
        unsolved(p, s, Search::AlphaBeta)
    });
    add("not solved by PDS", Marker::Triangle, Tone::Theirs, &|p, s| unsolved(p, s, Search::Pds));
    Figure {
        id,
        caption: format!(
            "{caption} Of 63 problems each (7 other pieces, 3 arrangements, 3 zones; the same \
             piece twice left out), illegal ones among them."
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
    (id, caption): (&'static str, &str),
    (across, upward): (&'static str, &'static str),
) -> Figure {
    let both = results.both(searches, ranks);
    let name = |place: &Place, setup: &str| format!("{setup}, zone {}", place.zone);
    let exponent = |nodes: u64| (nodes.max(1) as f64).log10();
    let places = both.iter().map(|(place, one, _)| (name(place, &one.setup), exponent(one.nodes)));
    let points =
        both.iter().map(|(place, one, other)| (name(place, &one.setup), other.nodes as f64));
    let series = vec![Series {
        name: format!("{} problems, nodes each", both.len()),
        marker: Marker::Circle,
        tone: Tone::Ours,
        points: points.collect(),
    }];
    Figure {
        id,
        caption: format!("{caption} Below the line the second search takes fewer."),
        chart: Chart {
            title: caption.into(),
            places: places.collect(),
            upward,
            scale: Scale::Log { low: 0, high: 8 },
            cloud: Some(Cloud { low: 0, high: 8, across }),
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
