//! Tasks worked on by several threads, with results in the order of the tasks.
//!
//! Each task goes to the workers with a channel for its result, and the receiving ends of these
//! channels queue up in the order of the tasks. The queue is bounded: the feeding thread waits until
//! results are taken out, so the number of tasks in memory is bounded too.
//!
//! `pariter`, the library for this, reads its source on the thread that takes results out, so that
//! the verdict on a typed puzzle would wait for the next puzzle. `rayon` and `orx-parallel` keep
//! order only for whole collections.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Tasks in flight for each worker: one being worked on, one waiting, one done before its turn.
const IN_FLIGHT: usize = 3;

/// Interval at which a caller that waits for a task looks for a cancellation.
const GLANCE: Duration = Duration::from_millis(50);

/// The entrance: takes tasks.
pub struct Tasks<T, R> {
    workers: ThreadPool,
    work: Arc<dyn Fn(T) -> R + Send + Sync>,
    queue: SyncSender<Receiver<R>>,
}

/// The exit: an iterator over results. It ends after the last task, or when cancelled while no task
/// is in flight.
pub struct Results<R> {
    queue: Receiver<Receiver<R>>,
    cancel: CancelToken,
}

/// Starts `jobs` workers, and a thread in which `feed` puts tasks in.
///
/// # Errors
/// A thread cannot be started.
pub fn start<T: Send + 'static, R: Send + 'static>(
    jobs: usize,
    cancel: &CancelToken,
    feed: impl FnOnce(Tasks<T, R>) + Send + 'static,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> Result<Results<R>> {
    let no_threads = || format!("cannot start {jobs} worker threads; use a smaller --jobs");
    let workers = ThreadPoolBuilder::new().num_threads(jobs).build().with_context(no_threads)?;
    let (queue, results) = mpsc::sync_channel(IN_FLIGHT * jobs);
    let tasks = Tasks { workers, work: Arc::new(work), queue };
    let feeder = thread::Builder::new().name("feed".into()).spawn(move || feed(tasks));
    feeder.with_context(no_threads)?;
    Ok(Results { queue: results, cancel: cancel.clone() })
}

impl<T: Send + 'static, R: Send + 'static> Tasks<T, R> {
    /// Puts a task in, waiting while too many are in flight. False if the results were dropped.
    pub fn put(&self, task: T) -> bool {
        let (done, result) = mpsc::sync_channel(1);
        if self.queue.send(result).is_err() {
            return false;
        }
        let work = Arc::clone(&self.work);
        self.workers.spawn(move || {
            // Sending fails if the results were dropped.
            _ = done.send(work(task));
        });
        true
    }
}

impl<R> Iterator for Results<R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        loop {
            match self.queue.recv_timeout(GLANCE) {
                Ok(result) => {
                    return Some(result.recv().expect("a worker that panics ends the process"));
                }
                Err(RecvTimeoutError::Timeout) if !self.cancel.is_cancelled() => {}
                Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn numbers(tasks: &Tasks<u64, u64>) {
        _ = (0..100).all(|task| tasks.put(task));
    }

    #[test]
    fn results_come_in_the_order_of_the_tasks_however_long_each_takes() {
        let work = |task: u64| {
            thread::sleep(Duration::from_millis(task * 7 % 5));
            task
        };
        let results = start(4, &CancelToken::new(), |tasks| numbers(&tasks), work).unwrap();
        assert!(results.eq(0..100));
    }

    #[test]
    fn no_more_than_so_many_are_in_flight() {
        let put = Arc::new(AtomicUsize::new(0));
        let (counter, (ended, end)) = (Arc::clone(&put), mpsc::channel());
        let feed = move |tasks: Tasks<usize, usize>| {
            while tasks.put(0) {
                counter.fetch_add(1, Ordering::SeqCst);
            }
            ended.send(()).unwrap();
        };
        let results = start(2, &CancelToken::new(), feed, |task| task).unwrap();
        while put.load(Ordering::SeqCst) < 2 * IN_FLIGHT {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(50));
        assert_eq!(put.load(Ordering::SeqCst), 2 * IN_FLIGHT, "nothing was taken out");
        drop(results);
        end.recv().expect("the feeding thread ends when the results are dropped");
    }

    #[test]
    fn a_caller_that_waits_for_tasks_can_be_cancelled() {
        let (keep, kept) = mpsc::channel();
        let cancel = CancelToken::new();
        let feed = move |tasks: Tasks<u8, u8>| keep.send(tasks).unwrap();
        let mut results = start(1, &cancel, feed, |task| task).unwrap();
        let tasks = kept.recv();
        cancel.cancel();
        assert_eq!(results.next(), None);
        drop(tasks);
    }
}
