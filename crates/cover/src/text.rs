//! Knuth's DLX text format.
//!
//! The first line that is not a comment names the items: the primary items, then `|`, then
//! the secondary items. Every further line is an option: items, separated by blanks; a secondary
//! item may have a colour (`name:colour`). A line whose first character is `|` is a comment;
//! blank lines are ignored. A primary item may have a multiplicity, `low:high|name`, or
//! `times|name` if both bounds are equal. An option may have a cost, a word such as `|7`; several
//! costs are added up.
//!
//! ```text
//! | two primary items, one secondary
//! a b | x
//! a x:red
//! b x:red |7
//! ```
//!
//! Source: the programs DLX1, DLX2, DLX3 and DLX5 of D. E. Knuth; *TAOCP* 4B, 7.2.2.1.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use thiserror::Error;

use crate::problem::{
    Bounds, MAX_COSTS, MAX_NAME, Problem, ProblemBuilder, ProblemError, is_control,
};

/// An error in a text, with its position.
///
/// ```
/// use quadrille_cover::{Problem, TextError, text::TextErrorKind};
///
/// let error: TextError = Problem::parse("a b\na q\n").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 3));
/// assert!(matches!(error.kind, TextErrorKind::Problem(_)));
/// assert!(error.to_string().starts_with("2:3: item `q` is unknown"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {kind}")]
pub struct TextError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The error.
    pub kind: TextErrorKind,
}

/// The kinds of errors in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextErrorKind {
    /// An error in the items or in an option.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A byte that is not UTF-8.
    #[error("found byte 0x{0:02x}, which is not UTF-8; expected a text file in UTF-8")]
    NotUtf8(u8),
    /// A name that is too long.
    #[error("found a name of {0} bytes; expected {MAX_NAME} at most")]
    NameTooLong(usize),
    /// A character that a terminal could take for a command or a change of direction.
    #[error("found the control character {}; expected a name that can be printed", .0.escape_unicode())]
    Control(char),
    /// A second `|` in the list of items.
    #[error("found a second `|`; expected one at most, between primary and secondary items")]
    SecondBar,
    /// A `|` within an option.
    #[error(
        "found `|` in an option; it may only separate primary from secondary items, or begin a cost as in `|7`"
    )]
    BarInOption,
    /// A cost that is not a number.
    #[error("found the cost `{0}`; expected `|` and a whole number up to {MAX_COSTS}, as in `|7`")]
    BadCost(String),
    /// A multiplicity that is not a number.
    #[error("found the multiplicity `{0}`; expected `low:high|name` or `times|name`")]
    BadMultiplicity(String),
    /// A multiplicity on a secondary item.
    #[error("secondary item `{0}` has a multiplicity; only primary items may have one")]
    SecondaryMultiplicity(String),
    /// No primary item.
    #[error("found no primary item; name at least one before the `|`")]
    NoPrimary,
    /// No option.
    #[error("found items and no option; expected a line for each option")]
    NoOptions,
    /// A text that looks like one in another program's format, and what is wrong with it.
    #[error("this looks like {about}; {what}")]
    Format {
        /// What it looks like.
        about: String,
        /// What was found, and what was expected.
        what: String,
    },
    /// No line with the names of the items.
    #[error("found no list of items; expected a line that names them")]
    NoItems,
}

impl Problem {
    /// Reads a problem in the DLX text format. A byte-order mark and CRLF are accepted.
    ///
    /// # Errors
    /// The first error, with line and column.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, TextError> {
        let mut first = None;
        let problem = Self::parse_lenient(text, |error| {
            first = Some(error);
            ControlFlow::Break(())
        });
        match first {
            Some(error) => Err(error),
            None => problem,
        }
    }

    /// Reads a problem and calls `refused` with the error of each wrong option. If `refused` returns
    /// `Continue`, the option is skipped and reading goes on.
    ///
    /// # Errors
    /// Errors that cannot be skipped: bytes that are not UTF-8, or a wrong or missing list of items.
    pub fn parse_lenient(
        text: impl AsRef<[u8]>,
        mut refused: impl FnMut(TextError) -> ControlFlow<()>,
    ) -> Result<Self, TextError> {
        let text = decode(text.as_ref())?;
        let mut builder = Self::builder();
        let mut has_items = false;
        let mut last_line = 1;
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            last_line = number;
            if line.starts_with('|') || line.trim().is_empty() {
                continue;
            }
            if !has_items {
                read_items(line, number, &mut builder)?;
                has_items = true;
            } else if let Err(error) = read_option(line, number, &mut builder) {
                builder.drop_option();
                if refused(error).is_break() {
                    break;
                }
            }
        }
        if !has_items {
            return Err(TextError { line: last_line, column: 1, kind: TextErrorKind::NoItems });
        }
        Ok(builder.build())
    }
}

