//! What the player asks its caller to do, and the work of it that takes time: solving, generating, comparing with the solution.

mod ruled;

use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_cover::random::Stream;
use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, CancelToken, Outcome, Search};
use quadrille_sudoku::generate::{Generator, Recipe};
use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Step, Uniqueness, Watch};
use thiserror::Error;

use super::Challenge;
use super::reel::{Event, KEPT, Reel};
pub(super) use ruled::search;

/// Work that takes time or accesses files, which the caller carries out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Solve a puzzle with an engine.
    Solve(Engine, Puzzle),
    /// Generate puzzle number `number` of a seed.
    Generate {
        /// The size of the grid.
        order: Order,
        /// The difficulty of the puzzle.
        challenge: Challenge,
        /// The seed of all random choices.
        seed: u64,
        /// The number of the puzzle, from 0.
        number: u64,
    },
    /// Find the only solution of a puzzle, which digits are then compared with.
    Compare(Puzzle),
    /// Work on puzzles under rules, by engines of exact cover.
    Under(Arc<Rules>, Box<Request>),
    /// Cancel the current work.
    Cancel,
    /// Load a file.
    Load(String),
    /// Save to a file.
    Save {
        /// The name of the file.
        name: String,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
}

/// The result of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// The result of an engine.
    Solved(Solved),
    /// The puzzle that was generated; `None` if all attempts failed, or if there is none of the difficulty.
    Generated(Option<Puzzle>),
    /// The solution of the givens.
    Compared(Answer),
}

/// Whether a puzzle has one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The only solution.
    One(Grid),
    /// Several solutions.
    Several,
    /// No solution.
    None,
    /// The search was cancelled.
    Unknown,
}

/// The result of an engine that looked for the first solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The engine.
    pub engine: Engine,
    /// How the search for the first solution ended, with its counts.
    pub search: Search,
    /// The first solution, if there is one; if the engine stalled, the grid as far as it was filled.
    pub grid: Option<Grid>,
    /// Whether it is known that there are other solutions. A short search looks for them.
    pub is_one_of_several: bool,
}

/// The error if a thread panicked, which prints the reason itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an engine panicked; please report this as a bug")]
pub struct Broken;

/// Carries out a request. `None` if the request is no work that takes time.
pub fn done(request: &Request, cancel: &CancelToken) -> Option<Done> {
    Some(match request {
        Request::Solve(engine, puzzle) => Done::Solved(solve(*engine, puzzle, cancel)),
        &Request::Generate { order, challenge, seed, number } => {
            Done::Generated(generate(order, challenge, seed, number, cancel))
        }
        Request::Compare(puzzle) => {
            let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(2) };
            Done::Compared(answer(puzzle, &budget))
        }
        Request::Under(rules, request) => return ruled::done(rules, request, cancel),
        Request::Cancel | Request::Load(_) | Request::Save { .. } => return None,
    })
}

/// Most nodes of the search for a second solution, after a first was found: less than a second for 25x25, where a node takes
/// about 35 µs.
const NODES: u64 = 20_000;

fn solve(engine: Engine, puzzle: &Puzzle, cancel: &CancelToken) -> Solved {
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(1) };
    let mut solution = None;
    let mut visit = |grid: &Grid| {
        solution = Some(grid.clone());
        ControlFlow::Continue(())
    };
    let search = engine.search(puzzle, &budget, Watch::Count, &mut visit);
    let grid = match search.outcome {
        Outcome::Stalled => Some(as_far_as_it_comes(engine, puzzle, &budget)),
        _ => solution,
    };
    // Counted apart, so that the counts above are those of the engine.
    let short = Budget { nodes: Some(NODES), cancel: budget.cancel, ..Budget::solutions(2) };
    let is_one_of_several = search.stats.solutions > 0 && answer(puzzle, &short) == Answer::Several;
    Solved { engine, search, grid, is_one_of_several }
}

/// The grid with the digits that an engine found before it stalled.
fn as_far_as_it_comes(engine: Engine, puzzle: &Puzzle, budget: &Budget) -> Grid {
    let mut reel = Reel::new(puzzle.givens().clone(), KEPT);
    let mut told = |step: &Step, counter: &Counter<'_>| {
        reel.push(Event::Step(step.clone()), counter.tests, counter.forks);
    };
    engine.search(puzzle, budget, Watch::Trace(&mut told), &mut |_| ControlFlow::Continue(()));
    reel.grid.clone()
}

