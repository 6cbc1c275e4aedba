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

    use quadrille_sudoku::{Grid, Order};

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
