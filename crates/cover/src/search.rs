//! What every search shares: the trait, the budget, the outcome, the counters.
//!
//! Counting goes through a [`Probe`], a type the search is generic over, so that a search nobody
//! counts compiles to code without a counter in it.

mod cheapest;
mod probe;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;
use thiserror::Error;

pub(crate) use self::cheapest::{Cheapest, offering};
pub use self::probe::{Counter, Found, Leaf, Probe, ProbedSearch, Silent, run_probed};
use crate::problem::{OptionId, Problem};

/// A solution: the options chosen, in the order the engine chose them.
///
/// ```
/// use quadrille_cover::{OptionId, Problem, Solution};
///
/// let problem = Problem::parse("a b\na\nb\n")?;
/// let by_hand: Solution = problem.option_ids().collect();
/// assert_eq!(quadrille_cover::verify(&problem, &by_hand), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Solution = Vec<OptionId>;

/// Gets each solution as it is found, and may stop the search.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Outcome, Solver, engine::Dlx, family, search::Visitor};
/// use std::ops::ControlFlow;
///
/// let mut seen = 0;
/// let visit: &mut Visitor<'_> = &mut |solution| {
///     assert_eq!(solution.len(), 8);
///     seen += 1;
///     if seen < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let queens = family::build("queens:8")?;
/// let search = Dlx.search(&queens, &Budget::default(), Counters::Off, visit)?;
/// assert_eq!((search.outcome, seen), (Outcome::Stopped, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Visitor<'a> = dyn FnMut(&[OptionId]) -> ControlFlow<()> + 'a;

/// Gets a solution and its cost, and may have had enough.
///
/// ```
/// use quadrille_cover::{Budget, CostVisitor, Counters, Problem, Solver, engine::Dlx};
/// use std::ops::ControlFlow;
///
/// let problem = Problem::parse("a\na |3\na |1\n")?;
/// let mut cheapest = None;
/// let visit: &mut CostVisitor<'_> = &mut |_, cost| {
///     cheapest = Some(cost);
///     ControlFlow::Break(())
/// };
/// Dlx.cheapest(&problem, 2, &Budget::default(), Counters::Off, visit)?;
/// assert_eq!(cheapest, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type CostVisitor<'a> = dyn FnMut(&[OptionId], u64) -> ControlFlow<()> + 'a;

/// An exact cover engine.
///
/// Every engine finds the same solutions. Engines that branch on the item with the fewest options
/// take preferred items first ([`Problem::is_preferred`]); others may pass over preferences, which
/// change only the order of the search. Costs play no part but in [`cheapest`](Self::cheapest).
pub trait Solver: Sync {
    /// The name it goes by on the command line.
    fn name(&self) -> &'static str;

    /// What it does, in a line.
    fn about(&self) -> &'static str;

    /// Searches for solutions, gives each to `visit`, and says how the search ended.
    ///
    /// # Errors
    /// If the problem has something in it that this engine does not handle.
    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported>;

    /// The first solution, if there is one.
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

    /// All solutions. They are kept in memory: where there are many, visit them instead.
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

    /// How many solutions there are, visiting none of them: an engine may have ways to count that
    /// do not lead to each solution.
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
        Ok(Tally { solutions: search.stats.solutions.into(), search })
    }

    /// Counts as [`tally`](Self::tally) does, if that is likely to be faster than to count
    /// [in parts](crate::parallel), by several workers; otherwise says which engine is to count them,
    /// perhaps after a while of searching. It depends on the problem and the budget alone.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn tally_whole(
        &self,
        _problem: &Problem,
        _budget: &Budget,
        _counters: Counters,
    ) -> Result<Whole, Unsupported> {
        Ok(Whole::InParts(None))
    }

    /// The `k` cheapest solutions ([`Problem::cost_of`]), the cheapest first; all, if there are not
    /// more. Among equal costs those found first are taken, in the order of the engine's search;
    /// which these are is always the same, but may differ between engines.
    ///
    /// They are visited when the search has ended. If the budget ended it, they are the cheapest
    /// found until then ([`Outcome::BudgetSpent`]). `budget.solutions` is not heeded: `k` is in its
    /// place, and with `k = 0` nothing is searched. The number of solutions counted is that of the
    /// solutions visited.
    ///
    /// Unless an engine knows better it looks at all solutions; [`Dlx`](crate::engine::Dlx) leaves
    /// out what is bound to be too dear.
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
        let mut cheapest = Cheapest::new(k);
        let solutions = (k == 0).then_some(0);
        let budget = Budget { solutions, ..budget.clone() };
        let mut offer = offering(&mut cheapest, |solution| problem.cost_of(solution));
        let search = self.search(problem, &budget, counters, &mut offer)?;
        drop(offer);
        Ok(cheapest.visit(search, visit))
    }

    /// How many solutions there are, without limit.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    fn count(&self, problem: &Problem) -> Result<BigUint, Unsupported> {
        Ok(self.tally(problem, &Budget::default(), Counters::Off)?.solutions)
    }
}

