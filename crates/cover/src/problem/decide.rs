//! The rest of a problem after deciding how some items are covered, without choosing options.

use super::reduce::GONE;
use super::{Bounds, Colour, Entry, ItemId, OptionId, Problem};

/// How an item is covered by a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// This number of times; 0 for an item that is not covered. A secondary item is covered once at most without a colour.
    Times(u32),
    /// In this colour, any number of times.
    In(Colour),
}

impl Problem {
    /// The problem whose solutions are those of this one that cover the items as decided, for engines, which need no names; and for
    /// each of its options the number in this problem. `None` if no option is left that covers an item as decided. Options without a
    /// primary item of this problem are left out.
    pub(crate) fn decided(&self, decisions: &[(ItemId, State)]) -> Option<(Self, Vec<OptionId>)> {
        let mut states = vec![None; self.items()];
        for &(item, state) in decisions {
            states[item.index()] = Some(state);
        }
        let fits = |entry: &Entry| match states[entry.item.index()] {
            None => true,
            Some(State::In(colour)) => entry.colour == Some(colour),
            Some(State::Times(times)) => times > 0 && entry.colour.is_none(),
        };
        let kept = self.option_ids().filter(|&option| self.is_choosable(option));
        let options: Vec<OptionId> =
            kept.filter(|&option| self.option(option).iter().all(fits)).collect();
        let mut holders = vec![0; self.items()];
        for entry in options.iter().flat_map(|&option| self.option(option)) {
            holders[entry.item.index()] += 1;
        }
        // Primary items first, and those that a decision makes primary.
        let bounds = |item: ItemId| match (states[item.index()], self.bounds(item)) {
            (None, bounds) => bounds,
            (Some(State::Times(times)), _) => Some(Bounds { low: times, high: times }),
            (Some(State::In(_)), _) => Some(Bounds { low: 1, high: holders[item.index()] }),
        };
        let mut left = Self::builder().build();
        left.colours.resize(self.colours(), String::new());
        let mut new_item = vec![GONE; self.items()];
        let mut add = |item: ItemId, left: &mut Self| {
            new_item[item.index()] = left.names.len() as u32;
            left.names.push(if self.is_preferred(item) { "#".into() } else { String::new() });
        };
        for item in self.item_ids() {
            let Some(bounds) = bounds(item).filter(|bounds| bounds.high > 0 || bounds.low > 0)
            else {
                continue;
            };
            if bounds.low > holders[item.index()] {
                return None;
            }
            add(item, &mut left);
            left.bounds.push(bounds);
        }
        for item in self.item_ids().filter(|&item| bounds(item).is_none()) {
            add(item, &mut left);
        }
        for &option in &options {
            for entry in self.option(option) {
                let is_open = states[entry.item.index()].is_none();
                let item = ItemId(new_item[entry.item.index()]);
                left.entries.push(Entry { item, colour: entry.colour.filter(|_| is_open) });
            }
            left.starts.push(left.entries.len() as u32);
        }
        Some((left, options))
    }
}
