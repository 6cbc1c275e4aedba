//! What a recipe may ask about the techniques that a human player needs.

use super::{Failure, Method, Recipe, RecipeError, Wanted};
use crate::engine::human::{self, Difficulty, Technique};
use crate::grid::Puzzle;
use crate::rate::Level;

/// Upper bound on the tests of `human` for rating one puzzle of an attempt. 9x9 puzzles need far fewer; a few of 25x25 would
/// take longer than generating thousands of others.
const TESTS: u64 = 200_000;

impl Recipe {
    fn asks_for_rating(&self) -> bool {
        self.rating.is_some() || self.technique.is_some()
    }

    /// Checks that puzzles of the size and of the level can have the rating, and can need the technique.
    ///
    /// Levels 1 to 3 are the puzzles that singles solve, as are those with a rating up to that of a naked single; so are all 4x4 puzzles.
    pub(super) fn check_rating(&self) -> Result<(), RecipeError> {
        let singles = Technique::NakedSingle.difficulty();
        let low = self.rating.as_ref().map(|rating| *rating.start());
        let needed = low.max(self.technique.map(Technique::difficulty));
        let of_singles = match self.level.map(Level::number) {
            _ if self.order.n() == 2 => Some("4x4 puzzles"),
            Some(..4) => Some("puzzles of levels 1 to 3"),
            _ => None,
        };
        if let (Some(puzzles), Some(found)) = (of_singles, needed.filter(|&low| low > singles)) {
            return Err(RecipeError(format!(
                "found a rating or a technique of {found} for {puzzles}; expected at most 2.3, because singles solve each of them"
            )));
        }
        let Some(rating) = &self.rating else { return Ok(()) };
        let fits = |technique: &Technique| rating.contains(&technique.difficulty());
        if !Technique::ALL.iter().any(fits) {
            let (low, high) = (rating.start(), rating.end());
            return Err(RecipeError(format!(
                "found rating {low}..{high}; expected a range with the difficulty of a technique in it, from 1.0 to 8.2"
            )));
        }
        if of_singles.is_none() && self.level.is_some() && *rating.end() <= singles {
            return Err(RecipeError(format!(
                "found a rating up to {} for puzzles of levels 4 and 5; expected one up to 2.6 or more, because singles solve \
                 none of them",
                rating.end()
            )));
        }
        if let Some(technique) = self.technique.filter(|known| known.difficulty() > *rating.end()) {
            return Err(RecipeError(format!(
                "found the technique {technique} with a rating up to {}; expected a rating up to {} or more, the difficulty of \
                 the technique",
                rating.end(),
                technique.difficulty()
            )));
        }
        Ok(())
    }

    /// The hardest technique that a puzzle with one solution needs, if the recipe asks for a rating or a technique.
    ///
    /// # Errors
    /// If the puzzle has another rating, does not need the technique, or cannot be rated within [`TESTS`].
    pub(super) fn rate(&self, puzzle: &Puzzle) -> Result<Option<Technique>, Failure> {
        if !self.asks_for_rating() {
            return Ok(None);
        }
        let rating = rating(puzzle).ok_or(Failure::Rating(None))?;
        let hardest = rating.hardest();
        let fits = |technique: Technique| {
            self.rating.as_ref().is_none_or(|rating| rating.contains(&technique.difficulty()))
        };
        if !hardest.is_some_and(fits) {
            return Err(Failure::Rating(hardest.map(Technique::difficulty)));
        }
        match self.technique {
            Some(technique) if rating.steps(technique) == 0 => Err(Failure::Technique),
            _ => Ok(hardest),
        }
    }

    /// The highest rating that a puzzle may have while clues are taken away, if minimal puzzles hardly ever have as low a rating: above
    /// 9x9, and where full houses are to suffice.
    pub(super) fn rating_to_keep(&self) -> Option<Difficulty> {
        let most = *self.rating.as_ref()?.end();
        let is_rare = self.order.n() > 3 || most < Technique::HiddenSingleInRegion.difficulty();
        let is_dug = self.method == Method::TopDown && self.answer == Wanted::Unique;
        (is_rare && is_dug && !self.minimal).then_some(most)
    }
}

/// The rating of a puzzle with one solution; `None` if techniques do not solve it within [`TESTS`].
fn rating(puzzle: &Puzzle) -> Option<human::Rating> {
    let mut left = TESTS;
    let rating = human::rate_within(puzzle, &mut |tests| {
        let goes_on = tests <= left;
        left = left.saturating_sub(tests);
        goes_on
    });
    rating.filter(human::Rating::is_solved)
}

/// Whether a puzzle with one solution has at most this rating.
pub(super) fn is_rated_at_most(puzzle: &Puzzle, most: Difficulty) -> bool {
    let hardest = rating(puzzle).map(|rating| rating.hardest().map(Technique::difficulty));
    hardest.is_some_and(|hardest| hardest <= Some(most))
}
