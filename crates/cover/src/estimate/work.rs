//! What an estimate costs, and the searches that it makes.

use super::ground::{Ground, State};
use crate::engine::bits::Table;
use crate::engine::bits::below::{Below, Subtrees};
use crate::search::CancelToken;

/// The tables, and what was spent so far.
///
/// The cost is counted in units of about a nanosecond, by formulas fitted to measured times of ten families, so that it does not
/// depend on the machine.
pub(super) struct Work<'t> {
    pub(super) ground: Ground<'t>,
    subtrees: Subtrees<'t>,
    cancel: Option<CancelToken>,
    /// The cost of a node of the search.
    node: u64,
    /// The cost of making a node outside of the search, without that of the options removed.
    step: u64,
    /// The cost of each option removed there.
    removal: u64,
    pub(super) spent: u64,
    /// Nodes entered by searches.
    pub(super) searched: u64,
    /// Searches that were given up.
    pub(super) given_up: u64,
}

/// Number of nodes of the search that take as long as beginning it at a node.
const BEGIN: u64 = 20;

impl<'t> Work<'t> {
    pub(super) fn new(table: &'t Table, cancel: Option<CancelToken>) -> Self {
        let (words, items) = (table.words as u64, table.sizes.len() as u64);
        let held: usize = table.all_items().map(|(_, items)| items.len()).sum();
        let length = (held / table.option_ids().len().max(1)) as u64;
        Self {
            ground: Ground::new(table),
            subtrees: Subtrees::new(table),
            cancel,
            node: 40 + words / 2 + words * items / 32,
            step: 150 + 2 * words + 3 * items,
            removal: 3 + 2 * length,
            spent: 0,
            searched: 0,
            given_up: 0,
        }
    }

    pub(super) fn cost_of(&self, nodes: u64) -> u64 {
        nodes.saturating_mul(self.node)
    }

    pub(super) fn spent_nodes(&self) -> u64 {
        self.spent / self.node
    }

    pub(super) fn nodes_for(&self, cost: u64) -> u64 {
        cost / self.node
    }

    /// Searches the subtree below chosen options, up to `most` nodes.
    pub(super) fn search(&mut self, chosen: &[u32], most: u64) -> Below {
        let below = self.subtrees.search(chosen, most, self.cancel.as_ref());
        self.spent += (below.nodes + BEGIN) * self.node;
        self.searched += below.nodes;
        self.given_up += u64::from(!below.complete);
        below
    }

    /// Makes the node below a node, outside of the search.
    pub(super) fn choose(&mut self, state: &mut State, option: u32) {
        let removed = self.ground.choose(state, option);
        self.spent += self.step + self.removal * u64::from(removed);
    }

    pub(super) fn node(&mut self, chosen: &[u32]) -> State {
        let mut state = self.ground.root();
        for &option in chosen {
            self.choose(&mut state, option);
        }
        state
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}
