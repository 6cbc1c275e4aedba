//! The tables of dancing links: nodes, and the heads of the items' lists.
//!
//! # Invariants
//! Node 1 is the root of the list of uncovered primary items, nodes `2..=items + 1` are the heads of
//! the items' lists, then come the options, with a spacer before the first and one after each. Node 0 is a
//! spacer too, so that every node that can be reached has one before it and one after it.
//! In every list, node numbers increase from top to bottom. `size` of an item is the length of its list.
//!
//! # Why the unchecked look-ups are sound
//! A [`NodeId`] or [`HeadId`] cannot be made outside this file, only read from the tables, and
//! [`Links::in_order`] writes only numbers of existing nodes and items into them, of a spacer never. Steps
//! from node to node pass over spacers, and no option is empty, so a `NodeId` is never the first or the last
//! node. What a search writes into the tables was read from them. A search has one `Links`, and no function
//! sees two, so no number gets into other tables. Test builds check each look-up by assertion, and every
//! search is compared with [`Naive`](crate::engine::Naive), which has no links. Checks in release builds would
//! cost 13 % (geometric mean over 37 problems).
#![expect(unsafe_code, reason = "unchecked table look-ups in the innermost loops")]

use std::iter::once;

use crate::problem::{OptionId, Problem};

/// Number of a node that is not a spacer. Only this file makes such numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Number of an item, from 1, or 0 for the root. Only this file makes such numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeadId(u32);

impl HeadId {
    pub(super) const ROOT: Self = Self(0);

    pub(super) fn node(self) -> NodeId {
        NodeId(self.0 + 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node's place in the list of its item, its item, and its colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) up: NodeId,
    pub(super) down: NodeId,
    /// The item of the node; the root if the node is a spacer. The `up` of a spacer is the first node of
    /// the option before the spacer, its `down` the last node of the option after the spacer.
    pub(super) item: HeadId,
    /// [`NONE`], a colour from 1, or [`SETTLED`]; for a spacer, the number of the option after it.
    pub(super) colour: u32,
}

impl Node {
    /// The spacer after the option that begins at the node `first`.
    fn spacer(first: NodeId) -> Self {
        Self { up: first, down: HeadId::ROOT.node(), item: HeadId::ROOT, colour: NONE }
    }
}

pub(super) const NONE: u32 = 0;
/// The item was purified to this node's colour, so the colour need not be checked again.
pub(super) const SETTLED: u32 = u32::MAX;

/// An item's place in the list of uncovered items, and its number of options left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) previous: HeadId,
    pub(super) next: HeadId,
    pub(super) size: u32,
}

pub(super) struct Links {
    nodes: Vec<Node>,
    heads: Vec<Head>,
    /// By item, from 1: whether it is preferred in branching. Empty if no item is preferred.
    preferred: Vec<bool>,
}

impl Links {
    /// Size of the tables of a problem, in bytes.
    pub(super) fn bytes(problem: &Problem) -> usize {
        let preferred = if problem.has_preferences() { problem.primary() + 1 } else { 0 };
        let heads = (problem.items() + 1) * size_of::<Head>();
        Self::nodes(problem) * size_of::<Node>() + heads + preferred * size_of::<bool>()
    }

    pub(super) fn fits(problem: &Problem) -> bool {
        u32::try_from(Self::nodes(problem)).is_ok()
    }

    /// Upper bound on the number of nodes of a problem: root, heads, entries and spacers.
    fn nodes(problem: &Problem) -> usize {
        2 + problem.items() + 1 + problem.entries() + problem.options()
    }

    pub(super) fn new(problem: &Problem) -> Self {
        Self::in_order(problem, problem.option_ids())
    }

    /// Links the options of a problem. Each list has its options in this order. Options that can never be
    /// chosen are left out.
    pub(super) fn in_order(problem: &Problem, order: impl Iterator<Item = OptionId>) -> Self {
        let (items, primary) = (problem.items(), problem.primary() as u32);
        let mut nodes = Vec::with_capacity(Self::nodes(problem));
        nodes.push(Node::spacer(HeadId::ROOT.node()));
        nodes.extend((0..=items as u32).map(HeadId).map(|item| {
            let (up, down) = (item.node(), item.node());
            Node { up, down, item, colour: NONE }
        }));
        nodes.push(Node::spacer(HeadId::ROOT.node()));
        // Secondary items link to themselves, because they are never branched on.
        let neighbours = |i: u32| match i {
            // Without primary items the root links to itself, and all items are covered from the start.
            0 => (primary, u32::from(primary > 0)),
            i if i <= primary => (i - 1, if i == primary { 0 } else { i + 1 }),
            i => (i, i),
        };
        let head =
            |(previous, next)| Head { previous: HeadId(previous), next: HeadId(next), size: 0 };
        let heads = (0..=items as u32).map(neighbours).map(head).collect();
        let preferred = if problem.has_preferences() {
            let primary = problem.item_ids().take(problem.primary());
            once(false).chain(primary.map(|item| problem.is_preferred(item))).collect()
        } else {
            Vec::new()
        };
        let mut links = Self { nodes, heads, preferred };
        for option in order.filter(|&option| problem.is_choosable(option)) {
            links.push_option(problem, option);
        }
        links
    }

