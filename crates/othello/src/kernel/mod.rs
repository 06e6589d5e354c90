//! The inner loops, in one version for every machine and faster ones where it allows.
//!
//! A [`Kernel`] gives flips and mobility. Recursive search functions are written once, generic
//! over the kernel, as `#[inline(always)]` bodies; each kernel wraps them in functions compiled
//! for its instruction set (see `entry_points!`), and the recursion goes through those wrappers.
//! So one source is compiled for each instruction set, and detection happens once a solve.

#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
mod avx512;
mod dispatch;
mod portable;

#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
pub use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
pub use avx512::Avx512;
pub use dispatch::KernelChoice;
pub(crate) use dispatch::{OnBoard, WithKernel, on_board, with_kernel};
pub use portable::Portable;

use crate::batch::Lanes;
use crate::geometry::Geometry;
use crate::search::{Confidence, Seen, Worker};
use crate::thesis;

/// An instruction set's way to play discs.
///
/// A value of the type is proof that the machine has the instructions.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// What it is called in results.
    const NAME: &'static str;

    /// The kernel, if this machine can run it.
    fn detect() -> Option<Self>;

    /// The discs turned by a disc of `own` on the empty `square`.
    fn flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> u64;

    /// The squares where `own` may place a disc.
    fn mobility<G: Geometry>(self, own: u64, other: u64) -> u64;

    /// How many discs the last empty square turns for `own`, and for `other`.
    #[inline(always)]
    fn last_flips<G: Geometry>(self, own: u64, other: u64, square: u32) -> (u32, u32) {
        let own_flips = self.flips::<G>(own, other, square).count_ones();
        (own_flips, self.flips::<G>(other, own, square).count_ones())
    }

    /// The bits of `set` at the members of `mask`, moved together.
    fn gather(self, set: u64, mask: u64) -> u64;

    /// The first eight members of `set`, each as a set of its own; empty sets where there are fewer.
    fn members(self, set: u64) -> Lanes;

    /// [`crate::endgame::last3`] for this kernel.
    fn last3<G: Geometry>(
        self,
        tally: &mut crate::endgame::Tally,
        own: u64,
        other: u64,
        alpha: i32,
        empties: [u32; 3],
    ) -> i32;

    /// [`crate::endgame::last4`] for this kernel.
    fn last4<G: Geometry>(
        self,
        tally: &mut crate::endgame::Tally,
        own: u64,
        other: u64,
        alpha: i32,
        empties: [u32; 4],
    ) -> i32;

    /// [`crate::endgame::few`] for this kernel.
    fn few<G: Geometry>(
        self,
        tally: &mut crate::endgame::Tally,
        own: u64,
        other: u64,
        moves: u64,
        alpha: i32,
        odd: u64,
    ) -> i32;

    /// [`crate::search::middle`] for this kernel.
    fn middle<G: Geometry>(
        self,
        worker: &mut Worker<Self, G>,
        own: u64,
        other: u64,
        moves: u64,
        alpha: i32,
    ) -> i32;

    /// [`crate::search::deep`] for this kernel.
    fn deep<G: Geometry>(
        self,
        worker: &mut Worker<Self, G>,
        position: &Seen,
        alpha: i32,
        share: f64,
        confidence: Confidence,
    ) -> i32;

    /// [`crate::search::guess`] for this kernel.
    fn guess<G: Geometry>(
        self,
        worker: &mut Worker<Self, G>,
        position: &Seen,
        moves: u64,
        window: (i32, i32),
        depth: u32,
        confidence: Confidence,
    ) -> i32;

    /// [`crate::ordering::preview`] for this kernel.
    fn preview<G: Geometry>(
        self,
        worker: &mut Worker<Self, G>,
        own: u64,
        other: u64,
        moves: u64,
        window: (i32, i32),
        depth: u32,
    ) -> i32;

    /// [`crate::thesis::search::look_ahead`] for this kernel.
    fn look_ahead<G: Geometry>(
        self,
        worker: &mut thesis::search::Worker<Self>,
        own: u64,
        other: u64,
        moves: u64,
        window: (i32, i32),
        depth: u32,
    ) -> i32;
}

