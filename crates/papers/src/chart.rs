//! Charts as SVG: points over named places on the horizontal axis, a linear or log axis upward.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// The vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scale {
    /// Evenly from `low` to `high`, with a tick every `step`.
    Linear { low: f64, high: f64, step: f64 },
    /// By powers of ten, from 10^`low` to 10^`high`, with a tick every two.
    Log { low: i32, high: i32 },
}

impl Scale {
    /// Where a value lies between the bottom (0) and the top (1) of the axis.
    fn share(self, value: f64) -> f64 {
        match self {
            Scale::Linear { low, high, .. } => (value - low) / (high - low),
            Scale::Log { low, high } => {
                (value.log10() - f64::from(low)) / (f64::from(high) - f64::from(low))
            }
        }
    }

    /// Values to be marked, with their exponent if they are to be written as a power of ten.
    fn ticks(self) -> Vec<(f64, Option<i32>)> {
        match self {
            Scale::Linear { low, high, step } => {
                let count = ((high - low) / step).round() as i32;
                (0..=count).map(|index| (low + f64::from(index) * step, None)).collect()
            }
            Scale::Log { low, high } => (low..=high)
                .step_by(2)
                .map(|exponent| (10f64.powi(exponent), Some(exponent)))
                .collect(),
        }
    }
}

/// The shape of a series' points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Marker {
    Circle,
    Triangle,
}

/// Whose numbers a series shows; decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tone {
    /// The paper's.
    Theirs,
    /// Ours, made in the paper's way.
    Ours,
    /// Ours, made in another way, so not to be compared one to one.
    Other,
}

/// Points that belong together.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) marker: Marker,
    pub(crate) tone: Tone,
    /// The name of a place on the horizontal axis, and the value there.
    pub(crate) points: Vec<(String, f64)>,
}

/// A chart.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) title: String,
    /// The places on the horizontal axis, with how far right each lies in any unit.
    pub(crate) places: Vec<(String, f64)>,
    pub(crate) upward: &'static str,
    pub(crate) scale: Scale,
    /// Set for a cloud of points: its horizontal axis.
    pub(crate) cloud: Option<Cloud>,
    /// A value worth a line across, with what it means.
    pub(crate) rule: Option<(f64, &'static str)>,
    pub(crate) series: Vec<Series>,
}

/// The horizontal axis of a cloud of points, by powers of ten as the places' positions are; a line
/// marks where both axes are equal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cloud {
    pub(crate) low: i32,
    pub(crate) high: i32,
    pub(crate) across: &'static str,
}

const WIDTH: f64 = 740.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 20.0;
const PLOT: f64 = 300.0;
const LEGEND_LINE: f64 = 20.0;

/// Looks of a series: that of its tone and marker, and others for those that would look the same.
const KIN: usize = 6;

/// The series' colours, dark and light; scoped by class so that they hold inside a page too. Kin of
/// one tone differ in shade, dashes and the shape of their points.
const STYLE: &str = "\
.chart{color:#1d2321;font:13px system-ui,sans-serif}\
.chart text{fill:currentColor}\
.chart .grid{stroke:currentColor;stroke-opacity:.15}\
.chart .rule{stroke:currentColor;stroke-opacity:.6;stroke-dasharray:5 4}\
.chart .theirs{stroke:#c05621;fill:none;stroke-width:2}\
.chart .ours{stroke:#17639c;fill:#17639c;fill-opacity:.35;stroke-width:2}\
.chart .other{stroke:#1c7a4c;fill:#1c7a4c;fill-opacity:.35;stroke-width:2}\
.chart .path{fill:none;stroke-width:1.2;stroke-opacity:.75}\
.chart .kin1{stroke:#7a3fa8;fill:#7a3fa8}.chart .kin2{stroke:#9c2c5c;fill:#9c2c5c}\
.chart .kin3{stroke:#0b6e6e;fill:#0b6e6e}.chart .kin4{stroke:#7a5c00;fill:#7a5c00}\
.chart .kin5{stroke:#4a4f4c;fill:#4a4f4c}.chart .theirs,.chart .path{fill:none}\
.chart .dash1{stroke-dasharray:8 4}.chart .dash2{stroke-dasharray:2 3}\
.chart .dash3{stroke-dasharray:10 3 2 3}.chart .dash4{stroke-dasharray:14 5}\
.chart .dash5{stroke-dasharray:5 2}\
@media(prefers-color-scheme:dark){.chart{color:#e5e8e4}.chart .theirs{stroke:#f0a36b}\
.chart .ours{stroke:#7cbdf0;fill:#7cbdf0}.chart .other{stroke:#62c795;fill:#62c795}\
.chart .kin1{stroke:#c9a0f0;fill:#c9a0f0}.chart .kin2{stroke:#f08ab4;fill:#f08ab4}\
.chart .kin3{stroke:#5fd0cf;fill:#5fd0cf}.chart .kin4{stroke:#d9bd5c;fill:#d9bd5c}\
.chart .kin5{stroke:#b9c0bc;fill:#b9c0bc}.chart .theirs,.chart .path{fill:none}}";

