//! Searches that exceed a limit of time or memory become rows with this verdict.

use std::time::Duration;

use quadrille_cover::family;
use quadrille_harness::plan::Limits;
use quadrille_harness::{Body, Corpus, Engine, Expected, Instance, Plan, engine};
use quadrille_results::{Record, Task, Verdict};

use crate::{plan, rows_of};

fn families(names: &[&str]) -> Corpus {
    let instance = |name: &&str| {
        let body = Body::from(family::build(name).unwrap());
        Instance::new((*name).to_owned(), None, body, Expected::default())
    };
    Corpus::new("families".into(), Task::All, names.iter().map(instance).collect())
}

fn of_engine(rows: &[Record], engine: &str) -> Record {
    rows.iter().find(|row| row.engine == engine).expect("a row of it").clone()
}

#[test]
fn what_takes_too_long_is_a_timeout_without_a_time() {
    // Almost 13 million solutions.
    let limits = Limits { wall: Some(Duration::from_millis(50)), ..Limits::default() };
    let engines = ["dlx", "naive", "bits", "cells"];
    let engines = engines.into_iter().filter_map(engine::by_name).map(Engine::Native).collect();
    let plan = Plan { limits, engines, ..plan(vec![families(&["dominoes:8x8"])], 1) };
    for batch in [false, true] {
        let (summary, rows) = rows_of(&Plan { batch, ..plan.clone() });
        assert_eq!(summary.wrong, [""; 0]);
        assert_eq!(rows.len(), 4);
        for row in rows {
            assert_eq!(row.verdict, Verdict::Timeout, "{row:?}");
            assert_eq!((row.iterations, row.wall_ns, row.cpu_ns), (None, None, None));
            assert_eq!((&row.solutions, row.nodes), (&None, None));
        }
    }
}

#[test]
fn with_a_limit_of_time_no_other_holds_that_was_not_asked_for() {
    let wall = Some(Duration::from_secs(1000));
    // With a limit of time, the default limit of tests does not apply.
    let plan = Plan {
        limits: Limits { wall, ..Limits::default() },
        engines: engine::by_name("dlx").into_iter().map(Engine::Native).collect(),
        ..plan(vec![families(&["queens:8"])], 1)
    };
    let (_, rows) = rows_of(&plan);
    assert_eq!((rows[0].verdict, rows[0].solutions.as_deref()), (Verdict::Ok, Some("92")));
    assert!(rows[0].tests > Some(quadrille_harness::plan::DEFAULT_TESTS / 10), "{:?}", rows[0]);
    let limits = Limits { wall, tests: Some(100), ..Limits::default() };
    let (_, rows) = rows_of(&Plan { limits, ..plan });
    assert_eq!(rows[0].verdict, Verdict::Budget);
}

/// Engines that hand over to others when they visit solutions count by themselves.
#[test]
fn engines_count_as_themselves_and_numbers_may_have_any_length() {
    let names = ["memo", "iso", "frontier", "auto"];
    let engines: Vec<_> =
        names.into_iter().filter_map(engine::by_name).map(Engine::Native).collect();
    let limits = Limits { wall: Some(Duration::from_secs(60)), ..Limits::default() };
    let corpora = vec![families(&["dominoes:12x12", "queens:6"])];
    let plan = Plan { limits, engines, task: Some(Task::Count), ..plan(corpora, 1) };
    let (summary, rows) = rows_of(&plan);
    assert_eq!((summary.wrong.len(), summary.answered), (0, 8));
    let nodes = |instance: &str, engine: &str| {
        let of_both = |row: &&Record| row.instance == instance && row.engine == engine;
        rows.iter().find(of_both).expect("a row").nodes
    };
    // A step for each item; states up to isomorphism are fewer than the nodes of a tree.
    assert_eq!(nodes("dominoes:12x12", "frontier"), Some(144));
    assert_eq!(nodes("queens:6", "frontier"), Some(12));
    let (states, tree) = (nodes("queens:6", "iso"), nodes("queens:6", "memo"));
    assert!(states > Some(0) && states < tree, "{states:?} {tree:?}");
    for row in &rows {
        assert_eq!((row.task, row.verdict), (Task::Count, Verdict::Ok), "{row:?}");
        let expected = if row.instance == "queens:6" { "4" } else { "53060477521960000" };
        assert_eq!(row.solutions.as_deref(), Some(expected));
        assert!(row.cpu_ns.is_some());
    }
    let (_, rows) = rows_of(&Plan { batch: true, ..plan });
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!(
            (row.verdict, row.solutions.as_deref()),
            (Verdict::Ok, Some("53060477521960004"))
        );
    }
}

#[test]
fn what_needs_too_much_memory_says_so() {
    let limits = Limits { memory: Some(10), tests: Some(100_000), ..Limits::default() };
    let corpora = vec![families(&["queens:6"])];
    let (_, rows) = rows_of(&Plan { limits, ..plan(corpora, 1) });
    for engine in ["dlx", "bits", "cells"] {
        assert_eq!(of_engine(&rows, engine).verdict, Verdict::Memout, "{engine}");
    }
    // A search that reaches its limit of tests is not a search that reaches its limit of memory.
    let limits = Limits { memory: Some(10_000_000), tests: Some(10), ..Limits::default() };
    let (_, rows) = rows_of(&Plan { limits, ..plan(vec![families(&["queens:6"])], 1) });
    assert_eq!(of_engine(&rows, "dlx").verdict, Verdict::Budget);
}
