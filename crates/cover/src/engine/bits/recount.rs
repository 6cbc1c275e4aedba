//! Sizes counted anew in each node, with AVX-512.
//!
//! An item's size is the number of options left that hold it: a bitwise AND and a count of bits for each
//! word of options, eight items at a time. Nothing is kept but which items are covered; no option
//! is looked at by itself, so there is no loop to mispredict.

// Intrinsics are named after their instructions, and take and give bits as signed numbers.
#![allow(unsafe_code, clippy::wildcard_imports, clippy::cast_sign_loss, clippy::cast_possible_wrap)]

use std::arch::x86_64::*;

use super::rows::{Fixed, Length, Rows};
use super::sizes::{COVERED, Sizes};
use super::table::Table;

/// A machine with AVX-512 that counts bits. There is a value only where there are the instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let are_there = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        are_there.then_some(Self(()))
    }
}

/// Eight words, of eight items.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Eight([u64; 8]);

impl Eight {
    const ZERO: Self = Self([0; 8]);
}

/// Sizes of up to `8 * EIGHTS` items.
pub(super) struct Recount<const EIGHTS: usize, L> {
    words: L,
    /// For each word of options and each item, the options of that word that hold it.
    holders: Rows<Eight>,
    /// A bit for each item that is not covered, by level.
    open: Rows<[u8; EIGHTS]>,
    /// The items of each option, as bits.
    items: Rows<[u8; EIGHTS]>,
    /// The numbers of the items, where `shld` takes them from.
    numbers: [Eight; EIGHTS],
    /// Whether a size and the number of an item do not fit into 16 bits together.
    large: bool,
}

/// Bits of an item's number.
const NUMBER: u32 = 7;
/// So many items at most.
pub(super) const MOST_ITEMS: usize = 1 << NUMBER;

impl<const EIGHTS: usize, L: Length> Sizes for Recount<EIGHTS, L> {
    type Machine = (Avx512, L);
    const TAKES: bool = false;

    fn new((_, words): (Avx512, L), table: &Table, levels: usize) -> Self {
        let primary = table.sizes.len();
        let mut holders = Rows::new(table.words, EIGHTS, Eight::ZERO);
        for word in 0..table.words {
            let row = holders.row_mut(word, EIGHTS);
            for item in 0..primary {
                row[item / 8].0[item % 8] = table.holders(item, table.words).2[word];
            }
        }
        let mut open = Rows::new(levels, 1, [0; EIGHTS]);
        for item in 0..primary {
            open.row_mut(0, 1)[0][item / 8] |= 1 << (item % 8);
        }
        let mut items = Rows::new(table.options.len(), 1, [0; EIGHTS]);
        for option in 0..table.options.len() {
            for &item in table.items(option) {
                items.row_mut(option, 1)[0][item as usize / 8] |= 1 << (item % 8);
            }
        }
        let mut numbers = [Eight::ZERO; EIGHTS];
        for item in 0..8 * EIGHTS {
            numbers[item / 8].0[item % 8] = (item as u64) << (64 - NUMBER);
        }
        // The greatest size, with the greatest number, is not the mark of covered items.
        let large = table.sizes.iter().any(|&size| size >= (1 << (16 - NUMBER)) - 1);
        Self { words, holders, open, items, numbers, large }
    }

    #[inline(always)]
    fn take(
        &mut self,
        _: (Avx512, L),
        _: &Table,
        (from, to): (usize, usize),
        _: &[u64],
        chosen: Option<usize>,
    ) {
        let Some(option) = chosen else { return };
        let above = self.open.row(from, Fixed::<1>)[0];
        let items = self.items.row(option, Fixed::<1>)[0];
        let below = &mut self.open.row_mut(to, Fixed::<1>)[0];
        for i in 0..EIGHTS {
            below[i] = above[i] & !items[i];
        }
    }

    fn keep(&mut self, table: &Table, (_, to): (usize, usize), items: &[u64]) {
        let open = &mut self.open.row_mut(to, 1)[0];
        open.fill(0);
        for item in 0..table.sizes.len() {
            open[item / 8] |= ((items[item / 64] >> (item % 64) & 1) as u8) << (item % 8);
        }
    }

    #[inline(always)]
    fn smallest(&self, _: (Avx512, L), level: usize, left: &[u64]) -> (u32, usize) {
        let open = &self.open.row(level, Fixed::<1>)[0];
        // SAFETY: an `Avx512` is there.
        unsafe {
            let mut sizes = [_mm512_setzero_si512(); EIGHTS];
            let words = self.words.length();
            // Rows of more than four words are whole registers.
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
            // With the item below the size, the smallest is that of the first of the smallest.
            for i in 0..EIGHTS {
                let numbers = _mm512_load_si512((&raw const self.numbers[i].0).cast());
                let sized = _mm512_shldi_epi64::<{ NUMBER as i32 }>(sizes[i], numbers);
                sizes[i] = _mm512_mask_mov_epi64(_mm512_set1_epi64(-1), open[i], sized);
            }
            // In pairs, as each waits for the one before.
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
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn add(&self, word: usize, left: u64, sizes: &mut [__m512i; EIGHTS]) {
        let options = _mm512_set1_epi64(left as i64);
        let holders = self.holders.row(word, Fixed::<EIGHTS>);
        for i in 0..EIGHTS {
            // SAFETY: it has 64 bytes, and is aligned to as many.
            let holders = unsafe { _mm512_load_si512((&raw const holders[i].0).cast()) };
            let of_item = _mm512_popcnt_epi64(_mm512_and_si512(options, holders));
            sizes[i] = _mm512_add_epi64(sizes[i], of_item);
        }
    }
}
