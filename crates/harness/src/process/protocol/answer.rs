//! The lines that an engine writes in answer to a batch: one for each instance, and `done`.

use std::time::Duration;

use quadrille_cover::BigUint;

use super::hello::COUNTERS;
use super::{Misfit, number, text};

/// An answer, as far as it can be read without the instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<'l> {
    /// The result.
    pub said: Said<'l>,
    /// The counters `tests`, `forks`, `nodes`, `max_depth`, in this order.
    pub counters: [Option<u64>; 4],
    /// The time of all iterations by the engine's own clock.
    pub own: Option<Duration>,
}

/// The result that an answer reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said<'l> {
    /// The number of solutions, and the words of the first solution if the answer has one.
    Found(BigUint, Option<Vec<&'l str>>),
    /// The limit of tests or nodes was reached.
    Budget,
    /// The engine could deduce nothing more.
    Stalled,
    /// The engine does not accept this instance.
    Unsupported,
}

const ANSWER: &str =
    "a number of solutions, `budget`, `stalled` or `unsupported` after the instance's number";

impl<'l> Answer<'l> {
    /// Reads the number of the instance at the begin of a line.
    ///
    /// # Errors
    /// If there is none.
    pub fn number(line: &[u8]) -> Result<u64, Misfit> {
        let digits = line.split(|&byte| byte == b' ' || byte == b'\r').next().unwrap_or_default();
        let parsed = std::str::from_utf8(digits).ok().and_then(number);
        parsed.ok_or_else(|| {
            Misfit::new(line, "an answer, which begins with the number of its instance")
        })
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If the line is no answer.
    pub fn parse(line: &'l [u8]) -> Result<Self, Misfit> {
        let mut words = text(line)?.split_whitespace();
        let _number = words.next();
        let what = words.next().ok_or_else(|| Misfit::new(line, ANSWER))?;
        let mut solution = Vec::new();
        let mut answer = Answer { said: Said::Budget, counters: [None; 4], own: None };
        let mut has_fields = false;
        for word in words {
            match word.split_once('=') {
                Some((key, value)) => answer.field(key, value, word)?,
                None if has_fields => {
                    return Err(Misfit::new(
                        word.as_bytes(),
                        "the solution before all fields like `nodes=1`",
                    ));
                }
                None => solution.push(word),
            }
            has_fields = word.contains('=');
        }
        answer.said = match what {
            "budget" => Said::Budget,
            "stalled" => Said::Stalled,
            "unsupported" => Said::Unsupported,
            count if count.bytes().all(|byte| byte.is_ascii_digit()) => {
                let count = BigUint::parse_bytes(count.as_bytes(), 10);
                let count = count.expect("digits are a number");
                let first =
                    if solution == ["-"] { None } else { Some(std::mem::take(&mut solution)) };
                solution.clear();
                Said::Found(count, first)
            }
            _ => return Err(Misfit::new(what.as_bytes(), ANSWER)),
        };
        match solution.first() {
            Some(word) => Err(Misfit::new(word.as_bytes(), format!("no solution after `{what}`"))),
            None => Ok(answer),
        }
    }

    fn field(&mut self, key: &str, value: &str, word: &str) -> Result<(), Misfit> {
        let misfit = |expected: &str| Misfit::new(word.as_bytes(), expected);
        let value: u64 =
            number(value).ok_or_else(|| misfit("a whole number below 2^64 after `=`"))?;
        let is_new = match COUNTERS.iter().position(|&counter| counter == key) {
            Some(place) => self.counters[place].replace(value).is_none(),
            None if key == "ns" => self.own.replace(Duration::from_nanos(value)).is_none(),
            None => return Err(misfit("`tests=`, `forks=`, `nodes=`, `max_depth=` or `ns=`")),
        };
        if is_new { Ok(()) } else { Err(misfit(&format!("`{key}=` once"))) }
    }
}

/// Reads the line that ends a batch, with the total time by the engine's own clock if the line has one. `None` for any
/// other line.
///
/// # Errors
/// If the line begins with `done` but is malformed.
pub fn done(line: &[u8]) -> Option<Result<Option<Duration>, Misfit>> {
    let rest = line.strip_prefix(b"done")?;
    let misfit = || Misfit::new(line, "`done`, or `done ns=` and a whole number below 2^64");
    let Ok(rest) = text(rest) else { return Some(Err(misfit())) };
    if rest.is_empty() {
        return Some(Ok(None));
    }
    let ns = rest.strip_prefix(" ns=").and_then(number);
    Some(ns.map(|ns| Some(Duration::from_nanos(ns))).ok_or_else(misfit))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(line: &str) -> Answer<'_> {
        Answer::parse(line.as_bytes()).unwrap_or_else(|misfit| panic!("{line}: {misfit}"))
    }

