//! Measuring an engine that is compiled into this program: [`Trial`] is one engine on one instance, [`NativeMeasured`]
//! one engine on all instances of a row.
//!
//! Instances are encoded before the clock starts; answers are checked and compared after it has stopped. The engine
//! `lanes`, which searches many puzzles at once, gets a whole batch; any other engine gets one instance after another.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille_cover::{
    Budget, Counters, Outcome, Problem, Search, SearchStats, Solver, Tally, verify,
};
use quadrille_results::{Task, Timing, Verdict};
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};
use quadrille_sudoku::{Engine as SudokuEngine, Prepared, Puzzle, Watch};

use crate::corpus::{Body, Instance};
use crate::engine::Native;
use crate::engine::searched::{FirstSolution, Judgement, Searched, broken_rule_of_sudoku};
use crate::measure::clock::{Clocks, Spent, events::Events};
use crate::measure::limits::SearchLimits;
use crate::measure::{Answer, CountedSearch, Measured, Timed, TimingError, compare};
use crate::plan::order::Subject;

/// Number of instances that are encoded together before the clock starts. It bounds memory: a large corpus encoded for
/// dancing links does not fit into memory at once.
const CHUNK: usize = 256;

/// The result of a search with counters that takes at least this long is kept for later repetitions. A shorter search
/// is repeated, because it also warms up caches.
const LONG: Duration = Duration::from_millis(1);

/// An engine with an encoded instance.
pub enum Trial<'i> {
    /// An engine for Sudokus.
    Sudoku(Prepared<'i>, &'i Puzzle),
    /// An engine for exact cover problems.
    Cover(&'i Problem, &'static dyn Solver),
    /// Such an engine that counts the solutions.
    Count(&'i Problem, &'static dyn Solver),
    /// Such an engine that finds a cheapest solution of a problem with costs.
    Cheapest(Cow<'i, Problem>, &'static dyn Solver),
}

impl<'i> Trial<'i> {
    /// Encodes the instance for the engine and the task; `None` if the engine does not accept instances of this kind and
    /// size. An engine for Sudokus counts solutions by visiting them.
    pub fn new(engine: Native, instance: &'i Instance, task: Task) -> Option<Self> {
        match &instance.body {
            body if !engine.takes(body) => None,
            Body::Sudoku(_) if task == Task::Cheapest => None,
            Body::Sudoku(puzzle) => Some(Self::Sudoku(engine.sudoku?.prepare(puzzle), puzzle)),
            Body::Cover(problem) if task == Task::Count => {
                Some(Self::Count(problem, engine.cover?))
            }
            Body::Cover(problem) if task == Task::Cheapest => {
                let priced = if problem.has_costs() {
                    Cow::Borrowed(&**problem)
                } else {
                    Cow::Owned((**problem).clone().priced())
                };
                Some(Self::Cheapest(priced, engine.cover?))
            }
            Body::Cover(problem) => Some(Self::Cover(problem, engine.cover?)),
        }
    }

    /// Searches with counters, and checks every solution against the rules. `None` if the engine does not handle the
    /// problem.
    pub fn counted(&self, budget: &Budget) -> Option<Searched> {
        self.search::<true>(budget)
    }

    /// Searches without counters, for timing.
    fn uncounted(&self, budget: &Budget) -> Searched {
        self.search::<false>(budget).expect("the engine handled the problem when it counted")
    }

    /// Searches for a cheapest solution, but stops at the first solution found.
    fn until_first(&self, budget: &Budget) {
        if let Self::Cheapest(problem, solver) = self {
            let budget = Budget { solutions: Some(1), ..budget.clone() };
            let pass_over = &mut |_: &[_], _| ControlFlow::Continue(());
            let search = solver.cheapest(problem, 1, &budget, Counters::Off, pass_over);
            search.expect("the engine handled the problem when it counted");
        }
    }

