//! The trail: the options chosen, in order, and the reason for which each was chosen.

use super::table::Table;

/// No option, no position.
pub(super) const NONE: u32 = u32::MAX;
/// Flag in the number of options of an item: the item is covered.
const COVERED: u32 = 1 << 31;

/// An option that was chosen.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub option: u32,
    /// The primary item that the option was chosen for.
    pub item: u32,
    /// The level that branched on the item; `None` if the option was the only one left.
    pub level: Option<u32>,
    /// Number of options that were excluded before.
    excluded: u32,
}

/// The options chosen and excluded, and what is left of the problem.
pub(super) struct Trail<'t> {
    pub table: &'t Table,
    pub steps: Vec<Step>,
    /// By option, its position in `steps`, or [`NONE`].
    positions: Vec<u32>,
    /// By item, the option that covers it first, or [`NONE`].
    owners: Vec<u32>,
    /// By option, whether an option chosen excludes it.
    is_excluded: Vec<bool>,
    /// The options excluded, in order.
    excluded: Vec<u32>,
    /// By primary item, the number of its options that are not excluded, and [`COVERED`].
    sizes: Vec<u32>,
}

impl<'t> Trail<'t> {
    pub(super) fn new(table: &'t Table) -> Self {
        let options = table.options.len();
        let sizes = (0..table.primary as u32).map(|item| table.holders(item).len() as u32);
        Self {
            table,
            steps: Vec::new(),
            positions: vec![NONE; options],
            owners: vec![NONE; table.items],
            is_excluded: vec![false; options],
            excluded: Vec::new(),
            sizes: sizes.collect(),
        }
    }

    /// Number of options chosen.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The position of an option that is chosen, otherwise [`NONE`].
    pub(super) fn position(&self, option: u32) -> u32 {
        self.positions[option as usize]
    }

    /// The option that covers an item first, or [`NONE`].
    pub(super) fn owner(&self, item: u32) -> u32 {
        self.owners[item as usize]
    }

    /// The number of options left and the number of the item that has the fewest, the first of equals; `None` if all primary
    /// items are covered.
    pub(super) fn smallest(&self) -> Option<(u32, u32)> {
        let mut best = (COVERED, 0);
        for (item, &size) in self.sizes.iter().enumerate() {
            if size < best.0 {
                best = (size, item as u32);
                if size == 0 {
                    break;
                }
            }
        }
        (best.0 < COVERED).then_some(best)
    }

    /// The options left of an item, in ascending order.
    pub(super) fn left(&self, item: u32) -> impl Iterator<Item = u32> {
        let options = self.table.holders(item).iter().map(|holder| holder.option);
        options.filter(|&option| !self.is_excluded[option as usize])
    }

    pub(super) fn push(&mut self, option: u32, item: u32, level: Option<u32>) {
        self.positions[option as usize] = self.steps.len() as u32;
        self.steps.push(Step { option, item, level, excluded: self.excluded.len() as u32 });
        let table = self.table;
        for entry in table.entries(option) {
            let item = entry.item as usize;
            if self.owners[item] != NONE {
                continue; // in the same colour, which has excluded the others
            }
            self.owners[item] = option;
            if let Some(size) = self.sizes.get_mut(item) {
                *size |= COVERED;
            }
            for holder in table.holders(entry.item) {
                let is_excluded = &mut self.is_excluded[holder.option as usize];
                if *is_excluded || holder.option == option || !holder.is_excluded_by(entry.colour) {
                    continue;
                }
                *is_excluded = true;
                self.excluded.push(holder.option);
                for other in table.entries(holder.option) {
                    if let Some(size) = self.sizes.get_mut(other.item as usize) {
                        *size -= 1;
                    }
                }
            }
        }
    }

    /// Takes options back until this number of them is left.
    pub(super) fn undo_to(&mut self, length: usize) {
        let table = self.table;
        while self.steps.len() > length {
            let step = self.steps.pop().expect("there are more steps");
            self.positions[step.option as usize] = NONE;
            for option in self.excluded.drain(step.excluded as usize..) {
                self.is_excluded[option as usize] = false;
                for entry in table.entries(option) {
                    if let Some(size) = self.sizes.get_mut(entry.item as usize) {
                        *size += 1;
                    }
                }
            }
            for entry in table.entries(step.option) {
                let item = entry.item as usize;
                if self.owners[item] == step.option {
                    self.owners[item] = NONE;
                    if let Some(size) = self.sizes.get_mut(item) {
                        *size &= !COVERED;
                    }
                }
            }
        }
    }
}
