//! Named families of exact cover problems, for tests, benchmarks and play.
//!
//! A problem is asked for by a *spec*, `name:parameters`, or by the plain function of its
//! module. The order of items and options is part of what a family promises: a solver's counts
//! of nodes and updates depend on it, and published counts are to be met exactly.
//!
//! | module | families |
//! |---|---|
//! | [`queens`] | n queens that do not attack each other |
//! | [`langford`] | Langford pairs |
//! | [`pentominoes`] | the twelve pentominoes in a box, or in a square with a hole |
//! | [`dominoes`] | dominoes on a board, whole or mutilated |
//! | [`soma`] | the Soma cube |
//! | [`latin`] | Latin squares |
//! | [`sets`] | perfect matchings, set partitions, Steiner triple systems, pigeonholes |
//! | [`debruijn`] | de Bruijn tori |
//!
//! ```
//! use quadrille_cover::family;
//!
//! let problem = family::build("queens:8")?;
//! assert_eq!(problem, family::queens::problem(8)?);
//! assert_eq!((problem.primary(), problem.options()), (16, 64));
//! # Ok::<(), family::FamilyError>(())
//! ```

mod board;
pub mod debruijn;
pub mod dominoes;
pub mod langford;
pub mod latin;
pub mod pentominoes;
#[cfg(test)]
mod pin;
pub mod queens;
pub mod sets;
pub mod soma;

use std::fmt::Display;

use thiserror::Error;

use crate::problem::{Colour, ItemId, Problem, ProblemBuilder, ProblemError};

/// Every family, in the order of a list for people.
pub const FAMILIES: &[Family] = &[
    queens::FAMILY,
    langford::FAMILY,
    pentominoes::FAMILY,
    dominoes::FAMILY,
    soma::FAMILY,
    latin::FAMILY,
    sets::MATCHING,
    sets::PARTITIONS,
    sets::STEINER,
    sets::PIGEONHOLE,
    debruijn::FAMILY,
];

/// The most options a family may have. Beyond it, a slip of the finger would fill the memory.
pub const MOST_OPTIONS: usize = 5_000_000;

/// A family of problems.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, the first word of a spec.
    pub name: &'static str,
    /// The form of its parameters, such as `N` or `RxC`; `[...]` may be left out. Empty for a
    /// family of one problem.
    pub parameters: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// A spec that can be built.
    pub example: &'static str,
    /// Makes the problem from the parameters, split at each `:`.
    read: fn(&[&str]) -> Result<Problem, FamilyError>,
}

/// Why there is no such problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// No family of that name.
    #[error("found the family `{0}`; expected one of {known}", known = known())]
    Unknown(String),
    /// Parameters of the wrong form, or that make no sense.
    #[error("found {found} as the parameters of {family}; expected {expected}, as in `{example}`")]
    Parameters {
        /// The family.
        family: &'static str,
        /// The parameters, in backquotes; or that there are none.
        found: String,
        /// What they should have been.
        expected: &'static str,
        /// A spec that is right.
        example: &'static str,
    },
    /// More than [`MOST_OPTIONS`] options.
    #[error("`{0}` would have more than {MOST_OPTIONS} options; choose smaller parameters")]
    TooLarge(String),
    /// Items or options that do not fit together: a mistake in a family, not in a spec.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// The problem a spec names, such as `queens:8` or `langford:11:reduced`.
///
/// # Errors
/// An unknown family, or parameters that it does not take.
pub fn build(spec: &str) -> Result<Problem, FamilyError> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    match FAMILIES.iter().find(|family| family.name == name) {
        Some(family) => family.build(parameters),
        None => Err(FamilyError::Unknown(name.to_owned())),
    }
}

fn known() -> String {
    FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>().join(", ")
}

impl Family {
    /// The problem with these parameters: the spec without `name:`.
    ///
    /// # Errors
    /// Parameters that the family does not take, or that ask for too many options.
    pub fn build(&self, parameters: &str) -> Result<Problem, FamilyError> {
        let words: Vec<&str> = parameters.split(':').collect();
        (self.read)(&words)
    }

    /// The words as one number, `N`.
    fn number(&self, words: &[&str]) -> Result<usize, FamilyError> {
        let number = match words {
            [word] => word.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.misread(words))
    }

