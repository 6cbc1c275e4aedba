//! What node lanes do that safe code cannot say so that it becomes an instruction: lanes that move
//! to where only the running search knows, and a mask of the lanes that are not zero.
//!
//! The plain machine `()` says what each operation does; tests hold the others against it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(target_arch = "x86_64")]
pub(in crate::engine::lanes) mod sse2;

use super::super::words::Words;

/// From which lane each of some lanes comes.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::lanes) struct Route<const N: usize> {
    /// The lanes that something comes to.
    pub(super) to: u32,
    /// Where it comes from, for each of them.
    pub(super) from: [u8; N],
}

impl<const N: usize> Route<N> {
    pub(super) const NONE: Self = Self { to: 0, from: [0; N] };

    #[inline(always)]
    pub(super) fn add(&mut self, from: usize, to: usize) {
        self.to |= 1 << to;
        self.from[to % N] = from as u8;
    }
}

/// A machine with registers of `N` words. There is a value only where its instructions are there.
pub(in crate::engine::lanes) trait Moves<const N: usize>: Copy {
    /// How many registers there are.
    const REGISTERS: usize;
    /// A route in the form the moves need.
    type Map: Copy;

    /// A route in the form the moves need.
    fn map(self, route: &Route<N>) -> Self::Map;
    /// Moves lanes; the others stay what they are.
    fn moved(self, from: &Words<N>, map: &Self::Map, to: &mut Words<N>);
    /// A bit for each lane that is not zero.
    fn filled(self, words: Words<N>) -> u32;
}
