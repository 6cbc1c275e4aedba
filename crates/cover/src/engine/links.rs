//! Dancing links: Algorithms X, C and M.
//!
//! Every entry of an option is a node in the doubly linked list of its item. Covering an item
//! removes it from the list of items and hides its options from all other lists; a removed node keeps
//! its own links, so uncovering in reverse order restores every list. Choosing
//! an option covers its items; a coloured secondary item is *purified* instead: options that
//! give it another colour are hidden, and options of the same colour are marked as settled.
//!
//! The item branched on is the one with the fewest options left (Knuth's heuristic MRV), the leftmost
//! among equals. If some items are preferred (their names begin with `#`), the preferred item with the fewest
//! options is branched on, unless another item has at most one option. The counter `tests` counts Knuth's
//! *updates*: one for each item covered, one for each node hidden.
//!
//! The module `multiplicities` has the search for items that may be covered several times, the module
//! `costs` that for the cheapest solutions.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithms X, C and M and exercises 9 and 10; the
//! counts are those of his programs DLX2 and DLX3.

mod costs;
mod multiplicities;
mod recorder;
mod solutions;
mod stepwise;
mod table;

use std::iter::successors;
use std::ops::ControlFlow;

#[doc(hidden)]
pub use self::costs::CheapestLinked;
use self::multiplicities::Several;
pub use self::recorder::SearchStep;
pub use self::solutions::Solutions;
pub use self::stepwise::Stepwise;
use self::table::{HeadId, Links, NONE, Node, NodeId, SETTLED};
use crate::problem::{OptionId, Problem};
use crate::search::{
    Budget, CostVisitor, Counters, Found, Leaf, Outcome, Position, Probe, ProbedSearch, Search,
    Solver, Unsupported, Visitor, run_probed,
};

/// The engine with dancing links. It handles colours and multiplicities.
///
/// ```
/// use quadrille_cover::{Problem, Solver, engine::Dlx};
///
/// let problem = Problem::parse("a b | x\na x:red\nb x:red\nb x:blue\n")?;
/// let solutions = Dlx.all(&problem)?;
/// assert_eq!(solutions.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dlx;

impl Solver for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    fn about(&self) -> &'static str {
        "dancing links on the exact cover problem"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        (!Links::fits(problem)).then_some("more than 4294967295 nodes")
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        self.accepts(problem)?;
        if let Some(ended) = budget.exceeded_by(|| bytes(problem)) {
            return Ok(ended);
        }
        Ok(run_probed(Linked(problem), budget, counters, visit))
    }

    fn cheapest(
        &self,
        problem: &Problem,
        k: usize,
        budget: &Budget,
        counters: Counters,
        visit: &mut CostVisitor<'_>,
    ) -> Result<Search, Unsupported> {
        self.accepts(problem)?;
        let bytes =
            || Links::bytes(problem) + multiplicities::bytes(problem) + costs::bytes(problem);
        if let Some(ended) = budget.exceeded_by(bytes) {
            return Ok(ended);
        }
        let solutions = if k == 0 { Some(0) } else { budget.solutions };
        let budget = Budget { solutions, ..budget.clone() };
        let memory = budget.memory.map(|most| most - bytes());
        let mut linked = CheapestLinked::new(problem, k, memory);
        let mut pass_over = |_: &[OptionId]| ControlFlow::Continue(());
        let search = run_probed(&mut linked, &budget, counters, &mut pass_over);
        Ok(linked.kept.visit(search, visit))
    }
}

/// Size of the tables for a problem, in bytes.
fn bytes(problem: &Problem) -> usize {
    let several = if problem.has_multiplicities() { multiplicities::bytes(problem) } else { 0 };
    Links::bytes(problem) + several
}

/// The search of a problem with dancing links, generic over the [`Probe`].
///
/// # Panics
/// On a problem too large for 32-bit links; [`Dlx`] returns an error for such a problem.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Linked<'p>(pub &'p Problem);

