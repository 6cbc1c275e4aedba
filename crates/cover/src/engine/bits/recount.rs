//! Sizes counted anew in each node, with AVX-512.
//!
//! An item's size is the number of options left that hold the item: a bitwise AND and a count of bits for
//! each word of options, eight items at a time. Only the set of uncovered items is stored for each level.
//! The loops do not depend on the options removed, so their branches are predicted well.

// Intrinsics need `unsafe` and pass bits as signed numbers. They are imported by wildcard as there are many.
#![allow(unsafe_code, clippy::wildcard_imports, clippy::cast_sign_loss, clippy::cast_possible_wrap)]

use std::arch::x86_64::*;

use super::rows::{Fixed, Length, Rows};
use super::sizes::{COVERED, Sizes};
use super::table::Table;
use crate::instructions::Avx512Popcnt;

/// A 64-bit word for each of eight items.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Eight([u64; 8]);

impl Eight {
    const ZERO: Self = Self([0; 8]);
}

/// Sizes of up to `8 * EIGHTS` items.
pub(super) struct Recount<const EIGHTS: usize, L> {
    words: L,
    /// By word of a set of options, and by item: the options in that word that hold the item, as bits.
    holders: Rows<Eight>,
    /// By level, a set bit for each uncovered item.
    open: Rows<[u8; EIGHTS]>,
    /// By option, its items as bits.
    items: Rows<[u8; EIGHTS]>,
    /// The numbers of the items, in the top bits, from which `vpshldq` shifts them in below the sizes.
    numbers: [Eight; EIGHTS],
    /// Whether a size together with the number of an item needs more than 16 bits.
    large: bool,
}

const NUMBER: u32 = 7;
/// Upper bound on the number of items: their numbers have [`NUMBER`] bits.
pub(super) const MOST_ITEMS: usize = 1 << NUMBER;

impl<const EIGHTS: usize, L: Length> Sizes for Recount<EIGHTS, L> {
    type Machine = (Avx512Popcnt, L);
    const TAKES: bool = false;

    fn new((_, words): (Avx512Popcnt, L), table: &Table, levels: usize) -> Self {
        assert_eq!(words.length(), table.words);
        let primary = table.sizes.len();
        let mut holders = Rows::new(table.words, EIGHTS, Eight::ZERO);
        for word in 0..table.words {
            let row = holders.get_mut(word);
            for item in 0..primary {
                // SAFETY: `item` is a primary item of the table.
                let (.., options) = unsafe { table.holders(item, table.words) };
                row[item / 8].0[item % 8] = options[word];
            }
        }
        let mut open = Rows::new(levels, 1, [0; EIGHTS]);
        for item in 0..primary {
            open.get_mut(0)[0][item / 8] |= 1 << (item % 8);
        }
        let mut items = Rows::new(table.options.len(), 1, [0; EIGHTS]);
        for (option, own) in table.all_items() {
            for &item in own {
                items.get_mut(option)[0][item as usize / 8] |= 1 << (item % 8);
            }
        }
        let mut numbers = [Eight::ZERO; EIGHTS];
        for item in 0..8 * EIGHTS {
            numbers[item / 8].0[item % 8] = (item as u64) << (64 - NUMBER);
        }
        // 16 bits suffice if the largest size with the largest number is less than the mark of covered items.
        let large = table.sizes.iter().any(|&size| size >= (1 << (16 - NUMBER)) - 1);
        Self { words, holders, open, items, numbers, large }
    }

    #[inline(always)]
    unsafe fn take(
        &mut self,
        _: (Avx512Popcnt, L),
        _: &Table,
        (from, to): (usize, usize),
        _: &[u64],
        chosen: Option<usize>,
    ) {
        let Some(option) = chosen else {
            if from != to {
                // SAFETY: the caller promises that both levels exist.
                unsafe {
                    self.open.row_mut(to, Fixed::<1>)[0] = self.open.row(from, Fixed::<1>)[0];
                }
            }
            return;
        };
        // SAFETY: the caller promises that both levels and the option exist.
        let (above, items, below) = unsafe {
            let (above, items) =
                (self.open.row(from, Fixed::<1>)[0], self.items.row(option, Fixed::<1>)[0]);
            (above, items, &mut self.open.row_mut(to, Fixed::<1>)[0])
        };
        for i in 0..EIGHTS {
            below[i] = above[i] & !items[i];
        }
    }

