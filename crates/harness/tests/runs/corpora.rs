//! The shipped corpora through every engine, and corpora from files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use quadrille_cover::engine::ENGINES;
use quadrille_harness::corpus::manifest;
use quadrille_harness::corpus::manifest::library::Library;
use quadrille_harness::plan::request::Request;
use quadrille_harness::{Body, Corpus, CorpusError};
use quadrille_results::{Record, Task, Verdict};

use crate::{plan, rows_of, shipped};

/// Runs every engine on the first instances of a corpus; checks that no answer is wrong and that all engines find the
/// same number of solutions.
fn check(name: &str, instances: usize, tests: u64) {
    let (summary, rows) = rows_of(&plan(vec![shipped(name, instances)], tests));
    assert_eq!(summary.wrong, [""; 0], "{name}");
    let mut answers: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for row in &rows {
        let expected = [Verdict::Ok, Verdict::Budget, Verdict::Stalled];
        assert!(
            expected.contains(&row.verdict),
            "{:?} not among {expected:?}: {row:?}",
            row.verdict
        );
        let answered = row.verdict == Verdict::Ok;
        assert_eq!(row.wall_ns.is_some(), answered, "a time means a checked answer: {row:?}");
        assert_eq!(row.cpu_ns.is_some(), answered);
        assert_eq!(row.solutions.is_some(), answered);
        assert!(row.verdict != Verdict::Stalled || ["singles", "human"].contains(&&*row.engine));
        let of_instance = answers.entry(&row.instance).or_default();
        if answered {
            of_instance.push(row);
        }
    }
    for (instance, answers) in answers {
        let [first, others @ ..] = &answers[..] else { panic!("no engine answered {instance}") };
        for other in others {
            let found = (&first.solutions, &other.solutions);
            assert_eq!(found.0, found.1, "{} and {} on {instance}", first.engine, other.engine);
        }
    }
}

// One test for each corpus, so that they run in parallel.

/// The plans of `datasets/counting` and `datasets/orders`.
#[test]
fn the_plans_of_the_repository_open() {
    let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets");
    let folders = [("counting", 1), ("orders", 6)];
    for (folder, expected) in folders {
        let folder = datasets.join(folder);
        let mut plans = 0;
        for file in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let text = fs::read_to_string(&file).unwrap();
            if text.starts_with("name = ") {
                continue; // a manifest
            }
            let request = Request::parse(&text).unwrap().beside(&folder).unwrap();
            let plan = request.open(&Library::default(), &mut Err).unwrap();
            let instances: usize = plan.corpora.iter().map(|corpus| corpus.instances.len()).sum();
            assert_eq!(plan.rows(), 8 * instances, "{}", file.display());
            let copies = request.isomorphs.unwrap_or(1) as usize;
            assert!(instances >= 35 && instances.is_multiple_of(copies), "{}", file.display());
            plans += 1;
        }
        assert_eq!(plans, expected, "{}", folder.display());
    }
}

#[test]
fn every_engine_is_right_on_systems() {
    check("systems", usize::MAX, 500_000);
}

#[test]
fn every_engine_is_right_on_puzzles_with_several_solutions() {
    check("multiple", 25, 100_000);
}

#[test]
fn every_engine_is_right_on_puzzles_without_a_solution() {
    check("none", 25, 100_000);
}

#[test]
fn every_engine_is_right_on_generated_9x9_puzzles() {
    check("generated-9x9", 40, 100_000);
}

#[test]
fn every_engine_is_right_on_generated_16x16_puzzles() {
    check("generated-16x16", 8, 100_000);
}

#[test]
fn every_engine_is_right_on_generated_25x25_puzzles() {
    check("generated-25x25", 2, 1_000_000);
}

#[test]
fn every_engine_is_right_on_families() {
    check("families", usize::MAX, 30_000_000);
}

#[test]
fn every_shipped_corpus_is_among_those_tested_here() {
    let tested = [
        "families",
        "generated-16x16",
        "generated-25x25",
        "generated-9x9",
        "multiple",
        "none",
        "systems",
    ];
    let mut names: Vec<String> = manifest::names().collect();
    names.sort();
    assert_eq!(names, tested);
    for name in names {
        assert!(!shipped(&name, usize::MAX).instances.is_empty());
    }
}

const PUZZLE: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

