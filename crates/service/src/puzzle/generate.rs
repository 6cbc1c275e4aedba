//! Puzzles by a recipe, each with random numbers of its own.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use quadrille_cover::CancelToken;
use quadrille_cover::random::Stream;
use quadrille_sudoku::engine::human::{Challenge, Difficulty, Technique};
use quadrille_sudoku::generate::{Aim, Failure, Generator, Made, Method, Symmetry};
use quadrille_sudoku::{Level, Order};

/// The methods by their names, and what they do.
pub const METHODS: &[(&str, Method, &str)] = &[
    ("top-down", Method::TopDown, "Remove clues from a full grid"),
    ("bottom-up", Method::BottomUp, "Add digits until one solution is left"),
    ("unbiased", Method::Unbiased, "Minimal puzzles, equally likely for the same number of clues"),
    (
        "hard",
        Method::Hard { aim: Aim::Forks, steps: 200 },
        "Change a puzzle step by step, and never make it easier",
    ),
];

/// The symmetries of the cells with clues, by their names.
pub const SYMMETRIES: &[(&str, Symmetry, &str)] = &[
    ("none", Symmetry::None, "No symmetry required"),
    ("rotational", Symmetry::Rotational, "The same after half a turn"),
    ("diagonal", Symmetry::Diagonal, "The same when reflected in the main diagonal"),
    ("mirror", Symmetry::Mirror, "The same when left and right are exchanged"),
    ("full", Symmetry::Full, "The same under every turn and reflection"),
];

/// The name of a technique where it is asked for: without blanks and capital letters.
pub fn technique_name(technique: Technique) -> String {
    technique.name().to_lowercase().replace(' ', "-")
}

/// The technique of a name.
///
/// # Errors
/// The names expected, if there is none.
pub fn technique(name: &str) -> Result<Technique, String> {
    let wanted = name.to_lowercase().replace(' ', "-");
    let found = Technique::ALL.into_iter().find(|&known| technique_name(known) == wanted);
    found
        .ok_or_else(|| format!("expected one of {}", Technique::ALL.map(technique_name).join(", ")))
}

/// How difficult puzzles are to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hardness {
    /// For a search.
    Level(Level),
    /// For a human player: the rating.
    Rating(RangeInclusive<Difficulty>),
}

/// The level of a number from 1 to 5, or the ratings of a name such as `easy`.
///
/// # Errors
/// The numbers and names expected.
///
/// ```
/// use quadrille_service::puzzle::generate::{Hardness, hardness};
///
/// let Hardness::Rating(rating) = hardness("very-hard")? else { panic!("a level") };
/// assert_eq!((rating.start().to_string(), rating.end().to_string()), ("4.4".into(), "6.2".into()));
/// assert!(matches!(hardness("4")?, Hardness::Level(_)));
/// assert!(hardness("6").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn hardness(text: &str) -> Result<Hardness, String> {
    let hyphened = |challenge: Challenge| challenge.name().replace(' ', "-");
    if let Some(level) = text.parse().ok().and_then(Level::new) {
        return Ok(Hardness::Level(level));
    }
    let named = Challenge::ALL.into_iter().find(|&challenge| hyphened(challenge) == text);
    named.and_then(Challenge::rating).map(Hardness::Rating).ok_or_else(|| {
        let rated = Challenge::ALL.into_iter().filter(|challenge| challenge.rating().is_some());
        let names: Vec<String> = rated.map(hyphened).collect();
        format!("expected a level from 1 to 5, or one of {}", names.join(", "))
    })
}

/// The level and the ratings of a recipe that is asked for a difficulty, and maybe for a range of ratings beside it.
///
/// # Errors
/// Both are ratings: what was found and what is expected.
pub fn level_and_rating(
    difficulty: Option<Hardness>,
    rating: Option<RangeInclusive<Difficulty>>,
) -> Result<(Option<Level>, Option<RangeInclusive<Difficulty>>), &'static str> {
    match (difficulty, rating) {
        (Some(Hardness::Rating(_)), Some(_)) => {
            Err("found a range of ratings and a difficulty that is one; expected one of the two")
        }
        (Some(Hardness::Rating(named)), None) => Ok((None, Some(named))),
        (Some(Hardness::Level(level)), rating) => Ok((Some(level), rating)),
        (None, rating) => Ok((None, rating)),
    }
}

