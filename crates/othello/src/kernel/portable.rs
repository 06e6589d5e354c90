use super::{Kernel, entry_points, members_in_turn};
use crate::batch::Lanes;
use crate::geometry::Geometry;

/// The version that runs everywhere: one line at a time.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// `set` moved `steps` towards higher numbers; everything if that leaves the word.
#[inline(always)]
fn up(set: u64, steps: u64) -> u64 {
    if steps < 64 { set << steps } else { 0 }
}

#[inline(always)]
fn down(set: u64, steps: u64) -> u64 {
    if steps < 64 { set >> steps } else { 0 }
}

impl Kernel for Portable {
    const NAME: &'static str = "portable";

    fn detect() -> Option<Portable> {
        Some(Portable)
    }

    #[inline(always)]
    fn flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> u64 {
        let rays = &G::RAYS[square as usize].0;
        let mut flips = 0;
        for ray in &rays[..4] {
            // The first square of the ray that is not an opponent's ends the line.
            let open = ray & !other;
            let end = open & open.wrapping_neg();
            if end & own != 0 {
                flips |= ray & (end - 1);
            }
        }
        for ray in &rays[4..] {
            let open = ray & !other;
            let end = (1u64 << 63) >> (open | 1).leading_zeros();
            if end & open & own != 0 {
                flips |= ray & (end << 1).wrapping_neg();
            }
        }
        flips
    }

    #[inline(always)]
    fn mobility<G: Geometry>(self, own: u64, other: u64) -> u64 {
        let mut moves = 0;
        for axis in 0..4 {
            let step = G::STEPS[axis];
            let inner = other & G::INNER[axis];
            let (mut above, mut below) = (inner & up(own, step), inner & down(own, step));
            for _ in 1..G::LONGEST_FLIP {
                above |= inner & up(above, step);
                below |= inner & down(below, step);
            }
            moves |= up(above, step) | down(below, step);
        }
        moves & G::FULL & !(own | other)
    }

    #[inline(always)]
    fn gather(self, set: u64, mask: u64) -> u64 {
        let (mut gathered, mut rest, mut rank) = (0, mask, 0);
        while rest != 0 {
            gathered |= (set >> rest.trailing_zeros() & 1) << rank;
            rest &= rest - 1;
            rank += 1;
        }
        gathered
    }

    #[inline(always)]
    fn members(self, set: u64) -> Lanes {
        members_in_turn(set)
    }

    entry_points!(Portable);
}
