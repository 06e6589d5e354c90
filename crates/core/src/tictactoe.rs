//! The smallest room: tic-tac-toe, to show how a game is added.
//!
//! Implement [`Game`], and name the game in the command's registry
//! (`crates/rooms/src/registry.rs`, one line). `solve`, `values` and `perft` then work:
//!
//! ```text
//! $ yomikiri values tictactoe 'X--|-O-|--X O'
//! ```

use crate::{Cell, Error, Face, Game, Ground, Picture, Piece, Result, Score, Side, Spot};

/// Tic-tac-toe on 3×3; the first player has the crosses.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The marks of both sides as bit sets, square 0 top left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    crosses: u16,
    noughts: u16,
    side: Side,
}

const FULL: u16 = 0o777;
/// How a side's marks are written.
const MARKS: [char; 2] = ['X', 'O'];
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A mark as people see it.
fn seen(side: Side) -> Cell {
    let (sign, name, mark) = match side {
        Side::First => ("✕", "cross", "X"),
        Side::Second => ("◯", "nought", "O"),
    };
    Cell::Piece(Piece { side, face: Face::Figure(sign), name, mark: mark.into() })
}

impl Position {
    /// The marks, row by row.
    fn rows(&self) -> [String; 3] {
        let mark = |square: usize| match 1 << square {
            bit if self.crosses & bit != 0 => MARKS[0],
            bit if self.noughts & bit != 0 => MARKS[1],
            _ => '-',
        };
        [0, 3, 6].map(|first| (first..first + 3).map(mark).collect())
    }
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = u8;

    fn name(&self) -> &'static str {
        "tictactoe"
    }

    fn board(&self) -> String {
        "3x3".into()
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Cross",
            Side::Second => "Nought",
        }
    }

    fn start(&self) -> Position {
        Position { crosses: 0, noughts: 0, side: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        if self.final_score(position).is_none() {
            let taken = position.crosses | position.noughts;
            moves.extend((0..9).filter(|square| taken & (1 << square) == 0));
        }
    }

    fn play(&self, position: &Position, square: u8) -> Position {
        let mut next = Position { side: !position.side, ..*position };
        match position.side {
            Side::First => next.crosses |= 1 << square,
            Side::Second => next.noughts |= 1 << square,
        }
        next
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        let (own, other) = match position.side {
            Side::First => (position.crosses, position.noughts),
            Side::Second => (position.noughts, position.crosses),
        };
        if has_line(other) {
            Some(Score(-1))
        } else if has_line(own) {
            Some(Score(1))
        } else {
            (own | other == FULL).then_some(Score(0))
        }
    }

    fn max_score(&self) -> Score {
        Score(1)
    }

    fn parse_position(&self, text: &str) -> Result<Position> {
        const EXPECTED: &str = "nine of X O - (rows may be split by |), then X or O to move";
        let wrong = |problem: &str| Error::notation("position", text, problem, EXPECTED);
        // A drawn board says 'X to move'.
        let body = text.trim();
        let body = body.strip_suffix("to move").unwrap_or(body).trim_end();
        let (board, side) =
            body.rsplit_once(char::is_whitespace).ok_or(wrong("no side to move"))?;
        let mut position = self.start();
        position.side = match side {
            "X" => Side::First,
            "O" => Side::Second,
            _ => return Err(wrong("unknown side to move")),
        };
        let is_square = |c: &char| *c != '|' && !c.is_whitespace();
        let squares: Vec<char> = board.chars().filter(is_square).collect();
        if squares.len() != 9 {
            return Err(wrong(&format!("{} squares", squares.len())));
        }
        for (square, mark) in squares.into_iter().enumerate() {
            match mark {
                'X' => position.crosses |= 1 << square,
                'O' => position.noughts |= 1 << square,
                '-' => {}
                other => return Err(wrong(&format!("'{other}' is no mark"))),
            }
        }
        let lead = position.crosses.count_ones() as i32 - position.noughts.count_ones() as i32;
        if lead != i32::from(position.side == Side::Second) {
            return Err(wrong("these marks cannot stand with this side to move"));
        }
        let mover = match position.side {
            Side::First => position.crosses,
            Side::Second => position.noughts,
        };
        if has_line(mover) {
            return Err(wrong("the game was over before: the side to move has a line"));
        }
        Ok(position)
    }

    fn print_position(&self, position: &Position) -> String {
        format!("{} {}", position.rows().join("|"), MARKS[position.side.index()])
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u8> {
        let wrong = |problem| Error::notation("move", text, problem, "a free square from a1 to c3");
        let [column @ b'a'..=b'c', row @ b'1'..=b'3'] = text.as_bytes() else {
            return Err(wrong("no such square"));
        };
        let square = 3 * (row - b'1') + (column - b'a');
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        if moves.contains(&square) { Ok(square) } else { Err(wrong("not a legal move here")) }
    }

    fn print_move(&self, _: &Position, square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % 3), 1 + square / 3)
    }

    fn draw(&self, position: &Position) -> String {
        format!("{}\n{} to move", position.rows().join("\n"), MARKS[position.side.index()])
    }

    fn picture(&self, position: &Position) -> Option<Picture> {
        let names = |names: [&str; 3]| names.map(str::to_owned).to_vec();
        let mut picture =
            Picture::new(Ground::Wood, names(["a", "b", "c"]), names(["1", "2", "3"]));
        for (square, cell) in picture.cells.iter_mut().enumerate() {
            if position.crosses & 1 << square != 0 {
                *cell = seen(Side::First);
            } else if position.noughts & 1 << square != 0 {
                *cell = seen(Side::Second);
            }
        }
        Some(picture)
    }

    fn pieces(&self) -> Vec<Cell> {
        vec![Cell::Empty, seen(Side::First), seen(Side::Second)]
    }

    fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
        let side = if to_move == Side::First { 'X' } else { 'O' };
        format!("{} {side}", picture.marks().join("|").replace('.', "-"))
    }

    fn spots(&self, _: &Position, square: u8) -> Vec<Spot> {
        vec![Spot::Cell(square.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_over_cannot_go_on() {
        for text in ["XXXOOO--- X", "XXX--OOO- X", "XXXOO-OX- O"] {
            let over = TicTacToe.parse_position(text);
            assert_eq!(over.is_ok(), text == "XXXOO-OX- O", "{text}");
        }
        assert!(TicTacToe.parse_position("OOOXX---X X").is_ok());
    }

    #[test]
    fn notation_reads_back_what_it_writes() {
        let position = TicTacToe.parse_position("X--|-O-|--X O").unwrap();
        assert_eq!(TicTacToe.print_position(&position), "X--|-O-|--X O");
    }

    #[test]
    fn bad_notation_names_the_problem() {
        for (text, problem) in [
            ("", "no side to move"),
            ("X--|-O-|--X Z", "unknown side"),
            ("X--|-O-|--X X", "cannot stand"),
            ("X--|-O-|-- O", "8 squares"),
            ("X--|-?-|--X O", "'?'"),
        ] {
            let error = TicTacToe.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
