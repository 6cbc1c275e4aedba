//! Eight words in a register of WebAssembly.
//!
//! SAFETY of all transmutes: both types have the same size, and every bit pattern is valid.

// Intrinsics are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::wasm32::*;
use std::mem::transmute;

use super::super::adders::bits;
use super::fours::Eight;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct V128(v128);

bits!([] V128, |a, b| v128_and(a, b), |a, b| v128_or(a, b), |a, b| v128_xor(a, b), |a| v128_not(a));

impl V128 {
    #[inline(always)]
    fn each(self, does: impl Fn(v128) -> v128) -> Self {
        Self(does(self.0))
    }
    #[inline(always)]
    fn zip(self, other: Self, does: impl Fn(v128, v128) -> v128) -> Self {
        Self(does(self.0, other.0))
    }
}

impl Eight for V128 {
    #[inline(always)]
    fn of(words: [u16; 8]) -> Self {
        Self(unsafe { transmute::<[u16; 8], v128>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 8] {
        unsafe { transmute::<v128, [u16; 8]>(self.0) }
    }
    #[inline(always)]
    fn filled([a, b, c, d]: [Self; 4]) -> u32 {
        let empty = |row: Self| u16x8_eq(row.0, u16x8_splat(0));
        let low = u32::from(u8x16_bitmask(i8x16_narrow_i16x8(empty(a), empty(b))));
        let high = u32::from(u8x16_bitmask(i8x16_narrow_i16x8(empty(c), empty(d))));
        !(low | high << 16)
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Self(u16x8_shl(self.0, BITS))
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Self(u16x8_shr(self.0, BITS))
    }
    #[inline(always)]
    fn ninths_turned<const SECOND: u32>(self) -> Self {
        let (ninths, third) = (self.0, 9 - SECOND);
        let one = u16x8(1, 1, 0, 0, 0, 0, 1, 1);
        let up = v128_or(one, u16x8(0, 0, 1 << third, 1 << third, 1 << SECOND, 1 << SECOND, 0, 0));
        let down_2 = v128_and(u16x8_shr(ninths, SECOND), u16x8(0, 0, !0, !0, 0, 0, 0, 0));
        let down_3 = v128_and(u16x8_shr(ninths, third), u16x8(0, 0, 0, 0, !0, !0, 0, 0));
        Self(v128_or(u16x8_mul(ninths, up), v128_or(down_2, down_3)))
    }
    #[inline(always)]
    fn next(self) -> Self {
        Self(i32x4_shuffle::<1, 2, 0, 3>(self.0, self.0))
    }
    #[inline(always)]
    fn last(self) -> Self {
        Self(i32x4_shuffle::<2, 0, 1, 3>(self.0, self.0))
    }
    #[inline(always)]
    fn spread<const PAIR: usize>(self) -> Self {
        Self(i32x4_shuffle::<PAIR, PAIR, PAIR, PAIR>(self.0, self.0))
    }
    #[inline(always)]
    fn firsts([a, b, c]: [Self; 3]) -> Self {
        Self(i64x2_shuffle::<0, 2>(i32x4_shuffle::<0, 4, 1, 5>(a.0, b.0), c.0))
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        Self(i64x2_shuffle::<1, 0>(self.0, self.0))
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        Self(i32x4_shuffle::<1, 0, 3, 2>(self.0, self.0))
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        Self(v128_or(u32x4_shl(self.0, 16), u32x4_shr(self.0, 16)))
    }
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        Self(v128_bitselect(on.0, off.0, self.0))
    }
}
