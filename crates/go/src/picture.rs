//! The board as something to look at and to touch.

use crate::board::{Board, points};
use crate::notation::{column_name, side_mark};
use crate::position::{Move, Position};
use yomikiri_core::{Cell, Face, Ground, Picture, Piece, Side, Spot};

/// The board, its columns with letters from the left and its rows with numbers from the bottom.
pub(crate) fn picture(board: Board, position: &Position) -> Picture {
    let columns = (0..board.columns()).map(column_name).collect();
    let rows = (1..=board.rows()).rev().map(|row| row.to_string()).collect();
    let mut picture = Picture::new(Ground::Lines, columns, rows);
    for (set, side) in [(position.black, Side::First), (position.white, Side::Second)] {
        for point in points(set) {
            picture.cells[point] = stone(side);
        }
    }
    picture
}

fn stone(side: Side) -> Cell {
    let mark = side_mark(side).to_string();
    Cell::Piece(Piece { side, face: Face::Disc, name: "stone", mark })
}

/// What can be put on a point.
pub(crate) fn pieces() -> Vec<Cell> {
    vec![Cell::Empty, stone(Side::First), stone(Side::Second)]
}

/// The text of a position that looks like this.
pub(crate) fn write(board: Board, picture: &Picture, to_move: Side) -> String {
    format!("{board}: {} {}", picture.marks().join(" "), side_mark(to_move))
}

/// The point of a move, or the word for a pass.
pub(crate) fn spots(mv: Move) -> Vec<Spot> {
    vec![match mv {
        Move::Place(point) => Spot::Cell(point.into()),
        Move::Pass => Spot::Word("pass"),
    }]
}
