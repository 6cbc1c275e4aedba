//! A register full of 16-bit words, in safe code.
//!
//! Every operation is a loop over an array. Inlined into a function that is compiled for a
//! machine with vectors, and with as many words as such a vector has, each becomes one
//! instruction and the array a register.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// `N` words, on which whole-register operations work word by word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Words<const N: usize>(pub(super) [u16; N]);

impl<const N: usize> Words<N> {
    pub(super) const ZERO: Self = Self([0; N]);

    /// The same word everywhere.
    #[inline(always)]
    pub(super) const fn all(word: u16) -> Self {
        Self([word; N])
    }

    /// Each word moved up by so many bits.
    #[inline(always)]
    pub(super) fn up(self, bits: u32) -> Self {
        let mut to = self;
        for word in &mut to.0 {
            *word <<= bits;
        }
        to
    }

    /// Each word moved down by so many bits.
    #[inline(always)]
    pub(super) fn down(self, bits: u32) -> Self {
        let mut to = self;
        for word in &mut to.0 {
            *word >>= bits;
        }
        to
    }

    /// Its own bits where `self` is set, those of `other` where not.
    #[inline(always)]
    pub(super) fn select(self, own: Self, other: Self) -> Self {
        (self & own) | (!self & other)
    }

    /// All bits where a word is not zero, none where it is.
    #[inline(always)]
    pub(super) fn any(self) -> Self {
        let mut to = self;
        for word in &mut to.0 {
            *word = if *word == 0 { 0 } else { !0 };
        }
        to
    }

    /// The lowest bit of each word.
    #[inline(always)]
    pub(super) fn lowest(self) -> Self {
        let mut to = self;
        for word in &mut to.0 {
            *word &= word.wrapping_neg();
        }
        to
    }

    /// The sums, word by word, of numbers that fit.
    #[inline(always)]
    pub(super) fn plus(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word = word.wrapping_add(*other);
        }
        self
    }

    /// All bits in the lanes that have a bit in `mask`.
    #[inline(always)]
    pub(super) fn of_mask(mask: u32) -> Self {
        let mut to = Self::ZERO;
        for (lane, word) in to.0.iter_mut().enumerate() {
            *word = if mask >> lane & 1 == 1 { !0 } else { 0 };
        }
        to
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        self
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
        self
    }
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
        self
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const N: usize> BitAndAssign for Words<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
