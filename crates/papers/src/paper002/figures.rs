//! The paper's figures 21 and 22, theirs and ours.

use super::published::{BOARDS, PROGRAMS};
use super::results::{LADDER_BEYOND, Results};
use super::rows::board;
use crate::chart::{Chart, Marker, Scale, Series, Tone};
use crate::report::Figure;
use yomikiri_go::ladder::Ladder;

const SHOWN: [(Ladder, &str, Marker); 2] =
    [(Ladder::Promise, "Promise", Marker::Circle), (Ladder::All, "All", Marker::Triangle)];

pub(super) fn all(results: &Results) -> Vec<Figure> {
    vec![
        figure(results, 0, "figure-21", "Figure 21. Nodes as a share of Base's.", ""),
        figure(
            results,
            1,
            "figure-22",
            "Figure 22. Time as a share of Base's.",
            " Ours were timed once (on 3×3 and 3×4 the shortest of three), on 3×3 they are over in a \
             moment, and nothing is judged by them.",
        ),
    ]
}

fn name((rows, columns): (usize, usize)) -> String {
    format!("{rows}×{columns}")
}

/// `what` is 0 for nodes and 1 for seconds.
fn figure(
    results: &Results,
    what: usize,
    id: &'static str,
    caption: &'static str,
    note: &str,
) -> Figure {
    let mut places = BOARDS.to_vec();
    let has =
        |on: &(usize, usize)| results.shares(Ladder::Promise, Ladder::Base, board(*on)).is_some();
    places.extend(LADDER_BEYOND.into_iter().filter(has));
    let mut series = Vec::new();
    for (program, label, marker) in SHOWN {
        let place = Ladder::ALL.iter().position(|other| *other == program).unwrap_or(0);
        let theirs = BOARDS.iter().zip(&PROGRAMS).map(|(on, programs)| {
            let [base, row] = [&programs[1], &programs[place]];
            let share = match what {
                0 => row.nodes as f64 / base.nodes as f64,
                _ => row.seconds / base.seconds,
            };
            (name(*on), 100.0 * share)
        });
        series.push(Series {
            name: format!("{label}, the paper"),
            marker,
            tone: Tone::Theirs,
            points: theirs.collect(),
        });
        let ours = places.iter().filter_map(|on| {
            Some((name(*on), 100.0 * results.shares(program, Ladder::Base, board(*on))?[what]))
        });
        series.push(Series {
            name: format!("{label}, ours"),
            marker,
            tone: Tone::Ours,
            points: ours.collect(),
        });
    }
    let values = || series.iter().flat_map(|series| &series.points).map(|(_, value)| *value);
    const STEP: f64 = 5.0;
    let low = (values().fold(90.0, f64::min) / STEP).floor() * STEP;
    let high = (values().fold(105.0, f64::max) / STEP).ceil() * STEP;
    // Few enough lines to be read.
    let step = STEP * ((high - low) / (10.0 * STEP)).ceil();
    let high = low + ((high - low) / step).ceil() * step;
    Figure {
        id,
        caption: format!("{caption} Below 100 % a program does better than Base.{note}"),
        chart: Chart {
            title: caption.into(),
            places: places.iter().zip(0..).map(|(on, at)| (name(*on), f64::from(at))).collect(),
            upward: "percent",
            scale: Scale::Linear { low, high, step },
            cloud: None,
            rule: Some((100.0, "Base")),
            series,
        },
    }
}
