//! Solutions as far as some items are concerned.
//!
//! The *projection* of a solution says of each chosen item how it is covered: how many times, and a secondary item in which colour.
//! Of a packing that need not use all pieces, the projection onto the pieces is the set of pieces used; a set may fill the box in
//! many ways.
//!
//! Solutions are listed first, and those with a new projection are passed on. That is the best way where most solutions have
//! projections of their own. Where many share one, the search goes over to *deciding*: the chosen items are decided one after
//! another, and each time an engine looks for one solution that is covered as decided. A prefix of a projection that is known
//! already needs no search, so there are at most as many successful searches as projections; the other searches show that a
//! decision has no solution. Where sums already show it, as pieces do that have not as many cells as the box, there is no search
//! either (module `sums`).
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use quadrille_cover::projection::Projection;
//! use quadrille_cover::{Auto, Budget, Counters, Problem};
//!
//! // Three pieces for two places: four solutions, with three sets of pieces.
//! let problem = Problem::parse("a b | X Y Z\na X\nb X\na Y\nb Y\nb Z\n")?;
//! let pieces = problem.item_ids().skip(problem.primary());
//! let projection = Projection::new(&problem, pieces);
//! let mut found = 0;
//! projection.search(&Auto, &Budget::default(), Counters::Off, &mut |_| {
//!     found += 1;
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: projected model counting, as in R. A. Aziz, G. Chu, C. Muise and P. J. Stuckey, *#exists-SAT: Projected Model Counting* (2015).

mod sums;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use self::sums::Sums;
use crate::engine::Auto;
use crate::problem::{Bounds, ItemId, OptionId, Problem, State};
use crate::search::{
    Budget, CancelToken, Counters, Outcome, Search, SearchStats, Solver, Unsupported, Visitor,
};

/// Solutions that are listed in any case, which takes some tenths of a second.
const LISTED: u64 = 1 << 18;
/// Solutions that are listed for each projection found: a search for one takes about as long.
const LISTED_EACH: u64 = 1 << 10;
/// Nodes of the search that lists solutions for each solution that is listed in any case.
const NODES_EACH: u64 = 1 << 6;
/// About the bytes of a projection in a set, besides its states.
const ENTRY: usize = 48;

/// The items onto which solutions are projected.
#[derive(Clone, Debug)]
pub struct Projection<'p> {
    problem: &'p Problem,
    items: Vec<ItemId>,
    /// By item of the problem, its place in `items`.
    places: Vec<Option<usize>>,
}

impl<'p> Projection<'p> {
    /// The projection onto these items. Items that every solution covers exactly once do not matter, and are left out.
    ///
    /// # Panics
    /// If an item is not of the problem.
    pub fn new(problem: &'p Problem, items: impl IntoIterator<Item = ItemId>) -> Self {
        let differs = |&item: &ItemId| problem.bounds(item) != Some(Bounds::ONCE);
        let mut items: Vec<ItemId> = items.into_iter().filter(differs).collect();
        items.sort_unstable();
        items.dedup();
        let mut places = vec![None; problem.items()];
        for (place, item) in items.iter().enumerate() {
            places[item.index()] = Some(place);
        }
        Self { problem, items, places }
    }

    /// The items, in their order.
    pub fn items(&self) -> &[ItemId] {
        &self.items
    }

    /// How a solution covers the items.
    pub fn of(&self, solution: &[OptionId]) -> Vec<State> {
        let mut states = vec![State::Times(0); self.items.len()];
        for entry in solution.iter().flat_map(|&option| self.problem.option(option)) {
            if let Some(place) = self.places[entry.item.index()] {
                states[place] = match (states[place], entry.colour) {
                    (_, Some(colour)) => State::In(colour),
                    (State::Times(times), None) => State::Times(times + 1),
                    (state, None) => state,
                };
            }
        }
        states
    }

    /// Finds the projections of all solutions, and passes to `visit` one solution of each. Its number of solutions is that of the
    /// projections, as are the solutions of the budget. The engine makes way for [`Auto`] where it does not handle multiplicities.
    ///
    /// # Errors
    /// The engine does not handle the problem.
    pub fn search(
        &self,
        engine: &dyn Solver,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        self.search_listing(LISTED, engine, budget, counters, visit)
    }

    /// As [`search`](Self::search), with this number of solutions that are listed in any case, and none if it is 0.
    ///
    /// # Errors
    /// As there.
    #[doc(hidden)]
    pub fn search_listing(
        &self,
        listed: u64,
        engine: &dyn Solver,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        let is_limited = budget.nodes.is_some() || budget.tests.is_some();
        let mut found = ProjectionSearch {
            projection: self,
            engine,
            budget,
            counters: if is_limited { Counters::On } else { counters },
            visit,
            known: BTreeSet::new(),
            sums: None,
            stats: SearchStats::default(),
            ended: None,
        };
        engine.accepts(self.problem)?;
        let is_whole = listed > 0 && found.list(listed)?;
        if !is_whole && found.ended.is_none() {
            found.sums = Sums::new(self.problem, &self.items);
            found.decide(&mut Vec::new())?;
        }
        let stats = SearchStats { solutions: found.known.len() as u64, ..found.stats };
        let outcome = found.ended.unwrap_or(Outcome::Exhausted);
        Ok(Search { outcome, stats: counters.of(stats) })
    }

