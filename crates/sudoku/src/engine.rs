//! The engines, one a module, and what they share.
//!
//! [`Engine`] names them; [`Engine::prepare`] does what is to be done before the clock starts,
//! and [`Prepared::search`] searches. Each engine is one function generic over a [`Watcher`],
//! so that the search nobody watches compiles to code without a counter in it.

mod dlx;
pub mod human;
pub mod lanes;
mod large;
pub(crate) mod masks;
mod naive_first;
mod naive_iterative;
mod naive_tree;
pub mod singles;
pub mod watch;

use std::fmt;
use std::ops::ControlFlow;

use quadrille_cover::search::{Counter, Found, Outcome, Search, SearchStats, Silent};
use quadrille_cover::{Budget, Problem};

use crate::encode::{self, Decoder};
use crate::grid::{Grid, Order, Puzzle};
pub use watch::{Step, Watch, Watcher};

use watch::Tracer;

/// Gets each solution as it is found, and may stop the search.
pub type Visitor<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

/// A Sudoku engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Engine {
    /// Recursion over the empty cells, every solution (system A).
    NaiveTree,
    /// Place first, check after (system B).
    NaiveFirst,
    /// The same without recursion (system C).
    NaiveIterative,
    /// The most constrained cells first, in an order fixed before the search (system C).
    NaiveOrdered,
    /// Unique candidates alone, no guess (system D).
    Singles,
    /// The techniques of human players, no guess (system D grown up).
    Human,
    /// Bit masks, singles and copies of the state (system E).
    Masks,
    /// Propagation, choices and learning from conflicts, for grids of any size.
    Large,
    /// Dancing links over the exact cover problem.
    Dlx,
    /// All candidates of a 9x9 grid at once, in vector registers.
    Lanes,
}

impl Engine {
    /// All engines, from the simplest on.
    pub const ALL: [Self; 10] = [
        Self::NaiveTree,
        Self::NaiveFirst,
        Self::NaiveIterative,
        Self::NaiveOrdered,
        Self::Singles,
        Self::Human,
        Self::Masks,
        Self::Large,
        Self::Dlx,
        Self::Lanes,
    ];

    /// The name it goes by on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::NaiveTree => "naive-tree",
            Self::NaiveFirst => "naive-first",
            Self::NaiveIterative => "naive-iterative",
            Self::NaiveOrdered => "naive-ordered",
            Self::Singles => "singles",
            Self::Human => "human",
            Self::Masks => "masks",
            Self::Large => "large",
            Self::Dlx => "dlx",
            Self::Lanes => "lanes",
        }
    }

    /// The engine of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// What it does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::NaiveTree => "recursive search over the empty cells in reading order",
            Self::NaiveFirst => "backtracker that places a digit first and checks it after",
            Self::NaiveIterative => "the same backtracker without recursion",
            Self::NaiveOrdered => "iterative, cells with the fewest candidates first",
            Self::Singles => "closes cells with a unique candidate; never guesses, may stall",
            Self::Human => "named techniques from singles to chains; never guesses, may stall",
            Self::Masks => "bit masks, singles in cells, rows, columns and regions, then a choice",
            Self::Large => "unit propagation over cells and minirows, learning from conflicts",
            Self::Dlx => "dancing links on the exact cover problem",
            Self::Lanes => "9x9 grids: all candidates at once in vector registers, then a choice",
        }
    }

    /// Whether it is made for grids of that size. One that is not leaves them to another engine, so
    /// that its times would say nothing of it.
    pub fn is_for(self, order: Order) -> bool {
        self != Self::Lanes || order == Order::NINE
    }

    /// Whether it searches a tree, so that there are nodes to count.
    fn has_tree(self) -> bool {
        !matches!(self, Self::Singles | Self::Human)
    }

    /// Does what comes before the clock starts: encodes the puzzle where the engine needs it,
    /// and looks whether givens clash, in which case no engine is asked.
    pub fn prepare(self, puzzle: &Puzzle) -> Prepared<'_> {
        let work = match (puzzle.clash(), self) {
            (Some(_), _) => Work::Clash,
            (None, Self::Dlx) => {
                let problem = encode::to_problem(puzzle).expect("no givens clash here");
                Work::Cover(problem, Decoder::new(puzzle))
            }
            (None, _) => Work::Grid,
        };
        Prepared { engine: self, puzzle, work }
    }

    /// Prepares and searches in one go.
    pub fn search(
        self,
        puzzle: &Puzzle,
        budget: &Budget,
        watch: Watch<'_>,
        visit: &mut Visitor<'_>,
    ) -> Search {
        self.prepare(puzzle).search(budget, watch, visit)
    }

    /// The first solution this engine finds, if it finds one.
    pub fn first(self, puzzle: &Puzzle) -> Option<Grid> {
        let mut first = None;
        self.search(puzzle, &Budget::solutions(1), Watch::Off, &mut |grid| {
            first = Some(grid.clone());
            ControlFlow::Continue(())
        });
        first
    }

    /// Whether the puzzle has one solution, several or none; `None` if this engine cannot tell
    /// within the budget.
    pub fn uniqueness(self, puzzle: &Puzzle, budget: &Budget) -> Option<Uniqueness> {
        let budget = Budget { solutions: Some(2), ..budget.clone() };
        let mut visit = |_: &Grid| ControlFlow::Continue(());
        Uniqueness::of(&self.search(puzzle, &budget, Watch::Off, &mut visit))
    }

    /// How many solutions this engine finds, up to `limit`. An engine that gave up before
    /// it knew says so in the outcome.
    pub fn count(self, puzzle: &Puzzle, limit: u64) -> (u64, Outcome) {
        let mut visit = |_: &Grid| ControlFlow::Continue(());
        let search = self.search(puzzle, &Budget::solutions(limit), Watch::Off, &mut visit);
        (search.stats.solutions, search.outcome)
    }
}

