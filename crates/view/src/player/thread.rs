//! Requests carried out in threads, so that the terminal goes on to be drawn.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use quadrille_cover::CancelToken;

use super::request::Request;
use super::work::{Broken, Done, done};

/// Work in a thread. Dropping this cancels the work and discards its result.
#[derive(Debug)]
pub struct Work {
    cancel: CancelToken,
    done: Receiver<Done>,
}

impl Work {
    /// Starts to carry out a request.
    pub fn start(request: Request) -> Self {
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let (bring, result) = sync_channel(1);
        thread::spawn(move || {
            if let Some(done) = done(&request, &token) {
                // Sending fails if the work was cancelled, because nothing receives the result then.
                let _ = bring.send(done);
            }
        });
        Self { cancel, done: result }
    }

    /// The result, if the work is done. The error means that the thread panicked.
    pub fn done(&self) -> Result<Option<Done>, Broken> {
        match self.done.try_recv() {
            Ok(done) => Ok(Some(done)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Broken),
        }
    }
}

impl Drop for Work {
    /// Cancels the work, which ends soon after, in the generation of a puzzle after the current attempt.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use quadrille_cover::Outcome;
    use quadrille_sudoku::{Engine, Grid, Order, Puzzle};

    #[test]
    fn work_that_would_never_end_is_cancelled() {
        let empty = Puzzle::new(Grid::empty(Order::new(5).unwrap()));
        let work = Work::start(Request::Solve(Engine::NaiveFirst, empty));
        work.cancel.cancel();
        let done = work.done.recv_timeout(Duration::from_secs(60)).expect("it ends in a minute");
        let Done::Solved(solved) = done else { panic!() };
        assert_eq!((solved.search.outcome, solved.grid), (Outcome::BudgetSpent, None));
    }
}
