//! Rows in an AVX-512 register.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use quadrille_cover::instructions::Avx512;

use super::super::adders::bits;
use super::Row;
use super::givens::ALL;
use super::shuffles::{CODES, OTHER_CODES, SPREAD, SPREAD_7};
use super::turn::{BACK, ON};

/// A register. `of` and `of_givens` make rows only with an [`Avx512`], and all other functions start from a row. So
/// where a row exists, the CPU has AVX-512.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Zmm(__m512i);

// SAFETY of all four: a row exists only if the CPU has AVX-512.
bits!(
    [] Zmm,
    |a, b| unsafe { _mm512_and_si512(a, b) },
    |a, b| unsafe { _mm512_or_si512(a, b) },
    |a, b| unsafe { _mm512_xor_si512(a, b) },
    |row| unsafe { _mm512_xor_si512(row, _mm512_set1_epi32(-1)) }
);

impl Zmm {
    #[inline(always)]
    fn each(self, does: impl Fn(__m512i) -> __m512i) -> Self {
        Self(does(self.0))
    }

    #[inline(always)]
    fn zip(self, other: Self, does: impl Fn(__m512i, __m512i) -> __m512i) -> Self {
        Self(does(self.0, other.0))
    }

    /// A bitwise function of three rows. Bit 4a + 2b + c of `TABLE` is the result for the bits a of `self`, b and c.
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi32::<TABLE>(self.0, b.0, c.0) })
    }

    #[inline(always)]
    fn permuted(self, from: [u32; 16]) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512; the indices have the size of a register.
        Self(unsafe { _mm512_permutexvar_epi32(transmute::<[u32; 16], __m512i>(from), self.0) })
    }

    #[inline(always)]
    fn turned(self, up: __m512i, down: __m512i) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        unsafe {
            let (up, down) = (_mm512_sllv_epi16(self.0, up), _mm512_srlv_epi16(self.0, down));
            Self(_mm512_or_si512(up, down))
        }
    }
}

const fn register(words: [u16; 32]) -> __m512i {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u16; 32], __m512i>(words) }
}

/// Permutations of pairs of lanes, by the source of each pair.
const NEXT: [u32; 16] = [4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 13, 14, 12, 15];
const LAST: [u32; 16] = [8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 14, 12, 13, 15];
const NINTH: [u32; 16] = [12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 12, 13, 14, 15];
const FIRST: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 4, 8, 15];

const fn register_of(bytes: [u8; 64]) -> __m512i {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u8; 64], __m512i>(bytes) }
}

impl Row for Zmm {
    type Machine = Avx512;
    const WIDE: bool = true;

    #[inline(always)]
    fn of(_: Avx512, words: [u16; 32]) -> Self {
        Self(register(words))
    }
    #[inline(always)]
    fn of_givens(_: Avx512, givens: &[u8; 81], row: usize) -> Self {
        // SAFETY: the argument exists only if the CPU has AVX-512; `at` is at most 65, so 16 bytes fit.
        unsafe {
            let code = const { register_of(CODES) };
            let one = const { register(OTHER_CODES) };
            let mut candidates = _mm512_setzero_si512();
            for band in 0..3 {
                let from = 27 * band + 9 * row;
                let (at, spread) = if from > 65 { (65, &SPREAD_7) } else { (from, &SPREAD) };
                let digits = _mm_loadu_si128(givens.as_ptr().add(at).cast());
                let digits = _mm512_shuffle_epi8(code, _mm512_broadcast_i32x4(digits));
                for (stack, spread) in spread.iter().enumerate() {
                    let cells = _mm512_shuffle_epi8(digits, register_of(*spread));
                    let may = _mm512_testn_epi16_mask(cells, one);
                    let bit = _mm512_set1_epi16(1 << (3 * band + stack));
                    candidates = _mm512_mask_add_epi16(candidates, may, candidates, bit);
                }
            }
            Self(_mm512_and_si512(candidates, const { register(ALL) }))
        }
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        // SAFETY: both types have the same size, and every bit pattern is valid.
        unsafe { transmute::<__m512i, [u16; 32]>(self.0) }
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        // SAFETY: a row exists only if the CPU has AVX-512.
        unsafe { _mm512_test_epi16_mask(self.0, self.0) }
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        Self(unsafe { _mm512_slli_epi16::<BITS>(self.0) })
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        Self(unsafe { _mm512_srli_epi16::<BITS>(self.0) })
    }
    #[inline(always)]
    fn within(self, b: Self, c: Self) -> Self {
        self.ternary::<0xE0>(b, c)
    }
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        self.ternary::<0xCA>(on, off)
    }
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.ternary::<0xE8>(b, c)
    }
    #[inline(always)]
    fn minus(self, b: Self, c: Self) -> Self {
        self.ternary::<0x10>(b, c)
    }
    #[inline(always)]
    fn only(self, other: Self, limit: Self) -> Self {
        self.ternary::<0xD0>(other, limit)
    }
    #[inline(always)]
    fn bands_back(self) -> Self {
        self.turned(const { register(BACK.up) }, const { register(BACK.down) })
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        self.turned(const { register(ON.up) }, const { register(ON.down) })
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        self.permuted(NEXT)
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        self.permuted(LAST)
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        self.permuted(NINTH)
    }
    #[inline(always)]
    fn first(self) -> Self {
        self.permuted(FIRST)
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        Self(unsafe { _mm512_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        Self(unsafe { _mm512_shuffle_epi32::<0b10_11_00_01>(self.0) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX-512.
        Self(unsafe { _mm512_rol_epi32::<16>(self.0) })
    }
}
