//! `quadrille generate`: the same puzzles for a seed on every machine, each with the requested answer.

use crate::common::{quadrille, quadrille_on};

fn generate(args: &[&str]) -> String {
    quadrille(&[&["generate", "--quiet"], args].concat()).silently()
}

/// Runs `check` on a list of puzzles; returns the status and the summary.
fn check(puzzles: &str) -> (i32, String) {
    let checked = quadrille_on(puzzles, &["check"]);
    (checked.status, checked.stderr)
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

/// Fewer clues are harder to reach, so the advice is to ask for more.
#[test]
fn too_few_clues_are_answered_with_the_advice_to_ask_for_more() {
    let args = ["generate", "--clues", "19", "--attempts", "30", "--jobs", "1"];
    let refused = quadrille(&args);
    let error = refused.error();
    assert!(
        error.starts_with(
            "gave up on puzzle 1 after 30 attempts (30 other clues); ask for more clues"
        ),
        "{error}"
    );
    assert!(!error.contains("ask for less") && !error.contains("fewer clues"), "{error}");
}

/// What no puzzle has is refused at once; what was not met is said with the rating that came nearest.
#[test]
fn a_request_that_fails_says_why() {
    for (args, expected) in [
        (&["--size", "4", "--difficulty", "hard"][..], "of 3.0 for 4x4 puzzles; expected at most"),
        (&["--difficulty", "2", "--technique", "x-wing"], "of 3.2 for puzzles of levels 1 to 3"),
        (&["--size", "16", "--clues", "14"], "expected at least 15, because no 16x16 puzzle"),
        (
            &["--minimal", "--clues", "73"],
            "found 73 clues for minimal puzzles; expected at most 72",
        ),
        (&["--rating", "5.2", "--attempts", "5"], "after 5 attempts (5 other rating; the nearest"),
    ] {
        let refused = quadrille(&[&["generate"], args].concat());
        assert!(refused.error().contains(expected), "{args:?}: {refused:?}");
    }
    let easy = generate(&["--size", "16", "--difficulty", "easy", "--output", "json"]);
    let rating = &crate::common::json_lines(&easy)[0]["rating"];
    assert!(rating.as_f64().is_some_and(|rating| rating <= 1.5), "{rating}");
}

#[test]
fn puzzles_have_the_rating_and_the_technique_asked_for() {
    let args =
        ["--rating", "2.6..4.2", "--technique", "Hidden-Pair", "--count", "3", "--seed", "4"];
    let puzzles = generate(&args);
    let checked = quadrille_on(&puzzles, &["check", "--rate", "--output", "json"]);
    for puzzle in crate::common::json_lines(&checked.stdout) {
        let rating = puzzle["rating"].as_f64().expect("a rating");
        assert!((2.6..=4.2).contains(&rating), "{puzzle}");
    }
    let steps = quadrille_on(&puzzles, &["solve", "--engine", "human", "--trace"]).stdout;
    assert!(steps.matches("hidden pair: ").count() >= 3, "one in each: {steps}");
    let told = quadrille(&[&["generate"], &args[..]].concat());
    assert!(
        told.stderr.contains("\nrating  ") && told.stderr.contains(" other rating"),
        "{told:?}"
    );
    let one = ["--rating", "3", "--seed", "4", "--output", "json"];
    let json = crate::common::json_lines(&generate(&one)).remove(0);
    assert_eq!((&json["rating"], &json["technique"]), (&3.0.into(), &"naked pair".into()));
    for (args, expected) in [
        (["--rating", "9..4"], "expected LOW..HIGH"),
        (["--rating", "4.25"], "expected LOW..HIGH"),
        (["--technique", "y-wing"], "expected one of full-house, hidden-single-in-a-region"),
    ] {
        let refused = quadrille(&[&["generate"], &args[..]].concat());
        assert!(refused.stderr.contains(expected) && refused.status == 2, "{refused:?}");
    }
    let none = quadrille(&["generate", "--rating", "8.3..9.9"]);
    assert!(none.error().starts_with("found rating 8.3..9.9; expected a range"), "{none:?}");
}

#[test]
fn check_prints_a_histogram_of_ratings() {
    let puzzles = generate(&["--count", "40", "--seed", "6"]) + &".".repeat(81) + "\n";
    let summary = quadrille_on(&puzzles, &["check", "--rate"]).stderr;
    let bins: Vec<&str> = summary.lines().filter(|line| line.starts_with("  ")).collect();
    let count = |bin: &&str| {
        let words: Vec<&str> = bin.split_whitespace().rev().collect();
        assert!(words[0].chars().all(|c| c == '#'), "{bin}");
        words[1].parse::<usize>().expect("a number")
    };
    assert_eq!(bins.iter().map(count).sum::<usize>(), 40, "unique puzzles only: {summary}");
    assert!(bins[0].trim_start().starts_with("1.") && bins.is_sorted(), "easiest first: {summary}");
    let longest = bins.iter().map(|bin| bin.matches('#').count()).max();
    assert_eq!(longest, Some(40), "{summary}");
}
