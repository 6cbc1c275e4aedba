//! Sets of vertices as bits, and sums of such sets as one set for each bit of the sums.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

/// A set of at most `64 * W` vertices.
pub(super) type Set<const W: usize> = [u64; W];

#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

#[inline(always)]
pub(super) fn both<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
pub(super) fn either<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] | b[i])
}

#[inline(always)]
pub(super) fn put<const W: usize>(set: &mut Set<W>, vertex: usize) {
    set[vertex / 64] |= 1 << (vertex % 64);
}

#[inline(always)]
pub(super) fn without<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// Adds a set to the numbers of which `bit` is one bit, and returns the carry to the next bit.
#[inline(always)]
pub(super) fn add<const W: usize>(bit: &mut Set<W>, set: Set<W>) -> Set<W> {
    let carry = both(bit, &set);
    for (bit, set) in bit.iter_mut().zip(set) {
        *bit ^= set;
    }
    carry
}

/// Adds a set to the numbers whose bits are `bits[place]`, `bits[place + step]`, and so on, from the first of these on.
#[inline(always)]
pub(super) fn add_on<const W: usize>(
    bits: &mut Vec<Set<W>>,
    mut place: usize,
    step: usize,
    set: Set<W>,
) {
    let mut carry = set;
    while !is_empty(&carry) {
        if place >= bits.len() {
            bits.resize(bits.len() + step, [0; W]);
        }
        carry = add(&mut bits[place], carry);
        place += step;
    }
}

#[inline(always)]
pub(super) fn size<const W: usize>(set: &Set<W>) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline(always)]
pub(super) fn first<const W: usize>(set: &Set<W>) -> Option<usize> {
    let word = set.iter().position(|&word| word != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}
