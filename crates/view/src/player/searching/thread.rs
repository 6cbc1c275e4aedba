//! A search in a thread of its own, which waits for the player.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use quadrille_cover::CancelToken;
use quadrille_sudoku::{Engine, Puzzle};

use super::{CountedEvent, trace};
use crate::player::work::Broken;

/// Largest number of steps that a search may be ahead of the player. A search that is further ahead waits, so that a
/// long search does not fill the memory.
const AHEAD: usize = 10_000;

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
            trace(engine, &puzzle, &token, &mut |event| {
                if tell.send(event).is_err() {
                    token.cancel(); // the receiver was dropped
                }
            });
        });
        Self { cancel, told }
    }

    /// The next event, if the search has found it. The caller must not call this again after the event that ends the search. An error
    /// means that the search panicked.
    pub fn next(&mut self) -> Result<Option<CountedEvent>, Broken> {
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

    use quadrille_cover::Outcome;
    use quadrille_sudoku::format::{InputFormat, read::read_one};
    use quadrille_sudoku::{Grid, Order, Step};

    use crate::player::reel::Event;

    const P1: &str =
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

    fn p1() -> Puzzle {
        read_one(P1, InputFormat::Auto, None).expect("a puzzle")
    }

    #[test]
    fn a_search_tells_its_steps_its_counts_and_its_end() {
        let searching = Searching::start(Engine::Masks, p1());
        let told: Vec<CountedEvent> = searching.told.iter().collect();
        let at =
            |event| told.iter().find(|told| told.event == event).expect("an event of the search");
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
}
