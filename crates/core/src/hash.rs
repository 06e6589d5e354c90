//! Maps and sets for keys that the program makes itself.
//!
//! They hash fast and alike in every run, so whatever order comes of them comes again. Keys that a
//! stranger may choose belong into the standard library's, whose hashes cannot be foreseen.

use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash};

/// A map.
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;
/// A set.
pub type HashSet<K> = std::collections::HashSet<K, FixedState>;

/// The hash of a key, as [`HashMap`] has it.
pub fn hash_of(key: &(impl Hash + ?Sized)) -> u64 {
    FixedState::default().hash_one(key)
}
