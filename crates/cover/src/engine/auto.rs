//! The engine that chooses another engine by properties of the problem.

mod contest;
mod isomorphic;
mod narrow;
mod progress;
mod rivals;

use std::fmt;

use num_bigint::BigUint;

pub(crate) use self::contest::won_by;
use self::contest::{Contest, Otherwise};
use self::rivals::RivalTables;
use super::{Bits, Cells, Dlx, Domains, Frontier, Iso, Memo, bits, memo};
use crate::parallel::{Division, Parallel};
use crate::preprocess;
use crate::problem::{OptionId, Problem, Reduced};
use crate::search::{
    Budget, CancelToken, Changed, CostVisitor, Counters, Keeper, Outcome, Probe, Search,
    SearchStats, Solver, Tally, Unsupported, Visitor, Whole,
};

/// Searches with the engine that is likely to be the fastest for the problem.
///
/// If the problem is too large for [`Bits`], options without which an item cannot be covered are chosen before the
/// search, because engines take time for each item at each choice.
///
/// ```
/// use quadrille_cover::{Solver, engine::Auto, family};
///
/// // More solutions than could be visited: about 2.4 * 10^30.
/// let dominoes = family::build("dominoes:16x16")?;
/// assert_eq!(Auto.count(&dominoes)?.to_string(), "2444888770250892795802079170816");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Auto;

/// The engine chosen, and the reason.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The engine.
    pub engine: &'static dyn Solver,
    /// The reason: the property of the problem that decided.
    pub why: &'static str,
}

impl Auto {
    /// The engine for visiting the solutions of a problem.
    ///
    /// ```
    /// use quadrille_cover::{engine::Auto, family};
    ///
    /// let queens = family::build("queens:8")?;
    /// assert_eq!(Auto.choice(&queens).engine.name(), "bits");
    /// assert_eq!(Auto.choice_to_count(&queens).engine.name(), "memo");
    /// assert_eq!(Auto.choice_of_cheapest().engine.name(), "dlx");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choice(&self, problem: &Problem) -> Choice {
        if let Some(why) = Bits.refuses(problem) {
            let several = problem.has_multiplicities();
            return Choice { engine: if several { &Dlx } else { &Cells }, why };
        }
        if problem.has_preferences() {
            return Choice { engine: &Dlx, why: "some items are preferred" };
        }
        if is_network(problem) {
            return Choice { engine: &Domains, why: NETWORK };
        }
        Choice { engine: &Bits, why: "the problem fits into bitsets" }
    }

    /// The engine for the cheapest solutions of a problem.
    pub fn choice_of_cheapest(&self) -> Choice {
        Choice { engine: &Dlx, why: "dlx skips subtrees whose solutions all cost too much" }
    }

    /// The engine for counting the solutions of a problem.
    pub fn choice_to_count(&self, problem: &Problem) -> Choice {
        let choice = self.choice(problem);
        let is_in_bitsets = [Bits.name(), Domains.name()].contains(&choice.engine.name());
        if is_in_bitsets && Memo.refuses(problem).is_none() {
            let why = "the problem fits into bitsets, and solutions are only counted";
            return Choice { engine: &Memo, why };
        }
        choice
    }
}

impl Solver for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "chooses the engine that is likely to be the fastest"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        self.choice(problem).engine.refuses(problem)
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<Search, Unsupported> {
        self.accepts(problem)?;
        if let Some(reduced) = without_forced(problem, budget) {
            let mut whole = reduced.given.clone();
            let mut visit_whole = |solution: &[OptionId]| {
                whole.truncate(reduced.given.len());
                whole.extend(solution.iter().map(|option| reduced.options[option.index()]));
                visit(&whole)
            };
            let engine = self.choice(&reduced.problem).engine;
            return engine.search(&reduced.problem, budget, counters, &mut visit_whole);
        }
        if budget.solutions.is_none()
            && let Some(engine) = self.visits_images(problem)
            && let Some(division) = Division::with_images(problem, budget)
        {
            let alone = Parallel::new(engine, 1);
            return Ok(alone.search_parts(&division, budget, counters, visit, &mut ())?.search);
        }
        self.choice(problem).engine.search(problem, budget, counters, visit)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        self.accepts(problem)?;
        if let Some(reduced) = without_forced(problem, budget) {
            let engine = self.choice_to_count(&reduced.problem).engine;
            return engine.tally(&reduced.problem, budget, counters);
        }
        match count(problem, budget, counters, None)? {
            Whole::Counted(tally) => Ok(tally),
            Whole::InParts { .. } => unreachable!("parts are for several workers"),
        }
    }

    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        jobs: usize,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Whole, Unsupported> {
        count(problem, budget, counters, Some((jobs, keeper)))
    }

    /// [`Bits`], if it is the choice.
    fn visits_images(&self, problem: &Problem) -> Option<&'static dyn Solver> {
        let engine = self.choice(problem).engine;
        (engine.name() == Bits.name()).then_some(engine)
    }

    /// Always [`Dlx`], which skips subtrees whose solutions all cost too much.
    fn cheapest(
        &self,
        problem: &Problem,
        k: usize,
        budget: &Budget,
        counters: Counters,
        visit: &mut CostVisitor<'_>,
    ) -> Result<Search, Unsupported> {
        Dlx.cheapest(problem, k, budget, counters, visit)
    }
}

