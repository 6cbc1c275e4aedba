//! The result of a search by an engine, of ours or in another program.

use quadrille_cover::{Outcome, Search, Solution};
use quadrille_sudoku::Grid;

/// The first solution that a search visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstSolution {
    /// A full grid.
    Grid(Grid),
    /// The chosen options of an exact cover problem.
    Options(Solution),
}

/// The result of one search.
#[derive(Clone, Debug)]
pub struct Searched {
    /// How the search ended and what it counted.
    pub search: Search,
    /// The first solution visited.
    pub first: Option<FirstSolution>,
    /// A description of the first solution that breaks a rule, if any does.
    pub unlawful: Option<String>,
}

impl Searched {
    /// Whether the search answers the question, rather than giving up.
    pub fn is_answered(&self) -> bool {
        matches!(self.search.outcome, Outcome::Exhausted | Outcome::Stopped)
    }

    /// Whether two searches ended in the same way, with the same number of solutions and the same first solution.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self.search.outcome == other.search.outcome
            && self.search.stats.solutions == other.search.stats.solutions
            && self.first == other.first
    }
}
