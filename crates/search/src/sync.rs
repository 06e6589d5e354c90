//! Locks and atomics as the standard library has them, or, to try interleavings of threads in
//! `tests/interleavings.rs`, as `shuttle` does.

#[cfg(not(feature = "shuttle"))]
pub(crate) use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize},
};

#[cfg(feature = "shuttle")]
pub(crate) use shuttle::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicUsize},
};

#[cfg(not(feature = "shuttle"))]
pub(crate) use portable_atomic::AtomicU128;

/// A word that is read and written at once, and threads may change places before that.
#[cfg(feature = "shuttle")]
#[derive(Default)]
pub(crate) struct AtomicU128(Mutex<u128>);

#[cfg(feature = "shuttle")]
impl AtomicU128 {
    pub(crate) fn load(&self, _: std::sync::atomic::Ordering) -> u128 {
        *self.0.lock().unwrap()
    }

    pub(crate) fn store(&self, word: u128, _: std::sync::atomic::Ordering) {
        *self.0.lock().unwrap() = word;
    }
}
