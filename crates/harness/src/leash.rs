//! How far an engine may go on an instance: tests, nodes, memory and wall time.

use std::time::Duration;

use quadrille_cover::{Budget, CancelToken};

use crate::watchdog::Watchdog;

/// The limits of a search. Tests, nodes and memory are the engine's own affair, through its budget;
/// wall time is watched from outside.
#[derive(Clone)]
pub struct Leash<'w> {
    /// Limits an engine keeps by itself; its token is cancelled when the run is stopped.
    pub budget: Budget,
    /// How long a search may last, and who watches it.
    pub wall: Option<(Duration, &'w Watchdog)>,
}

impl Leash<'_> {
    /// No limits but those of this budget.
    pub fn of(budget: Budget) -> Self {
        Self { budget, wall: None }
    }

    /// Searches within these limits. Also says whether the time was over before the search was; a search
    /// that came to an answer all the same was fast enough.
    pub fn hold<T>(&self, search: impl FnOnce(&Budget) -> T) -> (T, bool) {
        let Some((wall, watchdog)) = self.wall else { return (search(&self.budget), false) };
        let guard = watchdog.guard(wall);
        let budget = Budget { cancel: Some(guard.token()), ..self.budget.clone() };
        let found = search(&budget);
        (found, guard.expired())
    }

    /// The same limits for searches that are timed, which do not count: what ended within its tests and
    /// nodes when counted ends without a count of them too.
    #[must_use]
    pub fn uncounted(&self) -> Self {
        Self { budget: Budget { tests: None, nodes: None, ..self.budget.clone() }, ..self.clone() }
    }

    /// For a second opinion: so many times the tests and the time, and nodes without end.
    #[must_use]
    pub fn longer(&self, times: u32) -> Self {
        let tests = self.budget.tests.map(|tests| tests.saturating_mul(times.into()));
        let wall = self.wall.map(|(wall, watchdog)| (wall.saturating_mul(times), watchdog));
        Self { budget: Budget { tests, nodes: None, memory: None, ..self.budget.clone() }, wall }
    }

    /// Whether the run was stopped.
    pub fn is_cancelled(&self) -> bool {
        self.budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
    }
}
