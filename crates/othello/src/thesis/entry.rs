//! What the table of the search on the evaluation keeps.

use super::evaluation::Board;
use crate::key::{key, key_bits};
use yomikiri_search::Table;

/// Bits of a key that tell the depth.
const DEPTH_BITS: u32 = 6;

/// A table for keys with a depth in them, of about so many bytes.
pub(super) fn table(bytes: u64) -> std::io::Result<Table> {
    Table::new(bytes, key_bits(64) + DEPTH_BITS)
}

/// A position and how far it was looked ahead from; other depths have values of their own.
#[inline(always)]
pub(super) fn depth_key(own: u64, other: u64, depth: u32) -> u128 {
    // The table's buckets are chosen by the lowest bits, which the depth is to share in.
    key::<Board>(own, other) << DEPTH_BITS | u128::from(depth)
}

/// What a table entry says of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Low = 1,
    High = 2,
    Exact = 3,
}

/// A table entry: sixteen bits of value, two of bound, six of move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) best: u8,
}

impl Entry {
    #[inline(always)]
    pub(super) fn pack(self) -> u32 {
        u32::from(self.value as i16 as u16) | (self.bound as u32) << 16 | u32::from(self.best) << 18
    }

    #[inline(always)]
    pub(super) fn unpack(payload: u32) -> Entry {
        let bound = match payload >> 16 & 3 {
            1 => Bound::Low,
            2 => Bound::High,
            _ => Bound::Exact,
        };
        Entry { value: i32::from(payload as u16 as i16), bound, best: (payload >> 18) as u8 }
    }

    /// The value to return, if the entry settles a node with this window.
    #[inline(always)]
    pub(super) fn settles(self, alpha: i32, beta: i32) -> Option<i32> {
        let settled = match self.bound {
            Bound::Low => self.value >= beta,
            Bound::High => self.value <= alpha,
            Bound::Exact => true,
        };
        settled.then_some(self.value)
    }
}
