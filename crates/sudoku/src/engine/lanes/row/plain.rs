//! Rows in safe code, for any machine.

use super::super::words::Words;
use super::Row;
use super::from::{FIRST, From, LAST, NEXT, NINTH, swapped};
use super::turn::{BACK, ON, Turn};

impl Row for Words<32> {
    type Machine = ();

    #[inline(always)]
    fn of((): (), words: [u16; 32]) -> Self {
        Self(words)
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        self.0
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        self.0.iter().rev().fold(0, |mask, &word| mask << 1 | u32::from(word != 0))
    }
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        let mut to = self;
        for word in &mut to.0 {
            *word <<= BITS;
        }
        to
    }
    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        let mut to = self;
        for word in &mut to.0 {
            *word >>= BITS;
        }
        to
    }
    #[inline(always)]
    fn bands_back(self) -> Self {
        turned(self, &BACK)
    }
    #[inline(always)]
    fn bands_on(self) -> Self {
        turned(self, &ON)
    }
    #[inline(always)]
    fn next_column(self) -> Self {
        permuted(self, &NEXT)
    }
    #[inline(always)]
    fn last_column(self) -> Self {
        permuted(self, &LAST)
    }
    #[inline(always)]
    fn ninth(self) -> Self {
        permuted(self, &NINTH)
    }
    #[inline(always)]
    fn first(self) -> Self {
        permuted(self, &FIRST)
    }
    #[inline(always)]
    fn swap_4(self) -> Self {
        permuted(self, const { &swapped(4) })
    }
    #[inline(always)]
    fn swap_2(self) -> Self {
        permuted(self, const { &swapped(2) })
    }
    #[inline(always)]
    fn swap_1(self) -> Self {
        permuted(self, const { &swapped(1) })
    }
}

#[inline(always)]
fn permuted(row: Words<32>, from: &From) -> Words<32> {
    let mut to = row;
    for (word, &from) in to.0.iter_mut().zip(from) {
        *word = row.0[from as usize];
    }
    to
}

#[inline(always)]
fn turned(row: Words<32>, turn: &Turn) -> Words<32> {
    let mut to = row;
    for (i, word) in to.0.iter_mut().enumerate() {
        *word = *word << turn.up[i] | *word >> turn.down[i];
    }
    to
}
