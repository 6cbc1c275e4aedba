//! An exact cover problem as bit sets.

use std::collections::HashMap;
use std::ops::Range;

use crate::bits;

/// Upper bound on the number of options: the sets of options that exclude each other take a bit for each pair, 32 MB.
pub(crate) const MOST_OPTIONS: usize = 1 << 14;
/// Upper bound on the number of items: the sets of their options take 128 MB.
pub(crate) const MOST_ITEMS: usize = 1 << 16;

/// An item of an option, with its colour.
pub(crate) type Entry = (usize, Option<u32>);

/// How often a primary item may be covered, if not exactly once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Several {
    pub item: usize,
    pub low: u32,
    pub high: u32,
}

impl Several {
    /// How often the item must still be covered if it may still be covered this number of times.
    pub(crate) fn need(&self, times: u32) -> u32 {
        times.saturating_sub(self.high - self.low)
    }
}

/// A problem. Items are numbered from 0, primary items first; options are numbered from 0.
#[derive(Debug)]
pub(crate) struct Problem {
    pub primary: usize,
    pub options: usize,
    /// Number of words in a set of options, and in a set of primary items.
    pub words: usize,
    pub item_words: usize,
    /// By primary item, the set of options that hold it, and the range of its words that has all that are not 0.
    holders: Vec<u64>,
    spans: Vec<(u32, u32)>,
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
    /// Whether the set of items to be covered determines the options left, if all are left at first: options
    /// exclude each other only by items to be covered exactly once, and each option has such an item.
    pub is_pure: bool,
}

impl Problem {
    /// The problem with this number of items, the bounds of each primary item, and these options.
    pub(crate) fn new(items: usize, bounds: &[(u32, u32)], options: &[Vec<Entry>]) -> Self {
        let (primary, count) = (bounds.len(), options.len());
        let (words, item_words) = (bits::words(count), bits::words(primary));
        let several: Vec<Several> = (bounds.iter().enumerate())
            .filter(|(_, bounds)| **bounds != (1, 1))
            .map(|(item, &(low, high))| Several { item, low, high })
            .collect();
        let place: HashMap<usize, usize> =
            several.iter().enumerate().map(|(place, several)| (several.item, place)).collect();
        let mut problem = Self {
            primary,
            options: count,
            words,
            item_words,
            holders: vec![0; primary * words],
            spans: Vec::new(),
            excluded: vec![0; count * words],
            covers: vec![0; count * item_words],
            once: vec![0; item_words],
            is_pure: items == primary && several.is_empty(),
            several_of: vec![Vec::new(); if several.is_empty() { 0 } else { count }],
            several,
            place,
        };
        let mut held = vec![Vec::new(); items];
        for (o, option) in options.iter().enumerate() {
            bits::set(&mut problem.excluded[o * words..][..words], o);
            for &(item, colour) in option {
                held[item].push((o, colour));
            }
        }
        held.iter().enumerate().for_each(|(item, held)| problem.add(item, held));
        problem
    }

    /// Adds an item with the options that hold it, and its colour in each.
    fn add(&mut self, item: usize, held: &[(usize, Option<u32>)]) {
        let words = self.words;
        let mut all = vec![0; words];
        let mut coloured: HashMap<u32, Vec<u64>> = HashMap::new();
        for &(option, colour) in held {
            bits::set(&mut all, option);
            if let Some(colour) = colour {
                bits::set(coloured.entry(colour).or_insert_with(|| vec![0; words]), option);
            }
        }
        let place = self.place.get(&item).copied();
        if item < self.primary {
            self.holders[item * words..][..words].copy_from_slice(&all);
            let first = all.iter().position(|&word| word != 0).unwrap_or(0);
            let end = all.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
            self.spans.push((first as u32, end as u32));
        }
        if item < self.primary && place.is_none() {
            bits::set(&mut self.once, item);
        }
        for &(option, colour) in held {
            if let Some(place) = place {
                self.several_of[option].push(place as u32);
                continue;
            }
            if item < self.primary {
                bits::set(&mut self.covers[option * self.item_words..][..self.item_words], item);
            }
            let row = &mut self.excluded[option * words..][..words];
            match colour.map(|colour| &coloured[&colour]) {
                None => row.iter_mut().zip(&all).for_each(|(row, all)| *row |= all),
                Some(same) => {
                    let others = all.iter().zip(same).map(|(all, same)| all & !same);
                    row.iter_mut().zip(others).for_each(|(row, others)| *row |= others);
                }
            }
        }
    }

    pub(crate) fn all(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.words];
        if let Some(last) = all.last_mut().filter(|_| !self.options.is_multiple_of(64)) {
            *last >>= 64 - self.options % 64;
        }
        all
    }

    /// The options that hold no items but these: those left where these are to be covered, if the problem [is pure](Self::is_pure).
    pub(crate) fn covered_by(&self, open: &[u64]) -> Vec<u64> {
        let mut left = self.all();
        for item in (0..self.primary).filter(|&item| !bits::has(open, item)) {
            let span = self.span(item);
            bits::remove(&mut left[span.clone()], &self.holders(item)[span]);
        }
        left
    }

    /// The options that hold a primary item.
    pub(crate) fn holders(&self, item: usize) -> &[u64] {
        &self.holders[item * self.words..][..self.words]
    }

    /// A range of words; the other words of [`holders`](Self::holders) are 0.
    pub(crate) fn span(&self, item: usize) -> Range<usize> {
        let (first, end) = self.spans[item];
        first as usize..end as usize
    }

    /// The options of a set that hold a primary item.
    pub(crate) fn held_by<'p>(
        &'p self,
        item: usize,
        left: &'p [u64],
    ) -> impl Iterator<Item = usize> + 'p {
        let span = self.span(item);
        let first = 64 * span.start;
        bits::members_of_both(&self.holders(item)[span.clone()], &left[span])
            .map(move |option| first + option)
    }

    /// The primary items of an option.
    pub(crate) fn primary_of(&self, option: usize) -> impl Iterator<Item = usize> + '_ {
        let several =
            self.several_of(option).iter().map(|&place| self.several[place as usize].item);
        bits::members(self.covers(option)).chain(several)
    }

    /// The options that an option excludes, itself included.
    pub(crate) fn excluded(&self, option: usize) -> &[u64] {
        &self.excluded[option * self.words..][..self.words]
    }

    /// The items of an option that are to be covered exactly once.
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
