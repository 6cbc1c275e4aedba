//! Generates puzzles. The same seed gives the same puzzles on every machine.
//!
//! | module | contents |
//! |---|---|
//! | [`recipe`] | [`Recipe`]: which puzzles to generate, and by which method |
//! | `dig` | *top-down*: removes clues from a full grid while one solution is left |
//! | `grow` | *bottom-up*: adds digits until one solution is left |
//! | `hard` | *hard*: walks from a puzzle to neighbours that are not easier |
//! | [`unbiased`] | *unbiased*: minimal puzzles, equally likely among those with the same number of clues |
//! | `fill` | digits for a pattern of cells |
//! | `player` | the rating and the techniques that a human player needs |
//! | `levels` | digging for a difficulty level |
//! | [`symmetry`] | groups of cells that hold clues together |
//! | `swaps` | small unavoidable sets of a full grid |
//! | `fault` | puzzles with several solutions or with none |
//! | `kernel`, `candidates` | the search that all methods use |
//!
//! A [`Generator`] follows a recipe, attempt by attempt. An attempt may fail, for instance because a
//! full grid cannot be dug down to the number of clues asked for; the next attempt continues with the
//! same random stream. The engine `masks` confirms that a puzzle has one solution before the
//! generator returns it.

mod candidates;
mod dig;
mod fault;
mod fill;
mod full;
mod grow;
mod hard;
mod kernel;
mod levels;
mod player;
pub mod recipe;
mod swaps;
pub mod symmetry;
pub mod unbiased;
mod uniform;

use quadrille_cover::CancelToken;
use quadrille_cover::random::{Stream, shuffle};
use thiserror::Error;

use crate::engine::human::{Difficulty, Technique};
use crate::engine::lanes::Instructions;
use crate::grid::{Grid, Order, Puzzle};
use crate::rate::{self, Rated};
use dig::{Dug, Keep};
use kernel::{Answer, Kernel, Question};
pub use recipe::{Aim, Method, Recipe, RecipeError, Wanted};
pub use symmetry::Symmetry;

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle that was generated.
    pub puzzle: Puzzle,
    /// The difficulty, if the puzzle has one solution.
    pub rated: Option<Rated>,
    /// The hardest technique that a human player needs, if the recipe asks for a rating or a technique.
    pub hardest: Option<Technique>,
    /// The weight of the puzzle in an unbiased sample; `None` for the other methods.
    pub weight: Option<f64>,
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum Failure {
    /// No full grid was found that contains the clues to start from.
    #[error("no solution")]
    NoSolution,
    /// No digits were found for the pattern that leave exactly one solution.
    #[error("not unique")]
    NotUnique,
    /// The puzzle has another number of clues than was asked for.
    #[error("other clues")]
    Clues,
    /// Some clue is not needed, or could not be shown to be needed.
    #[error("not minimal")]
    NotMinimal,
    /// No trial of a block found a minimal puzzle with the number of clues asked for, if any was.
    #[error("no minimal puzzle")]
    NoMinimal,
    /// The puzzle has another difficulty than was asked for.
    #[error("other difficulty")]
    Level,
    /// The puzzle has this rating, which was not asked for; `None` if techniques do not solve it.
    #[error("other rating")]
    Rating(Option<Difficulty>),
    /// A human player does not need the technique that was asked for.
    #[error("technique not needed")]
    Technique,
    /// `masks` could not confirm within its limit of tests that the puzzle has one solution.
    #[error("not confirmed")]
    Unproven,
}

/// Upper bound on the search nodes for proving that a clue of a grid above 9x9 can be removed. A clue
/// without such a proof stays, so large puzzles have a few more clues than they need.
const PROOF: u64 = 20;
/// As [`PROOF`], for recipes that ask for minimal puzzles and for grids up to 9x9, whose proofs never take
/// this many nodes.
const WHOLE_PROOF: u64 = 200_000;
/// Upper bound on the tests of `masks` for confirming a puzzle, per cell of its grid.
const CONFIRM: u64 = 400;

/// A random full grid, up to 25x25. Every full grid is possible, but not all are equally likely.
pub fn full_grid(order: Order, stream: &mut Stream) -> Grid {
    let empty = vec![0; order.cells()];
    let solution = full::solution(Kernel::new(order), &empty, stream);
    Grid::from_cells(solution.expect("some beginning leads to a full grid")).expect("digits")
}

/// Generates puzzles by a recipe.
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    kernel: Kernel,
    orbits: Vec<Vec<usize>>,
    nodes: u64,
    stop: CancelToken,
}

