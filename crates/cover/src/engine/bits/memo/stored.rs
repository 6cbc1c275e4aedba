//! The hash table of the sub-problems searched so far. Whole keys are compared.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::super::number::Number;
use super::GLANCE;
use crate::room;

const FIRST_ROOM: usize = 2 * GLANCE as usize;

/// Sub-problems and their numbers of solutions.
pub(super) struct Stored<N> {
    words: usize,
    /// For each sub-problem, its index in `keys` and `numbers`.
    places: HashTable<u32>,
    keys: Vec<u64>,
    numbers: Vec<N>,
    hasher: FixedState,
    limit: usize,
}

impl<N: Number> Stored<N> {
    pub(super) fn new(words: usize) -> Self {
        let (places, keys, numbers) = (HashTable::new(), Vec::new(), Vec::new());
        Self { words, places, keys, numbers, hasher: FixedState::default(), limit: 0 }
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

    /// Stores the number of solutions of a sub-problem that is not in the table, unless the table would take more than
    /// `room` bytes. Returns whether it did.
    #[inline(always)]
    pub(super) fn put(&mut self, hash: u64, key: &[u64], number: N, room: usize) -> bool {
        if self.numbers.len() == self.limit && !self.grow(room) {
            return false;
        }
        let words = self.words;
        let place = self.numbers.len() as u32;
        self.keys.extend_from_slice(key);
        self.numbers.push(number);
        let (keys, hasher) = (&self.keys, &self.hasher);
        self.places.insert_unique(hash, place, |&place| {
            hasher.hash_one(&keys[place as usize * words..][..words])
        });
        true
    }

    /// Makes room for more sub-problems as [`room::growth`] says, or for fewer if the table would take more than `most` bytes.
    /// Returns whether there is room for one.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, most: usize) -> bool {
        let Self { words, places, keys, numbers, hasher, .. } = self;
        let (words, stored) = (*words, numbers.len());
        let entry = 8 * words + N::BYTES;
        let fits = |more| (stored + more) * entry + room::of_table(places, more) <= most;
        let mut more = FIRST_ROOM.max(room::growth(stored, entry)).min(u32::MAX as usize - stored);
        while more > 0 && !fits(more) {
            more /= 2;
        }
        places.reserve(more, |&place| hasher.hash_one(&keys[place as usize * words..][..words]));
        keys.reserve_exact(more * words);
        numbers.reserve_exact(more);
        self.limit = stored + more;
        more > 0
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_never_takes_more_than_its_room() {
        for room in [0, 3_000, 40_000, 1_000_000] {
            let mut stored = Stored::<u128>::new(2);
            let mut put = 0;
            for key in 0..100_000u64 {
                let key = [key, !key];
                let is_put = stored.put(stored.hash(&key), &key, key[0].into(), room);
                put += usize::from(is_put);
                let bytes = stored.places.allocation_size()
                    + 8 * stored.keys.capacity()
                    + 16 * stored.numbers.capacity();
                assert!(bytes <= room, "{bytes} > {room}");
            }
            assert_eq!(stored.len(), put);
            // Most of the room is used: an entry takes 32 bytes, and some ten in the hash table.
            assert!(put == 100_000 || (put + FIRST_ROOM) * 64 >= room, "{put} in {room}");
            for key in 0..put as u64 {
                let key = [key, !key];
                let place = stored.find(stored.hash(&key), &key).expect("it was stored");
                assert_eq!(*stored.number(place), key[0].into());
            }
        }
    }
}
