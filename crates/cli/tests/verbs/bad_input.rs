//! Bad usage and bad input: one clear message, exit status 2, no panic.

use std::time::{Duration, Instant};

use crate::common::puzzles::*;
use crate::common::{Folder, quadrille, quadrille_on};

const SOLVE: &str = "solve --output line";
const CHECK: &str = "check";
const COVER: &str = "cover";
const RUN: &str = "run --out - --corpus";

/// Checks that one verb refuses a file for a reason, and another one the same text from standard input.
#[track_caller]
fn is_refused(by_file: &str, name: &str, by_pipe: &str, text: &[u8], reason: &str) {
    let from_file = Folder::with(name, text).quadrille(&format!("{by_file} {name}"));
    for (refused, place) in [(from_file, name), (quadrille_on(text, by_pipe), "standard input")] {
        let expected = format!("{place}:{reason}");
        assert!(refused.error().starts_with(&expected), "{refused:?}\n{expected}");
    }
}

#[track_caller]
fn is_no_puzzle(text: impl AsRef<[u8]>, reason: &str) {
    is_refused(SOLVE, "bad.txt", CHECK, text.as_ref(), reason);
}

/// `run` recognises an exact cover problem by its file name extension.
#[track_caller]
fn is_no_problem(text: impl AsRef<[u8]>, reason: &str) {
    is_refused(RUN, "bad.dlx", COVER, text.as_ref(), reason);
}

#[test]
fn a_line_of_the_wrong_length() {
    let expected = "found a line of length 80; expected 81 for a puzzle, or 9 for a row";
    is_no_puzzle(format!("{P4}\n{}", &P4[1..]), &format!("2:1: {expected}"));
    is_no_puzzle(format!("{P4}\n\n{P4}0"), "3:1: found a line of length 82; expected 81");
    is_no_puzzle("12..\n1..\n...1\n....", "2:1: found a line of length 3; expected 4 for a row");
    is_no_puzzle("12..\n1...\n", "1:1: found a grid that ends after 2 of its rows; expected 4");
}

#[test]
fn a_character_that_is_no_cell() {
    let expected = "found `x`; expected a digit from 1 to 9, or `.` or `0` if empty";
    is_no_puzzle(P4.replacen('7', "x", 1), &format!("1:5: {expected}"));
    is_no_puzzle(in_rows(P4, 9).replacen('6', "x", 1), &format!("2:1: {expected}"));
    is_no_puzzle(format!("{P4}\n  é{}", &P4[1..]), "2:3: found `é`; expected a digit");
    is_no_puzzle("1 2 y 4\n", "1:5: found `y`; expected a number from 1 to 4");
    is_no_puzzle("1\u{1b}[2J\n", "1:2: found `\\u{1b}`; expected cells");
    let mixed = format!("bh7{}", ".".repeat(253));
    is_no_puzzle(mixed, "1:2: found `h`; expected a digit from 1 to 9 or a letter from a to g");
}

#[test]
fn a_digit_beyond_the_grid() {
    let expected = "expected 1 to 4, or 0 for an empty cell";
    is_no_puzzle("12..\n..7.\n....\n....", &format!("2:3: found 7 in a 4x4 grid; {expected}"));
    is_no_puzzle("1 2 13 4", &format!("1:5: found 13 in a 4x4 grid; {expected}"));
    let sixteen = "17 ".to_owned() + &"0 ".repeat(255);
    is_no_puzzle(sixteen, "1:1: found 17 in a 16x16 grid; expected 1 to 16");
    is_no_puzzle("0 5 1\n0 6 10\n", "2:5: found digit 10; expected 1 to 9");
    is_no_puzzle("0 5 1\n9 6 1\n", "2:1: found row 9; expected 0 to 8");
}

#[test]
fn nothing_at_all() {
    let folder = Folder::with("empty.txt", "");
    folder.write("comment.txt", "# nothing but this\n\n");
    for name in ["empty.txt", "comment.txt"] {
        for verb in [SOLVE, CHECK, RUN] {
            let refused = folder.quadrille(&format!("{verb} {name}"));
            let expected = format!("{name}: found no puzzle; expected at least one");
            assert_eq!(refused.error(), expected, "{verb:?}");
        }
    }
    // Only `solve` reads empty standard input as the empty grid, and only if there is no byte at all.
    quadrille(CHECK).error_begins("standard input: found no puzzle");
    quadrille_on("\n", SOLVE).error_begins("standard input: found no puzzle");
    is_no_problem("", "1:1: found no list of items; expected a line that names them");
    is_no_problem("| a comment\n\n", "2:1: found no list of items");
}

