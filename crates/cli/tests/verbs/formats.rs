//! Every input and output format of puzzles.

use std::collections::BTreeSet;

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines, quadrille, quadrille_on};

/// The puzzles read from a text, from a file and from standard input, with their lines.
#[track_caller]
fn read(text: impl AsRef<[u8]>, args: &[&str]) -> Vec<(u64, String)> {
    let folder = Folder::with("puzzles", text.as_ref());
    let json = [&["solve", "--output", "json", "--max-tests", "10000"], args].concat();
    let found = |ended: crate::common::Ended| {
        assert!(ended.status < 2, "{ended:?}");
        let objects = json_lines(&ended.stdout);
        let line = |object: &serde_json::Value| object["line"].as_u64().expect("a number");
        let puzzle = |object: &serde_json::Value| object["puzzle"].as_str().map(str::to_owned);
        let pairs = objects.iter().map(|object| (line(object), puzzle(object).expect("a text")));
        pairs.collect::<Vec<_>>()
    };
    let from_file = found(folder.quadrille(&[&json[..], &["puzzles"]].concat()));
    assert_eq!(found(quadrille_on(text.as_ref(), &json)), from_file);
    from_file
}

/// Checks that a text is read as one puzzle that begins on this line.
#[track_caller]
fn is_read_as(text: impl AsRef<[u8]>, args: &[&str], line: u64, puzzle: &str) {
    assert_eq!(read(text, args), [(line, dotted(puzzle))], "{args:?}");
}

/// A grid as numbers separated by blanks, one row on each line.
fn numbers(grid: &[usize], separator: &str) -> String {
    let side = grid.len().isqrt();
    let words = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>();
    grid.chunks(side).map(|row| words(row).join(separator) + "\n").collect()
}

#[test]
fn a_line_of_symbols_with_dots_or_zeros() {
    for args in [&[][..], &["--format", "line"], &["--size", "9"]] {
        is_read_as(P4, args, 1, P4);
        is_read_as(dotted(P4) + "\n", args, 1, P4);
        is_read_as(format!("# a comment\n\n  {P4}  # another\n#\n"), args, 3, P4);
    }
    is_read_as(C1, &[], 1, C1);
}

#[test]
fn carriage_returns_end_lines_and_a_byte_order_mark_is_nothing() {
    let text = format!("\u{feff}{P4}\r\n\r\n{}\r\n", in_rows(P3, 9).replace('\n', "\r\n"));
    assert_eq!(read(text, &[]), [(1, dotted(P4)), (3, dotted(P3))]);
    is_read_as("\u{feff}0 5 1\r\n0 7 8\r\n", &[], 1, &format!(".....1.8.{}", ".".repeat(72)));
    let text = format!("{P4}\r\r{}\r# end\r", in_rows(P3, 9).replace('\n', "\r"));
    assert_eq!(read(text, &[]), [(1, dotted(P4)), (3, dotted(P3))], "`\\r` alone ends a line");
}

#[test]
fn one_row_a_line() {
    for args in [&[][..], &["--format", "grid"]] {
        is_read_as(in_rows(P4, 9), args, 1, P4);
        is_read_as(in_rows(&dotted(P4), 9), args, 1, P4);
        is_read_as(in_rows(C1, 4), args, 1, C1);
    }
}

#[test]
fn the_print_out_of_system_c() {
    let print_out = "\
-------------
|..3|.4.|.6.|
|.94|...|328|
|...|9.3|...|
-------------
|..8|41.|...|
|.76|...|54.|
|...|.76|9..|
-------------
|...|5.7|...|
|459|...|23.|
|.1.|.3.|8..|
-------------
";
    for args in [&[][..], &["--format", "grid"]] {
        is_read_as(print_out, args, 2, P3);
        is_read_as("| | |2| |\n|4|1| | |\n| | |3|2|\n| | |4| |\n", args, 1, C1);
    }
}

#[test]
fn the_print_out_of_system_e() {
    let print_out = "\
+---------+---------+---------+
| 5  3  . | .  7  . | .  .  . |
| 6  .  . | 1  9  5 | .  .  . |
| .  9  8 | .  .  . | .  6  . |
+---------+---------+---------+
| 8  .  . | .  6  . | .  .  3 |
| 4  .  . | 8  .  3 | .  .  1 |
| 7  .  . | .  2  . | .  .  6 |
+---------+---------+---------+
| .  6  . | .  .  . | 2  8  . |
| .  .  . | 4  1  9 | .  .  5 |
| .  .  . | .  8  . | .  7  9 |
+---------+---------+---------+
Tests 5
Forks 0
";
    for args in [&[][..], &["--format", "grid"]] {
        is_read_as(print_out, args, 2, P4);
        let zeros = print_out.replace('.', "0");
        assert_eq!(read([print_out, &zeros].concat(), args), [2, 17].map(|at| (at, dotted(P4))));
    }
}

#[test]
fn triples_of_row_column_and_digit() {
    let givens = G1.chars().enumerate().filter(|&(_, digit)| digit != '0');
    let triple = |(cell, digit)| format!("{} {} {digit}\n", cell / 9, cell % 9);
    let triples = givens.map(triple).collect::<Vec<_>>().concat();
    assert!(triples.starts_with("0 5 1\n0 7 8\n1 0 2\n"), "as system D's file begins");
    for args in [&[][..], &["--format", "triples"]] {
        is_read_as(&triples, args, 1, G1);
        let two = format!("# G1\n{triples}\n{triples}");
        let second = 3 + triples.lines().count() as u64;
        assert_eq!(read(two, args), [(2, dotted(G1)), (second, dotted(G1))]);
    }
    let sixteen = format!("...............p{}", ".".repeat(240));
    is_read_as("0 15 16\n", &["--size", "16"], 1, &sixteen);
}

