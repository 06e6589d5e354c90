//! Positions of Amazons as SVG, several side by side.

use maud::{Markup, PreEscaped, html};
use yomikiri_amazons::Position;

const CELL: usize = 30;
const EDGE: usize = 6;
/// Room between two positions, for the sign.
const GAP: usize = 34;

/// Scoped by class so that it holds inside a page too.
const STYLE: &str = "\
.boards{font:20px system-ui,sans-serif}\
.boards .open{fill:#f3ead2;stroke:#8d8468}\
.boards .wall{fill:#6f6a60;stroke:#8d8468}\
.boards .black{fill:#1d2321;stroke:#1d2321}\
.boards .white{fill:#ffffff;stroke:#1d2321;stroke-width:2}\
.boards text{fill:#1d2321;text-anchor:middle}\
@media(prefers-color-scheme:dark){.boards text{fill:#e5e8e4}.boards .open{fill:#c9bf9f}\
.boards .wall{fill:#3b3a36}}";

/// The parts of a sum from left to right: open squares light, walls dark, amazons as discs.
pub(crate) fn draw(parts: &[Position], title: &str) -> String {
    let rows = parts.iter().map(|part| part.board.rows()).max().unwrap_or(0);
    let columns: usize = parts.iter().map(|part| part.board.columns()).sum();
    let gaps = parts.len().saturating_sub(1);
    let (width, height) = (columns * CELL + gaps * GAP + 2 * EDGE, rows * CELL + 2 * EDGE);
    let mut left = EDGE;
    let starts: Vec<usize> = parts
        .iter()
        .map(|part| {
            let start = left;
            left += part.board.columns() * CELL + GAP;
            start
        })
        .collect();
    let svg = html! {
        svg.boards xmlns="http://www.w3.org/2000/svg" role="img" aria-label=(title)
            viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) {
            title { (title) }
            style { (PreEscaped(STYLE)) }
            @for (place, (part, start)) in parts.iter().zip(&starts).enumerate() {
                @let top = EDGE + (rows - part.board.rows()) * CELL / 2;
                @if place > 0 {
                    text x=(start - GAP / 2) y=(EDGE + rows * CELL / 2 + 7) { "+" }
                }
                @for square in part.board.full() { (cell(part, square, *start, top)) }
            }
        }
    };
    svg.into_string()
}

fn cell(part: &Position, square: u8, left: usize, top: usize) -> Markup {
    let x = left + part.board.column(square) * CELL;
    let y = top + part.board.row(square) * CELL;
    let class = if part.blocked.contains(square) { "wall" } else { "open" };
    let amazon = match () {
        _ if part.black.contains(square) => Some("black"),
        _ if part.white.contains(square) => Some("white"),
        _ => None,
    };
    html! {
        rect class=(class) x=(x) y=(y) width=(CELL) height=(CELL) {}
        @if let Some(class) = amazon {
            circle class=(class) cx=(x + CELL / 2) cy=(y + CELL / 2) r=(CELL / 3) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_amazons::notation::parse_sum;

    #[test]
    fn every_square_and_amazon_is_drawn() {
        let parts = parse_sum("X.#|#O. + .X").unwrap();
        let svg = draw(&parts, "a < b");
        assert_eq!(svg.matches("<rect").count(), 8);
        assert_eq!(svg.matches("class=\"wall\"").count(), 2);
        assert_eq!(svg.matches("class=\"black\"").count(), 2);
        assert_eq!(svg.matches("class=\"white\"").count(), 1);
        assert!(svg.contains(">+</text>") && svg.contains("a &lt; b"));
    }
}
