//! A puzzle of a sheet, and the line under it.

use quadrille_cover::{Budget, CancelToken};
use quadrille_sudoku::engine::human::{Challenge, Rating};
use quadrille_sudoku::rules::{Rules, make};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, rate};

use super::super::grid::Board;
use super::Caption;
use crate::figures::plural;

/// Limit of tests for the search that decides whether a puzzle has one solution.
const PATIENCE: u64 = 100_000;

/// A puzzle of a sheet.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) puzzle: Board,
    pub(super) solved: Option<Board>,
    clues: String,
    name: Option<String>,
    rules: Option<String>,
    standing: Standing,
    rating: Option<Rating>,
}

/// What the line under a puzzle says about its level and its solutions.
#[derive(Clone, Debug)]
struct Standing {
    text: String,
    /// Whether the puzzle is known to have one solution.
    is_one: bool,
}

impl Standing {
    fn new(text: impl Into<String>, is_one: bool) -> Self {
        Self { text: text.into(), is_one }
    }

    fn of(puzzle: &Puzzle) -> Self {
        let level = rate::level(puzzle);
        // Below level 5 the rating has searched to the end, which proves that there is one solution. At level 5 it
        // stopped after a few forks.
        if let Some(level) = level.filter(|level| level.number() < 5) {
            return Self::new(format!("level {level}"), true);
        }
        let budget = Budget { tests: Some(PATIENCE), ..Budget::default() };
        let is_restricted = puzzle.candidates().is_some();
        match (Engine::Masks.uniqueness(puzzle, &budget), level) {
            (Some(Uniqueness::None), _) => Self::new("no solution", false),
            // A puzzle that restricts candidates has no level.
            (Some(Uniqueness::Unique), None) if is_restricted => {
                Self::new("one solution, candidates restricted", true)
            }
            (None, None) if is_restricted => {
                Self::new("candidates restricted, uniqueness not proven", false)
            }
            (Some(Uniqueness::Multiple), _) | (_, None) => Self::new("several solutions", false),
            (Some(Uniqueness::Unique), Some(level)) => Self::new(format!("level {level}"), true),
            (None, Some(level)) => {
                Self::new(format!("level {level}, uniqueness not proven"), false)
            }
        }
    }
}

impl Entry {
    /// A puzzle with a solution, if one is known. This computes its [level](rate::level), and whether it has one solution, as far as
    /// 100000 tests of `masks` can show it.
    ///
    /// # Panics
    /// If the solution has another size than the puzzle.
    pub fn new(puzzle: &Puzzle, solution: Option<&Grid>) -> Self {
        Self {
            puzzle: Board::puzzle(puzzle),
            solved: solution.map(|grid| Board::filled(puzzle, grid)),
            clues: plural(puzzle.clues(), "clue"),
            name: None,
            rules: None,
            standing: Standing::of(puzzle),
            rating: None,
        }
    }

    /// A puzzle under rules with a solution, if one is known. This computes whether the puzzle has one solution, as far as
    /// 200000 nodes can show it.
    ///
    /// # Panics
    /// If there are more or fewer digits than cells.
    pub fn ruled(rules: &Rules, givens: &[u8], solution: Option<&[u8]>) -> Self {
        let standing = match make::uniqueness(rules, givens, &CancelToken::new()) {
            Some(Uniqueness::Unique) => Standing::new("one solution", true),
            Some(Uniqueness::None) => Standing::new("no solution", false),
            Some(Uniqueness::Multiple) => Standing::new("several solutions", false),
            None => Standing::new("uniqueness not proven", false),
        };
        let mut clues = plural(givens.iter().filter(|&&digit| digit > 0).count(), "clue");
        if rules.may_have_signs() {
            clues = format!("{clues}, {}", plural(rules.signs().count(), "sign"));
        }
        Self {
            puzzle: Board::ruled(rules, givens, givens),
            solved: solution.map(|digits| Board::ruled(rules, givens, digits)),
            clues,
            name: None,
            rules: Some(rules.title()),
            standing,
            rating: None,
        }
    }

    /// The same puzzle with a name.
    #[must_use]
    pub fn named(self, name: Option<String>) -> Self {
        Self { name, ..self }
    }

    /// The same puzzle with its rating for a human player, which means something only if it has one solution.
    #[must_use]
    pub fn rated(self, rating: Option<Rating>) -> Self {
        Self { rating: rating.filter(|_| self.standing.is_one), ..self }
    }

    /// The number of rows of the puzzle.
    pub(super) fn rows(&self) -> usize {
        self.puzzle.rows()
    }

    /// Whether the puzzle is known to have one solution.
    pub fn has_one_solution(&self) -> bool {
        self.standing.is_one
    }

    /// The line under the puzzle. It always says if there is not one solution.
    pub(super) fn note(&self, number: usize, captions: &[Caption]) -> String {
        let mut parts = vec![number.to_string()];
        if !self.standing.is_one && !captions.contains(&Caption::Level) {
            parts.push(self.standing.text.clone());
        }
        parts.extend(captions.iter().filter_map(|caption| match caption {
            Caption::Name => self.name.clone(),
            Caption::Rules => self.rules.clone(),
            Caption::Level => Some(self.standing.text.clone()),
            Caption::Clues => Some(self.clues.clone()),
            Caption::Rating => self.rating.as_ref().map(|rating| match rating.hardest() {
                Some(hardest) if rating.is_solved() => hardest.difficulty().to_string(),
                _ => "beyond all techniques".to_owned(),
            }),
            Caption::Difficulty => self.rating.as_ref().map(difficulty),
        }));
        parts.join(" \u{b7} ")
    }
}

/// The difficulty of a puzzle in words.
fn difficulty(rating: &Rating) -> String {
    let hardest = rating.hardest().filter(|_| rating.is_solved());
    let found = Challenge::ALL.into_iter().find(|challenge| {
        let range = challenge.rating();
        range.zip(hardest).is_some_and(|(range, hardest)| range.contains(&hardest.difficulty()))
    });
    found.map_or("beyond all techniques", Challenge::name).to_owned()
}
