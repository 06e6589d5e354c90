//! Positions, moves, and the rules.
//!
//! A move is a queen's move by one amazon and then an arrow, shot as a queen would move from
//! where the amazon now stands; arrows stay. Who cannot move has lost.

use crate::board::{Board, MOST_LINES, reach};
use crate::cells::Cells;
use crate::{notation, picture};
use yomikiri_core::{Cell, Error, Game, Picture, Result, Score, Side, Spot};

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// Black's amazons, `X`.
    pub black: Cells,
    /// White's amazons, `O`.
    pub white: Cells,
    /// Arrows and walls, which are the same to everybody.
    pub blocked: Cells,
    /// Who is to move.
    pub to_move: Side,
}

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the amazon stood.
    pub from: u8,
    /// Where it went.
    pub to: u8,
    /// Where its arrow went; perhaps over or onto `from`, which the amazon has left.
    pub arrow: u8,
}

impl Position {
    /// The usual start on a board, Black to move.
    ///
    /// On 10x10 it is the game's own, with White at the bottom as in chess and in
    /// Fairy-Stockfish; from 4x4 to 6x6 it is the pattern of Müller's 5x5 and 6x5 boards. There
    /// White moves first; here Black does, as in every room. Turned over, the one is the other.
    pub fn start(board: Board) -> Result<Position> {
        let (last_column, top) = (board.columns() - 1, board.rows() - 1);
        // Column and row, counted from the side's own left and edge.
        let places = match (board.columns(), board.rows()) {
            (MOST_LINES, MOST_LINES) => [(0, 3), (3, 0), (6, 0), (9, 3)],
            (4..=6, 4..=6) => [(0, 1), (1, 0), (last_column - 1, 0), (last_column, 1)],
            _ => {
                return Err(Error::refused(format!(
                    "no usual start is known for Amazons on {board}, only on 10x10 and with 4 to \
                     6 columns and rows; give the position itself, such as '{EXAMPLE}'"
                )));
            }
        };
        let amazons = |row_of: &dyn Fn(usize) -> usize| -> Cells {
            places.iter().filter_map(|(column, row)| board.square(*column, row_of(*row))).collect()
        };
        Ok(Position {
            board,
            black: amazons(&|row| row),
            white: amazons(&|row| top - row),
            blocked: Cells::EMPTY,
            to_move: Side::First,
        })
    }

    /// A side's amazons.
    #[inline(always)]
    pub fn amazons(&self, side: Side) -> Cells {
        match side {
            Side::First => self.black,
            Side::Second => self.white,
        }
    }

    /// Squares that nothing can go to or over.
    #[inline(always)]
    pub fn occupied(&self) -> Cells {
        self.black | self.white | self.blocked
    }

    /// Empty squares.
    #[inline(always)]
    pub fn empty(&self) -> Cells {
        self.board.full() - self.occupied()
    }

    /// Whether a side could move if it were its turn: an amazon that can step can shoot back.
    #[inline(always)]
    pub fn can_move(&self, side: Side) -> bool {
        self.board.around(self.amazons(side)).meets(self.empty())
    }

    /// Hands every legal move to `visit`, by where the amazon stands, goes and shoots.
    #[inline(always)]
    pub fn each_move(&self, mut visit: impl FnMut(Move)) {
        let occupied = self.occupied();
        for from in self.amazons(self.to_move) {
            let left = occupied.without(from);
            for to in reach(self.board, from, occupied) {
                for arrow in reach(self.board, to, left) {
                    visit(Move { from, to, arrow });
                }
            }
        }
    }

    /// How many legal moves there are.
    pub fn count_moves(&self) -> usize {
        let occupied = self.occupied();
        let mut count = 0;
        for from in self.amazons(self.to_move) {
            let left = occupied.without(from);
            for to in reach(self.board, from, occupied) {
                count += reach(self.board, to, left).count();
            }
        }
        count
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        let own = match self.to_move {
            Side::First => &mut next.black,
            Side::Second => &mut next.white,
        };
        *own = own.without(mv.from).with(mv.to);
        next.blocked.insert(mv.arrow);
        next.to_move = !self.to_move;
        next
    }

    /// The image under a symmetry as [`Board::image`] numbers them.
    pub fn image(&self, symmetry: usize) -> Position {
        let image = |set: Cells| -> Cells {
            set.into_iter().map(|square| self.board.image(square, symmetry)).collect()
        };
        Position {
            board: if symmetry & 4 == 0 { self.board } else { self.board.transposed() },
            black: image(self.black),
            white: image(self.white),
            blocked: image(self.blocked),
            to_move: self.to_move,
        }
    }
}

const EXAMPLE: &str = "..X.|.#..|O... b";

/// Amazons on a board, from some start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amazons {
    /// The board.
    pub board: Board,
    /// Where a game starts.
    pub start: Position,
}

impl Amazons {
    /// Amazons from the usual start, where there is one.
    pub fn new(board: Board) -> Result<Amazons> {
        Ok(Amazons { board, start: Position::start(board)? })
    }

    /// Amazons from a position of its own.
    pub fn at(start: Position) -> Amazons {
        Amazons { board: start.board, start }
    }
}

impl Game for Amazons {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "amazons"
    }

    fn board(&self) -> String {
        self.board.to_string()
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        vec![("stuck", "loses".into())]
    }

    fn side_name(&self, side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn start(&self) -> Position {
        self.start
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        position.each_move(|mv| moves.push(mv));
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        (!position.can_move(position.to_move)).then_some(Score(-1))
    }

    fn max_score(&self) -> Score {
        Score(1)
    }

    fn parse_position(&self, text: &str) -> Result<Position> {
        let position = notation::parse_position(text)?;
        if position.board != self.board {
            let problem = format!("the board is {}", position.board);
            return Err(Error::notation("position", text, problem, self.board.to_string()));
        }
        Ok(position)
    }

    fn print_position(&self, position: &Position) -> String {
        notation::print_position(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move> {
        notation::parse_move(position, text)
    }

    fn print_move(&self, position: &Position, mv: Move) -> String {
        notation::print_move(position.board, mv)
    }

    fn record_move(&self, position: &Position, mv: Move) -> Option<String> {
        Some(notation::fairy_move(position.board, mv))
    }

    fn symmetries(&self, position: &Position) -> Vec<Position> {
        (0..position.board.symmetries()).map(|symmetry| position.image(symmetry)).collect()
    }

    fn draw(&self, position: &Position) -> String {
        notation::draw(position)
    }

    fn picture(&self, position: &Position) -> Option<Picture> {
        Some(picture::picture(position))
    }

    fn pieces(&self) -> Vec<Cell> {
        picture::pieces()
    }

    fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
        picture::write(picture, to_move)
    }

    fn spots(&self, position: &Position, mv: Move) -> Vec<Spot> {
        picture::spots(position, mv)
    }
}
