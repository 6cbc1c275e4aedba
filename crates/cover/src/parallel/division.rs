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

mod tree;

use self::tree::Tree;
use crate::problem::{ItemId, OptionId, Problem};
use crate::search::{Budget, CancelToken, SearchStats};

/// The version of the rule by which problems are divided. Whoever keeps what was found in parts
/// must not mix it with parts of another rule.
///
/// ```
/// // A file of parts that ended says by which rule the problem was divided.
/// assert!(quadrille_cover::parallel::RULE > 0);
/// ```
pub const RULE: u32 = 3;

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
        if tree.open_steps() < 2.0 * least {
            return Self::whole(problem);
        }
        let size = |steps: f64| (steps / PARTS).min(STEPS).max(steps / MOST_PARTS).max(least);
        let first = size(tree.open_steps());
        tree.divide(first);
        tree.look_again();
        let second = size(tree.open_steps());
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
        tree.spare_no_effort();
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
