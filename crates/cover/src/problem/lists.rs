//! The options of each item.

use std::ops::Range;

use super::{ItemId, OptionId, Problem};

/// The choosable options of every item, in their order, in one flat array.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    /// The options of item `i` are `options[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    options: Vec<OptionId>,
}

impl Lists {
    pub(crate) fn new(problem: &Problem) -> Self {
        let choosable = || problem.option_ids().filter(|&option| problem.is_choosable(option));
        let mut starts = vec![0u32; problem.items() + 1];
        for entry in choosable().flat_map(|option| problem.option(option)) {
            starts[entry.item.index() + 1] += 1;
        }
        for i in 0..problem.items() {
            starts[i + 1] += starts[i];
        }
        let mut ends = starts.clone();
        let mut options = vec![OptionId(0); starts[problem.items()] as usize];
        for option in choosable() {
            for entry in problem.option(option) {
                let end = &mut ends[entry.item.index()];
                options[*end as usize] = option;
                *end += 1;
            }
        }
        Self { starts, options }
    }

    pub(crate) fn of(&self, item: ItemId) -> &[OptionId] {
        &self.options[self.places(item)]
    }

    /// The places of the options of an item. A loop over places may change the struct that owns these lists.
    pub(crate) fn places(&self, item: ItemId) -> Range<usize> {
        self.starts[item.index()] as usize..self.starts[item.index() + 1] as usize
    }

    pub(crate) fn at(&self, place: usize) -> OptionId {
        self.options[place]
    }
}
