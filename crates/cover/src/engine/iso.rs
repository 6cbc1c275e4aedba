//! Counting up to isomorphism: of sub-problems that are the same but for the names of their items, one is counted.
//!
//! Each state of the search is propagated (forced options are chosen, options without a future removed) and taken apart
//! into connected parts. A part gets a semi-canonical form; parts with equal forms are isomorphic and have the same
//! number of solutions, which a memo keeps. Only a part whose form is new branches. `docs/SYMMETRY.md` has an example by hand.
//!
//! The symmetries of the problem are not given: the search finds them. Secondary items, colours and multiplicities are handled. The item to
//! branch on is chosen by one of several rules, which are tried in turn, each with a memo of its own.
//!
//! Source: this project. Counting up to isomorphism is common where a program is written for one kind of object, such as
//! Latin squares (B. D. `McKay` and I. M. Wanless, *On the number of Latin squares*, 2005).

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

mod classes;
mod count;
mod dense;
pub(super) mod form;
pub(crate) mod order;
mod sample;
pub(super) mod search;
mod small;
pub(crate) mod state;
mod symmetric;
pub(super) mod trials;
mod worth;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

use num_bigint::BigUint;

use self::classes::Classes;
use self::order::Rule;
use self::search::{Ended, FORM, KEPT, STATE, Search};
use self::trials::Trials;
use super::bits::{self, Bits};
use super::memo::{Memo, ROOM};
use super::model::Model;
use crate::parallel::crew;
use crate::problem::Problem;
use crate::random::Stream;
use crate::search::{
    Budget, Counter, Counters, Keeper, Probe, Search as SearchEnd, SearchStats, Silent, Solver,
    Tally, Unsupported, Visitor, Whole,
};

/// Upper bound on the number of items: the neighbours of an item are a set of items.
const MOST_ITEMS: usize = 1 << 13;

/// Counts up to isomorphism. Visits solutions as [`Bits`] does.
///
/// ```
/// use quadrille_cover::{Solver, engine::Iso, family};
///
/// assert_eq!(Iso.count(&family::build("latin:6")?)?, 812_851_200u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Iso;

impl Solver for Iso {
    fn name(&self) -> &'static str {
        "iso"
    }

    fn about(&self) -> &'static str {
        "counts isomorphic sub-problems only once"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        let large = (problem.items() > MOST_ITEMS).then_some("more than 8192 items");
        large.or_else(|| Memo.refuses(problem))
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<SearchEnd, Unsupported> {
        self.accepts(problem)?;
        Bits.search(problem, budget, counters, visit)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        Self::tally_by(problem, budget, counters, 1, None)
    }

    /// Workers share one memo.
    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        jobs: usize,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Whole, Unsupported> {
        Self::tally_by(problem, budget, counters, jobs, keeper).map(Whole::Counted)
    }
}

impl Iso {
    /// Passes random solutions to `visit` until it breaks: each solution has the same probability each time, exactly. First all solutions
    /// are counted; then each sample takes as many counts as it has choices, most of which are known from the first.
    ///
    /// Returns the number of solutions; `None` if the budget is spent. Without a solution nothing is passed.
    ///
    /// # Errors
    /// The problem has more than 8192 items, or `bits` does not handle it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use quadrille_cover::{Budget, engine::Iso, family, random::Stream};
    ///
    /// let latin = family::build("latin:6")?;
    /// let mut visit = |solution: &[_]| {
    ///     assert_eq!(solution.len(), 36);
    ///     ControlFlow::Break(())
    /// };
    /// let all = Iso.sample(&latin, &Budget::default(), &mut Stream::new(1, 0), &mut visit)?;
    /// assert_eq!(all, Some(812_851_200u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(
        &self,
        problem: &Problem,
        budget: &Budget,
        stream: &mut Stream,
        visit: &mut Visitor<'_>,
    ) -> Result<Option<BigUint>, Unsupported> {
        self.accepts(problem)?;
        let Some(room) = Self::room(problem, budget) else { return Ok(None) };
        let model = &Model::new(problem);
        Ok(sample::sample(model, &Setup::new(model, room), budget, stream, visit))
    }

    /// The room for classes, in bytes; `None` if the tables alone need more than the budget allows.
    fn room(problem: &Problem, budget: &Budget) -> Option<usize> {
        let table = bits::Table::bytes(problem);
        budget.memory.map_or(Some(ROOM), |most| most.checked_sub(table))
    }

    /// Counts with several workers. Counters stay empty then, because a class is counted by the worker that comes first;
    /// a budget of nodes or tests holds for one worker only, so one worker counts if there is such a budget.
    fn tally_by(
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        jobs: usize,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Tally, Unsupported> {
        Iso.accepts(problem)?;
        let none = SearchStats::default();
        if budget.solutions == Some(0) {
            return Ok(Tally::of_all(Some(BigUint::ZERO), budget, none));
        }
        let Some(room) = Self::room(problem, budget) else {
            return Ok(Tally::of_all(None, budget, none));
        };
        let model = &Model::new(problem);
        let setup = &Setup::new(model, room);
        let bounded = budget.nodes.is_some() || budget.tests.is_some();
        let is_on = counters != Counters::Off && jobs == 1;
        if !bounded && !is_on {
            let all = setup.count(model, &mut Silent::new(budget), budget, jobs, keeper);
            return Ok(Tally::of_all(all, budget, none));
        }
        let mut probe = Counter::new(budget);
        let all = setup.count(model, &mut probe, budget, 1, keeper);
        let stats = SearchStats { nodes: is_on.then_some(probe.nodes), ..none };
        Ok(Tally::of_all(all, budget, stats))
    }
}

