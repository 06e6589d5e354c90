//! A board with marks on it, as books print them: in text, and as SVG that stands by itself.

use crate::{Cell, Face, Ground, Picture, Side};
use serde::Serialize;
use std::fmt::Write;

/// What is marked on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A cross; `×` in text.
    Cross,
    /// A ring; `*` in text.
    Ring,
    /// A number.
    Number(u32),
}

/// A board, what is marked on it, and what that shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagram {
    /// What it shows.
    pub caption: String,
    /// The board.
    pub picture: Picture,
    /// What is marked on every cell of the picture.
    pub marks: Vec<Mark>,
}

impl Diagram {
    /// A board without marks.
    pub fn new(caption: impl Into<String>, picture: Picture) -> Diagram {
        let marks = vec![Mark::None; picture.cells.len()];
        Diagram { caption: caption.into(), picture, marks }
    }

    /// The same with a mark on these cells.
    pub fn marked(mut self, mark: Mark, cells: impl IntoIterator<Item = usize>) -> Diagram {
        for cell in cells {
            self.marks[cell] = mark;
        }
        self
    }

    /// The board in text: a ring is `*` behind what it is around, a cross `×`, on an empty cell
    /// instead of it.
    pub fn text(&self) -> String {
        let Picture { columns, rows, cells, .. } = &self.picture;
        let cell = |(cell, mark): (&Cell, &Mark)| match (cell, mark) {
            (cell, Mark::None) => cell.mark().to_owned(),
            (Cell::Empty, Mark::Cross) => "×".into(),
            (cell, Mark::Cross) => format!("{}×", cell.mark()),
            (cell, Mark::Ring) => format!("{}*", cell.mark()),
            (Cell::Empty, Mark::Number(number)) => number.to_string(),
            (cell, Mark::Number(number)) => format!("{}{number}", cell.mark()),
        };
        let shown: Vec<String> = cells.iter().zip(&self.marks).map(cell).collect();
        let names = shown.iter().chain(columns);
        let width = names.map(|text| text.chars().count()).max().unwrap_or(1);
        let edge = rows.iter().map(|row| row.chars().count()).max().unwrap_or(1).max(2);
        let line = |head: &str, cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|text| format!("{text:<width$}")).collect();
            format!("{head:>edge$} {}", cells.join(" ")).trim_end().to_owned()
        };
        let mut lines = vec![line("", columns)];
        lines.extend(rows.iter().zip(shown.chunks(columns.len().max(1))).map(|(r, c)| line(r, c)));
        lines.join("\n")
    }
}

const CELL: usize = 32;
/// Room to the left of a board and above it, for the names of lines.
const EDGE: usize = 22;
/// What a letter of a caption takes across, or more.
const LETTER: usize = 7;
/// Room below a board, for a line of its caption.
const LINE: usize = 18;
const GAP: usize = 26;
/// Boards beside each other.
const ACROSS: usize = 3;

/// Only for what is inside, so that the picture can stand in a page. The colours of boards and
/// pieces are the same on a light page and a dark one.
const STYLE: &str = "<style>\
.diagram{color-scheme:light dark;font:13px system-ui,sans-serif;text-anchor:middle}\
.diagram .caption{fill:#222}.diagram .name{fill:#666}\
.diagram .lines{fill:#e3bd77}.diagram .cloth{fill:#3c8a5e}.diagram .wood{fill:#e8cf9c}\
.diagram .grid{stroke:#463818;fill:none}.diagram .gone{fill:#6f6a60}.diagram .dark{fill:#cdb078}\
.diagram .black{fill:#161616;stroke:#161616}.diagram .white{fill:#fbfbfb;stroke:#161616}\
.diagram .sign{fill:#161616;font-size:16px}\
.diagram .cross{stroke:#b3261e;stroke-width:3;fill:none}\
.diagram .ring{stroke:#2f6fd0;stroke-width:3;fill:none}\
.diagram .number{fill:#161616;font-weight:600}.diagram .on-black{fill:#fbfbfb}\
.diagram .on-lines{paint-order:stroke;stroke:#e3bd77;stroke-width:5px}\
@media(prefers-color-scheme:dark){.diagram .caption{fill:#e6e6e6}.diagram .name{fill:#a8a8a8}}\
</style>";

