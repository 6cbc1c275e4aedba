//! The result of a search, by an engine compiled into this program or by an engine in another program.

use quadrille_cover::{BigUint, Outcome, Search, Solution, Tally, verify};
use quadrille_results::Verdict;
use quadrille_sudoku::{Grid, Puzzle};
use thiserror::Error;

use crate::corpus::Body;
use crate::digest::Digest;

/// The verdict on a search, or on an engine that did not start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .reason.as_deref().unwrap_or(.verdict.name()))]
pub struct Judgement {
    /// The verdict for the row.
    pub verdict: Verdict,
    /// A message for the user, where the verdict does not explain itself, worded to follow the name of the engine.
    pub reason: Option<String>,
}

impl Judgement {
    /// A verdict that needs a message.
    pub fn new(verdict: Verdict, reason: impl Into<String>) -> Self {
        Self { verdict, reason: Some(reason.into()) }
    }
}

impl From<Verdict> for Judgement {
    fn from(verdict: Verdict) -> Self {
        Self { verdict, reason: None }
    }
}

/// The first solution that a search visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstSolution {
    /// A full grid.
    Grid(Grid),
    /// The chosen options of an exact cover problem.
    Options(Solution),
}

impl FirstSolution {
    /// The cost of the options of a solution; each costs 1 if no option of the problem has a cost. None of a grid.
    pub fn cost(&self, body: &Body) -> Option<u64> {
        match (self, body) {
            (Self::Options(options), Body::Cover(problem)) if problem.has_costs() => {
                Some(problem.cost_of(options))
            }
            (Self::Options(options), _) => Some(options.len() as u64),
            (Self::Grid(_), _) => None,
        }
    }

    /// A description of the rule of an instance that the solution breaks, if it breaks one.
    pub fn broken_rule(&self, body: &Body) -> Option<String> {
        match (self, body) {
            (Self::Grid(grid), Body::Sudoku(puzzle)) => broken_rule_of_sudoku(puzzle, grid),
            (Self::Options(options), Body::Cover(problem)) => {
                verify(problem, options).err().map(|violation| violation.to_string())
            }
            _ => Some("a solution of another kind of instance".to_owned()),
        }
    }
}

/// A description of what is wrong with a grid as a solution of a puzzle, if anything is.
pub fn broken_rule_of_sudoku(puzzle: &Puzzle, grid: &Grid) -> Option<String> {
    if puzzle.is_solved_by(grid) {
        return None;
    }
    let order = puzzle.order();
    let place = |cell| format!("row {} column {}", order.row(cell) + 1, order.column(cell) + 1);
    let givens = puzzle.givens().cells().iter().zip(grid.cells()).enumerate();
    let changed = givens.into_iter().find(|&(_, (&given, &digit))| given > 0 && given != digit);
    let empty = grid.cells().iter().position(|&digit| digit == 0);
    let excluded = |&cell: &usize| empty.is_none() && !puzzle.allows(cell, grid.digit(cell));
    let same_size = order == grid.order();
    let excluded = (0..order.cells()).filter(|_| same_size).find(excluded);
    Some(match (changed, empty, grid.clash(), excluded) {
        (Some((cell, (given, digit))), ..) => {
            format!("a grid with {digit} at {} where {given} is given", place(cell))
        }
        (_, Some(cell), ..) => format!("a grid with nothing at {}", place(cell)),
        (_, _, Some(clash), _) => format!("a grid against the rules: {clash}"),
        (_, _, None, Some(cell)) => {
            let digit = grid.digit(cell);
            format!("a grid with {digit} at {}, which is no candidate there", place(cell))
        }
        (_, _, None, None) => "a grid against the rules".to_owned(),
    })
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
    /// The count, if the engine counted solutions and may not have visited them.
    pub tally: Option<Tally>,
    /// The digest of the solutions, if the engine is another program and sent one.
    pub digest: Option<Digest>,
}

impl Searched {
    /// Whether the search answers the question, rather than giving up.
    pub fn is_answered(&self) -> bool {
        matches!(self.search.outcome, Outcome::Exhausted | Outcome::Stopped)
    }

    /// The number of solutions, which may exceed the 64 bits of the counters.
    pub fn solutions(&self) -> BigUint {
        self.tally
            .as_ref()
            .map_or(self.search.stats.solutions.into(), |tally| tally.solutions.clone())
    }
}