    fn push_option(&mut self, problem: &Problem, option: OptionId) {
        let first = NodeId(self.nodes.len() as u32);
        let mut at = first;
        for entry in problem.option(option) {
            let item = HeadId(entry.item.0 + 1);
            self.heads[item.index()].size += 1; // panics on an item that the problem does not have
            let colour = entry.colour.map_or(NONE, |colour| colour.0 + 1);
            at = NodeId(self.nodes.len() as u32);
            let up = self.node(item.node()).up;
            self.nodes.push(Node { up, down: item.node(), item, colour });
            self.node_mut(up).down = at;
            self.node_mut(item.node()).up = at;
        }
        let before = &mut self.nodes[first.index() - 1];
        (before.down, before.colour) = (at, option.0);
        self.nodes.push(Node::spacer(first));
    }

    pub(super) fn option_of(&self, node: NodeId) -> OptionId {
        let spacer = self.nodes[node.index()..].iter().find(|node| node.item == HeadId::ROOT);
        let first = spacer.expect("a spacer follows every option").up;
        OptionId(self.nodes[first.index() - 1].colour)
    }

    pub(super) fn is_preferred(&self, item: HeadId) -> bool {
        self.preferred.get(item.index()).is_some_and(|&preferred| preferred)
    }

    /// The uncovered primary item with the fewest options, the leftmost among equals. With `PREFERENCES`,
    /// items that are not preferred and have several options come after all others.
    pub(super) fn smallest_item<const PREFERENCES: bool>(&self) -> Option<HeadId> {
        let mut best = None;
        let mut least = (PREFERENCES, u32::MAX);
        let mut item = self.head(HeadId::ROOT).next;
        while item != HeadId::ROOT {
            let Head { next, size, .. } = self.head(item);
            let rank = (PREFERENCES && size > 1 && !self.is_preferred(item), size);
            if rank < least {
                least = rank;
                best = Some(item);
                if size == 0 {
                    break;
                }
            }
            item = next;
        }
        best
    }

    /// Takes a primary item out of the list of those to be covered.
    #[inline]
    pub(super) fn unlink(&mut self, item: HeadId) {
        let Head { previous, next, .. } = self.head(item);
        self.head_mut(previous).next = next;
        self.head_mut(next).previous = previous;
    }

    #[inline]
    pub(super) fn relink(&mut self, item: HeadId) {
        let Head { previous, next, .. } = self.head(item);
        self.head_mut(previous).next = item;
        self.head_mut(next).previous = item;
    }

    /// Number of nodes, including the heads of the lists and the spacers.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = NodeId> {
        let first = self.heads.len() as u32 + 2;
        let numbers = (first..self.nodes.len() as u32).map(NodeId);
        numbers.filter(|&node| self.nodes[node.index()].item != HeadId::ROOT)
    }

    /// Moves `at` to the next node of its option, or from the last to the first; `None` if the new node is `end`.
    #[inline]
    pub(super) fn right(&self, at: &mut NodeId, end: NodeId) -> Option<Node> {
        self.step(at, NodeId(at.0 + 1), end, |spacer| spacer.up)
    }

    /// Moves `at` to the previous node of its option, or from the first to the last; `None` if the new node is `end`.
    #[inline]
    pub(super) fn left(&self, at: &mut NodeId, end: NodeId) -> Option<Node> {
        self.step(at, NodeId(at.0 - 1), end, |spacer| spacer.down)
    }

    /// Moves `at` to the node `to`, or `beyond` it if `to` is a spacer; `None` if the new node is `end`.
    #[inline]
    fn step(
        &self,
        at: &mut NodeId,
        to: NodeId,
        end: NodeId,
        beyond: impl Fn(Node) -> NodeId,
    ) -> Option<Node> {
        *at = to;
        if *at == end {
            return None;
        }
        let node = self.node(*at);
        if node.item != HeadId::ROOT {
            return Some(node);
        }
        *at = beyond(node);
        (*at != end).then(|| self.node(*at))
    }

    #[inline]
    pub(super) fn node(&self, i: NodeId) -> Node {
        debug_assert!(i.index() < self.nodes.len());
        // SAFETY: `i` was read from these tables, or is one after or before such a node; see the head of this file.
        unsafe { *self.nodes.get_unchecked(i.index()) }
    }

    #[inline]
    pub(super) fn node_mut(&mut self, i: NodeId) -> &mut Node {
        debug_assert!(i.index() < self.nodes.len());
        // SAFETY: as in `node`.
        unsafe { self.nodes.get_unchecked_mut(i.index()) }
    }

    #[inline]
    pub(super) fn head(&self, i: HeadId) -> Head {
        debug_assert!(i.index() < self.heads.len());
        // SAFETY: `i` is the root, which every table has, or was read from these tables.
        unsafe { *self.heads.get_unchecked(i.index()) }
    }

    #[inline]
    pub(super) fn head_mut(&mut self, i: HeadId) -> &mut Head {
        debug_assert!(i.index() < self.heads.len());
        // SAFETY: as in `head`.
        unsafe { self.heads.get_unchecked_mut(i.index()) }
    }
}
