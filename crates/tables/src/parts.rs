//! Where the rows of a block are, and the fields of a row that are read.

use std::borrow::Cow;
#[cfg(feature = "parquet")]
use std::ops::Range;

/// Where the rows of a block are in its text.
#[derive(Clone, Debug)]
pub(crate) enum Parts {
    /// Each line that is not blank is a row.
    Lines,
    /// The whole text is one row.
    One,
    /// The text is one row that is refused, and why.
    Refused(String),
    /// The puzzle, the answer and the name of each row; `None` for a value that is missing.
    #[cfg(feature = "parquet")]
    Values(Vec<[Option<Range<usize>>; 3]>),
}

/// The fields of a row that are read.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'b> {
    /// The field of the puzzle, or why there is none.
    pub(crate) puzzle: Result<Cow<'b, [u8]>, String>,
    /// The field of the answer. `None` without a column of answers, and where nothing stands in it.
    pub(crate) answer: Option<Cow<'b, [u8]>>,
    /// The field of the name; that of JSON is read where it is needed.
    pub(crate) name: Option<Cow<'b, [u8]>>,
}

/// Whether a line is no row. A tab is not blank, because it separates fields.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| b" \r\n".contains(byte))
}

/// A text without the end of its line.
pub(crate) fn without_end(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// What is said of a row without a puzzle.
pub(crate) const NOTHING: &str = "found nothing; expected a puzzle";
