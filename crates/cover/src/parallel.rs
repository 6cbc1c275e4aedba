//! One problem searched in parts, by several threads, with any engine.
//!
//! A [`Division`] opens the top of the search tree, by a rule that depends on the problem alone.
//! The subtrees below are *parts*. Each part is the problem [left by the options chosen above
//! it](Problem::given). Workers take the next part, in the order of the tree, and search it
//! with the engine. An engine keeps nothing from one part to the next, so the result is the
//! same with any number of workers: the number of solutions, their order, and the counters.
//!
//! Threads: engines never see them. The caller gives the number of workers; with more than one, [`Parallel`]
//! starts that number of scoped threads, which end before the call returns. If the system refuses a
//! thread, the search goes on with fewer, at worst on the calling thread.
//!
//! Without multiplicities, with an engine that makes the tree of dancing links (such as `dlx` and `naive`) nodes, forks and
//! depth are those of the undivided search. Tests are those of the parts; dividing makes no tests.
//!
//! If the [position](CancelToken::ask_position) of a search with several workers is asked for, it is the sum over the parts
//! under way. With one worker it is the position in the part under way.
//!
//! An engine that counts with a memo counts the whole problem on one thread, unless the memo saves next to nothing.
//!
//! Solutions go to one visitor in the order of the tree. Solutions found ahead of their turn wait in memory, up to
//! 16 MiB of option numbers; beyond that, the workers that found them wait.
//!
//! A budget ends the search where it would end the search of one worker: with the same outcome, after the same
//! solutions. If nodes or tests ran out, the number of nodes is that of one worker, too, and the number of
//! forks is the same or one more. Counters stay empty if the search was stopped or cancelled. The limit of memory
//! bounds the number of workers and the solutions that wait. An engine that does not count nodes or tests has the whole budget of them for each part.

mod account;
mod board;
mod delivery;
mod division;
mod run;

use std::panic::resume_unwind;
use std::thread;

use self::account::Account;
use self::board::Board;
pub use self::division::{Division, RULE};
use self::run::Run;
use crate::problem::Problem;
use crate::search::{
    Budget, CancelToken, Counters, Outcome, Search, Solver, Tally, Unsupported, Visitor, Whole,
};

/// An engine that searches in parts, with a given number of workers.
///
/// ```
/// use quadrille_cover::{Solver, engine::Dlx, family, parallel::Parallel};
///
/// let problem = family::build("queens:11")?;
/// assert_eq!(Parallel::new(&Dlx, 2).count(&problem)?, 2680u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parallel<'e> {
    engine: &'e dyn Solver,
    jobs: usize,
}

/// Observer that is notified when a part is finished, and may know the results of parts from an earlier
/// search. All calls come from the thread that called the search.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Tally, engine::Dlx, family};
/// use quadrille_cover::parallel::{Division, PartObserver, Parallel};
///
/// /// Counts the parts that are searched, and keeps the first.
/// #[derive(Default)]
/// struct Notes(usize, Option<Tally>);
///
/// impl PartObserver for Notes {
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
pub trait PartObserver {
    /// Called by [`Parallel::tally_observed`] once the problem is divided.
    fn divided(&mut self, _division: &Division<'_>) {}

    /// The result of an earlier search of a part; called once for each part, before the search. A part with
    /// a result is not searched, and its solutions are not visited.
    fn known(&mut self, _part: usize) -> Option<Tally> {
        None
    }

    /// Called when a part was searched to its end. If solutions are visited, the calls are in the order of the
    /// parts, each after the solutions of its part; otherwise in any order.
    fn ended(&mut self, _part: usize, _tally: &Tally) {}
}

/// Calls `work` once for each of `jobs` workers, with its number from 0, each in a thread of its own but for the first.
///
/// If the system refuses a thread, there are fewer workers.
pub(crate) fn crew<T: Send>(jobs: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let work = &work;
        let start = |worker| thread::Builder::new().spawn_scoped(scope, move || work(worker)).ok();
        let threads: Vec<_> = (1..jobs).map_while(start).collect();
        let own = work(0);
        let others = threads.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => resume_unwind(panic),
        });
        [own].into_iter().chain(others).collect()
    })
}

/// An observer that ignores all calls.
impl PartObserver for () {}

impl Solver for Parallel<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn about(&self) -> &'static str {
        self.engine.about()
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        self.engine.refuses(problem)
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        let visits_all = budget.solutions.is_none();
        let engine = visits_all.then(|| self.engine.visits_images(problem)).flatten();
        let division = Division::to_visit(problem, budget, engine.is_some());
        let parallel = Self { engine: engine.unwrap_or(self.engine), ..*self };
        Ok(parallel.search_parts(&division, budget, counters, visit, &mut ())?.search)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.tally_observed(problem, budget, counters, &mut ())
    }
}

impl<'e> Parallel<'e> {
    /// This engine with `jobs` workers. One worker searches on the calling thread.
    ///
    /// # Panics
    /// If `jobs` is 0.
    pub fn new(engine: &'e dyn Solver, jobs: usize) -> Self {
        assert!(jobs > 0, "expected at least one worker");
        Self { engine, jobs }
    }

