//! Puzzles with restricted candidates, and the files of other programs.

use crate::common::puzzles::*;
use crate::common::{Folder, json_lines, quadrille};

/// The empty 4x4 grid in which two cells are restricted: 288 solutions become fewer.
fn marks() -> String {
    let free = "1234";
    format!("12..{}..34{}", free.repeat(4), free.repeat(10))
}

/// The solution of [`P4`] as candidates, with one more candidate in the first cell.
fn unique() -> String {
    let solved = quadrille(&format!("solve --output line {P4}")).positive();
    let group = |(place, c): (usize, char)| -> String {
        let has = |digit: &char| *digit == c || place == 0 && "12".contains(*digit);
        "123456789".chars().map(|digit| if has(&digit) { digit } else { '.' }).collect()
    };
    solved.trim().chars().enumerate().map(group).collect()
}

#[test]
fn engines_keep_to_candidates_or_refuse() {
    let counts = ["lanes", "dlx", "large", "masks"].map(|engine| {
        quadrille(&format!("solve --engine {engine} --count {}", marks())).positive()
    });
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    assert_ne!(counts[0], "288\n");
    for engine in ["naive-tree", "human"] {
        let refused = quadrille(&format!("solve --engine {engine} {}", marks()));
        let why = "does not take puzzles with restricted candidates; use dlx, for example";
        assert_eq!(refused.error(), format!("PUZZLE:1: {engine} {why}"));
    }
}

#[test]
fn what_is_printed_is_read_back() {
    let object =
        &json_lines(&quadrille(&format!("check --quiet --output json {}", unique())).stdout)[0];
    assert_eq!(object["puzzle"], unique().as_str());
    assert_eq!(object["answer"], "unique");
    let image = format!("transform --seed 7 --quiet {}", unique());
    let image = quadrille(&image).positive();
    assert_eq!(image.trim().len(), 729);
    assert_eq!(quadrille(&format!("check --quiet {}", image.trim())).positive(), "1: unique\n");
}

#[test]
fn check_leaves_out_what_makes_no_sense() {
    let dlx = format!("check --quiet --engine dlx {}", unique());
    assert_eq!(quadrille(&dlx).positive(), "1: unique\n");
    let all = "--rate --canonical --minimal --duplicates=isomorphs";
    let all = quadrille(&format!("check --quiet {all} {}", unique())).positive();
    assert_eq!(all, "1: unique, restricted candidates, so neither rated nor compared\n");
    let refused = quadrille(&format!("check --quiet --engine human {}", unique()));
    let unknown = "1: unknown (human does not take puzzles with restricted candidates)\n";
    assert_eq!(refused.negative().0, unknown);
    let none = marks().replacen("12..", "....", 1);
    let (said, _) = quadrille(&format!("check --quiet {none}")).negative();
    assert_eq!(said, "1: none (row 1 column 1 has no candidate)\n");
}

#[test]
fn verbs_that_know_givens_only_refuse() {
    let folder = Folder::with("marks.txt", unique());
    for args in [
        "prove --out proof marks.txt",
        "generate --from marks.txt",
        "transform --canonical marks.txt",
    ] {
        let error = folder.quadrille(args).error().to_owned();
        assert!(error.contains("found a puzzle with restricted candidates"), "{args:?}: {error}");
    }
}

#[test]
fn a_run_measures_the_engines_that_take_candidates() {
    let folder = Folder::with("marks.txt", unique() + "\n");
    let args = "run --quiet --corpus marks.txt --out rows.csv --task unique";
    let engines = "--engine lanes --engine dlx --engine naive-tree";
    let ended = folder.quadrille(&format!("{args} {engines} --repetitions 1"));
    assert!(ended.status == 0, "{ended:?}");
    let rows = folder.read("rows.csv");
    let verdict = |engine: &str| {
        let mut of_engine = rows.lines().filter(|row| row.contains(&format!(",{engine},")));
        let row = of_engine.next().expect("a row of the engine");
        row.split(',').any(|field| field == "ok")
    };
    assert!(verdict("lanes") && verdict("dlx"), "{rows}");
    assert!(!rows.contains("naive-tree"), "{rows}");
    let batch = "--engine naive-tree --engine dlx --batch --force";
    let plain = format!("{}\n", dotted(P4));
    folder.write("marks.txt", unique() + "\n" + &plain);
    folder.quadrille(&format!("{args} {batch} --repetitions 1"));
    let rows = folder.read("rows.csv");
    let refused = |row: &&str| row.contains(",naive-tree,") && row.contains(",unsupported,");
    assert!(rows.lines().find(refused).is_some(), "{rows}");
}
