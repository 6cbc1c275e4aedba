//! An exact cover problem as bit sets.

use std::collections::HashMap;

use crate::bits;

/// Upper bound on the number of options: the sets of options that exclude each other take a bit for each pair.
pub(crate) const MOST_OPTIONS: usize = 1 << 14;
/// Upper bound on the number of primary items.
pub(crate) const MOST_PRIMARY: usize = 1 << 16;

/// An item of an option, with its colour.
pub(crate) type Entry = (usize, Option<u32>);

/// How often a primary item may be covered, if not exactly once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Several {
    pub item: usize,
    pub low: u32,
    pub high: u32,
}

/// A problem. Items are numbered from 0, primary items first; options are numbered from 0.
#[derive(Debug)]
pub(crate) struct Problem {
    pub primary: usize,
    pub options: usize,
    /// Number of words in a set of options, and in a set of primary items.
    pub words: usize,
    pub item_words: usize,
    /// By primary item, the set of options that hold it.
    holders: Vec<u64>,
    /// By option, the set of options that exclude it, itself included. Items that may be covered several times exclude
    /// nothing by themselves.
    excluded: Vec<u64>,
    /// By option, the set of its primary items that are to be covered exactly once.
    covers: Vec<u64>,
    /// The primary items to be covered exactly once.
    pub once: Vec<u64>,
    /// The other primary items.
    pub several: Vec<Several>,
    /// By option, its items among `several`, by their places there; empty if there are none.
    several_of: Vec<Vec<u32>>,
    /// By primary item, its place in `several`.
    place: HashMap<usize, usize>,
    /// Whether the set of covered items determines the options left.
    pub is_pure: bool,
}

impl Problem {
    /// The problem with these numbers of items, the bounds of each primary item, and these options.
    pub(crate) fn new(items: usize, bounds: &[(u32, u32)], options: &[Vec<Entry>]) -> Self {
        let (primary, count) = (bounds.len(), options.len());
        let (words, item_words) = (bits::words(count), bits::words(primary));
        let mut all_holders = vec![0; items * words];
        let mut coloured: HashMap<Entry, Vec<u64>> = HashMap::new();
        let several: Vec<Several> = (bounds.iter().enumerate())
            .filter(|(_, bounds)| **bounds != (1, 1))
            .map(|(item, &(low, high))| Several { item, low, high })
            .collect();
        let place: HashMap<usize, usize> =
            several.iter().enumerate().map(|(place, several)| (several.item, place)).collect();
        let mut covers = vec![0; count * item_words];
        let mut several_of = vec![Vec::new(); if several.is_empty() { 0 } else { count }];
        for (o, option) in options.iter().enumerate() {
            for &(item, colour) in option {
                bits::set(&mut all_holders[item * words..][..words], o);
                if colour.is_some() {
                    bits::set(coloured.entry((item, colour)).or_insert_with(|| vec![0; words]), o);
                }
                match place.get(&item) {
                    Some(&place) => several_of[o].push(place as u32),
                    None if item < primary => {
                        bits::set(&mut covers[o * item_words..][..item_words], item);
                    }
                    None => {}
                }
            }
        }
        let mut excluded = vec![0; count * words];
        for (o, option) in options.iter().enumerate() {
            let row = &mut excluded[o * words..][..words];
            bits::set(row, o);
            for &(item, colour) in option.iter().filter(|(item, _)| !place.contains_key(item)) {
                let holders = &all_holders[item * words..][..words];
                let same = coloured.get(&(item, colour)).filter(|_| colour.is_some());
                for i in 0..words {
                    row[i] |= holders[i] & !same.map_or(0, |same| same[i]);
                }
            }
        }
        let mut once = vec![0; item_words];
        (0..primary).filter(|item| !place.contains_key(item)).for_each(|i| bits::set(&mut once, i));
        let is_pure = items == primary && several.is_empty();
        all_holders.truncate(primary * words);
        Self {
            primary,
            options: count,
            words,
            item_words,
            holders: all_holders,
            excluded,
            covers,
            once,
            several,
            several_of,
            place,
            is_pure,
        }
    }

    /// All options.
    pub(crate) fn all(&self) -> Vec<u64> {
        let mut all = vec![0; self.words];
        (0..self.options).for_each(|option| bits::set(&mut all, option));
        all
    }

    pub(crate) fn holders(&self, item: usize) -> &[u64] {
        &self.holders[item * self.words..][..self.words]
    }

    pub(crate) fn excluded(&self, option: usize) -> &[u64] {
        &self.excluded[option * self.words..][..self.words]
    }

    pub(crate) fn covers(&self, option: usize) -> &[u64] {
        &self.covers[option * self.item_words..][..self.item_words]
    }

    /// The items of an option that may be covered several times, by their places in `several`.
    pub(crate) fn several_of(&self, option: usize) -> &[u32] {
        self.several_of.get(option).map_or(&[], Vec::as_slice)
    }

    /// The place of a primary item in `several`.
    pub(crate) fn place(&self, item: usize) -> Option<usize> {
        if self.several.is_empty() { None } else { self.place.get(&item).copied() }
    }
}
