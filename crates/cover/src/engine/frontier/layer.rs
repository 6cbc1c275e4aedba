//! A layer: the states before a step, in ascending order of their keys, each with its number of ways to get there.
//!
//! Whatever moves a state makes in a step, keys that lose the same bits keep their order: bits that stay keep their
//! relative places, and a move sets the same bits, which were clear, in all of them. So the next layer is a merge of sorted
//! lists, one for each move and each value of the bits lost, and needs no hash table.

use num_bigint::BigUint;

use super::plan::{Bits, Step};
use crate::parallel::crew;

/// Layers with fewer states are made by one worker: to start the others would take as long.
const SHARED: usize = if cfg!(any(test, fuzzing)) { 4 } else { 1 << 14 };

/// A key: an unsigned number wide enough for all fields.
pub(super) trait Key: Copy + Ord + Send + Sync {
    const ZERO: Self;
    /// Greater than any key, which has fewer bits than the type.
    const END: Self;
    /// Upper bound on the number of bits of a key.
    const MOST_BITS: u32;
    /// The key with these bits.
    fn of(bits: Bits) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// The sum, which must not overflow.
    fn plus(self, other: Self) -> Self;
    /// `length` bits from bit `from`, moved to bit `to`.
    fn moved(self, from: u32, to: u32, length: u32) -> Self;
    /// The lowest 64 bits.
    fn low(self) -> u64;
    /// The key in bytes, the lowest first.
    fn bytes(self) -> impl AsRef<[u8]>;
    /// The key with these bytes, if they are as many as a key has.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

macro_rules! key {
    ($type:ty) => {
        impl Key for $type {
            const ZERO: Self = 0;
            const END: Self = Self::MAX;
            const MOST_BITS: u32 = Self::BITS - 1;

            fn of(Bits { from, value, .. }: Bits) -> Self {
                Self::from(value) << from
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn moved(self, from: u32, to: u32, length: u32) -> Self {
                let ones = Self::MAX.checked_shr(Self::BITS - length).unwrap_or(0);
                ((self.checked_shr(from).unwrap_or(0)) & ones).checked_shl(to).unwrap_or(0)
            }

            fn low(self) -> u64 {
                self as u64
            }

            fn bytes(self) -> impl AsRef<[u8]> {
                self.to_le_bytes()
            }

            fn from_bytes(bytes: &[u8]) -> Option<Self> {
                Some(Self::from_le_bytes(bytes.try_into().ok()?))
            }
        }
    };
}
key!(u64);
key!(u128);

/// A layer.
#[derive(Clone)]
pub(super) struct Layer<K> {
    keys: Vec<K>,
    /// By state, its number of ways: `words` words, the lowest first.
    ways: Vec<u64>,
    words: usize,
}

impl<K: Key> Layer<K> {
    /// The layer before the first step: one state, one way.
    pub(super) fn first() -> Self {
        Self { keys: vec![K::ZERO], ways: vec![1], words: 1 }
    }

    /// A layer without states, whose numbers have `words` words.
    pub(super) fn empty(words: usize) -> Self {
        Self { keys: Vec::new(), ways: Vec::new(), words }
    }

    /// Adds a state. Returns false, and adds nothing, if its key does not come after all others or its number is too wide.
    pub(super) fn push(&mut self, key: K, ways: &BigUint) -> bool {
        let fits = ways.bits() <= 64 * self.words as u64;
        let is_next = fits && self.keys.last().is_none_or(|last| *last < key);
        if is_next {
            self.keys.push(key);
            let digits = ways.iter_u64_digits().chain(std::iter::repeat(0));
            self.ways.extend(digits.take(self.words));
        }
        is_next
    }

    /// The states in ascending order of their keys, each with its number of ways, lowest word first.
    pub(super) fn each(&self) -> impl Iterator<Item = (K, &[u64])> {
        self.keys.iter().copied().zip(self.ways.chunks(self.words))
    }

    /// A state: its key and its number of ways.
    pub(super) fn state(&self, state: usize) -> (K, &[u64]) {
        (self.keys[state], &self.ways[state * self.words..][..self.words])
    }

    /// The first half of the states, and the others.
    pub(super) fn halves(mut self) -> [Self; 2] {
        let half = self.keys.len() / 2;
        let ways = self.ways.split_off(half * self.words);
        let rest = Self { keys: self.keys.split_off(half), ways, words: self.words };
        [self, rest]
    }

    /// Adds a state whose key comes after all others.
    pub(super) fn append(&mut self, key: K, ways: &[u64]) {
        self.keys.push(key);
        self.ways.extend_from_slice(ways);
    }

    /// Adds ways to a state.
    pub(super) fn add(&mut self, state: usize, ways: &[u64]) {
        add(&mut self.ways[state * self.words..][..self.words], ways);
    }

    /// Number of words of each number of ways.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The number of states.
    pub(super) fn states(&self) -> usize {
        self.keys.len()
    }

    /// The size of the layer, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * (size_of::<K>() + 8 * self.words)
    }

    /// The number of ways of the only state, lowest word first; nothing if there is no state.
    pub(super) fn only(&self) -> &[u64] {
        &self.ways
    }

    /// Makes each number wide enough for sums of `moves` numbers of ways of all states.
    fn widen(&mut self, moves: usize) {
        // The sum over all states, which no number of the next layer exceeds by more than the number of moves.
        let mut sum = vec![0; self.words + 1];
        for ways in self.ways.chunks(self.words) {
            add(&mut sum, ways);
        }
        let top = sum.iter().rposition(|&word| word != 0).unwrap_or(0);
        let bits = 64 * (top + 1) - sum[top].leading_zeros() as usize;
        let words = (bits + usize::BITS as usize - moves.leading_zeros() as usize).div_ceil(64);
        if words > self.words {
            let wide = |ways: &[u64]| {
                let zeros = std::iter::repeat_n(0, words - ways.len());
                ways.iter().copied().chain(zeros).collect::<Vec<u64>>()
            };
            self.ways = self.ways.chunks(self.words).flat_map(wide).collect();
            self.words = words;
        }
    }

    /// The layer after a step, made by `jobs` workers if it is large; `None` if both layers together need more than `room` bytes.
    pub(super) fn after(mut self, step: &Step, jobs: usize, room: usize) -> Option<Self> {
        self.widen(step.moves.len());
        let stays = step.width - step.closing;
        let lost: Vec<K> = self.keys.iter().map(|key| key.moved(stays, 0, step.closing)).collect();
        for key in &mut self.keys {
            let parts =
                step.chunks.iter().map(|chunk| key.moved(chunk.from, chunk.to, chunk.length));
            *key = parts.fold(K::ZERO, K::or);
        }
        let mut cursors = Vec::new();
        let mut from = 0;
        for same in lost.chunk_by(|a, b| a == b) {
            for made in &step.moves {
                let fits = |bits: &Bits| {
                    let value = same[0].moved(bits.from - stays, 0, bits.length);
                    value == K::of(Bits { from: 0, ..*bits })
                };
                if made.closing.iter().all(fits) {
                    let all = |list: &[Bits]| list.iter().fold(K::ZERO, |key, &b| key.or(K::of(b)));
                    let mask = made.test.iter().map(|bits| {
                        let ones = u64::MAX >> (64 - bits.length);
                        K::of(Bits { value: ones, ..*bits })
                    });
                    cursors.push(Cursor {
                        next: from,
                        end: from + same.len(),
                        mask: mask.fold(K::ZERO, K::or),
                        value: all(&made.test),
                        add: all(&made.add),
                    });
                }
            }
            from += same.len();
        }
        let most = room.saturating_sub(self.bytes()) / (size_of::<K>() + 8 * self.words);
        let whole = |next: Self| (next.states() <= most).then_some(next);
        if jobs == 1 || self.keys.len() < SHARED {
            return whole(self.merge(cursors, most));
        }
        let parts = crew(jobs, |worker| self.merge(self.share(&cursors, worker, jobs), most));
        if parts.len() < jobs {
            // The system has refused a thread.
            return whole(self.merge(cursors, most));
        }
        let mut next = Self::empty(self.words);
        for part in parts {
            next.keys.extend(part.keys);
            next.ways.extend(part.ways);
        }
        whole(next)
    }

    /// The cursors for one worker of several: its share of the keys after the step lies between two keys that lists have at
    /// equal parts of the longest list.
    fn share(&self, cursors: &[Cursor<K>], worker: usize, workers: usize) -> Vec<Cursor<K>> {
        let Some(longest) = cursors.iter().max_by_key(|cursor| cursor.end - cursor.next) else {
            return Vec::new();
        };
        let bound = |part: usize| {
            let place = longest.next + (longest.end - longest.next) * part / workers;
            self.keys[place.min(longest.end - 1)].plus(longest.add)
        };
        // A move sets bits that are clear in the keys to which it applies, so setting them is adding.
        let place = |cursor: &Cursor<K>, key: K| {
            let before = |&own: &K| own.plus(cursor.add) < key;
            cursor.next + self.keys[cursor.next..cursor.end].partition_point(before)
        };
        let of_worker = |cursor: &Cursor<K>| Cursor {
            next: if worker == 0 { cursor.next } else { place(cursor, bound(worker)) },
            end: if worker + 1 == workers { cursor.end } else { place(cursor, bound(worker + 1)) },
            ..*cursor
        };
        cursors.iter().map(of_worker).collect()
    }

    /// Merges the lists of the cursors, and adds the numbers of ways of equal keys. Ends when there are more than `most` states.
    fn merge(&self, mut cursors: Vec<Cursor<K>>, most: usize) -> Self {
        let mut next = Self::empty(self.words);
        let heads = cursors.iter_mut().map(|cursor| cursor.seek(&self.keys)).collect();
        let mut heads = Heads::new(heads);
        loop {
            let (key, i) = heads.least();
            if key == K::END || next.keys.len() > most {
                return next;
            }
            let cursor = &mut cursors[i];
            let ways = &self.ways[cursor.next * self.words..][..self.words];
            if next.keys.last() == Some(&key) {
                let from = next.ways.len() - self.words;
                add(&mut next.ways[from..], ways);
            } else {
                next.keys.push(key);
                next.ways.extend_from_slice(ways);
            }
            cursor.next += 1;
            heads.replace(i, cursor.seek(&self.keys));
        }
    }
}

/// The first keys of sorted lists, and the least of them: a tournament, in which each inner node holds the loser.
struct Heads<K> {
    keys: Vec<K>,
    /// The winner, then the losers of the inner nodes 1, 2, 3, ...; node `n` is below node `n / 2`.
    nodes: Vec<u32>,
}

impl<K: Key> Heads<K> {
    fn new(mut keys: Vec<K>) -> Self {
        let lists = keys.len().next_power_of_two();
        keys.resize(lists, K::END);
        let mut heads = Self { keys, nodes: vec![0; lists] };
        heads.nodes[0] = if lists == 1 { 0 } else { heads.play(1) };
        heads
    }

