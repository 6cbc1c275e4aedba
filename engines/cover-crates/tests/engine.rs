//! The binary that wraps crates as engines: its greeting and its usage errors. Tests of the harness check its answers.

use std::process::{Command, Output, Stdio};

const CRATES: [(&str, &str); 4] =
    [("dlx", "0.8.5"), ("exact-covers", "0.3.0"), ("dlx-rs", "1.3.0"), ("xcc", "0.1.0")];

fn engine(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille-engine-cover"));
    command.args(args).stdin(Stdio::null()).output().expect("it starts")
}

#[test]
fn each_crate_introduces_itself() {
    for (name, version) in CRATES {
        let said = engine(&[name]);
        assert!(said.status.success(), "it ends with its input");
        let hello = format!("quadrille 3\nname {name}\nversion {version}\ntakes sudoku cover\n");
        assert!(String::from_utf8_lossy(&said.stdout).starts_with(&hello));
        let locked = include_str!("../Cargo.lock").replace('\n', " ");
        assert!(locked.contains(&format!("name = \"{name}\" version = \"{version}\"")), "{name}");
    }
}

#[test]
fn bad_usage_ends_with_2() {
    for args in [&[][..], &["nobody"], &["dlx", "xcc"]] {
        let ended = engine(args);
        assert_eq!(ended.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.contains("expected one of dlx, exact-covers, dlx-rs, xcc"), "{said}");
    }
}
