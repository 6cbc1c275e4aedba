//! Dancing links: Algorithms X, C and M.
//!
//! Every entry of an option is a node in the doubly linked list of its item. Covering an item
//! takes it out of the list of items and hides its options from all other lists; a node keeps
//! its own links while it is out, so uncovering in reverse order puts everything back. Choosing
//! an option covers its items; a coloured secondary item is *purified* instead: options that
//! give it another colour are hidden, those of the same colour are marked as settled.
//!
//! The item branched on is the one with the fewest options left, the leftmost among equals
//! (MRV). If some items are preferred (their names begin with `#`), one of those with the fewest
//! options is taken, unless there is another with one option at most. `tests` are Knuth's
//! *updates*: one for each item covered, one for each node hidden.
//!
//! Items that may be covered several times are for the search in `multiplicities`, the cheapest
//! solutions for that in `costs`.
//!
//! Source: D. E. Knuth, *TAOCP* 4B, 7.2.2.1, Algorithms X, C and M and exercises 9 and 10; the
//! counts are those of his programs DLX2 and DLX3.

mod costs;
mod multiplicities;
mod solutions;
mod table;

use std::ops::ControlFlow;

pub use self::costs::CheapestLinked;
use self::multiplicities::Several;
pub use self::solutions::Solutions;
use self::table::{Links, NONE, Node, SETTLED};
use crate::problem::{OptionId, Problem};
use crate::search::{
    Budget, CostVisitor, Counters, Found, Leaf, Outcome, Probe, ProbedSearch, Search, SearchStats,
    Solver, Unsupported, Visitor, run_probed,
};

/// Dancing links, with colours and multiplicities.
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

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        if let Some(ended) = self.cannot_begin(problem, bytes(problem), budget)? {
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
        let bytes = Links::bytes(problem) + multiplicities::bytes(problem) + costs::bytes(problem);
        if let Some(ended) = self.cannot_begin(problem, bytes, budget)? {
            return Ok(ended);
        }
        let budget = Budget { solutions: (k == 0).then_some(0), ..budget.clone() };
        let mut linked = CheapestLinked::new(problem, k);
        let mut pass_over = |_: &[OptionId]| ControlFlow::Continue(());
        let search = run_probed(&mut linked, &budget, counters, &mut pass_over);
        Ok(linked.kept.visit(search, visit))
    }
}

impl Dlx {
    /// How a search ends that cannot begin, its tables being too large.
    fn cannot_begin(
        self,
        problem: &Problem,
        bytes: usize,
        budget: &Budget,
    ) -> Result<Option<Search>, Unsupported> {
        if !Links::fits(problem) {
            return Err(Unsupported { engine: self.name(), what: "more than 4294967295 nodes" });
        }
        let too_many = budget.memory.is_some_and(|most| bytes > most);
        let spent = Search { outcome: Outcome::BudgetSpent, stats: SearchStats::default() };
        Ok(too_many.then_some(spent))
    }
}

/// What the tables of a problem take, in bytes.
fn bytes(problem: &Problem) -> usize {
    let several = if problem.has_multiplicities() { multiplicities::bytes(problem) } else { 0 };
    Links::bytes(problem) + several
}

/// A problem that dancing links can search under any probe.
///
/// ```
/// use quadrille_cover::{Budget, Counters, OptionId, family};
/// use quadrille_cover::{engine::links::Linked, search::run_probed};
/// use std::ops::ControlFlow;
///
/// let problem = family::build("queens:8")?;
/// let mut visit = |_: &[OptionId]| ControlFlow::Continue(());
/// let search = run_probed(Linked(&problem), &Budget::default(), Counters::On, &mut visit);
/// assert_eq!((search.stats.solutions, search.stats.tests), (92, Some(16680)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// On a problem too large for 32-bit links; [`Dlx`] refuses it.
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
        let links = Links::new(problem);
        match (problem.has_colours(), problem.has_preferences()) {
            (false, false) => Dance::<false, false>(links).run(probe, found),
            (true, false) => Dance::<true, false>(links).run(probe, found),
            (false, true) => Dance::<false, true>(links).run(probe, found),
            (true, true) => Dance::<true, true>(links).run(probe, found),
        }
    }
}

/// The links together with the search over them. Without `COLOURS` no colour is looked at, without
/// `PREFERENCES` no preference.
struct Dance<const COLOURS: bool, const PREFERENCES: bool>(Links);

impl<const COLOURS: bool, const PREFERENCES: bool> ProbedSearch<[OptionId]>
    for Dance<COLOURS, PREFERENCES>
{
    fn run<P: Probe>(mut self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        self.resume(&mut Path::default(), probe, found)
    }
}

/// Where a search is.
#[derive(Debug, Default)]
struct Path {
    /// The node being tried at each level, in the list of the item branched on there.
    tried: Vec<u32>,
    solution: Vec<OptionId>,
    /// The search stopped at a solution, and would go on from there.
    stopped: bool,
}

