//! The tables that dance: nodes and the heads of items' lists.
//!
//! # Invariants
//! Node 0 is the root of the list of uncovered primary items, nodes `1..=items` are the heads of
//! the items' lists, then come the options, with a spacer before the first and one after each.
//! Node numbers grow downwards in every list. `size` of an item is the length of its list.
//!
//! # Why the unchecked reads are sound
//! [`Links::new`] writes only numbers of existing nodes into `up` and `down`, and only numbers
//! of existing items into `item`, `previous` and `next`. The searches take every number they
//! look up from these fields, or are one off a node of an option, where there is always at least
//! a spacer; and they write back only such numbers. Test builds check each access by assertion,
//! and every search is compared with [`Naive`](crate::engine::Naive), which has no links. The
//! checks cost 13 % (geometric mean over 37 problems), which is why they are left out.
#![expect(unsafe_code, reason = "unchecked table look-ups in the innermost loops")]

use std::iter::once;

use crate::problem::{OptionId, Problem};

/// A node's place in the list of its item, its item, and its colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) up: u32,
    pub(super) down: u32,
    /// The item, from 1; 0 marks a spacer: its `up` is the first node of the option before it,
    /// its `down` the last node of the option after it.
    pub(super) item: u32,
    /// [`NONE`], a colour from 1, or [`SETTLED`]; for a spacer, the number of the option after it.
    pub(super) colour: u32,
}

/// No colour.
pub(super) const NONE: u32 = 0;
/// The item was purified to this node's colour: nothing is left to check.
pub(super) const SETTLED: u32 = u32::MAX;

/// An item's place in the list of uncovered items, and how many options it has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) previous: u32,
    pub(super) next: u32,
    pub(super) size: u32,
}

/// The linked problem.
pub(super) struct Links {
    nodes: Vec<Node>,
    heads: Vec<Head>,
    /// By item, from 1: whether it is preferred in branching. Empty if none is.
    preferred: Vec<bool>,
}

impl Links {
    /// What the tables of a problem take, in bytes.
    pub(super) fn bytes(problem: &Problem) -> usize {
        let preferred = if problem.has_preferences() { problem.primary() + 1 } else { 0 };
        let heads = (problem.items() + 1) * size_of::<Head>();
        Self::nodes(problem) * size_of::<Node>() + heads + preferred * size_of::<bool>()
    }

    /// Whether 32-bit numbers are enough for the nodes of a problem.
    pub(super) fn fits(problem: &Problem) -> bool {
        u32::try_from(Self::nodes(problem)).is_ok()
    }

    /// How many nodes a problem needs at most: root, heads, entries and spacers.
    fn nodes(problem: &Problem) -> usize {
        1 + problem.items() + 1 + problem.entries() + problem.options()
    }

    pub(super) fn new(problem: &Problem) -> Self {
        Self::in_order(problem, problem.option_ids())
    }

    /// Links the options of a problem in this order, in which each list then has them; all but
    /// those that can never be chosen.
    pub(super) fn in_order(problem: &Problem, order: impl Iterator<Item = OptionId>) -> Self {
        let (items, primary) = (problem.items(), problem.primary() as u32);
        let list = |i: u32| Node { up: i, down: i, item: i, colour: NONE };
        let mut nodes: Vec<Node> = (0..=items as u32).map(list).collect();
        nodes.reserve_exact(Self::nodes(problem) - nodes.len());
        // Secondary items link to themselves: they are never branched on.
        let head = |i: u32| match i {
            // Without primary items the root is alone, and all is covered from the start.
            0 => Head { previous: primary, next: u32::from(primary > 0), size: 0 },
            i if i <= primary => {
                Head { previous: i - 1, next: if i == primary { 0 } else { i + 1 }, size: 0 }
            }
            i => Head { previous: i, next: i, size: 0 },
        };
        let heads = (0..=items as u32).map(head).collect();
        let preferred = if problem.has_preferences() {
            let primary = problem.item_ids().take(problem.primary());
            once(false).chain(primary.map(|item| problem.is_preferred(item))).collect()
        } else {
            Vec::new()
        };
        let mut links = Self { nodes, heads, preferred };
        links.nodes.push(Node { up: 0, down: 0, item: 0, colour: 0 });
        for option in order.filter(|&option| problem.is_choosable(option)) {
            links.push_option(problem, option);
        }
        links
    }

