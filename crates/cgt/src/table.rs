//! Hash tables for small integer keys. None of them trusts a hash: keys are compared whole.

use crate::forms::Form;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash, Hasher};

/// The hash of a key, the same in every run.
pub(crate) fn hash_of(key: &(impl Hash + ?Sized)) -> u64 {
    FixedState::default().hash_one(key)
}

/// The hash of some words, one after the other.
pub(crate) fn hash_each(words: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    words.for_each(|word| hasher.write_u32(word));
    hasher.finish()
}

/// From a pair of ids to an id.
#[derive(Default)]
pub(crate) struct PairMap {
    table: HashTable<[u32; 3]>,
}

impl PairMap {
    fn hash(a: u32, b: u32) -> u64 {
        hash_of(&PairCache::key(a, b))
    }

    pub(crate) fn get(&self, a: u32, b: u32) -> Option<u32> {
        let found = self.table.find(PairMap::hash(a, b), |entry| entry[0] == a && entry[1] == b);
        found.map(|entry| entry[2])
    }

    pub(crate) fn insert(&mut self, a: u32, b: u32, value: u32) {
        let hash = PairMap::hash(a, b);
        self.table.insert_unique(hash, [a, b, value], |entry| PairMap::hash(entry[0], entry[1]));
    }
}

/// Remembers yes or no for pairs of ids below 2^31.
///
/// It forgets nothing by itself: if answers were lost on the way through a deep comparison, they
/// could be sought over and over.
#[derive(Default)]
pub(crate) struct PairCache {
    /// The pair in the low 63 bits and the answer above.
    table: HashTable<u64>,
}

impl PairCache {
    /// What fits into 2^24 places, some 150 MB.
    const LIMIT: usize = 7 << 21;
    const ANSWER: u64 = 1 << 63;

    fn key(a: u32, b: u32) -> u64 {
        u64::from(a) << 32 | u64::from(b)
    }

    pub(crate) fn get(&self, a: u32, b: u32) -> Option<bool> {
        let key = PairCache::key(a, b);
        let found = self.table.find(hash_of(&key), |entry| entry & !PairCache::ANSWER == key)?;
        Some(found & PairCache::ANSWER != 0)
    }

    /// Makes room if it is full. Called between comparisons, not in one.
    pub(crate) fn trim(&mut self) {
        if self.table.len() >= PairCache::LIMIT {
            self.table.clear();
        }
    }

    /// Adds a pair that is not there.
    pub(crate) fn insert(&mut self, a: u32, b: u32, answer: bool) {
        let key = PairCache::key(a, b);
        let entry = key | if answer { PairCache::ANSWER } else { 0 };
        self.table
            .insert_unique(hash_of(&key), entry, |entry| hash_of(&(entry & !PairCache::ANSWER)));
    }
}

/// Lists of forms, each kept once and known by its number.
#[derive(Default)]
pub(crate) struct Lists {
    ends: Vec<u32>,
    forms: Vec<Form>,
    numbers: HashTable<u32>,
}

impl Lists {
    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many forms they have together.
    pub(crate) fn volume(&self) -> usize {
        self.forms.len()
    }

    pub(crate) fn get(&self, number: u32) -> &[Form] {
        let index = number as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.forms[start..self.ends[index] as usize]
    }

    pub(crate) fn find(&self, hash: u64, list: &[Form]) -> Option<u32> {
        self.numbers.find(hash, |&number| self.get(number) == list).copied()
    }

    /// Adds a list that is not there yet.
    pub(crate) fn push(&mut self, hash: u64, list: &[Form]) -> u32 {
        let number = u32::try_from(self.ends.len()).expect("too many lists of options");
        self.forms.extend_from_slice(list);
        self.ends.push(u32::try_from(self.forms.len()).expect("the lists of options are full"));
        let Lists { ends, forms, numbers } = self;
        numbers.insert_unique(hash, number, |&other| {
            let start = if other == 0 { 0 } else { ends[other as usize - 1] as usize };
            hash_of(&forms[start..ends[other as usize] as usize])
        });
        number
    }

    pub(crate) fn clear(&mut self) {
        *self = Lists::default();
    }
}
