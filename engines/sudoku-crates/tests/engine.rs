//! The binary that wraps crates as engines: its greeting and its usage errors. Tests of the harness check its answers.

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
        let hello = format!("quadrille 2\nname {name}\nversion {version}\ntakes sudoku:9\n");
        assert!(String::from_utf8_lossy(&said.stdout).starts_with(&hello));
        let locked = include_str!("../Cargo.lock").replace('\n', " ");
        assert!(locked.contains(&format!("name = \"{name}\" version = \"{version}\"")), "{name}");
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
