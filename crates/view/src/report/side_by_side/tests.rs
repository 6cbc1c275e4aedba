//! Tests of results set side by side.

use super::*;
use quadrille_results::COLUMNS;

/// Results with these files, of which each has one row, of an engine on an instance.
fn results(files: &[(&str, &str, &str)]) -> Results {
    let mut results = Results::default();
    for (i, (file, engine, instance)) in files.iter().enumerate() {
        let value = |column: &String| match &**column {
            "run_id" => format!("run-{i}"),
            "corpus" => "c".to_owned(),
            "instance" => (*instance).to_owned(),
            "sha256" => "ab".repeat(32),
            "engine" => (*engine).to_owned(),
            "task" => "all".to_owned(),
            "block" | "position" => "0".to_owned(),
            "schema" | "repetition" | "iterations" => "1".to_owned(),
            "verdict" => "ok".to_owned(),
            "wall_ns" | "cpu_ns" => "1000".to_owned(),
            _ => String::new(),
        };
        let row: Vec<String> = COLUMNS.iter().map(value).collect();
        let csv = format!("{}\n{}\n", COLUMNS.join(","), row.join(","));
        results.add(file, csv.as_bytes(), None).unwrap();
    }
    results
}

#[test]
fn sides_need_an_engine_on_the_same_instance() {
    let of = |other, files: &[usize]| {
        let results = results(&[("a.csv", "e", "1"), other]);
        Columns::of(&results, files, Clock::Cpu, 0.03).map(|columns| columns.names)
    };
    assert_eq!(of(("b.csv", "f", "1"), &[1, 1]), None);
    assert_eq!(of(("b.csv", "e", "2"), &[1, 1]), None);
    assert_eq!(of(("b.csv", "e", "1"), &[2]), None, "both files are one side");
    assert_eq!(of(("b.csv", "e", "1"), &[1, 1]), Some(vec!["a.csv".into(), "b.csv".into()]));
}

#[test]
fn sides_of_one_name_are_numbered_and_engines_told_apart() {
    let files = [
        ("x/a.csv", "e", "1"),
        ("x/b.csv", "e", "2"),
        ("y/a.csv", "e", "1"),
        ("y/b.csv", "f", "1"),
    ];
    let results = results(&files);
    let columns = Columns::of(&results, &[2, 2], Clock::Cpu, 0.03).unwrap();
    let names = ["1: a.csv and 1 more", "2: a.csv and 1 more"];
    assert_eq!(columns.names, names);
    let engines = results.entries.iter().map(|entry| columns.engine(&results, entry));
    let own = |side: usize| Some(format!("e ({})", names[side]));
    assert_eq!(engines.collect::<Vec<_>>(), [own(0), own(0), own(1), None]);
    assert_eq!(columns.pair(), Some([0, 1].map(|side| own(side).unwrap())));
    assert_eq!(columns.baseline(&results, "f"), "f");
    assert_eq!(Some(columns.baseline(&results, "e")), own(0));
}

#[test]
fn a_side_that_cannot_be_compared_is_told() {
    let files = [("a.csv", "e", "1"), ("b.csv", "e", "1"), ("c.csv", "f", "1")];
    let results = results(&files);
    let columns = Columns::of(&results, &[1, 1, 1], Clock::Cpu, 0.03).unwrap();
    let told = columns.notes(0.005).join("\n");
    assert!(told.contains("Not compared: found no engine in common"), "{told}");
    assert!(told.contains("the tolerance of 0.5 %"), "{told}");
}
