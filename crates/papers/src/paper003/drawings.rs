//! The thesis's pictures that are no charts: C and X squares, and how its programs search.

use crate::report::Drawing;
use maud::{Markup, PreEscaped, html};

pub(super) fn all() -> Vec<Drawing> {
    vec![squares(), searches()]
}

const CELL: usize = 32;
const EDGE: usize = 26;

/// Scoped by class so that it holds inside a page too.
const STYLE: &str = "\
.thesis{font:15px system-ui,sans-serif}\
.thesis text{fill:#1d2321;text-anchor:middle}\
.thesis .square{fill:#cfe3cf;stroke:#6f8a6f}\
.thesis .risky{fill:#f2d3b8;stroke:#6f8a6f}\
.thesis .corner{fill:#c4d8ee;stroke:#6f8a6f}\
.thesis .box{fill:#eef2ee;stroke:#6f8a6f}\
.thesis .wire{stroke:#6f8a6f;fill:none}\
.thesis .black{fill:#1d2321}\
.thesis .white{fill:#ffffff;stroke:#1d2321}\
@media(prefers-color-scheme:dark){.thesis .outside{fill:#e5e8e4}}";

/// What a square is called.
fn kind(row: usize, column: usize) -> &'static str {
    // Steps from the nearer edge.
    match (row.min(7 - row), column.min(7 - column)) {
        (0, 0) => "corner",
        (1, 1) => "X",
        (0, 1) | (1, 0) => "C",
        _ => "",
    }
}

/// Figure 1: the board, its coordinates, C and X squares.
fn squares() -> Drawing {
    let size = 8 * CELL + EDGE + 8;
    let middle = |place: usize| EDGE + place * CELL + CELL / 2;
    let discs = [(3, 3, "white"), (4, 4, "white"), (3, 4, "black"), (4, 3, "black")];
    let svg = html! {
        svg.thesis xmlns="http://www.w3.org/2000/svg" role="img" aria-label="C and X squares"
            viewBox={ "0 0 " (size) " " (size) } width=(size) height=(size) {
            title { "C and X squares" }
            style { (PreEscaped(STYLE)) }
            @for place in 0..8usize {
                text.outside x=(middle(place)) y="18" { (char::from(b'a' + place as u8)) }
                text.outside x="12" y=(middle(place) + 5) { (place + 1) }
            }
            @for (row, column) in (0..8usize).flat_map(|row| (0..8usize).map(move |c| (row, c))) {
                @let kind = kind(row, column);
                @let class = match kind { "corner" => "corner", "" => "square", _ => "risky" };
                rect class=(class) x=(EDGE + column * CELL) y=(EDGE + row * CELL) width=(CELL)
                    height=(CELL) {}
                @if kind.len() == 1 {
                    text x=(middle(column)) y=(middle(row) + 5) { (kind) }
                }
            }
            @for (row, column, class) in discs {
                circle class=(class) cx=(middle(column)) cy=(middle(row)) r=(CELL / 3) {}
            }
        }
    };
    Drawing {
        id: "squares",
        caption: "Figure 1 of the thesis: the board at the start, with the C squares (beside a \
                  corner on the edge) and the X squares (diagonally beside it)."
            .into(),
        svg: svg.into_string(),
    }
}

fn node(x: usize, y: usize, text: &str) -> Markup {
    html! {
        rect.box x=(x) y=(y) width="104" height="30" rx="5" {}
        text x=(x + 52) y=(y + 20) { (text) }
    }
}

fn wire(from: (usize, usize), to: (usize, usize)) -> Markup {
    html! { line.wire x1=(from.0) y1=(from.1) x2=(to.0) y2=(to.1) {} }
}

/// Figure 9: one thread goes from node to node; several take them side by side and meet.
fn searches() -> Drawing {
    let chain = ["evaluation", "depth 1", "depth 2", "depth 3", "the move"];
    let svg = html! {
        svg.thesis xmlns="http://www.w3.org/2000/svg" role="img"
            aria-label="How SSAI and MSAI search" viewBox="0 0 660 300" width="660" height="300" {
            title { "How SSAI and MSAI search" }
            style { (PreEscaped(STYLE)) }
            text.outside x="40" y="55" { "SSAI" }
            @for (place, text) in chain.iter().enumerate() {
                @let x = 80 + place * 116;
                @if place > 0 { (wire((x - 12, 50), (x, 50))) }
                (node(x, 35, text))
            }
            text.outside x="40" y="185" { "MSAI" }
            (node(80, 165, "evaluation"))
            @for (row, y) in [110usize, 165, 220].into_iter().enumerate() {
                (wire((184, 180), (200, y + 15)))
                (node(200, y, "depth 1"))
                (wire((304, y + 15), (320, y + 15)))
                (node(320, y, "depth 2, 3"))
                (wire((424, y + 15), (440, 180)))
                @if row == 2 { text.outside x="252" y="272" { "a thread for every move" } }
            }
            (node(440, 165, "all meet"))
            (wire((544, 180), (556, 180)))
            (node(556, 165, "the move"))
        }
    };
    Drawing {
        id: "searches",
        caption: "Figure 9 of the thesis, drawn again: SSAI searches one move after the other; MSAI \
                  is meant to hand every move to a thread, which hands its replies to threads in \
                  turn, and to wait for all of them. Ours splits a node only where its first move is \
                  searched and others have nothing to do."
            .into(),
        svg: svg.into_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_are_those_of_the_text() {
        let named = |wanted: &str| -> Vec<String> {
            let all = (0..8usize).flat_map(|column| (0..8usize).map(move |row| (row, column)));
            let found = all.filter(|(row, column)| kind(*row, *column) == wanted);
            found.map(|(row, c)| format!("{}{}", char::from(b'a' + c as u8), row + 1)).collect()
        };
        assert_eq!(named("C"), ["a2", "a7", "b1", "b8", "g1", "g8", "h2", "h7"]);
        assert_eq!(named("X"), ["b2", "b7", "g2", "g7"]);
        let drawings = all();
        assert!(drawings.iter().all(|drawing| drawing.svg.starts_with("<svg")));
        assert_eq!(drawings[0].svg.matches("<rect").count(), 64);
    }
}
