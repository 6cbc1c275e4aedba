//! What all searches share: the trait of engines, budgets, outcomes and counters.
//!
//! The public types are exported at the root of the crate. This module is public only because the engines of
//! other crates of the workspace use its [`Probe`]: searches are generic over it, so a search without
//! counters compiles to code without counters.

mod cheapest;
mod keeper;
mod position;
mod probe;

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use thiserror::Error;

pub(crate) use self::cheapest::{Cheapest, offering};
pub use self::keeper::Keeper;
pub use self::position::{CancelToken, Position};
pub(crate) use self::probe::run_probed;
pub use self::probe::{Counter, Found, Leaf, Probe, ProbedSearch, Recalled, Silent};
use crate::problem::{OptionId, Problem};

/// A solution: the options chosen, in the order the engine chose them.
pub type Solution = Vec<OptionId>;

/// A callback that receives each solution as it is found. `Break` stops the search.
pub type Visitor<'a> = dyn FnMut(&[OptionId]) -> ControlFlow<()> + 'a;

/// A callback that receives a solution and its cost. `Break` ends the visits.
pub type CostVisitor<'a> = dyn FnMut(&[OptionId], u64) -> ControlFlow<()> + 'a;

/// An exact cover engine.
///
/// Every engine finds the same solutions. An engine may take preferred items first
/// ([`Problem::is_preferred`]) or ignore preferences, which change only the order of the search. Only [`cheapest`](Self::cheapest) considers costs.
pub trait Solver: Sync + Debug {
    /// The engine's name on the command line.
    fn name(&self) -> &'static str;

    /// The engine's method, in one line.
    fn about(&self) -> &'static str;

    /// The feature of the problem that the engine does not handle; `None` if it handles the problem.
    fn refuses(&self, _problem: &Problem) -> Option<&'static str> {
        None
    }

    /// Every method that searches begins with this check.
    ///
    /// # Errors
    /// If the engine [refuses](Self::refuses) the problem.
    fn accepts(&self, problem: &Problem) -> Result<(), Unsupported> {
        let engine = self.name();
        self.refuses(problem).map_or(Ok(()), |what| Err(Unsupported { engine, what }))
    }

    /// Searches for solutions, passes each to `visit`, and returns how the search ended.
    ///
    /// # Errors
    /// If the engine does not handle this kind of problem.
    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported>;

    /// The first solution; `None` if there is no solution.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn first(&self, problem: &Problem) -> Result<Option<Solution>, Unsupported> {
        let mut first = None;
        self.search(problem, &Budget::default(), Counters::Off, &mut |solution| {
            first = Some(solution.to_vec());
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// All solutions, in memory. Use [`search`](Self::search) if there may be too many for the memory.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn all(&self, problem: &Problem) -> Result<Vec<Solution>, Unsupported> {
        let mut all = Vec::new();
        self.search(problem, &Budget::default(), Counters::Off, &mut |solution| {
            all.push(solution.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok(all)
    }

    /// The number of solutions. An engine may count without visiting each solution.
    ///
    /// With [`Budget::solutions`], counting stops at the limit: the number is the limit if there are as
    /// many solutions or more, and the outcome is [`Outcome::Stopped`] then.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        let mut visit = |_: &[OptionId]| ControlFlow::Continue(());
        let search = self.search(problem, budget, counters, &mut visit)?;
        Ok(Tally::new(search.stats.solutions.into(), search))
    }

    /// Counts as [`tally`](Self::tally) does if the engine expects that to be faster than counting
    /// [in parts](crate::parallel) with several workers; otherwise returns the engine that is to count the
    /// parts. The engine may search for a while before it decides. The decision depends on the problem and
    /// the budget alone. An engine whose workers can share a memo counts with `jobs` workers. An engine with a memo begins with
    /// what the keeper has kept, and passes to it what it finds.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    #[doc(hidden)]
    fn tally_whole(
        &self,
        _problem: &Problem,
        _budget: &Budget,
        _counters: Counters,
        _jobs: usize,
        _keeper: Option<&dyn Keeper>,
    ) -> Result<Whole, Unsupported> {
        Ok(Whole::InParts { engine: None, up_to_symmetry: false })
    }

    /// The engine that visits all solutions in parts [with images](crate::parallel::Division::with_images), if this engine prefers that.
    #[doc(hidden)]
    fn visits_images(&self, _problem: &Problem) -> Option<&'static dyn Solver> {
        None
    }

    /// The `k` cheapest solutions ([`Problem::cost_of`]), the cheapest first; all solutions if there are
    /// at most `k`. Of solutions with equal costs, those that the engine finds first are taken: always the
    /// same for one engine, but perhaps others for another engine.
    ///
    /// `visit` is called after the search has ended. If the budget ended the search, the solutions are the
    /// cheapest found until then ([`Outcome::BudgetSpent`]); so does `budget.memory` if it has no room for `k`.
    /// `budget.solutions` is the number of solutions found on the way to them after which the search stops; with `k = 0`
    /// there is no search. [`SearchStats::solutions`] is the number of solutions visited.
    ///
    /// By default an engine goes through all solutions; [`Dlx`](crate::engine::Dlx) skips subtrees whose
    /// solutions all cost too much.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use quadrille_cover::{Budget, Counters, Problem, Solver, engine::Dlx};
    ///
    /// let problem = Problem::parse("a b\na |2\na b |7\nb |4\nb |9\n")?;
    /// let mut costs = Vec::new();
    /// Dlx.cheapest(&problem, 2, &Budget::default(), Counters::Off, &mut |_, cost| {
    ///     costs.push(cost);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(costs, [6, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn cheapest(
        &self,
        problem: &Problem,
        k: usize,
        budget: &Budget,
        counters: Counters,
        visit: &mut CostVisitor<'_>,
    ) -> Result<Search, Unsupported> {
        let mut cheapest = Cheapest::new(k, budget.memory);
        let solutions = if k == 0 { Some(0) } else { budget.solutions };
        let budget = Budget { solutions, ..budget.clone() };
        let mut offer = offering(&mut cheapest, |solution| problem.cost_of(solution));
        let search = self.search(problem, &budget, counters, &mut offer)?;
        drop(offer);
        Ok(cheapest.visit(search, visit))
    }

    /// The number of solutions, without a budget.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn count(&self, problem: &Problem) -> Result<BigUint, Unsupported> {
        Ok(self.tally(problem, &Budget::default(), Counters::Off)?.solutions)
    }
}

