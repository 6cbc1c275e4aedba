//! The problem as flat lists: the items of each option, the options of each item.
//!
//! # Safety
//! Callers of the unsafe functions must pass the number of an option as `option`, that of an item as
//! `item`, and one of the places of an option as `place`.

#![allow(unsafe_code)]

use super::places::{at, part};
use crate::problem::{Entry, OptionId, Problem};

/// Stands for no colour, and in `Level::open` of the search for no list.
pub(super) const NONE: u32 = u32::MAX;

/// An option that holds an item, in the list of the item.
pub(super) trait Holder: Copy {
    const COLOURED: bool;
    fn new(option: u32, colour: u32) -> Self;
    fn option(self) -> u32;
    /// The colour that the option gives the item, or [`NONE`].
    fn colour(self) -> u32;
}

/// An option that holds an item, in a problem without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plain(u32);

impl Holder for Plain {
    const COLOURED: bool = false;
    fn new(option: u32, _: u32) -> Self {
        Self(option)
    }
    #[inline(always)]
    fn option(self) -> u32 {
        self.0
    }
    #[inline(always)]
    fn colour(self) -> u32 {
        NONE
    }
}

/// An option that holds an item, and the colour that it gives the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coloured(u32, u32);

impl Holder for Coloured {
    const COLOURED: bool = true;
    fn new(option: u32, colour: u32) -> Self {
        Self(option, colour)
    }
    #[inline(always)]
    fn option(self) -> u32 {
        self.0
    }
    #[inline(always)]
    fn colour(self) -> u32 {
        self.1
    }
}

/// The table of a problem. Options that can never be chosen are left out; the others are numbered from 0.
pub(super) struct Table {
    /// By option, its number in the problem.
    pub(super) options: Vec<OptionId>,
    /// Number of items.
    pub(super) all: usize,
    pub(super) primary: usize,
    /// The items of all options: those of option `o` are `items[firsts[o]..firsts[o + 1]]`, primary items
    /// first.
    items: Vec<u32>,
    firsts: Vec<u32>,
    /// By option, its number of primary items.
    lengths: Vec<u32>,
    /// The colours of the entries in `items`; empty if the problem has no colours.
    colours: Vec<u32>,
    /// The options of item `i` are at the places `starts[i]..starts[i + 1]` of the list of holders.
    starts: Vec<u32>,
    /// By primary item, whether it is preferred; empty if the problem has no preferences.
    pub(super) preferred: Vec<bool>,
}

impl Table {
    /// The table of a problem and its list of holders: the options of each item, one item after the other.
    pub(super) fn new<H: Holder>(problem: &Problem) -> (Self, Vec<H>) {
        let choosable = || problem.option_ids().filter(|&option| problem.is_choosable(option));
        let (all, primary) = (problem.items(), problem.primary());
        let mut table = Self {
            options: choosable().collect(),
            all,
            primary,
            items: Vec::with_capacity(problem.entries()),
            firsts: Vec::with_capacity(problem.options() + 1),
            lengths: Vec::with_capacity(problem.options()),
            colours: Vec::new(),
            starts: vec![0; all + 1],
            preferred: Vec::new(),
        };
        for &option in &table.options {
            table.firsts.push(table.items.len() as u32);
            let is_primary = |entry: &&Entry| entry.item.index() < primary;
            let entries = problem.option(option);
            let own = entries.iter().filter(is_primary);
            table.lengths.push(own.clone().count() as u32);
            for entry in own.chain(entries.iter().filter(|entry| !is_primary(entry))) {
                table.items.push(entry.item.0);
                table.starts[entry.item.index() + 1] += 1;
                if H::COLOURED {
                    table.colours.push(entry.colour.map_or(NONE, |colour| colour.0));
                }
            }
        }
        table.firsts.push(table.items.len() as u32);
        for i in 0..all {
            table.starts[i + 1] += table.starts[i];
        }
        let mut ends = table.starts.clone();
        let mut holders = vec![H::new(0, NONE); table.items.len()];
        for option in 0..table.options.len() {
            for place in table.firsts[option] as usize..table.firsts[option + 1] as usize {
                let end = &mut ends[table.items[place] as usize];
                let colour = table.colours.get(place).map_or(NONE, |&colour| colour);
                holders[*end as usize] = H::new(option as u32, colour);
                *end += 1;
            }
        }
        if problem.has_preferences() {
            let items = problem.item_ids().take(primary);
            table.preferred = items.map(|item| problem.is_preferred(item)).collect();
        }
        (table, holders)
    }

    pub(super) fn size(&self, item: usize) -> u32 {
        self.starts[item + 1] - self.starts[item]
    }

    /// The place in the list of holders at which the options of an item begin.
    #[inline(always)]
    pub(super) unsafe fn start(&self, item: u32) -> usize {
        // SAFETY: `starts` has an element for each item.
        unsafe { at(&self.starts, item as usize) as usize }
    }

    /// The place of the first item of an option, that of its first secondary item, and the end of its items.
    #[inline(always)]
    pub(super) unsafe fn places(&self, option: u32) -> (usize, usize, usize) {
        let option = option as usize;
        // SAFETY: `lengths` has an element for each option; `firsts` has one more.
        unsafe {
            let first = at(&self.firsts, option) as usize;
            let middle = first + at(&self.lengths, option) as usize;
            (first, middle, at(&self.firsts, option + 1) as usize)
        }
    }

    #[inline(always)]
    pub(super) unsafe fn items(&self, option: u32) -> &[u32] {
        let option = option as usize;
        // SAFETY: `firsts` has an element for each option and one more; they ascend to `items.len()`.
        unsafe {
            let (first, end) = (at(&self.firsts, option), at(&self.firsts, option + 1));
            part(&self.items, first as usize, end as usize)
        }
    }

    #[inline(always)]
    pub(super) unsafe fn primary(&self, option: u32) -> &[u32] {
        // SAFETY: the places of an option lie within `items`.
        unsafe {
            let (first, middle, _) = self.places(option);
            part(&self.items, first, middle)
        }
    }

    #[inline(always)]
    pub(super) unsafe fn length(&self, option: u32) -> usize {
        // SAFETY: `lengths` has an element for each option.
        unsafe { at(&self.lengths, option as usize) as usize }
    }

    #[inline(always)]
    pub(super) unsafe fn item(&self, place: usize) -> u32 {
        // SAFETY: the places of options lie within `items`.
        unsafe { at(&self.items, place) }
    }

    #[inline(always)]
    pub(super) unsafe fn colour(&self, place: usize) -> u32 {
        // SAFETY: if not empty, `colours` is as long as `items`.
        if self.colours.is_empty() { NONE } else { unsafe { at(&self.colours, place) } }
    }
}
