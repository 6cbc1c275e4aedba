//! A problem divided into parts, by a rule that depends on the problem alone.
//!
//! The tree is opened from the top, the open node with the largest weight first. The weight of the root is 1,
//! and the weight of a node is divided evenly among its children. The number of
//! steps of the whole tree is estimated by random descents (Knuth 1975) from a fixed seed.
//! Then each open node is estimated by descents of its own, and nodes that
//! turn out to be large are opened further.
//!
//! Each node that is open in the end is a *part*, which an engine searches as a separate problem. Small
//! neighbours below one node are one part together: the problem at that node, with only their
//! options for the item branched on there. Small trees are not divided, because each part has a
//! fixed cost.
//!
//! At an item with a multiplicity a node has two children: one with the first option of the item, and one without.

mod classes;
mod tree;

use std::ops::ControlFlow;

use self::classes::Members;
use self::tree::Tree;
use super::board::Move;
use crate::problem::{ItemId, OptionId, Problem};
use crate::search::{Budget, CancelToken, SearchStats, Visitor};

/// The version of the rule by which problems are divided. A program that stores the results of parts
/// must not combine results of different versions.
pub const RULE: u32 = 4;

/// Approximate number of parts into which a tree is divided.
const PARTS: f64 = 200.0;
/// Approximate number of steps (see [`Division::by_size`]) in a part of a tree that has more than [`PARTS`] parts.
const STEPS: f64 = 10_000_000.0;
/// Approximate upper bound on the number of parts.
const MOST_PARTS: f64 = 16_384.0;
/// Minimum number of steps in a part for each entry of the problem, so that reading the problem takes
/// little of the time of a part.
const WORTH: f64 = 1000.0;
/// Steps added to the minimum by [`WORTH`], for the fixed cost of a part.
const LEAST_STEPS: f64 = 600_000.0;
/// Minimum number of steps of a search for which symmetries are looked for, in parts of the least size.
const WORTH_SYMMETRY: f64 = 8.0;

/// Counts of nodes above the parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Top {
    pub(super) nodes: u64,
    pub(super) forks: u64,
    pub(super) depth: u64,
}

/// A part of the tree: the subtree below a node, or below some of its children.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The moves made above the part.
    pub(super) moves: Vec<Move>,
    /// The options chosen above the part.
    pub(super) prefix: Vec<OptionId>,
    /// If only some children of the node belong to the part: the item branched on, and their options, in order.
    pub(super) some: Option<(ItemId, Vec<OptionId>)>,
    /// Counts of the nodes above the parts that a search enters between the previous part and this one.
    pub(super) before: Top,
    /// Estimated number of steps.
    estimate: f64,
    /// The parts for which it is searched.
    pub(super) members: Members,
}

impl Part {
    /// The number of nodes of a search of this part, without the node that other parts enter, too.
    pub(super) fn own_nodes(&self, stats: &SearchStats) -> Option<u64> {
        stats.nodes.map(|nodes| nodes.saturating_sub(self.some.is_some().into()))
    }

    /// Visits a solution and its images, until `most` were visited. The number counts them; the list is for one of them.
    pub(super) fn visit(
        &self,
        solution: &[OptionId],
        most: u64,
        (visited, image): &mut (u64, Vec<OptionId>),
        visit: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        self.members.images.iter().flat_map(|images| &**images).try_for_each(|images| {
            image.clear();
            image.extend(solution.iter().map(|option| images[option.index()]));
            *visited += 1;
            visit(image)?;
            if *visited < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }

    /// How often the number of its solutions is counted. That of visited solutions has the images in it.
    pub(super) fn times(&self) -> u64 {
        if self.members.images.is_some() { 1 } else { self.members.number }
    }

    /// The rest of the budget, plus one node if the part shares its first node with other parts.
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
    /// The number of options chosen above the root of the division.
    pub(super) above: usize,
    pub(super) parts: Vec<Part>,
    /// Counts of the nodes after the last part.
    pub(super) after: Top,
    estimate: f64,
}

impl<'p> Division<'p> {
    /// Divides a problem by the [rule](RULE): into some hundreds of parts, fewer if its tree is
    /// small, more if it is very large.
    pub fn new(problem: &'p Problem) -> Self {
        Self::within(problem, &Budget::default())
    }

    /// As [`new`](Self::new), into fewer, larger parts if these would take more than a quarter of the memory of the budget, or
    /// if its token is cancelled meanwhile. A search with the same token then searches no part.
    ///
    /// ```
    /// use quadrille_cover::{Budget, family, parallel::Division};
    ///
    /// let problem = family::build("latin:12")?;
    /// let small = Budget { memory: Some(1_000_000), ..Budget::default() };
    /// assert!(Division::within(&problem, &small).parts() < Division::new(&problem).parts());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(problem: &'p Problem, budget: &Budget) -> Self {
        let mut tree = Tree::new(problem, budget.cancel.clone().unwrap_or_default());
        tree.room = budget.memory.map_or(usize::MAX, |bytes| bytes / 4);
        let least = least_steps(problem);
        if tree.open_steps() < 2.0 * least {
            return Self::whole(problem);
        }
        let divided = Self::of_tree(tree, least);
        if divided.parts.len() < 2 { Self::whole(problem) } else { divided }
    }

    /// As [`within`](Self::within), for counting, with one of the parts that symmetries take to each other for all of them; `None` if
    /// that does not make the search much shorter, or if items have multiplicities or are preferred.
    ///
    /// ```
    /// use quadrille_cover::{Budget, Counters, Solver, engine::Bits, family};
    /// use quadrille_cover::parallel::{Division, Parallel};
    ///
    /// let (problem, budget) = (family::build("queens:13")?, Budget::default());
    /// let division = Division::up_to_symmetry(&problem, &budget).expect("there are eight symmetries");
    /// let tally = Parallel::new(&Bits, 1).tally_parts(&division, &budget, Counters::On, &mut ())?;
    /// assert_eq!(tally.solutions, 73712u32.into());
    /// let without = Parallel::new(&Bits, 1).tally(&problem, &budget, Counters::On)?;
    /// assert!(tally.search.stats.nodes < without.search.stats.nodes.map(|nodes| nodes / 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn up_to_symmetry(problem: &'p Problem, budget: &Budget) -> Option<Self> {
        Self::of_classes(problem, false, budget)
    }

