//! Regions: the parts of a board that no move and no arrow ever leads out of, and the other way
//! about, several positions on one board.

use crate::board::{Board, MOST_LINES};
use crate::cells::Cells;
use crate::notation;
use crate::position::Position;
use crate::shape::Place;
use yomikiri_core::Side;

/// Squares that are not blocked and hang together, corners included, with the amazons there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The board that it is part of.
    pub board: Board,
    /// Its squares, those of its amazons among them.
    pub cells: Cells,
    /// Black's amazons in it.
    pub black: Cells,
    /// White's amazons in it.
    pub white: Cells,
}

/// A position taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The regions where somebody can move, lowest first square first.
    pub regions: Vec<Region>,
    /// The squares that are not blocked and lie where nobody can ever move: without an amazon
    /// that could come, or without a square to go to.
    pub dead: Cells,
}

/// Takes a position apart.
pub fn split(position: &Position) -> Split {
    let board = position.board;
    let mut split = Split { regions: Vec::new(), dead: Cells::EMPTY };
    for cells in board.parts(board.full() - position.blocked) {
        let region =
            Region { board, cells, black: position.black & cells, white: position.white & cells };
        match region.is_alive() {
            true => split.regions.push(region),
            false => split.dead |= cells,
        }
    }
    split
}

impl Region {
    /// Whether anybody can move in it, now or ever: it has an amazon and an empty square, so some
    /// amazon stands beside some empty square.
    pub fn is_alive(&self) -> bool {
        let amazons = self.black | self.white;
        !amazons.is_empty() && amazons != self.cells
    }

    /// The region where it is, all else on the board walled off.
    pub fn alone(&self, to_move: Side) -> Position {
        Position {
            board: self.board,
            black: self.black,
            white: self.white,
            blocked: self.board.full() - self.cells,
            to_move,
        }
    }

    /// The region as a position of its own on the smallest board, walls elsewhere.
    pub fn position(&self, to_move: Side) -> Position {
        crop(&self.alone(to_move))
    }

    /// Its cells with what stands on them, as the tables take them: nothing, a black amazon
    /// (`Some(true)`) or a white one.
    pub fn contents(&self) -> impl Iterator<Item = (Place, Option<bool>)> {
        self.cells.into_iter().map(|square| {
            let place = (self.board.column(square) as i8, self.board.row(square) as i8);
            let black = self.black.contains(square).then_some(true);
            (place, black.or(self.white.contains(square).then_some(false)))
        })
    }

    /// The region as text, such as `.X|#O`, without a side to move.
    pub fn text(&self) -> String {
        notation::rows(&self.position(Side::First))
    }

    /// The least text among its images under the eight symmetries: the same for two regions if,
    /// and only if, one is the other turned or turned over.
    pub fn canonical(&self) -> String {
        let position = self.position(Side::First);
        let texts = (0..8).map(|symmetry| notation::rows(&position.image(symmetry)));
        texts.min().unwrap_or_default()
    }
}

/// The position on the smallest board that holds all that is not blocked.
fn crop(position: &Position) -> Position {
    let Position { board, black, white, blocked, to_move } = *position;
    let open = board.full() - blocked;
    let (mut left, mut top, mut right, mut bottom) = (MOST_LINES, MOST_LINES, 0, 0);
    for square in open {
        let (column, row) = (board.column(square), board.row(square));
        (left, right) = (left.min(column), right.max(column));
        (top, bottom) = (top.min(row), bottom.max(row));
    }
    // Without an open square there is nothing to hold; one wall stands for that.
    let lines = |from: usize, to: usize| (to + 1).saturating_sub(from).max(1);
    let Some(small) = Board::new(lines(left, right), lines(top, bottom)) else { return *position };
    let moved = |set: Cells| -> Cells {
        let place =
            |square| (board.column(square).wrapping_sub(left), board.row(square).wrapping_sub(top));
        set.into_iter().map(place).filter_map(|(column, row)| small.square(column, row)).collect()
    };
    Position {
        board: small,
        black: moved(black),
        white: moved(white),
        blocked: small.full() - moved(open),
        to_move,
    }
}

/// Several positions as one, on the smallest board that this finds, or `None` if they do not fit
/// on 10x10. The side to move is the first position's.
///
/// Each goes, largest first, to the first place where its open squares touch none of the others';
/// it is turned only if it fits nowhere as it is.
pub fn pack(positions: &[Position]) -> Option<Position> {
    let board = Board::new(MOST_LINES, MOST_LINES)?;
    let to_move = positions.first().map_or(Side::First, |position| position.to_move);
    let mut whole = Position {
        board,
        black: Cells::EMPTY,
        white: Cells::EMPTY,
        blocked: board.full(),
        to_move,
    };
    let mut parts: Vec<Position> = positions.iter().map(crop).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.board.columns() * part.board.rows()));
    for part in parts {
        let placed = (0..8).find_map(|symmetry| place(&whole, &part.image(symmetry)))?;
        whole = placed;
    }
    Some(crop(&whole))
}

/// The board with one more part on it, at the first place where it touches nothing.
fn place(whole: &Position, part: &Position) -> Option<Position> {
    let board = whole.board;
    let taken = board.around(board.full() - whole.blocked);
    let open = part.board.full() - part.blocked;
    for row in 0..=board.rows() - part.board.rows() {
        for column in 0..=board.columns() - part.board.columns() {
            let offset = board.square(column, row)?;
            let moved = |set: Cells| Cells(set.0 << offset);
            if !moved(open).meets(taken) {
                return Some(Position {
                    black: whole.black | moved(part.black),
                    white: whole.white | moved(part.white),
                    blocked: whole.blocked - moved(open),
                    ..*whole
                });
            }
        }
    }
    None
}