/// The number of solutions, with the search that counted them.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Outcome, SearchStats, Solver, Tally, engine::Dlx, family};
///
/// let queens = family::build("queens:8")?;
/// let Tally { solutions, search, .. } = Dlx.tally(&queens, &Budget::default(), Counters::On)?;
/// assert_eq!((solutions, search.outcome.name()), (92u32.into(), "exhausted"));
/// let SearchStats { nodes, tests, .. } = search.stats;
/// assert_eq!((nodes, tests), (Some(1049), Some(16680)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions; if the budget ended the search, the number counted until then.
    pub solutions: BigUint,
    /// How the search ended. Its number of solutions is `u64::MAX` if the true number is larger.
    pub search: Search,
    /// The engine that counted, if it is not the one that began, and why.
    pub changed: Option<Changed>,
}

/// A change to another engine within a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The name of the other engine.
    pub engine: &'static str,
    /// Why it was expected to be faster.
    pub why: &'static str,
}

impl Tally {
    /// The result of a count by one engine.
    pub fn new(solutions: BigUint, search: Search) -> Self {
        Self { solutions, search, changed: None }
    }

    /// The result of a count of all solutions, of which the budget may want only some; `None` if the budget ended it. The number
    /// of solutions in `stats` does not matter.
    pub(crate) fn of_all(all: Option<BigUint>, budget: &Budget, stats: SearchStats) -> Self {
        let (outcome, number) = match (all, budget.solutions.map(BigUint::from)) {
            (None, _) => (Outcome::BudgetSpent, BigUint::ZERO),
            (Some(all), Some(limit)) if all >= limit => (Outcome::Stopped, limit),
            (Some(all), _) => (Outcome::Exhausted, all),
        };
        let solutions = u64::try_from(&number).unwrap_or(u64::MAX);
        Self::new(number, Search { outcome, stats: SearchStats { solutions, ..stats } })
    }
}

/// The error of an engine, or of what else was asked for, that does not handle a kind of problem.
///
/// ```
/// use quadrille_cover::Unsupported;
///
/// let what = "items with multiplicities";
/// let told = |engine| Unsupported { engine, what }.to_string();
/// assert_eq!(told("cells"), "engine `cells` does not handle items with multiplicities");
/// assert_eq!(told("an estimate"), "an estimate does not handle items with multiplicities");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} does not handle {what}", subject(engine))]
pub struct Unsupported {
    /// The name of the engine; or what was asked for, in several words, if the user named no engine.
    pub engine: &'static str,
    /// The kind of problem that the engine does not handle.
    pub what: &'static str,
}

