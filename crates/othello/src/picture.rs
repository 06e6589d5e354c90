//! The board as something to look at and to touch.

use crate::notation::{side_mark, size_name};
use crate::position::{Move, Position, Size, squares};
use yomikiri_core::{Cell, Face, Ground, Picture, Piece, Side, Spot};

/// The board, its columns with letters from the left and its rows with numbers from the top.
pub(crate) fn picture(size: Size, position: &Position) -> Picture {
    let columns = ('a'..).take(size.columns() as usize).map(String::from).collect();
    let rows = (1..=size.rows()).map(|row| row.to_string()).collect();
    let mut picture = Picture::new(Ground::Cloth, columns, rows);
    for (set, side) in [(position.black, Side::First), (position.white, Side::Second)] {
        for square in squares(set) {
            picture.cells[square as usize] = disc(side);
        }
    }
    picture
}

fn disc(side: Side) -> Cell {
    let mark = side_mark(side).to_string();
    Cell::Piece(Piece { side, face: Face::Disc, name: "disc", mark })
}

/// What can be put on a square.
pub(crate) fn pieces() -> Vec<Cell> {
    vec![Cell::Empty, disc(Side::First), disc(Side::Second)]
}

/// The text of a position that looks like this.
pub(crate) fn write(size: Size, picture: &Picture, to_move: Side) -> String {
    let rows = picture.marks().join(" ").replace('.', "-");
    format!("{}: {rows} {}", size_name(size), side_mark(to_move))
}

/// The square of a move, or the word for a pass.
pub(crate) fn spots(mv: Move) -> Vec<Spot> {
    vec![match mv {
        Move::Disc(square) => Spot::Cell(square.into()),
        Move::Pass => Spot::Word("pass"),
    }]
}
