//! Whether a source holds an exact cover problem or Sudoku puzzles, for the verbs that take both.
//!
//! What reads as a puzzle is one, because a problem hardly ever does: its first lines would have to be a whole grid. Where nothing reads,
//! what looks more like a problem is one, so that the error is that of its format.

use std::borrow::Cow;
use std::io::Cursor;
use std::path::Path;

use anyhow::Result;
use quadrille_cover::Problem;
use quadrille_sudoku::format::InputFormat;
use quadrille_tables::{
    Content, Input, Puzzles, Wanted, is_ambiguous, is_named_as_problem, problem_text,
};

use super::{head, looks_like_a_puzzle};

/// Whether an argument means an exact cover problem, and not Sudoku puzzles. `is_diagram` tells whether bytes begin a diagram.
pub fn is_a_problem(input: &str, is_diagram: impl FnOnce(&[u8]) -> bool) -> Result<bool> {
    if input != "-" && !Path::new(input).is_file() {
        // The name of a problem may have the cells of a puzzle in it.
        return Ok(input.starts_with("rules:") || !looks_like_a_puzzle(input));
    }
    if is_named_as_problem(Path::new(input)) {
        return Ok(true);
    }
    let head = head(input)?;
    Ok(is_diagram(&head) || holds_a_problem(&head))
}

fn holds_a_problem(head: &[u8]) -> bool {
    // The name of a problem may have the cells of a puzzle in it.
    if head.starts_with(b"| family ") {
        return true;
    }
    let bytes = Input::Stream(Box::new(Cursor::new(head.to_vec())));
    let Ok(content @ Content::Text(_)) = quadrille_tables::open(bytes, &Wanted::default()) else {
        return is_of_another_program(head);
    };
    match Puzzles::new(content, InputFormat::Auto, None).next() {
        // A square matrix of 0 and 1 has the form of a grid, in which each row repeats a digit.
        Some(Ok(found)) => found.puzzle.givens().clash().is_some() && is_of_another_program(head),
        Some(Err(_)) => {
            is_of_another_program(head)
                || has_secondary_items(head)
                || looks_like_a_problem(&String::from_utf8_lossy(head))
        }
        None => true,
    }
}

/// Whether another program's format explains the lines that are there as a whole, or several do.
fn is_of_another_program(head: &[u8]) -> bool {
    let whole = head.iter().rposition(|&byte| byte == b'\n').map_or(head, |end| &head[..end]);
    [head, whole].iter().any(|text| match problem_text(text) {
        Ok(text) => matches!(text, Cow::Owned(_)),
        Err(error) => is_ambiguous(&error),
    })
}

/// Whether the lines that are there are a problem of Knuth's with secondary items, of which the names may be numbers. Rows of a puzzle have
/// bars in each line.
fn has_secondary_items(head: &[u8]) -> bool {
    let end = head.iter().rposition(|&byte| byte == b'\n').unwrap_or(head.len());
    Problem::parse(&head[..end])
        .is_ok_and(|problem| problem.items() > problem.primary() && problem.options() > 0)
}

/// Whether a text that is no puzzle looks like a problem: it has items that are no cells, and if there is only one, an option of it.
fn looks_like_a_problem(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let mut next = || lines.find(|line| !line.is_empty() && !line.starts_with('|'));
    let (Some(items), option) = (next(), next()) else { return true };
    if items.chars().all(|c| c.is_ascii_digit() || ".*_-+=|:; \t".contains(c)) {
        return false;
    }
    let mut words = items.split_whitespace();
    let first =
        words.next().map_or("", |word| word.rsplit_once('|').map_or(word, |(_, name)| name));
    let is_covered = || option.is_some_and(|line| line.split_whitespace().next() == Some(first));
    words.next().is_some() && !items.starts_with(['#', '{', '[', '"']) || is_covered()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "1...............";

    #[test]
    fn puzzles_are_known_whatever_is_around_them() {
        let framed =
            "+---+---+\n|1 .|. .|\n|. .|. .|\n+---+---+\n|. .|. .|\n|. .|. .|\n+---+---+\n";
        for text in [
            format!("{ONE}\n{ONE}\n2{}\n", &ONE[1..]),
            format!("{ONE} # easy\n"),
            format!("{ONE} \"easy\"\n"),
            format!("{ONE}\r2{}\r", &ONE[1..]),
            framed.to_owned(),
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n".to_owned(),
            format!("{{\"puzzle\":\"{ONE}\"}}\n"),
            format!("puzzle,name\n{ONE},a\n"),
            "puzzle,solution\n".to_owned(),
            format!("# one\n# two\n{ONE}\n"),
            // Too short by one, which is an error of a puzzle.
            format!("{}\n{ONE}\n", &ONE[1..]),
        ] {
            assert!(!holds_a_problem(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn problems_are_known_although_they_are_not_right() {
        let long = "item1 item22 ".repeat(10_000);
        for text in [
            "a b c\na b\nc\n",
            "| family none\n\na b c\na d\n",
            &format!("| family sudoku:4:{ONE}\np01 p02\np01\n"),
            "r0 r1 r2 r3 r4 r5 c0 c1 c2 c3 c4 c5\n",
            "2|a\na\na\n",
            "0 1 | x\n0 x\n1\n",
            "10 11 12 13 14 | 15 16 17\n14 15 17:2\n\n10 12 15\n",
            "a\na\n",
            "",
            &long[..1 << 16],
        ] {
            assert!(holds_a_problem(text.as_bytes()), "{text:.20}");
        }
    }
}
