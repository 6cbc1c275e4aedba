//! Making puzzles, the same ones for one seed on every machine.
//!
//! | module | what it holds |
//! |---|---|
//! | [`recipe`] | [`Recipe`]: what to make, and how |
//! | `dig` | *top-down*: clues taken away from a full grid while it stays a puzzle |
//! | `grow` | *bottom-up*: digits added until one solution is left |
//! | `hard` | *hard*: from a puzzle to its neighbours, as long as they are no easier |
//! | [`unbiased`] | *unbiased*: minimal puzzles, each with the same chance given its clues |
//! | `fill` | digits for a pattern of cells |
//! | `levels` | digging for a difficulty |
//! | [`symmetry`] | cells that hold clues together |
//! | `fault` | puzzles with several solutions, or none |
//! | `kernel`, `board` | the search that all of them lean on |
//!
//! A [`Maker`] follows a recipe. An attempt may fail, for instance because a grid cannot be dug
//! down to as few clues as are wanted; the next one draws on. Before a puzzle is handed out,
//! `masks` confirms that it has one solution.

mod board;
mod dig;
mod fault;
mod fill;
mod full;
mod grow;
mod hard;
mod kernel;
mod levels;
pub mod recipe;
pub mod symmetry;
pub mod unbiased;
mod uniform;

use std::fmt;

use quadrille_cover::random::{Stream, shuffle};

use crate::grid::{Grid, Order, Puzzle};
use crate::rate::{self, Rated};
use dig::{Dug, Keep};
use kernel::{Answer, Kernel, Question};
pub use recipe::{Aim, Method, Recipe, RecipeError, Wanted};
pub use symmetry::Symmetry;

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How hard it is, if it has one solution.
    pub rated: Option<Rated>,
    /// How many puzzles it stands for, among those of the unbiased method.
    pub weight: Option<f64>,
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failure {
    /// No full grid was found that has the clues to start from.
    NoSolution,
    /// It has more than one solution, and no digits were found that leave one.
    NotUnique,
    /// It has not as many clues as were asked for.
    Clues,
    /// Some clue is not needed, or could not be shown to be.
    NotMinimal,
    /// No trial of a block met a minimal puzzle (with as many clues as were asked for).
    NoMinimal,
    /// It has another difficulty.
    Level,
    /// `masks` cannot confirm it within its tests.
    Unproven,
}

impl Failure {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSolution => "no solution",
            Self::NotUnique => "not unique",
            Self::Clues => "other clues",
            Self::NotMinimal => "not minimal",
            Self::NoMinimal => "no minimal puzzle",
            Self::Level => "other difficulty",
            Self::Unproven => "not confirmed",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Nodes within which a large grid must prove that it can spare a clue; those who cannot keep it,
/// so large puzzles have a few more clues than they need.
const PROOF: u64 = 20;
/// The same where every clue is to be shown to be needed, and up to 9x9, which never takes it.
const WHOLE_PROOF: u64 = 200_000;
/// Tests for each cell within which `masks` must confirm a puzzle.
const CONFIRM: u64 = 400;
/// A random full grid, up to 25x25. Every grid can come out, not all equally often.
pub fn full_grid(order: Order, stream: &mut Stream) -> Grid {
    let empty = vec![0; order.cells()];
    let solution = full::solution(Kernel::new(order), &empty, stream);
    Grid::from_cells(solution.expect("some beginning leads to a full grid")).expect("digits")
}

/// Makes puzzles by a recipe.
#[derive(Clone, Debug)]
pub struct Maker {
    recipe: Recipe,
    kernel: Kernel,
    orbits: Vec<Vec<usize>>,
    nodes: u64,
}

impl Maker {
    /// For this recipe.
    ///
    /// # Errors
    /// A recipe that cannot be followed.
    pub fn new(recipe: Recipe) -> Result<Self, RecipeError> {
        recipe.check()?;
        let order = recipe.order;
        let free = |cell: &usize| recipe.from.as_ref().is_none_or(|from| from.digit(*cell) == 0);
        let mut orbits = recipe.symmetry.orbits(order);
        // A clue to start from stays, and what is symmetric to it stays with it.
        orbits.retain(|orbit| orbit.iter().all(free));
        let whole = recipe.minimal || order.n() <= 3;
        let nodes = if whole { WHOLE_PROOF } else { PROOF };
        let maker = Self { kernel: Kernel::new(order), orbits, nodes, recipe };
        let from = maker.start();
        let question = Question { givens: &from, not: None, besides: None, nodes: WHOLE_PROOF };
        let lowest = |_, bits: u32| bits & bits.wrapping_neg();
        match maker.kernel.search(question, lowest) {
            Answer::None => Err(RecipeError::NoSolution),
            Answer::Solution(_) | Answer::Unknown => Ok(maker),
        }
    }