impl<const COLOURS: bool, const PREFERENCES: bool> Dance<COLOURS, PREFERENCES> {
    /// Algorithm X from the root, or from the solution at which it was stopped.
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
            if !probe.enter() {
                return Outcome::BudgetSpent;
            }
            let item = if PREFERENCES { self.0.preferred_item() } else { self.0.smallest_item() };
            match item {
                Some(item) if self.0.head(item).size > 0 => {
                    self.cover(item, probe);
                    tried.push(self.0.node(item).down);
                }
                Some(_) => {
                    // Covering an item without options would change nothing, but counts.
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

    /// Commits to the node that is to be tried; where a list is at its end, goes back up first.
    #[inline]
    fn advance<P: Probe>(
        &mut self,
        tried: &mut Vec<u32>,
        solution: &mut Vec<OptionId>,
        probe: &mut P,
    ) -> ControlFlow<()> {
        while let Some(&node) = tried.last() {
            let Node { item, down, .. } = self.0.node(node);
            if node == item {
                self.uncover(item);
                tried.pop();
                self.take_back(tried, solution, probe);
                continue;
            }
            if P::COUNTING && down != item {
                probe.fork();
            }
            probe.depth(tried.len());
            probe.chose(|| self.0.option_of(node), down != item);
            self.commit(node, probe);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    }

    /// Takes back the option tried last, if there is one, and moves on to the next in its list.
    #[inline]
    fn take_back<P: Probe>(
        &mut self,
        tried: &mut [u32],
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

    /// Covers or purifies the other items of the option.
    #[inline]
    fn commit<P: Probe>(&mut self, node: u32, probe: &mut P) {
        let mut q = node + 1;
        while q != node {
            let Node { up, item, colour, .. } = self.0.node(q);
            if item == 0 {
                q = up;
                continue;
            }
            if !COLOURS || colour == NONE {
                self.cover(item, probe);
            } else if colour != SETTLED {
                self.purify(q, probe);
            }
            q += 1;
        }
    }

    /// Undoes [`commit`](Self::commit), in reverse order.
    #[inline]
    fn uncommit(&mut self, node: u32) {
        let mut q = node - 1;
        while q != node {
            let Node { down, item, colour, .. } = self.0.node(q);
            if item == 0 {
                q = down;
                continue;
            }
            if !COLOURS || colour == NONE {
                self.uncover(item);
            } else if colour != SETTLED {
                self.unpurify(q);
            }
            q -= 1;
        }
    }

    #[inline]
    fn cover<P: Probe>(&mut self, item: u32, probe: &mut P) {
        self.0.unlink(item);
        let mut updates = 1;
        let mut p = self.0.node(item).down;
        while p != item {
            updates += self.hide(p);
            p = self.0.node(p).down;
        }
        probe.tests(updates);
    }

    #[inline]
    fn uncover(&mut self, item: u32) {
        let mut p = self.0.node(item).up;
        while p != item {
            self.unhide(p);
            p = self.0.node(p).up;
        }
        self.0.relink(item);
    }

    /// Takes the other nodes of an option out of their lists, and says how many.
    #[inline]
    fn hide(&mut self, node: u32) -> u64 {
        let mut hidden = 0;
        let mut q = node + 1;
        while q != node {
            let Node { up, down, item, colour } = self.0.node(q);
            if item == 0 {
                q = up;
                continue;
            }
            if !COLOURS || colour != SETTLED {
                self.0.node_mut(up).down = down;
                self.0.node_mut(down).up = up;
                self.0.head_mut(item).size -= 1;
                hidden += 1;
            }
            q += 1;
        }
        hidden
    }

    #[inline]
    fn unhide(&mut self, node: u32) {
        let mut q = node - 1;
        while q != node {
            let Node { up, down, item, colour } = self.0.node(q);
            if item == 0 {
                q = down;
                continue;
            }
            if !COLOURS || colour != SETTLED {
                self.0.node_mut(up).down = q;
                self.0.node_mut(down).up = q;
                self.0.head_mut(item).size += 1;
            }
            q -= 1;
        }
    }

    /// Settles the colour of a node's item: options of another colour are hidden, those of the
    /// same need not be checked again.
    fn purify<P: Probe>(&mut self, node: u32, probe: &mut P) {
        let Node { item, colour, .. } = self.0.node(node);
        let mut updates = 0;
        let mut p = self.0.node(item).down;
        while p != item {
            if self.0.node(p).colour == colour {
                self.0.node_mut(p).colour = SETTLED;
            } else {
                updates += self.hide(p);
            }
            p = self.0.node(p).down;
        }
        probe.tests(updates);
    }

    fn unpurify(&mut self, node: u32) {
        let Node { item, colour, .. } = self.0.node(node);
        let mut p = self.0.node(item).up;
        while p != item {
            if self.0.node(p).colour == SETTLED {
                self.0.node_mut(p).colour = colour;
            } else {
                self.unhide(p);
            }
            p = self.0.node(p).up;
        }
    }
}
