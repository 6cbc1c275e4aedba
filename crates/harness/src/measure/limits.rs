//! The limits of a search: tests, nodes, memory and wall time.

use std::time::Duration;

use quadrille_cover::{Budget, CancelToken};

use crate::measure::watchdog::Watchdog;

/// The limits of a search. The engine itself keeps to tests, nodes and memory, which are in its budget. A watchdog
/// cancels the search when its wall time is over.
#[derive(Clone)]
pub struct SearchLimits<'w> {
    /// Limits that an engine keeps to by itself. The token in it is cancelled when the run is stopped.
    pub budget: Budget,
    /// The longest that a search may last, and the watchdog that cancels it then.
    pub wall: Option<(Duration, &'w Watchdog)>,
}

impl SearchLimits<'_> {
    /// Calls `search`, which makes `searches` searches, within these limits; the limit of time is multiplied by
    /// `searches`. Also returns whether the time was over when `search` returned, possibly with an answer.
    pub fn hold<T>(&self, searches: usize, search: impl FnOnce(&Budget) -> T) -> (T, bool) {
        let Some((wall, watchdog)) = self.wall else { return (search(&self.budget), false) };
        let searches = u32::try_from(searches).unwrap_or(u32::MAX);
        let guard = watchdog.guard_of_this_thread(wall.saturating_mul(searches));
        let budget = Budget { cancel: Some(guard.token.clone()), ..self.budget.clone() };
        let found = search(&budget);
        (found, guard.expired())
    }

    /// The same limits for searches without counters, which cannot keep to a limit of tests or nodes. They end, because
    /// the same searches ended within these limits when they were counted.
    #[must_use]
    pub fn uncounted(&self) -> Self {
        Self { budget: Budget { tests: None, nodes: None, ..self.budget.clone() }, ..self.clone() }
    }

    /// The limits for another engine that confirms an answer: `factor` times the tests and the time, and no limit of
    /// nodes or memory.
    #[must_use]
    pub fn longer(&self, factor: u32) -> Self {
        let tests = self.budget.tests.map(|tests| tests.saturating_mul(factor.into()));
        let wall = self.wall.map(|(wall, watchdog)| (wall.saturating_mul(factor), watchdog));
        Self { budget: Budget { tests, nodes: None, memory: None, ..self.budget.clone() }, wall }
    }

    /// Whether the run was stopped.
    pub fn is_cancelled(&self) -> bool {
        self.budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}
