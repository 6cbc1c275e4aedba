//! The operations of node lanes on an AVX-512 register.

// Intrinsics need `unsafe`. They are imported by wildcard because there are many.
#![allow(unsafe_code, clippy::wildcard_imports)]

use std::arch::x86_64::*;
use std::mem::transmute;

use quadrille_cover::instructions::Avx512;

use super::{Moves, Route, Words};

/// The lanes that are replaced, and the source of each.
#[derive(Clone, Copy)]
pub(in crate::engine::lanes) struct Map {
    to: u32,
    from: Words<32>,
}

#[inline(always)]
fn register(words: Words<32>) -> __m512i {
    // SAFETY: both types have the same size, and every bit pattern is valid.
    unsafe { transmute::<[u16; 32], __m512i>(words.0) }
}

impl Moves<32> for Avx512 {
    const REGISTERS: usize = 32;
    type Map = Map;

    #[inline(always)]
    fn map(self, route: &Route<32>) -> Map {
        let mut from = Words::ZERO;
        for (word, &lane) in from.0.iter_mut().zip(&route.from) {
            *word = u16::from(lane);
        }
        Map { to: route.to, from }
    }
    #[inline(always)]
    fn moved(self, from: &Words<32>, map: &Map, to: &mut Words<32>) {
        // SAFETY: `self` exists only if the CPU has AVX-512; a register has the size of the words.
        to.0 = unsafe {
            transmute::<__m512i, [u16; 32]>(_mm512_mask_permutexvar_epi16(
                register(*to),
                map.to,
                register(map.from),
                register(*from),
            ))
        };
    }
    #[inline(always)]
    fn filled(self, words: Words<32>) -> u32 {
        let words = register(words);
        // SAFETY: `self` exists only if the CPU has AVX-512.
        unsafe { _mm512_test_epi16_mask(words, words) }
    }
}
