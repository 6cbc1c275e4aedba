//! How difficult generated puzzles are.

use std::ops::RangeInclusive;

use super::Difficulty;

/// A difficulty of generated puzzles: a range of ratings, each the difficulty of the hardest technique that a human
/// player needs. The ranges end where the techniques of `docs/TECHNIQUES.md` change in kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Challenge {
    /// Any difficulty.
    Any,
    /// Full houses and hidden singles.
    Easy,
    /// Naked singles and locked candidates.
    Medium,
    /// Pairs, triples, X-wings, swordfish and XY-wings.
    Hard,
    /// Larger subsets, fish and wings, with or without fins.
    VeryHard,
    /// Colouring and chains.
    Extreme,
}

impl Challenge {
    /// All difficulties, the easiest first.
    pub const ALL: [Self; 6] =
        [Self::Any, Self::Easy, Self::Medium, Self::Hard, Self::VeryHard, Self::Extreme];

    /// The ratings of the puzzles; `None` for any.
    pub fn rating(self) -> Option<RangeInclusive<Difficulty>> {
        let (low, high) = match self {
            Self::Any => return None,
            Self::Easy => (10, 15),
            Self::Medium => (23, 28),
            Self::Hard => (30, 42),
            Self::VeryHard => (44, 62),
            Self::Extreme => (64, 82),
        };
        Some(Difficulty { tenths: low }..=Difficulty { tenths: high })
    }

    /// The difficulty that follows this one; the first follows the last.
    #[must_use]
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|&other| other == self).unwrap_or(0);
        Self::ALL[(place + 1) % Self::ALL.len()]
    }

    /// Its name, such as `very hard`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::VeryHard => "very hard",
            Self::Extreme => "extreme",
        }
    }

    /// The difficulty in words, such as `hard, rating 3.0 to 4.2`.
    pub fn about(self) -> String {
        let name = self.name();
        let about = |rating: RangeInclusive<Difficulty>| {
            format!("{name}, rating {} to {}", rating.start(), rating.end())
        };
        self.rating().map_or_else(|| format!("of {name} difficulty"), about)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Technique;
    use super::*;

    #[test]
    fn every_technique_belongs_to_one_difficulty() {
        for technique in Technique::ALL {
            let among = |challenge: &Challenge| {
                challenge.rating().is_some_and(|rating| rating.contains(&technique.difficulty()))
            };
            assert_eq!(Challenge::ALL.iter().filter(|c| among(c)).count(), 1, "{technique}");
        }
        assert_eq!(Challenge::Hard.about(), "hard, rating 3.0 to 4.2");
        assert_eq!(Challenge::Extreme.next(), Challenge::Any);
    }
}
