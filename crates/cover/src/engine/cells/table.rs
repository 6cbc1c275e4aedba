//! The problem as flat lists: the items of each option, the options of each item.

use super::places::{at, part};
use crate::problem::{Entry, OptionId, Problem};

/// No colour; no item.
pub(super) const NONE: u32 = u32::MAX;

/// An option that holds an item, in the list of the item.
pub(super) trait Holder: Copy {
    /// Whether it can have a colour.
    const COLOURED: bool;
    fn new(option: u32, colour: u32) -> Self;
    fn option(self) -> u32;
    /// [`NONE`] if there is none.
    fn colour(self) -> u32;
}

/// An option that holds an item in no colour.
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

/// An option that holds an item, and in which colour.
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

/// Options are numbered from 0, those that can be chosen alone.
pub(super) struct Table {
    /// What the options are in the problem.
    pub(super) options: Vec<OptionId>,
    /// How many items there are.
    pub(super) all: usize,
    /// How many of them are primary.
    pub(super) primary: usize,
    /// The items of option `o`, primary ones first, are `items[firsts[o]..firsts[o + 1]]`.
    items: Vec<u32>,
    firsts: Vec<u32>,
    /// How many of them are primary.
    lengths: Vec<u32>,
    /// The colours of these items; empty if there is none.
    colours: Vec<u32>,
    /// Where the options of item `i` begin, and those of the next.
    starts: Vec<u32>,
    /// By primary item, whether it is preferred; empty if none is.
    pub(super) preferred: Vec<bool>,
}

impl Table {
    /// The table of a problem, and the options of its items, one item after the other.
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
            let (first, _, end) = table.places(option as u32);
            for place in first..end {
                let end = &mut ends[table.items[place] as usize];
                holders[*end as usize] = H::new(option as u32, table.colour(place));
                *end += 1;
            }
        }
        if problem.has_preferences() {
            let items = problem.item_ids().take(primary);
            table.preferred = items.map(|item| problem.is_preferred(item)).collect();
        }
        (table, holders)
    }

    /// How many options an item has.
    pub(super) fn size(&self, item: usize) -> u32 {
        self.starts[item + 1] - self.starts[item]
    }

    /// Where the options of an item begin.
    #[inline(always)]
    pub(super) fn start(&self, item: u32) -> usize {
        at(&self.starts, item as usize) as usize
    }

    /// Where the primary items of an option are, and where its other items begin and end.
    #[inline(always)]
    pub(super) fn places(&self, option: u32) -> (usize, usize, usize) {
        let option = option as usize;
        let first = at(&self.firsts, option) as usize;
        let middle = first + at(&self.lengths, option) as usize;
        (first, middle, at(&self.firsts, option + 1) as usize)
    }

    /// The items of an option.
    #[inline(always)]
    pub(super) fn items(&self, option: u32) -> &[u32] {
        let option = option as usize;
        part(&self.items, at(&self.firsts, option) as usize, at(&self.firsts, option + 1) as usize)
    }

    /// The primary items of an option.
    #[inline(always)]
    pub(super) fn primary(&self, option: u32) -> &[u32] {
        let (first, middle, _) = self.places(option);
        part(&self.items, first, middle)
    }

    /// How many primary items an option has.
    #[inline(always)]
    pub(super) fn length(&self, option: u32) -> usize {
        at(&self.lengths, option as usize) as usize
    }

    /// The item at a place.
    #[inline(always)]
    pub(super) fn item(&self, place: usize) -> u32 {
        at(&self.items, place)
    }

    /// The colour of the item at a place.
    #[inline(always)]
    pub(super) fn colour(&self, place: usize) -> u32 {
        if self.colours.is_empty() { NONE } else { at(&self.colours, place) }
    }
}
