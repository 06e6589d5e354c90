//! The board as something to look at and to touch.

use crate::notation::side_letter;
use crate::position::{Move, Position};
use yomikiri_core::{Cell, Face, Ground, Picture, Piece, Side, Spot};

/// The board, its columns with letters from the left and its rows with numbers from the bottom.
pub(crate) fn picture(position: &Position) -> Picture {
    let board = position.board;
    let columns = ('a'..).take(board.columns()).map(String::from).collect();
    let rows = (1..=board.rows()).rev().map(|row| row.to_string()).collect();
    let mut picture = Picture::new(Ground::Chequered, columns, rows);
    let squares = (0..board.rows())
        .flat_map(|row| (0..board.columns()).filter_map(move |column| board.square(column, row)));
    for (cell, square) in picture.cells.iter_mut().zip(squares) {
        if position.black.contains(square) {
            *cell = amazon(Side::First);
        } else if position.white.contains(square) {
            *cell = amazon(Side::Second);
        } else if position.blocked.contains(square) {
            *cell = Cell::Gone;
        }
    }
    picture
}

fn amazon(side: Side) -> Cell {
    let mark = if side == Side::First { "X" } else { "O" }.into();
    Cell::Piece(Piece { side, face: Face::Figure("♛"), name: "amazon", mark })
}

/// What can be put on a square.
pub(crate) fn pieces() -> Vec<Cell> {
    vec![Cell::Empty, amazon(Side::First), amazon(Side::Second), Cell::Gone]
}

/// The text of a position that looks like this.
pub(crate) fn write(picture: &Picture, to_move: Side) -> String {
    format!("{} {}", picture.marks().join("|"), side_letter(to_move))
}

/// The amazon, where it goes, and where its arrow goes.
pub(crate) fn spots(position: &Position, mv: Move) -> Vec<Spot> {
    let board = position.board;
    let cell = |square| board.row(square) * board.columns() + board.column(square);
    [mv.from, mv.to, mv.arrow].map(|square| Spot::Cell(cell(square) as u16)).to_vec()
}
