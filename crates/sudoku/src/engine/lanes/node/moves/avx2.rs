//! The operations of node lanes on an AVX2 register.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use quadrille_cover::instructions::Avx2;

use super::{Moves, Route, Words};

/// For each byte, its source in the lower half of the register and in the upper half (128 if the source is not in
/// that half), and the lanes that do not change.
#[derive(Clone, Copy)]
pub(in crate::engine::lanes) struct Map {
    lower: __m256i,
    upper: __m256i,
    stays: Words<16>,
}

#[inline(always)]
fn register(words: Words<16>) -> __m256i {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u16; 16], __m256i>(words.0) }
}

#[inline(always)]
fn words(register: __m256i) -> Words<16> {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    Words(unsafe { transmute::<__m256i, [u16; 16]>(register) })
}

impl Moves<16> for Avx2 {
    const REGISTERS: usize = 16;
    type Map = Map;

    #[inline(always)]
    fn map(self, route: &Route<16>) -> Map {
        let mut bytes = [[[0x80_u8; 2]; 16]; 2];
        let mut to = route.to;
        while to != 0 {
            let lane = to.trailing_zeros() as usize % 16;
            let from = route.from[lane] % 16;
            let first = from % 8 * 2;
            bytes[usize::from(from / 8)][lane] = [first, first + 1];
            to &= to - 1;
        }
        let [lower, upper] = bytes;
        // SAFETY: both types have the same size, and every bit pattern is valid.
        let register = |bytes| unsafe { transmute::<[[u8; 2]; 16], __m256i>(bytes) };
        Map { lower: register(lower), upper: register(upper), stays: !Words::of_mask(route.to) }
    }
    #[inline(always)]
    fn moved(self, from: &Words<16>, map: &Map, to: &mut Words<16>) {
        let from = register(*from);
        // SAFETY: `self` exists only if the CPU has AVX2.
        let moved = unsafe {
            let lower = _mm256_permute2x128_si256::<0x00>(from, from);
            let upper = _mm256_permute2x128_si256::<0x11>(from, from);
            _mm256_or_si256(
                _mm256_shuffle_epi8(lower, map.lower),
                _mm256_shuffle_epi8(upper, map.upper),
            )
        };
        *to = (*to & map.stays) | words(moved);
    }
    #[inline(always)]
    fn filled(self, words: Words<16>) -> u32 {
        // SAFETY: `self` exists only if the CPU has AVX2.
        unsafe {
            let empty = _mm256_cmpeq_epi16(register(words), _mm256_setzero_si256());
            let [lower, upper] = transmute::<__m256i, [__m128i; 2]>(empty);
            0xFFFF & !_mm_movemask_epi8(_mm_packs_epi16(lower, upper)).cast_unsigned()
        }
    }
}
