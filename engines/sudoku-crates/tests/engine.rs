//! The binary that wraps crates as engines: its greeting and its usage errors. Tests of the harness check its answers.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn engine(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille-engine-sudoku"));
    command.args(args).stdin(Stdio::null()).output().expect("it starts")
}

#[test]
fn each_crate_introduces_itself() {
    for (name, version) in [("sudoku", "0.8.0"), ("msolve", "0.6.0"), ("sudoku-solver", "0.6.1")] {
        let said = engine(&[name]);
        assert!(said.status.success(), "it ends with its input");
        let hello = format!("quadrille 3\nname {name}\nversion {version}\ntakes sudoku:9\n");
        assert!(String::from_utf8_lossy(&said.stdout).starts_with(&hello));
        let locked = include_str!("../Cargo.lock").replace('\n', " ");
        assert!(locked.contains(&format!("name = \"{name}\" version = \"{version}\"")), "{name}");
    }
}

/// With two solutions, the answer to the task `unique` brings both, and they differ.
#[test]
fn each_crate_brings_both_solutions() {
    let two = "123456789456789123789123456862931547371245698594...3122.8..49759....286464..9.231";
    for name in ["sudoku", "msolve", "sudoku-solver"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille-engine-sudoku"));
        let mut child =
            command.arg(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().expect("it is piped");
        for task in ["unique limit=2", "first limit=1"] {
            writeln!(input, "batch 1 task={task} iterations=1\nsudoku 7 9 {two}\nend").unwrap();
        }
        drop(input);
        let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let answers: Vec<&str> = said.lines().filter(|line| line.starts_with("7 ")).collect();
        let words: Vec<&str> = answers[0].split(' ').collect();
        assert!(words[1] == "2" && words[3] == "|" && words[2] != words[4], "{said}");
        for (given, found) in
            [words[2], words[4]].iter().flat_map(|grid| two.bytes().zip(grid.bytes()))
        {
            assert!(given == found || given == b'.', "{said}");
        }
        assert!(answers[1].starts_with("7 1 ") && !answers[1].contains('|'), "{said}");
    }
}

#[test]
fn bad_usage_ends_with_2() {
    for args in [&[][..], &["nobody"], &["sudoku", "msolve"]] {
        let ended = engine(args);
        assert_eq!(ended.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.contains("expected one of sudoku, msolve, sudoku-solver"), "{said}");
    }
}
