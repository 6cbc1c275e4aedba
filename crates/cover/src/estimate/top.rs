//! The top of a subtree, opened node by node: what is above the open nodes is counted exactly.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::ground::{Kind, State};
use super::model::{Features, Logs, Model};
use super::work::Work;

/// A node whose children may be open.
#[derive(Debug)]
pub(super) struct Node {
    /// The options chosen, by their numbers in the table.
    pub(super) chosen: Vec<u32>,
    pub(super) state: State,
}

/// A node that is not opened yet. It has alternatives: solutions and dead ends are counted at once.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// Its parent, which is kept instead of the node itself: it has several children.
    parent: Rc<Node>,
    /// The option chosen last; `None` if the node is the one called its parent.
    last: Option<u32>,
    pub(super) features: Features,
    /// A guess at the number of nodes of its subtree.
    pub(super) guess: f64,
}

/// Open nodes, and counts of what is above and beside them.
#[derive(Debug, Default)]
pub(super) struct Top {
    /// Number of nodes that are not below or at an open node.
    pub(super) nodes: u64,
    pub(super) solutions: u64,
    open: BinaryHeap<Open>,
}

impl Open {
    /// The options chosen, by their numbers in the table.
    pub(super) fn chosen(&self) -> Vec<u32> {
        self.parent.chosen.iter().copied().chain(self.last).collect()
    }

    pub(super) fn node(&self, work: &mut Work<'_>) -> Rc<Node> {
        let Some(last) = self.last else { return Rc::clone(&self.parent) };
        let mut state = self.parent.state.clone();
        work.choose(&mut state, last);
        Rc::new(Node { chosen: self.chosen(), state })
    }

    /// Compares places in the tree.
    fn place(&self, other: &Self) -> Ordering {
        self.parent
            .chosen
            .iter()
            .chain(&self.last)
            .cmp(other.parent.chosen.iter().chain(&other.last))
    }
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
        self.guess.total_cmp(&other.guess).then_with(|| other.place(self))
    }
}

impl Top {
    /// The subtree of one node, of which nothing is opened yet.
    pub(super) fn at(node: Node, logs: &Logs, model: &Model) -> Self {
        let mut top = Self::default();
        top.add(node, logs, model);
        top
    }

    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn add(&mut self, node: Node, logs: &Logs, model: &Model) {
        if let Some((features, guess)) = self.look_at(&node.state, logs, model) {
            self.open.push(Open { parent: Rc::new(node), last: None, features, guess });
        }
    }

    pub(super) fn put(&mut self, node: Open) {
        self.open.push(node);
    }

    /// The features and the guess of a node that has alternatives; otherwise it is counted.
    fn look_at(&mut self, state: &State, logs: &Logs, model: &Model) -> Option<(Features, f64)> {
        let kind = state.kind();
        if let Kind::Branch(..) = kind {
            let features = logs.features(state);
            return Some((features, model.size(&features)));
        }
        self.nodes += 1;
        self.solutions += u64::from(kind == Kind::Solution);
        None
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
        let mut child = work.ground.root();
        while self.open.len() < many && work.spent < until && !work.is_cancelled() {
            match self.open.peek() {
                Some(largest) if largest.guess > size => {}
                _ => break,
            }
            let Some(parent) = self.open.pop().map(|open| open.node(work)) else { break };
            let Kind::Branch(item, _) = parent.state.kind() else { continue };
            self.nodes += 1;
            for option in work.ground.options_of(&parent.state, item) {
                child.become_copy_of(&parent.state);
                work.choose(&mut child, option);
                if let Some((features, guess)) = self.look_at(&child, logs, model) {
                    let (parent, last) = (Rc::clone(&parent), Some(option));
                    self.open.push(Open { parent, last, features, guess });
                }
            }
        }
    }

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
        open.sort_unstable_by(Open::place);
        open
    }

    /// The open nodes, in no particular order, but the same on every machine.
    pub(super) fn open(&self) -> &[Open] {
        self.open.as_slice()
    }
}
