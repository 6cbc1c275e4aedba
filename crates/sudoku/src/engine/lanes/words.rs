//! A vector register of 16-bit words, in safe code.
//!
//! Every operation is a loop over an array. In a function that is compiled for vector instructions, with the
//! array as large as a register, the compiler turns each loop into one instruction.

use super::adders::bits;

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

    #[inline(always)]
    pub(super) fn each(mut self, does: impl Fn(u16) -> u16) -> Self {
        for word in &mut self.0 {
            *word = does(*word);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, does: impl Fn(u16, u16) -> u16) -> Self {
        for (word, &other) in self.0.iter_mut().zip(&other.0) {
            *word = does(*word, other);
        }
        self
    }

    /// A bit for each word that is not zero.
    #[inline(always)]
    pub(super) fn filled(self) -> u32 {
        let mut filled = 0;
        for (lane, word) in self.0.into_iter().enumerate() {
            filled |= u32::from(word != 0) << lane;
        }
        filled
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

bits!([const N: usize] Words<N>, |a, b| a & b, |a, b| a | b, |a, b| a ^ b, |a| !a);
