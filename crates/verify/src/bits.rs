//! Sets of numbers as words of 64 bits.

/// Number of words for numbers below `length`.
pub(crate) fn words(length: usize) -> usize {
    length.div_ceil(64)
}

pub(crate) fn set(words: &mut [u64], i: usize) {
    words[i / 64] |= 1 << (i % 64);
}

pub(crate) fn clear(words: &mut [u64], i: usize) {
    words[i / 64] &= !(1 << (i % 64));
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

/// The least number of the intersection of two sets.
pub(crate) fn first_common(one: &[u64], other: &[u64]) -> Option<usize> {
    let both = one.iter().zip(other).map(|(one, other)| one & other);
    let (i, word) = both.enumerate().find(|(_, word)| *word != 0)?;
    Some(64 * i + word.trailing_zeros() as usize)
}

/// Writes the difference of two sets to a third.
pub(crate) fn subtract(to: &mut [u64], from: &[u64], what: &[u64]) {
    for ((to, from), what) in to.iter_mut().zip(from).zip(what) {
        *to = from & !what;
    }
}

/// Removes a set from another.
pub(crate) fn remove(from: &mut [u64], what: &[u64]) {
    from.iter_mut().zip(what).for_each(|(from, what)| *from &= !what);
}

/// The numbers in a set, in ascending order.
pub(crate) fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    members_of(words.iter().copied())
}

/// The numbers in both sets, in ascending order.
pub(crate) fn members_of_both<'w>(
    one: &'w [u64],
    other: &'w [u64],
) -> impl Iterator<Item = usize> + 'w {
    members_of(one.iter().zip(other).map(|(one, other)| one & other))
}

fn members_of(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(i, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * i + bit
            })
        })
    })
}
