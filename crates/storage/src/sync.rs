//! Locks as the standard library has them, or, to try interleavings of threads in
//! `tests/interleavings.rs`, as `shuttle` does.

#[cfg(not(feature = "shuttle"))]
pub(crate) use std::sync::{Mutex, MutexGuard};

#[cfg(feature = "shuttle")]
pub(crate) use shuttle::sync::{Mutex, MutexGuard};

/// Where others may go on meanwhile, as they may anywhere, and a test should see it.
#[inline(always)]
pub(crate) fn others_go_on() {
    #[cfg(feature = "shuttle")]
    shuttle::thread::yield_now();
}