    fn search<const COUNTED: bool>(&self, budget: &Budget) -> Option<Searched> {
        let (mut first, mut unlawful, mut tally) = (None, None, None);
        let counters = if COUNTED { Counters::On } else { Counters::Off };
        let search = match self {
            Self::Sudoku(prepared, puzzle) => {
                let watch = if COUNTED { Watch::Count } else { Watch::Off };
                prepared.search(budget, watch, &mut |grid| {
                    if COUNTED {
                        unlawful = unlawful.take().or_else(|| broken_rule_of_sudoku(puzzle, grid));
                    }
                    first.get_or_insert_with(|| FirstSolution::Grid(grid.clone()));
                    ControlFlow::Continue(())
                })
            }
            Self::Cover(problem, solver) => {
                let mut visit = |options: &[_]| {
                    if COUNTED && let Err(violation) = verify(problem, options) {
                        unlawful.get_or_insert_with(|| violation.to_string());
                    }
                    first.get_or_insert_with(|| FirstSolution::Options(options.to_vec()));
                    ControlFlow::Continue(())
                };
                solver.search(problem, budget, counters, &mut visit).ok()?
            }
            Self::Cheapest(problem, solver) => {
                let mut visit = |options: &[_], _| {
                    if COUNTED && let Err(violation) = verify(problem, options) {
                        unlawful.get_or_insert_with(|| violation.to_string());
                    }
                    first = Some(FirstSolution::Options(options.to_vec()));
                    ControlFlow::Continue(())
                };
                solver.cheapest(problem, 1, budget, counters, &mut visit).ok()?
            }
            Self::Count(problem, solver) => {
                tally.insert(solver.tally(problem, budget, counters).ok()?).search
            }
        };
        Some(Searched { search, first, unlawful, tally, digest: None })
    }
}

/// The results of long searches with counters, kept for later repetitions of a run.
pub type KeptSearches = Mutex<HashMap<(Subject, &'static str), Searched>>;

/// The part of a counted answer that a timed answer is compared with. Small, as a batch may have a million answers.
struct CountedAnswer {
    outcome: Outcome,
    solutions: u64,
    first: Option<FirstSolution>,
    tally: Option<Tally>,
}

impl CountedAnswer {
    fn is_as(&self, searched: &Searched) -> bool {
        self.outcome == searched.search.outcome
            && self.solutions == searched.search.stats.solutions
            && self.first == searched.first
            && self.tally.as_ref().map(|tally| &tally.solutions)
                == searched.tally.as_ref().map(|tally| &tally.solutions)
    }

    fn is_as_solved(&self, solved: &Solved) -> bool {
        let same_first = match (solved.first(), &self.first) {
            (Some(cells), Some(FirstSolution::Grid(grid))) => grid.cells() == cells,
            (None, None) => true,
            _ => false,
        };
        solved.count == self.solutions && same_first
    }
}

/// An engine compiled into this program, measured on the instances of a row.
pub struct NativeMeasured<'m> {
    engine: Native,
    task: Task,
    instances: &'m [&'m Instance],
    limits: &'m SearchLimits<'m>,
    /// What the row is about: one instance, or a corpus as a batch.
    subject: Subject,
    /// Where long searches are kept, if the instance will be measured again.
    kept: Option<&'m KeptSearches>,
    /// For `lanes` on a batch, which takes all puzzles at once: the best instructions it may use, and the puzzles.
    at_once: Option<(Instructions, Vec<Cells>)>,
    /// The encoded instance, if there is only one.
    trial: Option<Trial<'m>>,
    counted: Vec<CountedAnswer>,
    clocks: RefCell<&'m mut Clocks>,
    /// The time of a search that was too slow with counters and fast enough without.
    timed_alone: Option<Spent>,
    /// The wall time of the searches with counters, which are the first; none if a search was kept from an earlier
    /// repetition.
    cold: Option<Duration>,
}

