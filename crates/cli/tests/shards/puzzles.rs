//! Checks and generations in shards.

use super::common::puzzles::P4;
use super::common::{Ended, Folder, words};
use super::{divided, missing};

/// Puzzles of 9x9 and 4x4 with comments, and lines that cannot be read.
fn mixed() -> String {
    let line = |i: usize| match i % 7 {
        0 => format!("{P4}\n"),
        1 => format!("# {i}\n{}\n", ".".repeat(81)),
        2 => "1...............\n".to_owned(),
        3 => "what is this\n".to_owned(),
        4 => format!("{}\n\n", P4.replacen('0', "1", 1)),
        _ => format!("{}\n", P4.replacen('3', "0", 1)),
    };
    (0..100).map(line).collect()
}

/// JSON without its times.
fn untimed(text: &str) -> String {
    regex_lite::Regex::new("\"wall_ns\":[0-9]+").unwrap().replace_all(text, "").into_owned()
}

/// Checks that a merged check ends as the undivided one: the same verdicts, summary and status. Refusals of single puzzles are in
/// the messages of the shards.
#[track_caller]
fn same(merged: &Ended, whole: &Ended) {
    let summary = whole.stderr.lines().filter(|line| !line.starts_with("error: "));
    let summary: Vec<&str> = summary.collect();
    assert_eq!(merged.stderr.lines().collect::<Vec<_>>(), summary);
    assert_eq!((untimed(&merged.stdout), merged.status), (untimed(&whole.stdout), whole.status));
}

#[test]
fn merged_verdicts_are_those_of_the_undivided_check() {
    let folder = Folder::with("p.txt", mixed());
    for (options, of) in [
        ("--output plain", 4),
        ("--output json --minimal", 7),
        ("--rate --output csv", 3),
        ("--canonical --size 9", 12),
    ] {
        let args = format!("check p.txt {options}");
        let whole = folder.quadrille(&args);
        divided(&folder, &args, of);
        same(&folder.quadrille("merge d"), &whole);
        std::fs::remove_dir_all(folder.path("d")).unwrap();
    }
    folder.write(
        "t.csv",
        "id,puzzle\n1,1...............\n2,4...............\n3,.\n4,.............1..\n",
    );
    let whole = folder.quadrille("check t.csv");
    divided(&folder, "check t.csv", 3);
    same(&folder.quadrille("merge d"), &whole);
    std::fs::remove_dir_all(folder.path("d")).unwrap();
    let answers =
        "puzzle,solution\n1.3.341.2.4..321,1234341221434321\n1.3.341.2.4..321,4321341221431234\n";
    folder.write("t.csv", answers);
    let whole = folder.quadrille("check t.csv");
    assert!(whole.stderr.contains("answers: 1 right, 1 wrong") && whole.status == 1, "{whole:?}");
    divided(&folder, "check t.csv", 2);
    same(&folder.quadrille("merge d"), &whole);
    assert_eq!(folder.quadrille("merge d --quiet").stderr, "");
}

#[test]
fn what_needs_all_puzzles_is_not_divided() {
    let folder = Folder::with("p.txt", mixed());
    for option in ["--duplicates digits", "--against p.txt", "--output table"] {
        folder
            .quadrille(&format!("check p.txt --shards 2 --out d {option}"))
            .error_has(&format!("found {}", words(option)[0]));
    }
    assert!(!folder.path("d").exists());
    folder.quadrille("check p.txt --out d").error_has("found --out without --shards");
    let parquet = folder.quadrille("generate --output parquet --shards 2 --out d");
    assert!(parquet.error().contains("found --output parquet with --shards"), "{parquet:?}");
    folder.quadrille("check p.txt --shards 2 --out d").positive();
    folder.write("p.txt", mixed() + "\n");
    folder.quadrille("shard d 0").error_has("found a file with sha256");
    assert_eq!(missing(&folder).negative().0, "0,1\n");
}

#[test]
fn merged_puzzles_are_those_of_the_undivided_generation() {
    let folder = Folder::with("pattern.txt", "xx.. ..xx .x.x x.x.");
    for (options, of) in [
        ("--count 50 --seed 3", 4),
        ("--count 5 --seed 1 --output csv --path", 7),
        ("--count 9 --size 4 --minimal --output json", 3),
        ("--count 4 --size 4 --pattern pattern.txt --output plain", 2),
    ] {
        let args = format!("generate {options}");
        let whole = folder.quadrille(&args).stdout;
        divided(&folder, &args, of);
        folder.quadrille("merge d --out merged.txt --force").positive();
        assert_eq!(folder.read("merged.txt"), whole, "{options:?}");
        std::fs::remove_dir_all(folder.path("d")).unwrap();
    }
}
