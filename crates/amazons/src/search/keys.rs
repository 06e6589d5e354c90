//! Positions as numbers, the same for all that the board's symmetry makes equal.

use super::state::State;
use crate::board::Board;
use crate::cells::Cells;
use yomikiri_core::Side;
use yomikiri_search::proof::KEY_BITS;

/// Open squares of a root, at most: a key has two bits for each, the free moves, and the mover.
pub const MOST_OPEN: usize = (KEY_BITS as usize - OFFSET_BITS - 1) / 2;
const OFFSET_BITS: usize = 7;
const OFFSET_ZERO: i32 = 1 << (OFFSET_BITS - 1);

/// Where each byte of a set's bits goes.
type Bytes = Vec<[u64; 256]>;

/// How to number the positions that come of one root.
pub(super) struct Keys {
    open: usize,
    /// From a set of squares to one of the root's open squares, numbered without gaps.
    dense: Bytes,
    /// From there to its images under the symmetries that leave the root's open squares where
    /// they are, but for the first, which changes nothing.
    images: Vec<Bytes>,
}

fn bytes(bits: usize, target: impl Fn(usize) -> Option<usize>) -> Bytes {
    let place = |bit: usize| target(bit).map_or(0, |bit| 1_u64 << bit);
    let byte = |index: usize| {
        let mut table = [0; 256];
        for (value, entry) in table.iter_mut().enumerate() {
            let set = (0..8).filter(|bit| value >> bit & 1 != 0);
            *entry = set.fold(0, |all, bit| all | place(8 * index + bit));
        }
        table
    };
    (0..bits.div_ceil(8)).map(byte).collect()
}

#[inline(always)]
fn mapped(table: &Bytes, set: u128) -> u64 {
    let mut image = 0;
    for (index, table) in table.iter().enumerate() {
        image |= table[(set >> (8 * index)) as usize & 0xff];
    }
    image
}

impl Keys {
    /// Keys for positions whose open squares are among these; `None` if those are too many.
    pub(super) fn new(board: Board, open: Cells) -> Option<Keys> {
        let squares: Vec<u8> = open.into_iter().collect();
        if squares.len() > MOST_OPEN {
            return None;
        }
        let number = |square: u8| squares.iter().position(|other| *other == square);
        let symmetries = (1..board.symmetries()).filter(|symmetry| {
            squares.iter().all(|square| open.contains(board.image(*square, *symmetry)))
        });
        let images = symmetries.map(|symmetry| {
            bytes(squares.len(), |bit| number(board.image(*squares.get(bit)?, symmetry)))
        });
        let last = squares.last().map_or(0, |square| usize::from(*square) + 1);
        let dense = bytes(last, |bit| number(u8::try_from(bit).ok()?));
        Some(Keys { open: squares.len(), dense, images: images.collect() })
    }

    /// The least number among those of a position's images.
    #[inline(always)]
    pub(super) fn key(&self, state: &State) -> u128 {
        let empty = state.open - state.black - state.white;
        // Closed, empty, black and white as two bits.
        let low = mapped(&self.dense, (empty | state.white).0);
        let high = mapped(&self.dense, (state.black | state.white).0);
        let join = |low: u64, high: u64| u128::from(low) | u128::from(high) << self.open;
        let mut least = join(low, high);
        for image in &self.images {
            least = least.min(join(mapped(image, low.into()), mapped(image, high.into())));
        }
        let offset = (state.extra + OFFSET_ZERO) as u128;
        let mover = u128::from(state.to_move == Side::Second);
        least | (offset << 1 | mover) << (2 * self.open)
    }
}
