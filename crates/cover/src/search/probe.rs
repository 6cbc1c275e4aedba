//! Probes: how a search is counted and stopped.
//!
//! With [`Silent`] a search compiles to code without a counter in it; with [`Counter`] it counts
//! tests, forks, nodes and depth, and stops where the budget ends. [`run_probed`] takes the one
//! that is needed.

use std::ops::ControlFlow;

use super::{Budget, CancelToken, Counters, Outcome, Search, SearchStats};
use crate::problem::OptionId;

/// How a branch of a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// In a solution.
    Solution,
    /// In a contradiction, or where nothing is left to try.
    DeadEnd,
}

/// What a search tells of itself as it goes. Engines are generic over it.
///
/// ```
/// use quadrille_cover::{Budget, OptionId, Problem, engine::links::Linked};
/// use quadrille_cover::search::{Counter, Found, Leaf, Probe, ProbedSearch, Silent};
/// use std::ops::ControlFlow;
///
/// /// How many branches ended in vain.
/// struct DeadEnds(u64);
///
/// impl Probe for DeadEnds {
///     const COUNTING: bool = true;
///     fn tests(&mut self, _: u64) {}
///     fn fork(&mut self) {}
///     fn depth(&mut self, _: usize) {}
///     fn leaf(&mut self, leaf: Leaf) {
///         self.0 += u64::from(leaf == Leaf::DeadEnd);
///     }
///     fn enter(&mut self) -> bool {
///         true
///     }
/// }
///
/// let problem = Problem::parse("a b c\na\na b\nb c\nc\n")?;
/// let budget = Budget::default();
/// let mut pass_over = |_: &[OptionId]| ControlFlow::Continue(());
/// let mut found = Found::new(&budget, &mut pass_over);
/// assert!(!found.wants_none());
/// let mut probe = DeadEnds(0);
/// Linked(&problem).run(&mut probe, &mut found);
/// assert_eq!((found.count(), probe.0), (2, 0));
///
/// // The probes there are: one that is silent, and one that counts.
/// Linked(&problem).run(&mut Silent::new(&budget), &mut found);
/// let mut counter = Counter::new(&budget);
/// Linked(&problem).run(&mut counter, &mut found);
/// assert_eq!(counter.stats(2).forks, Some(1));
/// assert_eq!(found.solution(&[]), ControlFlow::Continue(()));
/// assert_eq!(found.count(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Probe {
    /// Whether anybody counts. Work done for the counters alone may be left out if not.
    const COUNTING: bool;
    /// That many tests were made.
    fn tests(&mut self, n: u64);
    /// A commitment was made with another alternative untried.
    fn fork(&mut self);
    /// That many forks (for dancing links: options) are open now.
    fn depth(&mut self, open: usize);
    /// A branch of the search ended here.
    fn leaf(&mut self, leaf: Leaf);
    /// An option was chosen, perhaps while another was still untried.
    #[inline]
    fn chose(&mut self, _option: impl FnOnce() -> OptionId, _fork: bool) {}
    /// The option chosen last was taken back.
    #[inline]
    fn took_back(&mut self) {}
    /// Whether the budget allows another step within a node.
    #[must_use]
    #[inline]
    fn may_go_on(&self) -> bool {
        true
    }
    /// The search is about to enter a node. `false`: the budget does not allow it.
    #[must_use]
    fn enter(&mut self) -> bool;
}

/// The probe that does not count. It only looks whether the search was cancelled.
#[derive(Debug)]
pub struct Silent<'a> {
    cancel: Option<&'a CancelToken>,
}

impl<'a> Silent<'a> {
    /// A silent probe under this budget, of which only the cancellation is heeded.
    pub fn new(budget: &'a Budget) -> Self {
        Self { cancel: budget.cancel.as_ref() }
    }
}

impl Probe for Silent<'_> {
    const COUNTING: bool = false;
    #[inline]
    fn tests(&mut self, _: u64) {}
    #[inline]
    fn fork(&mut self) {}
    #[inline]
    fn depth(&mut self, _: usize) {}
    #[inline]
    fn leaf(&mut self, _: Leaf) {}
    #[inline]
    fn may_go_on(&self) -> bool {
        !self.cancel.is_some_and(CancelToken::is_cancelled)
    }
    #[inline]
    fn enter(&mut self) -> bool {
        self.may_go_on()
    }
}

/// The probe that counts, and stops where the budget ends.
#[derive(Debug)]
pub struct Counter<'a> {
    /// Tests so far.
    pub tests: u64,
    /// Forks so far.
    pub forks: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Most forks open at once so far.
    pub max_depth: u64,
    /// Leaves so far: solutions and dead ends. An exhausted search has `forks + 1` of them.
    pub leaves: u64,
    most_nodes: u64,
    most_tests: u64,
    silent: Silent<'a>,
}

