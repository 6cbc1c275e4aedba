//! One problem searched in parts, by several threads, with any engine.
//!
//! A [`Division`] opens the top of the search tree, by a rule that depends on the problem alone;
//! what hangs below are *parts*, each a problem [left by the options chosen on the
//! way](Problem::given) to it. Workers take the next part, in the order of the tree, and search it
//! with the engine. So whatever an engine learns stays within a part, and the result is the
//! same with any number of workers: the number of solutions, their order, and the counters.
//!
//! With an engine that makes the tree of dancing links (`dlx` and `naive` do) nodes, forks and
//! depth are those of the undivided search. Tests are those of the parts; finding the parts is none.
//!
//! An engine that counts with a memo counts the whole problem alone, where that is faster
//! ([`Solver::tally_whole`]).
//!
//! Solutions go to one visitor in the order of the tree. Those found ahead of it wait in memory, 16
//! MiB of option numbers at most; then their finders wait.
//!
//! A budget ends the search where it would end one worker's: with the same outcome, after the same
//! solutions. If nodes or tests ran out, nodes are those of one worker, too, and forks are, or one
//! more; counters stay empty if the search was stopped or cancelled. Memory is for each worker. An engine that does not count
//! nodes or tests has the whole budget of them for each part.

mod account;
mod board;
mod delivery;
mod division;
mod run;

use self::account::Account;
pub use self::division::{Division, RULE};
use self::run::Run;
use crate::problem::Problem;
use crate::search::{
    Budget, CancelToken, Counters, Outcome, Search, Solver, Tally, Unsupported, Visitor, Whole,
};

/// An engine that searches in parts, with several threads.
///
/// ```
/// use quadrille_cover::{Solver, engine::Dlx, family, parallel::Parallel};
///
/// let problem = family::build("queens:11")?;
/// assert_eq!(Parallel::new(&Dlx, 2).count(&problem)?, 2680u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Parallel<'e> {
    engine: &'e dyn Solver,
    jobs: usize,
}

/// Who hears of parts as they end, and may know some from before. All calls come from the thread
/// that called the search.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Tally, engine::Dlx, family};
/// use quadrille_cover::parallel::{Division, Parallel, Watch};
///
/// /// Counts the parts that are searched, and keeps the first.
/// #[derive(Default)]
/// struct Notes(usize, Option<Tally>);
///
/// impl Watch for Notes {
///     fn known(&mut self, part: usize) -> Option<Tally> {
///         self.1.clone().filter(|_| part == 0)
///     }
///
///     fn ended(&mut self, part: usize, tally: &Tally) {
///         self.0 += 1;
///         if part == 0 {
///             self.1 = Some(tally.clone());
///         }
///     }
/// }
///
/// let problem = family::build("queens:8")?;
/// let division = Division::by_size(&problem, 50.0);
/// let mut notes = Notes::default();
/// for searched in [division.parts(), division.parts() - 1] {
///     notes.0 = 0;
///     let parallel = Parallel::new(&Dlx, 2);
///     let tally = parallel.tally_parts(&division, &Budget::default(), Counters::Off, &mut notes)?;
///     assert_eq!((tally.solutions, notes.0), (92u32.into(), searched));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Watch {
    /// What an earlier search found in a part. Such a part is not searched, and its solutions
    /// are not visited.
    fn known(&mut self, _part: usize) -> Option<Tally> {
        None
    }

    /// A part was searched to its end. Where solutions are visited parts end in their order, each
    /// after its solutions; otherwise in any order.
    fn ended(&mut self, _part: usize, _tally: &Tally) {}

    /// Whether to search in parts even if the engine would [count the whole](Solver::tally_whole)
    /// faster, so that parts end one by one.
    fn needs_parts(&self) -> bool {
        false
    }

    /// Called many times a second if there are several workers; otherwise never.
    fn tick(&mut self) {}
}

