//! Work in threads: solving, generating, comparing with the solution, searching step by step.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use quadrille_cover::random::Stream;
use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, CancelToken, Outcome, Search};
use quadrille_sudoku::generate::{Generator, Recipe};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Step, Uniqueness, Watch};
use thiserror::Error;

use super::challenge::Challenge;
use super::reel::{Event, KEPT, Reel};

/// Largest number of steps that a search may be ahead of the player. A search that is further ahead waits, so that a
/// long search does not fill the memory.
const AHEAD: usize = 10_000;

/// The result of work in a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Done {
    /// The result of an engine.
    Solved(Solved),
    /// The puzzle that was generated; `None` if all attempts failed.
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
    pub engine: Engine,
    /// How the search for the first solution ended, with its counts.
    pub search: Search,
    /// The first solution, if there is one; if the engine stalled, the grid as far as it was filled.
    pub grid: Option<Grid>,
}

/// The error if a thread panicked, which prints the reason itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an engine panicked; please report this as a bug")]
pub struct Broken;

/// Work in a thread. Dropping this cancels the work and discards its result.
#[derive(Debug)]
pub struct Work {
    cancel: CancelToken,
    done: Receiver<Done>,
}

impl Work {
    /// Starts an engine that looks for the first solution.
    pub fn solve(engine: Engine, puzzle: Puzzle) -> Self {
        Self::start(move |cancel| Done::Solved(solve(engine, &puzzle, cancel)))
    }

    /// Starts the generation of a puzzle.
    pub fn generate(order: Order, challenge: Challenge, seed: u64, number: u64) -> Self {
        Self::start(move |cancel| Done::Generated(generate(order, challenge, seed, number, cancel)))
    }

    /// Starts the search for the only solution of a puzzle.
    pub fn compare(puzzle: Puzzle) -> Self {
        Self::start(move |cancel| Done::Compared(answer(&puzzle, cancel)))
    }

    fn start(work: impl FnOnce(&CancelToken) -> Done + Send + 'static) -> Self {
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let (bring, done) = sync_channel(1);
        thread::spawn(move || {
            // Sending fails if the work was cancelled, because nothing receives the result then.
            let _ = bring.send(work(&token));
        });
        Self { cancel, done }
    }

    /// The result, if the work is done. The error means that the thread panicked.
    pub fn done(&self) -> Result<Option<Done>, Broken> {
        match self.done.try_recv() {
            Ok(done) => Ok(Some(done)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Broken),
        }
    }

    /// Cancels the work, which ends soon after, in the generation of a puzzle after the current attempt.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.cancel();
    }
}

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
    Solved { engine, search, grid }
}

/// The grid with the digits that an engine found before it stalled.
fn as_far_as_it_comes(engine: Engine, puzzle: &Puzzle, budget: &Budget) -> Grid {
    let mut reel = Reel::new(puzzle.givens().clone(), KEPT);
    let mut told = |step: &Step, counter: &Counter<'_>| {
        reel.push(Event::Step(step.clone()), counter.tests, counter.forks);
    };
    engine.search(puzzle, budget, Watch::Trace(&mut told), &mut |_| ControlFlow::Continue(()));
    reel.grid().clone()
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
    let generator = Generator::new(Recipe { rating: challenge.rating(), ..Recipe::new(order) })
        .expect("puzzles can be generated at every size that can be played");
    let mut stream = Stream::new(seed, number);
    let mut attempts = (0..ATTEMPTS).take_while(|_| !cancel.is_cancelled());
    attempts.find_map(|_| Some(generator.attempt(&mut stream).ok()?.puzzle))
}

/// Searches a puzzle of any size for a second solution.
fn answer(puzzle: &Puzzle, cancel: &CancelToken) -> Answer {
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::solutions(2) };
    let mut first = None;
    let mut visit = |grid: &Grid| {
        first.get_or_insert_with(|| grid.clone());
        ControlFlow::Continue(())
    };
    let search = Engine::Large.search(puzzle, &budget, Watch::Off, &mut visit);
    match (Uniqueness::of(&search), first) {
        (Some(Uniqueness::Unique), Some(grid)) => Answer::One(grid),
        (Some(Uniqueness::Multiple), _) => Answer::Several,
        (Some(Uniqueness::None), _) => Answer::None,
        _ => Answer::Unknown,
    }
}

/// An event of a search, with the tests and forks counted up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedEvent {
    pub event: Event,
    /// Number of tests so far.
    pub tests: u64,
    /// Number of forks so far.
    pub forks: u64,
}

/// A search for all solutions that reports its steps. Dropping this ends the search.
#[derive(Debug)]
pub struct Searching {
    cancel: CancelToken,
    told: Receiver<CountedEvent>,
}