/// Diagrams as one picture, three beside each other, captions below them.
pub fn svg(title: &str, diagrams: &[Diagram]) -> String {
    let columns = diagrams.iter().map(|diagram| diagram.picture.columns.len()).max().unwrap_or(1);
    let wide = (EDGE + columns * CELL).max(200) + GAP;
    let across = diagrams.len().clamp(1, ACROSS);
    let captions: Vec<Vec<String>> =
        diagrams.iter().map(|diagram| wrapped(&diagram.caption, wide / LETTER)).collect();
    let mut out = String::new();
    let mut top = 4;
    for (row, captions) in diagrams.chunks(across).zip(captions.chunks(across)) {
        let rows = row.iter().map(|diagram| diagram.picture.rows.len()).max().unwrap_or(1);
        let lines = captions.iter().map(Vec::len).max().unwrap_or(0);
        for (place, (diagram, caption)) in row.iter().zip(captions).enumerate() {
            let left = 4 + place * wide;
            board(&mut out, diagram, left, top);
            // Under the middle of the board, unless it is wider than that.
            let longest = caption.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            let middle = EDGE + diagram.picture.columns.len() * CELL / 2;
            let x = left + middle.max(longest * LETTER / 2);
            for (line, text) in caption.iter().enumerate() {
                let y = top + EDGE + rows * CELL + (line + 1) * LINE;
                let _ = write!(
                    out,
                    "<text class=\"caption\" x=\"{x}\" y=\"{y}\">{}</text>",
                    escaped(text)
                );
            }
        }
        top += EDGE + rows * CELL + (lines + 1) * LINE;
    }
    let width = 8 + across * wide - GAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {top}\" width=\"{width}\" \
         height=\"{top}\" class=\"diagram\" role=\"img\">\n<title>{}</title>\n{STYLE}\n{out}</svg>\n",
        escaped(title)
    )
}

/// One board, its names included.
fn board(out: &mut String, diagram: &Diagram, left: usize, top: usize) {
    let picture = &diagram.picture;
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let (x0, y0) = (left + EDGE, top + EDGE);
    let ground = match picture.ground {
        Ground::Cloth => "cloth",
        Ground::Lines => "lines",
        Ground::Wood | Ground::Chequered => "wood",
    };
    let (width, height) = (columns * CELL, rows * CELL);
    let _ = write!(
        out,
        "<rect class=\"{ground}\" x=\"{x0}\" y=\"{y0}\" width=\"{width}\" height=\"{height}\"/>"
    );
    let middle = CELL / 2;
    for (column, name) in picture.columns.iter().enumerate() {
        let x = x0 + column * CELL + middle;
        let _ =
            write!(out, "<text class=\"name\" x=\"{x}\" y=\"{}\">{}</text>", y0 - 6, escaped(name));
    }
    for (row, name) in picture.rows.iter().enumerate() {
        let y = y0 + row * CELL + middle + 5;
        let _ = write!(
            out,
            "<text class=\"name\" x=\"{}\" y=\"{y}\">{}</text>",
            x0 - 12,
            escaped(name)
        );
    }
    // Go is played on the crossings of lines, other games in the squares between them.
    let (inset, lines) = match picture.ground {
        Ground::Lines => (middle, 0),
        _ => (0, 1),
    };
    let mut grid = String::new();
    for column in 0..columns + lines {
        let x = x0 + inset + column * CELL;
        let _ = write!(grid, "M{x} {}V{}", y0 + inset, y0 + height - inset);
    }
    for row in 0..rows + lines {
        let y = y0 + inset + row * CELL;
        let _ = write!(grid, "M{} {y}H{}", x0 + inset, x0 + width - inset);
    }
    let dark = |at: usize| {
        picture.ground == Ground::Chequered && (at / columns.max(1) + at % columns.max(1)) % 2 == 1
    };
    for (at, cell) in picture.cells.iter().enumerate() {
        let class = match cell {
            Cell::Gone => "gone",
            _ if dark(at) => "dark",
            _ => continue,
        };
        let (x, y) = (x0 + at % columns * CELL, y0 + at / columns * CELL);
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
    }
    let _ = write!(out, "<path class=\"grid\" d=\"{grid}\"/>");
    for (at, (cell, mark)) in picture.cells.iter().zip(&diagram.marks).enumerate() {
        let x = x0 + at % columns * CELL + middle;
        let y = y0 + at / columns * CELL + middle;
        let on = piece(out, cell, x, y);
        match mark {
            Mark::None => {}
            Mark::Cross => {
                let (a, b, c, d) = (x - 6, y - 6, x + 6, y + 6);
                let _ =
                    write!(out, "<path class=\"cross\" d=\"M{a} {b}L{c} {d}M{a} {d}L{c} {b}\"/>");
            }
            Mark::Ring => {
                let _ = write!(out, "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>");
            }
            Mark::Number(number) => {
                let bare = *cell == Cell::Empty && picture.ground == Ground::Lines;
                let on = if bare { " on-lines" } else { on };
                let y = y + 5;
                let _ =
                    write!(out, "<text class=\"number{on}\" x=\"{x}\" y=\"{y}\">{number}</text>");
            }
        }
    }
}

