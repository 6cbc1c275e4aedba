//! Items with bounds in states: how often they must and may still be covered.

use super::super::super::model::{Model, bits};
use super::super::order::Rule;
use super::{LEFT, States, lowest};

/// How often an item with bounds must and may still be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) least: u32,
    pub(crate) most: u32,
}

impl Times {
    /// From a word of a state, which is 0 for an item that is not open.
    pub(crate) fn of(word: u64) -> Self {
        Self { least: (word >> 32) as u32, most: word as u32 }
    }

    pub(crate) fn word(self) -> u64 {
        u64::from(self.least) << 32 | u64::from(self.most)
    }

    /// By item with bounds, its bounds, as no option is chosen yet.
    pub(crate) fn of_all(model: &Model) -> Vec<Self> {
        let bounds = model.several().filter_map(|item| model.bounds(item));
        bounds.map(|bounds| Self { least: bounds.low, most: bounds.high }).collect()
    }

    /// How often the item must and may be covered after it was covered `times` more times.
    pub(crate) fn after(self, times: u32) -> Self {
        Self { least: self.least.saturating_sub(times), most: self.most - times }
    }

    /// Number of branches of an item with this number of options left.
    pub(super) fn branches(self, options: u32) -> u32 {
        (options + 1).saturating_sub(self.least)
    }
}

/// What follows from an item with bounds.
pub(super) enum Propagated {
    Nothing,
    /// An option was chosen, without which the item could not be covered as often as it must.
    Chose(usize),
    /// It cannot be covered as often as it must.
    DeadEnd,
}

impl States {
    /// `None` if the item has no bounds.
    pub(crate) fn times_of_item(&self, model: &Model, level: usize, item: usize) -> Option<Times> {
        Some(Times::of(self.times(level)[model.several_place(item)?]))
    }

    /// By item with bounds, its times as a word; 0 if the item is not in the set `own`.
    pub(super) fn times_of(&self, model: &Model, level: usize, own: &[u64]) -> Vec<u64> {
        let is_own = |item: usize| own[item / 64] >> (item % 64) & 1 == 1;
        let all = model.several().zip(self.times(level));
        all.map(|(item, &times)| if is_own(item) { times } else { 0 }).collect()
    }

    /// Chooses an option in the state at a level: removes what it excludes, and covers its items once more.
    #[inline(always)]
    pub(super) fn take(&mut self, model: &Model, level: usize, option: usize) {
        let (words, sets) = (self.words, self.sets);
        let (row, times) = self.rows[level * self.length..][..self.length].split_at_mut(sets);
        let (options, open) = row.split_at_mut(words);
        let several = model.several_set();
        let excluded = model.table.excluded_by(option);
        options.iter_mut().zip(excluded).for_each(|(a, b)| *a &= !b);
        for (word, covers) in model.covers(option).iter().enumerate() {
            open[word] &= !(covers & !several[word]);
            let mut rest = open[word] & covers & several[word];
            while rest != 0 {
                let item = 64 * word + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let Some(place) = model.several_place(item) else { continue };
                let left = Times::of(times[place]).after(1);
                times[place] = left.word();
                if left.most == 0 {
                    times[place] = 0;
                    open[word] &= !(1 << (item % 64));
                    let (first, holders) = model.table.holders_of(item);
                    options[first..].iter_mut().zip(holders).for_each(|(a, b)| *a &= !b);
                }
            }
        }
    }

    /// Copies the state of a level to the next one, where an item with bounds is covered no more times: its remaining
    /// options are removed.
    pub(crate) fn close(&mut self, model: &Model, level: usize, item: usize) {
        self.copy_down(level);
        self.close_here(model, level + 1, item);
    }

    /// As [`close`](Self::close), in the state at a level itself.
    pub(super) fn close_here(&mut self, model: &Model, level: usize, item: usize) {
        let row = &mut self.rows[level * self.length..][..self.length];
        let (first, holders) = model.table.holders_of(item);
        row[first..].iter_mut().zip(holders).for_each(|(a, b)| *a &= !b);
        row[self.words + item / 64] &= !(1 << (item % 64));
        if let Some(place) = model.several_place(item) {
            row[self.sets + place] = 0;
        }
    }

    /// Propagates an open item with bounds that has a number of options left.
    #[inline(never)]
    pub(super) fn propagate_several(
        &mut self,
        model: &Model,
        level: usize,
        (item, place): (usize, usize),
        size: u32,
    ) -> Propagated {
        let Times { least, most } = Times::of(self.times(level)[place]);
        if size < least {
            return Propagated::DeadEnd;
        }
        if size > 0 && size == least {
            let Some(option) = model.first(item, self.options(level)) else {
                return Propagated::DeadEnd;
            };
            self.take(model, level, option);
            return Propagated::Chose(option);
        }
        let mut times = Times { least, most: most.min(size) };
        if least == 0 && most >= size {
            // The bounds exclude no set of the options left.
            self.row_mut(level).1[item / 64] &= !(1 << (item % 64));
            times = Times { least: 0, most: 0 };
        }
        self.rows[level * self.length + self.sets + place] = times.word();
        self.sizes[item] = times.branches(size);
        Propagated::Nothing
    }

    /// Adds two alternatives, an option and that it is left, unless the item to branch on is to be covered exactly once.
    #[inline(never)]
    pub(super) fn leaves_option(
        &self,
        model: &Model,
        level: usize,
        rule: &Rule,
        alternatives: &mut Vec<u32>,
    ) -> bool {
        let (options, open) = (self.options(level), self.open(level));
        let option = if lowest(open).is_none() {
            // Any set without exclusions is a solution.
            let excluded = |&option: &usize| {
                let both = model.table.excluded_by(option).iter().zip(options);
                both.map(|(a, b)| (a & b).count_ones()).sum::<u32>()
            };
            bits(options).max_by_key(excluded)
        } else {
            let item = rule.choose(open, &self.sizes);
            match self.times_of_item(model, level, item) {
                None | Some(Times { least: 1, most: 1 }) => None,
                Some(_) => model.first(item, options),
            }
        };
        alternatives.extend(option.into_iter().flat_map(|it| [it as u32, it as u32 | LEFT]));
        option.is_some()
    }
}

/// Adds the options of a set that share an open item with bounds with an option to those reached, and to those still to be followed.
#[inline(never)]
pub(super) fn reach(
    model: &Model,
    there: &[u64],
    open: &[u64],
    option: usize,
    (reached, todo): (&mut [u64], &mut [u64]),
) {
    for (word, covers) in model.covers(option).iter().enumerate() {
        for bit in bits(&[open[word] & covers & model.several_set()[word]]) {
            for (i, held) in model.holders(64 * word + bit, there) {
                todo[i] |= held & !reached[i];
                reached[i] |= held;
            }
        }
    }
}