#[test]
fn bytes_that_are_not_text() {
    let expected = "found byte 0xff, which is not UTF-8; expected a text file in UTF-8";
    is_no_puzzle([P4.as_bytes(), b"\n53\xff"].concat(), &format!("2:3: {expected}"));
    is_no_puzzle(b"53\xfe\xff\n", &format!("1:3: {expected}").replace("0xff", "0xfe"));
    is_no_problem(b"a b\na \xffb\n", &format!("2:3: {expected}"));
}

#[test]
fn a_line_of_ten_megabytes_is_refused_at_once() {
    let start = Instant::now();
    let long = ".".repeat(10_000_000);
    let expected = "1:1: found a line of more than 1048576 bytes; expected one puzzle or one row";
    is_no_puzzle(&long, expected);
    is_no_puzzle([P4, "\n", &long, "\n", P4].concat(), &expected.replace("1:1", "2:1"));
    for format in ["triples", "stream", "numbers"] {
        quadrille_on(&long, &format!("solve --format {format}")).error_has(expected);
    }
    is_no_problem(&long, "1:1: found a name of 10000000 bytes; expected 1000 at most");
    is_no_problem(format!("a b\na {long}\n"), "2:3: found a name of 10000000 bytes");
    is_no_problem(format!("a b\n{}\n", "a ".repeat(5_000_000)), "2:3: item `a` stands twice");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn exact_cover_problems_that_do_not_fit_together() {
    is_no_problem("a b | x a\n", "1:9: item `a` is named twice");
    is_no_problem("| a comment\na b\n\na q\n", "4:3: item `q` is unknown");
    is_no_problem("a b\n  a b  a\n", "2:8: item `a` stands twice in one option");
    is_no_problem("a b | x\na x:1\nb:2 x:1\n", "3:1: primary item `b` has a colour");
    is_no_problem("a b | x\na x:\n", "2:3: `x:` has an empty or malformed colour");
    is_no_problem("a | b | c\n", "1:7: found a second `|`");
    is_no_problem("a b\na | b\n", "2:3: found `|` in an option");
    is_no_problem("x:3|a b\n", "1:1: found the multiplicity `x:3`; expected `low:high|name`");
    is_no_problem(" | x\n", "1:1: found no primary item");
    is_no_problem("a \u{1b}[31m\n", "1:3: found the control character");
}

#[test]
fn a_folder_or_a_file_that_is_not_there() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("a-folder")).expect("a folder can be made");
    std::fs::create_dir(folder.path("a-folder.dlx")).expect("a folder can be made");
    for verb in [SOLVE, CHECK, COVER, RUN] {
        for name in ["a-folder", "a-folder.dlx", "missing.txt", "missing.dlx"] {
            let refused = folder.quadrille(&format!("{verb} {name}"));
            assert!(refused.error().contains(name), "{verb:?}: {refused:?}");
            assert_eq!(refused.stdout, "", "{verb:?}");
        }
    }
    folder
        .quadrille("solve missing.txt")
        .error_has("neither a file of that name nor a puzzle; expected");
    let corpus = folder.quadrille("run --corpus sistems");
    assert!(corpus.error().contains("`sistems`, which is neither a file nor one of"));
    assert!(corpus.error().contains("systems"), "names what there is: {corpus:?}");
}

#[test]
fn wrong_words_on_the_command_line() {
    for (args, words) in [
        ("solve --engine mask P4", &["'mask'", "--engine", "naive-tree", "masks"][..]),
        ("check --engine naive P4", &["'naive'", "--engine"]),
        (
            "cover --engine masks",
            &["'masks'", "--engine", "auto, dlx, cells, bits, memo, iso, frontier, domains, naive"],
        ),
        ("run --engine masks --engine x", &["`x`", "naive-tree"]),
        ("solve --colour P4", &["'--colour'"]),
        ("cover --trace", &["'--trace'"]),
        ("run --format line", &["'--format'"]),
        ("solve --limit 0 P4", &["'0'", "--limit"]),
        ("cover --limit -1", &["'-1'"]),
        ("solve --size 10 P4", &["'10'", "--size", "4, 9, 16, 25, 36, 49, 64 or 81"]),
        ("generate --size 36", &["'36'", "--size", "4, 9, 16 or 25"]),
        ("solve --format xls P4", &["'xls'", "--format", "auto, line, grid, numbers"]),
        ("solve --output csv P4", &["'csv'", "--output", "decorated"]),
        ("solve --verbose 5 P4", &["'5'", "--verbose", "1..=4"]),
        ("solve --all --count P4", &["--all", "--count"]),
        ("run --jobs 0", &["'0'", "--jobs", "from 1 to 1024"]),
        ("run --filter (", &["'('", "--filter"]),
        ("run --task some", &["'some'", "--task", "first", "unique", "all"]),
        ("list puzzles", &["'puzzles'", "engines", "corpora", "families"]),
        ("solved P4", &["'solved'"]),
        ("encode", &["<FAMILY | FILE>"]),
        ("solve P4 P4", &[P4]),
    ] {
        let refused = quadrille(&args.replace("P4", P4));
        refused.error();
        assert_eq!(refused.stdout, "", "{args:?}");
        for word in words {
            assert!(refused.stderr.contains(word), "{args:?}: {word} in {}", refused.stderr);
        }
    }
}

