//! What to make.

use std::fmt;

use thiserror::Error;

use super::symmetry::Symmetry;
use crate::grid::{Clash, Grid, Order};
use crate::rate::Level;

/// What to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The size: up to 25x25.
    pub order: Order,
    /// How.
    pub method: Method,
    /// How many solutions a puzzle is to have.
    pub answer: Wanted,
    /// How many clues, exactly; as few as can be, if not said.
    pub clues: Option<usize>,
    /// Whether every clue must be needed.
    pub minimal: bool,
    /// How hard it is to be.
    pub level: Option<Level>,
    /// How the cells with clues lie.
    pub symmetry: Symmetry,
    /// The cells that are to hold clues, these and no others.
    pub pattern: Option<Vec<bool>>,
    /// Clues that every puzzle is to have.
    pub from: Option<Grid>,
}

/// How puzzles are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Clues taken away from a full grid.
    #[default]
    TopDown,
    /// Digits added until one solution is left (system A).
    BottomUp,
    /// Minimal puzzles, each with the same chance as every other that has as many clues.
    Unbiased,
    /// A search among neighbours for a puzzle that is as hard as can be.
    Hard {
        /// What counts as hard.
        aim: Aim,
        /// Neighbours looked at.
        steps: u64,
    },
}

/// What counts as hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Forks of `masks`, searching the whole tree.
    #[default]
    Forks,
    /// The rating by the hardest technique that a human player needs.
    Rating,
}

/// How many solutions a puzzle is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Exactly one.
    #[default]
    Unique,
    /// More than one: a clue less than it takes.
    Multiple,
    /// None, though no givens clash: a digit more, which the only solution does not have.
    None,
}

/// Why a recipe cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// Too large.
    #[error("found {0}x{0}; puzzles are made of 4x4, 9x9, 16x16 and 25x25")]
    Size(usize),
    /// Beyond what such puzzles have.
    #[error(
        "found difficulty {level}; expected at most {highest}: no {side}x{side} puzzle is harder"
    )]
    Level {
        /// What was asked for.
        level: Level,
        /// The highest there is.
        highest: Level,
        /// Rows of the grid.
        side: usize,
    },
    /// More clues than cells.
    #[error("found {clues} clues; a grid of {side}x{side} has {} cells", side * side)]
    Clues {
        /// What was asked for.
        clues: usize,
        /// Rows of the grid.
        side: usize,
    },
    /// Fewer clues than any puzzle with one solution has: 4 for 4x4 (all puzzles can be listed) and
    /// 17 for 9x9 (G. `McGuire`, B. Tugemann and G. Civario, 2012).
    #[error(
        "found {found} clues; expected {least} at least: no {side}x{side} puzzle with one solution has fewer"
    )]
    TooFew {
        /// What was asked for.
        found: usize,
        /// The fewest there are.
        least: usize,
        /// Rows of the grid.
        side: usize,
    },
    /// Two wishes of which only one can be had.
    #[error("found {0} together with {1}; {2}")]
    Together(&'static str, &'static str, &'static str),
    /// A pattern or a grid of another size.
    #[error("found {what} of {found} cells; expected {expected}")]
    Cells {
        /// The pattern or the grid.
        what: &'static str,
        /// Its cells.
        found: usize,
        /// Those of the size asked for.
        expected: usize,
    },
    /// A grid to start from that no solution can have.
    #[error("the grid to start from has no solution: {0}")]
    Clash(Clash),
    /// A grid to start from that no solution can have, though no digits clash.
    #[error("the grid to start from has no solution")]
    NoSolution,
    /// Fewer clues than the grid to start from has.
    #[error("found {clues} clues; the grid to start from has {given} already")]
    Given {
        /// What was asked for.
        clues: usize,
        /// Clues of the grid to start from.
        given: usize,
    },
    /// Clues that come in groups, none of which add up to so many.
    #[error(
        "found {clues} clues; with the symmetry {symmetry} clues come in groups that{} make {}",
        if *.from { ", with the grid to start from," } else { "" },
        nearest(*.below, *.above)
    )]
    Groups {
        /// What was asked for.
        clues: usize,
        /// How they are to lie.
        symmetry: Symmetry,
        /// Whether some are given, with all that is symmetric to them.
        from: bool,
        /// The next smaller number that can be had.
        below: Option<usize>,
        /// The next larger one.
        above: Option<usize>,
    },
    /// A size that the unbiased sampler does not know.
    #[error("found {0}x{0}; the unbiased method makes 9x9 puzzles")]
    Unbiased(usize),
}

/// The numbers that can be had: `30 or 32, and nothing between`.
fn nearest(below: Option<usize>, above: Option<usize>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("{below} or {above}, and nothing between"),
        (Some(most), None) => format!("{most} at most"),
        (None, Some(least)) => format!("{least} at least"),
        (None, None) => "no number at all".to_owned(),
    }
}

