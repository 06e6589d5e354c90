//! Keys: the whole state in 92 bits, symmetric states as one.

use crate::board::{Board, MOST_POINTS, Points};
use crate::state::State;

/// Bits of a key.
pub const KEY_BITS: u32 = 92;
/// Points that are packed together.
const CHUNK: usize = 12;
/// Bits that hold twelve digits of base five.
const CHUNK_BITS: u32 = 28;

/// Side 0's stones, side 1's, what is settled, and the ko: turned over together.
type Sets = [Points; 4];

/// Makes keys for the states of a board.
///
/// A point is empty, has a stone of either side, or a settled stone of either side: five digits.
/// The key is of the least image of a state; of its sets, that is, compared in order.
pub struct Keys {
    board: Board,
    /// Sums of powers of five for twelve points at a time.
    powers: Vec<u32>,
    /// Masks and distances that turn a set over left and right, up and down, over the diagonal.
    columns: Vec<(Points, i32)>,
    rows: Vec<(Points, i32)>,
    diagonals: Vec<(Points, i32)>,
}

/// Moves every masked part of a set by its distance, to the left if positive.
#[inline(always)]
fn moved(sets: Sets, parts: &[(Points, i32)]) -> Sets {
    let mut image = [0; 4];
    for (mask, distance) in parts {
        // One of the two shifts is by nothing.
        let (left, right) = (distance.max(&0), -distance.min(&0));
        for (image, set) in image.iter_mut().zip(sets) {
            *image |= (set & mask) << left >> right;
        }
    }
    image
}

impl Keys {
    /// Keys for a board.
    pub fn new(board: Board) -> Keys {
        let powers = (0..1_u32 << CHUNK).map(|set| {
            (0..CHUNK as u32)
                .filter(|point| set >> point & 1 != 0)
                .map(|point| 5_u32.pow(point))
                .sum()
        });
        // Points that a symmetry moves by the same distance move together.
        let parts = |symmetry: usize| {
            let mut parts: Vec<(Points, i32)> = Vec::new();
            for point in 0..board.points() {
                let distance = board.image(point, symmetry) as i32 - point as i32;
                match parts.iter_mut().find(|(_, other)| *other == distance) {
                    Some((mask, _)) => *mask |= 1 << point,
                    None => parts.push((1 << point, distance)),
                }
            }
            parts
        };
        Keys {
            board,
            powers: powers.collect(),
            rows: parts(1),
            columns: parts(2),
            diagonals: if board.is_square() { parts(4) } else { Vec::new() },
        }
    }

    /// The least image of a state.
    #[inline(always)]
    pub fn least(&self, state: &State) -> State {
        let sets = [state.stones[0], state.stones[1], state.settled, state.ko];
        let mut best = sets;
        let mut consider = |sets: Sets| {
            let upside_down = moved(sets, &self.rows);
            let mirrored = moved(sets, &self.columns);
            let turned = moved(upside_down, &self.columns);
            best = best.min(sets).min(upside_down).min(mirrored).min(turned);
        };
        consider(sets);
        if self.board.is_square() {
            consider(moved(sets, &self.diagonals));
        }
        let [first, second, settled, ko] = best;
        State { stones: [first, second], settled, ko, ..*state }
    }

    /// The key of a state, the same for all its images.
    #[inline(always)]
    pub fn key(&self, state: &State) -> u128 {
        self.pack(&self.least(state))
    }

    /// A state as a number.
    #[inline(always)]
    pub fn pack(&self, state: &State) -> u128 {
        let mut key = 0_u128;
        for chunk in (0..MOST_POINTS.div_ceil(CHUNK)).rev() {
            let of = |set: Points| self.powers[(set >> (chunk * CHUNK)) as usize % (1 << CHUNK)];
            let digits = of(state.stones[0]) + 2 * (of(state.stones[1]) + of(state.settled));
            key = key << CHUNK_BITS | u128::from(digits);
        }
        let ko = if state.ko == 0 { 63 } else { state.ko.trailing_zeros() as u128 };
        key << 8 | ko << 2 | (state.mover as u128) << 1 | u128::from(state.passed)
    }

    /// The state of a number that [`Keys::pack`] made.
    pub fn unpack(&self, key: u128) -> State {
        let mut stones = [0; 2];
        let mut settled = 0;
        for chunk in 0..MOST_POINTS.div_ceil(CHUNK) {
            let mut digits =
                (key >> (8 + chunk as u32 * CHUNK_BITS)) as u32 & ((1 << CHUNK_BITS) - 1);
            for point in 0..CHUNK {
                let bit = 1 << (chunk * CHUNK + point);
                match digits % 5 {
                    0 => {}
                    digit => {
                        stones[(digit as usize - 1) % 2] |= bit;
                        settled |= if digit > 2 { bit } else { 0 };
                    }
                }
                digits /= 5;
            }
        }
        let ko = (key >> 2) as u32 & 63;
        State {
            stones,
            settled,
            ko: if ko == 63 { 0 } else { 1 << ko },
            mover: (key >> 1) as usize & 1,
            passed: key & 1 != 0,
        }
    }
}
