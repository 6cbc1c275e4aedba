//! A search for all solutions, whose steps are taken one after another.
//!
//! In the terminal the search runs in a thread and waits for the player. Without threads the search is run anew for each
//! piece of its steps: a search is the same every time.

use std::ops::ControlFlow;

use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::{Engine, Grid, Puzzle, Step, Watch};

use super::reel::Event;
#[cfg(feature = "terminal")]
use super::thread::Running;
#[cfg(not(feature = "terminal"))]
pub use pieces::{Searching, start};

/// Largest number of steps that a search in a thread may be ahead of the player. A search that is further ahead waits, so that a
/// long search does not fill the memory.
#[cfg(feature = "terminal")]
pub const AHEAD: usize = 10_000;

/// A search for all solutions that reports its steps. Dropping this ends the search.
#[cfg(feature = "terminal")]
pub type Searching = Running<CountedEvent>;

/// Starts a search in a thread of its own.
#[cfg(feature = "terminal")]
pub fn start(engine: Engine, puzzle: Puzzle) -> Searching {
    Running::start(AHEAD, move |cancel, tell| trace(engine, &puzzle, cancel, tell))
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

/// Searches for all solutions until cancelled, and tells every event, the last of which is the end of the search.
pub fn trace(
    engine: Engine,
    puzzle: &Puzzle,
    cancel: &CancelToken,
    tell: &mut dyn FnMut(CountedEvent),
) {
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let mut on_step = |step: &Step, counter: &Counter<'_>| {
        let event = Event::Step(step.clone());
        tell(CountedEvent { event, tests: counter.tests, forks: counter.forks });
    };
    let mut visit = |_: &Grid| ControlFlow::Continue(());
    let ended = engine.search(puzzle, &budget, Watch::Trace(&mut on_step), &mut visit);
    let (tests, forks) = (ended.stats.tests, ended.stats.forks);
    let (tests, forks) = (tests.unwrap_or_default(), forks.unwrap_or_default());
    tell(CountedEvent { event: Event::End(ended.outcome), tests, forks });
}

/// A search without a thread.
#[cfg(any(test, not(feature = "terminal")))]
mod pieces {
    use std::collections::VecDeque;
    use std::ops::Range;

    use super::{CancelToken, CountedEvent, Engine, Puzzle, trace};
    use crate::player::work::Broken;

    /// Number of events in the first piece. Each piece is twice as long as the one before, up to [`MOST`], so that all
    /// pieces together take at most four times as long as the search.
    const FIRST: usize = 256;
    /// Upper bound on the events of a piece, which takes about 10 MB. Longer searches take longer for each piece: after ten
    /// million events about a second.
    const MOST: usize = 1 << 17;

    /// A search that reports its steps. It is run from its beginning for each piece of its events.
    #[derive(Debug)]
    pub struct Searching {
        engine: Engine,
        puzzle: Puzzle,
        /// The events of the last piece that were not taken yet.
        told: VecDeque<CountedEvent>,
        /// The numbers of the events in the next piece.
        piece: Range<usize>,
    }

    /// A search that has not begun.
    pub fn start(engine: Engine, puzzle: Puzzle) -> Searching {
        Searching { engine, puzzle, told: VecDeque::new(), piece: 0..FIRST }
    }

    impl Searching {
        /// The next event. The caller must not call this again after the event that ends the search.
        #[expect(clippy::unnecessary_wraps, reason = "as the search in a thread, which may panic")]
        pub fn next(&mut self) -> Result<Option<CountedEvent>, Broken> {
            if self.told.is_empty() {
                self.run();
            }
            Ok(self.told.pop_front())
        }

        /// Runs the search up to the end of the next piece.
        fn run(&mut self) {
            let (cancel, mut number) = (CancelToken::new(), 0);
            let (told, piece) = (&mut self.told, &self.piece);
            trace(self.engine, &self.puzzle, &cancel, &mut |event| {
                if piece.contains(&number) {
                    told.push_back(event);
                }
                number += 1;
                if number >= piece.end {
                    cancel.cancel();
                }
            });
            let length = (2 * self.piece.len()).min(MOST);
            self.piece = self.piece.end..self.piece.end + length;
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        use quadrille_sudoku::{Grid, Order};

        use crate::picture::testing::{P1, puzzle};
        use crate::player::reel::Event;

        fn all_at_once(engine: Engine, puzzle: &Puzzle, most: usize) -> Vec<CountedEvent> {
            let (mut all, cancel) = (Vec::new(), CancelToken::new());
            trace(engine, puzzle, &cancel, &mut |event| {
                if all.len() < most {
                    all.push(event);
                } else {
                    cancel.cancel();
                }
            });
            all
        }

        #[test]
        fn the_events_of_all_pieces_are_those_of_the_search() {
            let p1 = puzzle(P1);
            let empty = Puzzle::new(Grid::empty(Order::NINE));
            for engine in Engine::ALL {
                for (puzzle, most) in [(&p1, usize::MAX), (&empty, 3000)] {
                    let expected = all_at_once(engine, puzzle, most);
                    let mut searching = start(engine, puzzle.clone());
                    for (number, event) in expected.iter().enumerate() {
                        let found = searching.next().expect("no thread can panic");
                        assert_eq!(found.as_ref(), Some(event), "{engine}, event {number}");
                    }
                    let is_whole = expected.len() < most;
                    let last = expected.last().expect("an end");
                    assert_eq!(is_whole, matches!(last.event, Event::End(_)), "{engine}");
                }
            }
        }
    }
}
