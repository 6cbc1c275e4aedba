//! A thread that cancels each search that exceeds its limit of time, and all searches when the run is cancelled.
//!
//! Solvers read no clock: a limit of time reaches a solver as a cancelled token. Guards are created and dropped
//! while no clock measures.
//!
//! The limit of a search that is measured ends by the CPU clock of its thread, not before. By a clock on the wall, a
//! search of 10 ms on a machine that is busy with other programs, or was suspended, would reach a limit of seconds. A
//! search that gets no core ends after ten times its limit.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use rustix::process::Pid;

/// The longest time until the watchdog notices that a run was cancelled.
const PATIENCE: Duration = Duration::from_millis(20);
/// Upper bound on the wall time of a search that is limited by CPU time, in multiples of the limit.
const MOST: u32 = 10;

/// Watches the searches of any number of threads, on a thread that ends when the watchdog is dropped.
pub struct Watchdog {
    run: CancelToken,
    guards: Sender<Weak<TimeGuard>>,
}

/// A limit of time for one search. The limit ends when the guard is dropped.
pub struct TimeGuard {
    began: Instant,
    limit: Duration,
    /// The thread that searches, and its CPU time when the search began, if the limit is by that clock.
    thread: Option<(Pid, Duration)>,
    is_over: AtomicBool,
    /// Cancelled when the time is over or the run is stopped.
    pub token: CancelToken,
}

impl Watchdog {
    /// Starts the thread. Cancelling `run` cancels every search that the watchdog watches.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(run: &CancelToken) -> io::Result<Self> {
        let (guards, started) = channel();
        let token = run.clone();
        std::thread::Builder::new().spawn(move || watch(&started, &token))?;
        Ok(Self { run: run.clone(), guards })
    }

    /// Limits a search that starts now to the wall time `limit`, until the guard is dropped.
    pub fn guard(&self, limit: Duration) -> Arc<TimeGuard> {
        self.limited(limit, None)
    }

    /// Limits a search that starts now on this thread to the time `limit`, of which other programs take nothing: the
    /// search is over when it has taken the limit both by a clock on the wall and by the CPU clock of this thread.
    pub fn guard_of_this_thread(&self, limit: Duration) -> Arc<TimeGuard> {
        let thread = rustix::thread::gettid();
        self.limited(limit, cpu_of(thread).map(|cpu| (thread, cpu)))
    }

    fn limited(&self, limit: Duration, thread: Option<(Pid, Duration)>) -> Arc<TimeGuard> {
        let token = CancelToken::new();
        if self.run.is_cancelled() {
            token.cancel();
        }
        let (began, is_over) = (Instant::now(), AtomicBool::new(false));
        let guard = Arc::new(TimeGuard { began, limit, thread, is_over, token });
        let sent = self.guards.send(Arc::downgrade(&guard));
        sent.expect("the thread ends only after its watchdog was dropped");
        guard
    }
}

fn watch(started: &Receiver<Weak<TimeGuard>>, run: &CancelToken) {
    let mut watched = Vec::new();
    let mut nearest = PATIENCE;
    loop {
        match started.recv_timeout(nearest) {
            Ok(guard) => watched.push(guard),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        watched.extend(started.try_iter());
        let stopped = run.is_cancelled();
        nearest = PATIENCE;
        watched.retain(|guard| {
            let Some(guard) = guard.upgrade() else { return false };
            let left = guard.left();
            if left.is_zero() {
                guard.is_over.store(true, Ordering::Release);
            }
            if stopped || left.is_zero() {
                guard.token.cancel();
            }
            nearest = nearest.min(left);
            !left.is_zero()
        });
    }
}

impl TimeGuard {
    /// Whether the search was cancelled because its time was over.
    pub fn expired(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// The shortest time after which the search can be over.
    fn left(&self) -> Duration {
        let wall = self.began.elapsed();
        let left = self.limit.saturating_sub(wall);
        match self.thread {
            Some((thread, before)) if left.is_zero() && wall < self.limit.saturating_mul(MOST) => {
                let spent = cpu_of(thread).map(|now| now.saturating_sub(before));
                self.limit.saturating_sub(spent.unwrap_or(wall))
            }
            _ => left,
        }
    }
}

/// The CPU time of a thread of this process so far.
#[cfg(target_os = "linux")]
fn cpu_of(thread: Pid) -> Option<Duration> {
    // The system's id of a thread's CPU clock: the inverted id of the thread, and three bits that say which clock.
    const OF_THREAD: i32 = 0b110;
    let id = (!thread.as_raw_nonzero().get() << 3) | OF_THREAD;
    nix::time::clock_gettime(nix::time::ClockId::from_raw(id)).ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn cpu_of(_: Pid) -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until `is_so`. Fails after a minute, which only a watchdog that hangs takes.
    fn wait_until(is_so: impl Fn() -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < end, "the watchdog hangs");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn what_lasts_too_long_is_cancelled_and_what_does_not_is_not() {
        let run = CancelToken::new();
        let watchdog = Watchdog::start(&run).unwrap();
        let long = watchdog.guard(Duration::MAX);
        let short = watchdog.guard(Duration::from_millis(5));
        wait_until(|| short.token.is_cancelled());
        assert!(short.expired() && !long.expired() && !long.token.is_cancelled());
        assert!(!run.is_cancelled());
        // The watchdog has dropped its reference to the expired guard only.
        wait_until(|| Arc::weak_count(&short) == 0);
        assert_eq!(Arc::weak_count(&long), 1);
    }

    #[test]
    fn a_stopped_run_cancels_all_and_nothing_has_expired() {
        let run = CancelToken::new();
        let watchdog = Watchdog::start(&run).unwrap();
        let before = watchdog.guard(Duration::from_secs(1000));
        run.cancel();
        let after = watchdog.guard(Duration::from_secs(1000));
        assert!(after.token.is_cancelled(), "at once");
        wait_until(|| before.token.is_cancelled());
        assert!(!before.expired() && !after.expired());
    }

    /// As on a machine so busy that the thread gets no core, or one that was suspended.
    #[test]
    fn time_without_a_core_is_no_time_of_the_search() {
        let watchdog = Watchdog::start(&CancelToken::new()).unwrap();
        let guard = watchdog.guard_of_this_thread(Duration::from_millis(100));
        std::thread::sleep(Duration::from_millis(400));
        assert!(!guard.expired() && !guard.token.is_cancelled());
        // The search itself takes the time.
        let end = Instant::now() + Duration::from_secs(60);
        while !guard.token.is_cancelled() {
            assert!(Instant::now() < end, "the watchdog hangs");
        }
        let has_worked = cpu_of(rustix::thread::gettid()) >= Some(guard.limit);
        assert!(guard.expired() && (has_worked || guard.began.elapsed() >= MOST * guard.limit));
        let asleep = watchdog.guard_of_this_thread(Duration::from_millis(5));
        wait_until(|| asleep.expired());
    }
}
