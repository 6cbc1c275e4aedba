//! Results of earlier versions: of schema 1, which lacks the columns `cold_ns`, `timing` and `proved`, and of schema 2,
//! which lacks `proved`. Every verb that reads results reads them, alone and beside results of today.

use crate::common::{Ended, Folder};

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
    let plan = "run --corpus systems --engine masks --engine dlx";
    folder.quadrille(&format!("{plan} --repetitions 2 --jobs 1 --out new.csv --quiet")).silently();
    folder
}

/// The output of a verb that ended with a decision, whichever, and found no fault with a file.
#[track_caller]
fn decided(ended: Ended) -> String {
    assert!([0, 1, 3].contains(&ended.status) && !ended.stderr.contains("error:"), "{ended:?}");
    ended.stdout
}

#[test]
fn old_results_are_ranked_compared_and_reported_alone_and_beside_new_ones() {
    for folder in both() {
        for args in [
            "rank old.csv",
            "rank old.csv new.csv",
            "compare old.csv --engines masks,dlx",
            "compare old.csv new.csv",
            "gate new.csv old.csv",
            "report old.csv new.csv --markdown -",
        ] {
            let text = decided(folder.quadrille(args));
            assert!(text.contains("masks") && text.contains("dlx"), "{args:?}: {text}");
        }
        // The searches are the same, whatever the version of the columns.
        for (base, new) in [("old.csv", "new.csv"), ("new.csv", "old.csv")] {
            folder.quadrille(&format!("gate {base} {new} --counts-only")).positive();
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
        let ended = folder.quadrille("resume r.csv");
        assert_eq!(ended.error(), "r.csv: cannot be continued, because this run differs:");
        assert!(ended.stderr.contains(&format!("\n  schema: {schema} then, 5 now")), "{ended:?}");
        assert!(ended.stderr.contains("\n  build.sha256: "), "{ended:?}");
        assert_eq!(
            (folder.read("r.csv"), folder.read("r.csv.run.toml")),
            (csv.into(), run_file.into())
        );
    }
}