impl Searching {
    /// Starts a search in a thread of its own.
    pub fn start(engine: Engine, puzzle: Puzzle) -> Self {
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let (tell, told) = sync_channel(AHEAD);
        thread::spawn(move || {
            let budget = Budget { cancel: Some(token.clone()), ..Budget::default() };
            let mut on_step = |step: &Step, counter: &Counter<'_>| {
                let (event, tests, forks) =
                    (Event::Step(step.clone()), counter.tests, counter.forks);
                if tell.send(CountedEvent { event, tests, forks }).is_err() {
                    token.cancel(); // the receiver was dropped
                }
            };
            let mut visit = |_: &Grid| ControlFlow::Continue(());
            let ended = engine.search(&puzzle, &budget, Watch::Trace(&mut on_step), &mut visit);
            let (tests, forks) = (ended.stats.tests, ended.stats.forks);
            let (tests, forks) = (tests.unwrap_or_default(), forks.unwrap_or_default());
            let _ = tell.send(CountedEvent { event: Event::End(ended.outcome), tests, forks });
        });
        Self { cancel, told }
    }

    /// The next event, if the search has found it. The caller must not call this again after the event that ends the search. An error
    /// means that the search panicked.
    pub fn next(&self) -> Result<Option<CountedEvent>, Broken> {
        match self.told.try_recv() {
            Ok(told) => Ok(Some(told)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Broken),
        }
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use quadrille_sudoku::engine::human::rate;
    use quadrille_sudoku::format::{InputFormat, read::read_one};

    const P1: &str =
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

    fn p1() -> Puzzle {
        read_one(P1, InputFormat::Auto, None).expect("a puzzle")
    }

    fn wait(work: &Work) -> Done {
        work.done.recv_timeout(Duration::from_secs(60)).expect("it is done in a minute")
    }

    #[test]
    fn an_engine_brings_its_solution_and_its_counts() {
        let Done::Solved(solved) = wait(&Work::solve(Engine::Masks, p1())) else { panic!() };
        // The published counts of system E.
        assert_eq!((solved.search.stats.tests, solved.search.stats.forks), (Some(135), Some(10)));
        assert!(p1().is_solved_by(&solved.grid.expect("a solution")));
    }

    #[test]
    fn an_engine_that_stalls_brings_what_it_closed() {
        let Done::Solved(solved) = wait(&Work::solve(Engine::Singles, p1())) else { panic!() };
        assert_eq!(solved.search.outcome, Outcome::Stalled);
        // System D published that P1 stalls with 57 open cells.
        assert_eq!(solved.grid.expect("a grid").filled(), 81 - 57);
    }

    #[test]
    fn work_that_would_never_end_is_cancelled() {
        let empty = Puzzle::new(Grid::empty(Order::new(5).unwrap()));
        let work = Work::solve(Engine::NaiveFirst, empty);
        work.cancel();
        let Done::Solved(solved) = wait(&work) else { panic!() };
        assert_eq!((solved.search.outcome, solved.grid), (Outcome::BudgetSpent, None));
    }

    #[test]
    fn a_search_tells_its_steps_its_counts_and_its_end() {
        let searching = Searching::start(Engine::Masks, p1());
        let told: Vec<CountedEvent> = searching.told.iter().collect();
        let at = |event| told.iter().find(|told| told.event == event).expect("it is told");
        let solution = at(Event::Step(Step::Solution));
        assert_eq!((solution.tests, solution.forks), (135, 10));
        let end = told.last().expect("an end");
        assert_eq!((end.event.clone(), end.forks), (Event::End(Outcome::Exhausted), 71));
    }

    #[test]
    fn a_search_waits_for_who_looks_at_it() {
        let empty = Puzzle::new(Grid::empty(Order::NINE));
        let searching = Searching::start(Engine::NaiveTree, empty);
        assert_eq!(searching.told.recv().expect("a step").tests, 9);
        thread::sleep(Duration::from_millis(300)); // time enough for millions of steps
        searching.cancel.cancel();
        let told = searching.told.iter().count();
        assert!((1..AHEAD + 1000).contains(&told), "{told} steps, and the end of the thread");
    }

    #[test]
    fn puzzles_are_those_of_their_seed() {
        let order = Order::new(2).unwrap();
        let make = |seed, number| wait(&Work::generate(order, Challenge::Any, seed, number));
        assert_eq!(make(1, 0), make(1, 0));
        assert_ne!(make(1, 0), make(1, 1));
        let Done::Generated(Some(puzzle)) = make(1, 0) else { panic!() };
        assert_eq!(Engine::Dlx.count(&puzzle, 2).0, 1);
    }

    #[test]
    fn puzzles_are_as_difficult_as_was_asked_for() {
        for challenge in [Challenge::Easy, Challenge::Medium, Challenge::Hard] {
            let done = wait(&Work::generate(Order::NINE, challenge, 3, 0));
            let Done::Generated(Some(puzzle)) = done else { panic!("{challenge:?}: {done:?}") };
            let hardest = rate(&puzzle).hardest().expect("a step");
            let rating = challenge.rating().expect("a range");
            assert!(rating.contains(&hardest.difficulty()), "{challenge:?}: {hardest}");
        }
        let none = wait(&Work::generate(Order::new(2).unwrap(), Challenge::Extreme, 1, 0));
        assert_eq!(none, Done::Generated(None), "no 4x4 puzzle is so difficult");
    }

    #[test]
    fn the_only_solution_is_found_at_every_size() {
        let Done::Compared(Answer::One(grid)) = wait(&Work::compare(p1())) else { panic!() };
        assert!(p1().is_solved_by(&grid));
        let empty = |n| Puzzle::new(Grid::empty(Order::new(n).unwrap()));
        assert_eq!(wait(&Work::compare(empty(5))), Done::Compared(Answer::Several));
        let none = read_one("..2.41....32..4.", InputFormat::Auto, None).expect("a puzzle");
        assert_eq!(wait(&Work::compare(none)), Done::Compared(Answer::None));
    }
}
