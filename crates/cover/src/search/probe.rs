//! Probes: observers that count the steps of a search and stop it.
//!
//! With [`Silent`] a search compiles to code without a counter in it; with [`Counter`] it counts
//! tests, forks, nodes and depth, and stops where the budget ends. [`run_probed`] chooses between
//! them.

// `enter_at` is always inlined, because bitset engines compile it for the instruction set of their caller.
#![allow(clippy::inline_always)]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};

use super::position::{CANCELLED, GO_ON};
use super::{Budget, CancelToken, Counters, Outcome, Position, Search, SearchStats};
use crate::problem::OptionId;

/// The end of a branch of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A solution.
    Solution,
    /// A contradiction, or a node whose alternatives are all tried.
    DeadEnd,
}

/// What a probe that follows an earlier search knows of a sub-problem that may be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recalled {
    /// The earlier search did not come so far.
    Nothing,
    /// It was searched.
    Searched,
    /// It was the same as a stored one, which took this many numbers to say.
    Again {
        /// How many.
        numbers: u64,
    },
}

/// Observer that a search calls at each step. Engines are generic over it.
pub trait Probe {
    /// Whether the probe counts. If not, an engine may skip work that only feeds counters.
    const COUNTING: bool;
    /// Whether the probe writes a certificate. If not, an engine may call none of [`branches`](Self::branches),
    /// [`ended`](Self::ended), [`occurs_again`](Self::occurs_again) and [`occurs_renamed`](Self::occurs_renamed).
    const TRACING: bool = false;
    /// Called when `n` tests were made.
    #[inline]
    fn tests(&mut self, _n: u64) {}
    /// Called when an alternative is chosen while another one is untried.
    #[inline]
    fn fork(&mut self) {}
    /// Called with the number of forks (for exact cover engines: of options chosen) that are open now.
    #[inline]
    fn depth(&mut self, _open: usize) {}
    /// Called where a branch of the search ends.
    #[inline]
    fn leaf(&mut self, _leaf: Leaf) {}
    /// Called when an option is chosen; `fork` if another one is untried.
    #[inline]
    fn chose(&mut self, _option: impl FnOnce() -> OptionId, _fork: bool) {}
    /// Called when the option chosen last is taken back.
    #[inline]
    fn took_back(&mut self) {}
    /// Called when the search branches on an item, by its number in the engine: also if the item has a single option left, or
    /// none. `is_kept` if the number of solutions of the node will be stored.
    #[inline]
    fn branches(&mut self, _item: usize, _is_kept: bool) {}
    /// Called when the last open node for which `is_kept` was true has been searched; `is_stored` if its number of solutions
    /// was stored.
    #[inline]
    fn ended(&mut self, _is_stored: bool) {}
    /// Called when a node is the sub-problem that was stored at `place`, counted from 0.
    #[inline]
    fn occurs_again(&mut self, _place: usize) {}
    /// Called when a node is the sub-problem that was stored at `place` but for names. `options` are the options of the stored one, in
    /// the ascending order of their counterparts.
    fn occurs_renamed(&mut self, _place: usize, _options: impl ExactSizeIterator<Item = u16>) {}
    /// Called before one of the four calls above for a node that may be stored. If it occurred again in the search that the probe follows,
    /// none of them is to be called.
    #[inline]
    fn recall(&mut self) -> Recalled {
        Recalled::Nothing
    }
    /// Whether the budget allows another step within a node.
    #[must_use]
    #[inline]
    fn may_go_on(&self) -> bool {
        true
    }
    /// Called before the search enters a node. Returns `false` if the budget does not allow the node.
    #[must_use]
    fn enter(&mut self) -> bool;
    /// As [`enter`](Self::enter), called instead of it; gives the position of the search if another thread asked for it.
    #[must_use]
    #[inline(always)]
    fn enter_at(&mut self, _position: impl FnOnce() -> Position) -> bool {
        self.enter()
    }
}

/// The state of a search without a token.
static NEVER: AtomicU8 = AtomicU8::new(GO_ON);

/// The probe that counts nothing but nodes, which costs next to no time. It stops when the search is cancelled, or when a limit
/// of nodes is reached.
#[derive(Debug)]
pub struct Silent<'a> {
    cancel: Option<&'a CancelToken>,
    /// The state of the token, at hand for the look in each node.
    state: &'a AtomicU8,
    most_nodes: u64,
    /// Number of nodes that may still be entered.
    left: u64,
}

