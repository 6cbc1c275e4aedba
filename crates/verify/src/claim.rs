//! What a folder claims.

use std::fmt;

use num_bigint::BigUint;

/// A claim about the solutions of a problem, or about puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The problem has exactly this number of solutions.
    Count(BigUint),
    /// The problem has exactly this number of solutions, and all of them are listed.
    All(u64),
    /// The problem has at least this number of solutions, which are listed.
    Some(u64),
    /// Of this number of puzzles, each has no solution, one, or several, as listed.
    Puzzles(u64),
    /// Up to the symmetries that are listed, the problem has exactly this number of solutions, of which one each is listed.
    Classes(u64),
}

/// The words that say that a problem has no solution.
const NO_SOLUTION: [&str; 2] =
    ["The problem has no solution.", "The problem has exactly 0 solutions."];

impl Claim {
    /// Reads a claim such as `count 92`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (kind, number) = text.split_once(' ')?;
        let large: BigUint = number.parse().ok()?;
        let small = u64::try_from(&large);
        let claim = match kind {
            "count" => Self::Count(large),
            "all" => Self::All(small.ok()?),
            "some" => Self::Some(small.ok()?),
            "puzzles" => Self::Puzzles(small.ok()?),
            "classes" => Self::Classes(small.ok()?),
            _ => return None,
        };
        (claim.to_string() == text).then_some(claim)
    }

    /// The claim as a sentence.
    pub fn in_words(&self) -> String {
        let solutions = |number: String| match number.as_str() {
            "1" => "1 solution".to_owned(),
            _ => format!("{number} solutions"),
        };
        match self {
            Self::Count(number) => {
                format!("The problem has exactly {}.", solutions(number.to_string()))
            }
            Self::All(0) | Self::Classes(0) => NO_SOLUTION[0].to_owned(),
            Self::All(number) => {
                let solutions = solutions(number.to_string());
                format!("The problem has exactly {solutions}, and solutions.txt lists all of them.")
            }
            Self::Some(number) => {
                let solutions = solutions(number.to_string());
                format!("The problem has at least {solutions}, and solutions.txt lists that many.")
            }
            Self::Puzzles(number) => format!(
                "Of each of the {number} puzzles, answers.txt says rightly whether it has no solution, one, or several."
            ),
            Self::Classes(number) => format!(
                "The solutions of the problem are in exactly {number} class{} up to the symmetries in symmetries.txt, and solutions.txt lists one solution of each class.",
                if *number == 1 { "" } else { "es" }
            ),
        }
    }

    /// Whether words say what is claimed. That there is no solution may be said in two ways.
    pub(crate) fn is_in_words(&self, words: &str) -> bool {
        let is_none = matches!(self, Self::All(0) | Self::Classes(0))
            || matches!(self, Self::Count(number) if *number == BigUint::ZERO);
        words == self.in_words() || is_none && NO_SOLUTION.contains(&words)
    }

    /// The files that prove the claim, without the certificate, and whether there is a certificate.
    pub(crate) fn files(&self) -> (&'static [&'static str], bool) {
        match self {
            Self::Count(_) => (&["problem.dlx"], true),
            Self::All(_) => (&["problem.dlx", "solutions.txt"], true),
            Self::Some(_) => (&["problem.dlx", "solutions.txt"], false),
            Self::Puzzles(_) => (&["puzzles.txt", "answers.txt"], true),
            Self::Classes(_) => (&["problem.dlx", "solutions.txt", "symmetries.txt"], true),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(number) => write!(f, "count {number}"),
            Self::All(number) => write!(f, "all {number}"),
            Self::Some(number) => write!(f, "some {number}"),
            Self::Puzzles(number) => write!(f, "puzzles {number}"),
            Self::Classes(number) => write!(f, "classes {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_solution_may_be_said_in_two_ways() {
        for claim in ["count 0", "all 0", "classes 0"] {
            let claim = Claim::parse(claim).unwrap();
            assert!(NO_SOLUTION.iter().all(|words| claim.is_in_words(words)), "{claim}");
            assert!(
                claim.is_in_words(&claim.in_words())
                    && !claim.is_in_words("The problem has exactly 1 solution.")
            );
        }
        let one = Claim::parse("count 1").unwrap();
        assert!(
            one.is_in_words("The problem has exactly 1 solution.")
                && !one.is_in_words(NO_SOLUTION[1])
        );
    }

    #[test]
    fn one_class_is_not_called_classes() {
        for (claim, words) in
            [("classes 1", "exactly 1 class up to"), ("classes 12", "exactly 12 classes up to")]
        {
            let claimed = Claim::parse(claim).unwrap();
            assert!(
                claimed.in_words().contains(words) && claimed.to_string() == claim,
                "{claimed:?}"
            );
        }
    }
}
