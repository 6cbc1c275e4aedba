//! The sub-problems that a certificate has the checker store, with their counts.
//!
//! Each is stored whole, and compared whole when the certificate refers to it.

use crate::number::Number;

/// The place of a sub-problem that was forgotten, or is not in use.
const NOWHERE: u32 = u32::MAX;

/// The stored sub-problems. They are numbered from 0 in the order in which their counts become known.
pub(crate) struct Stored<N> {
    /// Number of words of a key.
    words: usize,
    /// By number of a sub-problem, its place in `keys` and `counts`.
    places: Vec<u32>,
    keys: Vec<u64>,
    counts: Vec<N>,
    /// The bytes that `counts` take besides.
    more_bytes: usize,
    /// Places whose sub-problems were forgotten.
    free: Vec<u32>,
}

impl<N: Number> Stored<N> {
    /// Without sub-problems; their keys will have `words` words.
    pub(crate) fn new(words: usize) -> Self {
        let (places, keys, counts, free) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { words, places, keys, counts, more_bytes: 0, free }
    }

    /// Number of sub-problems stored so far, including those forgotten.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Size in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        let counts = self.counts.len() * size_of::<N>() + self.more_bytes;
        8 * self.keys.len() + counts + 4 * self.places.len()
    }

    /// Keeps the key of a sub-problem whose count is not known yet; returns its place.
    pub(crate) fn keep(&mut self, key: impl Iterator<Item = u64>) -> u32 {
        if let Some(place) = self.free.pop() {
            let start = place as usize * self.words;
            self.keys[start..start + self.words].iter_mut().zip(key).for_each(|(k, key)| *k = key);
            return place;
        }
        self.keys.extend(key);
        self.counts.push(N::small(0));
        self.counts.len() as u32 - 1
    }

    /// Stores the count of the sub-problem whose key is kept at a place.
    pub(crate) fn put(&mut self, place: u32, count: N) {
        self.more_bytes += count.more_bytes();
        self.counts[place as usize] = count;
        self.places.push(place);
    }

    /// The place of the sub-problem stored `ago` places before the last one; `None` if there is none, or no longer.
    pub(crate) fn find(&self, ago: usize) -> Option<u32> {
        let number = self.places.len().checked_sub(1)?.checked_sub(ago)?;
        Some(self.places[number]).filter(|&place| place != NOWHERE)
    }

    pub(crate) fn key(&self, place: u32) -> &[u64] {
        &self.keys[place as usize * self.words..][..self.words]
    }

    pub(crate) fn count(&self, place: u32) -> &N {
        &self.counts[place as usize]
    }

    /// Forgets the sub-problem stored `ago` places before the last one, which [`find`](Self::find) found.
    pub(crate) fn forget(&mut self, ago: usize) {
        let number = self.places.len() - 1 - ago;
        let place = std::mem::replace(&mut self.places[number], NOWHERE);
        self.more_bytes -= self.counts[place as usize].more_bytes();
        self.free.push(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgotten_places_are_used_again() {
        let mut stored = Stored::<u128>::new(1);
        for key in [7, 8] {
            let place = stored.keep([key].into_iter());
            stored.put(place, u128::from(10 * key));
        }
        let first = stored.find(1).unwrap();
        assert_eq!((stored.key(first), *stored.count(first)), (&[7][..], 70));
        stored.forget(1);
        assert_eq!(stored.find(1), None);
        let (bytes, place) = (stored.bytes(), stored.keep([9].into_iter()));
        assert_eq!(stored.bytes(), bytes);
        stored.put(place, 90);
        let found: Vec<Option<u128>> =
            (0..4).map(|ago| stored.find(ago).map(|place| *stored.count(place))).collect();
        assert_eq!(found, [Some(90), Some(80), None, None]);
    }
}
