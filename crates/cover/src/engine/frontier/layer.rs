//! A layer: the states before a step, in ascending order of their keys, each with its number of ways to get there.

use num_bigint::BigUint;

use super::key::Key;
use super::plan::{Chunk, Step};

/// A buffer of more than this many bytes is taken from the system by itself, with room for all that may come.
const LARGE: usize = 1 << 18;
/// Allocators take a buffer of this many bytes straight from the system, and give it back when it is freed; glibc may keep smaller ones.
/// Memory of it that was never written to takes no room.
const FROM_SYSTEM: usize = 33 << 20;

pub(super) struct Layer<K> {
    pub(super) keys: Vec<K>,
    /// By state, its number of ways: `words` words, the lowest first.
    pub(super) ways: Vec<u64>,
    pub(super) words: usize,
    /// Number of bytes that layers had which were in these buffers before.
    touched: usize,
}

impl<K: Key> Layer<K> {
    /// The layer before the first step: one state, one way.
    pub(super) fn first() -> Self {
        Self { keys: vec![K::ZERO], ways: vec![1], ..Self::empty(1) }
    }

    /// A layer without states, whose numbers have `words` words.
    pub(super) fn empty(words: usize) -> Self {
        Self { keys: Vec::new(), ways: Vec::new(), words, touched: 0 }
    }

    /// The same layer in buffers of its own.
    pub(super) fn copied(&self) -> Self {
        Self { keys: self.keys.clone(), ways: self.ways.clone(), words: self.words, touched: 0 }
    }

    /// The buffers, for another layer whose numbers have `words` words.
    pub(super) fn emptied(mut self, words: usize) -> Self {
        let touched = self.resident();
        self.keys.clear();
        self.ways.clear();
        Self { words, touched, ..self }
    }

    /// Makes room for this many states. If the system refuses the room, the buffers grow when they are filled.
    pub(super) fn reserve(&mut self, states: usize) {
        reserve(&mut self.keys, states);
        reserve(&mut self.ways, states.saturating_mul(self.words));
    }

    /// Gives memory back to the system that the states do not need.
    pub(super) fn shrink(&mut self) {
        self.keys.shrink_to_fit();
        self.ways.shrink_to_fit();
        self.touched = 0;
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
        let rest = Self { keys: self.keys.split_off(half), ways, ..Self::empty(self.words) };
        self.shrink();
        [self, rest]
    }

    /// Adds a state whose key comes after all others.
    pub(super) fn append(&mut self, key: K, ways: &[u64]) {
        self.keys.push(key);
        self.ways.extend_from_slice(ways);
    }

    pub(super) fn add(&mut self, state: usize, ways: &[u64]) {
        add(&mut self.ways[state * self.words..][..self.words], ways);
    }

    /// Number of words of each number of ways.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn states(&self) -> usize {
        self.keys.len()
    }

    /// The size of one state, in bytes.
    pub(super) fn each_bytes(&self) -> usize {
        size_of::<K>() + 8 * self.words
    }

    /// The size of the layer, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * self.each_bytes()
    }

    /// The memory that the buffers take, in bytes.
    pub(super) fn resident(&self) -> usize {
        self.touched.max(self.bytes())
    }

    /// Whether the buffers take memory that the states do not need and that may be missing elsewhere.
    pub(super) fn wastes(&self, room: usize) -> bool {
        let resident = self.resident();
        resident > LARGE && (resident > room / 4 || resident - self.bytes() > resident / 4)
    }

    /// The number of ways of the only state, lowest word first; nothing if there is no state.
    pub(super) fn only(&self) -> &[u64] {
        &self.ways
    }

    /// Makes each number wide enough for sums of `moves` numbers of ways of all states.
    pub(super) fn widen(&mut self, moves: usize) {
        // The sum over all states, which no number of the next layer exceeds by more than the number of moves.
        let mut sum = vec![0; self.words + 1];
        for ways in self.ways.chunks(self.words) {
            add(&mut sum, ways);
        }
        let top = sum.iter().rposition(|&word| word != 0).unwrap_or(0);
        let bits = 64 * (top + 1) - sum[top].leading_zeros() as usize;
        let words = (bits + usize::BITS as usize - moves.leading_zeros() as usize).div_ceil(64);
        if words > self.words {
            let (states, narrow) = (self.keys.len(), self.words);
            reserve(&mut self.ways, states * words);
            self.ways.resize(states * words, 0);
            // From the last state on, so that no number is written over one that is still to be moved.
            for state in (0..states).rev() {
                self.ways.copy_within(state * narrow..(state + 1) * narrow, state * words);
                self.ways[state * words..][narrow..words].fill(0);
            }
            self.words = words;
        }
    }

    /// The states that lose the same bits in a step: these bits, and the number of the first state behind them.
    pub(super) fn groups(&self, step: &Step) -> Vec<(K, usize)> {
        // The bits that are lost are on top, so the states of a group are neighbours.
        let lost = |key: K| key.moved(step.stays(), 0, step.closing);
        let (mut groups, mut from) = (Vec::new(), 0);
        while let Some(&first) = self.keys.get(from) {
            let value = lost(first);
            from += self.keys[from..].partition_point(|&key| lost(key) == value);
            groups.push((value, from));
        }
        groups
    }

    /// Takes the bits from the keys that they lose in a step, and moves the others.
    pub(super) fn shift(&mut self, step: &Step) {
        for key in &mut self.keys {
            *key = moved(*key, &step.chunks);
        }
    }

    /// Takes back [`shift`](Self::shift).
    pub(super) fn shift_back(&mut self, step: &Step, groups: &[(K, usize)]) {
        let back = |&Chunk { from, to, length }: &Chunk| Chunk { from: to, to: from, length };
        let back: Vec<Chunk> = step.chunks.iter().map(back).collect();
        let mut from = 0;
        for &(lost, end) in groups {
            let lost = lost.moved(0, step.stays(), step.closing);
            for key in &mut self.keys[from..end] {
                *key = moved(*key, &back).or(lost);
            }
            from = end;
        }
    }
}

fn moved<K: Key>(key: K, chunks: &[Chunk]) -> K {
    let parts = chunks.iter().map(|chunk| key.moved(chunk.from, chunk.to, chunk.length));
    parts.fold(K::ZERO, K::or)
}

/// Makes room for `length` elements in all. What is large is taken from the system at once, because memory that is not used costs
/// nothing there.
pub(super) fn reserve<T>(buffer: &mut Vec<T>, length: usize) {
    let large = length.saturating_mul(size_of::<T>()) > LARGE;
    let length = if large { length.max(FROM_SYSTEM / size_of::<T>()) } else { length };
    if buffer.capacity() < length {
        _ = buffer.try_reserve_exact(length - buffer.len());
    }
}

/// Adds a number to another that is at least as wide. The sum must not overflow.
#[inline]
pub(super) fn add(sum: &mut [u64], more: &[u64]) {
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
