//! Results of an earlier version, of schema 1, which lacks the columns `cold_ns` and `timing`: every verb that reads
//! results reads them, alone and beside results of today.

mod common;

use common::rows::rows;
use common::{Ended, Folder, json_lines};

/// A run of the version before the columns were added: `masks` and `dlx` on `systems`, with two repetitions.
const CSV: &str = include_str!("schema_1/r.csv");
const RUN_FILE: &str = include_str!("schema_1/r.csv.run.toml");

/// A folder with the results of then (`old.csv`) and a run of the same plan today (`new.csv`).
fn both() -> Folder {
    let folder = Folder::with("old.csv", CSV);
    folder.write("old.csv.run.toml", RUN_FILE);
    let plan = ["run", "--corpus", "systems", "--engine", "masks", "--engine", "dlx"];
    let rest = ["--repetitions", "2", "--jobs", "1", "--out", "new.csv", "--quiet"];
    folder.quadrille(&[&plan[..], &rest].concat()).silently();
    folder
}

/// The output of a verb that ended with a decision, whichever, and found no fault with a file.
#[track_caller]
fn decided(ended: Ended) -> String {
    assert!([0, 1, 3].contains(&ended.status) && !ended.stderr.contains("error:"), "{ended:?}");
    ended.stdout
}

#[test]
fn the_shipped_file_is_of_schema_1() {
    assert!(CSV.starts_with("schema,run_id,") && RUN_FILE.starts_with("schema = 1\n"));
    let rows = rows(CSV);
    assert_eq!(rows.len(), 2 * 13 * 2);
    assert!(rows.iter().all(|row| row["schema"] == "1" && !row.contains_key("timing")));
    assert!(rows.iter().all(|row| row["verdict"] == "ok" && !row["cpu_ns"].is_empty()));
}

#[test]
fn old_results_are_ranked() {
    let folder = both();
    for files in [&["old.csv"][..], &["old.csv", "new.csv"]] {
        for output in ["plain", "json", "csv"] {
            let table = [&["rank", "--output", output], files].concat();
            let table = folder.quadrille(&table).silently();
            assert!(table.contains("masks") && table.contains("dlx"), "{table}");
        }
    }
}

#[test]
fn old_results_are_compared_with_each_other_and_with_new_ones() {
    let folder = both();
    for args in [
        &["compare", "old.csv", "--engines", "masks,dlx"][..],
        &["compare", "old.csv", "old.csv"],
        &["compare", "old.csv", "new.csv"],
        &["compare", "new.csv", "old.csv"],
        &["gate", "old.csv", "old.csv"],
        &["gate", "old.csv", "new.csv"],
        &["gate", "new.csv", "old.csv"],
    ] {
        let text = decided(folder.quadrille(args));
        assert!(text.contains("masks"), "{args:?}: {text}");
        let json = decided(folder.quadrille(&[args, &["--output", "json"]].concat()));
        assert!(!json_lines(&json).is_empty(), "{args:?}: {json}");
    }
    // The searches are the same, whatever the version of the columns.
    for (base, new) in [("old.csv", "new.csv"), ("new.csv", "old.csv")] {
        folder.quadrille(&["gate", base, new, "--counts-only"]).positive();
    }
}

/// With its chart of answered instances over time, its scatter plot, and its table in Markdown.
#[test]
fn old_results_are_reported() {
    let folder = both();
    for (page, files) in [("old.html", &["old.csv"][..]), ("both.html", &["old.csv", "new.csv"])] {
        let markdown = format!("{page}.md");
        let args = [&["report", "--out", page, "--markdown", &markdown], files].concat();
        let ended = folder.quadrille(&args);
        assert_eq!(ended.status, 0, "{ended:?}");
        for file in [page, &markdown] {
            let text = folder.read(file);
            assert!(text.contains("masks") && text.contains("dlx"), "{file}");
        }
    }
}

/// A run is continued only by the program that began it, so the old one is read, the difference named, and the file left
/// as it is.
#[test]
fn an_old_run_is_not_continued_with_new_columns() {
    let folder = Folder::with("r.csv", CSV);
    folder.write("r.csv.run.toml", RUN_FILE);
    let ended = folder.quadrille(&["run", "--resume", "r.csv"]);
    assert_eq!(ended.error(), "r.csv: cannot be continued, because this run differs:");
    assert!(ended.stderr.contains("\n  schema: 1 then, 2 now"), "{ended:?}");
    assert!(ended.stderr.contains("\n  build.sha256: "), "{ended:?}");
    assert_eq!(
        (folder.read("r.csv"), folder.read("r.csv.run.toml")),
        (CSV.into(), RUN_FILE.into())
    );
}
