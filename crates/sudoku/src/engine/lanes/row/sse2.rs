//! Rows in four SSE2 registers.
//!
//! SAFETY of all intrinsics in this file: every x86-64 machine has SSE2. SAFETY of all transmutes: both types have
//! the same size, and every bit pattern is valid.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::Row;

/// Four registers, one for each of the three columns and one for the ninth digits.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Xmms([__m128i; 4]);

four_registers!(Xmms, __m128i);
bits!(
    Xmms,
    |a, b| unsafe { _mm_and_si128(a, b) },
    |a, b| unsafe { _mm_or_si128(a, b) },
    |a, b| unsafe { _mm_xor_si128(a, b) },
    |row| unsafe { _mm_xor_si128(row, _mm_set1_epi32(-1)) }
);

impl Row for Xmms {
    type Machine = ();

    #[inline(always)]
    fn of((): (), words: [u16; 32]) -> Self {
        Self(unsafe { transmute::<[u16; 32], [__m128i; 4]>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        unsafe { transmute::<[__m128i; 4], [u16; 32]>(self.0) }
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        unsafe {
            let [a, b, c, d] = self.each(|row| _mm_cmpeq_epi16(row, _mm_setzero_si128())).0;
            let low = _mm_movemask_epi8(_mm_packs_epi16(a, b)).cast_unsigned();
            let high = _mm_movemask_epi8(_mm_packs_epi16(c, d)).cast_unsigned();
            !(low | high << 16)
        }
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self.each(|row| unsafe { _mm_sll_epi16(row, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.each(|row| unsafe { _mm_srl_epi16(row, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }
    // Both rotations are written out because the whole search took 5 to 10 % longer with one function for both,
    // which took the shifts as arguments.
    #[inline(always)]
    fn bands_back(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let up = |row, bits| _mm_sll_epi16(row, _mm_cvtsi32_si128(bits));
            let down = |row, bits| _mm_srl_epi16(row, _mm_cvtsi32_si128(bits));
            let b = _mm_or_si128(up(b, 6), down(b, 3));
            let c = _mm_or_si128(up(c, 3), down(c, 6));
            let d_up =
                _mm_mullo_epi16(d, _mm_setr_epi16(1, 1, 1 << 6, 1 << 6, 1 << 3, 1 << 3, 1, 1));
            let d_down =
                _mm_mulhi_epu16(d, _mm_setr_epi16(0, 0, 1 << 13, 1 << 13, 1 << 10, 1 << 10, 0, 0));
            Self([a, b, c, _mm_or_si128(d_up, d_down)])
        }
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let up = |row, bits| _mm_sll_epi16(row, _mm_cvtsi32_si128(bits));
            let down = |row, bits| _mm_srl_epi16(row, _mm_cvtsi32_si128(bits));
            let b = _mm_or_si128(up(b, 3), down(b, 6));
            let c = _mm_or_si128(up(c, 6), down(c, 3));
            let d_up =
                _mm_mullo_epi16(d, _mm_setr_epi16(1, 1, 1 << 3, 1 << 3, 1 << 6, 1 << 6, 1, 1));
            let d_down =
                _mm_mulhi_epu16(d, _mm_setr_epi16(0, 0, 1 << 10, 1 << 10, 1 << 13, 1 << 13, 0, 0));
            Self([a, b, c, _mm_or_si128(d_up, d_down)])
        }
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, unsafe { _mm_shuffle_epi32::<0b11_00_10_01>(d) }])
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, a, b, unsafe { _mm_shuffle_epi32::<0b11_01_00_10>(d) }])
    }
    #[inline(always)]
    fn any_column(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let any = _mm_or_si128(a, _mm_or_si128(b, c));
            let d1 = _mm_or_si128(
                _mm_shuffle_epi32::<0b11_01_00_10>(d),
                _mm_shuffle_epi32::<0b11_00_10_01>(d),
            );
            Self([any, any, any, _mm_or_si128(d, d1)])
        }
    }
    #[inline(always)]
    fn every_column(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let any = _mm_and_si128(a, _mm_and_si128(b, c));
            let d1 = _mm_and_si128(
                _mm_shuffle_epi32::<0b11_01_00_10>(d),
                _mm_shuffle_epi32::<0b11_00_10_01>(d),
            );
            Self([any, any, any, _mm_and_si128(d, d1)])
        }
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        let d = self.0[3];
        unsafe {
            Self([
                _mm_shuffle_epi32::<0b00_00_00_00>(d),
                _mm_shuffle_epi32::<0b01_01_01_01>(d),
                _mm_shuffle_epi32::<0b10_10_10_10>(d),
                d,
            ])
        }
    }
    #[inline(always)]
    fn first(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let ab = _mm_unpacklo_epi32(a, b);
            let cd = _mm_unpacklo_epi32(c, d);
            Self([a, b, c, _mm_unpacklo_epi64(ab, cd)])
        }
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        self.each(|row| unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(row) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        self.each(|row| unsafe { _mm_shuffle_epi32::<0b10_11_00_01>(row) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        self.each(|row| unsafe {
            _mm_or_si128(_mm_slli_epi32::<16>(row), _mm_srli_epi32::<16>(row))
        })
    }
}