    /// As [`tally`](Solver::tally). An observer follows the parts, if the problem is divided.
    ///
    /// # Errors
    /// As [`Solver::tally`].
    pub fn tally_observed(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        observer: &mut dyn PartObserver,
    ) -> Result<Tally, Unsupported> {
        match self.engine.tally_whole(problem, budget, counters, self.jobs, None)? {
            Whole::Counted(tally) => Ok(tally),
            Whole::InParts { engine, up_to_symmetry } => {
                let parallel = Self { engine: engine.unwrap_or(self.engine), ..*self };
                let division = Division::to_count(problem, budget, up_to_symmetry);
                observer.divided(&division);
                parallel.tally_parts(&division, budget, counters, observer)
            }
        }
    }

    /// Searches a divided problem and visits the solutions in the order of the
    /// tree. The number of solutions includes those of parts whose result the observer knew.
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
    ///
    /// # Panics
    /// If the problem is divided [up to symmetry](Division::up_to_symmetry) for counting.
    pub fn search_parts(
        &self,
        division: &Division<'_>,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
        observer: &mut dyn PartObserver,
    ) -> Result<Tally, Unsupported> {
        assert!(division.visits_all(), "this division is for counting; expected one with images");
        self.run(division, budget, counters, Some(visit), observer)
    }

    /// Counts the solutions of a divided problem, each part with the engine. An engine with a memo then has one for
    /// each part; [`tally`](Solver::tally) counts the whole problem if that is faster.
    ///
    /// # Errors
    /// As [`Solver::tally`].
    pub fn tally_parts(
        &self,
        division: &Division<'_>,
        budget: &Budget,
        counters: Counters,
        observer: &mut dyn PartObserver,
    ) -> Result<Tally, Unsupported> {
        self.run(division, budget, counters, None, observer)
    }

    fn run(
        &self,
        division: &Division<'_>,
        budget: &Budget,
        counters: Counters,
        visit: Option<&mut Visitor<'_>>,
        observer: &mut dyn PartObserver,
    ) -> Result<Tally, Unsupported> {
        self.engine.accepts(division.problem())?;
        let account = Account::new(budget);
        if account.has_enough() {
            return Ok(account.close(Outcome::Stopped, Counters::Off, false));
        }
        let bounded = budget.nodes.is_some() || budget.tests.is_some();
        let run = Run {
            engine: self.engine,
            division,
            budget,
            // The rest of the budget for the next part is known only by counting.
            counting: match (budget.tests, budget.nodes) {
                (Some(_), _) => Counters::On,
                (None, Some(_)) if counters == Counters::Off => Counters::Nodes,
                _ => counters,
            },
            bounded,
        };
        let parts = (0..division.parts()).map(|part| observer.known(part)).collect();
        let several = self.jobs > 1 && division.parts() > 1;
        let (outcome, account) = if several {
            run.with_workers(self.jobs, account, parts, visit, observer)?
        } else {
            run.alone(account, parts, visit, observer)?
        };
        let cancelled = budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        let exact = match outcome {
            Outcome::BudgetSpent => !cancelled,
            Outcome::Stopped => division.parts() == 1,
            Outcome::Exhausted | Outcome::Stalled => true,
        };
        let mut tally = account.close(outcome, counters, exact);
        let depth = &mut tally.search.stats.max_depth;
        *depth = depth.map(|depth| depth - division.above as u64);
        Ok(tally)
    }
}

/// Searches single parts of a division, on the calling thread.
///
/// ```
/// use quadrille_cover::{Budget, Counters, engine::Dlx, family, parallel::{Division, OneByOne}};
///
/// let problem = family::build("queens:8")?;
/// let division = Division::by_size(&problem, 50.0);
/// let mut parts = OneByOne::new(&Dlx, &division)?;
/// let mut solutions = 0;
/// for part in 0..division.parts() {
///     solutions += parts.tally(part, &Budget::default(), Counters::Off)?.search.stats.solutions;
/// }
/// assert_eq!(solutions, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OneByOne<'d> {
    engine: &'d dyn Solver,
    division: &'d Division<'d>,
    board: Board<'d>,
}

impl<'d> OneByOne<'d> {
    /// Prepares the search of the parts of a division.
    ///
    /// # Errors
    /// If the engine does not handle the problem.
    pub fn new(engine: &'d dyn Solver, division: &'d Division<'d>) -> Result<Self, Unsupported> {
        engine.accepts(division.problem())?;
        Ok(Self { engine, division, board: Board::new(division.problem()) })
    }

    /// Counts the solutions of a part. The budget is for this part alone.
    ///
    /// # Errors
    /// As [`Solver::tally`].
    ///
    /// # Panics
    /// If there is no such part.
    pub fn tally(
        &mut self,
        part: usize,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.part(part, budget, counters, None)
    }

    /// Searches a part and visits its solutions. The budget is for this part alone.
    ///
    /// # Errors
    /// As [`Solver::search`].
    ///
    /// # Panics
    /// If there is no such part.
    pub fn search(
        &mut self,
        part: usize,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Tally, Unsupported> {
        self.part(part, budget, counters, Some(visit))
    }

    fn part(
        &mut self,
        part: usize,
        budget: &Budget,
        counting: Counters,
        visit: Option<&mut Visitor<'_>>,
    ) -> Result<Tally, Unsupported> {
        let (engine, division) = (self.engine, self.division);
        let run = Run { engine, division, budget, counting, bounded: false };
        run.part(&mut self.board, part, budget.clone(), visit)
    }
}
