mod buckets;

use crate::spread;
use crate::sync::AtomicU128;
use buckets::Buckets;
use std::sync::atomic::Ordering;

/// Slots in a bucket; together they fill one cache line.
const WAYS: usize = 4;
/// Bits of a slot that tell how much work its entry took.
const WORK_BITS: u32 = 8;

/// A lock-free transposition table whose hits are never false.
///
/// *Complete keys.* The caller's key is the whole position, not a digest of it. A bucket
/// is found by `low ^ spread(rest)`, where `low` are the key's lowest bits and `rest` all the
/// others; a slot stores `rest`, from which together with the bucket's own number `low`
/// follows. So a slot names one key only.
///
/// *No torn entries.* A slot is one 128-bit word, read and written by one atomic operation.
///
/// The memory is asked for at once but touched only where entries come to stand.
///
/// `PAYLOAD` bits of a slot are the caller's; eight more tell the work, and the rest is key.
pub struct Table<const PAYLOAD: u32 = 24> {
    buckets: Buckets,
    bucket_bits: u32,
}

/// The slots of a key.
type Bucket = [AtomicU128; WAYS];

impl<const PAYLOAD: u32> Table<PAYLOAD> {
    /// Bits of a slot that are not key.
    const DATA: u32 = PAYLOAD + WORK_BITS;

    /// The smallest number of bucket bits that leaves room for a key of `key_bits`.
    fn least_bucket_bits(key_bits: u32) -> u32 {
        key_bits.saturating_sub(128 - Self::DATA).max(4)
    }

    /// A table of at most `bytes` for keys of at most `key_bits` bits (and at least as large as
    /// such keys need, which is 16 KiB for 104 bits).
    pub fn new(bytes: u64, key_bits: u32) -> std::io::Result<Self> {
        let buckets = (bytes / (16 * WAYS as u64)).max(1);
        let bucket_bits = buckets.ilog2().max(Self::least_bucket_bits(key_bits));
        Ok(Table { buckets: Buckets::new(1 << bucket_bits)?, bucket_bits })
    }

    /// Bytes that the table may come to use.
    pub fn bytes(&self) -> u64 {
        16 * WAYS as u64 * self.buckets.len() as u64
    }

    #[inline(always)]
    fn bucket(&self, key: u128) -> (&Bucket, u128) {
        let mask = (1u64 << self.bucket_bits) - 1;
        let rest = key >> self.bucket_bits;
        debug_assert!(rest >> (128 - Self::DATA) == 0, "key too long for this table");
        let index = (key as u64 ^ spread::rest(rest)) & mask;
        (self.buckets.get(index as usize), rest)
    }

    /// The payload stored for `key`, if it is still there.
    #[inline(always)]
    pub fn probe(&self, key: u128) -> Option<u32> {
        self.probe_with_work(key).map(|(payload, _)| payload)
    }

    /// The payload stored for `key` and the work that it took, if it is still there.
    #[inline(always)]
    pub fn probe_with_work(&self, key: u128) -> Option<(u32, u8)> {
        let (bucket, rest) = self.bucket(key);
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            let data = Self::data(word);
            if word >> Self::DATA == rest && data != 0 {
                return Some(((data & ((1 << PAYLOAD) - 1)) as u32, (data >> PAYLOAD) as u8));
            }
        }
        None
    }

    #[inline(always)]
    fn data(word: u128) -> u64 {
        word as u64 & ((1 << Self::DATA) - 1)
    }

    /// Stores a payload (not zero) for `key`, over an older one of the same key or
    /// else over the entry of the bucket that took the least work to make (0 to 255).
    #[inline(always)]
    pub fn store(&self, key: u128, payload: u32, work: u8) {
        debug_assert!(payload != 0 && u64::from(payload) >> PAYLOAD == 0);
        let (bucket, rest) = self.bucket(key);
        let (mut victim, mut least) = (&bucket[0], u64::MAX);
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            let data = Self::data(word);
            if data == 0 || word >> Self::DATA == rest {
                victim = slot;
                break;
            }
            if data >> PAYLOAD < least {
                least = data >> PAYLOAD;
                victim = slot;
            }
        }
        let data = u128::from(work) << PAYLOAD | u128::from(payload);
        victim.store(rest << Self::DATA | data, Ordering::Relaxed);
    }

    /// Asks the processor to fetch the bucket of `key`.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        prefetch(self.bucket(key).0);
    }

    /// Share of the slots in use, from a sample spread over the table.
    pub fn fill(&self) -> f64 {
        const SAMPLE: u64 = 1024;
        let buckets = 1u64 << self.bucket_bits;
        let step = (buckets / SAMPLE).max(1);
        let (mut used, mut seen) = (0, 0);
        for index in (0..buckets).step_by(step as usize) {
            let bucket = self.buckets.get(index as usize);
            seen += WAYS;
            used += bucket.iter().filter(|slot| slot.load(Ordering::Relaxed) != 0).count();
        }
        used as f64 / seen as f64
    }
}

/// Asks the processor to fetch a place in memory.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect but on caches.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
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
            (0u128..1 << 104, 1u32..1 << 24, any::<u8>(), any::<bool>()), 1..2000)) {
            let table = <Table>::new(0, 104).unwrap();
            let mut truth = HashMap::new();
            let mut last = 0u128;
            for (key, payload, work, near) in stores {
                // Half the keys are close relatives of others, as in a search.
                let key = if near { last ^ (key & 0xff) ^ ((key & 0xf00) << 60) } else { key };
                last = key;
                table.store(key, payload, work);
                truth.insert(key, payload);
                prop_assert_eq!(table.probe(key), Some(payload));
            }
            for (key, payload) in &truth {
                prop_assert!(table.probe(*key).is_none_or(|found| found == *payload));
                let stranger = key ^ 1;
                prop_assert_eq!(
                    table.probe(stranger).is_some_and(|p| Some(&p) != truth.get(&stranger)), false);
            }
        }
    }

    #[test]
    fn work_protects_an_entry() {
        let table = <Table>::new(0, 104).unwrap();
        table.store(7, 1, 200);
        for key in 1..100_000u128 {
            table.store(key << 40, 2, 1);
        }
        assert_eq!(table.probe(7), Some(1));
    }

    #[test]
    fn threads_never_read_torn_entries() {
        // Every payload follows from its key, so a mix of two entries would show.
        let payload_of = |key: u128| (spread::rest(key) as u32 & 0xff_ffff) | 1;
        let table = <Table>::new(0, 100).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut state = thread + 1;
                    for _ in 0..200_000 {
                        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
                        let key = u128::from(state >> 52) << 88 | u128::from(state >> 54);
                        match table.probe(key) {
                            Some(found) => assert_eq!(found, payload_of(key)),
                            None => table.store(key, payload_of(key), state as u8),
                        }
                    }
                });
            }
        });
    }
}
