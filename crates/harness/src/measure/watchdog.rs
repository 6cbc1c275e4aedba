//! A thread that cancels each search that exceeds its limit of time, and all searches when the run is cancelled.
//!
//! Solvers read no clock: a limit of time reaches a solver as a cancelled token. Guards are created and dropped
//! while no clock measures.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;

/// The longest time until the watchdog notices that a run was cancelled.
const PATIENCE: Duration = Duration::from_millis(20);

/// Watches the searches of any number of threads, on a thread that ends when the watchdog is dropped.
pub struct Watchdog {
    run: CancelToken,
    guards: Sender<Weak<TimeGuard>>,
}

/// A limit of time for one search. The limit ends when the guard is dropped.
pub struct TimeGuard {
    deadline: Instant,
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

    /// Limits a search that starts now to the time `limit`, until the guard is dropped.
    pub fn guard(&self, limit: Duration) -> Arc<TimeGuard> {
        let now = Instant::now();
        // A limit that the clock cannot represent is no limit.
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(1 << 31));
        let token = CancelToken::new();
        if self.run.is_cancelled() {
            token.cancel();
        }
        let guard = Arc::new(TimeGuard { deadline, token });
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
        let (now, stopped) = (Instant::now(), run.is_cancelled());
        nearest = PATIENCE;
        watched.retain(|guard| {
            let Some(guard) = guard.upgrade() else { return false };
            let left = guard.deadline.saturating_duration_since(now);
            if stopped || left.is_zero() {
                guard.token.cancel();
            }
            nearest = nearest.min(left);
            !left.is_zero()
        });
    }
}

impl TimeGuard {
    /// Whether the time of the search is over.
    pub fn expired(&self) -> bool {
        Instant::now() >= self.deadline
    }
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
}
