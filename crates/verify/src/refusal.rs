//! Why a folder is refused.

use std::fmt;
use std::io;

use thiserror::Error;

/// Why a check ends in the midst of a certificate.
pub(crate) const LATE: &str = "the limit of time has passed";

/// Why a folder is refused: the file, the place in it, what was found, and what was expected.
#[derive(Debug, Error)]
#[error("{file}{place}: {why}")]
pub struct Refusal {
    file: String,
    place: Place,
    why: String,
    is_limit: bool,
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Whole,
    Line(u64),
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, ":{line}"),
            Self::Byte(byte) => write!(f, ", byte {byte}"),
        }
    }
}

impl Refusal {
    /// Whether the folder exceeds what a check may take, so that nothing is known of its claim.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// The refusal of a folder that exceeds what a check may take.
    pub(crate) fn of_limit(self) -> Self {
        Self { is_limit: true, ..self }
    }

    /// The refusal with a reason after what it says.
    pub(crate) fn because(mut self, why: &str) -> Self {
        self.why += why;
        self
    }

    /// The refusal of a check at the same place that takes too long.
    pub(crate) fn late(self) -> Self {
        Self { why: LATE.to_owned(), ..self }.of_limit()
    }

    pub(crate) fn new(file: &str, place: Place, why: impl fmt::Display) -> Self {
        Self { file: file.to_owned(), place, why: why.to_string(), is_limit: false }
    }

    pub(crate) fn whole(file: &str, why: impl fmt::Display) -> Self {
        Self::new(file, Place::Whole, why)
    }

    pub(crate) fn line(file: &str, line: u64, why: impl fmt::Display) -> Self {
        Self::new(file, Place::Line(line), why)
    }

    pub(crate) fn reading(file: &str, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::TimedOut {
            return Self::whole(file, "the limit of time has passed before its end").of_limit();
        }
        Self::whole(file, format_args!("cannot be read: {error}"))
    }
}

/// The first characters of a line, for a message.
pub(crate) fn shortened(line: &str) -> String {
    const MOST: usize = 100;
    let first: String = line.chars().take(MOST).collect();
    first.escape_debug().to_string()
}
