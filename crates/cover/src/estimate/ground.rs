//! The nodes of the search tree of `bits`, one at a time: the options left and the sizes of items.
//!
//! The tree is that of the engine, node by node: the item branched on is the one with the fewest options left, the leftmost
//! among equals. Here a node can be copied and kept, which the search cannot do, and takes about ten times as long.

use crate::engine::bits::Table;

/// The size of a covered item.
const COVERED: u16 = u16::MAX;

/// The table of a problem, with the lists that nodes are made from.
pub(super) struct Ground<'t> {
    table: &'t Table,
    /// The primary items of option `o` are `items[starts[o]..starts[o + 1]]`.
    items: Vec<u16>,
    starts: Vec<u32>,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The options left, as bits.
    active: Vec<u64>,
    /// By primary item, its number of options left.
    sizes: Vec<u16>,
    pub(super) open: u32,
    pub(super) options: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Solution,
    DeadEnd,
    Branch(usize, u16),
}

impl<'t> Ground<'t> {
    pub(super) fn new(table: &'t Table) -> Self {
        let (mut items, mut starts) = (Vec::new(), vec![0]);
        for (_, own) in table.all_items() {
            items.extend_from_slice(own);
            starts.push(items.len() as u32);
        }
        Self { table, items, starts }
    }

    pub(super) fn root(&self) -> State {
        let options = self.starts.len() - 1;
        let mut active = vec![0; self.table.words];
        for option in 0..options {
            active[option / 64] |= 1 << (option % 64);
        }
        // There are at most 16384 options.
        let sizes: Vec<u16> = self.table.sizes.iter().map(|&size| size as u16).collect();
        State { active, open: sizes.len() as u32, sizes, options: options as u32 }
    }

    /// The options left that hold an item, in order.
    pub(super) fn options_of(&self, state: &State, item: usize) -> Vec<u32> {
        let (first, holders) = self.table.holders_of(item);
        let mut options = Vec::new();
        for (i, &holders) in holders.iter().enumerate() {
            let mut word = holders & state.active[first + i];
            while word != 0 {
                options.push(64 * (first + i) as u32 + word.trailing_zeros());
                word &= word - 1;
            }
        }
        options
    }

    /// Goes down to the child at which this option is chosen, and returns the number of options removed.
    pub(super) fn choose(&self, state: &mut State, option: u32) -> u32 {
        let excluded = self.table.excluded_by(option as usize);
        let before = state.options;
        for (i, (active, &excluded)) in state.active.iter_mut().zip(excluded).enumerate() {
            let mut gone = *active & excluded;
            *active &= !excluded;
            while gone != 0 {
                for &item in self.items_of(64 * i + gone.trailing_zeros() as usize) {
                    // An item that is covered has no options left.
                    state.sizes[item as usize] -= 1;
                }
                gone &= gone - 1;
                state.options -= 1;
            }
        }
        let items = self.items_of(option as usize);
        state.open -= items.len() as u32;
        for &item in items {
            state.sizes[item as usize] = COVERED;
        }
        before - state.options
    }

    fn items_of(&self, option: usize) -> &[u16] {
        &self.items[self.starts[option] as usize..self.starts[option + 1] as usize]
    }
}

impl State {
    pub(super) fn become_copy_of(&mut self, other: &Self) {
        self.active.copy_from_slice(&other.active);
        self.sizes.copy_from_slice(&other.sizes);
        (self.open, self.options) = (other.open, other.options);
    }

    pub(super) fn kind(&self) -> Kind {
        if self.open == 0 {
            return Kind::Solution;
        }
        let least = self.sizes.iter().copied().min().unwrap_or(COVERED);
        if least == 0 {
            return Kind::DeadEnd;
        }
        let item = self.sizes.iter().position(|&size| size == least).expect("the least is there");
        Kind::Branch(item, least)
    }

    /// The number of options left of each uncovered item.
    pub(super) fn sizes(&self) -> impl Iterator<Item = u16> {
        self.sizes.iter().copied().filter(|&size| size != COVERED)
    }
}
