//! What is kept from one run to the next: the claim store.
//!
//! - [`ClaimStore`]: proved bounds, whole answers, and guesses, in one file that grows by what is
//!   new. A checkpoint is one that a run has to itself, remembered results are one that several
//!   processes use at once.
//! - [`ProvenBounds`] and [`Guess`]: what is proved of a position, and what was only believed.
//!
//! `docs/formats.md` gives the bytes.

mod claim;
mod disk;
mod folder;
mod log;
mod store;
mod sync;

pub use claim::{Guess, ProvenBounds};
pub use store::{ClaimStore, Policy};
#[cfg(test)]
mod tests;