#[test]
fn a_stream_runs_on_and_may_be_cut_short() {
    let full = |cells: &str, size: usize| format!("{cells}{}", ".".repeat(size - cells.len()));
    let stream = ["--format", "stream"];
    is_read_as("53  7\n6  195\n", &stream, 1, &full("53..76..195", 81));
    is_read_as(P4.replace('0', " "), &stream, 1, P4);
    is_read_as("", &stream, 1, &full("", 81));
    let sixteen = [&stream[..], &["--size", "16"]].concat();
    is_read_as("a`b\n`p", &sixteen, 1, &full("a.b.p", 256));
    let twenty_five = [&stream[..], &["--size", "25"]].concat();
    is_read_as("``y a", &twenty_five, 1, &full("..y.a", 625));
    let short = quadrille_on("53  7\n", &["solve"]);
    assert!(short.error().contains("found a line of length 2"), "only by name: {short:?}");
}

#[test]
fn letters_are_for_large_grids_and_numbers_for_all() {
    for n in 2..=5 {
        let grid = sparse_grid(n);
        let line = symbols(&grid);
        let size = (n * n).to_string();
        let rows = numbers(&grid, " ");
        for text in [rows.replace('\n', " "), rows.replace(" 0", " ."), numbers(&grid, ","), rows] {
            // A line of sixteen numbers is a 4x4 grid, unless the text decides otherwise; here some numbers are too
            // large for 4x4.
            for args in [&[][..], &["--size", &size], &["--format", "numbers"]] {
                is_read_as(&text, args, 1, &line);
            }
        }
        let mut texts = vec![line.clone(), in_rows(&line, n * n)];
        if n > 3 {
            texts.extend([line.replace('.', "`"), line.replace('.', "0"), line.to_uppercase()]);
        }
        for text in texts {
            is_read_as(&text, &[], 1, &line);
            is_read_as(&text, &["--size", &size], 1, &line);
            if n > 3 {
                is_read_as(&text, &["--format", "letters"], 1, &line);
            }
        }
    }
    is_read_as("ab......i".repeat(9), &["--format", "letters"], 1, &"12......9".repeat(9));
}

#[test]
fn grids_beyond_25_are_numbers() {
    for (n, engine) in [(6, "masks"), (7, "singles"), (8, "masks"), (9, "dlx")] {
        let grid = sparse_grid(n);
        let text = numbers(&grid, " ");
        let given = text.trim_end().replace('\n', " ");
        for text in [&text, &given] {
            let args = ["solve", "--engine", engine, "--output", "line"];
            let solved = quadrille_on(text, &args).silently();
            assert!(solves(solved.trim_end(), &given), "{engine} on n = {n}: {solved}");
        }
    }
    let rows = quadrille_on(numbers(&full_grid(6), " "), &["solve"]).silently();
    assert!(rows.starts_with(" 1  2  3  4  5  6  7  8  9 10 11 12"), "{rows}");
}

#[test]
fn an_empty_grid_of_36_is_searched_within_limits() {
    let empty = numbers(&[0; 1296], " ");
    let args = ["solve", "--engine", "dlx", "--output", "line", "--max-tests", "1000000"];
    let solved = quadrille_on(&empty, &args).silently();
    assert!(solves(solved.trim_end(), &empty.trim_end().replace('\n', " ")));
    let (_, said) = quadrille_on(&empty, &["solve", "--max-tests", "1000"]).negative();
    assert!(said.contains("stopped at the limit"), "{said}");
}

#[test]
fn formats_may_follow_each_other_in_one_file() {
    let text = [P4, "\n", &in_rows(P3, 9), "0 5 1\n\n", &numbers(&sparse_grid(4), " "), C1];
    let found = read(text.concat(), &[]);
    let expected = [(1, dotted(P4)), (2, dotted(P3)), (11, format!(".....1{}", ".".repeat(75)))];
    assert_eq!(found[..3], expected);
    assert_eq!(found[3..], [(13, symbols(&sparse_grid(4))), (29, C1.to_owned())]);
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
        let refused = quadrille_on(&text, &["solve", "--format", format]);
        let first = refused.errors()[0];
        assert!(first.starts_with("standard input:1:"), "{format}: {first}");
        assert!(first.contains("found") && first.contains("expected"), "{format}: {first}");
    }
}

#[test]
fn each_output_has_its_shape() {
    let small = "1..4.3..........";
    let print = |output: &str| quadrille(&["solve", small, "--output", output]).silently();
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

#[test]
fn what_is_printed_can_be_read_again() {
    for n in 2..=6 {
        let text = numbers(&sparse_grid(n), " ");
        let size = (n * n).to_string();
        let solve = |text: &str, output: &str| {
            quadrille_on(text, &["solve", "--size", &size, "--output", output]).silently()
        };
        let line = solve(&text, "line");
        for output in ["plain", "line", "decorated"] {
            let printed = solve(&text, output);
            assert_eq!(solve(&printed, "line"), line, "{output} of n = {n}");
        }
    }
    // Engines find the ninety grids in orders of their own.
    let sorted = |lines: &str| lines.lines().map(String::from).collect::<BTreeSet<_>>();
    let lines = sorted(&quadrille(&["solve", P2, "--all", "--output", "line"]).silently());
    assert_eq!(lines.len(), 90);
    for output in ["plain", "line", "decorated"] {
        let all = quadrille(&["solve", P2, "--all", "--output", output]).silently();
        let again = quadrille_on(&all, &["solve", "--output", "line"]).silently();
        assert_eq!(sorted(&again), lines, "ninety grids, {output}");
    }
}
