//! A line of play as a numbered board, the way books print a game: where everybody moved and when,
//! and beside it how it ended.

use crate::notation::size_name;
use crate::position::{Move, Othello, Position, squares};
use std::fmt::Write;
use yomikiri_core::{Game, Side};

const CELL: u32 = 36;
/// Room above a board and to its left, for the names of lines.
const MARGIN: u32 = 26;
/// Room below a board, for what it shows.
const CAPTION: u32 = 30;
/// From one line of text to the next.
const LINE: u32 = 20;
/// What a letter takes across, or more.
const LETTER: u32 = 8;
/// Wider boards stand one above the other.
const SIDE_BY_SIDE: u32 = 8;

/// The cloth is green on either page; only what is written beside it follows the reader's choice of
/// light or dark. Scoped by class so that it holds inside a page too.
const STYLE: &str = "<style>\
.numbered{color-scheme:light dark;font:15px system-ui,sans-serif;text-anchor:middle}\
.numbered rect{fill:#2e7d4f;stroke:#16442a}\
.numbered .black{fill:#111;stroke:#333}.numbered .white{fill:#f4f4f4;stroke:#333}\
.numbered .on-black{fill:#f4f4f4}.numbered .on-white{fill:#111}\
.numbered .start{stroke:#e0b13c;stroke-width:3}\
.numbered .beside{fill:#555}\
@media(prefers-color-scheme:dark){.numbered .beside{fill:#bbb}\
.numbered rect{fill:#245f3d}}\
</style>";

/// The line from a position as a picture that stands by itself. On the first board the discs of the
/// position have a bright rim and every move its number on a disc of the colour that moved; a pass
/// has a number too, and is told below. The second board is the last position. The moves must be
/// legal.
pub fn draw(game: &Othello, position: &Position, line: &[Move]) -> String {
    let size = game.size;
    let mut numbers = Vec::new();
    let mut passes = [Vec::new(), Vec::new()];
    let mut last = *position;
    for (number, mv) in (1u32..).zip(line) {
        match *mv {
            Move::Disc(square) => numbers.push((u32::from(square), last.side, number)),
            Move::Pass => passes[last.side as usize].push(number.to_string()),
        }
        last = game.play(&last, *mv);
    }
    // A line for each side that passes.
    let mut told: Vec<String> = Vec::new();
    for (side, passes) in [Side::First, Side::Second].into_iter().zip(&passes) {
        let plural = if passes.len() == 1 { "" } else { "s" };
        if !passes.is_empty() {
            let name = game.side_name(side);
            told.push(format!("{name} passes at move{plural} {}", passes.join(", ")));
        }
    }
    if told.is_empty() {
        told.push("Nobody passes".into());
    }
    let discs = format!(
        "{}: Black {}, White {}",
        if game.final_score(&last).is_some() { "The end" } else { "So far" },
        last.black.count_ones(),
        last.white.count_ones()
    );
    // What is written below a board may be wider than the board.
    let (squares_wide, told_wide) = (size.columns() * CELL, discs.len() as u32 * LETTER);
    let wide = MARGIN + squares_wide.max((squares_wide + told_wide) / 2);
    let high = size.rows() * CELL + MARGIN + CAPTION;
    let beside = size.columns() <= SIDE_BY_SIDE;
    let place = if beside { (wide + MARGIN, 0) } else { (0, high) };
    let notes = told.len() as u32 * LINE;
    let longest = told.iter().map(String::len).max().unwrap_or(0) as u32 * LETTER;
    let (width, height) = ((place.0 + wide + 4).max(longest), place.1 + high + notes + 8);
    let title = format!("{}, moves by number. {}. {discs}.", size_name(size), told.join(". "));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" class=\"numbered\" role=\"img\">\
         <title>{title}</title>{STYLE}"
    );
    let begins = format!("{} begins", game.side_name(position.side));
    let mut board = Board { out: &mut out, game, at: (0, 0) };
    board.ground(&begins);
    for (set, side) in [(position.black, Side::First), (position.white, Side::Second)] {
        squares(set).for_each(|square| board.disc(square, side, " start"));
    }
    for (square, side, number) in numbers {
        board.disc(square, side, "");
        board.number(square, side, number);
    }
    board.at = place;
    board.ground(&discs);
    for (set, side) in [(last.black, Side::First), (last.white, Side::Second)] {
        squares(set).for_each(|square| board.disc(square, side, ""));
    }
    board.at = (0, 0);
    for (line, text) in (1..).zip(&told) {
        board.beside(width / 2, height - notes - 8 + line * LINE, text);
    }
    out.push_str("</svg>");
    out
}

/// A board that is being drawn.
struct Board<'a> {
    out: &'a mut String,
    game: &'a Othello,
    at: (u32, u32),
}

