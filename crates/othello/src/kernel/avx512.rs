use super::{Kernel, avx2, entry_points, last_flips_by_lines};
use crate::batch::Lanes;
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

    // Rotated, not shifted: where the line has no end the highest bit comes out, and nothing of it
    // remains below.
    let open = _mm256_andnot_si256(other, down);
    let end = _mm256_rorv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(open));
    let hit = _mm256_and_si256(end, own);
    let above_hit = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(hit, hit));
    let turned_down = _mm256_and_si256(down, above_hit);

    avx2::union(_mm256_or_si256(turned_up, turned_down))
}

/// [`Kernel::members`] for AVX-512: the numbers of the members, packed, then widened.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn members(set: u64) -> Lanes {
    const NUMBERS: [u8; 64] = {
        let mut numbers = [0; 64];
        let mut index = 0;
        while index < 64 {
            numbers[index] = index as u8;
            index += 1;
        }
        numbers
    };
    // SAFETY: `NUMBERS` is 64 bytes, and the load may be unaligned.
    let numbers = unsafe { _mm512_loadu_si512(NUMBERS.as_ptr().cast()) };
    let packed = _mm512_mask_compress_epi8(_mm512_set1_epi8(-1), set, numbers);
    let shifts = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(packed));
    // A shift by 255, where there is no member, leaves nothing.
    let members = _mm512_sllv_epi64(_mm512_set1_epi64(1), shifts);
    // SAFETY: both are 64 bytes of plain words.
    unsafe { std::mem::transmute(members) }
}

impl Kernel for Avx512 {
    const NAME: &'static str = "avx512";

    fn detect() -> Option<Avx512> {
        let found = avx2::Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq");
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
    fn last_flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> (u32, u32) {
        last_flips_by_lines::<Self, G>(self, own, other, square)
    }

    #[inline(always)]
    fn gather(self, set: u64, mask: u64) -> u64 {
        // SAFETY: `self` exists only where BMI2 was detected.
        unsafe { _pext_u64(set, mask) }
    }

    #[inline(always)]
    fn members(self, set: u64) -> Lanes {
        // SAFETY: `self` exists only where these instructions were detected.
        unsafe { members(set) }
    }

    entry_points!(
        Avx512,
        "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    );
}
