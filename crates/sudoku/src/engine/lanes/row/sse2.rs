//! Eight words in an SSE2 register.
//!
//! SAFETY of all intrinsics in this file: every x86-64 machine has SSE2. SAFETY of all transmutes: both types have
//! the same size, and every bit pattern is valid.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::super::adders::bits;
use super::fours::Eight;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Xmm(__m128i);

bits!(
    [] Xmm,
    |a, b| unsafe { _mm_and_si128(a, b) },
    |a, b| unsafe { _mm_or_si128(a, b) },
    |a, b| unsafe { _mm_xor_si128(a, b) },
    |a| unsafe { _mm_xor_si128(a, _mm_set1_epi32(-1)) }
);

impl Xmm {
    #[inline(always)]
    fn each(self, does: impl Fn(__m128i) -> __m128i) -> Self {
        Self(does(self.0))
    }
    #[inline(always)]
    fn zip(self, other: Self, does: impl Fn(__m128i, __m128i) -> __m128i) -> Self {
        Self(does(self.0, other.0))
    }
}

impl Eight for Xmm {
    #[inline(always)]
    fn of(words: [u16; 8]) -> Self {
        Self(unsafe { transmute::<[u16; 8], __m128i>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 8] {
        unsafe { transmute::<__m128i, [u16; 8]>(self.0) }
    }
    #[inline(always)]
    fn filled([a, b, c, d]: [Self; 4]) -> u32 {
        unsafe {
            let empty = |row: Self| _mm_cmpeq_epi16(row.0, _mm_setzero_si128());
            let low = _mm_movemask_epi8(_mm_packs_epi16(empty(a), empty(b))).cast_unsigned();
            let high = _mm_movemask_epi8(_mm_packs_epi16(empty(c), empty(d))).cast_unsigned();
            !(low | high << 16)
        }
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Self(unsafe { _mm_sll_epi16(self.0, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Self(unsafe { _mm_srl_epi16(self.0, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }
    /// Rotates by multiplication: the lower half of a product is the word shifted up, the upper half the word shifted down.
    #[inline(always)]
    fn ninths_turned<const SECOND: u32>(self) -> Self {
        let (second, third) = (9 - SECOND as usize, SECOND as usize);
        let up = |by: usize| 1 << by;
        let down = |by: usize| 1 << (16 - (9 - by));
        unsafe {
            let up = _mm_setr_epi16(1, 1, up(second), up(second), up(third), up(third), 1, 1);
            let down =
                _mm_setr_epi16(0, 0, down(second), down(second), down(third), down(third), 0, 0);
            Self(_mm_or_si128(_mm_mullo_epi16(self.0, up), _mm_mulhi_epu16(self.0, down)))
        }
    }
    #[inline(always)]
    fn next(self) -> Self {
        Self(unsafe { _mm_shuffle_epi32::<0b11_00_10_01>(self.0) })
    }
    #[inline(always)]
    fn last(self) -> Self {
        Self(unsafe { _mm_shuffle_epi32::<0b11_01_00_10>(self.0) })
    }
    #[inline(always)]
    fn spread<const PAIR: usize>(self) -> Self {
        unsafe {
            Self(match PAIR {
                0 => _mm_shuffle_epi32::<0b00_00_00_00>(self.0),
                1 => _mm_shuffle_epi32::<0b01_01_01_01>(self.0),
                2 => _mm_shuffle_epi32::<0b10_10_10_10>(self.0),
                _ => _mm_shuffle_epi32::<0b11_11_11_11>(self.0),
            })
        }
    }
    #[inline(always)]
    fn firsts([a, b, c]: [Self; 3]) -> Self {
        let ab = unsafe { _mm_unpacklo_epi32(a.0, b.0) };
        Self(unsafe { _mm_unpacklo_epi64(ab, c.0) })
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        Self(unsafe { _mm_shuffle_epi32::<0b10_11_00_01>(self.0) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        Self(unsafe { _mm_or_si128(_mm_slli_epi32::<16>(self.0), _mm_srli_epi32::<16>(self.0)) })
    }
}
