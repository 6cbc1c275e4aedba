//! The iterator over all solutions of a problem.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use quadrille_cover::Solver;
use quadrille_service::problem::Question;

use super::ask;
use super::feed::{Chunk, Feed, Got, Stop};
use super::objects::Problem;
use crate::errors;
use crate::interruptible::{STACK, TICK, TimeLimit};

/// An iterator over the solutions of a problem, made by `Problem.solutions`.
///
/// A thread searches ahead while Python works with the solutions; it pauses when about a megabyte of them waits. The search
/// ends when the iterator is closed or deleted.
///
/// >>> import quadrille
/// >>> solutions = quadrille.Problem.family("queens:8").solutions()
/// >>> len(next(solutions)), sum(1 for _ in solutions)
/// (8, 91)
#[pyclass(module = "quadrille")]
pub struct Solutions {
    problem: Py<Problem>,
    feed: Arc<Feed>,
    /// Ends the thread when the iterator is dropped.
    _stop: Stop,
    chunk: Chunk,
    /// The next solution in the chunk, and where its options begin.
    next: usize,
    begin: usize,
    /// The number of solutions given to Python, for the message at a limit of time.
    given: u64,
    limit: Option<TimeLimit>,
    /// Whether no more chunks will come.
    ended: bool,
}

impl Solutions {
    /// Begins the search. A small problem is searched on this thread at once, which takes less than to start another; its solutions then
    /// wait in the chunk.
    pub fn start(
        problem: &Bound<'_, Problem>,
        onto: Vec<String>,
        engine: &'static dyn Solver,
        jobs: usize,
        limit: Option<TimeLimit>,
    ) -> Self {
        let feed = Arc::new(Feed::default());
        let mut chunk = Chunk::default();
        let quick = if jobs == 1 && onto.is_empty() {
            ask::quick(&problem.get().problem, engine, None)
        } else {
            None
        };
        let ended = quick.is_some();
        if let Some(solutions) = quick {
            solutions.iter().for_each(|solution| chunk.push(solution));
        } else {
            Self::search(problem, onto, engine, jobs, &feed);
        }
        Self {
            problem: problem.clone().unbind(),
            _stop: Stop(Arc::clone(&feed)),
            feed,
            chunk,
            next: 0,
            begin: 0,
            given: 0,
            limit,
            ended,
        }
    }

    /// Starts the thread that searches.
    fn search(
        problem: &Bound<'_, Problem>,
        onto: Vec<String>,
        engine: &'static dyn Solver,
        jobs: usize,
        feed: &Arc<Feed>,
    ) {
        let (of_search, searched) = (Arc::clone(feed), Arc::clone(&problem.get().problem));
        let search = move || {
            let put = &mut |solution: &[_]| {
                if of_search.put(solution) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let all = Question::Solutions { limit: None };
            let ended = ask::ask(&searched, all, &onto, (engine, jobs), &of_search.cancel, put);
            of_search.end(ended);
        };
        thread::Builder::new()
            .stack_size(STACK)
            .spawn(search)
            .expect("the system has a thread left");
    }

    /// Waits for more solutions. False if there are none.
    fn refill(&mut self, py: Python<'_>) -> PyResult<bool> {
        if self.ended {
            return Ok(false);
        }
        (self.next, self.begin) = (0, 0);
        loop {
            if let Some(limit) = self.limit.filter(|limit| limit.left().is_zero()) {
                self.close();
                return Err(errors::time_limit(limit.seconds, self.given.into(), None));
            }
            let tick = self.limit.map_or(TICK, |limit| TICK.min(limit.left()));
            let (feed, chunk) = (&self.feed, &mut self.chunk);
            let got = match feed.take(chunk, std::time::Duration::ZERO) {
                Got::Nothing => py.detach(|| feed.take(chunk, tick)),
                got => got,
            };
            // Also if there are solutions: a loop in C, such as `collections.deque`, never looks for signals.
            if let Err(error) = py.check_signals() {
                self.close();
                return Err(error);
            }
            match got {
                Got::Solutions => return Ok(true),
                Got::Ended(how) => {
                    self.ended = true;
                    return how.map(|_| false).map_err(errors::asked);
                }
                Got::Nothing => {}
            }
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if self.next == self.chunk.ends.len() && !self.refill(py)? {
            return Ok(None);
        }
        let end = self.chunk.ends[self.next];
        let tuple = self.problem.get().tuple(py, &self.chunk.options[self.begin..end])?;
        self.next += 1;
        self.begin = end;
        self.given += 1;
        Ok(Some(tuple))
    }

    /// Ends the search. The iterator gives no more solutions.
    fn close(&mut self) {
        self.feed.stop();
        self.ended = true;
        self.chunk = Chunk::default();
        (self.next, self.begin) = (0, 0);
    }
}
