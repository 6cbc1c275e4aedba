//! The limits of a search: tests, nodes, memory and wall time.

use std::time::Duration;

use quadrille_cover::{Budget, CancelToken};

use crate::measure::watchdog::Watchdog;

/// The limits of a search. The engine itself keeps to tests, nodes and memory, through its budget; a watchdog cancels
/// it when its wall time is over.
#[derive(Clone)]
pub struct SearchLimits<'w> {
    /// Limits that an engine keeps to by itself. The token in it is cancelled when the run is stopped.
    pub budget: Budget,
    /// The longest that a search may last, and the watchdog that cancels it then.
    pub wall: Option<(Duration, &'w Watchdog)>,
}

impl SearchLimits<'_> {
    /// The limits of a budget, without a limit of time.
    pub fn of(budget: Budget) -> Self {
        Self { budget, wall: None }
    }

    /// Calls `search` within these limits; `searches` is how many searches that makes, each with its own share
    /// of time. Also returns whether the time was over before `search` was; a search that came to an answer all the
    /// same was fast enough.
    pub fn hold<T>(&self, searches: usize, search: impl FnOnce(&Budget) -> T) -> (T, bool) {
        let Some((wall, watchdog)) = self.wall else { return (search(&self.budget), false) };
        let searches = u32::try_from(searches).unwrap_or(u32::MAX);
        let guard = watchdog.guard(wall.saturating_mul(searches));
        let budget = Budget { cancel: Some(guard.token.clone()), ..self.budget.clone() };
        let found = search(&budget);
        (found, guard.expired())
    }

    /// The same limits for searches that are timed, and so do not count: a search that ended within its tests and nodes
    /// when it was counted also ends when it is not.
    #[must_use]
    pub fn uncounted(&self) -> Self {
        Self { budget: Budget { tests: None, nodes: None, ..self.budget.clone() }, ..self.clone() }
    }

    /// The limits of a second opinion: `factor` times the tests and the time, and no limit of nodes or memory.
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
