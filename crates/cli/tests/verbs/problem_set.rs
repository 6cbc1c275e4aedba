//! `datasets/cover`: the manifest names each file, and its numbers are those that engines of different kinds find.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use quadrille_cover::{Auto, Budget, Counters, Dlx, Solver, engine, verify};
use quadrille_results::{Fingerprint, read_toml};
use quadrille_service::problem::read_strictly;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProblemSet {
    name: String,
    about: String,
    licence: String,
    problem: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    about: String,
    source: String,
    solutions: String,
    cheapest: Option<String>,
    engines: Vec<String>,
    sha256: String,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../datasets/cover")
}

fn problem_set() -> ProblemSet {
    let text = fs::read_to_string(folder().join("manifest.toml")).unwrap();
    read_toml(&text)
        .unwrap_or_else(|error| panic!("{}:{}: {}", error.line, error.column, error.what))
}

#[test]
fn the_manifest_names_each_file_by_its_hash() {
    let ProblemSet { name, about, licence, problem } = problem_set();
    assert_eq!((&*name, &*licence), ("cover", "CC0-1.0"));
    assert!(!about.is_empty() && problem.len() >= 60, "{}", problem.len());
    let mut files = BTreeSet::new();
    let mut bytes = 0;
    for Entry { file, about, source, sha256, .. } in problem {
        let text = fs::read(folder().join(&file)).unwrap();
        assert_eq!(Fingerprint::of(&text).to_string(), sha256, "{file}");
        assert!(!about.is_empty() && !source.is_empty(), "{file}");
        bytes += text.len();
        assert!(files.insert(file), "named twice");
    }
    assert!(bytes < 400_000, "{bytes}");
    files.extend(["LICENSE.md", "README.md", "manifest.toml"].map(str::to_owned));
    let there = fs::read_dir(folder()).unwrap();
    let there = there.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(there.collect::<BTreeSet<String>>(), files);
}

#[test]
fn its_numbers_are_those_that_engines_find() {
    for Entry { file, solutions, cheapest, engines, .. } in problem_set().problem {
        let problem = read_strictly(&fs::read(folder().join(&file)).unwrap()).unwrap();
        assert_eq!(Auto.count(&problem).unwrap().to_string(), solutions, "{file}: auto");
        assert_eq!(engines.iter().collect::<BTreeSet<_>>().len(), 2, "{file}");
        let other = engine::by_name(&engines[1]).expect("it is an engine");
        let counted = other.count(&problem).unwrap();
        assert_eq!(counted.to_string(), solutions, "{file}: {}", engines[1]);
        let first = Auto.first(&problem).unwrap();
        assert_eq!(first.is_some(), solutions != "0", "{file}");
        let is_one = first.is_none_or(|first| verify(&problem, &first).is_ok());
        assert!(is_one, "{file}");
        let Some(cheapest) = cheapest else { continue };
        let (problem, mut found) = (problem.priced(), None);
        let visit = &mut |_: &[_], cost: u64| {
            found = Some(cost.to_string());
            ControlFlow::Continue(())
        };
        Dlx.cheapest(&problem, 1, &Budget::default(), Counters::Off, visit).unwrap();
        assert_eq!(found, Some(cheapest), "{file}");
    }
}
