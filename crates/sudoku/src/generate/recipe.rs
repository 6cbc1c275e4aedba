//! Recipes, which say which puzzles to generate, by which method; and checks whether these can exist.
use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::symmetry::Symmetry;
use crate::engine::human::{Difficulty, Technique};
use crate::grid::{Grid, Order};
use crate::rate::Level;

/// Which puzzles to generate, and by which method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The size of the grid, up to 25x25.
    pub order: Order,
    /// The method of generation.
    pub method: Method,
    /// The number of solutions that each puzzle must have.
    pub answer: Wanted,
    /// The exact number of clues; `None` for as few as the method reaches.
    pub clues: Option<usize>,
    /// Whether every clue must be needed.
    pub minimal: bool,
    /// The difficulty level; `None` for any.
    pub level: Option<Level>,
    /// The bounds of the rating, which is the difficulty of the hardest technique that a human player needs; `None` for
    /// any.
    pub rating: Option<RangeInclusive<Difficulty>>,
    /// A technique that a human player needs, who always takes the easiest; `None` for any.
    pub technique: Option<Technique>,
    /// The symmetry of the pattern of cells that hold clues.
    pub symmetry: Symmetry,
    /// For each cell, whether it must hold a clue; `None` for any cells.
    pub pattern: Option<Vec<bool>>,
    /// Clues that each puzzle must contain.
    pub from: Option<Grid>,
}

/// The method by which puzzles are generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Clues are removed from a full grid.
    #[default]
    TopDown,
    /// Digits are added until one solution is left (system A).
    BottomUp,
    /// Minimal puzzles, of which all with the same number of clues are equally likely.
    Unbiased,
    /// A walk from puzzle to puzzle in search of a hard one.
    Hard {
        /// The measure of hardness.
        aim: Aim,
        /// The number of steps of the walk.
        steps: u64,
    },
}

/// The measure of hardness that the method *hard* increases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The forks of `masks` in a search of the whole tree.
    #[default]
    Forks,
    /// The rating by the hardest technique that a human player needs.
    Rating,
}

/// The number of solutions that a generated puzzle must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Exactly one solution.
    #[default]
    Unique,
    /// More than one solution, because a needed clue is removed.
    Multiple,
    /// No solution, though no givens clash, because a digit is added that the only solution does not have.
    None,
}

/// Why no puzzle can satisfy a recipe: what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RecipeError(pub(super) String);

/// The nearest possible numbers in words, such as `30 or 32 clues, and no number between`.
fn nearest(below: Option<usize>, above: Option<usize>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("{below} or {above} clues, and no number between"),
        (Some(most), None) => format!("at most {most} clues"),
        (None, Some(least)) => format!("at least {least} clues"),
        (None, None) => "no number at all".to_owned(),
    }
}

impl Recipe {
    /// The recipe for top-down puzzles with one solution and as few clues as the method reaches.
    pub fn new(order: Order) -> Self {
        Self {
            order,
            method: Method::TopDown,
            answer: Wanted::Unique,
            clues: None,
            minimal: false,
            level: None,
            rating: None,
            technique: None,
            symmetry: Symmetry::None,
            pattern: None,
            from: None,
        }
    }

    /// Checks what can be checked without a search: sizes, bounds, and requirements that exclude each
    /// other. A recipe that passes may still ask for puzzles that do not exist.
    ///
    /// # Errors
    /// The first requirement that cannot be met.
    pub fn check(&self) -> Result<(), RecipeError> {
        let (order, side) = (self.order, self.order.side());
        if side > 25 {
            return Err(RecipeError(format!(
                "found size {side}x{side}; expected 4x4, 9x9, 16x16 or 25x25, the sizes of generated puzzles"
            )));
        }
        let highest = Level::highest(order);
        if let Some(level) = self.level.filter(|&level| level > highest) {
            return Err(RecipeError(format!(
                "found difficulty {level}; expected at most {highest}, because no {side}x{side} puzzle is harder"
            )));
        }
        let expected = order.cells();
        if let Some(clues) = self.clues.filter(|&clues| clues > expected) {
            return Err(RecipeError(format!(
                "found {clues} clues; expected at most {expected}, the cells of a {side}x{side} grid"
            )));
        }
        let marked = self.pattern.as_ref().map(|cells| cells.iter().filter(|&&clue| clue).count());
        // The fewest clues that a puzzle with one solution has: 4 for 4x4 (all puzzles can be listed), 17 for 9x9 (G. McGuire,
        // B. Tugemann and G. Civario, 2012). Larger grids have one less than there are digits, because two digits that no clue has
        // can be exchanged; there may be no puzzle with so few.
        let least = match (self.answer, side) {
            (Wanted::Unique, 4) => 4,
            (Wanted::Unique, 9) => 17,
            (Wanted::Unique, _) => side - 1,
            _ => 0,
        };
        if let Some(found) = self.clues.or(marked).filter(|&found| found < least) {
            return Err(RecipeError(format!(
                "found {found} clues; expected at least {least}, because no {side}x{side} puzzle with one solution has fewer"
            )));
        }
        let most = side * (side - 1);
        let is_minimal = self.minimal || self.method == Method::Unbiased;
        if let Some(clues) = self.clues.or(marked).filter(|&found| is_minimal && found > most) {
            return Err(RecipeError(format!(
                "found {clues} clues for minimal puzzles; expected at most {most}, because the last clue of a full row is not needed"
            )));
        }
        let has_all_cells = |what, found: usize| {
            if found != expected {
                return Err(RecipeError(format!(
                    "found {what} of {found} cells; expected {expected}"
                )));
            }
            Ok(())
        };
        if let Some(pattern) = &self.pattern {
            has_all_cells("a pattern", pattern.len())?;
            check_lines(pattern, order)?;
        }
        if let Some(from) = &self.from {
            has_all_cells("a grid to start from", from.cells().len())?;
            if let Some(clash) = from.clash() {
                return Err(RecipeError(format!(
                    "the grid to start from has no solution: {clash}"
                )));
            }
            let given = from.filled();
            if let Some(clues) = self.clues.filter(|&clues| clues < given) {
                return Err(RecipeError(format!(
                    "found {clues} clues; expected at least {given}, the clues of the grid to start from"
                )));
            }
        }
        self.check_rating()?;
        self.check_together()?;
        self.check_groups()
    }

