//! The problem as bitsets: the options that each option excludes, and the options that hold each item.
//!
//! # Safety
//! Callers of the unsafe functions must pass the number of an option as `option`, that of an item as `item`, and `words`
//! as `length`.

#![allow(unsafe_code)]

use std::collections::HashMap;

use super::block::Width;
use super::rows::{Length, List, Rows};
use crate::problem::{Bounds, Colour, ItemId, OptionId, Problem};

/// Upper bound on the number of options. The table of exclusions has a bit for each pair of options: 32 MiB in all.
pub(super) const MOST_OPTIONS: usize = 1 << 14;
/// Upper bound on the number of primary items, whose numbers have 16 bits.
pub(super) const MOST_ITEMS: usize = 1 << 16;
/// Upper bound on the size of the table and the state of all levels, in bytes.
pub(super) const MOST_BYTES: usize = 1 << 28;

/// The table of a problem. Options that can never be chosen are left out; the others are numbered from 0.
///
/// Items are numbered anew: first the primary items that are covered exactly once, called primary items here, then
/// those with a multiplicity, then secondary items.
pub(crate) struct Table {
    /// By option, its number in the problem.
    pub(super) options: List<OptionId>,
    /// Words in a set of options.
    pub(crate) words: usize,
    /// By option, the set of options that it excludes, including itself.
    excluded: Rows<u64>,
    /// By item, the set of options that hold it.
    holders: Rows<u64>,
    /// By item, the range of words in its set of options that contains all non-zero words.
    spans: List<(u32, u32)>,
    /// The primary items of all options: those of option `o` are `items[starts[o]..starts[o + 1]]`.
    items: List<u16>,
    starts: List<u32>,
    /// By option, its number of primary items.
    lengths: List<u32>,
    /// By primary item, its number of options.
    pub(crate) sizes: Vec<u32>,
    pub(super) has_secondary: bool,
    pub(crate) bounds: Vec<Bounds>,
    /// Whether some option has items with a multiplicity and no other primary items.
    pub(crate) has_free_options: bool,
    /// Number of levels that a search needs if there are such items.
    pub(super) levels: usize,
    /// By option, the items with a multiplicity that it has, by their places in `bounds`; empty if there are none.
    several: Vec<Vec<u32>>,
}

impl Table {
    /// Size of the table and of the state of all levels, in bytes. The search has at most one level for each
    /// primary item. A level has the options left, sizes of two bytes and, for a memo, two sets of
    /// covered items. A memo also has the set of items of each option.
    pub(in super::super) fn bytes(problem: &Problem) -> usize {
        let (words, primary) = (problem.options().div_ceil(64), problem.primary());
        let several = problem.has_multiplicities().then(|| Self::levels_of_several(problem));
        let (levels, bounds) = several.map_or((primary, 0), |levels| (levels, 4 * primary));
        let node = words * 8 + primary * 2 + 2 * primary / 8 + bounds;
        (problem.options() + problem.items()) * words * 8
            + levels.saturating_mul(node)
            + problem.options() * primary / 8
    }

