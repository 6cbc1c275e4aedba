//! `quadrille features` and `quadrille export aslib`.

use crate::common::{Folder, encode, json_lines, quadrille, quadrille_on};

#[test]
fn features_are_the_same_in_all_formats() {
    let args = "features queens:6 dominoes:4x4";
    let json = json_lines(&quadrille(&format!("{args} --output json")).silently());
    let csv = quadrille(&format!("{args} --output csv")).silently();
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((json.len(), lines.len()), (2, 3));
    let plain = quadrille(args).silently();
    for (place, name) in lines[0].iter().enumerate().filter(|(_, name)| **name != "seconds") {
        for (problem, object) in json.iter().enumerate() {
            let field = lines[problem + 1][place];
            let same = match &object[*name] {
                serde_json::Value::String(text) => text == field,
                // Reading JSON may round the last digit.
                value => (value.as_f64().unwrap() - field.parse::<f64>().unwrap()).abs() < 1e-12,
            };
            assert!(same, "{name}: {object} {csv}");
        }
        assert!(["problem", "sha256"].contains(name) || plain.contains(name), "{name}: {plain}");
    }
    assert_eq!(json[0]["options"], 36.0);
    let solutions = json[1]["solutions_log10"].as_f64().unwrap();
    assert!((solutions - 37_f64.log10()).abs() < 1e-9, "36 tilings");
    let again = json_lines(&quadrille_on(encode("queens:6"), "features --output json").silently());
    assert_eq!(again[0]["nodes_log10"], json[0]["nodes_log10"]);
    quadrille_on("a b\na c\n", "features").error_begins("standard input:2");
}

#[test]
fn a_scenario_is_written_whole_or_not_at_all() {
    let folder = Folder::with("queens.dlx", encode("queens:6"));
    folder.write("p.txt", "1".to_owned() + &".".repeat(80) + "\n");
    let run = "run --corpus queens.dlx,p.txt --engine dlx,bits --quiet --out";
    let limited = format!("{run} r.csv --time-limit 10 --task first");
    folder.quadrille(&limited).silently();
    folder.quadrille("export aslib s r.csv").silently();
    let data = |file: &str| {
        let text = folder.read(file);
        text.split_once("@DATA\n")
            .expect("a table has data")
            .1
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // `bits` takes no Sudoku.
    let runs = data("s/algorithm_runs.arff");
    let ends: Vec<&str> = runs.iter().map(|run| run.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["not_applicable", "ok", "ok", "ok"], "{runs:?}");
    assert_eq!(data("s/cv.arff"), ["p.txt/1,1,1", "queens.dlx/queens,1,2"]);
    assert_eq!(data("s/feature_runstatus.arff")[1], "queens.dlx/queens,1,ok,ok,ok,ok,ok");
    folder.quadrille("export aslib s r.csv").error_begins("s already exists");
    folder.quadrille(&format!("{run} n.csv --task first"));
    folder.quadrille("export aslib n n.csv").error_has("--time-limit SECONDS");
    assert!(!folder.path("n").exists());
}

/// Rules from features in a file are those from features that are found on the way.
#[test]
fn rules_are_learnt_from_features_and_results() {
    let folder = Folder::with("queens-4.dlx", encode("queens:4"));
    let problems =
        ["queens:4", "queens:5", "queens:6", "dominoes:2x3", "dominoes:2x4", "dominoes:3x4"];
    let mut files = Vec::new();
    for problem in problems {
        let file = problem.replace(':', "-") + ".dlx";
        folder.write(&file, encode(problem));
        files.push(file);
    }
    let (corpora, files) = (files.join(","), files.join(" "));
    folder
        .quadrille(&format!("run --corpus {corpora} --engine bits,dlx --task count --time-limit 10 --out r.csv --quiet"))
        .silently();
    folder.write("f.csv", folder.quadrille(&format!("features {files} --output csv")).silently());
    let plain = folder.quadrille("select r.csv --features f.csv").silently();
    assert!(plain.starts_with("rules, learnt from 6 instances of 2 families:\n\n"), "{plain}");
    let objects =
        json_lines(&folder.quadrille("select r.csv --features f.csv --output json").silently());
    let kinds = |kind: &str| objects.iter().filter(|object| object["kind"] == kind).count();
    assert_eq!(["tree", "choice", "instance"].map(kinds), [1, 4, 6]);
    // The same as with features that are found on the way, but for the seconds that these take.
    let found = json_lines(&folder.quadrille("select r.csv --output json").silently());
    let but_seconds = |objects: &[serde_json::Value]| -> Vec<serde_json::Value> {
        objects.iter().filter(|object| object["choice"] != "tree and features").cloned().collect()
    };
    assert_eq!(but_seconds(&objects), but_seconds(&found));
    folder.write("g.csv", "sha256,width\n");
    folder
        .quadrille("select r.csv --features g.csv")
        .error_begins("found 2 engines and 0 families");
    folder.write("g.csv", "width\n1\n");
    folder
        .quadrille("select r.csv --features g.csv")
        .error_begins("g.csv:1:1: found a head line without");
}
