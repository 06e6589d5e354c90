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
mod portable;

#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
pub use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
pub use avx512::Avx512;
pub use portable::Portable;

use crate::geometry::Geometry;
use crate::search::Worker;

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

    /// The bits of `set` at the members of `mask`, moved together.
    fn gather(self, set: u64, mask: u64) -> u64;

    /// [`crate::endgame::last2`] for this kernel.
    fn last2<G: Geometry>(
        self,
        tally: &mut crate::endgame::Tally,
        own: u64,
        other: u64,
        alpha: i32,
        empties: [u32; 2],
    ) -> i32;

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
        own: u64,
        other: u64,
        alpha: i32,
        share: f64,
    ) -> i32;

    /// [`crate::ordering::preview`] for this kernel.
    fn preview<G: Geometry>(
        self,
        worker: &mut Worker<Self, G>,
        own: u64,
        other: u64,
        window: (i32, i32),
        depth: u32,
    ) -> i32;
}

/// Implements the recursive entry points of a [`Kernel`], compiled with the given features.
macro_rules! entry_points {
    ($kernel:ident $(, $features:literal)?) => {
        $crate::kernel::entry_points! { @each $kernel ($($features)?)
            last2 [$crate::endgame::last2]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, alpha: i32, empties: [u32; 2]);
            last3 [$crate::endgame::last3]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, alpha: i32, empties: [u32; 3]);
            last4 [$crate::endgame::last4]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, alpha: i32, empties: [u32; 4]);
            few [$crate::endgame::few]
                (tally: &mut $crate::endgame::Tally, own: u64, other: u64, moves: u64, alpha: i32);
            middle [$crate::search::middle]
                (worker: &mut $crate::search::Worker<$kernel, G>, own: u64, other: u64, moves: u64, alpha: i32);
            deep [$crate::search::deep]
                (worker: &mut $crate::search::Worker<$kernel, G>, own: u64, other: u64, alpha: i32, share: f64);
            preview [$crate::ordering::preview]
                (worker: &mut $crate::search::Worker<$kernel, G>, own: u64, other: u64, window: (i32, i32), depth: u32);
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
