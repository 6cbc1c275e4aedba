//! Whether a puzzle has no solution, one or several.

use quadrille_cover::search::{Outcome, Search};

/// The number of solutions of a puzzle: none, one or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uniqueness {
    /// No solution.
    None,
    /// Exactly one solution.
    Unique,
    /// More than one solution.
    Multiple,
}

impl Uniqueness {
    /// The uniqueness that a search shows; `None` if the search ended too early to decide.
    pub fn of(search: &Search) -> Option<Self> {
        Self::shown(search.stats.solutions, search.outcome)
    }

    /// The uniqueness that follows from the number of solutions found and from how the search ended.
    pub(crate) fn shown(solutions: u64, outcome: Outcome) -> Option<Self> {
        let is_decided = solutions > 1 || outcome == Outcome::Exhausted;
        is_decided.then(|| Self::of_count(solutions))
    }

    /// The uniqueness of a puzzle whose solutions were counted, up to two or more.
    pub fn of_count(solutions: u64) -> Self {
        match solutions {
            0 => Self::None,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }
}
