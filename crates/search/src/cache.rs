use crate::spread;
use crate::table::prefetch;

/// One thread's own small table, for positions so close to the end that reading a large shared
/// one would take longer than searching them again.
///
/// Like [`Table`](crate::Table) it holds complete keys, so a hit is never false; unlike it, a new
/// entry always takes the place of the old one.
pub struct Cache {
    entries: Box<[u128]>,
    bits: u32,
}

/// Bits of an entry that hold the payload; the rest is key.
const PAYLOAD_BITS: u32 = 24;

impl Cache {
    /// A cache of `1 << bits` entries, 16 bytes each, for keys of at most `key_bits` bits.
    pub fn new(bits: u32, key_bits: u32) -> Cache {
        assert!(key_bits + PAYLOAD_BITS <= 128, "keys of {key_bits} bits are too long for a cache");
        Cache { entries: vec![0; 1 << bits].into_boxed_slice(), bits }
    }

    #[inline(always)]
    fn index(&self, key: u128) -> usize {
        (spread::upwards(key) >> (64 - self.bits)) as usize & (self.entries.len() - 1)
    }

    /// The payload stored for `key`, if it is still there.
    #[inline(always)]
    pub fn probe(&self, key: u128) -> Option<u32> {
        let entry = self.entries[self.index(key)];
        let payload = entry as u32 & ((1 << PAYLOAD_BITS) - 1);
        (entry >> PAYLOAD_BITS == key && payload != 0).then_some(payload)
    }

    /// Asks the processor to fetch the entry of `key`.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        prefetch(&self.entries[self.index(key)]);
    }

    /// Stores a payload (24 bits, not zero) for `key`.
    #[inline(always)]
    pub fn store(&mut self, key: u128, payload: u32) {
        debug_assert!(payload != 0 && payload >> PAYLOAD_BITS == 0);
        debug_assert!(key >> (128 - PAYLOAD_BITS) == 0, "key too long for a cache");
        let index = self.index(key);
        self.entries[index] = key << PAYLOAD_BITS | u128::from(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        /// Whatever is stored, a hit gives the last payload stored for that very key.
        #[test]
        fn hits_are_never_false(stores in prop::collection::vec(
            (0u128..1 << 104, 0u128..32, 1u32..1 << 24, any::<bool>()), 1..2000)) {
            let mut cache = Cache::new(6, 104);
            let mut truth = HashMap::new();
            for (far, near, payload, is_near) in stores {
                let key = if is_near { near } else { far };
                cache.store(key, payload);
                truth.insert(key, payload);
                prop_assert_eq!(cache.probe(key), Some(payload));
            }
            for key in truth.keys().copied().chain(0..32) {
                prop_assert!(cache.probe(key).is_none_or(|found| truth.get(&key) == Some(&found)));
            }
        }
    }
}
