//! Recipes, which say which puzzles to generate, by which method; and checks whether these can exist.
use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use super::symmetry::Symmetry;
use crate::engine::human::{Difficulty, Technique};
use crate::grid::{Clash, Grid, Order};
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

/// Why no puzzle can satisfy a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct RecipeError(#[from] Fault);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Fault {
    #[error(
        "found size {0}x{0}; expected 4x4, 9x9, 16x16 or 25x25, the sizes of generated puzzles"
    )]
    Size(usize),
    #[error(
        "found difficulty {level}; expected at most {highest}, because no {side}x{side} puzzle is harder"
    )]
    Level { level: Level, highest: Level, side: usize },
    #[error("found {clues} clues; expected at most {}, the cells of a {side}x{side} grid", side * side)]
    Clues { clues: usize, side: usize },
    /// Fewer clues than any puzzle with one solution has: 4 for 4x4 (all puzzles can be listed), 17 for 9x9 (G. `McGuire`,
    /// B. Tugemann and G. Civario, 2012), and one less than there are digits for larger grids, because two digits that no clue has can be exchanged.
    #[error(
        "found {found} clues; expected at least {least}, because no {side}x{side} puzzle with one solution has fewer"
    )]
    TooFew { found: usize, least: usize, side: usize },
    #[error(
        "found {clues} clues for minimal puzzles; expected at most {most}, because the last clue of a full row is not needed"
    )]
    NotMinimal { clues: usize, most: usize },
    /// Two lines of a band or a stack without a clue, which can be exchanged in every solution.
    #[error(
        "found a pattern without a clue in {lines} {} and {}; expected a clue in one of them, because a solution stays one when they are exchanged",
        .both[0], .both[1]
    )]
    EmptyLines { lines: &'static str, both: [usize; 2] },
    /// Two requirements that exclude each other, and the reason.
    #[error("found {0} together with {1}, which exclude each other: {2}")]
    Together(&'static str, &'static str, &'static str),
    #[error("found {what} of {found} cells; expected {expected}")]
    Cells {
        /// `a pattern` or `a grid to start from`.
        what: &'static str,
        found: usize,
        expected: usize,
    },
    #[error("the grid to start from has no solution: {0}")]
    Clash(Clash),
    /// A grid to start from that has no solution, though no digits clash.
    #[error("the grid to start from has no solution")]
    NoSolution,
    #[error("found {clues} clues; expected at least {given}, the clues of the grid to start from")]
    Given { clues: usize, given: usize },
    #[error(
        "found {clues} clues; the groups of cells of the symmetry {symmetry}{} make {}",
        if *.from { ", with the grid to start from," } else { "" },
        nearest(*.below, *.above)
    )]
    Groups {
        clues: usize,
        symmetry: Symmetry,
        /// Whether there is a grid to start from, whose clues and all cells symmetric to them count.
        from: bool,
        below: Option<usize>,
        above: Option<usize>,
    },
    #[error(
        "found rating {low}..{high}; expected a range with the difficulty of a technique in it, from 1.0 to 8.2"
    )]
    Rating { low: Difficulty, high: Difficulty },
    #[error("found the technique {technique} with a rating up to {most}; expected a rating up to {} or more, the \
             difficulty of the technique", technique.difficulty())]
    Technique { technique: Technique, most: Difficulty },
    #[error(
        "found a rating or a technique of {found} for {puzzles}; expected at most 2.3, because singles solve each of them"
    )]
    OnlySingles { puzzles: &'static str, found: Difficulty },
    #[error(
        "found a rating up to {found} for puzzles of levels 4 and 5; expected one up to 2.6 or more, because singles solve none of them"
    )]
    BeyondSingles { found: Difficulty },
    #[error("found size {0}x{0}; expected 9x9, the size of puzzles of the unbiased method")]
    Unbiased(usize),
}

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
            return Err(Fault::Size(side).into());
        }
        let highest = Level::highest(order);
        if let Some(level) = self.level.filter(|&level| level > highest) {
            return Err(Fault::Level { level, highest, side }.into());
        }
        if let Some(clues) = self.clues.filter(|&clues| clues > order.cells()) {
            return Err(Fault::Clues { clues, side }.into());
        }
        let marked = self.pattern.as_ref().map(|cells| cells.iter().filter(|&&clue| clue).count());
        let least = match (self.answer, side) {
            (Wanted::Unique, 4) => 4,
            (Wanted::Unique, 9) => 17,
            (Wanted::Unique, _) => side - 1,
            _ => 0,
        };
        if let Some(found) = self.clues.or(marked).filter(|&found| found < least) {
            return Err(Fault::TooFew { found, least, side }.into());
        }
        let most = side * (side - 1);
        let is_minimal = self.minimal || self.method == Method::Unbiased;
        if let Some(clues) = self.clues.or(marked).filter(|&found| is_minimal && found > most) {
            return Err(Fault::NotMinimal { clues, most }.into());
        }
        let expected = order.cells();
        let cells = |what, found| {
            let wrong = Fault::Cells { what, found, expected };
            if found == expected { Ok(()) } else { Err(wrong) }
        };
        if let Some(pattern) = &self.pattern {
            cells("a pattern", pattern.len())?;
            check_lines(pattern, order)?;
        }
        if let Some(from) = &self.from {
            cells("a grid to start from", from.cells().len())?;
            if let Some(clash) = from.clash() {
                return Err(Fault::Clash(clash).into());
            }
            if let Some(clues) = self.clues.filter(|&clues| clues < from.filled()) {
                return Err(Fault::Given { clues, given: from.filled() }.into());
            }
        }
        self.check_rating()?;
        self.check_together()?;
        Ok(self.check_groups()?)
    }

    /// Checks that the groups of cells that hold clues together can add up to the clues asked for.
    fn check_groups(&self) -> Result<(), Fault> {
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
        Err(Fault::Groups {
            clues,
            symmetry: self.symmetry,
            from: !fixed.is_empty(),
            below: (0..clues).rev().find(|&sum| possible[sum]),
            above: (clues..possible.len()).find(|&sum| possible[sum]),
        })
    }

    /// Checks that no two requirements exclude each other.
    fn check_together(&self) -> Result<(), Fault> {
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
        let refuse = |what, names: &[&str], why| {
            let found = requirements.iter().find(|(asked, name)| *asked && names.contains(name));
            found.map_or(Ok(()), |&(_, name)| Err(Fault::Together(what, name, why)))
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
            refuse("another answer than unique", &names, why)?;
        }
        if self.pattern.is_some() {
            let names = [
                "another method than top-down",
                "a symmetry",
                "a number of clues",
                "a grid to start from",
            ];
            refuse("a pattern", &names, "the pattern alone says which cells hold clues")?;
        }
        match self.method {
            Method::Unbiased => {
                let names = ["a pattern", "a symmetry", "a grid to start from"];
                refuse("the unbiased method", &names, "the sample would be biased")?;
                if self.order != Order::NINE {
                    return Err(Fault::Unbiased(self.order.side()));
                }
            }
            Method::Hard { .. } => {
                let names = ["a symmetry", "a number of clues", "a difficulty"];
                refuse("the method hard", &names, "each step of the walk may change it")?;
            }
            Method::TopDown | Method::BottomUp => {}
        }
        Ok(())
    }
}

/// Checks that no two lines of a band or a stack are without a clue.
fn check_lines(pattern: &[bool], order: Order) -> Result<(), Fault> {
    let (n, side) = (order.n(), order.side());
    for (lines, cell) in [
        ("rows", (|side, line, place| line * side + place) as fn(usize, usize, usize) -> usize),
        ("columns", |side, line, place| place * side + line),
    ] {
        let is_empty = |line: &usize| !(0..side).any(|place| pattern[cell(side, *line, place)]);
        for first in (0..side).step_by(n) {
            let mut empty = (first..first + n).filter(is_empty);
            if let (Some(a), Some(b)) = (empty.next(), empty.next()) {
                return Err(Fault::EmptyLines { lines, both: [a + 1, b + 1] });
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
