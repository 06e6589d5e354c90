//! Sets of squares.

use crate::board::STRIDE;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of squares, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells(pub u128);

impl Cells {
    /// No square.
    pub const EMPTY: Cells = Cells(0);

    /// One square.
    #[inline(always)]
    pub const fn one(square: u8) -> Cells {
        Cells(1 << square)
    }

    /// Whether the square is one of them.
    #[inline(always)]
    pub const fn contains(self, square: u8) -> bool {
        self.0 >> square & 1 != 0
    }

    /// Puts a square in.
    #[inline(always)]
    pub fn insert(&mut self, square: u8) {
        self.0 |= 1 << square;
    }

    /// Takes a square out.
    #[inline(always)]
    pub fn remove(&mut self, square: u8) {
        self.0 &= !(1 << square);
    }

    /// These squares and that one.
    #[inline(always)]
    pub const fn with(self, square: u8) -> Cells {
        Cells(self.0 | 1 << square)
    }

    /// These squares but for that one.
    #[inline(always)]
    pub const fn without(self, square: u8) -> Cells {
        Cells(self.0 & !(1 << square))
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest one.
    #[inline(always)]
    pub fn first(self) -> Option<u8> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as u8)
    }

    /// Whether the two sets have a square in common.
    #[inline(always)]
    pub const fn meets(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline(always)]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline(always)]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

/// The squares of one set that are not in the other.
impl Sub for Cells {
    type Output = Cells;
    #[inline(always)]
    fn sub(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }
}

impl FromIterator<u8> for Cells {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Cells {
        squares.into_iter().fold(Cells::EMPTY, Cells::with)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = u8;
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let square = Cells(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Cells {
    type Item = u8;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |square| (square as usize / STRIDE, square as usize % STRIDE);
        f.debug_set().entries(self.into_iter().map(at)).finish()
    }
}
