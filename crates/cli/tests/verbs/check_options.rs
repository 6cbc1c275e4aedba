//! The options of `quadrille check` that add to the verdict.

use std::collections::HashSet;

use crate::common::puzzles::*;
use crate::common::{json_lines, quadrille, quadrille_on};
use serde_json::json;

/// P1 with one more clue: the solution's digit in cell 1.
fn one_clue_too_many() -> String {
    format!("16{}", &P1[2..])
}

/// The number of a cell from its name as `check` prints it.
fn cell(name: &str) -> usize {
    let words: Vec<_> = name.split(' ').collect();
    let number = |i: usize| words[i].parse::<usize>().expect("a number");
    (number(1) - 1) * 9 + number(3) - 1
}

fn without(puzzle: &str, cell: usize) -> String {
    format!("{}.{}", &puzzle[..cell], &puzzle[cell + 1..])
}

#[test]
fn two_solutions_are_shown() {
    let (text, _) = quadrille(&format!("check {P2}")).negative();
    let text = text.strip_prefix("1: multiple (two solutions: ").expect(&text);
    let (first, second) = text.trim_end().trim_end_matches(')').split_once(", ").unwrap();
    assert_ne!(first, second);
    assert!(solves(first, P2) && solves(second, P2));
    let args = format!("check --output json --engine masks {P2}");
    let object = &json_lines(&quadrille(&args).negative().0)[0];
    let both = object["all"].as_array().expect("two");
    assert_eq!((both.len(), &both[0]), (2, &object["solution"]));
    assert_ne!(both[0], both[1]);
    assert!(both.iter().all(|grid| solves(grid.as_str().unwrap(), P2)));
}

/// `--minimal` agrees with checking the puzzle without each of its clues.
#[test]
fn clues_that_can_be_spared_are_named() {
    for puzzle in [P4, &one_clue_too_many(), G1] {
        let checked = quadrille(&format!("check --minimal --output json {puzzle}"));
        let object = &json_lines(&checked.negative().0)[0];
        assert_eq!(object["minimal"], json!(false));
        let redundant = object["redundant"].as_array().expect("a list");
        let redundant: HashSet<_> = redundant.iter().map(|n| cell(n.as_str().unwrap())).collect();
        assert!(!redundant.is_empty());
        let clues: Vec<_> = (0..81).filter(|&cell| &puzzle[cell..=cell] != "0").collect();
        let fewer: Vec<_> = clues.iter().map(|&cell| without(puzzle, cell)).collect();
        let verdicts = quadrille_on(fewer.join("\n"), "check").stdout;
        let unique = clues.iter().zip(verdicts.lines()).filter(|(_, v)| v.ends_with(" unique"));
        assert_eq!(unique.map(|(&cell, _)| cell).collect::<HashSet<_>>(), redundant);
    }
}

#[test]
fn minimal_puzzles_are_a_positive_answer_and_others_are_not() {
    let minimal = include_str!("../../../../datasets/generated-9x9.txt").lines().next().unwrap();
    let checked = quadrille(&format!("check --minimal {minimal}"));
    assert_eq!(checked.stderr, "1 puzzle: 1 unique, 0 multiple, 0 none\n0 not minimal\n");
    assert_eq!(checked.positive(), "1: unique, minimal\n");
    let full = quadrille("check --minimal 1234341221434321").negative();
    assert!(full.0.starts_with("1: unique, not minimal (could spare any one of row 1 column 1, "));
    assert!(full.1.ends_with("\n1 not minimal\n"));
    // In CSV, one field lists the clues that can be spared.
    let one = quadrille("check --minimal --output csv 1234341221434321").negative();
    assert!(one.0.contains(",false,row 1 column 1; row 1 column 2; "));
    let open = quadrille(&format!("check --minimal --engine singles {G1}")).negative();
    assert!(open.0.starts_with("1: unique, "), "{open:?}");
    let several = quadrille(&format!("check --minimal {P2}")).negative();
    assert!(!several.0.contains("minimal"), "asked of unique puzzles only");
}

#[test]
fn levels_are_told_and_counted() {
    let (text, said) = quadrille_on([P1, P2, P4].join("\n"), "check --rate").negative();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "1: unique, level 5, beyond all techniques");
    assert_eq!(lines[2], "3: unique, level 1, rating 1.2 (hidden single in a region)");
    assert!(!lines[1].contains("level"), "of unique puzzles only");
    let bar = "#".repeat(40);
    let told = format!(
        "\nlevels: 1 at 1, 0 at 2, 0 at 3, 0 at 4, 1 at 5\n  \
         1.2 hidden single in a region        1 {bar}\n  \
         beyond all techniques                1 {bar}\n"
    );
    assert!(said.ends_with(&told), "{said}");
}

