//! The top of a search tree, opened node by node.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::super::board::{Board, Move, Spot};
use super::classes::{Class, Members};
use super::{Division, Part, Top};
use crate::problem::{ItemId, OptionId, Problem};
use crate::random::Stream;
use crate::search::CancelToken;

/// Number of random descents from the root, and from each open node.
const DESCENTS_FROM_ROOT: u32 = 16;
const DESCENTS: u32 = 2;
/// Upper bound on the steps for dividing, as a share of the estimated steps of the search.
const EFFORT: f64 = 0.004;
/// Upper bound on the steps for dividing, which take some tenths of a second. It is lower in a large problem,
/// where steps are slower because of cache misses.
const MOST_EFFORT: f64 = 50_000_000.0;
/// Number of entries of a problem at which [`MOST_EFFORT`] is halved.
const LARGE: f64 = 100_000.0;
/// Steps allowed for dividing even a tree that seems small, for each entry; at most [`MOST_LEAST_EFFORT`] in all.
const LEAST_EFFORT: u64 = 40;
const MOST_LEAST_EFFORT: u64 = 4_000_000;

/// A node of the top of the tree.
struct Node {
    parent: usize,
    /// The move that leads to the node; `None` for the root.
    made: Option<Move>,
    state: State,
    estimate: f64,
    members: Members,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    /// The node was not examined yet, or is a solution.
    Open,
    DeadEnd,
    /// The item branched on, and the numbers of the children.
    Opened(ItemId, Range<usize>),
}

/// The top of the tree while it is being opened.
pub(super) struct Tree<'p> {
    /// The moves above the root.
    root: Vec<Move>,
    board: Board<'p>,
    problem: &'p Problem,
    nodes: Vec<Node>,
    heap: BinaryHeap<Open>,
    stream: Stream,
    /// Estimated number of steps below the open nodes.
    open_steps: f64,
    /// Number of steps allowed whatever the estimates are.
    effort: u64,
    cancel: CancelToken,
    /// Approximate size of the nodes added, and of the parts that they may become, in bytes.
    bytes: usize,
    pub(super) room: usize,
}

