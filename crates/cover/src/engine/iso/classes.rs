//! The memo of classes: for each key, a form or a state without one, its number of solutions.
//!
//! Whole keys are compared, never hashes alone. Several workers may share one memo: it is divided into shards, each with a
//! lock of its own. A class that a worker is counting is *open*, so that other workers count other classes first.
//! If a shard exceeds its room, the classes that took the least work to count are dropped.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::count::Count;
use crate::room;

/// Number of shards: many more than there are workers, so that two rarely wait for one lock.
const SHARDS: usize = 64;

pub(in super::super) struct Classes {
    shards: Box<[Mutex<Shard>]>,
    hasher: FixedState,
    /// Upper bound on the size of a shard, in bytes.
    room: AtomicUsize,
}

#[derive(Default)]
struct Shard {
    places: HashTable<u32>,
    classes: Vec<Class>,
    keys: Vec<u8>,
    /// Bytes of numbers of solutions that are allocated apart.
    beside: usize,
}

struct Class {
    hash: u64,
    /// The key is `keys[start..start + length]`.
    start: usize,
    length: u32,
    /// Binary logarithm of the number of nodes that were searched to count the class.
    work: u32,
    /// The number of solutions; `None` while the class is open.
    count: Option<Count>,
}

pub(super) enum Looked {
    Known(Count),
    /// A worker counts the class.
    Open,
    /// The class was unknown and is open from now on. Carries the hash of its key.
    Unknown(u64),
}

impl Classes {
    /// An empty memo of at most `room` bytes.
    pub(super) fn new(room: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { shards, hasher: FixedState::default(), room: AtomicUsize::new(room / SHARDS) }
    }

    /// An empty memo with the same bound on its size.
    pub(super) fn empty_like(&self) -> Self {
        let empty = Self::new(0);
        Self { room: AtomicUsize::new(self.room.load(Ordering::Relaxed)), ..empty }
    }

    /// Lets the memo take up to `room` bytes from now on.
    pub(super) fn widen(&self, room: usize) {
        self.room.store(room / SHARDS, Ordering::Relaxed);
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        // The hash tables use the top bits and the bottom bits.
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn look(&self, key: &[u8]) -> Looked {
        let hash = self.hasher.hash_one(key);
        let mut shard = self.shard(hash);
        match shard.find(hash, key).map(|class| class.count.clone()) {
            Some(Some(count)) => Looked::Known(count),
            Some(None) => Looked::Open,
            None => {
                shard.open(hash, key, self.room.load(Ordering::Relaxed));
                Looked::Unknown(hash)
            }
        }
    }

    /// Stores a class that was counted before, unless it is known. Its work is taken to be `nodes` nodes.
    pub(super) fn restore(&self, key: &[u8], count: &Count, nodes: u64) {
        if let Looked::Unknown(hash) = self.look(key) {
            self.close(hash, key, count, nodes);
        }
    }

    /// Stores the number of solutions of an open class, which took `nodes` nodes to count.
    pub(super) fn close(&self, hash: u64, key: &[u8], count: &Count, nodes: u64) {
        let mut shard = self.shard(hash);
        if let Some(class) = shard.find(hash, key) {
            class.count = Some(count.clone());
            class.work = nodes.max(1).ilog2();
            shard.beside += count.beside();
        }
    }

    pub(super) fn clear(&self) {
        for shard in &self.shards {
            *shard.lock().unwrap_or_else(PoisonError::into_inner) = Shard::default();
        }
    }

    pub(super) fn len(&self) -> usize {
        let shards = self.shards.iter();
        shards.map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).classes.len()).sum()
    }
}

impl Class {
    fn key<'k>(&self, keys: &'k [u8]) -> &'k [u8] {
        &keys[self.start..self.start + self.length as usize]
    }
}

