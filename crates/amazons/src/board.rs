//! Boards of up to 10x10 squares as sets of bits, and the lines that amazons move along.
//!
//! Whatever the board, a row takes 11 bits, so that the bit after its last square belongs to
//! nothing: a step over an edge falls there and is masked away. Row 0 is the top one (`a` is
//! column 0), and a square is the number of its bit, `11 * row + column`.

use crate::cells::Cells;
use std::fmt;

/// Most columns, and most rows, of a board.
pub const MOST_LINES: usize = 10;
/// Bits from a square to the one below it.
pub(crate) const STRIDE: usize = MOST_LINES + 1;
/// Bits that the squares of the largest board lie within.
const BITS: usize = STRIDE * MOST_LINES;

/// The shape of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    columns: u8,
    rows: u8,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// `COLUMNSxROWS`, as the literature has it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Every square of the boards with `column + 1` columns and `row + 1` rows.
static FULL: [[Cells; MOST_LINES]; MOST_LINES] = full_boards();

const fn full_boards() -> [[Cells; MOST_LINES]; MOST_LINES] {
    let mut boards = [[Cells::EMPTY; MOST_LINES]; MOST_LINES];
    let mut columns = 1;
    while columns <= MOST_LINES {
        let (mut rows, mut full) = (0, 0);
        while rows < MOST_LINES {
            full |= ((1 << columns) - 1) << (STRIDE * rows);
            boards[columns - 1][rows] = Cells(full);
            rows += 1;
        }
        columns += 1;
    }
    boards
}

impl Board {
    /// The board of this many columns and rows, 1 to 10 each.
    pub fn new(columns: usize, rows: usize) -> Option<Board> {
        let fits = |lines: &usize| (1..=MOST_LINES).contains(lines);
        let (columns, rows) = Some(columns).filter(fits).zip(Some(rows).filter(fits))?;
        Some(Board { columns: columns as u8, rows: rows as u8 })
    }

    /// How many columns it has.
    pub fn columns(self) -> usize {
        self.columns.into()
    }

    /// How many rows it has.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Every square.
    #[inline(always)]
    pub fn full(self) -> Cells {
        FULL[usize::from(self.columns - 1)][usize::from(self.rows - 1)]
    }

    /// The square in this column from the left and this row from the top, both from 0.
    pub fn square(self, column: usize, row: usize) -> Option<u8> {
        let inside = column < self.columns() && row < self.rows();
        inside.then_some((STRIDE * row + column) as u8)
    }

    /// A square's column from the left, from 0.
    pub fn column(self, square: u8) -> usize {
        usize::from(square) % STRIDE
    }

    /// A square's row from the top, from 0.
    pub fn row(self, square: u8) -> usize {
        usize::from(square) / STRIDE
    }

    /// A square as people write it: column letter, and row number from the bottom.
    pub fn name(self, square: u8) -> String {
        let letter = char::from(b'a' + self.column(square) as u8);
        format!("{letter}{}", self.rows() - self.row(square))
    }

    /// The squares that touch one of the set, corners included, and the set itself.
    #[inline(always)]
    pub fn around(self, set: Cells) -> Cells {
        let wide = set.0 | set.0 << 1 | set.0 >> 1;
        Cells(wide | wide << STRIDE | wide >> STRIDE) & self.full()
    }

