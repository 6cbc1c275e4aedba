//! Runs an engine on a puzzle, within a budget, with or without counters.

use std::ops::ControlFlow;

use quadrille_cover::search::{Counter, Found, Outcome, Search, SearchStats, Silent};
use quadrille_cover::{Budget, Problem};

use super::observer::{StepObserver, Tracer, Watch};
use super::step::Step;
use super::{Engine, dlx, human, lanes, large, masks, naive, singles};
use crate::encode::{self, Decoder};
use crate::grid::{Grid, Puzzle};

/// Called with each solution as it is found. `Break` stops the search.
pub type Visitor<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

/// An engine and a puzzle, ready to search.
#[derive(Debug)]
pub struct Prepared<'p> {
    engine: Engine,
    puzzle: &'p Puzzle,
    work: Work,
}

#[derive(Debug)]
enum Work {
    /// The engine searches the grid.
    Grid,
    /// The engine searches the encoded puzzle; the decoder turns solutions into grids.
    Cover(Problem, Decoder),
    /// Givens clash or a cell has no candidate, so there is nothing to search.
    Contradiction,
    Refused,
}

impl<'p> Prepared<'p> {
    pub(super) fn new(engine: Engine, puzzle: &'p Puzzle) -> Self {
        let work = match (puzzle.contradiction(), engine) {
            _ if engine.refuses(puzzle).is_some() => Work::Refused,
            (Some(_), _) => Work::Contradiction,
            (None, Engine::Dlx) => {
                let problem = encode::to_problem(puzzle).expect("no givens clash here");
                Work::Cover(problem, Decoder::new(puzzle))
            }
            (None, _) => Work::Grid,
        };
        Self { engine, puzzle, work }
    }

    /// Searches, calls `visit` with each solution, and says how the search ended.
    ///
    /// Where givens clash, or a cell has no candidate, every engine reports an exhausted search of one node. If the engine
    /// [refuses](Engine::refuses) the puzzle, the search is stalled, without a solution and without counters.
    pub fn search(&self, budget: &Budget, watch: Watch<'_>, visit: &mut Visitor<'_>) -> Search {
        match self.work {
            Work::Contradiction => return self.exhausted_at_root(watch),
            Work::Refused => {
                return Search { outcome: Outcome::Stalled, stats: SearchStats::default() };
            }
            Work::Grid | Work::Cover(..) => {}
        }
        let mut found = Found::new(budget, visit);
        if found.wants_none() {
            return Search { outcome: Outcome::Stopped, stats: SearchStats::default() };
        }
        let bounded = budget.nodes.is_some() || budget.tests.is_some();
        let counted = !matches!(watch, Watch::Off);
        let (outcome, counter) = match watch {
            Watch::Off if !bounded => (self.run(&mut Silent::new(budget), &mut found), None),
            Watch::Off | Watch::Count => {
                let mut counter = Counter::new(budget);
                (self.run(&mut counter, &mut found), Some(counter))
            }
            Watch::Trace(on_step) => {
                let mut tracer = Tracer::new(Counter::new(budget), on_step);
                (self.run(&mut tracer, &mut found), Some(tracer.counter))
            }
        };
        let solutions = found.count();
        let mut stats = match counter {
            Some(counter) if counted => counter.stats(solutions),
            _ => SearchStats { solutions, ..SearchStats::default() },
        };
        if !self.engine.has_tree() {
            stats.nodes = None;
        }
        Search { outcome, stats }
    }

    /// The result for a puzzle with a contradiction: a search of one node, which is a dead end.
    fn exhausted_at_root(&self, watch: Watch<'_>) -> Search {
        let counted = SearchStats {
            solutions: 0,
            tests: Some(0),
            forks: Some(0),
            nodes: self.engine.has_tree().then_some(1),
            max_depth: Some(0),
        };
        let stats = match watch {
            Watch::Off => SearchStats::default(),
            Watch::Count => counted,
            Watch::Trace(on_step) => {
                let budget = Budget::default();
                let mut counter = Counter::new(&budget);
                counter.nodes = 1;
                on_step(&Step::DeadEnd, &counter);
                counted
            }
        };
        Search { outcome: Outcome::Exhausted, stats }
    }

    fn run<O: StepObserver>(&self, observer: &mut O, found: &mut Found<'_, Grid>) -> Outcome {
        let puzzle = self.puzzle;
        match self.engine {
            Engine::NaiveTree => naive::tree::search(puzzle, observer, found),
            Engine::NaiveFirst => naive::first::search(puzzle, observer, found),
            Engine::NaiveIterative => naive::iterative::in_reading_order(puzzle, observer, found),
            Engine::NaiveOrdered => {
                naive::iterative::most_constrained_first(puzzle, observer, found)
            }
            Engine::Singles => singles::search(puzzle, observer, found),
            Engine::Human => human::search(puzzle, observer, found),
            Engine::Masks => masks::search(puzzle, observer, found),
            Engine::Lanes(most) => lanes::search(most, puzzle, observer, found),
            Engine::Large => large::search(puzzle, observer, found),
            Engine::Dlx => match &self.work {
                Work::Cover(problem, decoder) => dlx::search(problem, decoder, observer, found),
                _ => unreachable!("prepared with an encoded puzzle"),
            },
        }
    }
}