    /// Upper bound on the number of levels of a search with multiplicities: an item takes one level each time that
    /// it is covered, and one more to decide that no further option covers it.
    fn levels_of_several(problem: &Problem) -> usize {
        let mut sizes = vec![0; problem.items()];
        for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
            sizes[entry.item.index()] += 1;
        }
        let bounds = problem.item_ids().map_while(|item| problem.bounds(item));
        let levels = bounds.zip(sizes).map(|(bounds, size)| size.min(bounds.high) as usize + 1);
        levels.sum::<usize>() + 1
    }

    /// The table of a problem with at most [`MOST_OPTIONS`] options and no more than 65536 primary
    /// items.
    ///
    /// # Panics
    /// The problem is larger.
    pub(crate) fn new(problem: &Problem) -> Self {
        assert!(problem.options() <= MOST_OPTIONS && problem.primary() <= MOST_ITEMS);
        let options: Vec<OptionId> =
            problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        let mut words = options.len().div_ceil(64).max(2);
        if words > 4 {
            // `Recount` reads eight words at once.
            words = words.next_multiple_of(8);
        }
        let is_several = |item: &ItemId| problem.bounds(*item).is_some_and(|b| b != Bounds::ONCE);
        let bounds = problem.item_ids().filter(is_several).filter_map(|item| problem.bounds(item));
        let bounds: Vec<Bounds> = bounds.collect();
        let primary = problem.primary() - bounds.len();
        let number = numbers(problem);
        let mut holders = Rows::new(problem.items(), words, 0);
        let mut coloured: HashMap<(usize, Colour), Vec<u64>> = HashMap::new();
        let (mut items, mut starts, mut sizes) = (Vec::new(), vec![0], vec![0; primary]);
        let mut several = vec![Vec::new(); if bounds.is_empty() { 0 } else { options.len() }];
        for (o, &option) in options.iter().enumerate() {
            for entry in problem.option(option) {
                let item = number[entry.item.index()];
                holders.get_mut(item)[o / 64] |= 1 << (o % 64);
                if let Some(colour) = entry.colour {
                    let same = coloured.entry((item, colour)).or_insert_with(|| vec![0; words]);
                    same[o / 64] |= 1 << (o % 64);
                }
                if item < primary {
                    items.push(item as u16);
                    sizes[item] += 1;
                } else if item < primary + bounds.len() {
                    several[o].push((item - primary) as u32);
                }
            }
            starts.push(items.len() as u32);
        }
        let mut excluded = Rows::new(options.len(), words, 0);
        for (o, &option) in options.iter().enumerate() {
            let row = excluded.get_mut(o);
            row[o / 64] |= 1 << (o % 64);
            for entry in problem.option(option).iter().filter(|entry| !is_several(&entry.item)) {
                let item = number[entry.item.index()];
                let holders = holders.get(item);
                match entry.colour.map(|colour| &coloured[&(item, colour)]) {
                    None => row.iter_mut().zip(holders).for_each(|(row, all)| *row |= all),
                    Some(same) => {
                        for ((row, all), same) in row.iter_mut().zip(holders).zip(same) {
                            *row |= all & !same;
                        }
                    }
                }
            }
        }
        let has_secondary = problem.entries() > items.len();
        let spans = (0..problem.items()).map(|item| span(holders.get(item))).collect();
        let lengths: Vec<u32> = starts.windows(2).map(|ends| ends[1] - ends[0]).collect();
        let has_free_options = lengths.contains(&0);
        Self {
            options: List::new(options),
            words,
            excluded,
            holders,
            spans: List::new(spans),
            items: List::new(items),
            starts: List::new(starts),
            lengths: List::new(lengths),
            sizes,
            has_secondary,
            has_free_options,
            levels: if bounds.is_empty() { 0 } else { Self::levels_of_several(problem) },
            bounds,
            several,
        }
    }

    pub(in super::super) fn option_id(&self, option: usize) -> OptionId {
        self.options.get(option)
    }

    /// The options, by their numbers in the table.
    pub(crate) fn option_ids(&self) -> impl ExactSizeIterator<Item = OptionId> {
        (0..self.options.len()).map(|option| self.options.get(option))
    }

    pub(super) fn number_of(&self, option: OptionId) -> u32 {
        self.options.find(&option).expect("the option is in the table") as u32
    }

    pub(super) fn set_of(&self, options: &[OptionId]) -> Vec<u64> {
        let mut set = vec![0; self.words];
        for o in options.iter().filter_map(|option| self.options.find(option)) {
            set[o / 64] |= 1 << (o % 64);
        }
        set
    }

    /// The set of options that an option excludes, including itself, with a check that the option exists.
    #[inline(always)]
    pub(crate) fn excluded_by(&self, option: usize) -> &[u64] {
        self.excluded.get(option)
    }

    /// The set of options that hold an item, without the words of zeros at its ends, after the index of its first word.
    #[inline(always)]
    pub(crate) fn holders_of(&self, item: usize) -> (usize, &[u64]) {
        let (first, end) = self.spans.get(item);
        (first as usize, &self.holders.get(item)[first as usize..end as usize])
    }

    #[inline(always)]
    pub(in super::super) fn holders_word(&self, item: usize, i: usize) -> u64 {
        self.holders.get(item)[i]
    }

    pub(crate) fn several(&self, option: usize) -> &[u32] {
        &self.several[option]
    }

    /// Whether the sizes of all items fit into the width `W`.
    pub(super) fn fits<W: Width>(&self) -> bool {
        self.sizes.iter().all(|&size| size < W::COVERED)
    }

    /// The average number of options that an option excludes, rounded down.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn degree(&self) -> usize {
        let of = |option| -> usize {
            let excluded = self.excluded.get(option).iter();
            excluded.map(|word| word.count_ones() as usize).sum()
        };
        (0..self.options.len()).map(of).sum::<usize>() / self.options.len().max(1)
    }

    #[inline(always)]
    pub(super) unsafe fn excluded(&self, option: usize, length: impl Length) -> &[u64] {
        // SAFETY: `excluded` has a row for each option.
        unsafe { self.excluded.row(option, length) }
    }

    /// The set of options that hold an item, after the first and the end of a range of its words that
    /// contains all non-zero words.
    #[inline(always)]
    pub(super) unsafe fn holders<L: Length>(
        &self,
        item: usize,
        length: L,
    ) -> (usize, usize, &[u64]) {
        // SAFETY: `holders` has a row for each item.
        let holders = unsafe { self.holders.row(item, length) };
        if L::KNOWN {
            return (0, length.length(), holders);
        }
        // SAFETY: `spans` has an element for each item.
        let (first, end) = unsafe { self.spans.at(item) };
        (first as usize, end as usize, holders)
    }

    #[inline(always)]
    pub(super) unsafe fn length(&self, option: usize) -> usize {
        // SAFETY: `lengths` has an element for each option.
        unsafe { self.lengths.at(option) as usize }
    }

    #[inline(always)]
    pub(super) unsafe fn items(&self, option: usize) -> &[u16] {
        // SAFETY: `starts` has an element for each option and one more; they ascend to `items.len()`.
        unsafe {
            self.items.slice(self.starts.at(option) as usize, self.starts.at(option + 1) as usize)
        }
    }

    pub(crate) fn all_items(&self) -> impl Iterator<Item = (usize, &[u16])> {
        // SAFETY: these are the numbers of the options.
        (0..self.options.len()).map(|option| (option, unsafe { self.items(option) }))
    }
}

/// The items of a problem by their numbers in the table. Without multiplicities these are those in the problem.
pub(crate) fn order(problem: &Problem) -> Vec<ItemId> {
    let is_several = |item| problem.bounds(item).is_some_and(|bounds| bounds != Bounds::ONCE);
    let mut order: Vec<ItemId> = problem.item_ids().collect();
    order.sort_by_key(|&item| (!problem.is_primary(item), is_several(item)));
    order
}

pub(in super::super) fn numbers(problem: &Problem) -> Vec<usize> {
    let order = order(problem);
    let mut numbers = vec![0; order.len()];
    for (number, item) in order.into_iter().enumerate() {
        numbers[item.index()] = number;
    }
    numbers
}

/// The range of words that contains all non-zero words.
fn span(words: &[u64]) -> (u32, u32) {
    let first = words.iter().position(|&word| word != 0).unwrap_or(0);
    let end = words.iter().rposition(|&word| word != 0).map_or(first, |last| last + 1);
    (first as u32, end as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "MOST_OPTIONS")]
    fn a_table_has_no_more_options_than_its_bits() {
        let text = format!("a\n{}", "a\n".repeat(MOST_OPTIONS + 1));
        Table::new(&Problem::parse(text).unwrap());
    }
}