impl<'a> Silent<'a> {
    /// A silent probe that stops when the token of this budget is cancelled. It ignores the other limits.
    pub fn new(budget: &'a Budget) -> Self {
        Self::with_nodes(budget, u64::MAX)
    }

    /// As [`new`](Self::new); the probe also keeps to the limit of nodes.
    pub fn within(budget: &'a Budget) -> Self {
        Self::with_nodes(budget, budget.nodes.unwrap_or(u64::MAX))
    }

    fn with_nodes(budget: &'a Budget, most_nodes: u64) -> Self {
        let cancel = budget.cancel.as_ref();
        let state = cancel.map_or(&NEVER, CancelToken::state);
        Self { cancel, state, most_nodes, left: most_nodes }
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> u64 {
        self.most_nodes - self.left
    }

    /// The number of nodes so far, with this number of solutions.
    pub fn stats(&self, solutions: u64) -> SearchStats {
        SearchStats { solutions, nodes: Some(self.nodes()), ..SearchStats::default() }
    }

    /// Counts a node, unless the limit is reached.
    #[inline(always)]
    fn count(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left -= u64::from(is_left);
        is_left
    }
}

impl Probe for Silent<'_> {
    const COUNTING: bool = false;
    #[inline]
    fn may_go_on(&self) -> bool {
        self.state.load(Ordering::Relaxed) != CANCELLED
    }
    #[inline]
    fn enter(&mut self) -> bool {
        self.may_go_on() && self.count()
    }
    #[inline(always)]
    fn enter_at(&mut self, position: impl FnOnce() -> Position) -> bool {
        let goes_on = self.state.load(Ordering::Relaxed) == GO_ON
            || self.cancel.is_none_or(|token| token.answer(position));
        goes_on && self.count()
    }
}

/// The probe that counts and stops where the budget ends.
#[derive(Debug)]
pub struct Counter<'a> {
    /// Tests so far.
    pub tests: u64,
    /// Forks so far.
    pub forks: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// Maximum number of forks open at the same time so far.
    pub max_depth: u64,
    /// Leaves so far: solutions and dead ends. An exhausted search has `forks + 1` leaves.
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

    /// The counters, with this number of solutions.
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
    #[inline(always)]
    fn enter_at(&mut self, position: impl FnOnce() -> Position) -> bool {
        self.silent.enter_at(position) && self.enter()
    }
}

/// Passes solutions to a visitor, counts them, and stops at the limit.
///
/// Generic over the type of a solution, because Sudoku engines find grids.
pub struct Found<'v, S: ?Sized> {
    visit: &'v mut dyn FnMut(&S) -> ControlFlow<()>,
    count: u64,
    limit: u64,
}

impl<'v, S: ?Sized> Found<'v, S> {
    /// Passes solutions to `visit`, up to the limit of the budget. No solution has been found yet.
    pub fn new(budget: &Budget, visit: &'v mut dyn FnMut(&S) -> ControlFlow<()>) -> Self {
        Self { visit, count: 0, limit: budget.solutions.unwrap_or(u64::MAX) }
    }

    /// The number of solutions found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether the limit is 0 solutions.
    pub fn wants_none(&self) -> bool {
        self.limit == 0
    }

    /// Passes one more solution on; `Break` if the search is to stop.
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

/// Runs a search with a [`Counter`] if counters are on or the budget limits tests, otherwise with [`Silent`], and
/// returns the result.
///
/// `search` has a trait of its own rather than being a closure because it is generic over the probe.
pub(crate) fn run_probed<S: ?Sized>(
    search: impl ProbedSearch<S>,
    budget: &Budget,
    counters: Counters,
    visit: &mut dyn FnMut(&S) -> ControlFlow<()>,
) -> Search {
    let mut found = Found::new(budget, visit);
    if found.wants_none() {
        return Search { outcome: Outcome::Stopped, stats: SearchStats::default() };
    }
    let (outcome, stats) = if counters.need_counter(budget) {
        let mut counter = Counter::new(budget);
        (search.run(&mut counter, &mut found), counter.stats(found.count()))
    } else {
        let mut silent = Silent::within(budget);
        (search.run(&mut silent, &mut found), silent.stats(found.count()))
    };
    Search { outcome, stats: counters.of(stats) }
}

/// A search that is generic over its probe.
pub trait ProbedSearch<S: ?Sized> {
    /// Runs the search and returns how it ended.
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, S>) -> Outcome;
}
