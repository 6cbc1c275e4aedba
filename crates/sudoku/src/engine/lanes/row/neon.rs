//! Rows in four NEON registers.
//!
//! SAFETY of all intrinsics in this file: every 64-bit ARM target of this project has NEON. SAFETY of all
//! transmutes: both types have the same size, and every bit pattern is valid.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::aarch64::*;
use std::mem::transmute;

use super::Row;
use super::turn::{BACK, ON, Turn};

/// Four registers, one for each of the three columns and one for the ninth digits.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Qs([uint16x8_t; 4]);

four_registers!(Qs, uint16x8_t);
bits!(
    Qs,
    |a, b| unsafe { vandq_u16(a, b) },
    |a, b| unsafe { vorrq_u16(a, b) },
    |a, b| unsafe { veorq_u16(a, b) },
    |row| unsafe { vmvnq_u16(row) }
);

impl Qs {
    /// Shifts each word up by the number of bits in `by`, or down if the number is negative.
    #[inline(always)]
    fn moved(self, by: [int16x8_t; 4]) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, by);
        unsafe { Self([vshlq_u16(a, e), vshlq_u16(b, f), vshlq_u16(c, g), vshlq_u16(d, h)]) }
    }

    #[inline(always)]
    fn moved_alike(self, by: i16) -> Self {
        self.moved([unsafe { vdupq_n_s16(by) }; 4])
    }

    #[inline(always)]
    fn turned(self, [up, down]: [[int16x8_t; 4]; 2]) -> Self {
        self.moved(up) | self.moved(down)
    }
}

/// The shifts up of a rotation, and the shifts down, as negative numbers, of the bits that wrap around.
const fn moves(turn: Turn) -> [[int16x8_t; 4]; 2] {
    let (mut up, mut down) = ([0; 32], [0; 32]);
    let mut i = 0;
    while i < 32 {
        up[i] = turn.up[i].cast_signed();
        down[i] = -turn.down[i].cast_signed();
        i += 1;
    }
    unsafe { transmute::<[[i16; 32]; 2], [[int16x8_t; 4]; 2]>([up, down]) }
}

/// Permutes the pairs of ninth digits; `from` has the source of each pair.
#[inline(always)]
fn ninths(row: uint16x8_t, from: [u8; 4]) -> uint16x8_t {
    let mut bytes = [0; 16];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = 4 * from[i / 4] + (i % 4) as u8;
    }
    unsafe {
        let bytes = transmute::<[u8; 16], uint8x16_t>(bytes);
        vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(row), bytes))
    }
}

impl Row for Qs {
    type Machine = ();

    #[inline(always)]
    fn of((): (), words: [u16; 32]) -> Self {
        Self(unsafe { transmute::<[u16; 32], [uint16x8_t; 4]>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        unsafe { transmute::<[uint16x8_t; 4], [u16; 32]>(self.0) }
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        unsafe {
            let bits = transmute::<[u16; 8], uint16x8_t>([1, 2, 4, 8, 16, 32, 64, 128]);
            let [a, b, c, d] = self.each(|row| vandq_u16(vtstq_u16(row, row), bits)).0;
            let byte = |row| u32::from(vaddvq_u16(row));
            byte(a) | byte(b) << 8 | byte(c) << 16 | byte(d) << 24
        }
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self.moved_alike((BITS as u16).cast_signed())
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.moved_alike(-(BITS as u16).cast_signed())
    }
    #[inline(always)]
    fn bands_back(self) -> Self {
        self.turned(const { moves(BACK) })
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        self.turned(const { moves(ON) })
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, ninths(d, [1, 2, 0, 3])])
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, a, b, ninths(d, [2, 0, 1, 3])])
    }
    #[inline(always)]
    fn any_column(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let any = vorrq_u16(a, vorrq_u16(b, c));
            let others = vorrq_u16(ninths(d, [1, 2, 0, 3]), ninths(d, [2, 0, 1, 3]));
            Self([any, any, any, vorrq_u16(d, others)])
        }
    }
    #[inline(always)]
    fn every_column(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let every = vandq_u16(a, vandq_u16(b, c));
            let others = vandq_u16(ninths(d, [1, 2, 0, 3]), ninths(d, [2, 0, 1, 3]));
            Self([every, every, every, vandq_u16(d, others)])
        }
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        let d = self.0[3];
        Self([ninths(d, [0; 4]), ninths(d, [1; 4]), ninths(d, [2; 4]), d])
    }
    #[inline(always)]
    fn first(self) -> Self {
        let [a, b, c, d] = self.0;
        unsafe {
            let pairs = |row| vreinterpretq_u32_u16(row);
            let ab = vreinterpretq_u64_u32(vzip1q_u32(pairs(a), pairs(b)));
            let cd = vreinterpretq_u64_u32(vzip1q_u32(pairs(c), pairs(d)));
            Self([a, b, c, vreinterpretq_u16_u64(vzip1q_u64(ab, cd))])
        }
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        self.each(|row| unsafe { vextq_u16::<4>(row, row) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        self.each(|row| unsafe { vreinterpretq_u16_u32(vrev64q_u32(vreinterpretq_u32_u16(row))) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        self.each(|row| unsafe { vrev32q_u16(row) })
    }
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h], [i, j, k, l]) = (self.0, on.0, off.0);
        unsafe {
            Self([vbslq_u16(a, e, i), vbslq_u16(b, f, j), vbslq_u16(c, g, k), vbslq_u16(d, h, l)])
        }
    }
}