impl<'m> NativeMeasured<'m> {
    /// The engine with a task on the instances of `subject`. Long searches of single instances are kept in `kept`.
    pub fn new(
        (engine, task): (Native, Task),
        (subject, instances): (Subject, &'m [&'m Instance]),
        limits: &'m SearchLimits<'m>,
        kept: Option<&'m KeptSearches>,
        clocks: &'m mut Clocks,
    ) -> Self {
        let cells = |instance: &&Instance| match &instance.body {
            // Batches have givens only.
            Body::Sudoku(puzzle) if puzzle.candidates().is_none() => {
                Cells::try_from(puzzle.givens().cells()).ok()
            }
            Body::Sudoku(_) | Body::Cover(_) => None,
        };
        let is_batch = subject.instance.is_none();
        let at_once = match engine.sudoku {
            Some(SudokuEngine::Lanes(most)) if is_batch => {
                let puzzles: Option<Vec<Cells>> = instances.iter().map(cells).collect();
                puzzles.map(|puzzles| (most, puzzles))
            }
            _ => None,
        };
        Self {
            engine,
            task,
            instances,
            limits,
            subject,
            kept: kept.filter(|_| !is_batch),
            at_once,
            trial: None,
            counted: Vec::with_capacity(instances.len()),
            clocks: RefCell::new(clocks),
            timed_alone: None,
            cold: Some(Duration::ZERO),
        }
    }

    /// Searches once without counters, and times the search. It may end within the limit of time although the search
    /// with counters did not, because counting takes time. Then the row has a time but no counters.
    fn search_alone(&mut self, trial: &Trial<'_>, body: &Body) -> Option<Searched> {
        let search = |budget: &Budget| self.clocks.get_mut().time(|| trial.uncounted(budget));
        let ((mut searched, spent), expired) = self.limits.uncounted().hold(1, search);
        if expired && !searched.is_answered() {
            return None;
        }
        searched.unlawful = searched.first.as_ref().and_then(|first| first.broken_rule(body));
        self.timed_alone = Some(spent);
        Some(searched)
    }

    /// Searches one instance with counters. `None` if that took longer than the limit of time.
    fn search_counted(&mut self, trial: &Trial<'_>) -> Result<Option<Searched>, Judgement> {
        let key = (self.subject, self.engine.name);
        let kept = || self.kept.map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(known) = kept().and_then(|kept| kept.get(&key).cloned()) {
            self.cold = None;
            return Ok(Some(known));
        }
        let start = Instant::now();
        let (searched, expired) = self.limits.hold(1, |budget| trial.counted(budget));
        let searched = searched.ok_or(Verdict::Unsupported)?;
        if expired && !searched.is_answered() {
            return Ok(None);
        }
        let took = start.elapsed();
        self.cold = self.cold.map(|sum| sum + took);
        if took >= LONG
            && !self.limits.is_cancelled()
            && let Some(mut kept) = kept()
        {
            kept.insert(key, searched.clone());
        }
        Ok(Some(searched))
    }

    /// The counters that do not depend on whether a puzzle is searched alone or at once with others. At once, puzzles
    /// are swept in another order, so tests differ. How much of a puzzle is searched before it is stopped at its limit
    /// of solutions depends on the other puzzles.
    fn counters_in_company(&self, search: &Search) -> SearchStats {
        match (&self.at_once, search.outcome) {
            (None, _) => search.stats,
            (Some(_), Outcome::Exhausted) => SearchStats { tests: None, ..search.stats },
            (Some(_), _) => {
                SearchStats { solutions: search.stats.solutions, ..SearchStats::default() }
            }
        }
    }

    /// The time of one search until its first solution, if the cheapest solution of one instance is asked for and there is one.
    fn until_first(&self, clocks: &mut Clocks) -> Option<Duration> {
        let trial = self.trial.as_ref().filter(|_| self.task == Task::Cheapest)?;
        self.counted.first()?.first.as_ref()?;
        let budget = &self.limits.uncounted().budget;
        let measure = |iterations, clocks: &mut Clocks| {
            let ((), spent) =
                clocks.time(|| (0..iterations).for_each(|_| trial.until_first(budget)));
            Ok::<_, TimingError>(spent)
        };
        let (iterations, spent) = clocks.measure(1, measure).ok()?;
        Some(spent.cpu.unwrap_or(spent.wall).div_f64(iterations as f64))
    }

    /// Searches all instances in chunks of [`CHUNK`], each chunk `iterations` times.
    fn one_by_one(&self, iterations: u64, clocks: &mut Clocks) -> Result<Spent, TimingError> {
        let limits = self.limits.uncounted();
        let zero = Duration::ZERO;
        let mut sum = Spent { wall: zero, cpu: Some(zero), events: Events::NONE };
        for (number, chunk) in self.instances.chunks(CHUNK).enumerate() {
            let encoded: Vec<Trial<'_>>;
            let trials = if let Some(trial) = &self.trial {
                slice::from_ref(trial)
            } else {
                let encode = |instance: &&'m Instance| Trial::new(self.engine, instance, self.task);
                let all = chunk.iter().map(encode).collect::<Option<_>>();
                encoded = all.expect("the engine accepted every instance when it counted");
                &encoded
            };
            let mut found = Vec::with_capacity(trials.len());
            let mut search = |budget: &Budget| {
                clocks.time(|| {
                    for _ in 1..iterations {
                        for trial in trials {
                            black_box(trial.uncounted(budget));
                        }
                    }
                    found.extend(trials.iter().map(|trial| trial.uncounted(budget)));
                })
            };
            // More than one iteration needs no limit of time, because a single one has ended in time before.
            let (((), spent), expired) = match iterations {
                1 => limits.hold(trials.len(), search),
                _ => (search(&limits.budget), false),
            };
            if expired && !found.iter().all(Searched::is_answered) {
                return Err(Judgement::from(Verdict::Timeout).into());
            }
            compare(number * CHUNK, &found, &self.counted, CountedAnswer::is_as)?;
            sum = sum + spent;
        }
        Ok(sum)
    }
}