/// [`Kernel::members`] one after the other.
#[inline(always)]
fn members_in_turn(mut set: u64) -> Lanes {
    Lanes::default().map(|_| {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        lowest
    })
}

/// [`Kernel::last_flips`] by looking whole lines up, for kernels whose `gather` is fast.
#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
#[inline(always)]
fn last_flips_by_lines<K: Kernel, G: Geometry>(
    kernel: K,
    own: u64,
    other: u64,
    square: u32,
) -> (u32, u32) {
    use crate::geometry::{LAST_FLIPS, SHORT};
    let lines = &G::LINES[square as usize];
    let mut turned = 0;
    for axis in 0..4 {
        let discs = kernel.gather(own, lines.squares[axis]);
        turned += LAST_FLIPS[usize::from(lines.entries[axis]) + discs as usize];
    }
    let (mut own_flips, mut other_flips) = (u32::from(turned & 0xff), u32::from(turned >> 8));
    if G::COLUMNS as usize > SHORT {
        // Only rows can be as long as that.
        let rays = &G::RAYS[square as usize].0;
        let (above, below) = (rays[0], rays[4]);
        let turned = |own: u64, other: u64| {
            let end = above & own & (above & own).wrapping_neg();
            let up = if end != 0 { above & (end - 1) } else { 0 };
            let down = match below & own {
                0 => 0,
                ends => below & (u64::MAX << 1 << ends.ilog2()),
            };
            debug_assert_eq!((up | down) & !other, 0);
            (up | down).count_ones()
        };
        own_flips += turned(own, other);
        other_flips += turned(other, own);
    }
    (own_flips, other_flips)
}

/// Implements the recursive entry points of a [`Kernel`], compiled with the given features.
macro_rules! entry_points {
    ($kernel:ident $(, $features:literal)?) => {
        $crate::kernel::entry_points! { @each $kernel ($($features)?)
            last3 [$crate::endgame::last3]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, alpha: i32, empties: [u32; 3]);
            last4 [$crate::endgame::last4]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, alpha: i32, empties: [u32; 4]);
            few [$crate::endgame::few]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, moves: u64, alpha: i32, odd: u64);
            middle [$crate::search::middle]
                (worker: &mut $crate::search::Worker<$kernel, G>, own: u64, other: u64, moves: u64, alpha: i32);
            deep [$crate::search::deep]
                (worker: &mut $crate::search::Worker<$kernel, G>, position: &$crate::search::Seen, alpha: i32, share: f64, confidence: $crate::search::Confidence);
            guess [$crate::search::guess]
                (worker: &mut $crate::search::Worker<$kernel, G>, position: &$crate::search::Seen, moves: u64, window: (i32, i32), depth: u32, confidence: $crate::search::Confidence);
            preview [$crate::ordering::preview]
                (worker: &mut $crate::search::Worker<$kernel, G>, own: u64, other: u64, moves: u64, window: (i32, i32), depth: u32);
            look_ahead [$crate::thesis::search::look_ahead]
                (worker: &mut $crate::thesis::search::Worker<$kernel>, own: u64, other: u64, moves: u64, window: (i32, i32), depth: u32);
        }
    };
    (@each $kernel:ident $features:tt $($name:ident $body:tt $arguments:tt;)*) => {
        $($crate::kernel::entry_points! { @one $kernel $features $name $body $arguments })*
    };
    (@one $kernel:ident ($($features:literal)?) $name:ident [$($body:tt)*]
        ($($argument:ident: $type:ty),*)) => {
        #[inline(always)]
        fn $name<G: Geometry>(self, $($argument: $type),*) -> i32 {
            $(#[target_feature(enable = $features)])?
            #[inline(never)]
            unsafe fn entry<G: Geometry>(kernel: $kernel, $($argument: $type),*) -> i32 {
                $($body)*::<$kernel, G>(kernel, $($argument),*)
            }
            // SAFETY: a value of the kernel exists only where its instructions were detected.
            unsafe { entry::<G>(self, $($argument),*) }
        }
    };
}
pub(crate) use entry_points;