/// Nobody.
impl Watch for () {}

impl std::fmt::Debug for Parallel<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Parallel({}, {} jobs)", self.engine.name(), self.jobs)
    }
}

impl Solver for Parallel<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn about(&self) -> &'static str {
        self.engine.about()
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        let division = Division::new(problem);
        Ok(self.search_parts(&division, budget, counters, visit, &mut ())?.search)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.tally_parts(&Division::new(problem), budget, counters, &mut ())
    }
}

impl<'e> Parallel<'e> {
    /// This engine with so many workers. One worker searches on the calling thread.
    ///
    /// # Panics
    /// With no worker.
    pub fn new(engine: &'e dyn Solver, jobs: usize) -> Self {
        assert!(jobs > 0, "nobody would search");
        Self { engine, jobs }
    }

    /// Searches a problem that was divided before, and visits the solutions in the order of the
    /// tree. The number of solutions includes those of parts that `watch` knew.
    ///
    /// ```
    /// use quadrille_cover::{Budget, Counters, engine::Dlx, family, parallel::{Division, Parallel}};
    /// use std::ops::ControlFlow;
    ///
    /// let problem = family::build("queens:8")?;
    /// let division = Division::by_size(&problem, 50.0);
    /// let mut first = None;
    /// let mut visit = |solution: &[_]| {
    ///     first.get_or_insert_with(|| solution.to_vec());
    ///     ControlFlow::Continue(())
    /// };
    /// let (budget, on) = (Budget::default(), Counters::On);
    /// let all = Parallel::new(&Dlx, 2).search_parts(&division, &budget, on, &mut visit, &mut ())?;
    /// assert_eq!((all.solutions, all.search.stats.nodes), (92u32.into(), Some(1049)));
    /// assert_eq!(first.map(|solution| solution.len()), Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::search`].
    pub fn search_parts(
        &self,
        division: &Division<'_>,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Tally, Unsupported> {
        self.run(self.engine, division, budget, counters, Some(visit), watch)
    }

    /// Counts the solutions of a problem that was divided before.
    ///
    /// # Errors
    /// As [`Solver::tally`].
    pub fn tally_parts(
        &self,
        division: &Division<'_>,
        budget: &Budget,
        counters: Counters,
        watch: &mut dyn Watch,
    ) -> Result<Tally, Unsupported> {
        if watch.needs_parts() {
            return self.run(self.engine, division, budget, counters, None, watch);
        }
        match self.engine.tally_whole(division.problem(), budget, counters)? {
            Whole::Counted(tally) => Ok(tally),
            Whole::InParts(engine) => {
                let engine = engine.unwrap_or(self.engine);
                self.run(engine, division, budget, counters, None, watch)
            }
        }
    }

    fn run(
        &self,
        engine: &dyn Solver,
        division: &Division<'_>,
        budget: &Budget,
        counters: Counters,
        visit: Option<&mut Visitor<'_>>,
        watch: &mut dyn Watch,
    ) -> Result<Tally, Unsupported> {
        let account = Account::new(budget);
        if account.has_enough() {
            return Ok(account.close(Outcome::Stopped, Counters::Off, false));
        }
        let bounded = budget.nodes.is_some() || budget.tests.is_some();
        let run = Run {
            engine,
            division,
            budget,
            // What a budget leaves to the next part is known by counting.
            counting: if bounded { Counters::On } else { counters },
            bounded,
        };
        let several = self.jobs > 1 && division.parts() > 1;
        let (outcome, account) = if several {
            run.with_workers(self.jobs, account, visit, watch)?
        } else {
            run.alone(account, visit, watch)?
        };
        let cancelled = budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        let exact = match outcome {
            Outcome::BudgetSpent => !cancelled,
            Outcome::Stopped => division.parts() == 1,
            Outcome::Exhausted | Outcome::Stalled => true,
        };
        Ok(account.close(outcome, counters, exact))
    }
}