    /// The words as rows and columns, `RxC`.
    fn rectangle(&self, words: &[&str]) -> Result<(usize, usize), FamilyError> {
        let sides = match words {
            [word] => word.split_once('x'),
            _ => None,
        };
        sides
            .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)))
            .ok_or_else(|| self.misread(words))
    }

    /// The words have not the form of the family's parameters.
    fn misread(&self, words: &[&str]) -> FamilyError {
        let expected = if self.parameters.is_empty() { "none" } else { self.parameters };
        self.refuse(words.join(":"), expected)
    }

    /// The parameters have the right form and make no sense.
    fn refuse(&self, found: impl Display, expected: &'static str) -> FamilyError {
        let found = match found.to_string() {
            text if text.is_empty() => "nothing".to_owned(),
            text => format!("`{text}`"),
        };
        FamilyError::Parameters { family: self.name, found, expected, example: self.example }
    }

    /// Refuses parameters with too many options. Their number is a float, for an
    /// integer might overflow on the way.
    fn limit(&self, parameters: impl Display, options: f64) -> Result<(), FamilyError> {
        if options > MOST_OPTIONS as f64 {
            return Err(FamilyError::TooLarge(format!("{}:{parameters}", self.name)));
        }
        Ok(())
    }

    /// Refuses an `N` of 0, and one with too many options.
    fn admit(&self, n: usize, options: impl Fn(f64) -> f64) -> Result<(), FamilyError> {
        if n == 0 {
            return Err(self.refuse(n, "a number of 1 or more"));
        }
        self.limit(n, options(n as f64))
    }
}

/// Adds a primary item for each number: `x0`, `x1`, `x2`.
fn primaries(
    builder: &mut ProblemBuilder,
    letter: char,
    numbers: impl IntoIterator<Item = usize>,
) -> Result<Vec<ItemId>, ProblemError> {
    numbers.into_iter().map(|i| builder.primary(&format!("{letter}{i}"))).collect()
}

/// Items for an option without colours.
fn plain(
    items: impl IntoIterator<Item = ItemId>,
) -> impl Iterator<Item = (ItemId, Option<Colour>)> {
    items.into_iter().map(|item| (item, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(spec: &str) -> String {
        build(spec).unwrap_err().to_string()
    }

    #[test]
    fn every_example_is_of_its_family_and_builds() {
        for family in FAMILIES {
            let parameters = family.example.strip_prefix(family.name).unwrap();
            family.build(parameters.strip_prefix(':').unwrap_or("")).unwrap();
            build(family.example).unwrap();
        }
    }

    #[test]
    fn every_problem_is_read_back_from_its_text() {
        for family in FAMILIES {
            let problem = build(family.example).unwrap();
            assert_eq!(Problem::parse(problem.to_string()).unwrap(), problem, "{}", family.name);
        }
    }

    #[test]
    fn names_the_families_there_are() {
        let message = error("quens:8");
        assert!(message.starts_with("found the family `quens`; expected one of queens, langford,"));
        assert!(message.ends_with("debruijn"));
        assert!(error("").starts_with("found the family ``"));
    }

    #[test]
    fn says_what_the_parameters_should_be() {
        let expected = "as the parameters of queens; expected N, as in `queens:8`";
        for (spec, found) in [
            ("queens", "nothing"),
            ("queens:", "nothing"),
            ("queens:x", "`x`"),
            ("queens:-1", "`-1`"),
            ("queens:8:9", "`8:9`"),
            ("queens:99999999999999999999", "`99999999999999999999`"),
        ] {
            assert_eq!(error(spec), format!("found {found} {expected}"));
        }
        assert_eq!(
            error("dominoes:8"),
            "found `8` as the parameters of dominoes; expected RxC[:mutilated], as in \
             `dominoes:8x8`"
        );
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        for family in FAMILIES.iter().filter(|family| family.parameters.starts_with('N')) {
            let expected = "expected a number of 1 or more";
            assert!(error(&format!("{}:0", family.name)).contains(expected), "{}", family.name);
        }
    }

    #[test]
    fn refuses_what_would_not_fit_in_memory() {
        assert_eq!(
            error("queens:3000"),
            "`queens:3000` would have more than 5000000 options; choose smaller parameters"
        );
        let most = usize::MAX;
        for family in FAMILIES.iter().filter(|family| family.parameters.starts_with('N')) {
            let spec = format!("{}:{most}", family.name);
            assert_eq!(build(&spec), Err(FamilyError::TooLarge(spec)));
        }
        let spec = format!("dominoes:{most}x{most}");
        assert_eq!(build(&spec), Err(FamilyError::TooLarge(spec)));
    }
}
