//! Items that leave a state one alternative or none, as a certificate may branch on them: a checker knows no other deduction.

use super::super::super::model::{Model, bits};
use super::{States, Times};

/// The branches of an item: one for each option that may be the first of it, and maybe one without any.
pub(crate) struct Alternatives {
    pub(crate) options: u32,
    pub(crate) closes: bool,
}

impl Alternatives {
    fn of(size: u32, least: u32) -> Self {
        Self { options: (size + 1).saturating_sub(least.max(1)), closes: least == 0 }
    }

    pub(crate) fn count(&self) -> u32 {
        self.options + u32::from(self.closes)
    }
}

impl States {
    pub(crate) fn branches(&self, model: &Model, level: usize, item: usize) -> Alternatives {
        let least = self.times_of_item(model, level, item).map_or(1, |times: Times| times.least);
        Alternatives::of(model.size(item, self.options(level)), least)
    }

    /// An open item that leaves no alternative, or else one that leaves a single one.
    pub(crate) fn forced(&self, model: &Model, level: usize) -> Option<usize> {
        let mut forced = None;
        for item in bits(self.open(level)) {
            let alternatives = if model.several_place(item).is_some() {
                self.branches(model, level, item).count()
            } else {
                one_or_more(model, item, self.options(level))
            };
            match alternatives {
                0 => return Some(item),
                1 if forced.is_none() => forced = Some(item),
                _ => {}
            }
        }
        forced
    }

    /// Takes what is forced until nothing is. Returns false if some item has no alternative.
    pub(crate) fn take_forced(&mut self, model: &Model, level: usize) -> bool {
        while let Some(item) = self.forced(model, level) {
            let Alternatives { options, closes } = self.branches(model, level, item);
            match model.first(item, self.options(level)).filter(|_| options > 0) {
                Some(option) => self.take(model, level, option),
                None if closes => self.close_here(model, level, item),
                None => return false,
            }
        }
        true
    }
}

/// Number of options of a set that hold an item, or 2 if there are more.
fn one_or_more(model: &Model, item: usize, options: &[u64]) -> u32 {
    let mut found = 0;
    for (_, word) in model.holders(item, options).filter(|(_, word)| *word != 0) {
        if found > 0 || !word.is_power_of_two() {
            return 2;
        }
        found = 1;
    }
    found
}