    #[test]
    fn answers_have_a_result_and_fields() {
        let answer = parse("7 2 0 3 5 nodes=9 ns=1200\r");
        assert_eq!(answer.said, Said::Found(2_u32.into(), Some(vec!["0", "3", "5"])));
        assert_eq!(answer.counters, [None, None, Some(9), None]);
        assert_eq!(answer.own, Some(Duration::from_nanos(1200)));
        assert_eq!(parse("7 0 -").said, Said::Found(BigUint::ZERO, None));
        assert_eq!(parse("7 1").said, Said::Found(1_u32.into(), Some(vec![])));
        assert_eq!(parse("7 budget tests=5").counters[0], Some(5));
        assert_eq!(parse("7 stalled").said, Said::Stalled);
        assert_eq!(parse("7 unsupported").said, Said::Unsupported);
    }

    #[test]
    fn what_is_no_answer_is_named() {
        for (line, expected) in [
            ("7", "found `7`; expected a number of solutions, `budget`"),
            ("7 many", "found `many`; expected a number of solutions"),
            ("7 -1 x", "found `-1`"),
            ("7 1_0 x", "found `1_0`"),
            ("7 1 x nodes=1 y", "found `y`; expected the solution before"),
            ("7 budget 534", "found `534`; expected no solution after `budget`"),
            ("7 1 - nodes=", "found `nodes=`; expected a whole number"),
            ("7 1 - nodes=+1", "found `nodes=+1`; expected a whole number"),
            ("7 1 - depth=1", "found `depth=1`; expected `tests=`"),
            ("7 1 - ns=1 ns=1", "found `ns=1`; expected `ns=` once"),
        ] {
            let error = Answer::parse(line.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for line in ["", "x 1", "-1 1", " 7 1", "18446744073709551616 1"] {
            assert!(Answer::number(line.as_bytes()).is_err(), "{line}");
        }
    }

    #[test]
    fn done_ends_a_batch() {
        assert_eq!(done(b"done"), Some(Ok(None)));
        assert_eq!(done(b"done\r"), Some(Ok(None)));
        assert_eq!(done(b"done ns=17"), Some(Ok(Some(Duration::from_nanos(17)))));
        assert_eq!(done(b"7 1 -"), None);
        for line in ["done.", "done ns=", "done ns=x", "done 17"] {
            assert!(done(line.as_bytes()).is_some_and(|read| read.is_err()), "{line}");
        }
    }

    proptest! {
        /// What is written is read back.
        #[test]
        fn answers_are_read_as_they_are_meant(
            number: u64,
            count in "[1-9][0-9]{0,60}",
            solution in proptest::option::of(proptest::collection::vec("[0-9a-z.]{1,9}", 0..9)),
            counters: [Option<u64>; 4],
            ns: Option<u64>,
        ) {
            let mut line = format!("{number} {count}");
            match &solution {
                Some(words) => words.iter().for_each(|word| line += &format!(" {word}")),
                None => line += " -",
            }
            for (name, counter) in COUNTERS.iter().zip(counters) {
                line += &counter.map(|counter| format!(" {name}={counter}")).unwrap_or_default();
            }
            line += &ns.map(|ns| format!(" ns={ns}")).unwrap_or_default();
            prop_assert_eq!(Answer::number(line.as_bytes()), Ok(number));
            let first = solution.as_ref().map(|words| words.iter().map(String::as_str).collect());
            let said = Said::Found(count.parse().unwrap(), first);
            let own = ns.map(Duration::from_nanos);
            prop_assert_eq!(Answer::parse(line.as_bytes()), Ok(Answer { said, counters, own }));
        }
    }
}