/// Draws what stands there; gives the class of a number on top of it.
fn piece(out: &mut String, cell: &Cell, x: usize, y: usize) -> &'static str {
    let Cell::Piece(piece) = cell else { return "" };
    let class = if piece.side == Side::First { "black" } else { "white" };
    match piece.face {
        Face::Disc | Face::Figure(_) => {
            let _ = write!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"13\"/>");
        }
        Face::Pointed { sign, .. } => {
            // It points at the opponent.
            let turned = match piece.side {
                Side::First => String::new(),
                Side::Second => format!(" transform=\"rotate(180 {x} {y})\""),
            };
            let _ = write!(
                out,
                "<g{turned}><path class=\"white\" d=\"M{} {}L{x} {}L{} {}Z\"/>\
                 <text class=\"sign\" x=\"{x}\" y=\"{}\">{}</text></g>",
                x - 12,
                y + 13,
                y - 14,
                x + 12,
                y + 13,
                y + 8,
                escaped(sign)
            );
        }
    }
    match (piece.face, piece.side) {
        (Face::Disc, Side::First) => " on-black",
        _ => "",
    }
}

/// A text in lines of about so many letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tictactoe::TicTacToe;
    use crate::{Game, Piece};

    fn stones() -> Diagram {
        let names = |names: [&str; 3]| names.map(str::to_owned).into();
        let mut picture =
            Picture::new(Ground::Lines, names(["A", "B", "C"]), names(["3", "2", "1"]));
        let stone = Piece { side: Side::First, face: Face::Disc, name: "stone", mark: "X".into() };
        picture.cells[4] = Cell::Piece(stone);
        Diagram::new("a < b & c", picture)
    }

    #[test]
    fn marks_stand_beside_pieces_and_in_the_place_of_nothing() {
        let text = stones().marked(Mark::Ring, [4]).marked(Mark::Cross, [0, 8]).text();
        assert_eq!(text, "   A  B  C\n 3 ×  .  .\n 2 .  X* .\n 1 .  .  ×");
        let numbered = stones().marked(Mark::Number(12), [1]).text();
        assert!(numbered.contains("3 .  12 ."), "{numbered}");
    }

    #[test]
    fn every_piece_and_mark_is_drawn_and_text_is_no_markup() {
        let diagram = stones().marked(Mark::Cross, [0, 8]).marked(Mark::Ring, [4]);
        let drawn = svg("x > y", &[diagram, stones()]);
        assert_eq!(drawn.matches("class=\"cross\"").count(), 2);
        assert_eq!(drawn.matches("class=\"ring\"").count(), 1);
        assert_eq!(drawn.matches("class=\"black\"").count(), 2);
        assert!(drawn.contains("a &lt; b &amp; c") && drawn.contains("x &gt; y"));
        // A caption is under its board, and a long one begins no further left than the board.
        let x = |caption: &str| -> usize {
            let drawn = svg("", &[Diagram { caption: caption.into(), ..stones() }]);
            let (_, text) = drawn.split_once("class=\"caption\" x=\"").unwrap();
            text.split_once('"').unwrap().0.parse().unwrap()
        };
        assert_eq!(x("ab"), 4 + EDGE + 3 * CELL / 2);
        assert!(x("a caption of twenty-eight") >= 4 + 25 * LETTER / 2);
    }

    #[test]
    fn any_game_with_a_picture_can_be_drawn() {
        if let Some(picture) = TicTacToe.picture(&TicTacToe.start()) {
            assert!(svg("", &[Diagram::new("", picture)]).ends_with("</svg>\n"));
        }
    }
}
