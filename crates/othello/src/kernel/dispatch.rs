//! Choosing the instruction set and the board's shape, once, for a whole piece of work.

use super::{Kernel, Portable};
use crate::geometry::{Geometry, Grid};
use crate::position::Size;
use yomikiri_core::{Error, Result};

/// Which instruction set the kernels use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum KernelChoice {
    /// The fastest that this machine has.
    #[default]
    Fastest,
    /// Plain 64-bit arithmetic.
    Portable,
    /// AVX2 and BMI2.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl KernelChoice {
    /// The name of the kernel that this is on this machine.
    pub fn name(self) -> Result<&'static str> {
        struct Name;
        impl WithKernel for Name {
            type Output = &'static str;
            fn run<K: Kernel>(self, _: K) -> &'static str {
                K::NAME
            }
        }
        with_kernel(self, Name)
    }
}

/// Something to do with whichever kernel was chosen.
pub(crate) trait WithKernel {
    type Output;
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Runs `task` with the chosen kernel.
pub(crate) fn with_kernel<T: WithKernel>(choice: KernelChoice, task: T) -> Result<T::Output> {
    let missing = |name| Error::refused(format!("this machine has no {name}"));
    match choice {
        KernelChoice::Portable => Ok(task.run(Portable)),
        #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
        KernelChoice::Avx2 => Ok(task.run(super::Avx2::detect().ok_or_else(|| missing("AVX2"))?)),
        #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
        KernelChoice::Avx512 => {
            Ok(task.run(super::Avx512::detect().ok_or_else(|| missing("AVX-512"))?))
        }
        #[cfg(not(all(target_arch = "x86_64", not(yomikiri_portable))))]
        KernelChoice::Avx2 | KernelChoice::Avx512 => Err(missing("AVX")),
        KernelChoice::Fastest => {
            #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
            if let Some(kernel) = super::Avx512::detect() {
                return Ok(task.run(kernel));
            } else if let Some(kernel) = super::Avx2::detect() {
                return Ok(task.run(kernel));
            }
            Ok(task.run(Portable))
        }
    }
}

/// Something to do on a board of whichever shape.
pub(crate) trait OnBoard {
    type Output;
    fn run<K: Kernel, G: Geometry>(self, kernel: K) -> Self::Output;
}

/// Runs `task` with the chosen kernel on the board's shape, which is never taller than wide.
pub(crate) fn on_board<T: OnBoard>(choice: KernelChoice, size: Size, task: T) -> Result<T::Output> {
    /// Chooses the shape once the kernel is chosen.
    struct Shaped<T>(Size, T);
    impl<T: OnBoard> WithKernel for Shaped<T> {
        type Output = T::Output;
        fn run<K: Kernel>(self, kernel: K) -> T::Output {
            let Shaped(size, task) = self;
            macro_rules! on_board {
                ($($rows:literal x $columns:literal),*) => {
                    match (size.rows().min(size.columns()), size.rows().max(size.columns())) {
                        $(($rows, $columns) => task.run::<K, Grid<$rows, $columns>>(kernel),)*
                        _ => unreachable!("Size allows no other boards"),
                    }
                };
            }
            on_board!(4 x 4, 4 x 6, 4 x 8, 4 x 10, 4 x 12, 4 x 14, 4 x 16,
                      6 x 6, 6 x 8, 6 x 10, 8 x 8)
        }
    }
    with_kernel(choice, Shaped(size, task))
}
