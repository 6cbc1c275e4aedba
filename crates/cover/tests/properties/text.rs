//! Problems written and read back, and texts that are not problems.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_cover::{Problem, TextError};

use crate::problems::{problems, problems_with_costs, problems_with_multiplicities};

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        problem in prop_oneof![problems(), problems_with_multiplicities(), problems_with_costs()],
    ) {
        prop_assume!(problem.primary() > 0, "the first line would be a comment");
        let text = problem.to_string();
        prop_assert_eq!(Problem::parse(&text), Ok(problem.clone()));
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(Problem::parse(windows), Ok(problem));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    #[test]
    fn any_pieces_of_a_text_are_read_or_refused(pieces in vec(piece(), 0..40)) {
        check(&pieces.concat())?;
    }

    #[test]
    fn a_text_with_a_byte_changed_is_read_or_refused(
        problem in problems(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut text = problem.to_string().into_bytes();
        let at = at.index(text.len());
        text[at] = byte;
        check(&text)?;
    }
}

/// Valid and invalid words of a text, with few names, so that a name is often known or taken.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "b", "c", "x", "é", " ", " ", " ", "\t", "\n", "\n", "\r\n", "|", " | ", ":",
    "x:red", "x:blue", "|7", " |9223372036854775807 ", " |1", "a:red", "2|", "0:2|", "3:1|", ":|", "18446744073709551616|",
    "| note\n", "a b | x\n", "a x:red\nb x:red\n",
];

fn piece() -> impl Strategy<Value = Vec<u8>> {
    let any_byte = any::<u8>().prop_map(|byte| vec![byte]);
    prop_oneof![30 => prop::sample::select(PIECES).prop_map(Vec::from), 1 => any_byte]
}

/// Reading returns a problem or an error with a position in the text; and reading on after
/// errors agrees with stopping at the first error.
fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    let has_a_place = |error: &TextError| (1..=lines).contains(&error.line) && error.column >= 1;
    let strict = Problem::parse(bytes);
    let mut refused = Vec::new();
    let lenient = Problem::parse_lenient(bytes, |error| {
        refused.push(error);
        ControlFlow::Continue(())
    });
    // A line is refused once, even with several errors.
    prop_assert!(refused.is_sorted_by(|a, b| a.line < b.line), "{:?}", refused);
    prop_assert!(refused.iter().all(has_a_place), "{:?}", refused);
    match (&strict, &lenient) {
        (Ok(strict), Ok(lenient)) => {
            prop_assert!(refused.is_empty(), "{:?}", refused);
            prop_assert_eq!(strict, lenient);
        }
        (Err(error), Ok(_)) => prop_assert_eq!(Some(error), refused.first()),
        (Err(error), Err(fatal)) => {
            prop_assert!(has_a_place(error));
            prop_assert!(error == fatal || Some(error) == refused.first());
        }
        (Ok(_), Err(fatal)) => prop_assert!(false, "only reading on failed: {}", fatal),
    }
    if let Ok(lenient) = lenient {
        let text = lenient.to_string();
        let reread = |bytes: &[u8]| Problem::parse(bytes).map(|problem| problem.to_string());
        prop_assert_eq!(reread(text.as_bytes()), Ok(text.clone()));
        // A refused line has the same effect as a blank line.
        let mut kept: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        for error in refused {
            kept[error.line - 1] = b"";
        }
        prop_assert_eq!(reread(&kept.join(&b'\n')), Ok(text));
    }
    Ok(())
}