/// Attempts at one puzzle, as `quadrille generate` makes by default.
const ATTEMPTS: u64 = 10_000;

/// Puzzle number `number` of a seed; `quadrille generate`, with `--rating` if there is one, prints the puzzles in this order.
fn generate(
    order: Order,
    challenge: Challenge,
    seed: u64,
    number: u64,
    cancel: &CancelToken,
) -> Option<Puzzle> {
    // No 4x4 puzzle is hard.
    let recipe = Recipe { rating: challenge.rating(), ..Recipe::new(order) };
    let generator = Generator::new(recipe).ok()?;
    let mut stream = Stream::new(seed, number);
    let mut attempts = (0..ATTEMPTS).take_while(|_| !cancel.is_cancelled());
    attempts.find_map(|_| Some(generator.attempt(&mut stream).ok()?.puzzle))
}

/// Searches a puzzle of any size for two solutions.
fn answer(puzzle: &Puzzle, budget: &Budget) -> Answer {
    let mut first = None;
    let mut visit = |grid: &Grid| {
        first.get_or_insert_with(|| grid.clone());
        ControlFlow::Continue(())
    };
    let search = Engine::Large.search(puzzle, budget, Watch::Off, &mut visit);
    Answer::of(&search, first)
}

impl Answer {
    /// The answer of a search for two solutions, and the first that it found.
    fn of(search: &Search, first: Option<Grid>) -> Self {
        match (Uniqueness::of(search), first) {
            (Some(Uniqueness::Unique), Some(grid)) => Self::One(grid),
            (Some(Uniqueness::Multiple), _) => Self::Several,
            (Some(Uniqueness::None), _) => Self::None,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use quadrille_sudoku::engine::human::rate;

    use crate::picture::testing::{P1, puzzle};

    fn done(request: &Request) -> Done {
        super::done(request, &CancelToken::new()).expect("it is work")
    }

    fn made(order: Order, challenge: Challenge, seed: u64, number: u64) -> Done {
        done(&Request::Generate { order, challenge, seed, number })
    }

    #[test]
    fn other_solutions_are_told_of() {
        let several = |of| {
            let Done::Solved(solved) = done(&Request::Solve(Engine::Masks, of)) else { panic!() };
            assert_eq!(solved.search.stats.solutions, 1, "the engine is asked for one");
            solved.is_one_of_several
        };
        assert!(!several(puzzle(P1)));
        assert!(several(Puzzle::new(Grid::empty(Order::NINE))));
        let mut cells = puzzle(P1).givens().cells().to_vec();
        cells[0] = 0;
        let fewer = Puzzle::new(Grid::from_cells(cells).expect("81 digits"));
        assert_eq!(several(fewer.clone()), Engine::Dlx.count(&fewer, 2).0 == 2);
    }

    #[test]
    fn puzzles_are_as_difficult_as_was_asked_for() {
        for challenge in [Challenge::Easy, Challenge::Medium, Challenge::Hard] {
            let done = made(Order::NINE, challenge, 3, 0);
            let Done::Generated(Some(puzzle)) = done else { panic!("{challenge:?}: {done:?}") };
            let hardest = rate(&puzzle).hardest().expect("a step");
            let rating = challenge.rating().expect("a range");
            assert!(rating.contains(&hardest.difficulty()), "{challenge:?}: {hardest}");
        }
        let none = made(Order::new(2).unwrap(), Challenge::Extreme, 1, 0);
        assert_eq!(none, Done::Generated(None), "no 4x4 puzzle is so difficult");
    }

    #[test]
    fn the_only_solution_is_found_at_every_size() {
        let Done::Compared(Answer::One(grid)) = done(&Request::Compare(puzzle(P1))) else {
            panic!()
        };
        assert!(puzzle(P1).is_solved_by(&grid));
        let empty = |n| Puzzle::new(Grid::empty(Order::new(n).unwrap()));
        assert_eq!(done(&Request::Compare(empty(5))), Done::Compared(Answer::Several));
        let none = puzzle("..2.41....32..4.");
        assert_eq!(done(&Request::Compare(none)), Done::Compared(Answer::None));
    }
}
