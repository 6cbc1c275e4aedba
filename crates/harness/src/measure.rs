//! One engine on one instance: first counted, then timed.
//!
//! The counted search gives the counters and the answer, and warms up. If it came to an answer,
//! the same search is timed without counters, over as many iterations as keep the clocks' own
//! cost below one percent. Encoding is done before the clock starts; checking comes after.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille_cover::{Budget, Counters, Outcome, Search, SearchStats, Solution, Unsupported};
use quadrille_sudoku::{Grid, Prepared, Watch};
use rustix::time::{ClockId, clock_gettime};

use crate::corpus::{Body, Instance};
use crate::engines::Engine;

/// What an engine found first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A full grid.
    Grid(Grid),
    /// Options.
    Options(Solution),
}

/// A search that has ended, with what it found.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How it ended and what it counted.
    pub search: Search,
    /// The first solution.
    pub first: Option<Answer>,
    /// The first solution that breaks a rule, if one does, in words.
    pub unlawful: Option<String>,
}

impl Searched {
    /// Whether the engine knows the answer to the question it was asked.
    pub fn is_answered(&self) -> bool {
        matches!(self.search.outcome, Outcome::Exhausted | Outcome::Stopped)
    }

    /// Whether both ended alike, with as many solutions and the same first one.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.search.outcome == other.search.outcome
            && self.search.stats.solutions == other.search.stats.solutions
            && self.first == other.first
    }
}

/// Times over some iterations of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// How many searches.
    pub iterations: u64,
    /// Wall time of all together.
    pub wall: Duration,
    /// CPU time of all together.
    pub cpu: Duration,
}

/// An engine ready to search an instance.
pub struct Trial<'i> {
    work: Work<'i>,
}

enum Work<'i> {
    Sudoku(Prepared<'i>, &'i quadrille_sudoku::Puzzle),
    Cover(&'i quadrille_cover::Problem, &'static dyn quadrille_cover::Solver),
}

impl<'i> Trial<'i> {
    /// Encodes the instance for the engine.
    ///
    /// # Errors
    /// If the engine does not take instances of this kind.
    pub fn new(engine: Engine, instance: &'i Instance) -> Result<Self, Unsupported> {
        let refuse = |what| Unsupported { engine: engine.name, what };
        let work = match &instance.body {
            Body::Sudoku(puzzle) => {
                let engine = engine.sudoku.ok_or_else(|| refuse("Sudokus"))?;
                if !engine.is_for(puzzle.order()) {
                    return Err(refuse("Sudokus of this size"));
                }
                Work::Sudoku(engine.prepare(puzzle), puzzle)
            }
            Body::Cover(problem) => {
                Work::Cover(problem, engine.cover.ok_or_else(|| refuse("exact cover problems"))?)
            }
        };
        Ok(Self { work })
    }

    /// Searches with counters, and holds every solution against the rules.
    ///
    /// # Errors
    /// If the engine does not handle the problem.
    pub fn counted(&self, budget: &Budget) -> Result<Searched, Unsupported> {
        let (mut first, mut unlawful) = (None, None);
        let search = match &self.work {
            Work::Sudoku(prepared, puzzle) => prepared.search(budget, Watch::Count, &mut |grid| {
                if !puzzle.is_solved_by(grid) {
                    unlawful.get_or_insert_with(|| "a grid against the rules".to_owned());
                }
                first.get_or_insert_with(|| Answer::Grid(grid.clone()));
                ControlFlow::Continue(())
            }),
            Work::Cover(problem, solver) => {
                solver.search(problem, budget, Counters::On, &mut |options| {
                    if let Err(violation) = quadrille_cover::verify(problem, options) {
                        unlawful.get_or_insert_with(|| violation.to_string());
                    }
                    first.get_or_insert_with(|| Answer::Options(options.to_vec()));
                    ControlFlow::Continue(())
                })?
            }
        };
        Ok(Searched { search, first, unlawful })
    }

    /// Searches without counters, as nobody but the clock watches.
    pub(crate) fn uncounted(&self, budget: &Budget) -> Searched {
        let mut first = None;
        let search = match &self.work {
            Work::Sudoku(prepared, _) => prepared.search(budget, Watch::Off, &mut |grid| {
                first.get_or_insert_with(|| Answer::Grid(grid.clone()));
                ControlFlow::Continue(())
            }),
            Work::Cover(problem, solver) => {
                let mut visit = |options: &[_]| {
                    first.get_or_insert_with(|| Answer::Options(options.to_vec()));
                    ControlFlow::Continue(())
                };
                let search = solver.search(problem, budget, Counters::Off, &mut visit);
                // What it does not handle, it did not handle when counted.
                search.unwrap_or(Search {
                    outcome: Outcome::BudgetSpent,
                    stats: SearchStats::default(),
                })
            }
        };
        Searched { search, first, unlawful: None }
    }

    /// Times the search. `None` if it was cancelled, or if its answer is not that of the counted
    /// search, which no engine should ever do.
    pub fn timed(&self, counted: &Searched, budget: &Budget, clock: Clock) -> Option<Timing> {
        let budget = uncounted_budget(budget);
        let mut iterations = 1;
        loop {
            let start = Stopwatch::start();
            let mut searched = self.uncounted(&budget);
            for _ in 1..iterations {
                searched = std::hint::black_box(self.uncounted(&budget));
            }
            let (wall, cpu) = start.stop();
            if !searched.agrees_with(counted) {
                return None;
            }
            if wall >= clock.shortest || iterations > 1 {
                return Some(Timing { iterations, wall, cpu });
            }
            iterations = clock.iterations(wall);
        }
    }
}

/// A budget for searches that are timed: what ended within its tests when counted ends without a
/// count of them too.
pub(crate) fn uncounted_budget(budget: &Budget) -> Budget {
    Budget { tests: None, nodes: None, ..budget.clone() }
}

/// What the clocks themselves cost.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// What one measurement takes.
    pub cost: Duration,
    /// The shortest time worth measuring: a hundred times the cost.
    pub(crate) shortest: Duration,
}

impl Clock {
    /// Measures the clocks.
    pub fn calibrate() -> Self {
        let start = Instant::now();
        let rounds = 1000;
        for _ in 0..rounds {
            std::hint::black_box(Stopwatch::start().stop());
        }
        let cost = start.elapsed() / rounds;
        Self { cost, shortest: cost * 100 }
    }

    /// How many searches fill the shortest time, if one takes `wall`.
    pub(crate) fn iterations(self, wall: Duration) -> u64 {
        let times = self.shortest.as_nanos() / wall.as_nanos().max(1);
        // The first search of all was a cold one: some more, so that warm ones fill the time.
        2 * (times as u64 + 1)
    }
}

pub(crate) struct Stopwatch {
    wall: Instant,
    cpu: Duration,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        let cpu = thread_cpu();
        Self { wall: Instant::now(), cpu }
    }

    pub(crate) fn stop(self) -> (Duration, Duration) {
        let wall = self.wall.elapsed();
        (wall, thread_cpu().saturating_sub(self.cpu))
    }
}

/// CPU time of this thread so far.
fn thread_cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