impl Board<'_> {
    fn corner(&self, square: u32) -> (u32, u32) {
        let columns = self.game.size.columns();
        let (row, column) = (square / columns, square % columns);
        (self.at.0 + MARGIN + column * CELL, self.at.1 + MARGIN + row * CELL)
    }

    fn beside(&mut self, x: u32, y: u32, text: &str) {
        let _ = write!(self.out, "<text class=\"beside\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// The empty board, the names of its lines, and what it shows.
    fn ground(&mut self, caption: &str) {
        let size = self.game.size;
        for square in 0..size.squares() {
            let (x, y) = self.corner(square);
            let _ =
                write!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
        }
        for (column, name) in ('a'..).take(size.columns() as usize).enumerate() {
            let (x, y) = self.corner(column as u32);
            self.beside(x + CELL / 2, y - 7, &name.to_string());
        }
        for row in 0..size.rows() {
            let (x, y) = self.corner(row * size.columns());
            self.beside(x - 13, y + CELL / 2 + 5, &(row + 1).to_string());
        }
        let (x, y) = self.corner(size.squares() - 1);
        let middle = (self.at.0 + MARGIN + x + CELL) / 2;
        self.beside(middle, y + CELL + 20, caption);
    }

    fn disc(&mut self, square: u32, side: Side, class: &str) {
        let (x, y) = self.corner(square);
        let (x, y, r) = (x + CELL / 2, y + CELL / 2, CELL * 2 / 5);
        let colour = colour(side);
        let _ =
            write!(self.out, "<circle class=\"{colour}{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    fn number(&mut self, square: u32, side: Side, number: u32) {
        let (x, y) = self.corner(square);
        let (x, y, colour) = (x + CELL / 2, y + CELL / 2 + 5, colour(side));
        let _ = write!(self.out, "<text class=\"on-{colour}\" x=\"{x}\" y=\"{y}\">{number}</text>");
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::split_moves;
    use crate::position::{Size, Start};

    fn play(game: &Othello, moves: &str) -> (Vec<Move>, Position) {
        let mut position = game.start();
        let mut line = Vec::new();
        for text in split_moves(moves) {
            let mv = game.parse_move(&position, &text).unwrap();
            line.push(mv);
            position = game.play(&position, mv);
        }
        (line, position)
    }

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    /// Every disc stands once as it was put, with its number, and once as it is in the end.
    #[test]
    fn a_game_with_a_pass_is_drawn_whole() {
        let game = Othello { start: Start::Reversi, ..Othello::new(Size::new(4, 4).unwrap()) };
        let (line, last) = play(&game, "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4 c4");
        let svg = draw(&game, &game.start(), &line);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
        let placed = line.iter().filter(|mv| **mv != Move::Pass).count();
        assert_eq!(count(&svg, "<rect"), 2 * 16);
        assert!(
            svg.contains(">White passes at move 10</text>")
                && svg.contains("The end: Black 6, White 9")
        );
        let discs = (last.black | last.white).count_ones() as usize;
        assert_eq!(count(&svg, "<circle"), 4 + placed + discs);
        assert_eq!(count(&svg, " start\""), 4);
        assert_eq!(count(&svg, "class=\"on-"), placed);
        for (number, mv) in (1..).zip(&line) {
            let side = if number % 2 == 1 { "black" } else { "white" };
            let numbers = format!("class=\"on-{side}\"");
            let shown = svg.split(&numbers).any(|text| {
                let text = text.split_once('>').map_or("", |(_, after)| after);
                text.starts_with(&format!("{number}</text>"))
            });
            assert_eq!(shown, *mv != Move::Pass, "move {number} by {side}");
        }
    }

    /// Whatever the board, nothing that is written stands beyond the picture.
    #[test]
    fn what_is_written_fits() {
        for (rows, columns) in [(4, 4), (6, 4), (4, 6), (8, 8), (4, 16)] {
            let game = Othello::new(Size::new(rows, columns).unwrap());
            let svg = draw(&game, &game.start(), &[]);
            let number = |text: &str, name: &str| -> u32 {
                let rest = text.split_once(&format!("{name}=\"")).unwrap().1;
                rest.split_once('"').unwrap().0.parse().unwrap()
            };
            let width = number(&svg, " width");
            for text in svg.split("<text class=\"beside\"").skip(1) {
                let (head, rest) = text.split_once('>').unwrap();
                let half = rest.split_once('<').unwrap().0.len() as u32 * LETTER / 2;
                let x = number(head, " x");
                assert!(half <= x && x + half <= width, "{rows}x{columns}: {rest}");
            }
        }
    }

    #[test]
    fn a_line_that_goes_on_says_so_and_wide_boards_stand_one_above_the_other() {
        let game = Othello::new(Size::new(4, 10).unwrap());
        let svg = draw(&game, &game.start(), &[]);
        assert!(svg.contains("So far: Black 2, White 2") && svg.contains(">Nobody passes</text>"));
        let head = svg.split_once("viewBox=\"0 0 ").unwrap().1.split_once('"').unwrap().0;
        let (width, height) = head.split_once(' ').unwrap();
        let (width, height): (u32, u32) = (width.parse().unwrap(), height.parse().unwrap());
        assert!(width < 2 * 10 * CELL && height > 2 * 4 * CELL, "{width} {height}");
    }
}