    /// As [`up_to_symmetry`](Self::up_to_symmetry), for visiting: each solution of a part is followed by its images in the other parts.
    pub fn with_images(problem: &'p Problem, budget: &Budget) -> Option<Self> {
        Self::of_classes(problem, true, budget)
    }

    fn of_classes(problem: &'p Problem, visiting: bool, budget: &Budget) -> Option<Self> {
        let least = least_steps(problem);
        let worth = WORTH_SYMMETRY * least;
        let classes = classes::of_best_orbit(problem, worth, visiting, budget)?;
        let mut tree =
            Tree::of_classes(problem, &classes, budget.cancel.clone().unwrap_or_default());
        tree.room = budget.memory.map_or(usize::MAX, |bytes| bytes / 4);
        // A single part would be taken for the whole problem.
        Some(Self::of_tree(tree, least)).filter(|division| division.parts() > 1)
    }

    /// [Up to symmetry](Self::up_to_symmetry) if that is wanted and pays, otherwise [`within`](Self::within).
    pub fn to_count(problem: &'p Problem, budget: &Budget, up_to_symmetry: bool) -> Self {
        let symmetric = up_to_symmetry.then(|| Self::up_to_symmetry(problem, budget)).flatten();
        symmetric.unwrap_or_else(|| Self::within(problem, budget))
    }

    /// [With images](Self::with_images) if that is wanted and pays, otherwise [`within`](Self::within).
    pub fn to_visit(problem: &'p Problem, budget: &Budget, with_images: bool) -> Self {
        let symmetric = with_images.then(|| Self::with_images(problem, budget)).flatten();
        symmetric.unwrap_or_else(|| Self::within(problem, budget))
    }

    /// Opens a tree by the rule, with about `least` steps in a part, or more.
    fn of_tree(mut tree: Tree<'p>, least: f64) -> Self {
        let size = |steps: f64| (steps / PARTS).min(STEPS).max(steps / MOST_PARTS).max(least);
        let first = size(tree.open_steps());
        tree.divide(first);
        tree.look_again();
        let second = size(tree.open_steps());
        tree.divide(second);
        tree.division(second)
    }

    /// Divides a part further by the rule, which depends on the problem and the part alone: into at least as many parts
    /// as the part has branches. The parts of the new division are those of the part's subtree.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn below(&self, part: usize) -> Self {
        Self::of_tree(Tree::of_part(self.problem, &self.parts[part], CancelToken::new()), 0.0)
    }

    /// Divides a problem into parts of at most `steps` steps, by estimate, without a limit on the time that
    /// dividing takes. A step is one examination of an item or an option; a node of the tree takes several to
    /// hundreds of steps.
    pub fn by_size(problem: &'p Problem, steps: f64) -> Self {
        let mut tree = Tree::new(problem, CancelToken::new());
        tree.spare_no_effort();
        tree.divide(steps);
        tree.division(steps)
    }

    /// The whole problem as one part.
    pub fn whole(problem: &'p Problem) -> Self {
        let before = Top::default();
        let (moves, prefix) = (Vec::new(), Vec::new());
        let whole =
            Part { moves, prefix, some: None, before, estimate: 1.0, members: Members::ONE };
        Self { problem, above: 0, parts: vec![whole], after: Top::default(), estimate: 1.0 }
    }

    /// The problem that is divided.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The estimated share of a part in the whole tree, from 0 to 1. The shares add up to 1, if there are parts.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn share(&self, part: usize) -> f64 {
        let part = &self.parts[part];
        // A problem without items is one part of no steps.
        if self.estimate > 0.0 {
            part.estimate / self.estimate
        } else {
            1.0 / self.parts.len() as f64
        }
    }

    /// How often the number of solutions found in a part is counted: the number of parts that symmetries take it to, with itself, if the
    /// problem is divided [up to symmetry](Self::up_to_symmetry); otherwise 1.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn times(&self, part: usize) -> u64 {
        self.parts[part].times()
    }

    /// Whether one of the parts that symmetries take to each other is searched for all of them.
    pub fn is_up_to_symmetry(&self) -> bool {
        self.parts.iter().any(|part| part.members.number > 1)
    }

    /// Whether a search of the parts visits each solution of the problem, and not one for those that symmetries take it to.
    pub(super) fn visits_all(&self) -> bool {
        self.parts.iter().all(|part| part.times() == 1)
    }

    /// The number of options chosen above a part.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn depth(&self, part: usize) -> usize {
        self.parts[part].prefix.len()
    }
}

fn least_steps(problem: &Problem) -> f64 {
    LEAST_STEPS + WORTH * problem.entries() as f64
}
