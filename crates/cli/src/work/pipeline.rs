//! Tasks worked on by several threads, with results in the order of the tasks.
//!
//! Each task goes to the workers with a channel for its result, and the receiving ends of these
//! channels queue up in the order of the tasks. The queue is bounded: the feeding thread waits until
//! results are taken out, so the number of tasks in memory is bounded too.
//!
//! `pariter`, the library for this, reads its source on the thread that takes results out, so that
//! the verdict on a typed puzzle would wait for the next puzzle. `rayon` and `orx-parallel` keep
//! order only for whole collections.

use std::iter;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use rayon::ThreadPoolBuilder;

use crate::work::panics;

/// Tasks in flight for each worker: one being worked on, one waiting, one done before its turn.
const IN_FLIGHT: usize = 3;

/// Interval at which a caller that waits for a task looks for a cancellation.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a task may take to end after a cancellation.
const LATE: Duration = Duration::from_millis(200);

/// Starts `jobs` workers, and a thread in which `feed` puts tasks in through a function. The function waits
/// while too many tasks are in flight, and returns false if the results were dropped. The results end after
/// the last task, or when cancelled while no task is in flight or one takes long to end; and with an error if a thread panicked.
pub fn start<T: Send + 'static, R: Send + 'static>(
    jobs: usize,
    cancel: &CancelToken,
    feed: impl FnOnce(&dyn Fn(T) -> bool) + Send + 'static,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> Result<impl Iterator<Item = Result<R>>> {
    let no_threads = || format!("cannot start {jobs} worker threads; use a smaller --jobs");
    let workers = ThreadPoolBuilder::new().num_threads(jobs).build().with_context(no_threads)?;
    let (queue, results) = mpsc::sync_channel(IN_FLIGHT * jobs);
    let work = Arc::new(work);
    let put = move |task| {
        let (done, result) = mpsc::sync_channel(1);
        let work = Arc::clone(&work);
        let is_open = queue.send(result).is_ok();
        if is_open {
            // Sending fails if the results were dropped.
            workers.spawn(move || _ = done.send(panics::caught(|| Ok(work(task)))));
        }
        is_open
    };
    let feeder = thread::Builder::new().name("feed".into()).spawn(move || feed(&put));
    let mut feeder = Some(feeder.with_context(no_threads)?);
    let cancel = cancel.clone();
    let next = move || loop {
        let result: Receiver<Result<R>> = match results.recv_timeout(GLANCE) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => continue,
            // When cancelled, the thread may wait for a read that does not end.
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => {
                return panics::join(feeder.take()?).err().map(Err);
            }
        };
        return wait(&result, &cancel);
    };
    Ok(iter::from_fn(next))
}

/// The result of a task; `None` if it was cancelled and does not end soon. Then its worker is left to itself, since the process
/// will end.
fn wait<R>(result: &Receiver<R>, cancel: &CancelToken) -> Option<R> {
    let mut late = Duration::ZERO;
    loop {
        match result.recv_timeout(GLANCE) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Disconnected) => {
                unreachable!("the task sends its result, also if it panics")
            }
            Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
            Err(RecvTimeoutError::Timeout) if late >= LATE => return None,
            Err(RecvTimeoutError::Timeout) => late += GLANCE,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks_however_long_each_takes() {
        let work = |task: u64| {
            thread::sleep(Duration::from_millis(task * 7 % 5));
            task
        };
        let feed = |put: &dyn Fn(u64) -> bool| assert!((0..100).all(put));
        let cancel = CancelToken::new();
        let results = start(4, &cancel, feed, work).unwrap();
        assert!(results.map(Result::unwrap).eq(0..100));
    }

    /// What was fed before is not taken for all.
    #[test]
    fn a_panic_of_any_thread_is_the_last_result() {
        let cancel = CancelToken::new();
        let feed = |put: &dyn Fn(u64) -> bool| {
            assert!((0..5).all(put));
            panic!("of a test");
        };
        let results: Vec<_> = start(2, &cancel, feed, |task| task).unwrap().collect();
        assert!(
            results.len() == 6 && results[..5].iter().all(Result::is_ok) && results[5].is_err()
        );
        let feed = |put: &dyn Fn(u64) -> bool| assert!((0..5).all(put));
        let work = |task| if task == 3 { panic!("of a test") } else { task };
        let results: Vec<_> = start(2, &cancel, feed, work).unwrap().collect();
        let failed: Vec<bool> = results.iter().map(Result::is_err).collect();
        assert_eq!(failed, [false, false, false, true, false]);
    }

    #[test]
    fn no_more_than_so_many_are_in_flight() {
        let put = Arc::new(AtomicUsize::new(0));
        let (counter, (ended, end)) = (Arc::clone(&put), mpsc::channel());
        let feed = move |put: &dyn Fn(usize) -> bool| {
            while put(0) {
                counter.fetch_add(1, Ordering::SeqCst);
            }
            ended.send(()).unwrap();
        };
        let cancel = CancelToken::new();
        let results = start(2, &cancel, feed, |task| task).unwrap();
        while put.load(Ordering::SeqCst) < 2 * IN_FLIGHT {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(50));
        assert_eq!(put.load(Ordering::SeqCst), 2 * IN_FLIGHT, "nothing was taken out");
        drop(results);
        end.recv().expect("the feeding thread ends when the results are dropped");
    }
}
