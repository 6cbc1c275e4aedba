//! Solutions on their way from the thread that searches to the iterator that gives them to Python.
//!
//! The search runs ahead of the iterator until a limit of solutions that wait, so neither pauses for each solution.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille_cover::{CancelToken, OptionId, Tally};
use quadrille_service::Error;

/// Numbers of options that may wait before the search pauses. A megabyte.
const MOST: usize = 1 << 18;

/// Solutions one after the other: the numbers of their options, and where each solution ends.
#[derive(Default)]
pub struct Chunk {
    pub options: Vec<u32>,
    pub ends: Vec<usize>,
}

impl Chunk {
    /// Adds a solution, with its options in ascending order, so that all engines give equal solutions.
    pub fn push(&mut self, solution: &[OptionId]) {
        let begin = self.options.len();
        self.options.extend(solution.iter().map(|option| option.index() as u32));
        self.options[begin..].sort_unstable();
        self.ends.push(self.options.len());
    }

    fn clear(&mut self) {
        self.options.clear();
        self.ends.clear();
    }
}

#[derive(Default)]
struct State {
    ready: Chunk,
    iterator_waits: bool,
    search_waits: bool,
    ended: Option<Result<Tally, Error>>,
}

/// What the search and the iterator share.
#[derive(Default)]
pub struct Feed {
    state: Mutex<State>,
    changed: Condvar,
    pub cancel: CancelToken,
}

/// What the iterator got.
pub enum Got {
    Solutions,
    Nothing,
    Ended(Result<Tally, Error>),
}

impl Feed {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a solution. False if nothing more is to be searched.
    pub fn put(&self, solution: &[OptionId]) -> bool {
        let mut state = self.state();
        while state.ready.options.len() >= MOST && !self.cancel.is_cancelled() {
            state.search_waits = true;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.ready.push(solution);
        if std::mem::take(&mut state.iterator_waits) {
            self.changed.notify_all();
        }
        !self.cancel.is_cancelled()
    }

    pub fn end(&self, how: Result<Tally, Error>) {
        self.state().ended = Some(how);
        self.changed.notify_all();
    }

    /// Takes all solutions that are ready into `chunk`, or waits for one.
    pub fn take(&self, chunk: &mut Chunk, longest: Duration) -> Got {
        chunk.clear();
        let mut state = self.state();
        if state.ready.ends.is_empty() && state.ended.is_none() && !longest.is_zero() {
            state.iterator_waits = true;
            let waited = self.changed.wait_timeout(state, longest);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !state.ready.ends.is_empty() {
            std::mem::swap(&mut state.ready, chunk);
            if std::mem::take(&mut state.search_waits) {
                self.changed.notify_all();
            }
            return Got::Solutions;
        }
        state.ended.clone().map_or(Got::Nothing, Got::Ended)
    }

    /// Ends the search.
    pub fn stop(&self) {
        // The lock, so that a search that is about to wait does not miss it.
        let state = self.state();
        self.cancel.cancel();
        drop(state);
        self.changed.notify_all();
    }
}

/// Ends the search when the iterator goes.
pub struct Stop(pub Arc<Feed>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