    /// Fills the nodes from node `node` down, and returns the winner.
    fn play(&mut self, node: usize) -> u32 {
        let lists = self.keys.len();
        if node >= lists {
            return (node - lists) as u32;
        }
        let (one, two) = (self.play(2 * node), self.play(2 * node + 1));
        let is_first = self.keys[one as usize] <= self.keys[two as usize];
        let (winner, loser) = if is_first { (one, two) } else { (two, one) };
        self.nodes[node] = loser;
        winner
    }

    /// The least key and its list.
    #[inline]
    fn least(&self) -> (K, usize) {
        let list = self.nodes[0] as usize;
        (self.keys[list], list)
    }

    /// Gives the list of the least key another first key.
    #[inline]
    fn replace(&mut self, list: usize, key: K) {
        self.keys[list] = key;
        let (mut winner, mut best) = (list as u32, key);
        let mut node = usize::midpoint(list, self.keys.len());
        while node > 0 {
            let other = self.nodes[node];
            let rival = self.keys[other as usize];
            if rival < best {
                self.nodes[node] = winner;
                (winner, best) = (other, rival);
            }
            node /= 2;
        }
        self.nodes[0] = winner;
    }
}

/// The states to which a move applies, of those that lose the same bits.
#[derive(Clone, Copy)]
struct Cursor<K> {
    next: usize,
    end: usize,
    mask: K,
    value: K,
    add: K,
}

impl<K: Key> Cursor<K> {
    /// Goes on to the next state to which the move applies, and returns the key that it gets, or [`Key::END`].
    #[inline]
    fn seek(&mut self, keys: &[K]) -> K {
        while self.next < self.end {
            let key = keys[self.next];
            if key.and(self.mask) == self.value {
                return key.or(self.add);
            }
            self.next += 1;
        }
        K::END
    }
}

/// Adds a number to another that is at least as wide. The sum must not overflow.
#[inline]
fn add(sum: &mut [u64], more: &[u64]) {
    let mut carry = false;
    for (i, word) in sum.iter_mut().enumerate() {
        if i >= more.len() && !carry {
            break;
        }
        let (one, first) = word.overflowing_add(more.get(i).copied().unwrap_or(0));
        let (two, second) = one.overflowing_add(u64::from(carry));
        (*word, carry) = (two, first | second);
    }
    debug_assert!(!carry);
}
