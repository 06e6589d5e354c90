//! How far a side is from living stones that are worth enough: tables over all sets of stones.

use crate::board::{Board, Points};
use crate::dead_region::dead_regions;
use crate::landfill::settling;
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::Context;
use yomikiri_search::par_chunks;

/// Most points of a board for which the tables are made: a byte for every set of points.
pub const MOST_POINTS: usize = 28;
/// What no number of stones brings about.
pub const NEVER: u8 = u8::MAX;

/// For every set of a side's stones, how many more it needs at least, if nobody disturbs it, until
/// living stones and what they enclose make some number of points.
pub struct Reach {
    distance: Vec<u8>,
    /// Whether a set has such stones among its subsets.
    room: Vec<u64>,
}

/// Tables made lately, the latest first: a game asks about the same board again and again.
static LATELY: Mutex<Vec<(Board, u32, Arc<Reach>)>> = Mutex::new(Vec::new());
/// How many are kept at least, and at most on small boards, as long as they take no more bytes.
const KEPT: usize = 4;
const MOST_KEPT: usize = 64;
const MOST_BYTES: usize = 16 << 20;

impl Reach {
    /// The table for a number of points, as it was made lately or made now; `None` if stopped.
    pub fn get(board: Board, points: u32, context: &Context) -> Option<Arc<Reach>> {
        let lately = || LATELY.lock().unwrap_or_else(PoisonError::into_inner);
        let found = lately().iter().find(|(b, p, _)| (*b, *p) == (board, points)).cloned();
        if let Some((_, _, reach)) = found {
            return Some(reach);
        }
        let reach = Arc::new(Reach::new(board, points, context)?);
        let mut lately = lately();
        lately.insert(0, (board, points, reach.clone()));
        lately.truncate((MOST_BYTES >> board.points()).clamp(KEPT, MOST_KEPT));
        Some(reach)
    }

    /// The table for a number of points; `None` if stopped.
    fn new(board: Board, points: u32, context: &Context) -> Option<Reach> {
        assert!(board.points() <= MOST_POINTS, "{board} has too many sets of stones");
        let sets = 1_usize << board.points();
        let enough = |stones: Points| {
            let living = settling(board, stones, 0, 0);
            living != 0 && (living | dead_regions(board, living)).count_ones() >= points
        };
        let found = par_chunks(context, "preparing", sets, 1 << 14, |range| {
            range.map(|set| if enough(set as Points) { 0 } else { NEVER }).collect::<Vec<u8>>()
        })?;
        let mut distance = found.concat();
        let mut room = vec![0_u64; sets.div_ceil(64)];
        for set in 0..sets {
            let mut has = distance[set] == 0;
            let mut left = set;
            while left != 0 && !has {
                let without = set & !(left & left.wrapping_neg());
                left &= left - 1;
                has = room[without / 64] >> (without % 64) & 1 != 0;
            }
            room[set / 64] |= u64::from(has) << (set % 64);
        }
        // A larger set comes first, so that all its subsets can use it.
        for set in (0..sets).rev() {
            let mut best = distance[set];
            let mut left = !set & (sets - 1);
            while left != 0 && best > 0 {
                let with = set | left & left.wrapping_neg();
                left &= left - 1;
                best = best.min(distance[with].saturating_add(1));
            }
            distance[set] = best;
        }
        Some(Reach { distance, room })
    }

    /// Whether there is room for it on these points.
    #[inline(always)]
    pub fn has_room(&self, points: Points) -> bool {
        self.room[points as usize / 64] >> (points % 64) & 1 != 0
    }

    /// How many stones are missing.
    #[inline(always)]
    pub fn missing(&self, stones: Points) -> u8 {
        self.distance[stones as usize]
    }
}
