//! Rows in four lists of eight words, for machines with registers of 128 bits.
//!
//! What a row does is written once here, over the operations of [`Eight`]. In safe code these are loops over words, which any machine can
//! run, and which define what the others do: SSE2, NEON and WebAssembly each have a type whose operations are one or two instructions.

use super::super::adders::{Bits, bits};
use super::super::words::Words;
use super::Row;

/// Eight words: those of the digits 1 to 8 of a column or, in four pairs, those of the ninth digits of the three columns.
pub(in super::super) trait Eight: Bits {
    fn of(words: [u16; 8]) -> Self;
    fn words(self) -> [u16; 8];
    /// A bit for each word of four lists that is not zero.
    fn filled(lists: [Self; 4]) -> u32;
    fn up<const BITS: u32>(self) -> Self;
    fn down<const BITS: u32>(self) -> Self;
    /// Rotates the bands of the ninth digits, those of the second column down by `SECOND` bits, and those of the third by the other
    /// bits of the nine.
    fn ninths_turned<const SECOND: u32>(self) -> Self;
    /// Each of the first three pairs gets the words of the next of them.
    fn next(self) -> Self;
    /// Each of the first three pairs gets the words of the one before.
    fn last(self) -> Self;
    /// All four pairs get the words of one of them.
    fn spread<const PAIR: usize>(self) -> Self;
    /// The first pairs of three lists. The words of the fourth pair are arbitrary.
    fn firsts(lists: [Self; 3]) -> Self;
    fn swap_4(self) -> Self;
    fn swap_2(self) -> Self;
    fn swap_1(self) -> Self;
    /// The bits of `on` where `self` has a bit set, those of `off` elsewhere.
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        (self & on) | (!self & off)
    }
}

/// Four lists, one for each of the three columns and one for the ninth digits.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Fours<E>([E; 4]);

bits!([E: Eight] Fours<E>, |a, b| a & b, |a, b| a | b, |a, b| a ^ b, |a| !a);

impl<E: Eight> Fours<E> {
    #[inline(always)]
    fn each(self, does: impl Fn(E) -> E) -> Self {
        let [a, b, c, d] = self.0;
        Self([does(a), does(b), does(c), does(d)])
    }

    #[inline(always)]
    fn zip(self, other: Self, does: impl Fn(E, E) -> E) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([does(a, e), does(b, f), does(c, g), does(d, h)])
    }
}

impl<E: Eight> Row for Fours<E> {
    type Machine = ();

    #[inline(always)]
    fn of((): (), words: [u16; 32]) -> Self {
        let (lists, _) = words.as_chunks();
        Self([E::of(lists[0]), E::of(lists[1]), E::of(lists[2]), E::of(lists[3])])
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        let mut words = [0; 32];
        for (to, list) in words.chunks_exact_mut(8).zip(self.0) {
            to.copy_from_slice(&list.words());
        }
        words
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        E::filled(self.0)
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self.each(E::up::<BITS>)
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.each(E::down::<BITS>)
    }
    #[inline(always)]
    fn bands_back(self) -> Self {
        let [a, b, c, d] = self.0;
        let (b, c) = (b.up::<6>() | b.down::<3>(), c.up::<3>() | c.down::<6>());
        Self([a, b, c, d.ninths_turned::<3>()])
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        let [a, b, c, d] = self.0;
        let (b, c) = (b.up::<3>() | b.down::<6>(), c.up::<6>() | c.down::<3>());
        Self([a, b, c, d.ninths_turned::<6>()])
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, d.next()])
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, a, b, d.last()])
    }
    #[inline(always)]
    fn any_column(self) -> Self {
        let [a, b, c, d] = self.0;
        let any = a | (b | c);
        Self([any, any, any, d | (d.last() | d.next())])
    }
    #[inline(always)]
    fn every_column(self) -> Self {
        let [a, b, c, d] = self.0;
        let every = a & (b & c);
        Self([every, every, every, d & (d.last() & d.next())])
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        let d = self.0[3];
        Self([d.spread::<0>(), d.spread::<1>(), d.spread::<2>(), d])
    }
    #[inline(always)]
    fn first(self) -> Self {
        let [a, b, c, _] = self.0;
        Self([a, b, c, E::firsts([a, b, c])])
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        self.each(E::swap_4)
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        self.each(E::swap_2)
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        self.each(E::swap_1)
    }
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h], [i, j, k, l]) = (self.0, on.0, off.0);
        Self([a.select(e, i), b.select(f, j), c.select(g, k), d.select(h, l)])
    }
}

/// The word at each place is the word that was at the place `from` that place.
fn permuted(words: Words<8>, from: impl Fn(usize) -> usize) -> Words<8> {
    Words(std::array::from_fn(|i| words.0[from(i)]))
}

/// Permutes pairs of words; `from` has the source of each pair.
fn pairs(words: Words<8>, from: [usize; 4]) -> Words<8> {
    permuted(words, |i| 2 * from[i / 2] + i % 2)
}

impl Eight for Words<8> {
    fn of(words: [u16; 8]) -> Self {
        Self(words)
    }
    fn words(self) -> [u16; 8] {
        self.0
    }
    fn filled(lists: [Self; 4]) -> u32 {
        let bytes = lists.map(|words| words.filled() as u8);
        u32::from_le_bytes(bytes)
    }
    fn up<const BITS: u32>(self) -> Self {
        self.each(|word| word << BITS)
    }
    fn down<const BITS: u32>(self) -> Self {
        self.each(|word| word >> BITS)
    }
    fn ninths_turned<const SECOND: u32>(self) -> Self {
        let down = [0, SECOND, 9 - SECOND, 0];
        let turned = |i: usize| match down[i / 2] {
            0 => self.0[i],
            down => self.0[i] << (9 - down) | self.0[i] >> down,
        };
        Self(std::array::from_fn(turned))
    }
    fn next(self) -> Self {
        pairs(self, [1, 2, 0, 3])
    }
    fn last(self) -> Self {
        pairs(self, [2, 0, 1, 3])
    }
    fn spread<const PAIR: usize>(self) -> Self {
        pairs(self, [PAIR; 4])
    }
    fn firsts([a, b, c]: [Self; 3]) -> Self {
        Self([a.0[0], a.0[1], b.0[0], b.0[1], c.0[0], c.0[1], 0, 0])
    }
    fn swap_4(self) -> Self {
        permuted(self, |i| i ^ 4)
    }
    fn swap_2(self) -> Self {
        permuted(self, |i| i ^ 2)
    }
    fn swap_1(self) -> Self {
        permuted(self, |i| i ^ 1)
    }
}
