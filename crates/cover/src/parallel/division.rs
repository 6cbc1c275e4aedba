//! A problem divided into parts, by a rule that depends on the problem alone.
//!
//! The tree is opened from the top, the largest open node first, as far as weights can tell: a node's
//! weight is shared evenly by its children (the product of 1 / branching on the way). How many
//! steps the whole tree takes is estimated by random descents (Knuth 1975) from a fixed seed.
//! When the weights are settled, each open node is estimated by descents of its own, and those that
//! turn out large are opened further.
//!
//! What is open in the end is a *part*, which an engine searches as a problem of its own. Neighbours
//! below one node that are small are one part together: the problem at that node, with their
//! options alone for the item branched on there. Small trees stay whole, because each part has a
//! price.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::board::{Board, Spot};
use crate::problem::{ItemId, OptionId, Problem};
use crate::random::Stream;
use crate::search::{Budget, CancelToken, SearchStats};

/// The version of the rule by which problems are divided. Whoever keeps what was found in parts
/// must not mix it with parts of another rule.
///
/// ```
/// // A file of parts that ended says by which rule the problem was divided.
/// assert!(quadrille_cover::parallel::RULE > 0);
/// ```
pub const RULE: u32 = 3;

/// Descents from the root, and from each open node.
const DESCENTS_FROM_ROOT: u32 = 16;
const DESCENTS: u32 = 2;
/// A tree is divided into about so many parts,
const PARTS: f64 = 200.0;
/// or into more, with about so many steps each,
const STEPS: f64 = 10_000_000.0;
/// but not into more than this.
const MOST_PARTS: f64 = 16_384.0;
/// For each entry of the problem so many steps at least in a part, so that reading the problem is
/// a small thing beside searching it.
const WORTH: f64 = 1000.0;
/// And so many more, for what else it takes to begin.
const LEAST_STEPS: f64 = 600_000.0;
/// The share of the search that may be spent on dividing it.
const EFFORT: f64 = 0.004;
/// But no more steps than this, some tenths of a second; fewer in a large problem, where each step goes to
/// another place in memory.
const MOST_EFFORT: f64 = 50_000_000.0;
const LARGE: f64 = 100_000.0;
/// And so many steps for each entry of the problem, however small its tree seems, up to some millions.
const LEAST_EFFORT: u64 = 40;
const MOST_LEAST_EFFORT: u64 = 4_000_000;

/// What is counted at nodes above the parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Top {
    pub(super) nodes: u64,
    pub(super) forks: u64,
    pub(super) depth: u64,
}

/// A part of the tree: what hangs below a node, or below some of its children.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The options chosen on the way to it.
    pub(super) prefix: Vec<OptionId>,
    /// If only some children belong to it: the item branched on, and their options, in order.
    pub(super) some: Option<(ItemId, Vec<OptionId>)>,
    /// The nodes above the parts that a search enters after the part before this one.
    pub(super) before: Top,
    /// Steps it takes, by estimate.
    estimate: f64,
}

impl Part {
    /// The nodes of a search of this part, without the one that other parts search, too.
    pub(super) fn own_nodes(&self, stats: &SearchStats) -> Option<u64> {
        stats.nodes.map(|nodes| nodes.saturating_sub(self.some.is_some().into()))
    }

    /// What a search of this part may spend where so much is left.
    pub(super) fn budget(&self, mut rest: Budget) -> Budget {
        if self.some.is_some() {
            rest.nodes = rest.nodes.map(|nodes| nodes.saturating_add(1));
        }
        rest
    }
}

/// A problem divided into parts, in the order of the search tree.
///
/// ```
/// use quadrille_cover::{family, parallel::Division};
///
/// let problem = family::build("queens:12")?;
/// let division = Division::new(&problem);
/// assert!(division.parts() > 1 && division.depth(0) > 0);
/// assert_eq!(division.problem().options(), 144);
/// let shares: f64 = (0..division.parts()).map(|part| division.share(part)).sum();
/// assert!((shares - 1.0).abs() < 1e-9);
/// let [coarse, whole] = [Division::by_size(&problem, 1e6), Division::whole(&problem)];
/// assert!(coarse.parts() <= division.parts());
/// assert_eq!(whole.parts(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Division<'p> {
    pub(super) problem: &'p Problem,
    pub(super) parts: Vec<Part>,
    /// The nodes after the last part.
    pub(super) after: Top,
    /// Nodes of all parts, by estimate.
    estimate: f64,
}

