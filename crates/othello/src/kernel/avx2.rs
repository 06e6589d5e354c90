use super::{Kernel, entry_points, last_flips_by_lines, members_in_turn};
use crate::batch::Lanes;
use crate::geometry::Geometry;
use std::arch::x86_64::*;

/// Four lines at a time in 256-bit registers.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

/// Loads four words.
///
/// # Safety
/// The machine must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load(words: &[u64]) -> __m256i {
    debug_assert!(words.len() >= 4);
    // SAFETY: the slice has four words (all callers pass four), and the load may be unaligned.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// The union of four words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn union(words: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
    let one = _mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair));
    _mm_cvtsi128_si64(one) as u64
}

/// [`Kernel::flips`] for AVX2.
///
/// # Safety
/// The machine must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn flips<G: Geometry>(own: u64, other: u64, square: u32) -> u64 {
    let rays = &G::RAYS[square as usize].0;
    // SAFETY: both halves have four words.
    let (up, down) = unsafe { (load(&rays[..4]), load(&rays[4..])) };
    let own = _mm256_set1_epi64x(own as i64);
    let other = _mm256_set1_epi64x(other as i64);
    let zero = _mm256_setzero_si256();

    // Upwards the line ends at the lowest square that is not an opponent's.
    let open = _mm256_andnot_si256(other, up);
    let end = _mm256_and_si256(open, _mm256_sub_epi64(zero, open));
    let missed = _mm256_cmpeq_epi64(_mm256_and_si256(end, own), zero);
    let below_end = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let turned_up = _mm256_andnot_si256(missed, _mm256_and_si256(up, below_end));

    // Downwards at the highest: everything beyond it is filled in by doubling steps.
    let open = _mm256_andnot_si256(other, down);
    let mut beyond = open;
    let mut power = 0;
    while (1 << power) < G::LONGEST_FLIP + 1 {
        // SAFETY: four words.
        let steps = unsafe { load(&G::STEPS) };
        let shift = _mm256_sll_epi64(steps, _mm_cvtsi32_si128(power));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, shift));
        power += 1;
    }
    // SAFETY: four words.
    let steps = unsafe { load(&G::STEPS) };
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, steps), open);
    let missed = _mm256_cmpeq_epi64(_mm256_and_si256(end, own), zero);
    let turned_down = _mm256_andnot_si256(missed, _mm256_andnot_si256(beyond, down));

    union(_mm256_or_si256(turned_up, turned_down))
}

/// [`Kernel::mobility`] for AVX2.
///
/// # Safety
/// The machine must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn mobility<G: Geometry>(own: u64, other: u64) -> u64 {
    // SAFETY: four words each.
    let (steps, inner) = unsafe { (load(&G::STEPS), load(&G::INNER)) };
    let own_lanes = _mm256_set1_epi64x(own as i64);
    let inner = _mm256_and_si256(inner, _mm256_set1_epi64x(other as i64));
    let and = |a, b| _mm256_and_si256(a, b);
    let or = |a, b| _mm256_or_si256(a, b);

    let mut above = and(inner, _mm256_sllv_epi64(own_lanes, steps));
    let mut below = and(inner, _mm256_srlv_epi64(own_lanes, steps));
    above = or(above, and(inner, _mm256_sllv_epi64(above, steps)));
    below = or(below, and(inner, _mm256_srlv_epi64(below, steps)));
    // Runs of two, then of four, so that a long line takes few steps.
    let mut run_up = and(inner, _mm256_sllv_epi64(inner, steps));
    let mut run_down = _mm256_srlv_epi64(run_up, steps);
    let mut shift = _mm256_add_epi64(steps, steps);
    let mut covered = 2;
    let mut run = 2;
    while covered < G::LONGEST_FLIP {
        if run == 2 && covered == 4 && G::LONGEST_FLIP > 6 {
            run_up = and(run_up, _mm256_sllv_epi64(run_up, shift));
            run_down = and(run_down, _mm256_srlv_epi64(run_down, shift));
            shift = _mm256_add_epi64(shift, shift);
            run = 4;
        }
        above = or(above, and(run_up, _mm256_sllv_epi64(above, shift)));
        below = or(below, and(run_down, _mm256_srlv_epi64(below, shift)));
        covered += run;
    }
    let moves = or(_mm256_sllv_epi64(above, steps), _mm256_srlv_epi64(below, steps));
    union(moves) & G::FULL & !(own | other)
}

impl Kernel for Avx2 {
    const NAME: &'static str = "avx2";

    fn detect() -> Option<Avx2> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Avx2(()))
    }

    #[inline(always)]
    fn flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> u64 {
        // SAFETY: `self` exists only where AVX2 was detected.
        unsafe { flips::<G>(own, other, square) }
    }

    #[inline(always)]
    fn mobility<G: Geometry>(self, own: u64, other: u64) -> u64 {
        // SAFETY: `self` exists only where AVX2 was detected.
        unsafe { mobility::<G>(own, other) }
    }

    #[inline(always)]
    fn last_flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> (u32, u32) {
        last_flips_by_lines::<Self, G>(self, own, other, square)
    }

    #[inline(always)]
    fn gather(self, set: u64, mask: u64) -> u64 {
        // SAFETY: `self` exists only where AVX2 and BMI2 were detected.
        unsafe { _pext_u64(set, mask) }
    }

    #[inline(always)]
    fn members(self, set: u64) -> Lanes {
        members_in_turn(set)
    }

    entry_points!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
}