/// How many attempts at a puzzle are made unless the caller says a number: as many as take some seconds if all fail.
pub fn usual_attempts(order: Order) -> u64 {
    match order.n() {
        ..=3 => 10_000,
        4 => 100,
        _ => 30,
    }
}

/// How often attempts failed, by the reason. Displayed as `86 other rating, 5 technique not needed`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures(BTreeMap<Failure, u64>);

impl Failures {
    /// Counts a failed attempt.
    pub fn add(&mut self, failure: Failure) {
        *self.0.entry(failure).or_default() += 1;
    }

    /// Counts the failed attempts of others, too.
    pub fn merge(&mut self, others: &Self) {
        for (&failure, times) in &others.0 {
            *self.0.entry(failure).or_default() += times;
        }
    }

    /// The number of failed attempts.
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The reasons in words, each with its number of attempts.
    pub fn causes(&self) -> Vec<(String, u64)> {
        let mut causes: Vec<(String, u64)> = Vec::new();
        for (failure, times) in &self.0 {
            match causes.last_mut() {
                // Ratings stand side by side, and all of them are one reason.
                Some((cause, sum)) if *cause == failure.to_string() => *sum += times,
                _ => causes.push((failure.to_string(), *times)),
            }
        }
        causes
    }

    /// The most frequent reason; for a rating, one of those that were met.
    pub fn most_frequent(&self) -> Option<Failure> {
        let causes = self.causes();
        let (most, _) = causes.iter().max_by_key(|(_, times)| times)?;
        self.0.keys().copied().find(|failure| failure.to_string() == *most)
    }

    /// The rating of a failed attempt that is nearest to the range asked for; `None` if no attempt had a rating.
    pub fn nearest(&self, asked: &RangeInclusive<Difficulty>) -> Option<Difficulty> {
        let ratings = self.0.keys().filter_map(|failure| match failure {
            Failure::Rating(rating) => *rating,
            _ => None,
        });
        ratings.min_by_key(|rating| {
            let below = asked.start().tenths.saturating_sub(rating.tenths);
            below.max(rating.tenths.saturating_sub(asked.end().tenths))
        })
    }

    /// The reasons, with the nearest rating if ratings were asked for: `300 other rating; the nearest rating was 3.4`.
    pub fn with_nearest(&self, asked: Option<&RangeInclusive<Difficulty>>) -> String {
        let nearest = asked.and_then(|asked| self.nearest(asked));
        let nearest = nearest.map(|rating| format!("; the nearest rating was {rating}"));
        format!("{self}{}", nearest.unwrap_or_default())
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self.causes().into_iter().map(|(cause, times)| format!("{times} {cause}"));
        f.write_str(&each.collect::<Vec<_>>().join(", "))
    }
}

/// The outcome of all attempts at one puzzle.
#[derive(Debug)]
pub struct Tried {
    /// The puzzle; `None` if all attempts failed, or if cancelled.
    pub made: Option<Made>,
    /// The attempts that failed.
    pub failures: Failures,
}

/// Makes the puzzle of a number: attempts until one succeeds, `attempts` have failed, or the work is cancelled. The same seed and
/// number give the same puzzle everywhere, whatever else is made. `failed` is called after each attempt that failed.
pub fn puzzle(
    generator: &Generator,
    (seed, number): (u64, u64),
    attempts: u64,
    cancel: &CancelToken,
    failed: &dyn Fn(Failure),
) -> Tried {
    let mut stream = Stream::new(seed, number);
    let mut failures = Failures::default();
    for _ in 0..attempts {
        if cancel.is_cancelled() {
            break;
        }
        match generator.attempt(&mut stream) {
            // A puzzle of an attempt that was cut short is not that of the seed.
            Ok(_) if cancel.is_cancelled() => break,
            Ok(made) => return Tried { made: Some(made), failures },
            Err(failure) => {
                failures.add(failure);
                failed(failure);
            }
        }
    }
    Tried { made: None, failures }
}