    /// What it follows.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// One attempt.
    ///
    /// # Errors
    /// What went wrong: drawn on from the same stream, the next attempt may go well.
    pub fn attempt(&self, stream: &mut Stream) -> Result<Made, Failure> {
        match self.recipe.answer {
            Wanted::Unique if self.recipe.method == Method::Unbiased => {
                let block = unbiased::block(self.kernel, self.recipe.clues, stream);
                let (dug, weight) = block.ok_or(Failure::NoMinimal)?;
                Ok(Made { weight: Some(weight), ..self.finish(&dug)? })
            }
            Wanted::Unique => self.finish(&self.draw(stream)?),
            Wanted::Multiple => {
                let dug = self.top_down(stream)?;
                let made = fault::without_one(&dug, &self.orbits, self.kernel, self.nodes, stream);
                self.faulty(&made.ok_or(Failure::Unproven)?)
            }
            Wanted::None => {
                let dug = self.top_down(stream)?;
                self.faulty(&fault::with_one_wrong(&dug, stream).ok_or(Failure::NoSolution)?)
            }
        }
    }

    /// Clues that may be what is wanted.
    fn draw(&self, stream: &mut Stream) -> Result<Dug, Failure> {
        if let Some(pattern) = &self.recipe.pattern {
            return fill::fill(pattern, self.kernel, stream).ok_or(Failure::NotUnique);
        }
        match self.recipe.method {
            Method::TopDown => self.top_down(stream),
            Method::BottomUp => self.bottom_up(stream),
            Method::Hard { aim, steps } => {
                let start = self.top_down(stream)?;
                Ok(hard::climb(start, aim, steps, self, stream))
            }
            Method::Unbiased => unreachable!("made in blocks, not one by one"),
        }
    }

    /// Holds a puzzle against the recipe, and has it confirmed.
    fn finish(&self, dug: &Dug) -> Result<Made, Failure> {
        let recipe = &self.recipe;
        if recipe.clues.is_some_and(|clues| clues != dug.clues()) {
            return Err(Failure::Clues);
        }
        let rated = confirm(dug).ok_or(Failure::Unproven)?;
        if recipe.level.is_some_and(|level| level != rated.level) {
            return Err(Failure::Level);
        }
        if recipe.minimal && dug.clone().spare_clue(self.kernel, WHOLE_PROOF) != Ok(None) {
            return Err(Failure::NotMinimal);
        }
        Ok(Made { puzzle: dug.puzzle(), rated: Some(rated), weight: None })
    }

    /// A puzzle that is not to have one solution.
    fn faulty(&self, dug: &Dug) -> Result<Made, Failure> {
        if self.recipe.clues.is_some_and(|clues| clues != dug.clues()) {
            return Err(Failure::Clues);
        }
        Ok(Made { puzzle: dug.puzzle(), rated: None, weight: None })
    }

    /// The clues that every puzzle has.
    fn start(&self) -> Vec<u8> {
        let from = self.recipe.from.as_ref().map(|from| from.cells().to_vec());
        from.unwrap_or_else(|| vec![0; self.recipe.order.cells()])
    }

    fn top_down(&self, stream: &mut Stream) -> Result<Dug, Failure> {
        let solution = full::solution(self.kernel, &self.start(), stream);
        let mut dug = Dug::full(solution.ok_or(Failure::NoSolution)?);
        let wrong = self.recipe.answer == Wanted::None;
        // A digit more or less is yet to come.
        let clues = match (self.recipe.clues, self.recipe.answer) {
            (Some(clues), Wanted::Multiple) => clues + 1,
            (Some(clues), _) => clues - usize::from(wrong && clues > 0),
            (None, _) => 0,
        };
        match self.recipe.level {
            // Minimal puzzles are dug down all the way, and then seen for what they are.
            Some(level) if !self.recipe.minimal => self.dig_to(level, &mut dug, clues, stream),
            _ => self.dig(&mut dug, clues, Keep::Unique(self.nodes), stream),
        }
        Ok(dug)
    }

    fn dig(&self, dug: &mut Dug, clues: usize, keep: Keep, stream: &mut Stream) {
        let mut groups = self.orbits.clone();
        shuffle(&mut groups, stream);
        dug.dig(self.kernel, &groups, clues, keep);
    }

    fn bottom_up(&self, stream: &mut Stream) -> Result<Dug, Failure> {
        let mut givens = self.start();
        if self.recipe.from.is_none() {
            grow::scatter(&mut givens, self.recipe.order.side(), stream);
        }
        let solution = full::solution(self.kernel, &givens, stream).ok_or(Failure::NoSolution)?;
        let mut dug = Dug::new(givens, solution);
        let orbits = self.recipe.symmetry.orbits(self.recipe.order);
        grow::complete_orbits(&mut dug, &orbits);
        grow::grow(&mut dug, self.kernel, &orbits, stream);
        if self.recipe.minimal {
            self.dig(&mut dug, self.recipe.clues.unwrap_or(0), Keep::Unique(self.nodes), stream);
        }
        if let Some(clues) = self.recipe.clues {
            grow::add(&mut dug, clues, &orbits, stream);
        }
        Ok(dug)
    }
}

/// Has `masks` confirm that there is one solution, and say how hard that is.
fn confirm(dug: &Dug) -> Option<Rated> {
    rate::confirm(&dug.puzzle(), CONFIRM * dug.givens.len() as u64)
}

#[cfg(test)]
mod tests;