impl Chart {
    fn x(&self, place: &str) -> Option<f64> {
        let at = self.places.iter().find(|(name, _)| name == place)?.1;
        if let Some(cloud) = &self.cloud {
            return Some(cloud.x(at));
        }
        let first = self.places.iter().map(|(_, at)| *at).fold(f64::MAX, f64::min);
        let last = self.places.iter().map(|(_, at)| *at).fold(f64::MIN, f64::max);
        let share = if last > first { (at - first) / (last - first) } else { 0.5 };
        let inset = 40.0;
        Some(LEFT + inset + share * (WIDTH - LEFT - RIGHT - 2.0 * inset))
    }

    fn y(&self, value: f64) -> f64 {
        TOP + PLOT * (1.0 - self.scale.share(value).clamp(0.0, 1.0))
    }

    /// Whether every point lies where its value says, and not at an end of the axis.
    #[cfg(test)]
    pub(crate) fn fits(&self) -> bool {
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut shares = points.map(|(_, value)| self.scale.share(*value));
        shares.all(|share| (-1e-9..=1.0 + 1e-9).contains(&share))
    }

    /// The chart as an SVG element that needs nothing around it.
    pub(crate) fn svg(&self) -> Markup {
        let legend_top = TOP + PLOT + 52.0;
        let height = legend_top + LEGEND_LINE * self.series.len() as f64;
        let across = |y: f64, class: &str| {
            html! { line class=(class) x1=(LEFT) x2=(WIDTH - RIGHT) y1=(px(y)) y2=(px(y)) {} }
        };
        html! {
            svg.chart xmlns="http://www.w3.org/2000/svg" role="img"
                viewBox={ "0 0 " (WIDTH) " " (height) } aria-label=(self.title) {
                title { (self.title) }
                style { (PreEscaped(STYLE)) }
                @for (value, exponent) in self.scale.ticks() {
                    (across(self.y(value), "grid"))
                    text x=(LEFT - 8.0) y=(px(self.y(value) + 4.0)) text-anchor="end" {
                        @match exponent {
                            Some(exponent) => { "10" tspan dy="-5" font-size="10" { (exponent) } }
                            None => { (value) }
                        }
                    }
                }
                @if let Some((value, meaning)) = self.rule {
                    (across(self.y(value), "rule"))
                    text x=(WIDTH - RIGHT) y=(px(self.y(value) - 5.0)) text-anchor="end" { (meaning) }
                }
                @if let Some(cloud) = &self.cloud { (self.cloud_axis(cloud)) }
                @for (name, _) in self.places.iter().filter(|_| self.cloud.is_none()) {
                    text x=(px(self.x(name).unwrap_or(LEFT))) y=(TOP + PLOT + 22.0)
                        text-anchor="middle" { (name) }
                }
                text transform={ "translate(18 " (TOP + PLOT / 2.0) ") rotate(-90)" }
                    text-anchor="middle" { (self.upward) }
                @for (index, series) in self.series.iter().enumerate() { (self.draw(series, self.kin(index), self.dash(index))) }
                @for (index, series) in self.series.iter().enumerate() {
                    @let y = legend_top + LEGEND_LINE * index as f64;
                    @if self.cloud.is_none() {
                        line class={ (class(series.tone, self.kin(index))) " path" (self.dash(index)) } x1=(LEFT - 12.0)
                            x2=(LEFT + 20.0) y1=(y - 4.0) y2=(y - 4.0) {}
                    }
                    (mark(series, self.kin(index), LEFT + 4.0, y - 4.0, ""))
                    text x=(LEFT + 26.0) y=(y) {
                        (series.name)
                        @if series.points.is_empty() { " (no row in this run)" }
                    }
                }
            }
        }
    }