impl Generator {
    /// A generator for this recipe.
    ///
    /// # Errors
    /// If no puzzle can satisfy the recipe.
    pub fn new(recipe: Recipe) -> Result<Self, RecipeError> {
        recipe.check()?;
        let order = recipe.order;
        let free = |cell: &usize| recipe.from.as_ref().is_none_or(|from| from.digit(*cell) == 0);
        let mut orbits = recipe.symmetry.orbits(order);
        // A clue to start from stays, and the cells symmetric to it keep their clues with it.
        orbits.retain(|orbit| orbit.iter().all(free));
        let whole = recipe.minimal || order.n() <= 3;
        let nodes = if whole { WHOLE_PROOF } else { PROOF };
        let stop = CancelToken::new();
        let generator = Self { kernel: Kernel::new(order), orbits, nodes, recipe, stop };
        let from = generator.start();
        let question = Question { givens: &from, not: None, besides: None, nodes: WHOLE_PROOF };
        let lowest = |_, bits: u32| bits & bits.wrapping_neg();
        match generator.kernel.search(question, lowest) {
            Answer::None => Err(RecipeError("the grid to start from has no solution".to_owned())),
            Answer::Solution(_) | Answer::Unknown => Ok(generator),
        }
    }

    /// The same generator, but its searches use no better instructions than these. It makes the same puzzles.
    #[must_use]
    pub fn at_most(self, instructions: Instructions) -> Self {
        Self { kernel: self.kernel.at_most(instructions), ..self }
    }

    /// The same generator, but a walk of the method *hard* ends soon after the token is cancelled. What an attempt made that was
    /// under way then is not what the seed stands for.
    #[must_use]
    pub fn stopped_by(self, stop: &CancelToken) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// The recipe that the generator follows.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Makes one attempt, with random numbers from `stream`.
    ///
    /// # Errors
    /// Why the attempt failed. The next attempt with the same stream may succeed.
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

    /// Draws clues by the method of the recipe; `finish` checks whether they are as asked for.
    fn draw(&self, stream: &mut Stream) -> Result<Dug, Failure> {
        if let Some(pattern) = &self.recipe.pattern {
            return fill::fill(pattern, self.kernel, stream).ok_or(Failure::NotUnique);
        }
        match self.recipe.method {
            Method::TopDown => self.top_down(stream),
            Method::BottomUp => self.bottom_up(stream),
            Method::Hard { aim, steps } => {
                let start = self.top_down(stream)?;
                Ok(self.climb(start, aim, steps, stream))
            }
            Method::Unbiased => unreachable!("made in blocks, not one by one"),
        }
    }

    /// Checks a puzzle with one solution against the recipe, and has `masks` confirm it.
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
        let puzzle = dug.puzzle();
        let hardest = recipe.rate(&puzzle)?;
        Ok(Made { puzzle, rated: Some(rated), hardest, weight: None })
    }

    /// Checks a puzzle with several solutions, or with none, against the recipe.
    fn faulty(&self, dug: &Dug) -> Result<Made, Failure> {
        if self.recipe.clues.is_some_and(|clues| clues != dug.clues()) {
            return Err(Failure::Clues);
        }
        Ok(Made { puzzle: dug.puzzle(), rated: None, hardest: None, weight: None })
    }

    /// The clues that every puzzle of the recipe has.
    fn start(&self) -> Vec<u8> {
        let from = self.recipe.from.as_ref().map(|from| from.cells().to_vec());
        from.unwrap_or_else(|| vec![0; self.recipe.order.cells()])
    }

    fn top_down(&self, stream: &mut Stream) -> Result<Dug, Failure> {
        let solution = full::solution(self.kernel, &self.start(), stream);
        let mut dug = Dug::full(solution.ok_or(Failure::NoSolution)?);
        let wrong = self.recipe.answer == Wanted::None;
        // Afterwards a clue is removed to leave several solutions, or a wrong one added to leave none.
        let clues = match (self.recipe.clues, self.recipe.answer) {
            (Some(clues), Wanted::Multiple) => clues + 1,
            (Some(clues), _) => clues - usize::from(wrong && clues > 0),
            (None, _) => 0,
        };
        match self.recipe.level {
            // A minimal puzzle is dug until no clue can be removed, whatever its level, and `finish`
            // rejects other levels.
            Some(level) if !self.recipe.minimal => self.dig_to(level, &mut dug, clues, stream),
            _ => {
                let rating = self.recipe.rating_to_keep();
                let keep =
                    rating.map_or(Keep::Unique(self.nodes), |most| Keep::Rated(self.nodes, most));
                self.dig(&mut dug, clues, keep, stream);
            }
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

/// Confirms by `masks` that the clues have one solution, and rates them; `None` if they do not, or if
/// that takes more than the tests allowed.
fn confirm(dug: &Dug) -> Option<Rated> {
    rate::confirm(&dug.puzzle(), CONFIRM * dug.givens.len() as u64)
}

#[cfg(test)]
mod tests;
