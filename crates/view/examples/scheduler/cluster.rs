//! Workers that take the tasks of an array, one after another, as the controller hands them out.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quadrille_cover::random::Stream;

/// Failures of a worker per hour: one in ten thousand hours, which is a little over a year.
const FAILURES: f64 = 1e-4;

/// A cluster and its scheduler.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    pub workers: usize,
    /// Time that the controller takes to start a task, in seconds. It starts one task after another.
    pub dispatch: f64,
    /// Time in which a task of a search reads a shard that is done, in seconds.
    pub read: f64,
    /// Time between two generations of a search, in seconds.
    pub gap: f64,
    /// Failures of a worker per hour. The task is lost and done again; the worker is free at once.
    pub failures: f64,
}

/// How an array ended.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// Time from the submission to the end of the last task, in microseconds.
    pub makespan: u64,
    /// Number of tasks that were killed and done again.
    pub killed: u64,
}

impl Cluster {
    /// Workers of one machine, without a scheduler.
    pub fn local(workers: usize) -> Self {
        Self { workers, dispatch: 0.0, read: 2e-5, gap: 0.02, failures: 0.0 }
    }

    /// A cluster with a file system that the nodes share, in which a file is opened in a millisecond. The time between two
    /// generations is the mean wait of `quadrille slurm --submit` for the queue, and the new array.
    pub fn slurm(workers: usize, dispatch: f64) -> Self {
        Self { workers, dispatch, read: 1e-3, gap: 6.0, failures: FAILURES }
    }

    /// Runs an array of tasks that take these times, in microseconds.
    pub fn run(&self, tasks: &[u64], stream: &mut Stream) -> Finished {
        let mut free: BinaryHeap<Reverse<u64>> =
            (0..self.workers.min(tasks.len())).map(|_| Reverse(0)).collect();
        // Tasks wait in the order of their numbers; tasks that were killed wait from then on.
        let mut waiting: BinaryHeap<Reverse<(u64, usize)>> =
            (0..tasks.len()).map(|task| Reverse((0, task))).collect();
        let dispatch = microseconds(self.dispatch);
        let (mut controller, mut makespan, mut killed) = (0, 0, 0);
        while let Some(Reverse((ready, task))) = waiting.pop() {
            let Reverse(worker) = free.pop().expect("a worker takes a task after its last one");
            let begin = ready.max(worker).max(controller) + dispatch;
            controller = begin;
            let end = begin.saturating_add(tasks[task]);
            match self.failure(stream).map(|after| begin.saturating_add(after)) {
                Some(failure) if failure < end => {
                    killed += 1;
                    waiting.push(Reverse((failure, task)));
                    free.push(Reverse(failure));
                }
                _ => {
                    makespan = makespan.max(end);
                    free.push(Reverse(end));
                }
            }
        }
        Finished { makespan, killed }
    }

    /// Time to the next failure of a worker, in microseconds; `None` if there are no failures.
    fn failure(&self, stream: &mut Stream) -> Option<u64> {
        let hours = -uniform(stream).ln() / self.failures;
        (self.failures > 0.0).then(|| microseconds(3600.0 * hours))
    }
}

/// A random number above 0 and at most 1.
pub fn uniform(stream: &mut Stream) -> f64 {
    ((stream.word() >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

#[expect(clippy::cast_sign_loss, reason = "times are not negative")]
pub fn microseconds(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}

pub fn seconds(microseconds: u64) -> f64 {
    microseconds as f64 / 1e6
}
