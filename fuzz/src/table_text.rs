//! Tests the reader of tables and of puzzles in tables: it never panics, it ends, each puzzle or error has a byte at least, and errors are short.
//!
//! Panics of other crates on damaged files are errors by design; a panic of ours is not told apart from these here, so the packings whose readers
//! need that (Parquet) are left to the tests of `quadrille-tables`.

use std::io::Cursor;

use quadrille_tables::{Input, Puzzles, Wanted};

/// Reads the bytes as a table or as text, whichever they are.
pub fn run(bytes: &[u8]) -> bool {
    let input = Input::Stream(Box::new(Cursor::new(bytes.to_vec())));
    let puzzles = match Puzzles::open(input, &Wanted::default()) {
        Ok(puzzles) => puzzles,
        Err(error) => {
            is_short(&error.to_string(), bytes);
            return true;
        }
    };
    let mut last = 0;
    for (number, found) in puzzles.enumerate() {
        assert!(number <= bytes.len(), "more puzzles and errors than bytes");
        match found {
            Ok(found) => {
                assert!(found.line >= last, "line {} after line {last}", found.line);
                last = found.line;
            }
            Err(refused) => is_short(&refused.to_string(), bytes),
        }
    }
    true
}

/// Checks that an error quotes no more than names of columns. Programs escape it where they print it.
fn is_short(message: &str, bytes: &[u8]) {
    assert!(message.len() < 10_000 + 4 * bytes.len(), "{} bytes: {message:.200}", message.len());
}
