//! The memory of a table.

use super::Bucket;

/// Buckets that are empty at first, and take no memory before they are touched.
#[cfg(not(feature = "shuttle"))]
pub(super) struct Buckets(memmap2::MmapRaw);

#[cfg(not(feature = "shuttle"))]
impl Buckets {
    pub(super) fn new(buckets: usize) -> std::io::Result<Buckets> {
        let map = memmap2::MmapMut::map_anon(size_of::<Bucket>() * buckets)?;
        // Random probes miss the TLB on small pages; a system without large ones is fine too.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Buckets(map.into()))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len() / size_of::<Bucket>()
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> &Bucket {
        debug_assert!(index < self.len());
        // SAFETY: the mapping belongs to this value alone and lives as long; it is aligned to a
        // page, zeroed (a valid bucket), and holds all buckets, `index` being below their number.
        // Nothing but these references points into it, and all they lead to is atomic.
        unsafe { &*self.0.as_mut_ptr().cast::<Bucket>().add(index) }
    }
}

/// The same where every access is to be seen.
#[cfg(feature = "shuttle")]
pub(super) struct Buckets(Box<[Bucket]>);

#[cfg(feature = "shuttle")]
impl Buckets {
    pub(super) fn new(buckets: usize) -> std::io::Result<Buckets> {
        Ok(Buckets((0..buckets).map(|_| Bucket::default()).collect()))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, index: usize) -> &Bucket {
        &self.0[index]
    }
}
