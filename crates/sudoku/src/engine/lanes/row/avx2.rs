//! Rows in two AVX2 registers.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use quadrille_cover::instructions::Avx2;

use super::super::adders::bits;
use super::Row;
use super::givens::ALL;
use super::shuffles::{CODES, OTHER_CODES, SPREAD, SPREAD_7};
use super::turn::{BACK, ON, Turn};

/// Two registers, the first with columns 0 and 1, the second with column 2 and the ninth digits. `of` and
/// `of_givens` make rows only with an [`Avx2`], and all other functions start from a row. So where a row
/// exists, the CPU has AVX2.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ymms([__m256i; 2]);

// SAFETY of all four: a row exists only if the CPU has AVX2.
bits!(
    [] Ymms,
    |a, b| unsafe { _mm256_and_si256(a, b) },
    |a, b| unsafe { _mm256_or_si256(a, b) },
    |a, b| unsafe { _mm256_xor_si256(a, b) },
    |row| unsafe { _mm256_xor_si256(row, _mm256_set1_epi32(-1)) }
);

impl Ymms {
    #[inline(always)]
    fn each(self, does: impl Fn(__m256i) -> __m256i) -> Self {
        Self([does(self.0[0]), does(self.0[1])])
    }

    #[inline(always)]
    fn zip(self, other: Self, does: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        Self([does(self.0[0], other.0[0]), does(self.0[1], other.0[1])])
    }

    /// Rotates by multiplication, because AVX2 has no shift by a different number of bits in each lane.
    #[inline(always)]
    fn turned(self, turn: [[__m256i; 2]; 2]) -> Self {
        let [up, down] = turn.map(Self);
        // SAFETY: a row exists only if the CPU has AVX2.
        let up = self.zip(up, |row, by| unsafe { _mm256_mullo_epi16(row, by) });
        // SAFETY: a row exists only if the CPU has AVX2.
        let down = self.zip(down, |row, by| unsafe { _mm256_mulhi_epu16(row, by) });
        up | down
    }
}

const fn registers(words: [u16; 32]) -> [__m256i; 2] {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u16; 32], [__m256i; 2]>(words) }
}

/// The factors of a rotation. The lower half of the product with the first factor is the word shifted up, the
/// upper half of the product with the second factor is the word shifted down.
const fn factors(turn: Turn) -> [[__m256i; 2]; 2] {
    let (mut up, mut down) = ([0; 32], [0; 32]);
    let mut i = 0;
    while i < 32 {
        up[i] = 1 << turn.up[i];
        down[i] = 1 << (16 - turn.down[i]);
        i += 1;
    }
    [registers(up), registers(down)]
}

const fn of_bytes(bytes: [u8; 64]) -> [__m256i; 2] {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u8; 64], [__m256i; 2]>(bytes) }
}

/// The same bytes in each half of a register.
const fn bytes(of_half: [u8; 16]) -> __m256i {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[[u8; 16]; 2], __m256i>([of_half, of_half]) }
}

/// A permutation of pairs of lanes, given by the source of each pair.
const fn pairs(from: [u32; 8]) -> __m256i {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u32; 8], __m256i>(from) }
}

impl Row for Ymms {
    type Machine = Avx2;

