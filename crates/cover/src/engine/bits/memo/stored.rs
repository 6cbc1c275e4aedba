//! The hash table of the sub-problems searched so far. Whole keys are compared.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::super::number::Number;
use super::GLANCE;

/// Number of sub-problems that the first allocation has room for.
const FIRST_ROOM: usize = 2 * GLANCE as usize;

/// Sub-problems and their numbers of solutions.
pub(super) struct Stored<N> {
    /// Number of words in a key.
    words: usize,
    /// For each sub-problem, its index in `keys` and `numbers`.
    places: HashTable<u32>,
    keys: Vec<u64>,
    numbers: Vec<N>,
    hasher: FixedState,
}

impl<N: Number> Stored<N> {
    /// An empty table for keys of `words` words.
    pub(super) fn new(words: usize) -> Self {
        let (places, keys, numbers) = (HashTable::new(), Vec::new(), Vec::new());
        Self { words, places, keys, numbers, hasher: FixedState::default() }
    }

    pub(super) fn hash(&self, key: &[u64]) -> u64 {
        self.hasher.hash_one(key)
    }

    /// The place of a sub-problem in [`number`](Self::number).
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, key: &[u64]) -> Option<u32> {
        let key_at = |place: u32| &self.keys[place as usize * self.words..][..self.words];
        self.places.find(hash, |&place| key_at(place) == key).copied()
    }

    /// Whether a sub-problem is in the table. A function of its own, because the look-up in [`find`](Self::find) is only inlined where it is
    /// called if that is one place: 2 % of a search with many look-ups.
    pub(super) fn has(&self, hash: u64, key: &[u64]) -> bool {
        let key_at = |place: u32| &self.keys[place as usize * self.words..][..self.words];
        self.places.find(hash, |&place| key_at(place) == key).is_some()
    }

    #[inline(always)]
    pub(super) fn number(&self, place: u32) -> &N {
        &self.numbers[place as usize]
    }

    /// Stores the number of solutions of a sub-problem that is not in the table.
    #[inline(always)]
    pub(super) fn put(&mut self, hash: u64, key: &[u64], number: N) {
        let words = self.words;
        if self.numbers.is_empty() {
            self.places.reserve(FIRST_ROOM, |_| {
                unreachable!("the table is empty, so nothing is rehashed")
            });
            self.keys.reserve(FIRST_ROOM * words);
            self.numbers.reserve(FIRST_ROOM);
        }
        let place = self.numbers.len() as u32;
        self.keys.extend_from_slice(key);
        self.numbers.push(number);
        let (keys, hasher) = (&self.keys, &self.hasher);
        self.places.insert_unique(hash, place, |&place| {
            hasher.hash_one(&keys[place as usize * words..][..words])
        });
    }

    /// Number of sub-problems.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Approximate size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.len() * (8 * self.words + size_of::<N>() + 5)
    }
}