/// A file with three errors and two puzzles.
fn mixed() -> Folder {
    let bad_grid = in_rows(P4, 9).replacen("600195000", "60019", 1);
    Folder::with("mixed.txt", format!("{P3}\n{P3}1\n{bad_grid}\n{}x\n{P4}\n", &P4[..80]))
}

/// The places of the three errors. A bad grid is one error, even if several of its rows are bad.
const BAD_PLACES: [&str; 3] =
    ["mixed.txt:2:1: found", "mixed.txt:4:1: found", "mixed.txt:13:81: found"];

#[track_caller]
fn names_all_bad_places(errors: &[&str]) {
    assert_eq!(errors.len(), 3, "{errors:?}");
    for (error, place) in errors.iter().zip(BAD_PLACES) {
        assert!(error.starts_with(place), "{error}, not {place}");
    }
}

#[test]
fn solving_stops_at_the_first_bad_line_unless_told_to_go_on() {
    let stopped = mixed().quadrille("solve mixed.txt --output line");
    assert!(stopped.error().starts_with(BAD_PLACES[0]), "{stopped:?}");
    assert_eq!(stopped.stdout, format!("{P3_SOLUTION}\n"), "what was good until then");

    let went_on = mixed().quadrille("solve mixed.txt --output line --keep-going");
    names_all_bad_places(&went_on.errors());
    assert_eq!(went_on.stdout, format!("{P3_SOLUTION}\n{P4_SOLUTION}\n"));
    assert!(went_on.stderr.ends_with("3 puzzles refused\n"), "{}", went_on.stderr);
}

#[test]
fn checking_always_goes_on() {
    let checked = mixed().quadrille("check mixed.txt");
    names_all_bad_places(&checked.errors());
    assert_eq!(checked.stdout, "1: unique\n2: invalid\n4: invalid\n13: invalid\n14: unique\n");
    assert!(checked.stderr.ends_with("5 puzzles: 2 unique, 0 multiple, 0 none, 3 refused\n"));
}

#[test]
fn a_run_starts_with_bad_lines_only_if_told_to_go_on() {
    let run = "run --engine masks --out - --corpus mixed.txt";
    let stopped = mixed().quadrille(run);
    assert!(stopped.error().starts_with(BAD_PLACES[0]), "{stopped:?}");
    assert_eq!(stopped.stdout, "");

    let went_on = mixed().quadrille(&format!("{run} --keep-going"));
    names_all_bad_places(&went_on.errors());
    assert_eq!(went_on.stdout.lines().count(), 3, "a head and two rows");
    assert!(went_on.stderr.contains("3 refused\n"), "{}", went_on.stderr);
}

#[test]
fn a_cover_leaves_out_bad_options_only_if_told_to_go_on() {
    let folder = Folder::with("mixed.dlx", "a b\na q\na\nb b\nb\n");
    let stopped = folder.quadrille("cover mixed.dlx");
    assert!(stopped.error().starts_with("mixed.dlx:2:3: item `q` is unknown"), "{stopped:?}");
    assert_eq!(stopped.stdout, "");

    let went_on = folder.quadrille("cover mixed.dlx --keep-going");
    let errors = went_on.errors();
    assert!(errors[1].starts_with("mixed.dlx:4:3: item `b` stands twice"), "{errors:?}");
    assert_eq!((errors.len(), &*went_on.stdout), (2, "a\nb\n"));
    assert!(went_on.stderr.contains("2 options refused"), "{}", went_on.stderr);

    folder.write("items.dlx", "a a\na\n");
    let items = folder.quadrille("cover items.dlx --keep-going");
    assert!(items.error().starts_with("items.dlx:1:3:"), "no going on without items: {items:?}");
}

#[test]
fn no_instance_is_called_as_a_whole_corpus_is_in_the_rows_of_a_batch() {
    let why = "which stands for a whole corpus in the rows of `run --batch`";
    let folder = Folder::with("*.dlx", "a\na\n");
    let refused = folder.quadrille(&format!("{RUN} *.dlx"));
    let expected = format!("*.dlx: found a problem named `*`, {why}; expected another file name");
    assert_eq!(refused.error(), expected);

    let head = "name='x'\nabout=''\nsource=''\nlicence=''\ntask='unique'\n";
    folder.write("stars.toml", format!("{head}[[instance]]\nfamily='soma'\nid='*'\n"));
    let refused = folder.quadrille(&format!("{RUN} stars.toml"));
    let place = "stars.toml: line 8, column 4";
    let expected = format!("{place}: found the instance name `*`, {why}; expected another name");
    assert_eq!(refused.error(), expected);
}
