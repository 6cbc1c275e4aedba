//! `quadrille check` on long input: every puzzle has a verdict, in order, without delay.

#![cfg(unix)]

use std::io::Write;

use crate::common::puzzles::*;
use crate::common::{Folder, end, interrupt, interrupted, next_line, quadrille_on, typed};
use crate::faults::{hold_against, plant};

#[test]
fn every_fault_is_found_where_it_is_and_no_other() {
    let mut text = Vec::new();
    let planted = plant(&mut text, 20_000, 60, 1);
    assert_eq!(planted.len(), 60);
    let checked = quadrille_on(&text, "check");
    assert_eq!(checked.status, 2);
    let found = hold_against(&planted, &text, checked.stdout.as_bytes(), &checked.stderr);
    assert_eq!(found, Ok(()));
    let summary = "20000 puzzles: 19940 unique, 12 multiple, 24 none, 24 refused";
    assert_eq!(checked.stderr.lines().last(), Some(summary));
}

/// Compares the instruction sets of this machine, at least the baseline.
#[test]
fn verdicts_are_the_same_with_any_instructions() {
    let mut text = Vec::new();
    plant(&mut text, 2000, 60, 5);
    let checked = quadrille_on(&text, "check");
    let mut there = 0;
    for instructions in ["baseline", "avx2", "avx512"] {
        let other = quadrille_on(&text, &format!("check --instructions {instructions}"));
        if other.stderr.contains("this machine does not have these instructions") {
            continue;
        }
        there += 1;
        assert_eq!((other.status, &other.stdout), (checked.status, &checked.stdout));
    }
    assert!(there > 0);
    let refused = quadrille_on(&text, "check --instructions mmx");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("instruction sets of this machine: baseline"), "{refused:?}");
}

#[test]
fn workers_change_neither_verdicts_nor_messages() {
    let text = a_bit_of_everything();
    for args in ["check", "check --output csv --rate", "check --duplicates isomorphs --canonical"] {
        let with = |jobs| {
            let checked = quadrille_on(&text, &format!("{args} --jobs {jobs}"));
            (checked.status, checked.stdout, checked.stderr)
        };
        let alone = with("1");
        assert!(alone.1.lines().count() >= 600);
        assert_eq!(with("2"), alone);
        assert_eq!(with("5"), alone);
    }
}

#[test]
fn a_puzzle_typed_has_its_verdict_before_the_next_is_typed() {
    let (child, mut stdin, mut stdout) = typed("check --jobs 2");
    let mut line = 1;
    for (text, lines, verdict) in [
        (P1.to_owned(), 1, "unique"),
        ("1234341221434321".to_owned(), 1, "unique"),
        (P2[..80].to_owned(), 1, "invalid"),
        (in_rows(P4, 9).trim_end().to_owned(), 9, "unique"),
        (C1.to_owned(), 1, "none"),
    ] {
        stdin.write_all(format!("{text}\n").as_bytes()).expect("it is read");
        // A verdict that needs the next line cannot be printed before that line arrives.
        if verdict == "invalid" || text.len() == 16 {
            stdin.write_all(b"\n").expect("it is read");
        }
        assert_eq!(next_line(&mut stdout), format!("{line}: {verdict}\n"));
        line += lines + usize::from(verdict == "invalid" || text.len() == 16);
    }
    drop(stdin);
    assert_eq!(end(child).0, Some(2));
}

#[test]
fn an_interrupt_leaves_whole_verdicts_in_order() {
    let folder = Folder::with("many.txt", format!("{P1}\n{P3}\n").repeat(200_000));
    let (text, _) = interrupted(folder.start("check many.txt --engine dlx"));
    let lines = text.lines().count();
    assert!((1..400_000).contains(&lines), "{lines}");
    assert!(text.ends_with('\n'), "whole lines");
    for (number, line) in (1..).zip(text.lines()) {
        assert_eq!(line, format!("{number}: unique"), "in order");
    }
}

#[test]
fn an_interrupt_is_told_and_leaves_no_table_that_looks_whole() {
    let rows = format!("{{\"puzzle\":\"{P1}\"}},\n").repeat(200_000);
    let folder = Folder::with("many.json", format!("[{rows}{{\"puzzle\":\"{P1}\"}}]\n"));
    for (output, told) in [
        ("table", "the table on standard output is not complete"),
        ("plain", "; the counts are of these"),
    ] {
        let child = folder.start(&format!("check many.json --engine dlx --output {output}"));
        let (text, said) = interrupted(child);
        assert!(said.contains("interrupted after ") && said.contains(told), "{said}");
        assert!(!text.trim_end().ends_with(']'), "the array is not closed");
    }
}

#[test]
fn an_interrupt_ends_a_check_that_waits_for_input_at_once() {
    let (child, mut stdin, mut stdout) = typed("check");
    stdin.write_all(format!("{P1}\n").as_bytes()).expect("it is read");
    assert_eq!(next_line(&mut stdout), "1: unique\n");
    interrupt(&child);
    let (status, said) = end(child);
    assert_eq!(status, Some(130));
    assert!(!said.contains(crate::common::ENDED_LATE), "without the grace: {said}");
}