impl ProbedSearch<[OptionId]> for Linked<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        assert!(Links::fits(self.0));
        let problem = self.0;
        if problem.has_multiplicities() {
            return if problem.has_colours() {
                Several::<true>::new(problem).run(probe, found)
            } else {
                Several::<false>::new(problem).run(probe, found)
            };
        }
        let (links, path) = (Links::new(problem), &mut Path::default());
        match (problem.has_colours(), problem.has_preferences()) {
            (false, false) => Dance::<false, false>(links).resume(path, probe, found),
            (true, false) => Dance::<true, false>(links).resume(path, probe, found),
            (false, true) => Dance::<false, true>(links).resume(path, probe, found),
            (true, true) => Dance::<true, true>(links).resume(path, probe, found),
        }
    }
}

/// The links and the search over them. If `COLOURS` is false, the search ignores colours; if
/// `PREFERENCES` is false, it ignores preferences.
struct Dance<const COLOURS: bool, const PREFERENCES: bool>(Links);

/// The state of a search between two steps.
#[derive(Debug, Default)]
struct Path {
    /// The node being tried at each level, in the list of the item branched on there.
    tried: Vec<NodeId>,
    solution: Vec<OptionId>,
    /// Whether the search stopped at a solution, so that it can continue after it.
    stopped: bool,
}