/// The transposed grid with 1 and 2 exchanged.
fn in_another_dress(puzzle: &str) -> String {
    let digit = |cell: usize| &puzzle[cell % 9 * 9 + cell / 9..][..1];
    (0..81)
        .map(|cell| match digit(cell) {
            "1" => "2",
            "2" => "1",
            digit => digit,
        })
        .collect()
}

#[test]
fn repetitions_are_traced_to_their_first_line() {
    let text = [P1, P3, P1, &dotted(P1), &in_another_dress(P1), &P1[1..], P3].join("\n");
    let digits = quadrille_on(&text, "check --duplicates digits");
    digits.errors();
    let expected = "1: unique\n2: unique\n3: unique, same as line 1\n4: unique, same as line 1\n\
                    5: unique\n6: invalid\n7: unique, same as line 2\n";
    assert_eq!(digits.stdout, expected);
    assert!(digits.stderr.ends_with("\n3 repeated\n"), "{digits:?}");
    let forms = quadrille_on(&text, "check --duplicates digits --canonical");
    assert!(forms.stderr.ends_with("\n3 repeated\n"), "digits count, not forms: {forms:?}");
    let isomorphs = quadrille_on(&text, "check --duplicates isomorphs");
    let expected = expected.replace("5: unique", "5: unique, isomorph of line 1");
    assert_eq!(isomorphs.stdout, expected, "a copy is no mere isomorph");
    let summary = "\n4 isomorphic to an earlier one, 3 of them copies\n";
    assert!(isomorphs.stderr.ends_with(summary), "{isomorphs:?}");
    let args = "check --duplicates digits --output json";
    let (objects, _) = quadrille_on([P1, P1].join("\n"), args).negative();
    assert_eq!(json_lines(&objects)[1]["duplicate_of"], json!(1), "a negative answer");
}

#[test]
fn isomorphs_have_one_canonical_form() {
    let text = [P1, P3, &in_another_dress(P1)].join("\n");
    let text = quadrille_on(text, "check --canonical").positive();
    let forms: Vec<_> = text.lines().map(|line| line.split(", canonical ").nth(1)).collect();
    assert_eq!(forms[0], forms[2]);
    assert_ne!(forms[0], forms[1]);
    let form = forms[0].expect("a form");
    assert!(quadrille(&format!("check {form}")).positive().starts_with("1: unique"));
    let empty = ".".repeat(625);
    let (text, _) = quadrille(&format!("check --canonical {empty}")).negative();
    assert!(text.trim_end().ends_with(&format!(", canonical {empty}")), "{text}");
}

#[test]
fn csv_has_a_row_for_every_verdict() {
    let text = [P1, &P1[1..], P2, &clashing()].join("\n");
    let args = "check --engine masks --output csv --rate --minimal --canonical";
    let checked = quadrille_on(text, args);
    let mut rows = csv::Reader::from_reader(checked.stdout.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row of that many fields")).collect();
    let field = |row: usize, name: &str| {
        let at = header.iter().position(|other| other == name).expect(name);
        rows[row][at].to_owned()
    };
    assert_eq!(rows.len(), 4);
    let lines: Vec<_> = (0..4).map(|row| field(row, "line")).collect();
    assert_eq!(lines, ["1", "2", "3", "4"]);
    let answers: Vec<_> = (0..4).map(|row| field(row, "answer")).collect();
    assert_eq!(answers, ["unique", "invalid", "multiple", "none"]);
    assert_eq!(field(0, "puzzle"), dotted(P1));
    assert_eq!((field(0, "solution"), field(0, "second")), (P1_SOLUTION.into(), String::new()));
    assert_eq!((field(0, "level"), field(0, "forks")), ("5".into(), "71".into()));
    assert_eq!((field(0, "rating"), field(0, "technique")), (String::new(), "beyond".into()));
    assert!(solves(&field(2, "second"), P2) && field(2, "second") != field(2, "solution"));
    assert!(field(1, "reason").starts_with("2:1: found a line of length 80; expected 81"));
    assert_eq!((field(1, "puzzle"), field(1, "tests")), (String::new(), String::new()));
    assert!(field(3, "reason").starts_with("digit 1 stands twice in row 1"));
    assert_eq!((field(2, "minimal"), field(2, "level")), (String::new(), String::new()));
    assert_eq!(field(2, "canonical").len(), 81);
}
