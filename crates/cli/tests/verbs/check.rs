//! `quadrille check`: a verdict for each puzzle, and an exit status for all of them together.

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines, quadrille, quadrille_on};
use serde_json::json;

/// One puzzle for each verdict, and one bad line.
fn of_each_kind() -> Folder {
    let lines = [P1, P2, C1, &clashing(), &P1[1..], P3];
    Folder::with("kinds.txt", lines.join("\n") + "\n")
}

/// A verdict without the solutions it shows, because engines find different solutions first.
fn without_grids(verdict: &str) -> String {
    match verdict.split_once(": multiple (two solutions: ") {
        Some((line, _)) => format!("{line}: multiple (two solutions)"),
        None => verdict.to_owned(),
    }
}

#[test]
fn each_puzzle_gets_its_verdict() {
    let checked = of_each_kind().quadrille("check kinds.txt");
    assert!(checked.error().starts_with("kinds.txt:5:1: found a line of length 80"), "{checked:?}");
    let stdout: String = checked.stdout.lines().map(|line| without_grids(line) + "\n").collect();
    let expected = "\
1: unique
2: multiple (two solutions)
3: none
4: none (digit 1 stands twice in row 1: at row 1 column 1 and row 1 column 2)
5: invalid
6: unique
";
    assert_eq!(stdout, expected);
    let summary = "6 puzzles: 2 unique, 1 multiple, 2 none, 1 refused";
    assert_eq!(checked.stderr.lines().last(), Some(summary));
}

#[test]
fn the_status_is_that_of_the_worst_puzzle() {
    let bad = &P1[1..];
    for (puzzles, status) in [
        (&[P1, P3][..], 0),
        (&[P1, P2], 1),
        (&[C1, P1], 1),
        (&[P1, &clashing()], 1),
        (&[P1, bad], 2),
        (&[P2, bad, C1], 2), // bad input wins over a negative answer
    ] {
        let checked = quadrille_on(puzzles.join("\n"), "check");
        assert_eq!(checked.status, status, "{checked:?}");
        assert_eq!(checked.stdout.lines().count(), puzzles.len(), "a verdict each: {checked:?}");
    }
}

#[test]
fn an_engine_that_gives_up_does_not_know() {
    let (stalled, said) =
        quadrille_on(format!("{G1}\n{G5}\n"), "check --engine singles").negative();
    assert_eq!(stalled, "1: unique\n2: unknown (stalled: a guess is needed)\n");
    assert_eq!(said, "2 puzzles: 1 unique, 0 multiple, 0 none, 1 unknown\n");
    let (limited, _) = quadrille(&format!("check --max-tests 20 {P1}")).negative();
    assert_eq!(limited, "1: unknown (stopped at the limit)\n");
}

#[test]
fn json_says_the_same() {
    let checked = of_each_kind().quadrille("check --engine masks --output json kinds.txt");
    checked.error();
    let objects = json_lines(&checked.stdout);
    let answers: Vec<_> = objects.iter().map(|object| &object["answer"]).collect();
    assert_eq!(answers, ["unique", "multiple", "none", "none", "invalid", "unique"]);
    let lines: Vec<_> = objects.iter().map(|object| &object["line"]).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6]);

    let unique = &objects[0];
    assert_eq!(unique["puzzle"], json!(dotted(P1)));
    assert_eq!((&unique["engine"], &unique["outcome"]), (&json!("masks"), &json!("exhausted")));
    assert_eq!((&unique["solutions"], &unique["solution"]), (&json!(1), &json!(P1_SOLUTION)));
    assert_eq!((&unique["forks"], &unique["nodes"]), (&json!(71), &json!(143)));
    let multiple = &objects[1];
    assert_eq!((&multiple["outcome"], &multiple["solutions"]), (&json!("stopped"), &json!(2)));
    assert_eq!(objects[2].get("solution"), None, "unknown fields are left out");
    let invalid = objects[4]["reason"].as_str().expect("a reason");
    assert!(invalid.starts_with("5:1: found a line of length 80; expected 81"), "{invalid}");
}

#[test]
fn quiet_leaves_the_verdicts_and_the_errors() {
    let checked = of_each_kind().quadrille("check --quiet kinds.txt");
    checked.error();
    assert_eq!((checked.stdout.lines().count(), checked.stderr.lines().count()), (6, 1));
}
