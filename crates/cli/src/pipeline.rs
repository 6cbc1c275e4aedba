//! Tasks done side by side, their results in the order of the tasks.
//!
//! Each task goes to the workers with a channel for its result, and the other ends of these
//! channels queue up in the order of the tasks. The queue is bounded: whoever puts tasks in waits
//! until results are taken out, so that no more than so many are ever in memory.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use rayon::ThreadPool;

/// Tasks in flight, for each worker: one that is worked at, one that waits, one that is done
/// before its turn.
const IN_FLIGHT: usize = 3;

/// How often somebody who waits looks whether it was all cancelled.
const GLANCE: Duration = Duration::from_millis(50);

/// Where tasks go in.
pub struct Intake<T, R> {
    workers: ThreadPool,
    work: Arc<dyn Fn(T) -> R + Send + Sync>,
    queue: SyncSender<Receiver<R>>,
}

/// Where results come out.
pub struct Outlet<R> {
    queue: Receiver<Receiver<R>>,
}

/// Starts that many workers.
pub fn start<T, R>(
    jobs: usize,
    work: impl Fn(T) -> R + Send + Sync + 'static,
) -> Result<(Intake<T, R>, Outlet<R>)> {
    let workers = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let workers = workers.with_context(|| format!("cannot start {jobs} workers"))?;
    let (queue, outlet) = mpsc::sync_channel(IN_FLIGHT * jobs);
    Ok((Intake { workers, work: Arc::new(work), queue }, Outlet { queue: outlet }))
}

impl<T: Send + 'static, R: Send + 'static> Intake<T, R> {
    /// Puts a task in, and waits if there are too many. False if nobody wants results any more.
    pub fn put(&self, task: T) -> bool {
        let (done, result) = mpsc::sync_channel(1);
        if self.queue.send(result).is_err() {
            return false;
        }
        let work = Arc::clone(&self.work);
        self.workers.spawn(move || {
            // Nobody takes it once the outlet is gone.
            let _ = done.send(work(task));
        });
        true
    }
}

impl<R> Outlet<R> {
    /// The next result; nothing at the end, nor if all was cancelled while no task is in flight.
    /// If it is not to be had at once, `meanwhile` is called, then waited.
    pub fn next(
        &self,
        cancel: &CancelToken,
        meanwhile: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Option<R>> {
        let result = match self.queue.try_recv() {
            Ok(result) => result,
            Err(_) => {
                meanwhile()?;
                match self.wait(cancel) {
                    Some(result) => result,
                    None => return Ok(None),
                }
            }
        };
        if let Ok(result) = result.try_recv() {
            return Ok(Some(result));
        }
        meanwhile()?;
        Ok(Some(result.recv().expect("a worker that panics ends the process")))
    }

    fn wait(&self, cancel: &CancelToken) -> Option<Receiver<R>> {
        loop {
            match self.queue.recv_timeout(GLANCE) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
                Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_tasks_however_long_each_takes() {
        let (intake, outlet) = start(4, |task: u64| {
            thread::sleep(Duration::from_millis(task * 7 % 5));
            task
        })
        .unwrap();
        thread::spawn(move || (0..100).all(|task| intake.put(task)));
        let cancel = CancelToken::new();
        for expected in 0..100 {
            assert_eq!(outlet.next(&cancel, &mut || Ok(())).unwrap(), Some(expected));
        }
        assert_eq!(outlet.next(&cancel, &mut || Ok(())).unwrap(), None);
    }

    #[test]
    fn no_more_than_so_many_are_in_flight() {
        let put = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&put);
        let (intake, outlet) = start(2, |task: usize| task).unwrap();
        let feeder = thread::spawn(move || {
            while intake.put(0) {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        });
        thread::sleep(Duration::from_millis(100));
        assert_eq!(put.load(Ordering::SeqCst), 2 * IN_FLIGHT, "nobody takes any out");
        drop(outlet);
        feeder.join().expect("it ends when nobody wants results any more");
    }

    #[test]
    fn who_waits_for_tasks_can_be_cancelled() {
        let (_intake, outlet) = start(1, |task: usize| task).unwrap();
        let cancel = CancelToken::new();
        cancel.cancel();
        let mut flushed = 0;
        let mut meanwhile = || {
            flushed += 1;
            Ok(())
        };
        assert_eq!(outlet.next(&cancel, &mut meanwhile).unwrap(), None);
        assert_eq!(flushed, 1);
    }
}
