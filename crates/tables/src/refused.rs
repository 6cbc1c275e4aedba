//! Puzzles that are refused.

use std::fmt;

use quadrille_sudoku::format::read::ReadError;

use crate::TableError;

/// A puzzle that cannot be read, or a source that cannot be read further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, or the row in a table in which rows are not lines.
    pub line: usize,
    /// The place, what was found, and what was expected; it follows the name of the source and a colon.
    pub text: String,
    /// Whether the source cannot be read further, so that puzzles may be missing after this.
    pub is_end: bool,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Self {
        Self { line: error.line, text: error.to_string(), is_end: false }
    }
}

impl From<TableError> for Refused {
    fn from(error: TableError) -> Self {
        Self { line: 0, text: format!(" {error}"), is_end: true }
    }
}
