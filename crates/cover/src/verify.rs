//! A verifier of solutions that shares no code with any search. It counts, for each item, the number of
//! times and the colours in which the options cover the item, and compares both with the problem.

use thiserror::Error;

use crate::problem::{Colour, OptionId, Problem};

/// The reason why a set of options is not a solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// An option number that the problem does not have.
    #[error("option {0} does not exist; the problem has {1} options, numbered from 0")]
    NoSuchOption(usize, usize),
    /// An option chosen twice.
    #[error("option `{0}` is chosen twice")]
    ChosenTwice(String),
    /// An option without a primary item.
    #[error("option `{0}` has no primary item, so it can be in no solution")]
    NotChoosable(String),
    /// A primary item that is covered too few or too many times.
    #[error("item `{item}` is covered {times} times; expected {low} to {high}")]
    Covered {
        /// The item.
        item: String,
        /// Number of times it is covered.
        times: u32,
        /// Minimum number of times.
        low: u32,
        /// Maximum number of times.
        high: u32,
    },
    /// A secondary item that is covered in two colours, or twice without a colour.
    #[error("secondary item `{0}` is covered twice; expected once, or always in the same colour")]
    Colours(String),
}

/// Checks that the options are a solution of the problem.
///
/// ```
/// use quadrille_cover::{Problem, Violation, verify};
///
/// let problem = Problem::parse("a b\na\nb\na b\n")?;
/// let options: Vec<_> = problem.option_ids().collect();
/// assert_eq!(verify(&problem, &options[..2]), Ok(()));
/// let violation: Violation = verify(&problem, &options[..1]).unwrap_err();
/// assert_eq!(violation.to_string(), "item `b` is covered 0 times; expected 1 to 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first violation found.
pub fn verify(problem: &Problem, solution: &[OptionId]) -> Result<(), Violation> {
    let mut chosen = vec![false; problem.options()];
    let mut times = vec![0u32; problem.items()];
    let mut colour: Vec<Option<Colour>> = vec![None; problem.items()];
    for &option in solution {
        if option.index() >= problem.options() {
            return Err(Violation::NoSuchOption(option.index(), problem.options()));
        }
        if std::mem::replace(&mut chosen[option.index()], true) {
            return Err(Violation::ChosenTwice(problem.option_text(option)));
        }
        if !problem.is_choosable(option) {
            return Err(Violation::NotChoosable(problem.option_text(option)));
        }
        for entry in problem.option(option) {
            let item = entry.item.index();
            let again = times[item] > 0;
            let agrees = entry.colour.is_some() && entry.colour == colour[item];
            if again && !agrees && !problem.is_primary(entry.item) {
                return Err(Violation::Colours(problem.item_name(entry.item).to_owned()));
            }
            times[item] += 1;
            colour[item] = entry.colour;
        }
    }
    for (index, &times) in times.iter().enumerate().take(problem.primary()) {
        let item = crate::ItemId(index as u32);
        let bounds = problem.bounds(item).expect("a primary item has bounds");
        if times < bounds.low || times > bounds.high {
            let (low, high) = (bounds.low, bounds.high);
            let item = problem.item_name(item).to_owned();
            return Err(Violation::Covered { item, times, low, high });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, options: &[u32]) -> Result<(), Violation> {
        let options: Vec<_> = options.iter().map(|&o| OptionId(o)).collect();
        verify(&Problem::parse(text).unwrap(), &options)
    }

    #[test]
    fn a_solution_covers_everything_once() {
        let text = "a b c | x\na b x\nc\nb c\nc x\nx\n";
        assert_eq!(check(text, &[0, 1]), Ok(()));
        assert!(matches!(check(text, &[0]), Err(Violation::Covered { times: 0, .. })));
        assert!(matches!(check(text, &[0, 1, 2]), Err(Violation::Covered { times: 2, .. })));
        assert_eq!(check(text, &[0, 3]), Err(Violation::Colours("x".into())));
        assert_eq!(check(text, &[0, 0]), Err(Violation::ChosenTwice("a b x".into())));
        assert_eq!(check(text, &[1, 4]), Err(Violation::NotChoosable("x".into())));
        assert_eq!(check(text, &[9]), Err(Violation::NoSuchOption(9, 5)));
    }

    #[test]
    fn colours_must_agree() {
        let text = "a b | x\na x:red\nb x:red\nb x:blue\nb x\n";
        assert_eq!(check(text, &[0, 1]), Ok(()));
        assert!(check(text, &[0, 2]).is_err());
        assert!(check(text, &[0, 3]).is_err());
    }

    #[test]
    fn multiplicities_are_bounds() {
        let text = "0:2|a b\na\na b\nb\n";
        assert_eq!(check(text, &[2]), Ok(()));
        assert_eq!(check(text, &[0, 1]), Ok(()));
        assert_eq!(check(text, &[0, 2]), Ok(()));
        assert!(check("1:1|a\na\na\n", &[0, 1]).is_err());
    }
}
