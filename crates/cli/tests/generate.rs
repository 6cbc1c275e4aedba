//! `quadrille generate`: the same puzzles for a seed on every machine, each with the requested answer.

mod common;

use common::{quadrille, quadrille_on};

fn generate(args: &[&str]) -> String {
    quadrille(&[&["generate", "--quiet"], args].concat()).silently()
}

/// Runs `check` on a list of puzzles; returns the status and the summary.
fn check(puzzles: &str) -> (i32, String) {
    let checked = quadrille_on(puzzles, &["check"]);
    (checked.status, checked.stderr)
}

#[test]
fn puzzles_do_not_depend_on_the_number_of_jobs() {
    for recipe in [
        &["--count", "100", "--seed", "5"][..],
        &["--count", "3", "--size", "16", "--seed", "5"],
        &["--count", "40", "--answer", "none"],
    ] {
        let [one, two, seven] =
            ["1", "2", "7"].map(|jobs| generate(&[recipe, &["--jobs", jobs]].concat()));
        assert_eq!(one, two, "{recipe:?}");
        assert_eq!(one, seven, "{recipe:?}");
    }
}

#[test]
fn puzzle_i_depends_on_nothing_but_the_seed_and_i() {
    let ten = generate(&["--count", "10", "--seed", "3"]);
    let four = generate(&["--count", "4", "--seed", "3"]);
    assert!(ten.starts_with(&four) && four.lines().count() == 4);
    assert_eq!(generate(&["--seed", "3"]).lines().next(), four.lines().next(), "one by default");
    assert_ne!(generate(&["--seed", "4"]).lines().next(), four.lines().next());
}

#[test]
fn puzzles_of_every_size_are_unique() {
    for (size, count, cells) in [(4, 30, 16), (9, 100, 81), (16, 3, 256), (25, 1, 625)] {
        let (size, number) = (size.to_string(), count.to_string());
        let puzzles = generate(&["--size", &size, "--count", &number, "--seed", "11"]);
        assert!(puzzles.lines().all(|line| line.len() == cells), "a line each: {puzzles}");
        let noun = if count == 1 { "puzzle" } else { "puzzles" };
        let summary = format!("{count} {noun}: {count} unique, 0 multiple, 0 none\n");
        assert_eq!(check(&puzzles), (0, summary));
    }
}

#[test]
fn a_9x9_puzzle_is_minimal() {
    let puzzle = generate(&["--seed", "2"]);
    let puzzle = puzzle.trim_end();
    let given = puzzle.char_indices().filter(|&(_, cell)| cell != '.');
    let without = |(at, _)| [&puzzle[..at], ".", &puzzle[at + 1..], "\n"].concat();
    let poorer: Vec<String> = given.map(without).collect();
    let (status, summary) = check(&poorer.concat());
    assert_eq!(status, 1);
    assert!(
        summary.contains(&format!(" 0 unique, {} multiple, 0 none", poorer.len())),
        "{summary}"
    );
}

#[test]
fn clues_are_as_many_as_wanted() {
    for clues in [30, 45, 81] {
        let puzzles = generate(&["--clues", &clues.to_string(), "--count", "5"]);
        let given = |line: &str| line.chars().filter(|&cell| cell != '.').count();
        assert!(puzzles.lines().all(|line| given(line) == clues), "{clues}: {puzzles}");
        assert_eq!(check(&puzzles).0, 0);
    }
}

#[test]
fn puzzles_have_the_answer_wanted() {
    for (answer, summary) in [
        ("multiple", "50 puzzles: 0 unique, 50 multiple, 0 none\n"),
        ("none", "50 puzzles: 0 unique, 0 multiple, 50 none\n"),
    ] {
        let puzzles = generate(&["--answer", answer, "--count", "50", "--seed", "8"]);
        assert_eq!(check(&puzzles), (1, summary.to_owned()));
        let verdicts = quadrille_on(&puzzles, &["check"]).stdout;
        assert!(!verdicts.contains("digit"), "no givens clash, or it would be too easy");
    }
}