    fn keep(&mut self, table: &Table, (_, to): (usize, usize), items: &[u64]) {
        let open = &mut self.open.get_mut(to)[0];
        open.fill(0);
        for item in 0..table.sizes.len() {
            open[item / 8] |= ((items[item / 64] >> (item % 64) & 1) as u8) << (item % 8);
        }
    }

    #[inline(always)]
    unsafe fn smallest(&self, _: (Avx512Popcnt, L), level: usize, left: &[u64]) -> (u32, usize) {
        // SAFETY: the caller promises that the level exists.
        let open = unsafe { &self.open.row(level, Fixed::<1>)[0] };
        // SAFETY: an `Avx512Popcnt` proves that the CPU has the instructions; a set of more than four
        // words has a multiple of eight words and begins at a multiple of 64 bytes.
        unsafe {
            let mut sizes = [_mm512_setzero_si512(); EIGHTS];
            let words = self.words.length();
            // A set of more than four words fills whole registers, eight words each.
            if words <= 4 {
                for word in 0..words {
                    self.add(word, left[word], &mut sizes);
                }
            } else {
                for first in (0..words).step_by(8) {
                    let some = _mm512_load_si512(left[first..].as_ptr().cast());
                    let mut filled = _mm512_test_epi64_mask(some, some);
                    while filled != 0 {
                        let word = first + filled.trailing_zeros() as usize;
                        filled &= filled - 1;
                        self.add(word, left[word], &mut sizes);
                    }
                }
            }
            // With the item number in the bits below the size, the minimum is the leftmost smallest item.
            for i in 0..EIGHTS {
                let numbers = _mm512_load_si512((&raw const self.numbers[i].0).cast());
                let sized = _mm512_shldi_epi64::<{ NUMBER as i32 }>(sizes[i], numbers);
                sizes[i] = _mm512_mask_mov_epi64(_mm512_set1_epi64(-1), open[i], sized);
            }
            // Minima of pairs, as a tree: in a chain, each minimum would wait for the one before.
            let mut many = EIGHTS;
            while many > 1 {
                for i in 0..many / 2 {
                    sizes[i] = _mm512_min_epu64(sizes[i], sizes[many - 1 - i]);
                }
                many = many.div_ceil(2);
            }
            let least = sizes[0];
            if self.large {
                let least = _mm512_reduce_min_epu64(least);
                return ((least >> NUMBER) as u32, least as usize % MOST_ITEMS);
            }
            let least = _mm_minpos_epu16(_mm512_cvtepi64_epi16(least));
            let least = _mm_cvtsi128_si32(least) as u32 & 0xffff;
            if least == 0xffff {
                return (COVERED, 0);
            }
            (least >> NUMBER, least as usize % MOST_ITEMS)
        }
    }
}

impl<const EIGHTS: usize, L: Length> Recount<EIGHTS, L> {
    /// Adds the options of one word to the sizes of the items they hold.
    ///
    /// # Safety
    /// The CPU must have the features of [`Avx512Popcnt`], and `word` must be less than the number of words
    /// in a set of options.
    #[inline(always)]
    unsafe fn add(&self, word: usize, left: u64, sizes: &mut [__m512i; EIGHTS]) {
        // SAFETY: `holders` has a row for each word.
        let holders = unsafe { self.holders.row(word, Fixed::<EIGHTS>) };
        // SAFETY: the caller promises that the CPU has the instructions; an `Eight` has 64 bytes and is aligned to 64.
        unsafe {
            let options = _mm512_set1_epi64(left as i64);
            for i in 0..EIGHTS {
                let holders = _mm512_load_si512((&raw const holders[i].0).cast());
                let of_item = _mm512_popcnt_epi64(_mm512_and_si512(options, holders));
                sizes[i] = _mm512_add_epi64(sizes[i], of_item);
            }
        }
    }
}