impl Recipe {
    /// Top-down, one solution, as few clues as can be.
    pub fn new(order: Order) -> Self {
        Self {
            order,
            method: Method::TopDown,
            answer: Wanted::Unique,
            clues: None,
            minimal: false,
            level: None,
            symmetry: Symmetry::None,
            pattern: None,
            from: None,
        }
    }

    /// Whether it can be followed at all. That puzzles of the kind exist is not looked into.
    ///
    /// # Errors
    /// What cannot be had, or not together.
    pub fn check(&self) -> Result<(), RecipeError> {
        let (order, side) = (self.order, self.order.side());
        if side > 25 {
            return Err(RecipeError::Size(side));
        }
        let highest = Level::highest(order);
        if let Some(level) = self.level.filter(|&level| level > highest) {
            return Err(RecipeError::Level { level, highest, side });
        }
        if let Some(clues) = self.clues.filter(|&clues| clues > order.cells()) {
            return Err(RecipeError::Clues { clues, side });
        }
        let marked = self.pattern.as_ref().map(|cells| cells.iter().filter(|&&clue| clue).count());
        let least = match (self.answer, side) {
            (Wanted::Unique, 4) => 4,
            (Wanted::Unique, 9) => 17,
            _ => 0,
        };
        if let Some(found) = self.clues.or(marked).filter(|&found| found < least) {
            return Err(RecipeError::TooFew { found, least, side });
        }
        let expected = order.cells();
        let cells = |what, found| {
            let wrong = RecipeError::Cells { what, found, expected };
            if found == expected { Ok(()) } else { Err(wrong) }
        };
        if let Some(pattern) = &self.pattern {
            cells("a pattern", pattern.len())?;
        }
        if let Some(from) = &self.from {
            cells("a grid to start from", from.cells().len())?;
            if let Some(clash) = from.clash() {
                return Err(RecipeError::Clash(clash));
            }
            if let Some(clues) = self.clues.filter(|&clues| clues < from.filled()) {
                return Err(RecipeError::Given { clues, given: from.filled() });
            }
        }
        self.check_together()?;
        self.check_groups()
    }

    /// Whether groups of cells that hold clues together add up to the clues asked for.
    fn check_groups(&self) -> Result<(), RecipeError> {
        let Some(clues) = self.clues else { return Ok(()) };
        let given = |&cell: &usize| self.from.as_ref().is_some_and(|from| from.digit(cell) > 0);
        // What is symmetric to a clue to start from is a clue too.
        let (fixed, free): (Vec<_>, Vec<_>) =
            self.symmetry.orbits(self.order).into_iter().partition(|orbit| orbit.iter().any(given));
        let mut can_be_had = vec![false; self.order.cells() + 1];
        can_be_had[fixed.iter().map(Vec::len).sum::<usize>()] = true;
        for orbit in &free {
            for sum in (orbit.len()..can_be_had.len()).rev() {
                can_be_had[sum] |= can_be_had[sum - orbit.len()];
            }
        }
        if can_be_had[clues] {
            return Ok(());
        }
        Err(RecipeError::Groups {
            clues,
            symmetry: self.symmetry,
            from: !fixed.is_empty(),
            below: (0..clues).rev().find(|&sum| can_be_had[sum]),
            above: (clues..can_be_had.len()).find(|&sum| can_be_had[sum]),
        })
    }

    fn check_together(&self) -> Result<(), RecipeError> {
        let wishes = [
            (self.method != Method::TopDown, "another method than top-down"),
            (self.pattern.is_some(), "a pattern"),
            (self.symmetry != Symmetry::None, "a symmetry"),
            (self.clues.is_some(), "a number of clues"),
            (self.from.is_some(), "a grid to start from"),
            (self.level.is_some(), "a difficulty"),
            (self.minimal, "minimal puzzles"),
        ];
        let refuse = |what, names: &[&str], why| {
            let wish = wishes.iter().find(|(wished, name)| *wished && names.contains(name));
            wish.map_or(Ok(()), |&(_, name)| Err(RecipeError::Together(what, name, why)))
        };
        if self.answer != Wanted::Unique {
            let why =
                "puzzles that do not have one solution are made top-down, by a digit more or less";
            let names = [
                "another method than top-down",
                "a pattern",
                "a symmetry",
                "a difficulty",
                "minimal puzzles",
            ];
            refuse("another answer than unique", &names, why)?;
        }
        if self.pattern.is_some() {
            let names = [
                "another method than top-down",
                "a symmetry",
                "a number of clues",
                "a grid to start from",
            ];
            refuse("a pattern", &names, "it says where every clue is, and nothing else can")?;
        }
        match self.method {
            Method::Unbiased => {
                let names = ["a pattern", "a symmetry", "a grid to start from"];
                refuse("the unbiased method", &names, "its puzzles would not be unbiased")?;
                if self.order != Order::NINE {
                    return Err(RecipeError::Unbiased(self.order.side()));
                }
            }
            Method::Hard { .. } => {
                let names = ["a symmetry", "a number of clues", "a difficulty"];
                refuse("the method hard", &names, "it goes wherever puzzles get harder")?;
            }
            Method::TopDown | Method::BottomUp => {}
        }
        Ok(())
    }
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
