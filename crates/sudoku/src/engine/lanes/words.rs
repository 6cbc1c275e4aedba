//! A vector register of 16-bit words, in safe code.
//!
//! Every operation is a loop over an array. In a function that is compiled for vector instructions, with the
//! array as large as a register, the compiler turns each loop into one instruction.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// `N` words. Operations work word by word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Words<const N: usize>(pub(super) [u16; N]);

impl<const N: usize> Words<N> {
    pub(super) const ZERO: Self = Self([0; N]);

    #[inline(always)]
    pub(super) const fn all(word: u16) -> Self {
        Self([word; N])
    }

    /// All bits in the lanes whose bit is set in `mask`, none in the others.
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