impl<'a> Counter<'a> {
    /// A counter at zero under this budget.
    pub fn new(budget: &'a Budget) -> Self {
        Self {
            tests: 0,
            forks: 0,
            nodes: 0,
            max_depth: 0,
            leaves: 0,
            most_nodes: budget.nodes.unwrap_or(u64::MAX),
            most_tests: budget.tests.unwrap_or(u64::MAX),
            silent: Silent::new(budget),
        }
    }

    /// What was counted, together with the number of solutions.
    pub fn stats(&self, solutions: u64) -> SearchStats {
        SearchStats {
            solutions,
            tests: Some(self.tests),
            forks: Some(self.forks),
            nodes: Some(self.nodes),
            max_depth: Some(self.max_depth),
        }
    }
}

impl Probe for Counter<'_> {
    const COUNTING: bool = true;
    fn tests(&mut self, n: u64) {
        self.tests += n;
    }
    fn fork(&mut self) {
        self.forks += 1;
    }
    fn depth(&mut self, open: usize) {
        self.max_depth = self.max_depth.max(open as u64);
    }
    fn leaf(&mut self, _: Leaf) {
        self.leaves += 1;
    }
    fn may_go_on(&self) -> bool {
        self.tests < self.most_tests && self.silent.may_go_on()
    }
    fn enter(&mut self) -> bool {
        if self.nodes >= self.most_nodes || !self.may_go_on() {
            return false;
        }
        self.nodes += 1;
        true
    }
}

/// Counts solutions on their way to a visitor, and stops at the limit.
///
/// Generic in what a solution is, so that Sudoku engines use it for grids.
pub struct Found<'v, S: ?Sized> {
    visit: &'v mut dyn FnMut(&S) -> ControlFlow<()>,
    count: u64,
    limit: u64,
}

impl<'v, S: ?Sized> Found<'v, S> {
    /// None found yet.
    pub fn new(budget: &Budget, visit: &'v mut dyn FnMut(&S) -> ControlFlow<()>) -> Self {
        Self { visit, count: 0, limit: budget.solutions.unwrap_or(u64::MAX) }
    }

    /// How many were found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether no solution is wanted at all.
    pub fn wants_none(&self) -> bool {
        self.limit == 0
    }

    /// One more; `Break` if that is enough.
    pub fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        self.count += 1;
        (self.visit)(solution)?;
        if self.count >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<S: ?Sized> std::fmt::Debug for Found<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Found({} of {})", self.count, self.limit)
    }
}

/// Runs a search under the probe that the caller's wishes need, and puts the result together.
///
/// `search` is called once, with a [`Silent`] or a [`Counter`]; being generic over the probe it
/// is a small trait of its own rather than a closure.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Outcome, family};
/// use quadrille_cover::search::{Found, Leaf, Probe, ProbedSearch, run_probed};
/// use std::ops::ControlFlow;
///
/// /// A search that finds the numbers below 3.
/// struct Below3;
///
/// impl ProbedSearch<u32> for Below3 {
///     fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, u32>) -> Outcome {
///         for number in 0..3 {
///             if !probe.enter() {
///                 return Outcome::BudgetSpent;
///             }
///             probe.leaf(Leaf::Solution);
///             if found.solution(&number).is_break() {
///                 return Outcome::Stopped;
///             }
///         }
///         Outcome::Exhausted
///     }
/// }
///
/// let mut sum = 0;
/// let mut visit = |number: &u32| {
///     sum += number;
///     ControlFlow::Continue(())
/// };
/// let search = run_probed(Below3, &Budget::default(), Counters::On, &mut visit);
/// assert_eq!((sum, search.stats.nodes), (3, Some(3)));
/// ```
pub fn run_probed<S: ?Sized>(
    search: impl ProbedSearch<S>,
    budget: &Budget,
    counters: Counters,
    visit: &mut dyn FnMut(&S) -> ControlFlow<()>,
) -> Search {
    let mut found = Found::new(budget, visit);
    if found.wants_none() {
        return Search { outcome: Outcome::Stopped, stats: SearchStats::default() };
    }
    let bounded = budget.nodes.is_some() || budget.tests.is_some();
    if counters == Counters::Off && !bounded {
        let outcome = search.run(&mut Silent::new(budget), &mut found);
        let stats = SearchStats { solutions: found.count(), ..SearchStats::default() };
        return Search { outcome, stats };
    }
    let mut counter = Counter::new(budget);
    let outcome = search.run(&mut counter, &mut found);
    let stats = match counters {
        Counters::On => counter.stats(found.count()),
        Counters::Off => SearchStats { solutions: found.count(), ..SearchStats::default() },
    };
    Search { outcome, stats }
}

/// A search that any probe can watch; see [`run_probed`].
pub trait ProbedSearch<S: ?Sized> {
    /// Searches, and says how it ended.
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, S>) -> Outcome;
}
