//! The program as a whole: engines in their processes, and the tables of results.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn peers(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille-peers-cover"));
    command.args(args);
    command
}

fn text(ended: &Output) -> String {
    String::from_utf8(ended.stdout.clone()).expect("text")
}

/// The cells of the first table's row of an instance, by column.
fn row(text: &str, instance: &str) -> BTreeMap<String, String> {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let head = text.lines().find(|line| line.starts_with("| instance |")).expect("a table");
    let row = text.lines().find(|line| line.starts_with(&format!("| {instance} |")));
    cells(head).into_iter().zip(cells(row.expect("a row"))).collect()
}

fn is_time(cell: &str) -> bool {
    cell.parse::<f64>().is_ok_and(|milliseconds| milliseconds > 0.0)
}

#[test]
fn every_engine_counts_what_it_takes() {
    let ended = peers(&["--rounds", "2", "--least", "0", "queens:6", "debruijn:4x4", "langford:7"])
        .args(["--countless", "dominoes:10x10"])
        .output()
        .expect("it starts");
    let text = text(&ended);
    assert!(ended.status.success(), "{text}");
    assert!(ended.stderr.is_empty());
    let visiting = ["auto", "bits", "dlx", "crate dlx 0.8.5", "crate exact-covers 0.3.0"];
    for (instance, solutions, without) in [
        ("queens:6", "4", &[][..]),
        ("debruijn:4x4", "32", &["crate dlx-rs 1.3.0"]),
        ("langford:7", "52", &[]),
        ("dominoes:10x10", "258584046368", &visiting),
    ] {
        let mut row = row(&text, instance);
        row.remove("");
        assert_eq!(row.remove("instance").as_deref(), Some(instance));
        assert_eq!(row.remove("solutions").as_deref(), Some(solutions));
        assert!(row.len() >= 8, "{row:?}");
        let countless = instance.starts_with("dominoes");
        for (engine, cell) in row {
            let may_be_missing = without.contains(&&*engine) || countless;
            assert!(
                is_time(&cell) || cell == "-" && may_be_missing,
                "{instance}, {engine}: {cell}"
            );
            assert!(!without.contains(&&*engine) || cell == "-", "{instance}, {engine}: {cell}");
            assert!(engine != "auto, counting" || is_time(&cell), "{instance}: {cell}");
        }
    }
    assert!(text.contains("| **geometric mean** |"));
    assert!(text.contains("| auto, counting | "));
}

#[test]
fn an_engine_is_ended_at_its_limit_and_begins_anew() {
    let args = ["--rounds", "2", "--limit", "1", "--only", "auto", "dominoes:10x10", "queens:5"];
    let ended = peers(&args).output().expect("it starts");
    let text = text(&ended);
    assert!(ended.status.success(), "{text}");
    let (long, short) = (row(&text, "dominoes:10x10"), row(&text, "queens:5"));
    for engine in ["auto", "crate dlx 0.8.5"] {
        assert_eq!(long[engine], ">1000");
        assert!(is_time(&short[engine]));
    }
    assert_eq!(long["solutions"], "258584046368");
    assert!(is_time(&long["auto, counting"]));
}

#[test]
fn an_engine_without_memory_says_so() {
    // This crate keeps all solutions in memory.
    let args =
        ["--rounds", "1", "--memory", "64", "--only", "xcc", "--only", "bits", "matching:16"];
    let ended = peers(&args).output().expect("it starts");
    let text = text(&ended);
    assert!(ended.status.success(), "{text}");
    let row = row(&text, "matching:16");
    assert_eq!(row["crate xcc 0.1.0"], "memory");
    assert_eq!(row["solutions"], "2027025");
    assert!(is_time(&row["bits"]));
}

#[test]
fn a_wrong_count_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let counts = folder.path().join("counts.csv");
    fs::write(&counts, "instance,solutions\nqueens:6,5\n").expect("it is written");
    let counts = counts.to_str().unwrap();
    let ended = peers(&["--only", "bits", "--counts", counts, "queens:6", "queens:5"]).output();
    let ended = ended.expect("it starts");
    let text = text(&ended);
    assert_eq!(ended.status.code(), Some(1), "{text}");
    assert_eq!(row(&text, "queens:6")["bits"], "wrong: 4");
    assert!(is_time(&row(&text, "queens:5")["bits"]));
    assert!(text.contains("\n- bits counts 4 solutions of queens:6; expected 5\n"), "{text}");
}

/// A Python package with the name of a peer, which miscounts problems of nine items.
const STUB: &str = "
def dxz_count(rows, columns, matrix):
    options = [{c for c in range(columns) if matrix[r * columns + c]} for r in range(rows)]
    def search(left):
        fitting = (o for o in options if min(left) in o and o <= left)
        return sum(search(left - o) for o in fitting) if left else 1
    return search(set(range(columns))) + (columns == 9)
";

#[test]
fn packages_of_python_take_turns_with_crates() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    fs::write(place("dxz.py"), STUB).expect("it is written");
    fs::create_dir(place("dxz-9.8.7.dist-info")).expect("it is made");
    let about = "Metadata-Version: 2.1\nName: dxz\nVersion: 9.8.7\n";
    fs::write(place("dxz-9.8.7.dist-info/METADATA"), about).expect("it is written");
    let python = |instances: &[&str]| {
        let mut command = peers(&["--rounds", "2", "--python", "python3", "--only", "dxz"]);
        command.args(instances).env("PYTHONPATH", Path::new(folder.path()));
        command.output().expect("it starts, if python3 is there")
    };
    let ended = python(&["matching:6", "queens:4", "--countless", "dominoes:2x6"]);
    let said = text(&ended);
    assert!(ended.status.success(), "{said}{}", String::from_utf8_lossy(&ended.stderr));
    assert!(is_time(&row(&said, "matching:6")["Python dxz 9.8.7"]), "{said}");
    assert_eq!(row(&said, "queens:4")["Python dxz 9.8.7"], "-");
    assert_eq!(row(&said, "dominoes:2x6")["crate dlx 0.8.5"], "-");
    assert_eq!(row(&said, "dominoes:2x6")["solutions"], "13");
    let ended = python(&["--only", "bits", "langford:3"]);
    let said = text(&ended);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert_eq!(row(&said, "langford:3")["Python dxz 9.8.7"], "wrong: 3");
    assert!(is_time(&row(&said, "langford:3")["bits"]));
}
