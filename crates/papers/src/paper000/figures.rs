//! The paper's figures 5-1, 5-2 and 5-3, with our points.

use super::cases::{Case, RECTANGLES, SQUARES, STARTS, start_name};
use super::published::{PUBLISHED, Published};
use super::results::Results;
use crate::chart::{Chart, Marker, Scale, Series, Tone};
use crate::report::Figure;
use yomikiri_othello::{Size, Start};

pub(super) fn all(results: &Results) -> Vec<Figure> {
    vec![
        share(
            results,
            "figure-5-1",
            "Figure 5-1. The first player's share of the discs, square boards.",
            SQUARES,
        ),
        share(
            results,
            "figure-5-2",
            "Figure 5-2. The first player's share of the discs, rectangular boards; 4×12 and \
             larger are new.",
            RECTANGLES,
        ),
        positions(results),
    ]
}

fn size((rows, columns): (u32, u32)) -> Size {
    Size::new(rows, columns).expect("the figures' boards can be played")
}

fn published(size: Size, start: Start) -> Option<&'static Published> {
    PUBLISHED.iter().find(|row| row.size() == size && row.start == start)
}

fn places(boards: &[(u32, u32)]) -> Vec<(String, f64)> {
    boards
        .iter()
        .map(|board| (format!("{}×{}", board.0, board.1), f64::from(size(*board).squares())))
        .collect()
}

/// Points on those of `boards` that have a value.
fn points(boards: &[(u32, u32)], value: impl Fn(Size) -> Option<f64>) -> Vec<(String, f64)> {
    boards
        .iter()
        .filter_map(|board| Some((format!("{}×{}", board.0, board.1), value(size(*board))?)))
        .collect()
}

fn share(results: &Results, id: &'static str, caption: &str, boards: &[(u32, u32)]) -> Figure {
    let mut series = Vec::new();
    for start in STARTS {
        let marker = match start {
            Start::Othello => Marker::Circle,
            Start::Reversi => Marker::Triangle,
        };
        series.push(Series {
            name: format!("paper, {} start", start_name(start)),
            marker,
            tone: Tone::Theirs,
            points: points(boards, |size| published(size, start).map(Published::share)),
        });
        series.push(Series {
            name: format!("ours, {} start", start_name(start)),
            marker,
            tone: Tone::Ours,
            points: points(boards, |size| results.get(Case::new(size, start))?.found.share()),
        });
    }
    Figure {
        id,
        caption: format!(
            "{caption} Circles: Othello start, triangles: Reversi start. Lines of equal value can \
             end with different discs, so shares may differ slightly where values agree."
        ),
        chart: Chart {
            title: caption.into(),
            places: places(boards),
            upward: "first player's discs, %",
            scale: Scale::Linear { low: 0.0, high: 100.0, step: 25.0 },
            cloud: None,
            rule: Some((50.0, "above: the first player wins")),
            series,
        },
    }
}

fn positions(results: &Results) -> Figure {
    let start = Start::Othello;
    let mut series = Vec::new();
    for (boards, marker, shape) in
        [(SQUARES, Marker::Circle, "square"), (RECTANGLES, Marker::Triangle, "rectangular")]
    {
        let mut add = |name: &str, tone, value: &dyn Fn(Size) -> Option<f64>| {
            let name = format!("{name}, {shape} boards");
            series.push(Series { name, marker, tone, points: points(boards, value) });
        };
        add("paper, final positions", Tone::Theirs, &|size| {
            published(size, start).map(|row| row.finals as f64)
        });
        add("ours by the paper's method, final positions", Tone::Ours, &|size| {
            let run = results.get(Case::new(size, start).by_paper())?;
            run.found.finals.filter(|_| run.found.settled).map(|finals| finals as f64)
        });
        add("ours by the default method, all nodes (another unit)", Tone::Other, &|size| {
            let run = results.get(Case::new(size, start))?;
            run.found.settled.then_some(run.found.nodes as f64)
        });
    }
    let mut boards = [SQUARES, RECTANGLES].concat();
    boards.sort_by_key(|board| board.0 * board.1);
    let caption = "Figure 5-3. Final positions against the size of the board, Othello start.";
    Figure {
        id: "figure-5-3",
        caption: format!(
            "{caption} Circles: square boards, triangles: rectangular boards. The paper's method \
             is out of reach beyond 4×8; there our default method's nodes, which count every \
             position entered and not only final ones, stand as a series of their own."
        ),
        chart: Chart {
            title: caption.into(),
            places: places(&boards),
            upward: "positions",
            scale: Scale::Log { low: 2, high: 14 },
            cloud: None,
            rule: None,
            series,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::as_published;
    use super::*;

    #[test]
    fn figures_show_theirs_and_ours_apart() {
        let figures = all(&as_published(1.0));
        let [theirs, ours, ..] = &figures[0].chart.series[..] else { panic!("two series a start") };
        assert_eq!(theirs.points, ours.points);
        assert!((theirs.points[1].1 - 100.0 * 16.0 / 36.0).abs() < 1e-9);
        // Without rows by the paper's method that series is empty, and not filled from another.
        assert!(figures[2].chart.series[1].points.is_empty());
        assert_eq!(figures[2].chart.series[2].points.len(), 2);
    }

    #[test]
    fn every_board_that_was_read_out_is_in_the_figures() {
        let mut results = as_published(1.0);
        let case = Case::on(4, 16, Start::Othello);
        let found = crate::paper000::cases::Found {
            discs: Some([60, 0]),
            ..crate::paper000::results::tests::found(64, 64)
        };
        results.rows.push((case, crate::paper000::results::tests::run(found, 1.0)));
        let figures = all(&results);
        let last = |figure: usize, series: usize| {
            figures[figure].chart.series[series].points.last().unwrap().clone()
        };
        assert_eq!(last(1, 1), ("4×16".into(), 100.0));
        assert_eq!(last(2, 5), ("4×16".into(), 100.0), "its nodes");
    }
}
