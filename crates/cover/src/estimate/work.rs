//! What an estimate may cost, and the searches that it makes.

use super::ground::Ground;
use crate::engine::bits::Table;
use crate::engine::bits::below::{Below, Subtrees};
use crate::search::CancelToken;

/// What it costs to make one node outside of the search, in nodes of the search: it takes about this many times as long.
pub(super) const STEP: u64 = 12;
/// What it costs to begin the search of a subtree, in nodes of the search.
const BEGIN: u64 = 20;

/// The tables, and what was spent so far.
pub(super) struct Work<'t> {
    pub(super) ground: Ground<'t>,
    subtrees: Subtrees<'t>,
    cancel: Option<CancelToken>,
    /// What was spent, in nodes of the search.
    pub(super) spent: u64,
    /// Nodes entered by searches.
    pub(super) searched: u64,
    /// Number of searches that were given up at their limit.
    pub(super) given_up: u64,
    /// The largest subtree that was searched whole: the options chosen at its top, and its number of nodes.
    pub(super) largest: (Vec<u32>, u64),
}

impl<'t> Work<'t> {
    pub(super) fn new(table: &'t Table, cancel: Option<CancelToken>) -> Self {
        Self {
            ground: Ground::new(table),
            subtrees: Subtrees::new(table),
            cancel,
            spent: 0,
            searched: 0,
            given_up: 0,
            largest: (Vec::new(), 0),
        }
    }

    /// Searches a subtree of at most `most` nodes.
    pub(super) fn search(&mut self, chosen: &[u32], most: u64) -> Below {
        let below = self.subtrees.search(chosen, most, self.cancel.as_ref());
        self.spent += below.nodes + BEGIN;
        self.searched += below.nodes;
        if !below.complete {
            self.given_up += 1;
        } else if below.nodes > self.largest.1 {
            self.largest = (chosen.to_vec(), below.nodes);
        }
        below
    }

    /// Notes that nodes were made outside of the search.
    pub(super) fn step(&mut self, nodes: u64) {
        self.spent += STEP * nodes;
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}