    fn push_option(&mut self, problem: &Problem, option: OptionId) {
        let first = self.nodes.len() as u32;
        self.nodes[first as usize - 1].colour = option.0;
        for entry in problem.option(option) {
            let (item, at) = (entry.item.0 + 1, self.nodes.len() as u32);
            let colour = entry.colour.map_or(NONE, |colour| colour.0 + 1);
            let up = self.nodes[item as usize].up;
            self.nodes.push(Node { up, down: item, item, colour });
            self.nodes[up as usize].down = at;
            self.nodes[item as usize].up = at;
            self.heads[item as usize].size += 1;
        }
        let last = self.nodes.len() as u32 - 1;
        self.nodes[first as usize - 1].down = last;
        self.nodes.push(Node { up: first, down: 0, item: 0, colour: 0 });
    }

    /// The option that a node belongs to.
    pub(super) fn option_of(&self, node: u32) -> OptionId {
        let spacer = self.nodes[node as usize..].iter().find(|node| node.item == 0);
        let first = spacer.expect("a spacer follows every option").up;
        OptionId(self.nodes[first as usize - 1].colour)
    }

    /// Whether an item is preferred in branching.
    pub(super) fn is_preferred(&self, item: u32) -> bool {
        self.preferred.get(item as usize).is_some_and(|&preferred| preferred)
    }

    /// The uncovered primary item with the fewest options, the leftmost among equals.
    pub(super) fn smallest_item(&self) -> Option<u32> {
        let mut item = self.head(0).next;
        let mut best = (u32::MAX, 0);
        while item != 0 {
            let head = self.head(item);
            if head.size < best.0 {
                best = (head.size, item);
                if head.size == 0 {
                    break;
                }
            }
            item = head.next;
        }
        (best.1 != 0).then_some(best.1)
    }

    /// The same, but items that are not preferred and have several options come after those that
    /// are.
    pub(super) fn preferred_item(&self) -> Option<u32> {
        let mut best = None;
        let mut least = (true, u32::MAX);
        let mut item = self.head(0).next;
        while item != 0 {
            let Head { next, size, .. } = self.head(item);
            let rank = (size > 1 && !self.is_preferred(item), size);
            if rank < least {
                least = rank;
                best = Some(item);
            }
            item = next;
        }
        best
    }

    /// Takes a primary item out of the list of those to be covered.
    #[inline]
    pub(super) fn unlink(&mut self, item: u32) {
        let Head { previous, next, .. } = self.head(item);
        self.head_mut(previous).next = next;
        self.head_mut(next).previous = previous;
    }

    /// Undoes [`unlink`](Self::unlink).
    #[inline]
    pub(super) fn relink(&mut self, item: u32) {
        let Head { previous, next, .. } = self.head(item);
        self.head_mut(previous).next = item;
        self.head_mut(next).previous = item;
    }

    /// How many nodes there are; the heads of the lists and the spacers are among them.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(super) fn node(&self, i: u32) -> Node {
        debug_assert!((i as usize) < self.nodes.len());
        // SAFETY: `i` is a number that the tables hold; see the head of this file.
        unsafe { *self.nodes.get_unchecked(i as usize) }
    }

    #[inline]
    pub(super) fn node_mut(&mut self, i: u32) -> &mut Node {
        debug_assert!((i as usize) < self.nodes.len());
        // SAFETY: as in `node`.
        unsafe { self.nodes.get_unchecked_mut(i as usize) }
    }

    #[inline]
    pub(super) fn head(&self, i: u32) -> Head {
        debug_assert!((i as usize) < self.heads.len());
        // SAFETY: as in `node`; every `item` of a node is below `heads.len()`.
        unsafe { *self.heads.get_unchecked(i as usize) }
    }

    #[inline]
    pub(super) fn head_mut(&mut self, i: u32) -> &mut Head {
        debug_assert!((i as usize) < self.heads.len());
        // SAFETY: as in `head`.
        unsafe { self.heads.get_unchecked_mut(i as usize) }
    }
}