impl<'p> Division<'p> {
    /// Divides a problem by the [rule](RULE): into some hundreds of parts, fewer if its tree is
    /// small, more if it is very large. A problem with multiplicities stays whole.
    pub fn new(problem: &'p Problem) -> Self {
        Self::within(problem, &CancelToken::new())
    }

    /// The same; but once it is cancelled it soon ends with parts that are larger, of which no search that is
    /// cancelled too will take any.
    ///
    /// ```
    /// use quadrille_cover::{CancelToken, family, parallel::Division};
    ///
    /// let queens = family::build("queens:13")?;
    /// let cancel = CancelToken::new();
    /// assert!(Division::within(&queens, &cancel).parts() > 10);
    /// cancel.cancel();
    /// assert_eq!(Division::within(&queens, &cancel).parts(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(problem: &'p Problem, cancel: &CancelToken) -> Self {
        if problem.has_multiplicities() {
            return Self::whole(problem);
        }
        let mut tree = Tree::new(problem, cancel.clone());
        let least = LEAST_STEPS + WORTH * problem.entries() as f64;
        if tree.open_steps < 2.0 * least {
            return Self::whole(problem);
        }
        let size = |steps: f64| (steps / PARTS).min(STEPS).max(steps / MOST_PARTS).max(least);
        let first = size(tree.open_steps);
        tree.divide(first);
        tree.look_again();
        let second = size(tree.open_steps);
        tree.divide(second);
        let divided = tree.division(second);
        if divided.parts.len() < 2 { Self::whole(problem) } else { divided }
    }

    /// Divides a problem into parts of at most that many steps, by estimate, whatever it takes. A step
    /// is a look at an item or an option; a node of the tree takes a handful or hundreds of them.
    /// A problem with multiplicities stays whole.
    pub fn by_size(problem: &'p Problem, steps: f64) -> Self {
        if problem.has_multiplicities() {
            return Self::whole(problem);
        }
        let mut tree = Tree::new(problem, CancelToken::new());
        tree.effort = u64::MAX / 4;
        tree.divide(steps);
        tree.division(steps)
    }

    /// The whole problem as one part.
    pub fn whole(problem: &'p Problem) -> Self {
        let before = Top::default();
        let whole = Part { prefix: Vec::new(), some: None, before, estimate: 1.0 };
        Self { problem, parts: vec![whole], after: Top::default(), estimate: 1.0 }
    }

    /// The problem divided.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The share of the whole tree that a part has, by estimate: from 0 to 1, 1 in all.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn share(&self, part: usize) -> f64 {
        self.parts[part].estimate / self.estimate
    }

    /// How many options are chosen on the way to a part.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn depth(&self, part: usize) -> usize {
        self.parts[part].prefix.len()
    }
}

/// A node of the top of the tree.
struct Node {
    parent: usize,
    /// The option that leads to it; none leads to the root.
    option: Option<OptionId>,
    state: State,
    estimate: f64,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    /// Nobody has looked at it, or it was not opened.
    Open,
    DeadEnd,
    /// Opened: the item branched on, and where its children are.
    Opened(ItemId, Range<usize>),
}

/// The top of the tree while it is being opened.
struct Tree<'p> {
    board: Board<'p>,
    problem: &'p Problem,
    nodes: Vec<Node>,
    /// Nodes that may be opened.
    heap: BinaryHeap<Open>,
    stream: Stream,
    /// Steps below the open nodes, by estimate.
    open_steps: f64,
    /// Steps that may be taken whatever the estimates say.
    effort: u64,
    cancel: CancelToken,
}