/// An open node, ordered by estimate; among equals the one added first is the largest.
#[derive(PartialEq)]
struct Open {
    estimate: f64,
    node: usize,
}

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.estimate.total_cmp(&other.estimate).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'p> Tree<'p> {
    /// The root of the whole tree as an open node, with an estimate of the tree.
    pub(super) fn new(problem: &'p Problem, cancel: CancelToken) -> Self {
        Self::below(problem, &[], cancel)
    }

    /// The node at which these moves are made as the root, which is open, with an estimate of the tree below.
    fn below(problem: &'p Problem, moves: &[Move], cancel: CancelToken) -> Self {
        let mut tree = Self {
            root: moves.to_vec(),
            board: Board::new(problem),
            problem,
            nodes: Vec::new(),
            heap: BinaryHeap::new(),
            stream: Stream::new(0, 0),
            open_steps: 0.0,
            effort: (LEAST_EFFORT * problem.entries() as u64).min(MOST_LEAST_EFFORT),
            cancel,
            bytes: 0,
            room: usize::MAX,
        };
        tree.board.stand_at(moves);
        let estimate = tree.descend(DESCENTS_FROM_ROOT);
        tree.add(0, None, estimate);
        tree
    }

    /// The tree of a part, whose root is opened, with all its children or with those that belong to the part.
    pub(super) fn of_part(problem: &'p Problem, part: &Part, cancel: CancelToken) -> Self {
        let mut tree = Self::below(problem, &part.moves, cancel);
        tree.nodes[0].members = part.members.clone();
        tree.heap.clear();
        tree.open(0);
        if let (Some((_, some)), State::Opened(item, all)) =
            (&part.some, tree.nodes[0].state.clone())
        {
            let is_of_part = |made: Option<Move>| matches!(made, Some(Move::Take(option)) if some.binary_search(&option).is_ok());
            tree.heap.clear();
            for node in tree.nodes.split_off(all.start) {
                if is_of_part(node.made) {
                    tree.heap.push(Open { estimate: node.estimate, node: tree.nodes.len() });
                    tree.nodes.push(node);
                } else {
                    tree.open_steps -= node.estimate;
                }
            }
            tree.nodes[0].state = State::Opened(item, all.start..tree.nodes.len());
        }
        tree
    }

    pub(super) fn open_steps(&self) -> f64 {
        self.open_steps
    }

    /// Removes the bound on the steps for dividing.
    pub(super) fn spare_no_effort(&mut self) {
        self.effort = u64::MAX / 4;
    }

    /// The mean of several estimates of the steps of the subtree below the current node of the board.
    fn descend(&mut self, descents: u32) -> f64 {
        let most_steps = self.board.steps + self.effort;
        let sum: f64 = (0..descents).map(|_| self.board.probe(&mut self.stream, most_steps)).sum();
        sum / f64::from(descents)
    }

    fn add(&mut self, parent: usize, made: Option<Move>, estimate: f64) {
        self.heap.push(Open { estimate, node: self.nodes.len() });
        self.open_steps += estimate;
        let members = self.nodes.get(parent).map_or(Members::ONE, |above| above.members.clone());
        self.nodes.push(Node { parent, made, state: State::Open, estimate, members });
    }

    /// The root opened as far as these classes of partial solutions, which are in the order of the tree.
    pub(super) fn of_classes(problem: &'p Problem, classes: &[Class], cancel: CancelToken) -> Self {
        let mut tree = Self::new(problem, cancel);
        tree.heap.clear();
        tree.open_steps = 0.0;
        tree.open_as_far_as(0, 0, classes);
        tree
    }

    fn open_as_far_as(&mut self, node: usize, depth: usize, classes: &[Class]) {
        if let [class] = classes
            && class.chosen.len() == depth
        {
            self.nodes[node].estimate = class.estimate;
            self.nodes[node].members = class.members.clone();
            self.heap.push(Open { estimate: class.estimate, node });
            self.open_steps += class.estimate;
            return;
        }
        let Some(first) = classes.first() else {
            // The items cannot be covered.
            self.nodes[node].state = State::DeadEnd;
            return;
        };
        let (item, first) = (first.chosen[depth].0, self.nodes.len());
        let children: Vec<&[Class]> =
            classes.chunk_by(|a, b| a.chosen[depth] == b.chosen[depth]).collect();
        for child in &children {
            let made = Some(Move::Take(child[0].chosen[depth].1));
            self.nodes.push(Node {
                parent: node,
                made,
                state: State::Open,
                estimate: 0.0,
                members: Members::ONE,
            });
        }
        self.nodes[node].state = State::Opened(item, first..self.nodes.len());
        for (child, classes) in (first..).zip(children) {
            self.open_as_far_as(child, depth + 1, classes);
        }
    }

    /// Opens nodes, the largest first, until none is larger than `size` or the steps allowed are
    /// taken.
    pub(super) fn divide(&mut self, size: f64) {
        while let Some(largest) = self.heap.pop() {
            if largest.estimate <= size || self.has_taken_long() || self.bytes > self.room {
                self.heap.push(largest);
                break;
            }
            self.open(largest.node);
        }
    }

    fn has_taken_long(&self) -> bool {
        self.board.steps as f64 > self.worth().max(self.effort as f64) || self.cancel.is_cancelled()
    }

    /// Upper bound on the steps for dividing, by [`EFFORT`] and [`MOST_EFFORT`].
    fn worth(&self) -> f64 {
        let most = MOST_EFFORT / (1.0 + self.problem.entries() as f64 / LARGE);
        (EFFORT * self.open_steps).min(most)
    }

    fn open(&mut self, node: usize) {
        let estimate = self.nodes[node].estimate;
        let prefix = self.prefix(node);
        self.board.stand_at(&prefix);
        let of_node = size_of::<Node>() + size_of::<Open>() + size_of::<Part>();
        let each = of_node + (prefix.len() + 1) * (size_of::<Move>() + size_of::<OptionId>());
        self.nodes[node].state = match self.board.spot() {
            // A solution is a part of one step.
            Spot::Solution => {
                self.open_steps += 1.0 - estimate;
                self.nodes[node].estimate = 1.0;
                State::Open
            }
            Spot::DeadEnd => {
                self.open_steps -= estimate;
                State::DeadEnd
            }
            Spot::Branch(item, size) => {
                self.open_steps -= estimate;
                let first = self.nodes.len();
                let share = estimate / f64::from(size);
                let options = self.board.options_of(item);
                if self.board.is_several(item) {
                    // Two children: with the first option, and without it.
                    self.add(node, Some(Move::Take(options[0])), share);
                    if size > 1 {
                        self.add(node, Some(Move::Leave(options[0])), estimate - share);
                    }
                } else {
                    for option in options {
                        self.add(node, Some(Move::Take(option)), share);
                    }
                }
                self.board.steps += 4 * u64::from(size);
                self.bytes += (self.nodes.len() - first) * each;
                State::Opened(item, first..self.nodes.len())
            }
        };
    }

    /// Estimates each open node by descents of its own. The new estimate is the mean of these descents and
    /// the old estimate. The largest nodes come first; when the steps allowed are taken, the other nodes keep
    /// their old estimates.
    pub(super) fn look_again(&mut self) {
        let mut heap = std::mem::take(&mut self.heap).into_sorted_vec();
        let until = self.board.steps as f64 + self.worth();
        while let Some(Open { estimate, node }) = heap.pop() {
            let mut estimate = estimate;
            if (self.board.steps as f64) < until && !self.cancel.is_cancelled() {
                let prefix = self.prefix(node);
                self.board.stand_at(&prefix);
                estimate = f64::midpoint(self.descend(DESCENTS), estimate);
            }
            self.open_steps += estimate - self.nodes[node].estimate;
            self.nodes[node].estimate = estimate;
            self.heap.push(Open { estimate, node });
        }
        self.effort = self.effort.max(self.board.steps + self.board.steps / 4);
    }

    fn prefix(&self, mut node: usize) -> Vec<Move> {
        let mut below = Vec::new();
        while let Some(made) = self.nodes[node].made {
            below.push(made);
            node = self.nodes[node].parent;
        }
        self.root.iter().copied().chain(below.into_iter().rev()).collect()
    }

    /// Whether the parent of a node branched on an item with a multiplicity. Its two children are two parts.
    fn is_of_several(&self, node: usize) -> bool {
        match self.nodes[self.nodes[node].parent].state {
            State::Opened(item, _) => self.board.is_several(item),
            _ => false,
        }
    }

    /// The parts in the order of the search; open neighbours that together are
    /// not larger than `size` are one part.
    pub(super) fn division(&self, size: f64) -> Division<'p> {
        let mut parts = Parts::default();
        let root = 0..1;
        let mut stack = Vec::from([root]);
        while let Some(mut nodes) = stack.pop() {
            let Some(first) = nodes.next() else { continue };
            let node = &self.nodes[first];
            let mut last = first;
            let mut estimate = node.estimate;
            if node.state == State::Open && !self.is_of_several(first) {
                while let Some(next) = nodes.clone().next() {
                    let more = estimate + self.nodes[next].estimate;
                    let is_alike = self.nodes[next].state == State::Open
                        && self.nodes[next].members.are_like(&node.members);
                    if !is_alike || more > size {
                        break;
                    }
                    (estimate, last) = (more, next);
                    nodes.next();
                }
            }
            // A fork is counted if other children of the same node are still untried after these nodes.
            parts.top.forks += u64::from(!nodes.is_empty());
            stack.push(nodes);
            let prefix = self.prefix(first);
            match &node.state {
                State::Open if first == last => parts.push(prefix, None, (estimate, node)),
                State::Open => {
                    let State::Opened(item, _) = self.nodes[node.parent].state else { continue };
                    let above = prefix[..prefix.len() - 1].to_vec();
                    let options = (first..=last).filter_map(|node| match self.nodes[node].made {
                        Some(Move::Take(option)) => Some(option),
                        _ => None,
                    });
                    parts.push(above, Some((item, options.collect())), (estimate, node));
                }
                State::DeadEnd => parts.enter(prefix.len()),
                State::Opened(_, children) => {
                    parts.enter(prefix.len());
                    stack.push(children.clone());
                }
            }
        }
        let Parts { parts, top: after } = parts;
        let estimate = parts.iter().map(|part| part.estimate).sum();
        Division { problem: self.problem, above: chosen(&self.root).len(), parts, after, estimate }
    }
}

/// Parts, and counts of the nodes entered since the last part.
#[derive(Default)]
struct Parts {
    parts: Vec<Part>,
    top: Top,
}

impl Parts {
    fn enter(&mut self, depth: usize) {
        self.top.nodes += 1;
        self.top.depth = self.top.depth.max(depth as u64);
    }

    fn push(
        &mut self,
        moves: Vec<Move>,
        some: Option<(ItemId, Vec<OptionId>)>,
        (estimate, first): (f64, &Node),
    ) {
        let before = std::mem::take(&mut self.top);
        let prefix = chosen(&moves);
        let members = first.members.clone();
        self.parts.push(Part { moves, prefix, some, before, estimate, members });
    }
}

fn chosen(moves: &[Move]) -> Vec<OptionId> {
    let taken = |one: &Move| match *one {
        Move::Take(option) => Some(option),
        Move::Leave(_) => None,
    };
    moves.iter().filter_map(taken).collect()
}