impl Shard {
    fn find(&mut self, hash: u64, key: &[u8]) -> Option<&mut Class> {
        let Self { places, classes, keys, .. } = self;
        let is_it = |class: &Class| class.hash == hash && class.key(keys) == key;
        let place = *places.find(hash, |&place| is_it(&classes[place as usize]))?;
        Some(&mut classes[place as usize])
    }

    fn open(&mut self, hash: u64, key: &[u8], room: usize) {
        if self.bytes_with(key.len()) > room {
            self.shrink();
        }
        let (start, length) = (self.keys.len(), key.len() as u32);
        room::reserve(&mut self.keys, key.len());
        self.keys.extend_from_slice(key);
        let place = self.classes.len() as u32;
        room::reserve(&mut self.classes, 1);
        self.classes.push(Class { hash, start, length, work: 0, count: None });
        self.places.insert_unique(hash, place, |&place| self.classes[place as usize].hash);
    }

    /// Size in bytes with one class more.
    fn bytes_with(&self, key: usize) -> usize {
        room::of_table(&self.places, 1)
            + room::of_vec(&self.keys, key)
            + room::of_vec(&self.classes, 1)
            + self.beside
    }

    /// Drops the half of the closed classes that took the least work.
    fn shrink(&mut self) {
        let closed = self.classes.iter().filter(|class| class.count.is_some());
        let mut work: Vec<u32> = closed.map(|class| class.work).collect();
        if work.is_empty() {
            return;
        }
        let middle = work.len() / 2;
        let least = *work.select_nth_unstable(middle).1;
        let stays = |class: &Class| class.count.is_none() || class.work > least;
        let staying = self.classes.iter().filter(|class| stays(class));
        let mut keys = Vec::with_capacity(staying.map(|class| class.length as usize).sum());
        self.classes.retain_mut(|class| {
            if !stays(class) {
                return false;
            }
            let start = keys.len();
            keys.extend_from_slice(class.key(&self.keys));
            class.start = start;
            true
        });
        self.classes.shrink_to_fit();
        self.keys = keys;
        self.beside =
            self.classes.iter().filter_map(|class| class.count.as_ref()).map(Count::beside).sum();
        self.places = HashTable::with_capacity(self.classes.len() + 1);
        for (class, place) in self.classes.iter().zip(0..) {
            self.places
                .insert_unique(class.hash, place, |&place| self.classes[place as usize].hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(classes: &Classes, key: u64, nodes: u64) {
        let Looked::Unknown(hash) = classes.look(&key.to_le_bytes()) else { panic!("{key}") };
        assert!(matches!(classes.look(&key.to_le_bytes()), Looked::Open));
        classes.close(hash, &key.to_le_bytes(), &Count::from(u128::from(key)), nodes);
    }

    #[test]
    fn a_class_is_open_until_it_is_closed() {
        let classes = Classes::new(1 << 20);
        closed(&classes, 7, 1);
        assert!(
            matches!(classes.look(&7u64.to_le_bytes()), Looked::Known(n) if n == Count::from(7))
        );
        assert_eq!(classes.len(), 1);
        classes.restore(&7u64.to_le_bytes(), &Count::ONE, 1);
        assert!(
            matches!(classes.look(&7u64.to_le_bytes()), Looked::Known(n) if n == Count::from(7))
        );
    }

    #[test]
    fn a_full_memo_drops_the_classes_of_least_work() {
        let classes = Classes::new(64 * 64 * size_of::<Class>());
        (0..40_000).for_each(|key| closed(&classes, key, if key % 100 == 0 { 1 << 20 } else { 1 }));
        assert!(classes.len() < 6_000, "{}", classes.len());
        let stay = |key: u64| matches!(classes.look(&key.to_le_bytes()), Looked::Known(_));
        let (large, small) = (0..40_000).partition::<Vec<u64>, _>(|key| key % 100 == 0);
        let kept = |keys: &[u64]| keys.iter().filter(|key| stay(**key)).count();
        assert!(kept(&large) * 2 > large.len() && kept(&small) * 4 < small.len());
    }
}