impl Measured for NativeMeasured<'_> {
    fn count(
        &mut self,
        observe: &mut dyn FnMut(CountedSearch<'_>),
    ) -> Result<Option<u64>, Judgement> {
        let failed = |verdict: Verdict, stats| CountedSearch::Failed(verdict.into(), stats);
        let is_batch = self.subject.instance.is_none();
        let limits = self.limits;
        for &instance in self.instances {
            if limits.is_cancelled() {
                observe(failed(Verdict::Budget, SearchStats::default()));
                break;
            }
            let trial = Trial::new(self.engine, instance, self.task).ok_or(Verdict::Unsupported)?;
            let mut counted = self.search_counted(&trial)?;
            if counted.is_none() && !is_batch {
                counted = self.search_alone(&trial, &instance.body);
            }
            let Some(mut searched) = counted else {
                observe(failed(Verdict::Timeout, SearchStats::default()));
                continue;
            };
            let Search { outcome, stats } = searched.search;
            if is_out_of_memory(&limits.budget, &searched.search) {
                observe(failed(Verdict::Memout, stats));
                continue;
            }
            searched.search.stats = self.counters_in_company(&searched.search);
            observe(CountedSearch::Ended(Answer {
                searched: &searched,
                solutions: searched.solutions(),
                certificate: None,
            }));
            let Searched { first, tally, .. } = searched;
            let solutions = stats.solutions;
            self.counted.push(CountedAnswer { outcome, solutions, first, tally });
            self.trial = Some(trial).filter(|_| !is_batch);
        }
        Ok(None)
    }

    fn time(&mut self) -> Result<Timed, TimingError> {
        let mut clocks = self.clocks.borrow_mut();
        let (iterations, spent) = if let Some(spent) = self.timed_alone {
            (1, spent)
        } else if let Some((most, puzzles)) = &self.at_once {
            let limit = self.limits.budget.solutions.unwrap_or(u64::MAX);
            let (mut lanes, mut solved) = (Lanes::at_most(*most), Vec::new());
            // Warms up caches, because the counted searches took one puzzle at a time.
            lanes.solve_batch(puzzles, limit, &mut solved);
            clocks.measure(1, |iterations, clocks| {
                let ((), spent) = clocks.time(|| {
                    for _ in 0..iterations {
                        lanes.solve_batch(puzzles, limit, &mut solved);
                    }
                });
                compare(0, &solved, &self.counted, CountedAnswer::is_as_solved)?;
                Ok::<_, TimingError>(spent)
            })?
        } else {
            let chunks = self.instances.len().div_ceil(CHUNK);
            clocks.measure(chunks, |iterations, clocks| self.one_by_one(iterations, clocks))?
        };
        let (spent, cold) = (Some((spent, Timing::Repeated)), self.cold);
        let until_first = self.until_first(&mut clocks);
        Ok(Timed { iterations, spent, cold, until_first, peak_memory: None, warning: None })
    }
}

/// Whether a search ended at its limit of memory, that is, its budget is spent and no other limit is reached.
fn is_out_of_memory(budget: &Budget, search: &Search) -> bool {
    let is_spent = |limit: Option<u64>, count: Option<u64>| {
        limit.zip(count).is_some_and(|(limit, count)| count >= limit)
    };
    search.outcome == Outcome::BudgetSpent
        && budget.memory.is_some()
        && !is_spent(budget.tests, search.stats.tests)
        && !is_spent(budget.nodes, search.stats.nodes)
}

#[cfg(test)]
mod tests;
