//! Eight words in a NEON register.
//!
//! SAFETY of all intrinsics in this file: every 64-bit ARM target of this project has NEON. SAFETY of all
//! transmutes: both types have the same size, and every bit pattern is valid.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::aarch64::*;
use std::mem::transmute;

use super::super::adders::bits;
use super::fours::Eight;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Q(uint16x8_t);

bits!(
    [] Q,
    |a, b| unsafe { vandq_u16(a, b) },
    |a, b| unsafe { vorrq_u16(a, b) },
    |a, b| unsafe { veorq_u16(a, b) },
    |a| unsafe { vmvnq_u16(a) }
);

impl Q {
    #[inline(always)]
    fn each(self, does: impl Fn(uint16x8_t) -> uint16x8_t) -> Self {
        Self(does(self.0))
    }
    #[inline(always)]
    fn zip(self, other: Self, does: impl Fn(uint16x8_t, uint16x8_t) -> uint16x8_t) -> Self {
        Self(does(self.0, other.0))
    }

    /// Shifts each word up by the number of bits in `by`, or down if the number is negative.
    #[inline(always)]
    fn moved(self, by: [i16; 8]) -> Self {
        Self(unsafe { vshlq_u16(self.0, transmute::<[i16; 8], int16x8_t>(by)) })
    }

    /// Permutes pairs of words; `from` has the source of each pair.
    #[inline(always)]
    fn pairs(self, from: [u8; 4]) -> Self {
        let mut bytes = [0; 16];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = 4 * from[i / 4] + (i % 4) as u8;
        }
        unsafe {
            let bytes = transmute::<[u8; 16], uint8x16_t>(bytes);
            Self(vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(self.0), bytes)))
        }
    }
}

impl Eight for Q {
    #[inline(always)]
    fn of(words: [u16; 8]) -> Self {
        Self(unsafe { transmute::<[u16; 8], uint16x8_t>(words) })
    }
    #[inline(always)]
    fn words(self) -> [u16; 8] {
        unsafe { transmute::<uint16x8_t, [u16; 8]>(self.0) }
    }
    #[inline(always)]
    fn filled(lists: [Self; 4]) -> u32 {
        let [a, b, c, d] = lists.map(|row| unsafe {
            let bits = transmute::<[u16; 8], uint16x8_t>([1, 2, 4, 8, 16, 32, 64, 128]);
            u32::from(vaddvq_u16(vandq_u16(vtstq_u16(row.0, row.0), bits)))
        });
        a | b << 8 | c << 16 | d << 24
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self.moved([(BITS as u16).cast_signed(); 8])
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.moved([-(BITS as u16).cast_signed(); 8])
    }
    #[inline(always)]
    fn ninths_turned<const SECOND: u32>(self) -> Self {
        let second = (SECOND as u16).cast_signed();
        let third = 9 - second;
        let up = self.moved([0, 0, third, third, second, second, 0, 0]);
        up | self.moved([-15, -15, -second, -second, -third, -third, -15, -15])
    }
    #[inline(always)]
    fn next(self) -> Self {
        self.pairs([1, 2, 0, 3])
    }
    #[inline(always)]
    fn last(self) -> Self {
        self.pairs([2, 0, 1, 3])
    }
    #[inline(always)]
    fn spread<const PAIR: usize>(self) -> Self {
        self.pairs([PAIR as u8; 4])
    }
    #[inline(always)]
    fn firsts([a, b, c]: [Self; 3]) -> Self {
        unsafe {
            let pairs = |row: Self| vreinterpretq_u32_u16(row.0);
            let ab = vreinterpretq_u64_u32(vzip1q_u32(pairs(a), pairs(b)));
            Self(vreinterpretq_u16_u64(vzip1q_u64(ab, vreinterpretq_u64_u16(c.0))))
        }
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        Self(unsafe { vextq_u16::<4>(self.0, self.0) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        Self(unsafe { vreinterpretq_u16_u32(vrev64q_u32(vreinterpretq_u32_u16(self.0))) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        Self(unsafe { vrev32q_u16(self.0) })
    }
    #[inline(always)]
    fn select(self, on: Self, off: Self) -> Self {
        Self(unsafe { vbslq_u16(self.0, on.0, off.0) })
    }
}
