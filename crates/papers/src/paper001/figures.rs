//! The report's charts and drawn boards.

use super::canonical::{Decided, Way};
use super::cases::{Bound, Case, Endgame};
use super::results::Results;
use crate::boards;
use crate::chart::{Chart, Marker, Scale, Series, Tone};
use crate::format::score;
use crate::report::{Drawing, Figure};
use yomikiri_amazons::Value;
use yomikiri_amazons::bounds::{Rule, lower, upper};
use yomikiri_amazons::notation::parse_sum;
use yomikiri_amazons::reader::Reader;
use yomikiri_cgt::svg;
use yomikiri_core::{Context, Error, Result};

/// The ways to name a winner, weakest first.
pub(super) const WAYS: [&str; 6] = [
    "printed rule",
    "corrected rule",
    "a*, b*",
    "thermographs",
    "walls and signs",
    "canonical forms",
];

/// What the ways say, in the order of [`WAYS`].
pub(super) fn ways(decided: &Decided) -> [Way; 6] {
    let all = Way { bounded: decided.sums, named: decided.sums, wrong: 0 };
    let Decided { printed, sound, unconditional, thermographs, glance, .. } = decided;
    [*printed, *sound, *unconditional, *thermographs, *glance, all]
}

pub(super) fn all(results: &Results) -> Vec<Figure> {
    let decided = results.canonical.is_some().then(|| decided(results));
    decided.into_iter().chain(temperatures(results)).collect()
}

fn decided(results: &Results) -> Figure {
    let looks = [
        (Marker::Circle, Tone::Ours),
        (Marker::Triangle, Tone::Ours),
        (Marker::Circle, Tone::Other),
        (Marker::Triangle, Tone::Other),
    ];
    let mut series = Vec::new();
    for (kind, (marker, tone)) in results.plan.kinds.iter().zip(looks) {
        let Some(decided) = results.decided(kind) else { continue };
        let share = |way: Way| 100.0 * way.named as f64 / decided.sums.max(1) as f64;
        let points = WAYS.iter().zip(ways(decided));
        series.push(Series {
            name: kind.title(),
            marker,
            tone,
            points: points.map(|(name, way)| ((*name).to_owned(), share(way))).collect(),
        });
    }
    let places = WAYS.iter().enumerate().map(|(at, name)| ((*name).to_owned(), at as f64));
    Figure {
        id: "decided-share",
        caption: "The share of random sums whose winner each way names, Black to move. Walls and \
                  signs: thermographs, and whether each part is at least or at most 0."
            .into(),
        chart: Chart {
            title: "Sums whose winner is named, in per cent".into(),
            places: places.collect(),
            upward: "per cent of the sums",
            scale: Scale::Linear { low: 0.0, high: 100.0, step: 20.0 },
            cloud: None,
            rule: None,
            series,
        },
    }
}

fn temperatures(results: &Results) -> Option<Figure> {
    let found = &results.canonical.as_ref()?.found;
    let name = |place: usize| match place {
        0 => "0".to_owned(),
        place if place % 2 == 0 => (place / 2).to_string(),
        1 => "½".to_owned(),
        place => format!("{}½", place / 2),
    };
    let mut points = vec![("number".to_owned(), found.numbers as f64)];
    points.extend(found.temperatures.iter().enumerate().map(|(at, n)| (name(at), *n as f64)));
    let places = points.iter().enumerate().map(|(at, point)| (point.0.clone(), at as f64));
    let places = places.collect();
    // A logarithm has no place for nothing.
    points.retain(|point| point.1 > 0.0);
    let cells = found.sizes.len();
    Some(Figure {
        id: "temperatures",
        caption: format!(
            "The temperatures of all canonical forms of subgames up to {cells} cells, each form \
             counted once; a temperature between two places counts at the right one."
        ),
        chart: Chart {
            title: "Forms by temperature".into(),
            places,
            upward: "forms",
            scale: Scale::Log { low: 0, high: 6 },
            cloud: None,
            rule: None,
            series: vec![Series {
                name: format!("forms up to {cells} cells"),
                marker: Marker::Circle,
                tone: Tone::Ours,
                points,
            }],
        },
    })
}

pub(super) fn drawings(results: &Results) -> Result<Vec<Drawing>> {
    let mut drawings = Vec::from(endgame(&results.endgame));
    drawings.extend(results.cases.iter().map(case));
    for (id, text) in [("thermograph-left", "O..X.."), ("thermograph-right", "O.#X|#..#|.###")] {
        drawings.push(thermograph(id, text)?);
    }
    Ok(drawings)
}

/// Figures 1 and 2: a position, and the subgames that it falls apart into.
fn endgame(endgame: &Endgame) -> [Drawing; 2] {
    let Endgame { position, parts, values, score: all } = endgame;
    let told: Vec<String> = values.iter().map(Value::to_string).collect();
    let [low, high] = [lower, upper].map(|rule| bound(rule(Rule::Sound, values, position.to_move)));
    [
        Drawing {
            id: "figure-1",
            caption:
                "Figure 1. An endgame on 10×10, after the paper's text (its board is lost): light \
                      squares are open, dark ones have an arrow."
                    .into(),
            svg: boards::draw(&[*position], "An endgame on 10×10"),
        },
        Drawing {
            id: "figure-2",
            caption: format!(
                "Figure 2. The same as a sum of {} subgames, from the left {}. Black to move, by the \
                 corrected rule of section 3.3: lower bound {low}, upper bound {high}. The score is {}.",
                parts.len(),
                told.join(" + ").replace('-', "−"),
                score(*all)
            ),
            svg: boards::draw(parts, "The subgames of the endgame"),
        },
    ]
}

/// A bound as it is shown.
pub(super) fn bound(bound: Option<i32>) -> String {
    bound.map_or("unknown".into(), score)
}

fn case(case: &Case) -> Drawing {
    let which = match case.bound {
        Bound::Lower => "a lower",
        Bound::Upper => "an upper",
    };
    let verdict = match case.is_broken() {
        true => format!(
            "The printed rule of section 3.3 gives {which} bound of {}, but the score is {}; the \
             corrected rule says {}.",
            bound(case.printed),
            score(case.score),
            bound(case.sound)
        ),
        false => format!(
            "Like figure 4 of the paper: there is {which} bound of {}, the score is {}, because {}.",
            bound(case.printed),
            score(case.score),
            match case.elsewhere {
                true => "no best move of either part is a best move of the sum",
                false => "the bound is not tight",
            }
        ),
    };
    Drawing {
        id: case.id,
        caption: format!("{}, Black to move: {}. {verdict}", case.values(), case.sum),
        svg: boards::draw(&case.parts, &format!("{}, Black to move", case.values())),
    }
}

fn thermograph(id: &'static str, text: &str) -> Result<Drawing> {
    let position = parse_sum(text)?[0];
    let mut reader = Reader::default();
    reader.allow(u64::MAX);
    let form = reader
        .position(&position, &Context::default())?
        .ok_or_else(|| Error::refused("a region was not read to the end"))?;
    let forms = reader.forms();
    let name = yomikiri_cgt::notation::print(forms, form);
    let graph = forms.thermograph(form);
    Ok(Drawing {
        id,
        caption: format!(
            "The thermograph of {text}, one part of figure 4: {name}, mean {}, temperature {}.",
            graph.mean(),
            graph.temperature()
        )
        .replace('-', "−"),
        svg: svg::draw(graph, text).trim_end().to_owned(),
    })
}