    /// The squares of `within` that kings could walk to from `seed`, which must be part of it.
    pub fn connected(self, seed: Cells, within: Cells) -> Cells {
        let mut set = seed;
        loop {
            let grown = self.around(set) & within;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// The connected parts of a set, corners connecting.
    pub fn parts(self, set: Cells) -> impl Iterator<Item = Cells> {
        let mut left = set;
        std::iter::from_fn(move || {
            let part = self.connected(Cells::one(left.first()?), left);
            left = left - part;
            Some(part)
        })
    }

    /// The board turned over its diagonal.
    pub fn transposed(self) -> Board {
        Board { columns: self.rows, rows: self.columns }
    }

    /// How many images have the board's own shape, itself included: 8, or 4 if it is not square.
    pub fn symmetries(self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// A square's image: turned over up and down, left and right, and then over the diagonal, as
    /// the bits 0, 1 and 2 of `symmetry` say. The last leads to the [`Board::transposed`] board.
    pub fn image(self, square: u8, symmetry: usize) -> u8 {
        let (mut column, mut row) = (self.column(square), self.row(square));
        if symmetry & 1 != 0 {
            row = self.rows() - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = self.columns() - 1 - column;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        (STRIDE * row + column) as u8
    }
}

/// The two halves of a line through a square: the squares below its bit, and those above.
#[derive(Clone, Copy)]
struct Line {
    below: u128,
    above: u128,
}

/// The four lines through every square of the largest board.
static LINES: [[Line; 4]; BITS] = lines();

const fn lines() -> [[Line; 4]; BITS] {
    let mut lines = [[Line { below: 0, above: 0 }; 4]; BITS];
    let directions = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let most = MOST_LINES as isize;
    let mut square = 0;
    while square < BITS {
        let mut direction = 0;
        while direction < 4 {
            let (row_step, column_step) = directions[direction];
            let mut sign = -1;
            while sign <= 1 {
                let mut row = (square / STRIDE) as isize + sign * row_step;
                let mut column = (square % STRIDE) as isize + sign * column_step;
                while row >= 0 && row < most && column >= 0 && column < most {
                    let bit = 1 << (row as usize * STRIDE + column as usize);
                    if sign < 0 {
                        lines[square][direction].below |= bit;
                    } else {
                        lines[square][direction].above |= bit;
                    }
                    row += sign * row_step;
                    column += sign * column_step;
                }
                sign += 2;
            }
            direction += 1;
        }
        square += 1;
    }
    lines
}

/// Where a queen on `from` can go past the squares in `occupied`, `from` itself not being in the
/// way.
///
/// On each line, taking the nearest obstacle below from the obstacles above changes just the bits
/// between that obstacle and the nearest one above.
#[inline(always)]
pub fn reach(board: Board, from: u8, occupied: Cells) -> Cells {
    let free = (board.full() - occupied).0;
    let mut reached = 0;
    for line in &LINES[usize::from(from)] {
        let below = line.below & !free;
        let above = line.above & !free;
        let nearest_below = 1_u128 << (127 - (below | 1).leading_zeros());
        let between = above ^ above.wrapping_sub(nearest_below);
        reached |= (line.below | line.above) & between;
    }
    Cells(reached & free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, a step at a time.
    fn plain_reach(board: Board, from: u8, occupied: Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        for (right, down) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        {
            let (mut column, mut row) = (board.column(from) as isize, board.row(from) as isize);
            loop {
                (column, row) = (column + right, row + down);
                let place = usize::try_from(column).ok().zip(usize::try_from(row).ok());
                match place.and_then(|(column, row)| board.square(column, row)) {
                    Some(square) if !occupied.contains(square) => reached.insert(square),
                    _ => break,
                }
            }
        }
        reached
    }

    fn boards() -> impl Strategy<Value = Board> {
        (1_usize..=10, 1_usize..=10).prop_filter_map("a board", |(c, r)| Board::new(c, r))
    }

    /// Sets of every density.
    fn sets() -> impl Strategy<Value = Cells> {
        let bits = any::<u128>();
        (bits, bits, bits, 0..4)
            .prop_map(|(a, b, c, kind)| Cells([a, a & b, a & b & c, a | b][kind as usize]))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn lines_agree_with_steps(board in boards(), set in sets(), place in any::<usize>()) {
            let squares: Vec<u8> = board.full().into_iter().collect();
            let from = squares[place % squares.len()];
            for occupied in [set, set & board.full(), Cells::EMPTY] {
                prop_assert_eq!(
                    reach(board, from, occupied), plain_reach(board, from, occupied)
                );
            }
        }

        #[test]
        fn squares_agree_with_sets(board in boards(), set in sets()) {
            let set = set & board.full();
            prop_assert_eq!(board.full().count(), board.columns() * board.rows());
            prop_assert_eq!(set.into_iter().collect::<Cells>(), set);
            prop_assert_eq!(set.into_iter().count(), set.count());
            let steps = |square| plain_reach(board, square, board.full() - board.around(Cells::one(square)));
            let stepped = set.into_iter().fold(set, |all, square| all | steps(square));
            prop_assert_eq!(board.around(set), stepped);
            for symmetry in 0..8 {
                let shape = if symmetry < 4 { board } else { board.transposed() };
                let image = |set: Cells| -> Cells {
                    set.into_iter().map(|square| board.image(square, symmetry)).collect()
                };
                prop_assert_eq!(image(board.full()), shape.full());
                prop_assert_eq!(image(board.around(set)), shape.around(image(set)));
            }
        }
    }
}
