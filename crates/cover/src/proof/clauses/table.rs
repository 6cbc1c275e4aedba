//! A problem as the search with reasons reads it.

use crate::problem::{OptionId, Problem};

/// The colour of an item that an option has without a colour.
pub(super) const PLAIN: u32 = 0;

/// An item of an option.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub item: u32,
    /// The colour, counted from 1, or [`PLAIN`].
    pub colour: u32,
    /// The place of the option among the holders of all items.
    pub place: u32,
}

/// An option that has an item, and the colour it gives the item.
#[derive(Clone, Copy)]
pub(super) struct Holder {
    pub option: u32,
    pub colour: u32,
}

impl Holder {
    /// Whether an option that gives the item this colour excludes this other option of the item.
    pub(super) fn is_excluded_by(self, colour: u32) -> bool {
        colour == PLAIN || colour != self.colour
    }
}

/// A problem in which every primary item is to be covered exactly once. Options that can never be chosen are left out; the
/// others are numbered from 0.
pub(super) struct Table {
    pub primary: usize,
    pub items: usize,
    /// By option, its number in the problem.
    pub options: Vec<OptionId>,
    /// The items of option `o` are `entries[starts[o]..starts[o + 1]]`.
    entries: Vec<Entry>,
    starts: Vec<u32>,
    /// The options of item `i` are `holders[firsts[i]..firsts[i + 1]]`, in ascending order.
    holders: Vec<Holder>,
    firsts: Vec<u32>,
    /// By item, whether some option gives it a colour.
    pub is_coloured: Vec<bool>,
}

impl Table {
    pub(super) fn new(problem: &Problem) -> Self {
        let items = problem.items();
        let options: Vec<OptionId> =
            problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        let mut lists: Vec<Vec<Holder>> = vec![Vec::new(); items];
        let mut is_coloured = vec![false; items];
        for (o, &option) in options.iter().enumerate() {
            for entry in problem.option(option) {
                let colour = entry.colour.map_or(PLAIN, |colour| colour.0 + 1);
                is_coloured[entry.item.index()] |= colour != PLAIN;
                lists[entry.item.index()].push(Holder { option: o as u32, colour });
            }
        }
        let mut firsts = vec![0];
        for list in &lists {
            firsts.push(firsts[firsts.len() - 1] + list.len() as u32);
        }
        let mut places = firsts.clone();
        let (mut entries, mut starts) = (Vec::new(), vec![0]);
        for &option in &options {
            for entry in problem.option(option) {
                let place = &mut places[entry.item.index()];
                let colour = entry.colour.map_or(PLAIN, |colour| colour.0 + 1);
                entries.push(Entry { item: entry.item.0, colour, place: *place });
                *place += 1;
            }
            starts.push(entries.len() as u32);
        }
        let holders = lists.concat();
        let primary = problem.primary();
        Self { primary, items, options, entries, starts, holders, firsts, is_coloured }
    }

    pub(super) fn entries(&self, option: u32) -> &[Entry] {
        let o = option as usize;
        &self.entries[self.starts[o] as usize..self.starts[o + 1] as usize]
    }

    /// The options of an item, in ascending order.
    pub(super) fn holders(&self, item: u32) -> &[Holder] {
        let i = item as usize;
        &self.holders[self.firsts[i] as usize..self.firsts[i + 1] as usize]
    }

    /// The options of an item after the place of one of them.
    pub(super) fn holders_after(&self, item: u32, place: u32) -> &[Holder] {
        &self.holders[place as usize + 1..self.firsts[item as usize + 1] as usize]
    }

    /// Number of places of options among the holders of all items.
    pub(super) fn places(&self) -> usize {
        self.holders.len()
    }
}
