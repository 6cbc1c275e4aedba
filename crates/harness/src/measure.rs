//! One engine on one instance: first counted, then timed.
//!
//! The counted search gives the counters and the answer, and warms up. If it came to an answer,
//! the same search is timed without counters, over as many iterations as keep the clocks' own
//! cost below one percent. Encoding is done before the clock starts; checking comes after.

use std::ops::ControlFlow;

use quadrille_cover::{
    Budget, Counters, Outcome, Search, SearchStats, Solution, Solver, Unsupported, verify,
};
use quadrille_sudoku::{Grid, Prepared, Puzzle, Watch};

use crate::clock::{Clocks, Timing};
use crate::corpus::{Body, Instance};
use crate::engines::Engine;
use crate::leash::Leash;

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

/// What comes of timing a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timed {
    /// Times.
    Took(Timing),
    /// It took longer than it may, or was cancelled.
    Late,
    /// Its answer is not that of the counted search, which no engine should ever do.
    Otherwise,
}

/// An engine ready to search an instance.
pub struct Trial<'i> {
    work: Work<'i>,
}

enum Work<'i> {
    Sudoku(Prepared<'i>, &'i Puzzle),
    Cover(&'i quadrille_cover::Problem, &'static dyn Solver),
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
                    if let Err(violation) = verify(problem, options) {
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

    /// Searches once without counters, on the clocks, and holds the first solution against the rules.
    pub fn timed_once(&self, budget: &Budget, clocks: &mut Clocks) -> (Searched, Timing) {
        let (mut searched, spent) = clocks.time(|| self.uncounted(budget));
        searched.unlawful = match (&self.work, &searched.first) {
            (Work::Sudoku(_, puzzle), Some(Answer::Grid(grid))) if !puzzle.is_solved_by(grid) => {
                Some("a grid against the rules".to_owned())
            }
            (Work::Cover(problem, _), Some(Answer::Options(options))) => {
                verify(problem, options).err().map(|violation| violation.to_string())
            }
            _ => None,
        };
        (searched, Timing { iterations: 1, spent })
    }

    /// Times the search, which has been counted.
    pub fn timed(&self, counted: &Searched, leash: &Leash<'_>, clocks: &mut Clocks) -> Timed {
        let leash = leash.uncounted();
        let ((searched, spent), expired) =
            leash.hold(|budget| clocks.time(|| self.uncounted(budget)));
        match () {
            () if expired && !searched.is_answered() => return Timed::Late,
            () if !searched.agrees_with(counted) => return Timed::Otherwise,
            () if spent.wall >= clocks.shortest() => {
                return Timed::Took(Timing { iterations: 1, spent });
            }
            () => {}
        }
        let iterations = clocks.iterations(spent.wall);
        let (searched, spent) = clocks.time(|| {
            for _ in 1..iterations {
                std::hint::black_box(self.uncounted(&leash.budget));
            }
            self.uncounted(&leash.budget)
        });
        if searched.agrees_with(counted) {
            Timed::Took(Timing { iterations, spent })
        } else {
            Timed::Otherwise
        }
    }
}
