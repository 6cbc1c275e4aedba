//! Tests the readers of problems in other programs' formats: they never panic, their errors point into the text and can be shown, what they make is
//! bounded by what they read, and a problem that was read is the same after writing and reading it again.

use std::borrow::Cow;

use quadrille_tables::{problem_text, read_strictly, write_problem};

use crate::dlx_text::points_into;

/// Reads bytes as a problem in any format.
pub fn run(bytes: &[u8]) -> bool {
    match problem_text(bytes) {
        Err(error) => points_into(&error, bytes),
        Ok(Cow::Owned(text)) => {
            assert!(text.len() < (1 << 24) + 64 * bytes.len(), "{} bytes", text.len())
        }
        Ok(Cow::Borrowed(_)) => {}
    }
    let Ok(problem) = read_strictly(bytes) else { return true };
    for format in ["knuth", "json"] {
        if let Ok(text) = write_problem(&problem, format) {
            assert_eq!(read_strictly(text.as_bytes()).as_ref(), Ok(&problem), "{text}");
        }
    }
    true
}
