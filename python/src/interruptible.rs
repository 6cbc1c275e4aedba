//! Long calls: without the interpreter lock, and ended by Ctrl-C or a limit of time.
//!
//! An engine looks at its token, not at Python. So the work is done by a thread of its own, while the calling thread looks
//! for signals and cancels the token.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quadrille_cover::CancelToken;

use crate::errors::input;

/// Time between two looks for signals: short enough for Ctrl-C to seem immediate.
pub const TICK: Duration = Duration::from_millis(20);

/// Stack size of a thread that searches, in bytes: enough for engines that recurse over the cells of an 81x81 grid.
pub const STACK: usize = 16 << 20;

/// A limit of time in seconds, as an argument.
#[derive(Clone, Copy)]
pub struct TimeLimit {
    pub seconds: f64,
    end: Instant,
}

impl TimeLimit {
    /// The limit of an argument `time_limit`, which begins now.
    pub fn new(seconds: Option<f64>) -> PyResult<Option<Self>> {
        let Some(seconds) = seconds else { return Ok(None) };
        let length = Duration::try_from_secs_f64(seconds).ok();
        let end = length.and_then(|length| Instant::now().checked_add(length));
        let end = end.ok_or_else(|| {
            input(format!("time_limit: found {seconds}; expected a number of seconds, 0 or more, or None for no limit"))
        })?;
        Ok(Some(Self { seconds, end }))
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// What work returned, and whether the limit of time ended it.
pub struct Ended<T> {
    pub value: T,
    pub timed_out: bool,
}

/// Does work that ends soon after its token is cancelled. A signal, such as that of Ctrl-C, cancels the token and raises the
/// exception of its handler.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    limit: Option<TimeLimit>,
    work: impl FnOnce(&CancelToken) -> T + Send,
) -> PyResult<Ended<T>> {
    let token = CancelToken::new();
    let (value, error, timed_out) = py.detach(|| {
        thread::scope(|scope| {
            let (at_end, ended) = channel::<()>();
            let of_work = token.clone();
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let value = work(&of_work);
                drop(at_end);
                value
            });
            let worker = worker.expect("the system has a thread left");
            let (mut error, mut timed_out) = (None, false);
            loop {
                let tick =
                    limit.filter(|_| !timed_out).map_or(TICK, |limit| TICK.min(limit.left()));
                if ended.recv_timeout(tick) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
                if limit.is_some_and(|limit| limit.left().is_zero()) {
                    timed_out = true;
                    token.cancel();
                }
                if error.is_none() {
                    error = Python::attach(|py| py.check_signals()).err();
                    if error.is_some() {
                        token.cancel();
                    }
                }
            }
            let value = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (value, error, timed_out)
        })
    });
    match error {
        Some(error) => Err(error),
        None => Ok(Ended { value, timed_out }),
    }
}

/// The number of threads of an argument `jobs`; without it, one for each core.
pub fn jobs(jobs: Option<usize>) -> PyResult<usize> {
    match jobs {
        Some(0) => Err(input(
            "jobs: found 0; expected a number of threads, 1 or more, or None for one on each core",
        )),
        Some(jobs) => Ok(jobs),
        None => Ok(thread::available_parallelism().map_or(1, Into::into)),
    }
}
