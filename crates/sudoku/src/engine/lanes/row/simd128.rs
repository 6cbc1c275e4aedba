//! Rows in four registers of WebAssembly.
//!
//! SAFETY of all transmutes: both types have the same size, and every bit pattern is valid.

// Intrinsics are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::wasm32::*;
use std::mem::transmute;

use super::Row;

/// Four registers, one for each of the three columns and one for the ninth digits.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct V128s([v128; 4]);

four_registers!(V128s, v128);
bits!(V128s, |a, b| v128_and(a, b), |a, b| v128_or(a, b), |a, b| v128_xor(a, b), |a| v128_not(a));

#[inline(always)]
fn next(ninths: v128) -> v128 {
    i32x4_shuffle::<1, 2, 0, 3>(ninths, ninths)
}

#[inline(always)]
fn last(ninths: v128) -> v128 {
    i32x4_shuffle::<2, 0, 1, 3>(ninths, ninths)
}

/// Rotates the bands of the ninth digits, those of the second column down by `SECOND` bits, and those of the third by the
/// other bits.
#[inline(always)]
fn ninths_turned<const SECOND: u32>(ninths: v128) -> v128 {
    let third = 9 - SECOND;
    let one = u16x8(1, 1, 0, 0, 0, 0, 1, 1);
    let up = v128_or(one, u16x8(0, 0, 1 << third, 1 << third, 1 << SECOND, 1 << SECOND, 0, 0));
    let down_2 = v128_and(u16x8_shr(ninths, SECOND), u16x8(0, 0, !0, !0, 0, 0, 0, 0));
    let down_3 = v128_and(u16x8_shr(ninths, third), u16x8(0, 0, 0, 0, !0, !0, 0, 0));
    v128_or(u16x8_mul(ninths, up), v128_or(down_2, down_3))
}

/// Rotates each word of nine bits down.
#[inline(always)]
fn turned<const BITS: u32>(row: v128) -> v128 {
    v128_or(u16x8_shl(row, 9 - BITS), u16x8_shr(row, BITS))
}

impl Row for V128s {
    type Machine = ();

    #[inline(always)]
    fn of((): (), words: [u16; 32]) -> Self {
        Self(unsafe { transmute::<[u16; 32], [v128; 4]>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        unsafe { transmute::<[v128; 4], [u16; 32]>(self.0) }
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        let [a, b, c, d] = self.each(|row| u16x8_eq(row, u16x8_splat(0))).0;
        let low = u32::from(u8x16_bitmask(i8x16_narrow_i16x8(a, b)));
        let high = u32::from(u8x16_bitmask(i8x16_narrow_i16x8(c, d)));
        !(low | high << 16)
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self.each(|row| u16x8_shl(row, BITS))
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.each(|row| u16x8_shr(row, BITS))
    }
    #[inline(always)]
    fn bands_back(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a, turned::<3>(b), turned::<6>(c), ninths_turned::<3>(d)])
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([a, turned::<6>(b), turned::<3>(c), ninths_turned::<6>(d)])
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, next(d)])
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, a, b, last(d)])
    }
    #[inline(always)]
    fn any_column(self) -> Self {
        let [a, b, c, d] = self.0;
        let any = v128_or(a, v128_or(b, c));
        Self([any, any, any, v128_or(d, v128_or(next(d), last(d)))])
    }
    #[inline(always)]
    fn every_column(self) -> Self {
        let [a, b, c, d] = self.0;
        let every = v128_and(a, v128_and(b, c));
        Self([every, every, every, v128_and(d, v128_and(next(d), last(d)))])
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        let d = self.0[3];
        Self([
            i32x4_shuffle::<0, 0, 0, 0>(d, d),
            i32x4_shuffle::<1, 1, 1, 1>(d, d),
            i32x4_shuffle::<2, 2, 2, 2>(d, d),
            d,
        ])
    }
    #[inline(always)]
    fn first(self) -> Self {
        let [a, b, c, d] = self.0;
        let ab = i32x4_shuffle::<0, 4, 1, 5>(a, b);
        let cd = i32x4_shuffle::<0, 4, 1, 5>(c, d);
        Self([a, b, c, i64x2_shuffle::<0, 2>(ab, cd)])
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        self.each(|row| i64x2_shuffle::<1, 0>(row, row))
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        self.each(|row| i32x4_shuffle::<1, 0, 3, 2>(row, row))
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        self.each(|row| v128_or(u32x4_shl(row, 16), u32x4_shr(row, 16)))
    }
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h], [i, j, k, l]) = (self.0, on.0, off.0);
        Self([
            v128_bitselect(e, i, a),
            v128_bitselect(f, j, b),
            v128_bitselect(g, k, c),
            v128_bitselect(h, l, d),
        ])
    }
}