    /// What tells a series apart from one before it with the same tone and marker: nothing for the
    /// first of its kind, and for every other one a colour and shape that no other series has.
    fn kin(&self, index: usize) -> usize {
        let is_first = |index: usize| {
            let series = &self.series[index];
            let same = |other: &Series| other.tone == series.tone && other.marker == series.marker;
            !self.series[..index].iter().any(same)
        };
        match is_first(index) {
            true => 0,
            false => 1 + (0..index).filter(|before| !is_first(*before)).count() % (KIN - 1),
        }
    }

    /// The dashes of a line: lines of one tone have different ones, whatever their points.
    fn dash(&self, index: usize) -> String {
        let tone = self.series[index].tone;
        let before = self.series[..index].iter().filter(|other| other.tone == tone).count();
        match before % KIN {
            0 => String::new(),
            dash => format!(" dash{dash}"),
        }
    }

    fn draw(&self, series: &Series, kin: usize, dash: String) -> Markup {
        let points: Vec<(f64, f64, String)> = series
            .points
            .iter()
            .filter_map(|(place, value)| {
                let hint = format!("{}, {place}: {}", series.name, short(*value));
                Some((self.x(place)?, self.y(*value), hint))
            })
            .collect();
        let path: Vec<String> =
            points.iter().map(|(x, y, _)| format!("{},{}", px(*x), px(*y))).collect();
        html! {
            @if self.cloud.is_none() {
                polyline class={ (class(series.tone, kin)) " path" (dash) } points=(path.join(" ")) {}
            }
            @for (x, y, hint) in &points { (mark(series, kin, *x, *y, hint)) }
        }
    }
}

impl Cloud {
    fn x(&self, exponent: f64) -> f64 {
        let share = (exponent - f64::from(self.low)) / f64::from(self.high - self.low);
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }
}

impl Chart {
    fn cloud_axis(&self, cloud: &Cloud) -> Markup {
        let (low, high) = (f64::from(cloud.low), f64::from(cloud.high));
        let end = |exponent: f64| (px(cloud.x(exponent)), px(self.y(10f64.powf(exponent))));
        let (from, to) = (end(low), end(high));
        html! {
            line class="rule" x1=(from.0) y1=(from.1) x2=(to.0) y2=(to.1) {}
            @for exponent in cloud.low..=cloud.high {
                text x=(px(cloud.x(exponent.into()))) y=(TOP + PLOT + 20.0) text-anchor="middle" {
                    "10" tspan dy="-5" font-size="10" { (exponent) }
                }
            }
            text x=(LEFT + (WIDTH - LEFT - RIGHT) / 2.0) y=(TOP + PLOT + 38.0) text-anchor="middle" {
                (cloud.across)
            }
        }
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Theirs => "theirs",
        Tone::Ours => "ours",
        Tone::Other => "other",
    }
}

/// The class of a series.
fn class(own: Tone, kin: usize) -> String {
    match kin {
        0 => tone(own).into(),
        kin => format!("{} kin{kin}", tone(own)),
    }
}

/// One point; theirs are drawn larger and hollow, so that both show where they agree.
fn mark(series: &Series, kin: usize, x: f64, y: f64, hint: &str) -> Markup {
    let r = if series.tone == Tone::Theirs { 7.0 } else { 4.5 };
    let class = class(series.tone, kin);
    let corners = |points: &[(f64, f64)]| {
        let points = points.iter().map(|(dx, dy)| format!("{},{}", px(x + dx * r), px(y + dy * r)));
        points.collect::<Vec<_>>().join(" ")
    };
    let tip = html! { @if !hint.is_empty() { title { (hint) } } };
    let polygon =
        |points: &[(f64, f64)]| html! { polygon class=(class) points=(corners(points)) { (tip) } };
    match (series.marker, kin) {
        (Marker::Circle, 0) => {
            html! { circle class=(class) cx=(px(x)) cy=(px(y)) r=(r) { (tip) } }
        }
        (Marker::Triangle, 0) => polygon(&[(0.0, -1.2), (-1.1, 0.8), (1.1, 0.8)]),
        (_, 1) => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        (_, 2) => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        (_, 3) => polygon(&[(0.0, 1.2), (-1.1, -0.8), (1.1, -0.8)]),
        (_, 4) => polygon(&[(-0.5, -1.2), (0.5, -1.2), (0.5, 1.2), (-0.5, 1.2)]),
        _ => polygon(&[(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)]),
    }
}

