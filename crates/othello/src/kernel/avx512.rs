use super::{Kernel, avx2, entry_points};
use crate::geometry::Geometry;
use std::arch::x86_64::*;

/// As AVX2, with leading-zero counts and masks of AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

/// [`Kernel::flips`] for AVX-512.
///
/// # Safety
/// The machine must have AVX-512 F, CD and VL.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx2")]
unsafe fn flips<G: Geometry>(own: u64, other: u64, square: u32) -> u64 {
    let rays = G::RAYS[square as usize].0.as_ptr();
    // SAFETY: a `Rays` is eight words, aligned to 64 bytes.
    let (up, down) =
        unsafe { (_mm256_load_si256(rays.cast()), _mm256_load_si256(rays.add(4).cast())) };
    let own = _mm256_set1_epi64x(own as i64);
    let other = _mm256_set1_epi64x(other as i64);

    let open = _mm256_andnot_si256(other, up);
    let end = _mm256_and_si256(open, _mm256_sub_epi64(_mm256_setzero_si256(), open));
    let below_end = _mm256_add_epi64(end, _mm256_set1_epi64x(-1));
    let turned_up = _mm256_maskz_and_epi64(_mm256_test_epi64_mask(end, own), up, below_end);

    let open = _mm256_andnot_si256(other, down);
    let end = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
    let above_end = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    let turned_down = _mm256_maskz_and_epi64(_mm256_test_epi64_mask(end, own), down, above_end);

    avx2::union(_mm256_or_si256(turned_up, turned_down))
}

impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";

    fn detect() -> Option<Avx512> {
        let found = avx2::Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        found.then_some(Avx512(()))
    }

    #[inline(always)]
    fn flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> u64 {
        // SAFETY: `self` exists only where AVX-512 was detected.
        unsafe { flips::<G>(own, other, square) }
    }

    #[inline(always)]
    fn mobility<G: Geometry>(self, own: u64, other: u64) -> u64 {
        // SAFETY: `self` exists only where AVX2 was detected too.
        unsafe { avx2::mobility::<G>(own, other) }
    }

    #[inline(always)]
    fn gather(self, set: u64, mask: u64) -> u64 {
        // SAFETY: `self` exists only where BMI2 was detected.
        unsafe { _pext_u64(set, mask) }
    }

    entry_points!(
        Avx512,
        "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512dq,avx512vl"
    );
}
