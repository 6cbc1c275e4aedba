//! A problem as the engines that only count read it: the bitsets of [`Table`], and the items of each option with their colours.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

use std::ops::Range;
use std::sync::Arc;

use super::bits::{Table, numbers};
use crate::problem::{Bounds, OptionId, Problem};

/// A problem. Options that can never be chosen are left out; the others are numbered from 0. Items have the numbers of the table: primary
/// items with bounds come after those to be covered exactly once.
pub(crate) struct Model {
    /// Shared with the search that made it.
    pub(crate) table: Arc<Table>,
    pub(crate) item_words: usize,
    /// Number of primary items, and of all items.
    pub(crate) primary: usize,
    pub(crate) items: usize,
    /// The entries of all options: those of option `o` are `entries[starts[o]..starts[o + 1]]`.
    entries: Vec<Entry>,
    starts: Vec<u32>,
    /// By option, the set of its primary items.
    covers: Vec<u64>,
    /// By item, whether some option gives it a colour.
    pub(crate) is_coloured: Vec<bool>,
    /// The primary items in the order of the problem.
    pub(crate) in_order: Vec<usize>,
    /// The bounds of the primary items that are not to be covered exactly once, and these items as a set.
    bounds: Vec<Bounds>,
    several_set: Vec<u64>,
}

#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) item: u16,
    /// The colour, counted from 1; 0 without a colour.
    pub(crate) colour: u32,
}

impl Model {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self::of(problem, Arc::new(Table::new(problem)))
    }

    /// The model of a problem whose table is made already.
    ///
    /// # Panics
    /// The problem has more than 65536 items, whose numbers have 16 bits.
    pub(crate) fn of(problem: &Problem, table: Arc<Table>) -> Self {
        let (primary, items) = (problem.primary(), problem.items());
        assert!(items <= 1 << 16, "found {items} items; expected 65536 at most");
        let item_words = primary.div_ceil(64).max(1);
        let (mut entries, mut starts) = (Vec::new(), vec![0]);
        let mut covers = vec![0; table.option_ids().len() * item_words];
        let mut is_coloured = vec![false; items];
        let numbers = numbers(problem);
        for (o, option) in table.option_ids().enumerate() {
            for entry in problem.option(option) {
                let item = numbers[entry.item.index()];
                let colour = entry.colour.map_or(0, |colour| colour.index() as u32 + 1);
                is_coloured[item] |= colour > 0;
                entries.push(Entry { item: item as u16, colour });
                if item < primary {
                    covers[o * item_words + item / 64] |= 1 << (item % 64);
                }
            }
            starts.push(entries.len() as u32);
        }
        let is_several = |bounds: &Bounds| *bounds != Bounds::ONCE;
        let bounds: Vec<Bounds> =
            problem.item_ids().filter_map(|item| problem.bounds(item)).filter(is_several).collect();
        let mut several_set = vec![0; item_words];
        (primary - bounds.len()..primary)
            .for_each(|item| several_set[item / 64] |= 1 << (item % 64));
        let in_order = numbers.into_iter().take(primary).collect();
        Self {
            table,
            item_words,
            primary,
            items,
            entries,
            starts,
            covers,
            is_coloured,
            in_order,
            bounds,
            several_set,
        }
    }

    /// The primary items that are not to be covered exactly once.
    #[inline(always)]
    pub(crate) fn several(&self) -> Range<usize> {
        self.primary - self.bounds.len()..self.primary
    }

    /// The same as a set of primary items.
    #[inline(always)]
    pub(crate) fn several_set(&self) -> &[u64] {
        &self.several_set
    }

    /// The place of an item among [those with bounds](Self::several), if it is one.
    #[inline(always)]
    pub(crate) fn several_place(&self, item: usize) -> Option<usize> {
        let several = self.several();
        several.contains(&item).then(|| item - several.start)
    }

    #[inline(always)]
    pub(crate) fn has_multiplicities(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// The bounds of a primary item that is not to be covered exactly once.
    pub(crate) fn bounds(&self, item: usize) -> Option<Bounds> {
        Some(self.bounds[self.several_place(item)?])
    }

    /// Approximate size without the table, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..])
            + size_of_val(&self.starts[..])
            + size_of_val(&self.covers[..])
    }

    /// The numbers that the options have in the problem.
    pub(crate) fn option_ids(&self) -> impl ExactSizeIterator<Item = OptionId> {
        self.table.option_ids()
    }

    pub(crate) fn options(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline(always)]
    pub(crate) fn words(&self) -> usize {
        self.table.words
    }

    #[inline(always)]
    pub(crate) fn entries(&self, option: usize) -> &[Entry] {
        &self.entries[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    #[inline(always)]
    pub(crate) fn covers(&self, option: usize) -> &[u64] {
        &self.covers[option * self.item_words..][..self.item_words]
    }

    /// The options of a set of options that hold an item, word by word, with the index of each word.
    #[inline(always)]
    pub(crate) fn holders<'m>(
        &'m self,
        item: usize,
        options: &'m [u64],
    ) -> impl Iterator<Item = (usize, u64)> + 'm {
        let (first, holders) = self.table.holders_of(item);
        holders.iter().enumerate().map(move |(i, word)| (first + i, word & options[first + i]))
    }

    /// Number of options of a set that hold an item.
    #[inline(always)]
    pub(crate) fn size(&self, item: usize, options: &[u64]) -> u32 {
        let (first, holders) = self.table.holders_of(item);
        holders.iter().zip(&options[first..]).map(|(a, b)| (a & b).count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn first(&self, item: usize, options: &[u64]) -> Option<usize> {
        for (i, word) in self.holders(item, options) {
            if word != 0 {
                return Some(64 * i + word.trailing_zeros() as usize);
            }
        }
        None
    }

    /// Whether an option of a set holds item `a` and not item `b`.
    #[inline(always)]
    pub(crate) fn any_without(&self, a: usize, b: usize, options: &[u64]) -> bool {
        let (first, holders) = self.table.holders_of(a);
        for (i, word) in holders.iter().enumerate() {
            if word & options[first + i] & !self.table.holders_word(b, first + i) != 0 {
                return true;
            }
        }
        false
    }

    /// Removes from a set the options that hold item `a` and not item `b`.
    #[inline(always)]
    pub(crate) fn keep_only(&self, a: usize, b: usize, options: &mut [u64]) {
        let (first, holders) = self.table.holders_of(a);
        for (i, word) in holders.iter().enumerate() {
            options[first + i] &= !(word & !self.table.holders_word(b, first + i));
        }
    }
}

#[inline(always)]
pub(crate) fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * i + bit
            })
        })
    })
}

#[inline(always)]
pub(crate) fn size(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}