/// A length with a tenth of a pixel, which is as much as anybody sees.
fn px(length: f64) -> String {
    format!("{length:.1}")
}

fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{value:.2e}"),
        value => format!("{}", (10.0 * value).round() / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_put_values_where_they_belong() {
        let linear = Scale::Linear { low: 0.0, high: 100.0, step: 25.0 };
        assert_eq!(linear.share(50.0), 0.5);
        assert_eq!(linear.ticks().len(), 5);
        let log = Scale::Log { low: 2, high: 14 };
        assert!((log.share(1e8) - 0.5).abs() < 1e-12);
        assert_eq!(log.ticks().last(), Some(&(1e14, Some(14))));
    }

    #[test]
    fn points_lie_inside_and_larger_is_higher() {
        let chart = Chart {
            title: "a < b".into(),
            places: vec![("4×4".into(), 4.0), ("6×6".into(), 6.0)],
            upward: "share",
            scale: Scale::Linear { low: 0.0, high: 100.0, step: 25.0 },
            cloud: None,
            rule: None,
            series: vec![Series {
                name: "theirs".into(),
                marker: Marker::Triangle,
                tone: Tone::Theirs,
                points: vec![("4×4".into(), 20.0), ("6×6".into(), 44.0), ("9×9".into(), 1.0)],
            }],
        };
        assert!(chart.y(44.0) < chart.y(20.0));
        assert!(chart.x("4×4") < chart.x("6×6") && chart.x("6×6") < Some(WIDTH - RIGHT));
        let svg = chart.svg().into_string();
        assert!(svg.contains("a &lt; b"));
        // Two points and the legend's; a place that the axis does not have is not drawn.
        assert_eq!(svg.matches("<polygon").count(), 3);
    }

    #[test]
    fn no_two_series_look_the_same() {
        let looks = [
            (Marker::Circle, Tone::Other),
            (Marker::Circle, Tone::Other),
            (Marker::Circle, Tone::Ours),
            (Marker::Circle, Tone::Ours),
            (Marker::Circle, Tone::Ours),
            (Marker::Triangle, Tone::Ours),
            (Marker::Triangle, Tone::Ours),
            (Marker::Triangle, Tone::Ours),
        ];
        let series = looks.map(|(marker, tone)| Series {
            name: String::new(),
            marker,
            tone,
            points: vec![],
        });
        let chart = Chart {
            title: String::new(),
            places: vec![("1".into(), 1.0)],
            upward: "",
            scale: Scale::Linear { low: 0.0, high: 2.0, step: 1.0 },
            cloud: None,
            rule: None,
            series: series.to_vec(),
        };
        let kin: Vec<usize> = (0..looks.len()).map(|index| chart.kin(index)).collect();
        assert_eq!(kin, [0, 1, 0, 2, 3, 0, 4, 5]);
    }

    #[test]
    fn lines_of_one_tone_can_be_told_apart() {
        let series = |name: &str| Series {
            name: name.into(),
            marker: Marker::Circle,
            tone: Tone::Ours,
            points: vec![("1".into(), 1.0), ("2".into(), 2.0)],
        };
        let chart = Chart {
            title: String::new(),
            places: vec![("1".into(), 1.0), ("2".into(), 2.0)],
            upward: "",
            scale: Scale::Linear { low: 0.0, high: 2.0, step: 1.0 },
            cloud: None,
            rule: None,
            series: ["1 thread", "2 threads", "4 threads"].map(series).to_vec(),
        };
        let svg = chart.svg().into_string();
        let lines: Vec<&str> = svg
            .match_indices("<polyline class=\"")
            .map(|(at, _)| svg[at..].split('"').nth(1).unwrap())
            .collect();
        assert_eq!(lines, ["ours path", "ours kin1 path dash1", "ours kin2 path dash2"]);
        for kin in 1..KIN {
            // Another colour in both schemes, and another dash.
            assert_eq!(STYLE.matches(&format!(".chart .kin{kin}{{")).count(), 2);
            assert!(STYLE.contains(&format!(".dash{kin}{{stroke-dasharray")));
        }
    }
}
