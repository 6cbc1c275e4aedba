//! Limits of time: a thread that cancels searches that last too long, and all searches once a run is stopped.
//!
//! Solvers read no clock: a limit of time reaches a solver as a cancelled token. Guards are created and dropped
//! while no clock measures.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;

/// The longest time until the watchdog notices that a run was stopped.
const PATIENCE: Duration = Duration::from_millis(20);

/// Watches the searches of any number of threads.
pub struct Watchdog {
    shared: Arc<Shared>,
    run: CancelToken,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    watched: Mutex<Watched>,
    woken: Condvar,
}

#[derive(Default)]
struct Watched {
    searches: Vec<Arc<GuardedSearch>>,
    over: bool,
}

struct GuardedSearch {
    deadline: Instant,
    token: CancelToken,
    expired: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watched> {
        // The list is valid even if a thread panicked while it held the lock.
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watchdog {
    /// Starts the thread. Cancelling `run` cancels every search it watches.
    pub fn start(run: &CancelToken) -> Self {
        let shared = Arc::new(Shared::default());
        let (watching, token) = (Arc::clone(&shared), run.clone());
        let thread = Some(std::thread::spawn(move || watch(&watching, &token)));
        Self { shared, run: run.clone(), thread }
    }

    /// Limits a search that starts now to the time `limit`, until the guard is dropped.
    pub fn guard(&self, limit: Duration) -> TimeGuard<'_> {
        let now = Instant::now();
        // A limit that the clock cannot represent is no limit.
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(1 << 31));
        let search = Arc::new(GuardedSearch {
            deadline,
            token: CancelToken::new(),
            expired: AtomicBool::new(false),
        });
        if self.run.is_cancelled() {
            search.token.cancel();
        }
        self.shared.lock().searches.push(Arc::clone(&search));
        self.shared.woken.notify_one();
        TimeGuard { watchdog: self, search }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().over = true;
        self.shared.woken.notify_one();
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

fn watch(shared: &Shared, run: &CancelToken) {
    let mut watched = shared.lock();
    while !watched.over {
        let now = Instant::now();
        let stopped = run.is_cancelled();
        let mut nearest = PATIENCE;
        for search in &watched.searches {
            if stopped {
                search.token.cancel();
            }
            match search.deadline.checked_duration_since(now) {
                Some(left) if !left.is_zero() => nearest = nearest.min(left),
                _ => {
                    search.expired.store(true, Ordering::Relaxed);
                    search.token.cancel();
                }
            }
        }
        watched.searches.retain(|search| !search.expired.load(Ordering::Relaxed));
        let waited = shared.woken.wait_timeout(watched, nearest);
        watched = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// A search that is watched.
pub struct TimeGuard<'w> {
    watchdog: &'w Watchdog,
    search: Arc<GuardedSearch>,
}

impl TimeGuard<'_> {
    /// Cancelled when the time is over or the run is stopped.
    pub fn token(&self) -> CancelToken {
        self.search.token.clone()
    }

    /// Whether its time is over.
    pub fn expired(&self) -> bool {
        self.search.expired.load(Ordering::Relaxed)
    }
}

impl Drop for TimeGuard<'_> {
    fn drop(&mut self) {
        let mut watched = self.watchdog.shared.lock();
        watched.searches.retain(|search| !Arc::ptr_eq(search, &self.search));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until `is_so`, at most a time that only a hang exceeds.
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
        let watchdog = Watchdog::start(&run);
        let long = watchdog.guard(Duration::MAX);
        let short = watchdog.guard(Duration::from_millis(5));
        wait_until(|| short.token().is_cancelled());
        assert!(short.expired() && !long.expired() && !long.token().is_cancelled());
        assert!(!run.is_cancelled());
        drop((short, long));
        assert!(watchdog.shared.lock().searches.is_empty());
    }

    #[test]
    fn a_stopped_run_cancels_all_and_nothing_has_expired() {
        let run = CancelToken::new();
        let watchdog = Watchdog::start(&run);
        let before = watchdog.guard(Duration::from_secs(1000));
        run.cancel();
        let after = watchdog.guard(Duration::from_secs(1000));
        assert!(after.token().is_cancelled(), "at once");
        wait_until(|| before.token().is_cancelled());
        assert!(!before.expired() && !after.expired());
    }
}
