//! Work in threads, so that the terminal goes on to be drawn.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use quadrille_cover::CancelToken;

use super::work::{Broken, Done, Request, done};

/// Work in a thread. Dropping this cancels the work and discards what it still tells.
#[derive(Debug)]
pub struct Running<T> {
    cancel: CancelToken,
    told: Receiver<T>,
}

impl<T: Send + 'static> Running<T> {
    /// Starts work that tells results. Where `ahead` of them were not taken yet, the work waits.
    pub fn start(
        ahead: usize,
        work: impl FnOnce(&CancelToken, &mut dyn FnMut(T)) + Send + 'static,
    ) -> Self {
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let (tell, told) = sync_channel(ahead);
        thread::spawn(move || {
            work(&token, &mut |result| {
                if tell.send(result).is_err() {
                    token.cancel(); // the receiver was dropped
                }
            });
        });
        Self { cancel, told }
    }

    /// The next result, if the work has told it. The caller must not call this again after the last one: the error means that the thread
    /// panicked.
    pub fn next(&self) -> Result<Option<T>, Broken> {
        match self.told.try_recv() {
            Ok(told) => Ok(Some(told)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Broken),
        }
    }
}

impl<T> Drop for Running<T> {
    /// Cancels the work, which ends soon after, in the generation of a puzzle after the current attempt.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Starts to carry out a request.
pub fn start(request: Request) -> Running<Done> {
    Running::start(1, move |cancel, tell| done(&request, cancel).into_iter().for_each(tell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use quadrille_cover::Outcome;
    use quadrille_sudoku::{Engine, Grid, Order, Puzzle};

    use crate::player::searching::{self, AHEAD};

    #[test]
    fn work_that_would_never_end_is_cancelled() {
        let empty = Puzzle::new(Grid::empty(Order::new(5).unwrap()));
        let work = start(Request::Solve(Engine::NaiveFirst, empty));
        work.cancel.cancel();
        let done = work.told.recv_timeout(Duration::from_secs(60)).expect("it ends in a minute");
        let Done::Solved(solved) = done else { panic!() };
        assert_eq!((solved.search.outcome, solved.grid), (Outcome::BudgetSpent, None));
    }

    #[test]
    fn a_search_waits_for_who_looks_at_it() {
        let empty = Puzzle::new(Grid::empty(Order::NINE));
        let searching = searching::start(Engine::NaiveTree, empty);
        assert_eq!(searching.told.recv().expect("a step").tests, 9);
        thread::sleep(Duration::from_millis(300)); // time enough for millions of steps
        searching.cancel.cancel();
        let told = searching.told.iter().count();
        assert!((1..AHEAD + 1000).contains(&told), "{told} steps, and the end of the thread");
    }
}