/// The text without its byte-order mark, or an error at the first byte that is not UTF-8.
fn decode(bytes: &[u8]) -> Result<&str, TextError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line_start = good.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
        let columns = String::from_utf8_lossy(&good[line_start..]).chars().count();
        TextError {
            line: good.iter().filter(|&&b| b == b'\n').count() + 1,
            column: columns + 1,
            kind: TextErrorKind::NotUtf8(bytes[error.valid_up_to()]),
        }
    })
}

/// The words of a line, each with its column in characters, from 1.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = line.as_ptr() as usize;
    let mut seen_bytes = 0;
    let mut seen_columns = 0;
    line.split_whitespace().map(move |word| {
        let at = word.as_ptr() as usize - start;
        seen_columns += line[seen_bytes..at].chars().count();
        seen_bytes = at;
        (seen_columns + 1, word)
    })
}

/// Refuses a word that is not safe to show in a message: one of many megabytes, or one with control
/// characters.
fn check_name(word: &str) -> Result<(), TextErrorKind> {
    if word.len() > MAX_NAME {
        return Err(TextErrorKind::NameTooLong(word.len()));
    }
    word.chars().find(|&c| is_control(c)).map_or(Ok(()), |c| Err(TextErrorKind::Control(c)))
}

fn read_items(line: &str, number: usize, builder: &mut ProblemBuilder) -> Result<(), TextError> {
    let mut secondary = false;
    let mut primaries = 0;
    for (column, word) in words(line) {
        let at = |kind: TextErrorKind| TextError { line: number, column, kind };
        if word == "|" {
            if secondary {
                return Err(at(TextErrorKind::SecondBar));
            }
            secondary = true;
            continue;
        }
        check_name(word).map_err(at)?;
        match (word.split_once('|'), secondary) {
            (Some(_), true) => {
                return Err(at(TextErrorKind::SecondaryMultiplicity(word.to_owned())));
            }
            (Some((times, name)), false) => {
                let bounds = read_bounds(times)
                    .ok_or_else(|| at(TextErrorKind::BadMultiplicity(times.to_owned())))?;
                builder.primary_bounded(name, bounds).map_err(|e| at(e.into()))?;
            }
            (None, true) => {
                builder.secondary(word).map_err(|e| at(e.into()))?;
            }
            (None, false) => {
                builder.primary(word).map_err(|e| at(e.into()))?;
            }
        }
        primaries += usize::from(!secondary);
    }
    if primaries == 0 {
        return Err(TextError { line: number, column: 1, kind: TextErrorKind::NoPrimary });
    }
    Ok(())
}

/// Bounds from `2:3` (2 to 3 times) or `2` (exactly twice).
fn read_bounds(times: &str) -> Option<Bounds> {
    let (low, high) = times.split_once(':').unwrap_or((times, times));
    Some(Bounds { low: read_number(low)?, high: read_number(high)? })
}

/// A number without a sign.
fn read_number<N: FromStr>(digits: &str) -> Option<N> {
    digits.parse().ok().filter(|_| !digits.starts_with('+'))
}

fn read_option(line: &str, number: usize, builder: &mut ProblemBuilder) -> Result<(), TextError> {
    for (column, word) in words(line) {
        let at = |kind: TextErrorKind| TextError { line: number, column, kind };
        check_name(word).map_err(at)?;
        match word.strip_prefix('|') {
            Some("") => return Err(at(TextErrorKind::BarInOption)),
            Some(cost) => {
                let cost = read_number(cost);
                let cost = cost.ok_or_else(|| at(TextErrorKind::BadCost(word.to_owned())))?;
                builder.push_cost(cost).map_err(|e| at(e.into()))?;
                continue;
            }
            None if word.contains('|') => return Err(at(TextErrorKind::BarInOption)),
            None => {}
        }
        let entry = builder.entry(word).map_err(|e| at(e.into()))?;
        builder.push(entry).map_err(|e| at(e.into()))?;
    }
    let finished = builder.finish_option();
    finished.map(drop).map_err(|e| TextError { line: number, column: 1, kind: e.into() })
}