    #[inline(always)]
    fn of(_: Avx2, words: [u16; 32]) -> Self {
        Self(registers(words))
    }
    #[inline(always)]
    fn of_givens(_: Avx2, givens: &[u8; 81], row: usize) -> Self {
        // SAFETY: the argument exists only if the CPU has AVX2; `at` is at most 65, so 16 bytes fit.
        unsafe {
            let codes = const { of_bytes(CODES) };
            let others = const { registers(OTHER_CODES) };
            let mut candidates = [_mm256_setzero_si256(); 2];
            for band in 0..3 {
                let from = 27 * band + 9 * row;
                let (at, spread) = if from > 65 { (65, &SPREAD_7) } else { (from, &SPREAD) };
                let digits = _mm_loadu_si128(givens.as_ptr().add(at).cast());
                let digits = _mm256_broadcastsi128_si256(digits);
                for (half, candidates) in candidates.iter_mut().enumerate() {
                    let digits = _mm256_shuffle_epi8(codes[half], digits);
                    for (stack, spread) in spread.iter().enumerate() {
                        let cells = _mm256_shuffle_epi8(digits, of_bytes(*spread)[half]);
                        let other = _mm256_and_si256(cells, others[half]);
                        let may = _mm256_cmpeq_epi16(other, _mm256_setzero_si256());
                        let bit = _mm256_set1_epi16(1 << (3 * band + stack));
                        *candidates = _mm256_or_si256(*candidates, _mm256_and_si256(may, bit));
                    }
                }
            }
            Self(candidates) & Self(const { registers(ALL) })
        }
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        // SAFETY: both types have the same size, and every bit pattern is valid.
        unsafe { transmute::<[__m256i; 2], [u16; 32]>(self.0) }
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            let [one, two] = self.each(|row| _mm256_cmpeq_epi16(row, _mm256_setzero_si256())).0;
            // The pack instruction interleaves the halves of the two registers.
            let empty = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(one, two));
            !(_mm256_movemask_epi8(empty).cast_unsigned())
        }
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX2.
        self.each(|row| unsafe { _mm256_sll_epi16(row, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX2.
        self.each(|row| unsafe { _mm256_srl_epi16(row, _mm_cvtsi32_si128(BITS.cast_signed())) })
    }
    #[inline(always)]
    fn bands_back(self) -> Self {
        self.turned(const { factors(BACK) })
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        self.turned(const { factors(ON) })
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        let [one, two] = self.0;
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            let ninth = _mm256_shuffle_epi32::<0b11_00_10_01>(two);
            Self([
                _mm256_permute2x128_si256::<0x21>(one, two),
                _mm256_permute2x128_si256::<0x30>(one, ninth),
            ])
        }
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        let [one, two] = self.0;
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            let ninth = _mm256_shuffle_epi32::<0b11_01_00_10>(two);
            Self([
                _mm256_permute2x128_si256::<0x02>(one, two),
                _mm256_permute2x128_si256::<0x31>(one, ninth),
            ])
        }
    }
    #[inline(always)]
    fn any_column(self) -> Self {
        let [one, two] = self.0;
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            let any = _mm256_or_si256(one, _mm256_permute2x128_si256::<0x01>(one, one));
            let any = _mm256_or_si256(any, _mm256_permute2x128_si256::<0x00>(two, two));
            let ninth = _mm256_or_si256(two, _mm256_shuffle_epi32::<0b11_00_10_01>(two));
            let ninth = _mm256_or_si256(ninth, _mm256_shuffle_epi32::<0b11_01_00_10>(two));
            Self([any, _mm256_blend_epi32::<0b1111_0000>(any, ninth)])
        }
    }
    #[inline(always)]
    fn every_column(self) -> Self {
        let [one, two] = self.0;
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            let every = _mm256_and_si256(one, _mm256_permute2x128_si256::<0x01>(one, one));
            let every = _mm256_and_si256(every, _mm256_permute2x128_si256::<0x00>(two, two));
            let ninth = _mm256_and_si256(two, _mm256_shuffle_epi32::<0b11_00_10_01>(two));
            let ninth = _mm256_and_si256(ninth, _mm256_shuffle_epi32::<0b11_01_00_10>(two));
            Self([every, _mm256_blend_epi32::<0b1111_0000>(every, ninth)])
        }
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        let two = self.0[1];
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            Self([
                _mm256_permutevar8x32_epi32(two, const { pairs([4, 4, 4, 4, 5, 5, 5, 5]) }),
                _mm256_permutevar8x32_epi32(two, const { pairs([6, 6, 6, 6, 4, 5, 6, 7]) }),
            ])
        }
    }
    #[inline(always)]
    fn first(self) -> Self {
        let [one, two] = self.0;
        // SAFETY: a row exists only if the CPU has AVX2.
        unsafe {
            let from_one =
                _mm256_permutevar8x32_epi32(one, const { pairs([0, 0, 0, 0, 0, 4, 0, 0]) });
            let from_two =
                _mm256_permutevar8x32_epi32(two, const { pairs([0, 1, 2, 3, 0, 0, 0, 7]) });
            Self([one, _mm256_blend_epi32::<0b0011_0000>(from_two, from_one)])
        }
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX2.
        self.each(|row| unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(row) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        // SAFETY: a row exists only if the CPU has AVX2.
        self.each(|row| unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(row) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        let order = const { bytes([2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]) };
        // SAFETY: a row exists only if the CPU has AVX2.
        self.each(|row| unsafe { _mm256_shuffle_epi8(row, order) })
    }
}
