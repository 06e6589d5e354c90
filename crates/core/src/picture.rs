//! A position as something to look at and to touch, whatever the game.

use crate::Side;
use serde::Serialize;

/// What stands where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// What the board looks like.
    pub ground: Ground,
    /// Names of the columns, from the left.
    pub columns: Vec<String>,
    /// Names of the rows, from the top.
    pub rows: Vec<String>,
    /// The cells, row by row from the top, each row from the left.
    pub cells: Vec<Cell>,
    /// What each side has in hand, the first player's first; nothing in most games.
    pub hands: [Vec<InHand>; 2],
}

impl Picture {
    /// An empty board.
    pub fn new(ground: Ground, columns: Vec<String>, rows: Vec<String>) -> Picture {
        let cells = vec![Cell::Empty; columns.len() * rows.len()];
        Picture { ground, columns, rows, cells, hands: [Vec::new(), Vec::new()] }
    }

    /// The rows as notation writes them.
    pub fn marks(&self) -> Vec<String> {
        let rows = self.cells.chunks(self.columns.len().max(1));
        rows.map(|row| row.iter().map(Cell::mark).collect()).collect()
    }
}

/// What a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Squares on green cloth.
    Cloth,
    /// Crossing lines on wood.
    Lines,
    /// Squares on wood.
    Wood,
    /// Light and dark squares.
    Chequered,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// Nothing.
    Empty,
    /// It is out of play: burnt, or never part of the board.
    Gone,
    /// A piece.
    Piece(Piece),
}

impl Cell {
    /// How notation writes it.
    pub fn mark(&self) -> &str {
        match self {
            Cell::Empty => ".",
            Cell::Gone => "#",
            Cell::Piece(piece) => &piece.mark,
        }
    }
}

/// A piece as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it looks like.
    pub face: Face,
    /// What it is called, such as "promoted pawn".
    pub name: &'static str,
    /// How notation writes it, such as `+p`.
    pub mark: String,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// A round piece of its side's colour.
    Disc,
    /// A figure of its side's colour, shown by a sign.
    Figure(&'static str),
    /// A sign on a piece that points at the opponent.
    Pointed {
        /// The sign.
        sign: &'static str,
        /// Whether it is promoted.
        promoted: bool,
    },
}

/// Pieces of one kind in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InHand {
    /// The piece.
    pub piece: Piece,
    /// What [`Spot::Hand`] calls the kind.
    pub kind: u8,
    /// How many.
    pub count: u8,
}

/// Something that a person touches to make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A cell of [`Picture::cells`].
    Cell(u16),
    /// A kind of piece in the hand of the side to move.
    Hand(u8),
    /// Something beside the board, by its name: a pass, a promotion.
    Word(&'static str),
}
