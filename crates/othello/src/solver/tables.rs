//! How much memory the tables of a solve get.

use crate::geometry::Geometry;
use yomikiri_core::Limits;

/// The least memory that a table is worth making in.
pub(super) const LEAST_TABLE: u64 = 8 << 20;
/// Bytes of a table that a thread could never fill in a second; memory is slow to touch first.
const TABLE_A_SECOND: u64 = 64 << 20;

/// Bytes for the table: what the limits allow, but no more than a position with so many empty
/// squares was seen to use, because touching fresh memory takes longer than a small solve.
fn table_bytes<G: Geometry>(memory: u64, empties: u32) -> u64 {
    // Up to 6x6 and 4x12 a small table is faster; beyond, all that can be had is of use.
    let bits = match G::ROWS {
        4 => 20 + empties.min(44).saturating_sub(20) / 3 + empties.saturating_sub(44),
        _ if G::SQUARES <= 36 => 19 + empties.saturating_sub(14) / 3,
        _ => 20 + empties.min(32).saturating_sub(14) / 3 + empties.saturating_sub(32),
    };
    memory.min(1 << bits.min(50))
}

/// Bytes for the table and for what is guessed: together no more than `memory`, and no more than
/// can be filled in the time allowed.
pub(super) fn tables_bytes<G: Geometry>(
    memory: u64,
    empties: u32,
    guessing: bool,
    limits: &Limits,
) -> (u64, u64) {
    let seconds = limits.time.map_or(u64::MAX, |time| time.as_secs().saturating_add(1));
    let fillable = TABLE_A_SECOND.saturating_mul(seconds).saturating_mul(limits.threads as u64);
    let memory = memory.min(fillable.max(LEAST_TABLE));
    match guessing {
        true => {
            let table = table_bytes::<G>(memory / 5 * 4, empties);
            (table, table / 4)
        }
        false => (table_bytes::<G>(memory, empties), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;
    use std::time::Duration;

    fn check<G: Geometry>() {
        let megabyte = 1 << 20;
        for memory in (8..4000).map(|size| size * megabyte + 4321) {
            for (empties, time) in [(14, None), (32, Some(1)), (44, None), (60, Some(1 << 40))] {
                for guessing in [false, true] {
                    let time = time.map(Duration::from_secs);
                    let limits = Limits { threads: 2, time, ..Limits::default() };
                    let (table, guesses) = tables_bytes::<G>(memory, empties, guessing, &limits);
                    assert!(table + guesses <= memory, "{table} + {guesses} in {memory}");
                    assert!(table >= 512 << 10, "{table} in {memory}");
                    assert_eq!(guessing, guesses > 0);
                }
            }
        }
        let limits = Limits { threads: 1, time: Some(Duration::ZERO), ..Limits::default() };
        assert!(tables_bytes::<G>(1 << 40, 44, true, &limits).0 <= TABLE_A_SECOND);
    }

    #[test]
    fn tables_keep_to_the_memory_allowed() {
        check::<Grid<4, 12>>();
        check::<Grid<6, 6>>();
        check::<Grid<6, 8>>();
        check::<Grid<8, 8>>();
    }
}