impl fmt::Display for Problem {
    /// The problem in Knuth's DLX text format; [`Problem::parse`] reads the same problem back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, item) in self.item_ids().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            if i == self.primary() {
                f.write_str("| ")?;
            }
            match self.bounds(item) {
                Some(Bounds { low, high }) if (low, high) != (1, 1) => write!(f, "{low}:{high}|")?,
                _ => {}
            }
            f.write_str(self.item_name(item))?;
        }
        writeln!(f)?;
        self.option_ids().try_for_each(|option| {
            f.write_str(&self.option_text(option))?;
            match self.cost(option) {
                0 => writeln!(f),
                cost => writeln!(f, " |{cost}"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Problem::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn reads_and_writes_everything() {
        let text = "0:2|a b 3:3|c | x y\na x:red\nb c y\nc x:blue y\n";
        let problem = Problem::parse(text).unwrap();
        assert_eq!(problem.to_string(), text);
        assert_eq!(problem.bounds(crate::ItemId(0)), Some(Bounds { low: 0, high: 2 }));
    }

    #[test]
    fn a_lone_number_is_an_exact_multiplicity() {
        let problem = Problem::parse("2|a b\na b\n").unwrap();
        assert_eq!(problem.bounds(crate::ItemId(0)), Some(Bounds { low: 2, high: 2 }));
    }

    #[test]
    fn reads_and_writes_costs() {
        let problem = Problem::parse("a b | x\na x |7\nb |2 x:red |3\na b |0\na b\n").unwrap();
        let costs: Vec<u64> = problem.option_ids().map(|o| problem.cost(o)).collect();
        assert_eq!(costs, [7, 5, 0, 0]);
        assert_eq!(problem.to_string(), "a b | x\na x |7\nb x:red |5\na b\na b\n");
        assert_eq!(Problem::parse(problem.to_string()), Ok(problem));
    }

    #[test]
    fn refuses_costs_that_are_none() {
        let bad = |word: &str| {
            let expected = "expected `|` and a whole number up to 9223372036854775807, as in `|7`";
            assert_eq!(
                error(&format!("a é\na é {word}\n")),
                format!("2:5: found the cost `{word}`; {expected}")
            );
        };
        for word in ["|x", "|-1", "|+1", "|1.5", "||", "|7|", "|18446744073709551616"] {
            bad(word);
        }
        let bar = "found `|` in an option; it may only separate primary from secondary items, or begin a cost as in `|7`";
        assert_eq!(error("a\na 7|\n"), format!("2:3: {bar}"));
        assert_eq!(error("a\na | 7\n"), format!("2:3: {bar}"));
        assert!(error("a\n |7\n").starts_with("2:1: an option without any item"));
        let sum = "a cost of 1 makes the sum of all costs larger than 9223372036854775807; give costs in a larger unit";
        assert_eq!(error("a\na |9223372036854775807\na |1\n"), format!("3:3: {sum}"));
    }

    #[test]
    fn passes_over_comments_blanks_bom_and_crlf() {
        let text = "\u{feff}| a comment\r\n\r\na b\r\n| another\r\na b\r\n";
        assert_eq!(Problem::parse(text).unwrap().to_string(), "a b\na b\n");
    }

    #[test]
    fn says_where_and_what() {
        assert!(error("a b a\n").starts_with("1:5: item `a` is named twice"));
        assert!(error("a b\n a  q\n").starts_with("2:5: item `q` is unknown"));
        assert!(error("a b\na b a\n").starts_with("2:5: item `a` stands twice"));
        assert!(error("a é | x\né a:1\n").starts_with("2:3: primary item `a` has a colour"));
        assert!(error("a | b | c\n").starts_with("1:7: found a second `|`"));
        assert!(error("a | 2|x\n").starts_with("1:5: secondary item `2|x`"));
        assert!(error("z:3|a\n").starts_with("1:1: found the multiplicity `z:3`"));
        assert!(error("3:2|a\n").starts_with("1:1: item `a` is to be covered 3 to 2 times"));
        assert!(error("a\na | b\n").starts_with("2:3: found `|` in an option"));
        assert!(error("").starts_with("1:1: found no list of items"));
        assert!(error("| only a comment\n").starts_with("1:1: found no list of items"));
        assert!(error(" | x\n").starts_with("1:1: found no primary item"));
    }

    #[test]
    fn refuses_names_that_a_message_could_not_show() {
        let long = "x".repeat(MAX_NAME + 1);
        let expected = "found a name of 1001 bytes; expected 1000 at most";
        assert_eq!(error(&format!("a {long}\n")), format!("1:3: {expected}"));
        assert_eq!(error(&format!("a b\na {long}\n")), format!("2:3: {expected}"));
        assert!(Problem::parse(&long[1..]).is_ok());
        let control = "found the control character \\u{1b}; expected a name that can be printed";
        assert_eq!(error("a \u{1b}[31m\n"), format!("1:3: {control}"));
        assert_eq!(error("a\n\u{1b}c\n"), format!("2:1: {control}"));
        assert!(error("a \u{202e}b\n").contains("1:3: found the control character \\u{202e}"));
        assert!(error("a | x\na x:r\u{2066}\n").contains("\\u{2066}"));
    }

    #[test]
    fn finds_bytes_that_are_not_utf8() {
        let error = Problem::parse(b"a b\na \xffb\n").unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
        assert_eq!(error.kind, TextErrorKind::NotUtf8(0xff));
    }

    #[test]
    fn lenient_reading_leaves_out_bad_options_only() {
        let mut lines = Vec::new();
        let problem = Problem::parse_lenient("a b\na q\na b\nb b\nb\n", |e| {
            lines.push(e.line);
            ControlFlow::Continue(())
        });
        assert_eq!(problem.unwrap().to_string(), "a b\na b\nb\n");
        assert_eq!(lines, [2, 4]);
    }
}