/// The rules that may be tried for a problem, each with a memo.
pub(super) struct Setup {
    rules: Vec<(Rule, Classes)>,
    /// Rules that take longer to find, found when they are first asked for.
    more: OnceLock<Vec<(Rule, Classes)>>,
    /// Set when a worker has counted, which ends the others.
    done: AtomicBool,
}

impl Setup {
    /// The rules for a problem, with memos of at most `room` bytes. All but one will stay small.
    pub(super) fn new(model: &Model, room: usize) -> Self {
        let rules = Rule::all(model).into_iter().map(|rule| (rule, Classes::new(room))).collect();
        Self { rules, more: OnceLock::new(), done: AtomicBool::new(false) }
    }

    /// The number of rules, all of which may be tried from now on.
    fn find_all(&self, model: &Model) -> usize {
        let of_rule = |rule| (rule, self.rules[Rule::TEXT].1.empty_like());
        self.more.get_or_init(|| symmetric::rules(model).into_iter().map(of_rule).collect());
        self.each().count()
    }

    /// The rules found so far, with their memos.
    fn each(&self) -> impl Iterator<Item = &(Rule, Classes)> {
        self.rules.iter().chain(self.more.get().into_iter().flatten())
    }

    /// A rule and its memo.
    fn rule(&self, place: usize) -> &(Rule, Classes) {
        let more = || &self.more.get().expect("more rules were found")[place - self.rules.len()];
        self.rules.get(place).unwrap_or_else(more)
    }

    fn search<'m>(
        &'m self,
        model: &'m Model,
        (rule, classes): &'m (Rule, Classes),
        worker: usize,
    ) -> Search<'m> {
        Search::new(model, classes, rule, worker, &self.done)
    }

    /// Counts the solutions by the rule that the [`Trials`] choose; `None` if the budget is spent. What was kept of an earlier count does
    /// not change the choice.
    pub(super) fn count<'m>(
        &'m self,
        model: &'m Model,
        probe: &mut impl Probe,
        budget: &Budget,
        jobs: usize,
        keeper: Option<&'m dyn Keeper>,
    ) -> Option<BigUint> {
        self.go_on(Trials::new(self, model), model, probe, budget, jobs, keeper)
    }

    /// Lets the memos take up to `room` bytes from now on.
    pub(super) fn widen(&self, room: usize) {
        self.each().for_each(|(_, classes)| classes.widen(room));
    }

    /// Goes on with trials that have begun, as [`Self::count`] does.
    pub(super) fn go_on<'m>(
        &'m self,
        mut trials: Trials<'m>,
        model: &'m Model,
        probe: &mut impl Probe,
        budget: &Budget,
        jobs: usize,
        keeper: Option<&'m dyn Keeper>,
    ) -> Option<BigUint> {
        while !trials.is_decided() {
            match trials.run(probe, u64::MAX, u64::MAX) {
                Ended::Counted(count) => return Some(count.unbounded()),
                Ended::Paused => {}
                Ended::Spent => return None,
            }
        }
        let (rule, mut search) = trials.winner();
        let rule = self.rule(rule);
        let classes = &rule.1;
        if let Some(keeper) = keeper {
            keeper.restore(&mut |key, count| {
                if [Some(&FORM), Some(&STATE)].contains(&key.first()) {
                    classes.restore(key, &count.into(), KEPT);
                }
            });
        }
        search.keep(keeper);
        let end = |ended: Ended| {
            self.done.store(true, Ordering::Relaxed);
            match ended {
                Ended::Counted(count) => Some(count.unbounded()),
                Ended::Paused | Ended::Spent => None,
            }
        };
        if jobs == 1 {
            return end(search.run(probe, u64::MAX));
        }
        let begun = Mutex::new(Some(search));
        let counts = crew(jobs, |worker| {
            let begun = (worker == 0).then(|| begun.lock().ok()?.take()).flatten();
            let mut search = begun.unwrap_or_else(|| {
                let mut search = self.search(model, rule, worker);
                search.keep(keeper);
                search
            });
            end(search.run(&mut Silent::new(budget), u64::MAX))
        });
        counts.into_iter().flatten().next()
    }
}

#[cfg(test)]
mod tests;