#[test]
fn a_bad_line_of_a_file_is_told_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    let wrong = PUZZLE.replace('6', "x");
    fs::write(&path, format!("{PUZZLE}\n{wrong}\n{PUZZLE}12\n{PUZZLE}\n")).unwrap();
    let name = path.to_str().unwrap();

    let mut refused = Vec::new();
    let mut keep_going = |error: CorpusError| {
        refused.push(error.to_string());
        Ok(())
    };
    let corpus = Corpus::open(name, &mut keep_going).unwrap();
    let lines: Vec<_> = corpus.instances.iter().map(|instance| instance.line).collect();
    assert_eq!(lines, [Some(1), Some(4)]);
    assert_eq!(corpus.instances[1].id, "4");
    assert_eq!(corpus.task, Task::Unique);
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused[0].starts_with(&format!("{name}:2:22: ")), "{}", refused[0]);
    assert!(refused[1].starts_with(&format!("{name}:3:")), "{}", refused[1]);

    let error = Corpus::open(name, &mut Err).unwrap_err();
    assert_eq!(error.to_string(), refused[0], "without leave to go on, the first is the end");

    let (summary, _) = rows_of(&plan(vec![corpus], 20_000));
    assert_eq!(summary.wrong, [""; 0]);
}

#[test]
fn a_file_of_bad_lines_alone_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.txt");
    fs::write(&path, "x\ny\n").unwrap();
    let error = Corpus::open(path.to_str().unwrap(), &mut |_| Ok(())).unwrap_err();
    assert!(
        error.to_string().ends_with("bad.txt: found no puzzle; expected at least one"),
        "{error}"
    );
}

#[test]
fn a_file_may_hold_an_exact_cover_problem_or_a_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let problem = write("pair.dlx", "a b\na\nb\na b\n");
    write("two.txt", &format!("{PUZZLE}\n{PUZZLE}\n"));
    let head = "name='two'\nabout=''\nsource='here'\nlicence='MIT'\ntask='unique'\n";
    let manifest = write("two.toml", &format!("{head}file='two.txt'\nanswer='unique'\n"));

    let corpora = [problem, manifest].map(|name| Corpus::open(&name, &mut Err).unwrap());
    assert!(matches!(corpora[0].instances[0].body, Body::Cover(_)));
    assert_eq!((&*corpora[1].name, corpora[1].instances.len()), ("two", 2));
    let (summary, rows) = rows_of(&plan(corpora.into(), 1_000_000));
    assert_eq!(summary.wrong, [""; 0]);
    let of_pair: Vec<_> = rows.iter().filter(|row| row.instance == "pair").collect();
    assert_eq!(of_pair.len(), ENGINES.len(), "every engine for exact cover");
    assert!(of_pair.iter().all(|row| row.solutions.as_deref() == Some("2")));

    let broken = write("broken.dlx", "a b\na q\n");
    let error = Corpus::open(&broken, &mut |_| Ok(())).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{broken}:2:3: item `q` is unknown")), "{error}");
    // As everywhere else, and not a problem of no solutions.
    let empty = write("empty.dlx", "a b\n");
    let error = Corpus::open(&empty, &mut |_| Ok(())).unwrap_err().to_string();
    assert!(error.contains("found items and no option"), "{error}");
}

#[test]
fn a_problem_may_be_compressed() {
    let folder = tempfile::tempdir().unwrap();
    // The three options above.
    let gzip = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x54\x48\xe2\x4a\xe4\x02\x62\x20\x0d\x00\x2a\x48\xf6\xb5\x0c\x00\x00\x00";
    let xz = b"\xfd\x37\x7a\x58\x5a\x00\x00\x01\x69\x22\xde\x36\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\x01\x00\x0b\x61\x20\x62\x0a\x61\x0a\x62\x0a\x61\x20\x62\x0a\x00\x2a\x48\xf6\xb5\x00\x01\x20\x0c\xa2\xdd\xb4\xbc\x90\x42\x99\x0d\x01\x00\x00\x00\x00\x01\x59\x5a";
    for (name, packed) in [("pair.dlx.gz", &gzip[..]), ("pair.dlx.xz", &xz[..])] {
        let path = folder.path().join(name);
        fs::write(&path, packed).unwrap();
        let corpus = Corpus::open(path.to_str().unwrap(), &mut Err).unwrap();
        assert_eq!((&*corpus.name, &*corpus.instances[0].id), (name, "pair"));
        assert!(
            matches!(&corpus.instances[0].body, Body::Cover(problem) if problem.options() == 3)
        );
        fs::write(&path, &packed[..packed.len() - 4]).unwrap();
        let error = Corpus::open(path.to_str().unwrap(), &mut Err).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn a_name_that_is_nothing_is_told_together_with_those_there_are() {
    let error = Corpus::open("no-such-corpus", &mut Err).unwrap_err().to_string();
    assert!(error.contains("`no-such-corpus`") && error.contains("systems"), "{error}");
}