impl<const COLOURS: bool, const PREFERENCES: bool> Dance<COLOURS, PREFERENCES> {
    /// Runs Algorithm X from the root, or from the solution at which it stopped.
    #[inline]
    fn resume<P: Probe>(
        &mut self,
        path: &mut Path,
        probe: &mut P,
        found: &mut Found<'_, [OptionId]>,
    ) -> Outcome {
        let Path { tried, solution, stopped } = path;
        if std::mem::take(stopped) {
            self.take_back(tried, solution, probe);
            if self.advance(tried, solution, probe).is_break() {
                return Outcome::Exhausted;
            }
        }
        loop {
            if !probe.enter_at(|| self.position(tried, found.count())) {
                return Outcome::BudgetSpent;
            }
            let smallest = self.0.smallest_item::<PREFERENCES>();
            if let Some(item) = smallest {
                probe.branches(item.index() - 1, false);
            }
            match smallest {
                Some(item) if self.0.head(item).size > 0 => {
                    self.cover(item, probe);
                    tried.push(self.0.node(item.node()).down);
                }
                Some(_) => {
                    // Covering an item without options changes nothing, but Knuth's programs count it.
                    probe.tests(1);
                    probe.leaf(Leaf::DeadEnd);
                    self.take_back(tried, solution, probe);
                }
                None => {
                    probe.leaf(Leaf::Solution);
                    let fresh = tried[solution.len()..].iter().map(|&node| self.0.option_of(node));
                    solution.extend(fresh);
                    if found.solution(solution).is_break() {
                        *stopped = true;
                        return Outcome::Stopped;
                    }
                    self.take_back(tried, solution, probe);
                }
            }
            if self.advance(tried, solution, probe).is_break() {
                return Outcome::Exhausted;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn position(&self, tried: &[NodeId], solutions: u64) -> Position {
        let levels = tried.iter().map(|&node| {
            let item = self.0.node(node).item;
            let first = self.0.node(item.node()).down;
            let list = || successors(Some(first), |&node| Some(self.0.node(node).down));
            let before = list().take_while(|&other| other != node).count();
            (before, list().take_while(|&other| other != item.node()).count())
        });
        Position::new(levels, solutions)
    }

    /// Commits to the next node to try, after going back up from levels whose lists are at their end.
    #[inline]
    fn advance<P: Probe>(
        &mut self,
        tried: &mut Vec<NodeId>,
        solution: &mut Vec<OptionId>,
        probe: &mut P,
    ) -> ControlFlow<()> {
        while let Some(&node) = tried.last() {
            let Node { item, down, .. } = self.0.node(node);
            if node == item.node() {
                self.uncover(item);
                tried.pop();
                self.take_back(tried, solution, probe);
                continue;
            }
            if P::COUNTING && down != item.node() {
                probe.fork();
            }
            probe.depth(tried.len());
            probe.chose(|| self.0.option_of(node), down != item.node());
            self.commit(node, probe);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Takes back the option tried last, if any, and moves on to the next option in its list.
    #[inline]
    fn take_back<P: Probe>(
        &mut self,
        tried: &mut [NodeId],
        solution: &mut Vec<OptionId>,
        probe: &mut P,
    ) {
        if let Some((node, above)) = tried.split_last_mut() {
            probe.took_back();
            self.uncommit(*node);
            *node = self.0.node(*node).down;
            solution.truncate(above.len());
        }
    }

    /// Covers or purifies the items of the option of `node`, except the item of `node` itself.
    #[inline]
    fn commit<P: Probe>(&mut self, node: NodeId, probe: &mut P) {
        let mut q = node;
        while let Some(Node { item, colour, .. }) = self.0.right(&mut q, node) {
            if !COLOURS || colour == NONE {
                self.cover(item, probe);
            } else if colour != SETTLED {
                self.purify(q, probe);
            }
        }
    }

    /// Undoes [`commit`](Self::commit), in reverse order.
    #[inline]
    fn uncommit(&mut self, node: NodeId) {
        let mut q = node;
        while let Some(Node { item, colour, .. }) = self.0.left(&mut q, node) {
            if !COLOURS || colour == NONE {
                self.uncover(item);
            } else if colour != SETTLED {
                self.unpurify(q);
            }
        }
    }

    #[inline]
    fn cover<P: Probe>(&mut self, item: HeadId, probe: &mut P) {
        self.0.unlink(item);
        let mut updates = 1;
        let mut p = self.0.node(item.node()).down;
        while p != item.node() {
            updates += self.hide(p);
            p = self.0.node(p).down;
        }
        probe.tests(updates);
    }

    #[inline]
    fn uncover(&mut self, item: HeadId) {
        let mut p = self.0.node(item.node()).up;
        while p != item.node() {
            self.unhide(p);
            p = self.0.node(p).up;
        }
        self.0.relink(item);
    }

    /// Removes the other nodes of an option from their lists; returns the number of nodes removed.
    #[inline]
    fn hide(&mut self, node: NodeId) -> u64 {
        let mut hidden = 0;
        let mut q = node;
        while let Some(Node { up, down, item, colour }) = self.0.right(&mut q, node) {
            if !COLOURS || colour != SETTLED {
                self.0.node_mut(up).down = down;
                self.0.node_mut(down).up = up;
                self.0.head_mut(item).size -= 1;
                hidden += 1;
            }
        }
        hidden
    }

    #[inline]
    fn unhide(&mut self, node: NodeId) {
        let mut q = node;
        while let Some(Node { up, down, item, colour }) = self.0.left(&mut q, node) {
            if !COLOURS || colour != SETTLED {
                self.0.node_mut(up).down = q;
                self.0.node_mut(down).up = q;
                self.0.head_mut(item).size += 1;
            }
        }
    }

    /// Settles the colour of a node's item: hides options of another colour and marks those of the
    /// same colour, so that they are not checked again.
    fn purify<P: Probe>(&mut self, node: NodeId, probe: &mut P) {
        let Node { item, colour, .. } = self.0.node(node);
        let mut updates = 0;
        let mut p = self.0.node(item.node()).down;
        while p != item.node() {
            if self.0.node(p).colour == colour {
                self.0.node_mut(p).colour = SETTLED;
            } else {
                updates += self.hide(p);
            }
            p = self.0.node(p).down;
        }
        probe.tests(updates);
    }

    fn unpurify(&mut self, node: NodeId) {
        let Node { item, colour, .. } = self.0.node(node);
        let mut p = self.0.node(item.node()).up;
        while p != item.node() {
            if self.0.node(p).colour == SETTLED {
                self.0.node_mut(p).colour = colour;
            } else {
                self.unhide(p);
            }
            p = self.0.node(p).up;
        }
    }
}
