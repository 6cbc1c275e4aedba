//! Every input and output format of puzzles.

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines, quadrille, quadrille_on};

/// A grid as numbers separated by blanks, one row on each line.
fn numbers(grid: &[usize], separator: &str) -> String {
    let side = grid.len().isqrt();
    let words = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>();
    grid.chunks(side).map(|row| words(row).join(separator) + "\n").collect()
}

/// The readers have tests of their own; here each name of a format, and what is recognised without one.
#[test]
fn each_format_is_read_by_its_name_and_all_but_a_stream_without_one() {
    let mut triples = String::new();
    for (cell, digit) in G1.chars().enumerate().filter(|&(_, digit)| digit != '0') {
        triples += &format!("{} {} {digit}\n", cell / 9, cell % 9);
    }
    let sixteen = sparse_grid(4);
    for (format, text, puzzle) in [
        ("line", format!("\u{feff}# a comment\r\n{P4}\r\n"), dotted(P4)),
        ("grid", in_rows(P4, 9), dotted(P4)),
        ("triples", triples, dotted(G1)),
        ("numbers", numbers(&sixteen, ","), symbols(&sixteen)),
        ("letters", symbols(&sixteen).to_uppercase(), symbols(&sixteen)),
        ("stream", P4.replace('0', " "), dotted(P4)),
    ] {
        let folder = Folder::with("puzzles", &text);
        let ways = [format!("--format {format}"), String::new()];
        for named in ways.into_iter().take(if format == "stream" { 1 } else { 2 }) {
            let args = format!("solve --output json --max-tests 10000 {named}");
            for ended in [folder.quadrille(&format!("{args} puzzles")), quadrille_on(&text, &args)]
            {
                assert_eq!(json_lines(&ended.stdout)[0]["puzzle"], puzzle.as_str(), "{ended:?}");
            }
        }
    }
}

#[test]
fn grids_beyond_25_are_numbers() {
    for (n, engine) in [(6, "masks"), (7, "singles"), (8, "masks"), (9, "dlx")] {
        let grid = sparse_grid(n);
        let text = numbers(&grid, " ");
        let given = text.trim_end().replace('\n', " ");
        for text in [&text, &given] {
            let args = format!("solve --engine {engine} --output line");
            let solved = quadrille_on(text, &args).silently();
            assert!(solves(solved.trim_end(), &given), "{engine} on n = {n}: {solved}");
        }
    }
    let rows = quadrille_on(numbers(&full_grid(6), " "), "solve").silently();
    assert!(rows.starts_with(" 1  2  3  4  5  6  7  8  9 10 11 12"), "{rows}");
}

#[test]
fn an_empty_grid_of_36_is_searched_within_limits() {
    let empty = numbers(&[0; 1296], " ");
    let args = "solve --engine dlx --output line --max-tests 1000000";
    let solved = quadrille_on(&empty, args).silently();
    assert!(solves(solved.trim_end(), &empty.trim_end().replace('\n', " ")));
    let (_, said) = quadrille_on(&empty, "solve --max-tests 1000").negative();
    assert!(said.contains("stopped at the limit"), "{said}");
}

#[test]
fn a_format_that_is_named_is_the_only_one() {
    for (format, text) in [
        ("line", in_rows(P4, 9)),
        ("grid", P4.to_owned()),
        ("numbers", P4.to_owned()),
        ("letters", P4.to_owned()),
        ("triples", P4.to_owned()),
        ("line", "0 5 1\n".to_owned()),
    ] {
        let refused = quadrille_on(&text, &format!("solve --format {format}"));
        let first = refused.errors()[0];
        assert!(first.starts_with("standard input:1:"), "{format}: {first}");
        assert!(first.contains("found") && first.contains("expected"), "{format}: {first}");
    }
}

#[test]
fn each_output_has_its_shape() {
    let small = "1..4.3..........";
    let print = |output: &str| quadrille(&format!("solve {small} --output {output}")).silently();
    assert_eq!(print("plain"), "1234\n4312\n2143\n3421\n");
    assert_eq!(print("line"), "1234431221433421\n");
    let decorated = "\
+------+------+
| 1  2 | 3  4 |
| 4  3 | 1  2 |
+------+------+
| 2  1 | 4  3 |
| 3  4 | 2  1 |
+------+------+
Tests 12
Forks 2
";
    assert_eq!(print("decorated"), decorated);
    let candidates = "\
+--------+--------+
| =1  =2 | =3  =4 |
| =4  =3 | =1  =2 |
+--------+--------+
| =2  =1 | =4  =3 |
| =3  =4 | =2  =1 |
+--------+--------+
";
    assert_eq!(print("candidates"), candidates);
    assert!(print("json").starts_with("{\"puzzle\":\"1..4.3..........\",\"engine\":\"masks\""));
}