/// Counts with [`Memo`] where that is the choice, unless another engine wins the [contest](Contest). `shared` are the number of
/// workers and the keeper of [`Solver::tally_whole`].
fn count(
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    shared: Option<(usize, Option<&dyn Keeper>)>,
) -> Result<Whole, Unsupported> {
    let engine = Auto.choice_to_count(problem).engine;
    let bounded = budget.nodes.is_some() || budget.tests.is_some();
    let by = |engine: &dyn Solver| match shared {
        Some((jobs, keeper)) => engine.tally_whole(problem, budget, counters, jobs, keeper),
        None => engine.tally(problem, budget, counters).map(Whole::Counted),
    };
    if engine.name() != Memo.name() || bounded {
        return by(engine);
    }
    let tables = RivalTables::default();
    let is_network = is_network(problem);
    // The parts stand for others, whose solutions are not visited one by one up to a limit.
    let up_to_symmetry = budget.solutions.is_none();
    let otherwise = if shared.is_some() || is_network {
        Otherwise::InParts
    } else {
        Otherwise::GoesOn { up_to_symmetry }
    };
    let mut contest = Contest::new(problem, budget, &tables, otherwise);
    let keeper = shared.and_then(|(_, keeper)| keeper);
    if let Some(tally) = memo::count(problem, budget, counters, keeper, true, Some(&contest))? {
        return Ok(Whole::Counted(tally));
    }
    if let Some(division) = contest.division() {
        // What the trials used must not take memory from the search.
        drop(contest);
        drop(tables);
        let tally = Parallel::new(&Bits, 1).tally_parts(&division, budget, counters, &mut ())?;
        let changed = Some(Changed { engine: Bits.name(), why: UP_TO_SYMMETRY });
        return Ok(Whole::Counted(Tally { changed, ..tally }));
    }
    let changed = match contest.winner() {
        Some(changed) => changed,
        None if is_network && shared.is_none() => Changed { engine: Domains.name(), why: NETWORK },
        None if is_network => {
            return Ok(Whole::InParts { engine: Some(&Domains), up_to_symmetry: false });
        }
        None => return Ok(Whole::InParts { engine: Some(&Bits), up_to_symmetry }),
    };
    let jobs = shared.map_or(1, |(jobs, _)| jobs);
    let tally = if changed.engine == Domains.name() {
        Domains.tally(problem, budget, counters)?
    } else if keeper.is_some() && !contest.has_counted() {
        // What an earlier count kept is read at its begin.
        drop(contest);
        drop(tables);
        match by(super::by_name(changed.engine).expect("the winner is an engine"))? {
            Whole::Counted(tally) => tally,
            parts @ Whole::InParts { .. } => return Ok(parts),
        }
    } else {
        let (counted, nodes) = contest.finish(jobs);
        let nodes = (counters != Counters::Off && jobs == 1).then_some(nodes);
        Tally::of_all(counted, budget, SearchStats { nodes, ..SearchStats::default() })
    };
    let is_cancelled = || budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
    let is_full = tally.search.outcome == Outcome::BudgetSpent && changed.engine == Frontier.name();
    if is_full && !is_cancelled() {
        // The memory was too small for the layers.
        return by(&Memo);
    }
    Ok(Whole::Counted(Tally { changed: Some(changed), ..tally }))
}

/// Why the parts of a problem are counted.
const UP_TO_SYMMETRY: &str =
    "symmetries take parts of the problem to each other, of which one is counted";

/// Counts with the memo whose steps become a certificate, unless that of another engine promises to end long before; then returns this
/// engine, [`Iso`] or [`Frontier`].
pub(crate) fn traced<P: Probe>(
    problem: &Problem,
    budget: &Budget,
    bytes: usize,
    probe: impl FnMut() -> P,
) -> Result<(Outcome, BigUint, P), &'static dyn Solver> {
    if Iso.refuses(problem).is_some() {
        return Ok(bits::traced(problem, bytes, probe));
    }
    let tables = RivalTables::default();
    let contest = Contest::certified(problem, budget, &tables);
    let winner = || {
        let is_narrow = contest.winner().is_some_and(|changed| changed.engine == Frontier.name());
        if is_narrow { &Frontier as &dyn Solver } else { &Iso }
    };
    bits::traced_beside(problem, bytes, Some(&contest), probe).map_err(|_| winner())
}

/// Why [`Domains`] is chosen.
const NETWORK: &str =
    "the problem is a constraint network, whose options give colours to other items";

/// Whether the problem is a constraint network: a primary item for each constraint, an option for each way to meet it, which holds no
/// other primary item and gives colours to secondary items, the variables. There are at least as many constraints as variables.
fn is_network(problem: &Problem) -> bool {
    let primary = problem.primary();
    Domains.refuses(problem).is_none()
        && primary > 0
        && 2 * primary >= problem.items()
        && problem.option_ids().all(|option| {
            let constraints =
                problem.option(option).iter().filter(|entry| entry.item.index() < primary);
            let coloured = problem.option(option).iter().filter(|entry| entry.colour.is_some());
            constraints.count() == 1 && coloured.count() + 1 == problem.option(option).len()
        })
        && problem.has_colours()
}

/// A problem too large for [`Bits`] without its forced options; `None` if it is smaller, or if no option is forced.
fn without_forced(problem: &Problem, budget: &Budget) -> Option<Reduced> {
    Bits.refuses(problem)?;
    let fits = budget.memory.is_none_or(|most| preprocess::bytes(problem) <= most);
    let cancel = budget.cancel.clone().unwrap_or_default();
    fits.then(|| preprocess::without_forced(problem, &cancel))?
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine.name(), self.why)
    }
}

#[cfg(test)]
mod tests;