/// A number of solutions, found without visiting them.
///
/// ```
/// use quadrille_cover::{Budget, Counters, Outcome, SearchStats, Solver, Tally, engine::Dlx, family};
///
/// let queens = family::build("queens:8")?;
/// let Tally { solutions, search } = Dlx.tally(&queens, &Budget::default(), Counters::On)?;
/// assert_eq!((solutions, search.outcome.name()), (92u32.into(), "exhausted"));
/// let SearchStats { nodes, tests, .. } = search.stats;
/// assert_eq!((nodes, tests), (Some(1049), Some(16680)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many there are; if the budget ended the search, how many were counted until then.
    pub solutions: BigUint,
    /// How the search ended. Its number of solutions is `u64::MAX` where there are more.
    pub search: Search,
}

/// A problem that an engine does not handle.
///
/// ```
/// use quadrille_cover::{Problem, Solver, Unsupported, engine::Bits};
///
/// let problem = Problem::parse("2|a\na\na\n")?;
/// let what = "items with multiplicities";
/// assert_eq!(Bits.first(&problem), Err(Unsupported { engine: "bits", what }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("engine `{engine}` does not handle {what}")]
pub struct Unsupported {
    /// The engine.
    pub engine: &'static str,
    /// What it does not handle.
    pub what: &'static str,
}

/// How far a search may go. What is `None` is without limit.
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
    /// Most nodes of the search tree to visit.
    pub nodes: Option<u64>,
    /// Tests after which to stop: the search ends at the next node or step.
    pub tests: Option<u64>,
    /// Solutions after which to stop. Unlike the others this is an answer reached
    /// ([`Outcome::Stopped`]), not a search given up.
    pub solutions: Option<u64>,
    /// Most bytes for the engine's own tables; heeded by dancing links.
    pub memory: Option<usize>,
    /// Ends the search from outside, soon after it is cancelled.
    pub cancel: Option<CancelToken>,
}

impl Budget {
    /// A budget that ends after this many solutions.
    pub fn solutions(limit: u64) -> Self {
        Self { solutions: Some(limit), ..Self::default() }
    }
}

/// Ends searches from outside: from a signal, a clock, another thread. Clones share one state.
///
/// ```
/// use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Solver, engine::Dlx, family};
/// use std::{thread, time::Duration};
///
/// // What would take long ends when somebody has no more time.
/// let problem = family::build("dominoes:12x12")?;
/// let cancel = CancelToken::new();
/// let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
/// let clock = thread::spawn(move || {
///     thread::sleep(Duration::from_millis(10));
///     cancel.cancel();
///     cancel.is_cancelled()
/// });
/// let tally = Dlx.tally(&problem, &budget, Counters::Off)?;
/// assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
/// assert!(clock.join().expect("it only sleeps"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token nobody has cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that holds a clone of this token.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What an engine makes of the wish to [count a problem alone](Solver::tally_whole).
///
/// ```
/// use quadrille_cover::{Budget, Counters, Solver, engine::Memo, family, search::Whole};
///
/// let whole = |spec| {
///     let problem = family::build(spec)?;
///     Ok::<_, Box<dyn std::error::Error>>(Memo.tally_whole(&problem, &Budget::default(), Counters::Off)?)
/// };
/// let Whole::Counted(tally) = whole("dominoes:14x14")? else { panic!("that is faster") };
/// assert_eq!(tally.solutions.to_string(), "112202208776036178000000");
/// let Whole::InParts(Some(engine)) = whole("queens:13")? else { panic!("nothing comes again") };
/// assert_eq!(engine.name(), "bits");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub enum Whole {
    /// It is counted.
    Counted(Tally),
    /// It is better counted in parts: by this engine, or if there is none by the one asked.
    InParts(Option<&'static dyn Solver>),
}

/// Whether to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counters {
    /// Count tests, forks, nodes and depth.
    On,
    /// Count solutions only. A budget of nodes or tests still holds, at the price of counting.
    Off,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was searched: the solutions visited are all there are.
    Exhausted,
    /// The visitor had enough, or as many solutions were found as were asked for.
    Stopped,
    /// Nodes, tests or memory ran out, or the search was cancelled.
    BudgetSpent,
    /// An engine that only deduces found nothing more to deduce.
    Stalled,
}

impl Outcome {
    /// Its name in JSON and CSV.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::Stopped => "stopped",
            Self::BudgetSpent => "budget",
            Self::Stalled => "stalled",
        }
    }
}

/// What was counted; `None` where the engine cannot or was not asked to. `docs/COUNTERS.md`
/// defines each count for each engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Solutions visited.
    pub solutions: u64,
    /// Elementary consistency checks, as the engine defines them.
    pub tests: Option<u64>,
    /// Commitments made while another alternative was still untried.
    pub forks: Option<u64>,
    /// Nodes of the search tree: root, solutions and dead ends included.
    pub nodes: Option<u64>,
    /// Forks open at once at the deepest; for dancing links, options chosen at once.
    pub max_depth: Option<u64>,
}

/// A search that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// How it ended.
    pub outcome: Outcome,
    /// What was counted.
    pub stats: SearchStats,
}