fn subject(engine: &str) -> Cow<'_, str> {
    if engine.contains(' ') { engine.into() } else { format!("engine `{engine}`").into() }
}

/// The limits of a search. `None` means no limit.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Outcome, Search, Solver, engine::Dlx, family};
///
/// let queens = family::build("queens:8")?;
/// let count = |budget: &Budget| Dlx.tally(&queens, budget, Counters::On);
/// let Search { outcome, stats } = count(&Budget { nodes: Some(100), ..Budget::default() })?.search;
/// assert_eq!((outcome, stats.nodes), (Outcome::BudgetSpent, Some(100)));
/// assert_eq!(count(&Budget::solutions(10))?.search.outcome, Outcome::Stopped);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Maximum number of nodes of the search tree.
    pub nodes: Option<u64>,
    /// Number of tests after which the search ends, before the next node or step.
    pub tests: Option<u64>,
    /// Number of solutions at which the search ends. Reaching this limit is an answer
    /// ([`Outcome::Stopped`]); reaching any other limit is a search given up ([`Outcome::BudgetSpent`]).
    pub solutions: Option<u64>,
    /// Maximum size of the engine's tables, in bytes.
    pub memory: Option<usize>,
    /// Token that ends the search soon after the caller cancels it.
    pub cancel: Option<CancelToken>,
}

impl Budget {
    /// A budget whose only limit is this number of solutions.
    pub fn solutions(limit: u64) -> Self {
        Self { solutions: Some(limit), ..Self::default() }
    }

    /// The end of a search whose tables of this many bytes exceed the memory limit; `None` if they do not.
    pub(crate) fn exceeded_by(&self, bytes: impl FnOnce() -> usize) -> Option<Search> {
        let exceeds = self.memory.is_some_and(|most| bytes() > most);
        exceeds.then(|| Search { outcome: Outcome::BudgetSpent, stats: SearchStats::default() })
    }
}

/// Result of [`Solver::tally_whole`].
#[derive(Clone, Debug)]
pub enum Whole {
    /// The engine counted the whole problem.
    Counted(Tally),
    /// The problem is to be counted in parts.
    InParts {
        /// The engine for the parts; with `None` the one that was called.
        engine: Option<&'static dyn Solver>,
        /// Whether to divide [up to symmetry](crate::parallel::Division::up_to_symmetry), if that makes the search much shorter.
        up_to_symmetry: bool,
    },
}

/// Whether a search counts its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counters {
    /// Count tests, forks, nodes and depth.
    On,
    /// Count nodes, which costs next to no time.
    Nodes,
    /// Count solutions only. A budget of nodes or tests still holds; a budget of tests costs the time that counting takes.
    Off,
}

impl Counters {
    /// Whether a search needs a [`Counter`], which takes time: for counters beside nodes, or for a limit of tests.
    pub(crate) fn need_counter(self, budget: &Budget) -> bool {
        self == Self::On || budget.tests.is_some()
    }

    /// The counters that were asked for.
    pub(crate) fn of(self, stats: SearchStats) -> SearchStats {
        let SearchStats { solutions, nodes, .. } = stats;
        match self {
            Self::On => stats,
            Self::Nodes => SearchStats { solutions, nodes, ..SearchStats::default() },
            Self::Off => SearchStats { solutions, ..SearchStats::default() },
        }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The whole tree was searched: no other solutions exist.
    Exhausted,
    /// The visitor stopped the search, or the limit of solutions was reached.
    Stopped,
    /// The limit of nodes, tests or memory was reached, or the search was cancelled.
    BudgetSpent,
    /// An engine without branching (a Sudoku engine) found nothing more to deduce.
    Stalled,
}

impl Outcome {
    /// The outcome's name in JSON and CSV.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::Stopped => "stopped",
            Self::BudgetSpent => "budget",
            Self::Stalled => "stalled",
        }
    }
}

/// The counters of a search; `None` where the engine cannot count or counters were off.
/// `docs/COUNTERS.md` defines each counter for each engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Solutions found.
    pub solutions: u64,
    /// Elementary consistency checks, as the engine defines them.
    pub tests: Option<u64>,
    /// Alternatives chosen while another alternative of the same node was still untried.
    pub forks: Option<u64>,
    /// Nodes of the search tree: root, solutions and dead ends included.
    pub nodes: Option<u64>,
    /// Maximum number of forks open at the same time; for exact cover engines, of options chosen.
    pub max_depth: Option<u64>,
}

/// A search that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// How the search ended.
    pub outcome: Outcome,
    /// The counters.
    pub stats: SearchStats,
}
