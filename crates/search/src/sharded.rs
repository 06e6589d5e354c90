use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_core::hash::{HashMap, hash_of};

/// A map for several threads: many small ones, each behind a lock of its own.
pub struct Sharded<K, V> {
    shards: Vec<Mutex<HashMap<K, V>>>,
}

impl<K: Hash + Eq, V> Default for Sharded<K, V> {
    fn default() -> Sharded<K, V> {
        Sharded { shards: (0..Self::SHARDS).map(|_| Mutex::default()).collect() }
    }
}

impl<K: Hash + Eq, V> Sharded<K, V> {
    /// How many small ones there are.
    pub const SHARDS: usize = 64;

    /// The one that has `key`, if any has.
    pub fn of(&self, key: &K) -> MutexGuard<'_, HashMap<K, V>> {
        // Neither the lowest nor the highest bits, which the maps themselves go by.
        let shard = (hash_of(key) >> 40) as usize % Self::SHARDS;
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
