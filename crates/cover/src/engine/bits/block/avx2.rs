//! Chunks in registers of AVX2.

// Intrinsics need `unsafe` and return bits as signed numbers. They are imported by wildcard as there are many.
#![allow(unsafe_code, clippy::wildcard_imports, clippy::cast_sign_loss)]

use std::arch::x86_64::*;

use super::{Block, Bytes, Chunk, Words};
use crate::instructions::Avx2;

/// 32 sizes of one byte. `load` makes a block only with an [`Avx2`], and all other functions start from
/// a block. So where a block exists, the CPU has AVX2, and the intrinsics in this file may be called.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct YmmBytes(__m256i);

/// 16 sizes of two bytes. As for [`YmmBytes`], where a block exists, the CPU has AVX2.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct YmmWords(__m256i);

macro_rules! block {
    ($block:ident, $width:ident, $add:ident, $min:ident, $set:ident, $equal:ident, $smallest:ident,
     $bytes:literal) => {
        impl Block for $block {
            type Machine = Avx2;
            type Width = $width;
            #[inline(always)]
            fn load(_: Avx2, chunk: &Chunk) -> Self {
                // SAFETY: the token proves that the CPU has AVX2; a chunk has 32 bytes and is aligned to 32.
                Self(unsafe { _mm256_load_si256((&raw const chunk.0).cast()) })
            }
            #[inline(always)]
            fn store(self, chunk: &mut Chunk) {
                // SAFETY: a block proves that the CPU has AVX2; a chunk has 32 bytes and is aligned to 32.
                unsafe { _mm256_store_si256((&raw mut chunk.0).cast(), self.0) }
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // SAFETY: a block proves that the CPU has AVX2.
                Self(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: a block proves that the CPU has AVX2.
                Self(unsafe { _mm256_or_si256(self.0, other.0) })
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                // SAFETY: a block proves that the CPU has AVX2.
                Self(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            fn smallest(self) -> u32 {
                // SAFETY: a block proves that the CPU has AVX2.
                unsafe { $smallest(self.0) }
            }
            #[inline(always)]
            fn first(self, size: u32) -> Option<usize> {
                // SAFETY: a block proves that the CPU has AVX2.
                let bytes = unsafe { _mm256_movemask_epi8($equal(self.0, $set(size as _))) as u32 };
                (bytes != 0).then(|| bytes.trailing_zeros() as usize / $bytes)
            }
        }
    };
}
block!(
    YmmBytes,
    Bytes,
    _mm256_add_epi8,
    _mm256_min_epu8,
    _mm256_set1_epi8,
    _mm256_cmpeq_epi8,
    smallest_byte,
    1
);
block!(
    YmmWords,
    Words,
    _mm256_add_epi16,
    _mm256_min_epu16,
    _mm256_set1_epi16,
    _mm256_cmpeq_epi16,
    smallest_word,
    2
);

/// The smallest of 32 bytes.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn smallest_byte(sizes: __m256i) -> u32 {
    // SAFETY: the caller promises that the CPU has AVX2, which includes SSE4.1.
    unsafe {
        let halves =
            _mm_min_epu8(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256::<1>(sizes));
        // The smaller byte of each pair, as a 16-bit word below 256.
        let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
        _mm_cvtsi128_si32(_mm_minpos_epu16(pairs)) as u32 & 0xff
    }
}

/// The smallest of 16 words.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn smallest_word(sizes: __m256i) -> u32 {
    // SAFETY: the caller promises that the CPU has AVX2, which includes SSE4.1.
    unsafe {
        let halves =
            _mm_min_epu16(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256::<1>(sizes));
        _mm_cvtsi128_si32(_mm_minpos_epu16(halves)) as u32 & 0xffff
    }
}
