//! Win rate and time against depth, and the speed-up by threads.

use super::published::{self, RowA};
use super::results::{MOST_X, Results, STEPS, heavy};
use crate::chart::{Chart, Marker, Scale, Series, Tone};
use crate::report::Figure;

pub(super) fn all(results: &Results) -> Vec<Figure> {
    vec![rates(results), times(results), heavy_times(results), speed_ups(results)]
}

/// The mean of the published rows of an engine with this X.
fn theirs(engine: &str, x: u32, what: fn(&RowA) -> f64) -> Option<f64> {
    let rows = published::series_a();
    let rows: Vec<f64> =
        rows.iter().filter(|row| row.engine == engine && row.x == x).map(what).collect();
    (!rows.is_empty()).then(|| rows.iter().sum::<f64>() / rows.len() as f64)
}

fn over_x(value: impl Fn(u32) -> Option<f64>) -> Vec<(String, f64)> {
    (1..=MOST_X).filter_map(|x| Some((x.to_string(), value(x)?))).collect()
}

fn x_places() -> Vec<(String, f64)> {
    (1..=MOST_X).map(|x| (x.to_string(), f64::from(x))).collect()
}

const ENGINES: [(&str, Marker); 2] = [("single", Marker::Circle), ("multi", Marker::Triangle)];

fn rates(results: &Results) -> Figure {
    let mut series = Vec::new();
    for (engine, marker) in ENGINES {
        series.push(Series {
            name: format!("{engine}, the thesis (mean of both machines and sides)"),
            marker,
            tone: Tone::Theirs,
            points: over_x(|x| theirs(engine, x, |row| f64::from(row.won))),
        });
    }
    series.push(Series {
        name: "single and multi, ours (mean of both sides; they play the same games)".into(),
        marker: Marker::Circle,
        tone: Tone::Ours,
        points: over_x(|x| results.rate(x)),
    });
    let printed = |x: u32| {
        let rows = results.ssai.iter().filter(|row| row.x == x);
        let rates: Vec<f64> = rows.map(|row| row.run.found.rate()).collect();
        (!rates.is_empty()).then(|| rates.iter().sum::<f64>() / rates.len() as f64)
    };
    series.push(Series {
        name: "SSAI's root as printed, ours".into(),
        marker: Marker::Triangle,
        tone: Tone::Other,
        points: over_x(printed),
    });
    Figure {
        id: "win-rate",
        caption: "Games won against a random mover, by X (normal depth 2 + X).".into(),
        chart: Chart {
            title: "Games won against a random mover".into(),
            places: x_places(),
            upward: "percent",
            scale: Scale::Linear { low: 0.0, high: 100.0, step: 25.0 },
            cloud: None,
            rule: Some((50.0, "even")),
            series,
        },
    }
}

fn times(results: &Results) -> Figure {
    let mut series = Vec::new();
    for (engine, marker) in ENGINES {
        series.push(Series {
            name: format!("{engine}, the thesis (mean of both machines and sides)"),
            marker,
            tone: Tone::Theirs,
            points: over_x(|x| theirs(engine, x, |row| row.seconds)),
        });
        let threads = if engine == "single" { 1 } else { results.threads };
        let ours =
            |x: u32| results.per_hundred(threads, x).filter(|_| engine == "single" || threads > 1);
        series.push(Series {
            name: format!("{engine}, ours"),
            marker,
            tone: Tone::Ours,
            points: over_x(ours),
        });
    }
    Figure {
        id: "time",
        caption: "Seconds for 100 games against a random mover, by X (normal depth 2 + X).".into(),
        chart: Chart {
            title: "Seconds for 100 games".into(),
            places: x_places(),
            upward: "seconds",
            scale: Scale::Log { low: -2, high: 4 },
            cloud: None,
            rule: None,
            series,
        },
    }
}

fn heavy_times(results: &Results) -> Figure {
    let place = |step: u32| heavy(step).normal.to_string();
    let series = results.thread_counts().into_iter().map(|threads| Series {
        name: format!("{threads} thread{}", if threads == 1 { "" } else { "s" }),
        marker: if threads == 1 { Marker::Triangle } else { Marker::Circle },
        tone: if threads == 1 { Tone::Other } else { Tone::Ours },
        points: (0..STEPS)
            .filter_map(|step| {
                let row = results.heavy_row(step)?;
                let seconds = row.clock(threads)?.total();
                Some((place(step), seconds / f64::from(row.played().max(1))))
            })
            .collect(),
    });
    let series: Vec<Series> = series.collect();
    let values = || series.iter().flat_map(|series| &series.points).map(|(_, value)| *value);
    let (low, high) = (values().fold(0.01, f64::min), values().fold(100.0, f64::max));
    Figure {
        id: "heavy-time",
        caption: "Series B within bounds: seconds a game by normal depth.".into(),
        chart: Chart {
            title: "Seconds a game".into(),
            places: (0..STEPS).map(|step| (place(step), f64::from(step))).collect(),
            upward: "seconds",
            scale: Scale::Log { low: low.log10().floor() as i32, high: high.log10().ceil() as i32 },
            cloud: None,
            rule: None,
            series,
        },
    }
}

fn speed_ups(results: &Results) -> Figure {
    let counts = results.thread_counts();
    let most = *counts.last().unwrap_or(&1) as f64;
    let ours = counts
        .iter()
        .filter_map(|threads| Some((threads.to_string(), results.whole_speed_up(*threads)?)));
    let ours: Vec<(String, f64)> = ours.collect();
    // A line with nothing to compare it with is no figure.
    let ideal = counts.iter().filter(|_| !ours.is_empty());
    let ideal: Vec<_> = ideal.map(|threads| (threads.to_string(), *threads as f64)).collect();
    let step = (most / 8.0).ceil().max(0.5);
    Figure {
        id: "speed-up",
        caption: "How many times as fast series B is with several threads, all depths together."
            .into(),
        chart: Chart {
            title: "Speed-up by threads".into(),
            places: counts.iter().map(|n| (n.to_string(), *n as f64)).collect(),
            upward: "times as fast",
            scale: Scale::Linear { low: 0.0, high: step * (most / step).ceil(), step },
            cloud: None,
            rule: None,
            series: vec![
                Series {
                    name: "ours".into(),
                    marker: Marker::Circle,
                    tone: Tone::Ours,
                    points: ours,
                },
                Series {
                    name: "as many times as there are threads".into(),
                    marker: Marker::Triangle,
                    tone: Tone::Other,
                    points: ideal,
                },
            ],
        },
    }
}
