//! The steps of a search, and the probe that notes them.

use crate::problem::{ItemId, OptionId};
use crate::search::{Leaf, Probe};

/// A step of a search. Each step has its opposite, so that a list of steps can be followed forwards and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// The search branches on this item: the node gets a branch for each of its options.
    Branch(ItemId),
    /// All branches of this item are tried: the opposite of [`Branch`](Self::Branch).
    Leave(ItemId),
    /// This option is chosen for the item branched on last.
    Choose(OptionId),
    /// This option is taken back: the opposite of [`Choose`](Self::Choose).
    TakeBack(OptionId),
    /// The last branch of an item with a multiplicity: no further option covers the item.
    Finish(ItemId),
    /// The opposite of [`Finish`](Self::Finish).
    Unfinish(ItemId),
    /// This item, which must be covered, has fewer options left than it needs. The opposite changes nothing.
    DeadEnd(ItemId),
    /// All items are covered: a solution. The opposite changes nothing.
    Solution,
}

#[derive(Clone, Copy, Debug)]
enum Tried {
    /// The branch before was taken back, and the next one is not known yet.
    Unknown,
    Option(OptionId),
    /// No further option.
    Finish,
}

/// The probe that notes the steps, and ends each piece before a node.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    /// Number of nodes that may still be entered.
    pub(super) left: u64,
    /// The item of the node entered last, until its first branch is known.
    entered: Option<ItemId>,
    levels: Vec<(ItemId, Tried)>,
    pub(super) steps: Vec<SearchStep>,
}

impl Recorder {
    fn open(&mut self) {
        if let Some(item) = self.entered.take() {
            self.steps.push(SearchStep::Branch(item));
            self.levels.push((item, Tried::Unknown));
        }
    }

    /// A further node is entered. If no option was chosen since the last node, the branch between them is the one without an option.
    fn settle(&mut self) {
        self.open();
        if let Some((item, tried @ Tried::Unknown)) = self.levels.last_mut() {
            self.steps.push(SearchStep::Finish(*item));
            *tried = Tried::Finish;
        }
    }

    /// Takes one step back up; returns whether more levels are left and the step took back no option.
    pub(super) fn go_up(&mut self) -> bool {
        let Some((item, tried)) = self.levels.last_mut() else { return false };
        match *tried {
            Tried::Option(option) => {
                self.steps.push(SearchStep::TakeBack(option));
                *tried = Tried::Unknown;
                return false;
            }
            Tried::Finish => {
                self.steps.push(SearchStep::Unfinish(*item));
                *tried = Tried::Unknown;
            }
            Tried::Unknown => {
                self.steps.push(SearchStep::Leave(*item));
                self.levels.pop();
            }
        }
        true
    }
}

impl Probe for Recorder {
    const COUNTING: bool = false;
    fn leaf(&mut self, leaf: Leaf) {
        match (leaf, self.entered.take()) {
            (Leaf::DeadEnd, Some(item)) => self.steps.push(SearchStep::DeadEnd(item)),
            (_, entered) => {
                self.entered = entered;
                self.settle();
                self.steps.push(SearchStep::Solution);
            }
        }
    }
    fn chose(&mut self, option: impl FnOnce() -> OptionId, _: bool) {
        self.open();
        let option = option();
        self.steps.push(SearchStep::Choose(option));
        if let Some((_, tried)) = self.levels.last_mut() {
            *tried = Tried::Option(option);
        }
    }
    fn took_back(&mut self) {
        while self.go_up() {}
    }
    fn branches(&mut self, item: usize, _: bool) {
        self.settle();
        self.entered = Some(ItemId(item as u32));
    }
    fn enter(&mut self) -> bool {
        let may_enter = self.left > 0;
        self.left -= u64::from(may_enter);
        may_enter
    }
}