/// How many solutions a puzzle has, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uniqueness {
    /// No solution.
    None,
    /// Exactly one.
    Unique,
    /// More than one.
    Multiple,
}

impl Uniqueness {
    /// What a search shows; `None` if it ended before it could.
    pub fn of(search: &Search) -> Option<Self> {
        Self::shown(search.stats.solutions, search.outcome)
    }

    /// What a number of solutions shows, given how the search for them ended.
    pub(crate) fn shown(solutions: u64, outcome: Outcome) -> Option<Self> {
        match (solutions, outcome) {
            (2.., _) => Some(Self::Multiple),
            (1, Outcome::Exhausted) => Some(Self::Unique),
            (0, Outcome::Exhausted) => Some(Self::None),
            _ => None,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An engine and a puzzle, ready to search.
#[derive(Debug)]
pub struct Prepared<'p> {
    engine: Engine,
    puzzle: &'p Puzzle,
    work: Work,
}

#[derive(Debug)]
enum Work {
    /// The grid is all the engine needs.
    Grid,
    /// The encoded puzzle, and the way back.
    Cover(Problem, Decoder),
    /// There is nothing to search.
    Clash,
}

impl Prepared<'_> {
    /// Searches, gives each solution to `visit`, and says how the search ended.
    ///
    /// Givens that clash are a search exhausted at its root, in every engine.
    pub fn search(&self, budget: &Budget, watch: Watch<'_>, visit: &mut Visitor<'_>) -> Search {
        if matches!(self.work, Work::Clash) {
            return self.exhausted_at_root(watch);
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
            Watch::Trace(told) => {
                let mut tracer = Tracer::new(Counter::new(budget), told);
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

    /// The search of a puzzle whose givens clash: one node, a dead end.
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
            Watch::Trace(told) => {
                let budget = Budget::default();
                let mut counter = Counter::new(&budget);
                counter.nodes = 1;
                told(&Step::DeadEnd, &counter);
                counted
            }
        };
        Search { outcome: Outcome::Exhausted, stats }
    }

    fn run<W: Watcher>(&self, watcher: &mut W, found: &mut Found<'_, Grid>) -> Outcome {
        let puzzle = self.puzzle;
        match self.engine {
            Engine::NaiveTree => naive_tree::search(puzzle, watcher, found),
            Engine::NaiveFirst => naive_first::search(puzzle, watcher, found),
            Engine::NaiveIterative => naive_iterative::in_reading_order(puzzle, watcher, found),
            Engine::NaiveOrdered => naive_iterative::most_constrained_first(puzzle, watcher, found),
            Engine::Singles => singles::search(puzzle, watcher, found),
            Engine::Human => human::search(puzzle, watcher, found),
            Engine::Masks => masks::search(puzzle, watcher, found),
            Engine::Lanes => lanes::search(puzzle, watcher, found),
            Engine::Large => large::search(puzzle, watcher, found),
            Engine::Dlx => match &self.work {
                Work::Cover(problem, decoder) => dlx::search(problem, decoder, watcher, found),
                Work::Grid | Work::Clash => unreachable!("prepared with an encoded puzzle"),
            },
        }
    }
}
