//! Boards of up to 36 points as sets of bits: bit `row * columns + column`, row 0 at the top.

use std::fmt;

/// Most points of a board.
pub const MOST_POINTS: usize = 36;

/// A set of points, one bit each.
pub type Points = u64;

/// The shape of a board, with what the arithmetic on sets of points needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// Every point.
    pub full: Points,
    not_first_column: Points,
    not_last_column: Points,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Board {
    /// The board of this many rows and columns, if it has 1 to 36 points.
    pub fn new(rows: usize, columns: usize) -> Option<Board> {
        let points =
            rows.checked_mul(columns).filter(|points| (1..=MOST_POINTS).contains(points))?;
        let full = (1 << points) - 1;
        let first_column = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        Some(Board {
            rows: rows as u8,
            columns: columns as u8,
            full,
            not_first_column: full & !first_column,
            not_last_column: full & !(first_column << (columns - 1)),
        })
    }

    /// How many rows it has.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// How many columns it has.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// How many points it has.
    pub fn points(self) -> usize {
        self.rows() * self.columns()
    }

    /// The points next to a point, one by one.
    pub fn beside(self, point: usize) -> impl Iterator<Item = usize> {
        let (rows, columns) = (self.rows(), self.columns());
        let (row, column) = (point / columns, point % columns);
        let up = (row > 0).then(|| point - columns);
        let down = (row + 1 < rows).then(|| point + columns);
        let left = (column > 0).then(|| point - 1);
        let right = (column + 1 < columns).then(|| point + 1);
        [up, down, left, right].into_iter().flatten()
    }

    /// Every point that is next to a point of the set; points of the set among them.
    #[inline(always)]
    pub fn neighbours(self, set: Points) -> Points {
        let sideways = (set & self.not_last_column) << 1 | (set & self.not_first_column) >> 1;
        (sideways | set << self.columns | set >> self.columns) & self.full
    }

    /// Every point that touches a point of the set, corners included, and the set itself.
    #[inline(always)]
    pub fn around(self, set: Points) -> Points {
        let wide = set | (set & self.not_last_column) << 1 | (set & self.not_first_column) >> 1;
        (wide | wide << self.columns | wide >> self.columns) & self.full
    }

    /// The points of `within` that are connected to `seed`, which must be part of it.
    #[inline(always)]
    pub fn connected(self, seed: Points, within: Points) -> Points {
        let mut set = seed;
        loop {
            let grown = set | self.neighbours(set) & within;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// The connected parts of a set.
    #[inline(always)]
    pub fn parts(self, set: Points) -> impl Iterator<Item = Points> {
        let mut left = set;
        std::iter::from_fn(move || {
            let part = (left != 0).then(|| self.connected(left & left.wrapping_neg(), left))?;
            left &= !part;
            Some(part)
        })
    }

    /// Whether it has diagonals for axes.
    pub fn is_square(self) -> bool {
        self.rows == self.columns
    }

    /// A point's image: turned over up and down, left and right, and then over the diagonal
    /// (square boards only), as the bits 0, 1 and 2 of `symmetry` say.
    pub fn image(self, point: usize, symmetry: usize) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        let (mut row, mut column) = (point / columns, point % columns);
        if symmetry & 1 != 0 {
            row = rows - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        row * columns + column
    }

    /// How many images [`Board::image`] knows, itself included: 8, or 4 where it is not square.
    pub fn symmetries(self) -> usize {
        if self.is_square() { 8 } else { 4 }
    }
}

/// The points of a set, lowest first.
pub fn points(set: Points) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let point = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        (1_usize..=36, 1_usize..=36).prop_filter_map("up to 36 points", |(r, c)| Board::new(r, c))
    }

    proptest! {
        #[test]
        fn sets_agree_with_single_points(board in boards(), bits in any::<u64>()) {
            let set = bits & board.full;
            let mut beside = 0;
            for point in points(set) {
                for other in board.beside(point) {
                    beside |= 1_u64 << other;
                }
            }
            prop_assert_eq!(board.neighbours(set), beside);
            let mut parts = 0;
            for part in board.parts(set) {
                prop_assert_eq!(parts & part, 0);
                prop_assert_eq!(board.neighbours(part) & set & !part, 0);
                prop_assert_eq!(board.connected(part & part.wrapping_neg(), set), part);
                parts |= part;
            }
            prop_assert_eq!(parts, set);
        }

        #[test]
        fn images_keep_neighbours(board in boards(), point in 0_usize..36, symmetry in 0_usize..8) {
            prop_assume!(point < board.points() && symmetry < board.symmetries());
            let mut images: Vec<usize> = board.beside(point).map(|p| board.image(p, symmetry)).collect();
            let mut beside: Vec<usize> = board.beside(board.image(point, symmetry)).collect();
            images.sort();
            beside.sort();
            prop_assert_eq!(images, beside);
        }
    }
}
