//! `quadrille solve --engine lanes` on long input: solving in batches gives the same output as one by one.

#![cfg(unix)]

use std::io::Write;

use crate::common::puzzles::*;
use crate::common::{Folder, end, interrupt, interrupted, next_line, quadrille_on, typed};
use crate::faults::plant;

/// Questions that can be answered in a batch, and some that cannot.
const QUESTIONS: [&str; 8] = [
    "",
    "--output line",
    "--limit 1 --output line --quiet",
    "--count --limit 1",
    "--count --limit 2",
    "--count --limit 2 --output line",
    "--limit 2 --output line",
    "--count --limit 3",
];

/// Solves with `lanes`, with or without a limit that is never reached; with a limit, puzzles are solved one by one.
fn solve(text: &[u8], question: &str, limit: &str) -> (i32, String, String) {
    let ended = quadrille_on(text, &format!("solve --engine lanes {question} {limit}"));
    (ended.status, ended.stdout, ended.stderr)
}

const NO_LIMIT: &str = "--max-tests 1000000000000";

#[test]
fn a_batch_is_printed_as_puzzles_are_one_by_one() {
    let mut planted = Vec::new();
    plant(&mut planted, 3000, 60, 3);
    let everything = a_bit_of_everything();
    for text in [&planted[..], everything.as_bytes()] {
        for question in QUESTIONS {
            let together = solve(text, &format!("{question} --keep-going"), "");
            assert_eq!(together.0, 2, "some cannot be read: {question:?}");
            assert!(together.1.lines().count() > 400 && together.2.contains("refused"));
            let alone = solve(text, &format!("{question} --keep-going"), NO_LIMIT);
            assert_eq!(together, alone, "{question:?}");
            // The output ends at the first puzzle that cannot be read.
            let together = solve(text, question, "");
            assert!(
                !together.2.contains("refused") && together.2.contains("error: standard input")
            );
            assert_eq!(together, solve(text, question, NO_LIMIT), "{question:?}");
        }
    }
}

#[test]
fn a_puzzle_without_a_solution_is_a_negative_answer_in_its_place() {
    let text = format!("{P1}\n{}\n{P4}\n", clashing());
    let (status, stdout, stderr) = solve(text.as_bytes(), "--output line", "");
    assert_eq!((status, stdout), (1, format!("{P1_SOLUTION}\n{P4_SOLUTION}\n")));
    assert!(stderr.starts_with("standard input:2: no solution: digit "), "{stderr}");
    let (status, stdout, _) = solve(text.as_bytes(), "--count --limit 2", "");
    assert_eq!((status, &*stdout), (1, "1\n0\n1\n"));
}

#[test]
fn nothing_is_the_empty_grid_or_no_puzzle() {
    let (status, stdout, stderr) = solve(b"", "--output line", "");
    assert!(status == 0 && stderr.is_empty() && solves(stdout.trim_end(), &".".repeat(81)));
    let (status, stdout, stderr) = solve(b"# none\n", "", "");
    assert_eq!((status, &*stdout), (2, ""));
    assert_eq!(stderr, "error: standard input: found no puzzle; expected at least one\n");
}

#[test]
fn a_puzzle_typed_is_solved_before_the_next_is_typed() {
    let (child, mut stdin, mut stdout) = typed("solve --engine lanes --output line");
    for (puzzle, solution) in [(P1, P1_SOLUTION), (P4, P4_SOLUTION), (P3, P3_SOLUTION)] {
        stdin.write_all(format!("{puzzle}\n").as_bytes()).expect("it is read");
        assert_eq!(next_line(&mut stdout), format!("{solution}\n"));
    }
    // While the command waits for input, an interrupt ends it without the grace of 2 s.
    interrupt(&child);
    let (status, said) = end(child);
    assert_eq!(status, Some(130));
    assert!(!said.contains(crate::common::ENDED_LATE), "{said}");
}

#[test]
fn an_interrupt_leaves_whole_solutions_in_order() {
    let folder = Folder::with("many.txt", format!("{P1}\n{P4}\n").repeat(1_000_000));
    let (text, _) = interrupted(folder.start("solve many.txt --engine lanes --output line"));
    assert!(text.ends_with('\n') && text.lines().count() < 2_000_000);
    for (i, line) in text.lines().enumerate() {
        assert_eq!(line, [P1_SOLUTION, P4_SOLUTION][i % 2]);
    }
}
