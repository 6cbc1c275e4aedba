//! What a recipe may ask about the techniques that a human player needs.

use super::recipe::Fault;
use super::{Failure, Recipe};
use crate::engine::human::{self, Technique};
use crate::grid::Puzzle;

/// Upper bound on the tests of `human` for rating one puzzle of an attempt. 9x9 puzzles need far fewer; a few of 25x25 would
/// take longer than generating thousands of others.
const TESTS: u64 = 200_000;

impl Recipe {
    fn asks_for_rating(&self) -> bool {
        self.rating.is_some() || self.technique.is_some()
    }

    /// Checks that puzzles of the rating can need the technique.
    pub(super) fn check_rating(&self) -> Result<(), Fault> {
        let Some(rating) = &self.rating else { return Ok(()) };
        let fits = |technique: &Technique| rating.contains(&technique.difficulty());
        if !Technique::ALL.iter().any(fits) {
            let (low, high) = (*rating.start(), *rating.end());
            return Err(Fault::Rating { low, high });
        }
        match self.technique.filter(|technique| technique.difficulty() > *rating.end()) {
            Some(technique) => Err(Fault::Technique { technique, most: *rating.end() }),
            None => Ok(()),
        }
    }

    /// The hardest technique that a puzzle with one solution needs, if the recipe asks for a rating or a technique.
    ///
    /// # Errors
    /// If the puzzle has another rating, does not need the technique, or cannot be rated within [`TESTS`].
    pub(super) fn rate(&self, puzzle: &Puzzle) -> Result<Option<Technique>, Failure> {
        if !self.asks_for_rating() {
            return Ok(None);
        }
        let mut left = TESTS;
        let rating = human::rate_within(puzzle, &mut |tests| {
            let goes_on = tests <= left;
            left = left.saturating_sub(tests);
            goes_on
        });
        let rating = rating.filter(human::Rating::is_solved).ok_or(Failure::Rating)?;
        let hardest = rating.hardest();
        let fits = |technique: Technique| {
            self.rating.as_ref().is_none_or(|rating| rating.contains(&technique.difficulty()))
        };
        if !hardest.is_some_and(fits) {
            return Err(Failure::Rating);
        }
        match self.technique {
            Some(technique) if rating.steps(technique) == 0 => Err(Failure::Technique),
            _ => Ok(hardest),
        }
    }
}
