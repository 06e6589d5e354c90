//! A whole position as one number, for tables.

use crate::geometry::Geometry;

/// Bits of the longest key: thirteen for every eight squares.
pub(crate) const fn key_bits(squares: u32) -> u32 {
    if 2 * squares <= PLAIN_BITS { 2 * squares } else { 13 * squares.div_ceil(8) }
}

/// Keys up to this length are the two sets side by side.
const PLAIN_BITS: u32 = 96;

/// A byte's bits read as digits to base three.
pub(crate) static BASE3: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut power) = (0, 1);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte] += power;
            }
            power *= 3;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The position as a number; no two positions of a board share one.
///
/// Each group of eight squares is a number to base three (empty, own, other), thirteen bits long.
#[inline(always)]
pub(crate) fn key<G: Geometry>(own: u64, other: u64) -> u128 {
    if 2 * G::SQUARES <= PLAIN_BITS {
        return u128::from(other) << G::SQUARES | u128::from(own);
    }
    let group = |index: u32| {
        let digit = |set: u64| u64::from(BASE3[(set >> (8 * index)) as u8 as usize]);
        digit(own) + 2 * digit(other)
    };
    let (mut low, mut high) = (0, 0);
    for index in 0..G::SQUARES.div_ceil(8) {
        if index < 4 {
            low |= group(index) << (13 * index);
        } else {
            high |= group(index) << (13 * (index - 4));
        }
    }
    u128::from(high) << 52 | u128::from(low)
}

/// `set` with the order of the rows turned round.
#[inline(always)]
fn rows_reversed<G: Geometry>(set: u64) -> u64 {
    let row = (1u64 << G::COLUMNS) - 1;
    let mut image = 0;
    for index in 0..G::ROWS {
        image |= (set >> (index * G::COLUMNS) & row) << ((G::ROWS - 1 - index) * G::COLUMNS);
    }
    image
}

/// `set` turned by half a circle.
#[inline(always)]
fn turned<G: Geometry>(set: u64) -> u64 {
    set.reverse_bits() >> (64 - G::SQUARES)
}

/// `set` mirrored along the main diagonal of a square board.
#[inline(always)]
fn transposed<G: Geometry>(set: u64) -> u64 {
    let mut image = 0;
    for row in 0..G::ROWS {
        for column in 0..G::COLUMNS {
            image |= (set >> (row * G::COLUMNS + column) & 1) << (column * G::COLUMNS + row);
        }
    }
    image
}

/// One symmetry of a board, as steps to apply in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Symmetry {
    transpose: bool,
    reverse_rows: bool,
    turn: bool,
}

impl Symmetry {
    fn apply<G: Geometry>(self, mut set: u64) -> u64 {
        if self.transpose {
            set = transposed::<G>(set);
        }
        if self.reverse_rows {
            set = rows_reversed::<G>(set);
        }
        if self.turn {
            set = turned::<G>(set);
        }
        set
    }

    /// The square that `apply` takes to `square`.
    pub(crate) fn source<G: Geometry>(self, square: u32) -> u32 {
        let mut set = 1 << square;
        if self.turn {
            set = turned::<G>(set);
        }
        if self.reverse_rows {
            set = rows_reversed::<G>(set);
        }
        if self.transpose {
            set = transposed::<G>(set);
        }
        set.trailing_zeros()
    }

    /// The square that `apply` takes `square` to.
    pub(crate) fn image<G: Geometry>(self, square: u32) -> u32 {
        self.apply::<G>(1 << square).trailing_zeros()
    }
}

/// The least image of a position under the board's symmetries, and how it was reached.
#[inline(never)]
pub(crate) fn canonical<G: Geometry>(own: u64, other: u64) -> (u64, u64, Symmetry) {
    let mut best = (own, other, Symmetry::default());
    for code in 1..if G::ROWS == G::COLUMNS { 8 } else { 4 } {
        let symmetry =
            Symmetry { transpose: code & 4 != 0, reverse_rows: code & 2 != 0, turn: code & 1 != 0 };
        let image = (symmetry.apply::<G>(own), symmetry.apply::<G>(other));
        if image < (best.0, best.1) {
            best = (image.0, image.1, symmetry);
        }
    }
    best
}
