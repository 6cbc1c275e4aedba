//! Tests the reader of puzzles under rules: it never panics, it ends, its errors can be shown and point at a line, and each given is a digit
//! of the grid.
//!
//! The first byte selects the rules.

use quadrille_sudoku::rules::read::{Asked, Reader};

/// Rules of each kind of reading: with and without a size, with signs, with cells outside the grids, and those that the text says.
const RULES: [&str; 8] = ["2x3", "3x4", "16+x", "latin", "x", "5+futoshiki", "samurai", "file"];

/// Reads the bytes after the first one as puzzles under rules.
pub fn run(bytes: &[u8]) -> bool {
    let &[rules, ref text @ ..] = bytes else { return false };
    let rules = RULES[usize::from(rules) % RULES.len()];
    let asked = Asked::parse(rules, &mut |_| Err("there are no files".to_owned()));
    let lines = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    for (number, found) in Reader::new(text, asked.expect("the rules can be read")).enumerate() {
        assert!(number < 2 * lines, "more puzzles and errors than lines");
        match found {
            Ok(found) => {
                assert!((1..=lines).contains(&found.line), "line {} of {lines}", found.line);
                assert_eq!(found.givens.len(), found.rules.cells());
                let side = found.rules.side();
                assert!(found.givens.iter().all(|&digit| usize::from(digit) <= side));
            }
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains(char::is_control), "{message:?}");
                assert!((1..=lines).contains(&error.line), "{lines} lines: {message}");
            }
        }
    }
    true
}
