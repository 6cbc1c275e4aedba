//! Chunks in registers of AVX2.

// Intrinsics are named after their instructions, and give bits as signed numbers.
#![allow(unsafe_code, clippy::wildcard_imports, clippy::cast_sign_loss)]

use std::arch::x86_64::*;

use super::{Block, Bytes, Chunk, Words};

/// A machine with AVX2, and the bit manipulation that came with it. There is a value only where there are the instructions.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    pub(in super::super) fn detect() -> Option<Self> {
        let are_there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        are_there.then_some(Self(()))
    }
}

/// 32 sizes of a byte. Blocks are made only from an [`Avx2`], or from others: so wherever there are
/// any, their instructions are there. That is why all the calls in this file are safe.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct YmmBytes(__m256i);

/// 16 sizes of two bytes.
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
                // SAFETY: an `Avx2` is there; a chunk has 32 bytes, and is aligned to as many.
                Self(unsafe { _mm256_load_si256((&raw const chunk.0).cast()) })
            }
            #[inline(always)]
            fn store(self, chunk: &mut Chunk) {
                // SAFETY: a block is there; a chunk has 32 bytes, and is aligned to as many.
                unsafe { _mm256_store_si256((&raw mut chunk.0).cast(), self.0) }
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // SAFETY: a block is there.
                Self(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: a block is there.
                Self(unsafe { _mm256_or_si256(self.0, other.0) })
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                // SAFETY: a block is there.
                Self(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            fn smallest(self) -> u32 {
                // SAFETY: a block is there.
                unsafe { $smallest(self.0) }
            }
            #[inline(always)]
            fn first(self, size: u32) -> Option<usize> {
                // SAFETY: a block is there.
                let bytes = unsafe { _mm256_movemask_epi8($equal(self.0, $set(size as _))) as u32 };
                (bytes != 0).then(|| bytes.trailing_zeros() as usize / $bytes)
            }
            #[inline(always)]
            fn lanes(self, size: u32) -> u32 {
                // SAFETY: a block is there.
                let bytes = unsafe { _mm256_movemask_epi8($equal(self.0, $set(size as _))) as u32 };
                // SAFETY: where there are blocks there is BMI2, too.
                unsafe { _pext_u32(bytes, u32::MAX / ((1 << $bytes) - 1)) }
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
#[inline]
#[target_feature(enable = "avx2")]
fn smallest_byte(sizes: __m256i) -> u32 {
    let halves = _mm_min_epu8(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256::<1>(sizes));
    // The smaller of each pair, as a word below 256.
    let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
    _mm_cvtsi128_si32(_mm_minpos_epu16(pairs)) as u32 & 0xff
}

/// The smallest of 16 words.
#[inline]
#[target_feature(enable = "avx2")]
fn smallest_word(sizes: __m256i) -> u32 {
    let halves = _mm_min_epu16(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256::<1>(sizes));
    _mm_cvtsi128_si32(_mm_minpos_epu16(halves)) as u32 & 0xffff
}