    fn states(&self, item: ItemId) -> Vec<State> {
        let problem = self.problem;
        let entries = problem.option_ids().flat_map(|option| problem.option(option));
        let holding = entries.filter(|entry| entry.item == item);
        if let Some(bounds) = problem.bounds(item) {
            let most = u32::try_from(holding.count()).unwrap_or(u32::MAX).min(bounds.high);
            return (bounds.low..=most).map(State::Times).collect();
        }
        let held = holding.map(|entry| entry.colour.map_or(State::Times(1), State::In));
        let states: BTreeSet<State> = held.chain([State::Times(0)]).collect();
        states.into_iter().collect()
    }
}

/// A search that passes on one solution of each projection.
struct ProjectionSearch<'f, 'v> {
    projection: &'f Projection<'f>,
    engine: &'f dyn Solver,
    budget: &'f Budget,
    counters: Counters,
    visit: &'f mut Visitor<'v>,
    /// The projections found.
    known: BTreeSet<Vec<State>>,
    /// What is known without a search, once items are decided.
    sums: Option<Sums>,
    stats: SearchStats,
    /// How the search ended, if it ended early.
    ended: Option<Outcome>,
}

impl ProjectionSearch<'_, '_> {
    /// Lists solutions while that is worth it. Returns whether these were all.
    fn list(&mut self, most: u64) -> Result<bool, Unsupported> {
        let Self { projection, engine, counters, .. } = *self;
        let budget = self.left(Some(most.saturating_mul(NODES_EACH)));
        let mut listed = 0;
        let search = engine.search(projection.problem, &budget, counters, &mut |solution| {
            listed += 1;
            self.add(solution)?;
            if listed / LISTED_EACH > self.known.len() as u64 + most / LISTED_EACH {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        self.count(&search);
        Ok(search.outcome == Outcome::Exhausted)
    }

    /// Finds the projections that begin with these states.
    fn decide(&mut self, states: &mut Vec<State>) -> Result<(), Unsupported> {
        let known = self.known.range(states.clone()..).next();
        if !known.is_some_and(|known| known.starts_with(states)) && !self.first(states)? {
            return Ok(());
        }
        let Some(&item) = self.projection.items.get(states.len()) else { return Ok(()) };
        for state in self.projection.states(item) {
            if self.ended.is_some() {
                return Ok(());
            }
            states.push(state);
            self.decide(states)?;
            states.pop();
        }
        Ok(())
    }

    /// Looks for a solution that covers the first items in these states.
    fn first(&mut self, states: &[State]) -> Result<bool, Unsupported> {
        if self.sums.as_ref().is_some_and(|sums| !sums.admit(states)) {
            return Ok(false);
        }
        let items = self.projection.items.iter().copied();
        let decisions: Vec<(ItemId, State)> = items.zip(states.iter().copied()).collect();
        let Some((problem, options)) = self.projection.problem.decided(&decisions) else {
            return Ok(false);
        };
        let engine: &dyn Solver =
            if self.engine.refuses(&problem).is_none() { self.engine } else { &Auto };
        let mut first = None;
        let search = engine.search(&problem, &self.left(None), self.counters, &mut |solution| {
            first = Some(solution.iter().map(|option| options[option.index()]).collect());
            ControlFlow::Break(())
        })?;
        self.count(&search);
        let found: Option<Vec<OptionId>> = first;
        if let Some(solution) = &found {
            _ = self.add(solution);
        } else if search.outcome == Outcome::BudgetSpent {
            self.ended = Some(Outcome::BudgetSpent);
        }
        Ok(found.is_some())
    }

    /// Passes on a solution whose projection is new.
    fn add(&mut self, solution: &[OptionId]) -> ControlFlow<()> {
        if !self.known.insert(self.projection.of(solution)) {
            return ControlFlow::Continue(());
        }
        let number = self.known.len();
        let bytes = number * (ENTRY + self.projection.items.len() * size_of::<State>());
        if (self.visit)(solution).is_break()
            || self.budget.solutions.is_some_and(|most| number as u64 >= most)
        {
            self.ended = Some(Outcome::Stopped);
        } else if self.budget.memory.is_some_and(|most| bytes > most) {
            self.ended = Some(Outcome::BudgetSpent);
        }
        if self.ended.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// What is left of the budget for a search, which takes `most` nodes at most.
    fn left(&self, most: Option<u64>) -> Budget {
        let left = |all: Option<u64>, used: Option<u64>| {
            all.map(|all| all.saturating_sub(used.unwrap_or(0)))
        };
        let nodes = left(self.budget.nodes, self.stats.nodes);
        let nodes = nodes.into_iter().chain(most).min();
        let tests = left(self.budget.tests, self.stats.tests);
        Budget { solutions: None, nodes, tests, ..self.budget.clone() }
    }

    /// Adds the counters of a search, and ends if the budget is spent.
    fn count(&mut self, search: &Search) {
        let add = |sum: &mut Option<u64>, more: Option<u64>| {
            *sum = more.map(|more| sum.unwrap_or(0) + more).or(*sum);
        };
        add(&mut self.stats.nodes, search.stats.nodes);
        add(&mut self.stats.tests, search.stats.tests);
        add(&mut self.stats.forks, search.stats.forks);
        self.stats.max_depth = self.stats.max_depth.max(search.stats.max_depth);
        let spent = |most: Option<u64>, used: Option<u64>| {
            most.is_some_and(|most| used.unwrap_or(0) >= most)
        };
        let is_cancelled = self.budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        if search.outcome == Outcome::BudgetSpent
            && (is_cancelled
                || spent(self.budget.nodes, self.stats.nodes)
                || spent(self.budget.tests, self.stats.tests))
        {
            self.ended.get_or_insert(Outcome::BudgetSpent);
        }
    }
}
