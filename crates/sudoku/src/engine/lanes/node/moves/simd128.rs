//! The operations of node lanes on a register of WebAssembly.

// Intrinsics are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::wasm32::*;
use std::mem::transmute;

use super::{Moves, Route, Words};

/// WebAssembly with vectors, which this file is compiled for only if all of the program is.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::lanes) struct Simd128;

/// For each byte its source, and the lanes that do not change.
#[derive(Clone, Copy)]
pub(in crate::engine::lanes) struct Map {
    from: v128,
    stays: Words<8>,
}

#[inline(always)]
fn register(words: Words<8>) -> v128 {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u16; 8], v128>(words.0) }
}

#[inline(always)]
fn words(register: v128) -> Words<8> {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    Words(unsafe { transmute::<v128, [u16; 8]>(register) })
}

impl Moves<8> for Simd128 {
    const REGISTERS: usize = 16;
    type Map = Map;

    #[inline(always)]
    fn map(self, route: &Route<8>) -> Map {
        // The index 128 brings a byte of 0.
        let mut bytes = [[0x80_u8; 2]; 8];
        let mut to = route.to;
        while to != 0 {
            let lane = to.trailing_zeros() as usize % 8;
            let first = route.from[lane] % 8 * 2;
            bytes[lane] = [first, first + 1];
            to &= to - 1;
        }
        // SAFETY: both types have the same size, and every bit pattern is valid.
        let from = unsafe { transmute::<[[u8; 2]; 8], v128>(bytes) };
        Map { from, stays: !Words::of_mask(route.to) }
    }
    #[inline(always)]
    fn moved(self, from: &Words<8>, map: &Map, to: &mut Words<8>) {
        *to = (*to & map.stays) | words(i8x16_swizzle(register(*from), map.from));
    }
    #[inline(always)]
    fn filled(self, words: Words<8>) -> u32 {
        let empty = u16x8_eq(register(words), u16x8_splat(0));
        0xFF & !u32::from(i16x8_bitmask(empty))
    }
}
