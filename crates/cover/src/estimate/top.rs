//! The top of a subtree, opened node by node: what is above the open nodes is counted exactly.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::ground::{Kind, State};
use super::model::{Features, Logs, Model};
use super::work::Work;

/// A node that is not opened yet. It has alternatives: solutions and dead ends are counted at once.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The options chosen, by their numbers in the table.
    pub(super) chosen: Vec<u32>,
    pub(super) state: State,
    pub(super) features: Features,
    /// A guess at the number of nodes of its subtree.
    pub(super) guess: f64,
}

/// Open nodes, and counts of what is above and beside them.
#[derive(Debug, Default)]
pub(super) struct Top {
    /// Number of nodes that are not below or at an open node.
    pub(super) nodes: u64,
    /// Number of solutions among them.
    pub(super) solutions: u64,
    open: BinaryHeap<Open>,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The node with the largest guess is the greatest; among equals that which comes first in the tree.
impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.guess.total_cmp(&other.guess).then_with(|| other.chosen.cmp(&self.chosen))
    }
}

impl Top {
    /// The subtree of one node, of which nothing is opened yet.
    pub(super) fn at(chosen: Vec<u32>, state: State, logs: &Logs, model: &Model) -> Self {
        let mut top = Self::default();
        top.add(chosen, state, logs, model);
        top
    }

    /// Number of open nodes.
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn add(&mut self, chosen: Vec<u32>, state: State, logs: &Logs, model: &Model) {
        match state.kind() {
            Kind::Branch(..) => {
                let features = logs.features(&state);
                let guess = model.size(&features);
                self.open.push(Open { chosen, state, features, guess });
            }
            kind => {
                self.nodes += 1;
                self.solutions += u64::from(kind == Kind::Solution);
            }
        }
    }

    /// Opens nodes, the largest by guess first, until `many` are open, none is larger than `size`, or `spend` is spent.
    pub(super) fn grow(
        &mut self,
        work: &mut Work<'_>,
        (many, size, spend): (usize, f64, u64),
        logs: &Logs,
        model: &Model,
    ) {
        let until = work.spent.saturating_add(spend);
        while self.open.len() < many && work.spent < until && !work.is_cancelled() {
            match self.open.peek() {
                Some(largest) if largest.guess > size => {}
                _ => break,
            }
            let Some(node) = self.open.pop() else { break };
            let Kind::Branch(item, _) = node.state.kind() else { continue };
            self.nodes += 1;
            let options = work.ground.options_of(&node.state, item);
            work.step(options.len() as u64);
            for option in options {
                let mut state = node.state.clone();
                work.ground.choose(&mut state, option);
                let mut chosen = Vec::with_capacity(node.chosen.len() + 1);
                chosen.extend_from_slice(&node.chosen);
                chosen.push(option);
                self.add(chosen, state, logs, model);
            }
        }
    }

    /// Guesses anew.
    pub(super) fn guess(&mut self, model: &Model) {
        let mut open = std::mem::take(&mut self.open).into_vec();
        for node in &mut open {
            node.guess = model.size(&node.features);
        }
        self.open = open.into();
    }

    /// The open nodes, in the order of the tree.
    pub(super) fn into_open(self) -> Vec<Open> {
        let mut open = self.open.into_vec();
        open.sort_unstable_by(|a, b| a.chosen.cmp(&b.chosen));
        open
    }

    /// The open nodes, in no particular order, but the same on every machine.
    pub(super) fn open(&self) -> &[Open] {
        self.open.as_slice()
    }
}