    /// Checks that the groups of cells that hold clues together can add up to the clues asked for.
    fn check_groups(&self) -> Result<(), RecipeError> {
        let Some(clues) = self.clues else { return Ok(()) };
        let given = |&cell: &usize| self.from.as_ref().is_some_and(|from| from.digit(cell) > 0);
        // A cell that is symmetric to a clue to start from holds a clue too.
        let (fixed, free): (Vec<_>, Vec<_>) =
            self.symmetry.orbits(self.order).into_iter().partition(|orbit| orbit.iter().any(given));
        let mut possible = vec![false; self.order.cells() + 1];
        possible[fixed.iter().map(Vec::len).sum::<usize>()] = true;
        for orbit in &free {
            for sum in (orbit.len()..possible.len()).rev() {
                possible[sum] |= possible[sum - orbit.len()];
            }
        }
        if possible[clues] {
            return Ok(());
        }
        let below = (0..clues).rev().find(|&sum| possible[sum]);
        let above = (clues..possible.len()).find(|&sum| possible[sum]);
        let from = if fixed.is_empty() { "" } else { ", with the grid to start from," };
        let (symmetry, nearest) = (self.symmetry, nearest(below, above));
        Err(RecipeError(format!(
            "found {clues} clues; the groups of cells of the symmetry {symmetry}{from} make {nearest}"
        )))
    }

    /// Checks that no two requirements exclude each other.
    fn check_together(&self) -> Result<(), RecipeError> {
        let requirements = [
            (self.method != Method::TopDown, "another method than top-down"),
            (self.pattern.is_some(), "a pattern"),
            (self.symmetry != Symmetry::None, "a symmetry"),
            (self.clues.is_some(), "a number of clues"),
            (self.from.is_some(), "a grid to start from"),
            (self.level.is_some(), "a difficulty"),
            (self.minimal, "minimal puzzles"),
            (self.rating.is_some() || self.technique.is_some(), "a rating or a technique"),
        ];
        let excludes = |what, names: &[&str], why| {
            let found = requirements.iter().find(|(asked, name)| *asked && names.contains(name));
            if let Some((_, name)) = found {
                return Err(RecipeError(format!(
                    "found {what} together with {name}, which exclude each other: {why}"
                )));
            }
            Ok(())
        };
        if self.answer != Wanted::Unique {
            let why = "faulty puzzles are made top-down, by adding or removing one digit";
            let names = [
                "another method than top-down",
                "a pattern",
                "a symmetry",
                "a difficulty",
                "minimal puzzles",
                "a rating or a technique",
            ];
            excludes("another answer than unique", &names, why)?;
        }
        if self.pattern.is_some() {
            let names = [
                "another method than top-down",
                "a symmetry",
                "a number of clues",
                "a grid to start from",
            ];
            excludes("a pattern", &names, "the pattern alone says which cells hold clues")?;
        }
        match self.method {
            Method::Unbiased => {
                let names = ["a pattern", "a symmetry", "a grid to start from"];
                excludes("the unbiased method", &names, "the sample would be biased")?;
                if self.order != Order::NINE {
                    let side = self.order.side();
                    return Err(RecipeError(format!(
                        "found size {side}x{side}; expected 9x9, the size of puzzles of the unbiased method"
                    )));
                }
            }
            Method::Hard { .. } => {
                let names = ["a symmetry", "a number of clues", "a difficulty"];
                excludes("the method hard", &names, "each step of the walk may change it")?;
            }
            Method::TopDown | Method::BottomUp => {}
        }
        Ok(())
    }
}

/// Checks that no two lines of a band or a stack are without a clue. Such lines can be exchanged in every solution.
fn check_lines(pattern: &[bool], order: Order) -> Result<(), RecipeError> {
    let (n, side) = (order.n(), order.side());
    for (lines, cell) in [
        ("rows", (|side, line, place| line * side + place) as fn(usize, usize, usize) -> usize),
        ("columns", |side, line, place| place * side + line),
    ] {
        let is_empty = |line: &usize| !(0..side).any(|place| pattern[cell(side, *line, place)]);
        for first in (0..side).step_by(n) {
            let mut empty = (first..first + n).filter(is_empty);
            if let (Some(a), Some(b)) = (empty.next(), empty.next()) {
                return Err(RecipeError(format!(
                    "found a pattern without a clue in {lines} {} and {}; expected a clue in one of them, because a solution \
                     stays one when they are exchanged",
                    a + 1,
                    b + 1
                )));
            }
        }
    }
    Ok(())
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TopDown => "top-down",
            Self::BottomUp => "bottom-up",
            Self::Unbiased => "unbiased",
            Self::Hard { .. } => "hard",
        })
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
        })
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Forks => "forks",
            Self::Rating => "rating",
        })
    }
}
