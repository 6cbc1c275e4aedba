//! Tests the reader of DLX text: it never panics, its errors point into the text, and a parsed problem is the same
//! after writing and reading back.

use std::ops::ControlFlow;

use quadrille_cover::{Problem, TextError};

/// Reads bytes as a problem, strictly and leniently.
pub fn run(bytes: &[u8]) -> bool {
    let strict = Problem::parse(bytes);
    let mut refused = Vec::new();
    let lenient = Problem::parse_lenient(bytes, |error| {
        refused.push(error);
        ControlFlow::Continue(())
    });
    for error in strict.as_ref().err().into_iter().chain(&refused).chain(lenient.as_ref().err()) {
        points_into(error, bytes);
    }
    // A line is refused once, even if it has several errors.
    assert!(refused.is_sorted_by(|a, b| a.line < b.line), "{refused:?}");
    match (&strict, &lenient) {
        (Ok(strict), Ok(lenient)) => {
            assert!(refused.is_empty(), "{refused:?}");
            assert_eq!(strict, lenient);
        }
        (Err(error), Ok(_)) => assert_eq!(Some(error), refused.first()),
        (Err(error), Err(fatal)) => assert!(error == fatal || Some(error) == refused.first()),
        (Ok(_), Err(fatal)) => panic!("only reading on failed: {fatal}"),
    }
    if let Ok(problem) = &lenient {
        let text = problem.to_string();
        assert_eq!(Problem::parse(&text).as_ref(), Ok(problem), "read back from {text:?}");
        // A refused line leaves no trace, as if it were blank.
        let mut kept: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        for error in &refused {
            kept[error.line - 1] = b"";
        }
        let reread = Problem::parse(kept.join(&b'\n'));
        assert_eq!(reread.as_ref(), Ok(problem), "without {refused:?}");
    }
    true
}

/// Checks that an error's place exists: the line exists, and the column is one of its characters or just after the
/// last.
pub(crate) fn points_into(error: &TextError, bytes: &[u8]) {
    let line = bytes.split(|&byte| byte == b'\n').nth(error.line.wrapping_sub(1));
    let line = line.unwrap_or_else(|| panic!("there is no such line: {error}"));
    let columns = String::from_utf8_lossy(line).chars().count() + 1;
    assert!((1..=columns).contains(&error.column), "{columns} columns: {error}");
    let message = error.to_string();
    assert!(!message.contains(char::is_control), "would be hard to read: {message:?}");
}
