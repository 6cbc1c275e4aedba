//! Results of earlier versions: of schema 1, which lacks the columns `cold_ns`, `timing` and `proved`, and of schema 2,
//! which lacks `proved`. Every verb that reads results reads them, alone and beside results of today.

use crate::common::rows::rows;
use crate::common::{Ended, Folder, json_lines};

/// Runs of the versions before columns were added: `masks` and `dlx` on `systems`, with two repetitions. Rows and run
/// file, by schema.
const OLD: [(&str, &str); 2] = [
    (include_str!("schema_1/r.csv"), include_str!("schema_1/r.csv.run.toml")),
    (include_str!("schema_2/r.csv"), include_str!("schema_2/r.csv.run.toml")),
];

/// For each old schema a folder with the results of then (`old.csv`) and a run of the same plan today (`new.csv`).
fn both() -> [Folder; 2] {
    OLD.map(|(csv, run_file)| then_and_now(csv, run_file))
}

fn then_and_now(csv: &str, run_file: &str) -> Folder {
    let folder = Folder::with("old.csv", csv);
    folder.write("old.csv.run.toml", run_file);
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
fn the_shipped_files_are_of_old_schemas() {
    for (schema, (csv, run_file)) in ["1", "2"].into_iter().zip(OLD) {
        assert!(csv.starts_with("schema,run_id,"));
        assert!(run_file.starts_with(&format!("schema = {schema}\n")));
        let rows = rows(csv);
        assert_eq!(rows.len(), 2 * 13 * 2);
        assert!(rows.iter().all(|row| row["schema"] == schema && !row.contains_key("proved")));
        assert!(rows.iter().all(|row| row.contains_key("timing") == (schema == "2")));
        assert!(rows.iter().all(|row| row["verdict"] == "ok" && !row["cpu_ns"].is_empty()));
    }
}

#[test]
fn old_results_are_ranked() {
    for folder in both() {
        for files in [&["old.csv"][..], &["old.csv", "new.csv"]] {
            for output in ["plain", "json", "csv"] {
                let table = [&["rank", "--output", output], files].concat();
                let table = folder.quadrille(&table).silently();
                assert!(table.contains("masks") && table.contains("dlx"), "{table}");
            }
        }
    }
}

#[test]
fn old_results_are_compared_with_each_other_and_with_new_ones() {
    for folder in both() {
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
}

/// With its chart of answered instances over time, its scatter plot, and its table in Markdown.
#[test]
fn old_results_are_reported() {
    for folder in both() {
        for (page, files) in
            [("old.html", &["old.csv"][..]), ("both.html", &["old.csv", "new.csv"])]
        {
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
}

/// A run is continued only by the program that began it, so the old one is read, the difference named, and the file left
/// as it is.
#[test]
fn an_old_run_is_not_continued_with_new_columns() {
    for (schema, (csv, run_file)) in [1, 2].into_iter().zip(OLD) {
        let folder = Folder::with("r.csv", csv);
        folder.write("r.csv.run.toml", run_file);
        let ended = folder.quadrille(&["resume", "r.csv"]);
        assert_eq!(ended.error(), "r.csv: cannot be continued, because this run differs:");
        assert!(ended.stderr.contains(&format!("\n  schema: {schema} then, 4 now")), "{ended:?}");
        assert!(ended.stderr.contains("\n  build.sha256: "), "{ended:?}");
        assert_eq!(
            (folder.read("r.csv"), folder.read("r.csv.run.toml")),
            (csv.into(), run_file.into())
        );
    }
}