/// An open node; the largest first, the first among equals.
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
    /// The root alone, with an estimate of the whole tree.
    fn new(problem: &'p Problem, cancel: CancelToken) -> Self {
        let mut tree = Self {
            board: Board::new(problem),
            problem,
            nodes: Vec::new(),
            heap: BinaryHeap::new(),
            stream: Stream::new(0, 0),
            open_steps: 0.0,
            effort: (LEAST_EFFORT * problem.entries() as u64).min(MOST_LEAST_EFFORT),
            cancel,
        };
        let estimate = tree.descend(DESCENTS_FROM_ROOT);
        tree.add(0, None, estimate);
        tree
    }

    /// The mean of some estimates of the tree below where the board stands.
    fn descend(&mut self, descents: u32) -> f64 {
        let most_steps = self.board.steps + self.effort;
        let sum: f64 = (0..descents).map(|_| self.board.probe(&mut self.stream, most_steps)).sum();
        sum / f64::from(descents)
    }

    /// Adds an open node.
    fn add(&mut self, parent: usize, option: Option<OptionId>, estimate: f64) {
        self.heap.push(Open { estimate, node: self.nodes.len() });
        self.open_steps += estimate;
        self.nodes.push(Node { parent, option, state: State::Open, estimate });
    }

    /// Opens nodes, the largest first, until none is larger than that or until more would take
    /// too long.
    fn divide(&mut self, size: f64) {
        while let Some(largest) = self.heap.pop() {
            if largest.estimate <= size || self.has_taken_long() {
                self.heap.push(largest);
                break;
            }
            self.open(largest.node);
        }
    }

    fn has_taken_long(&self) -> bool {
        self.board.steps as f64 > self.worth().max(self.effort as f64) || self.cancel.is_cancelled()
    }

    /// The steps that dividing is worth.
    fn worth(&self) -> f64 {
        let most = MOST_EFFORT / (1.0 + self.problem.entries() as f64 / LARGE);
        (EFFORT * self.open_steps).min(most)
    }

    /// Puts the children of a node in its place.
    fn open(&mut self, node: usize) {
        let estimate = self.nodes[node].estimate;
        let prefix = self.prefix(node);
        self.board.stand_at(&prefix);
        self.nodes[node].state = match self.board.spot() {
            // A part that takes one step.
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
                for option in self.board.options_of(item) {
                    self.add(node, Some(option), estimate / f64::from(size));
                }
                self.board.steps += 4 * u64::from(size);
                State::Opened(item, first..self.nodes.len())
            }
        };
    }

    /// Estimates each open node by descents of its own; where they find less than its weight
    /// promises the weight still counts as much. The largest come first, and when it takes too
    /// long the others stay as they are.
    fn look_again(&mut self) {
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

    /// The options on the way to a node.
    fn prefix(&self, mut node: usize) -> Vec<OptionId> {
        let mut prefix = Vec::new();
        while let Some(option) = self.nodes[node].option {
            prefix.push(option);
            node = self.nodes[node].parent;
        }
        prefix.reverse();
        prefix
    }

    /// The parts in the order in which a search comes to them; open neighbours that together are
    /// not larger than that are one part.
    fn division(&self, size: f64) -> Division<'p> {
        let mut parts = Parts::default();
        let root = 0..1;
        let mut stack = Vec::from([root]);
        while let Some(mut nodes) = stack.pop() {
            let Some(first) = nodes.next() else { continue };
            let node = &self.nodes[first];
            let mut last = first;
            let mut estimate = node.estimate;
            if node.state == State::Open {
                while let Some(next) = nodes.clone().next() {
                    let more = estimate + self.nodes[next].estimate;
                    if self.nodes[next].state != State::Open || more > size {
                        break;
                    }
                    (estimate, last) = (more, next);
                    nodes.next();
                }
            }
            // The last of them is committed to while others are untried, unless it is the last of all.
            parts.top.forks += u64::from(!nodes.is_empty());
            stack.push(nodes);
            let prefix = self.prefix(first);
            match &node.state {
                State::Open if first == last => parts.push(prefix, None, estimate),
                State::Open => {
                    let State::Opened(item, _) = self.nodes[node.parent].state else { continue };
                    let above = prefix[..prefix.len() - 1].to_vec();
                    let options = (first..=last).filter_map(|node| self.nodes[node].option);
                    parts.push(above, Some((item, options.collect())), estimate);
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
        Division { problem: self.problem, parts, after, estimate }
    }
}

/// Parts, and the nodes entered since the last of them.
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
        prefix: Vec<OptionId>,
        some: Option<(ItemId, Vec<OptionId>)>,
        estimate: f64,
    ) {
        let before = std::mem::take(&mut self.top);
        self.parts.push(Part { prefix, some, before, estimate });
    }
}
