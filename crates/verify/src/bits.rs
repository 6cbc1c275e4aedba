//! Sets of numbers as words of 64 bits.

/// Number of words for numbers below `length`.
pub(crate) fn words(length: usize) -> usize {
    length.div_ceil(64)
}

pub(crate) fn set(words: &mut [u64], i: usize) {
    words[i / 64] |= 1 << (i % 64);
}

pub(crate) fn has(words: &[u64], i: usize) -> bool {
    words[i / 64] >> (i % 64) & 1 == 1
}

pub(crate) fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|&word| word == 0)
}

/// The size of the intersection of two sets.
pub(crate) fn common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

/// The least number of the intersection of two sets that is not less than `from`.
pub(crate) fn next_common(one: &[u64], other: &[u64], from: usize) -> Option<usize> {
    let mut mask = u64::MAX << (from % 64);
    for i in from / 64..one.len() {
        let both = one[i] & other[i] & mask;
        if both != 0 {
            return Some(64 * i + both.trailing_zeros() as usize);
        }
        mask = u64::MAX;
    }
    None
}
