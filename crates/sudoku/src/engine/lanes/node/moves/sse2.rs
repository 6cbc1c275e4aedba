//! The operations of node lanes on an SSE2 register, which every x86-64 machine has. Lanes move as in `plain`.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::plain::Copies;
use super::{Moves, Route, Words};

/// SSE2, the baseline of x86-64: every such machine has these instructions.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::lanes) struct Sse2;

impl Moves<8> for Sse2 {
    const REGISTERS: usize = 16;
    type Map = Copies<8>;

    #[inline(always)]
    fn map(self, route: &Route<8>) -> Copies<8> {
        ().map(route)
    }
    #[inline(always)]
    fn moved(self, from: &Words<8>, map: &Copies<8>, to: &mut Words<8>) {
        ().moved(from, map, to);
    }
    #[inline(always)]
    fn filled(self, words: Words<8>) -> u32 {
        // SAFETY: every x86-64 machine has SSE2; a register has the size of the words.
        unsafe {
            let words = transmute::<[u16; 8], __m128i>(words.0);
            let empty = _mm_cmpeq_epi16(words, _mm_setzero_si128());
            0xFF & !_mm_movemask_epi8(_mm_packs_epi16(empty, empty)).cast_unsigned()
        }
    }
}
