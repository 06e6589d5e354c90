//! Thermographs as pictures.

use crate::dyadic::Dyadic;
use crate::thermograph::{Corner, Thermograph};
use std::fmt::Write;

/// The drawing area and the room around it for numbers and title.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 44.0;

/// The thermograph as a picture that stands by itself: values grow to the left, as is usual, and
/// temperatures upwards from 0. Its colours follow the reader's choice of a light or dark page.
pub fn draw(graph: &Thermograph, title: &str) -> String {
    let frame = Frame::around(graph);
    let mut out = String::new();
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" class=\"thermograph\" role=\"img\">\n<title>{}</title>\n{STYLE}",
        escaped(title)
    );
    let _ = writeln!(
        out,
        "<text class=\"head\" x=\"{}\" y=\"{}\">{}</text>",
        width / 2.0,
        MARGIN / 2.0,
        escaped(title)
    );
    frame.ticks(&mut out);
    let top = frame.y(frame.hottest);
    let foot = graph.temperature().max(Dyadic::ZERO);
    let mast = frame.x(float(graph.mean()));
    frame.wall(&mut out, "left", graph.left(), foot);
    frame.wall(&mut out, "right", graph.right(), foot);
    let _ = writeln!(
        out,
        "<path class=\"mast\" d=\"M{mast:.2} {:.2}V{top:.2}\"/>",
        frame.y(float(foot))
    );
    let _ = writeln!(
        out,
        "<text class=\"note\" x=\"{}\" y=\"{}\">mean {}, temperature {}</text>\n</svg>",
        width / 2.0,
        height - 6.0,
        graph.mean(),
        graph.temperature()
    );
    out
}

/// Only for what is inside, so that the picture can stand in a page.
const STYLE: &str = "<style>\
.thermograph{color-scheme:light dark}\
.thermograph text{font:12px sans-serif;fill:#1c1c1c;text-anchor:middle}\
.thermograph .head{font-size:14px}.thermograph .side{text-anchor:end}\
.thermograph path{fill:none;stroke:#1c1c1c;stroke-width:2;stroke-linejoin:round}\
.thermograph .grid{stroke:#d5d5d5;stroke-width:1}\
.thermograph .left{stroke:#1f5fbf}.thermograph .right{stroke:#b5332e}\
@media(prefers-color-scheme:dark){\
.thermograph text{fill:#e8e8e8}.thermograph path{stroke:#e8e8e8}\
.thermograph .grid{stroke:#444}\
.thermograph .left{stroke:#7db0ff}.thermograph .right{stroke:#ff8f88}}\
</style>\n";

/// Which values and temperatures are shown.
struct Frame {
    lowest: f64,
    highest: f64,
    hottest: f64,
}

impl Frame {
    fn around(graph: &Thermograph) -> Frame {
        let corners = graph.left().iter().chain(graph.right());
        let values = corners.map(|corner| float(corner.value));
        let (mut lowest, mut highest) = (float(graph.mean()), float(graph.mean()));
        for value in values {
            lowest = lowest.min(value);
            highest = highest.max(value);
        }
        let hottest = float(graph.temperature()).max(0.0);
        // Some mast above the walls, and some room beside them.
        let room = ((highest - lowest) * 0.1).max(0.5);
        Frame {
            lowest: lowest - room,
            highest: highest + room,
            hottest: hottest + (hottest * 0.3).max(0.5),
        }
    }

    fn x(&self, value: f64) -> f64 {
        MARGIN + (self.highest - value) / (self.highest - self.lowest) * WIDTH
    }

    fn y(&self, temperature: f64) -> f64 {
        MARGIN + (self.hottest - temperature) / self.hottest * HEIGHT
    }

    fn wall(&self, out: &mut String, class: &str, corners: &[Corner], foot: Dyadic) {
        let mut path = String::new();
        for (place, corner) in corners.iter().enumerate() {
            let (x, y) = (self.x(float(corner.value)), self.y(float(corner.temperature)));
            let _ = write!(path, "{}{x:.2} {y:.2}", if place == 0 { 'M' } else { 'L' });
        }
        // A wall may stand upright on its way to the mast.
        let _ = write!(path, "V{:.2}", self.y(float(foot)));
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    fn ticks(&self, out: &mut String) {
        let step = step_for(self.highest - self.lowest);
        let floor = self.y(0.0);
        for (value, name) in multiples(self.lowest, self.highest, step) {
            let x = self.x(value);
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{x:.2} {floor:.2}V{MARGIN}\"/>\
                 <text x=\"{x:.2}\" y=\"{:.2}\">{name}</text>",
                floor + 16.0
            );
        }
        let step = step_for(self.hottest);
        for (value, name) in multiples(0.0, self.hottest, step) {
            let y = self.y(value);
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{MARGIN} {y:.2}H{}\"/>\
                 <text class=\"side\" x=\"{}\" y=\"{:.2}\">{name}</text>",
                MARGIN + WIDTH,
                MARGIN - 6.0,
                y + 4.0
            );
        }
    }
}

/// A power of two that divides a length into at most ten steps.
fn step_for(length: f64) -> f64 {
    (length / 10.0).log2().ceil().exp2()
}

/// The multiples of a step in a range, with their exact names.
fn multiples(from: f64, to: f64, step: f64) -> impl Iterator<Item = (f64, String)> {
    let (first, last) = ((from / step).ceil() as i64, (to / step).floor() as i64);
    let halvings = (-step.log2()).max(0.0) as u8;
    (first..=last).map(move |count| {
        let value = count as f64 * step;
        let exact = match halvings {
            0 => Some(Dyadic::integer(value as i64)),
            halvings => Dyadic::new(count, halvings),
        };
        (value, exact.map_or_else(|| value.to_string(), |exact| exact.to_string()))
    })
}

fn float(value: Dyadic) -> f64 {
    value.numerator() as f64 / (1u64 << value.exponent()) as f64
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // Not allowed in XML at all.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Forms;
    use crate::notation::parse;

    #[test]
    fn draws_walls_mast_and_title() {
        let mut forms = Forms::new();
        for text in ["{3||1|0}", "0", "-7/8", "*", "±100", "{1||0|-9}", "1/1024", "{4096|0}"] {
            let form = parse(&mut forms, text).unwrap();
            let picture = draw(forms.thermograph(form), "a <b> & \"c\"");
            assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
            assert!(
                picture.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !picture.contains("<b>")
            );
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{text}");
            assert_eq!(picture.matches("class=\"mast\"").count(), 1);
            let ticks = picture.matches("class=\"grid\"").count();
            assert!((2..=24).contains(&ticks), "{text} has {ticks} ticks");
        }
    }

    #[test]
    fn values_grow_to_the_left() {
        let mut forms = Forms::new();
        let form = parse(&mut forms, "±1").unwrap();
        let frame = Frame::around(forms.thermograph(form));
        assert!(frame.x(1.0) < frame.x(-1.0));
        assert!(frame.y(1.0) < frame.y(0.0));
    }
}
