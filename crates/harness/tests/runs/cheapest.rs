//! Runs with the task `cheapest`.

use std::ops::ControlFlow;
use std::path::Path;

use quadrille_cover::diagram::Diagram;
use quadrille_cover::{Budget, Counters, Problem, Solver, engine as cover, family};
use quadrille_harness::corpus::{Body, Count, Expected};
use quadrille_harness::{Corpus, Engine, Instance, Plan, engine};
use quadrille_results::{Record, Task, Verdict};

use super::{plan, rows_of, shipped};

/// The costs that the manifest states are those of two searches that have nothing in common.
#[test]
fn the_least_costs_of_the_corpus_are_found_in_two_ways() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/cheapest/cheapest.toml");
    let corpus = Corpus::open(path.to_str().expect("text"), &mut Err).expect("it is a manifest");
    for instance in &corpus.instances {
        let Body::Cover(problem) = &instance.body else { panic!("an exact cover problem") };
        let mut least = None;
        let visit = &mut |_: &[_], cost| {
            least = Some(cost);
            ControlFlow::Continue(())
        };
        cover::Dlx.cheapest(problem, 1, &Budget::default(), Counters::Off, visit).unwrap();
        assert_eq!(least, instance.expected.cost, "{}", instance.id);
        let diagram = Diagram::compile(problem, &Budget::default()).unwrap().expect("it is small");
        let least = diagram.cheapest().next().map(|(cost, _)| cost);
        assert_eq!(least, instance.expected.cost, "{}", instance.id);
    }
}

/// Problems whose first solutions are not the cheapest ones: with costs, without, and without a solution.
const PROBLEMS: [&str; 3] = [
    "a b c\na |9\nb |9\nc |9\na b |7\nb c |3\na b c |20\n",
    "a b c\na\nb\nc\na b\n",
    "a b c\na b |1\nb c |2\na c\n",
];

/// The rows of all engines on the problems, whose manifest says `expected` of each.
fn rows(expected: [Expected; 3]) -> Vec<Record> {
    let each = PROBLEMS.into_iter().zip(expected).enumerate();
    let instance = |(i, (text, expected)): (usize, (&str, Expected))| {
        let body = Problem::parse(text).expect("it is well formed").into();
        Instance::new(i.to_string(), None, body, expected)
    };
    let corpus = Corpus::new("c".to_owned(), Task::Cheapest, each.map(instance).collect());
    rows_of(&plan(vec![corpus], 100_000)).1
}

#[test]
fn every_engine_finds_a_cheapest_solution_or_says_that_it_does_not_take_the_problem() {
    let unknown = || [(); 3].map(|()| Expected::default());
    let rows = rows(unknown());
    let of = |id: &str, engine: &str| {
        rows.iter().find(|row| row.instance == id && row.engine == engine).expect("a row")
    };
    for row in &rows {
        assert!([Verdict::Ok, Verdict::Unsupported].contains(&row.verdict), "{row:?}");
        if row.verdict == Verdict::Ok {
            let expected = [Some(12), Some(2), None][row.instance.parse::<usize>().unwrap()];
            let solutions = expected.map_or("0", |_| "1");
            assert_eq!(
                (row.cost, row.solutions.as_deref()),
                (expected, Some(solutions)),
                "{row:?}"
            );
            assert_eq!(row.first_ns.is_some(), expected.is_some(), "{row:?}");
            assert!(row.cpu_ns.is_some() && row.nodes.is_some(), "{row:?}");
        }
    }
    for engine in ["auto", "dlx", "cells", "bits", "memo", "iso", "frontier", "naive"] {
        assert_eq!(of("0", engine).verdict, Verdict::Ok, "{engine}");
    }
    let sudoku = plan(vec![shipped("systems", 1)], 1000);
    let (_, rows) = rows_of(&Plan { task: Some(Task::Cheapest), ..sudoku });
    assert!(rows.iter().all(|row| row.verdict == Verdict::Unsupported), "{rows:?}");
}

#[test]
fn costs_are_held_against_the_manifest() {
    let cost = |cost| Expected { cost: Some(cost), ..Expected::default() };
    let none = || Expected { solutions: Some(Count::exactly(0u8)), ..Expected::default() };
    let verdicts = |expected| {
        let rows = rows(expected);
        let of_dlx = rows.iter().filter(|row| row.engine == "dlx");
        let mut of_dlx: Vec<_> =
            of_dlx.map(|row| (row.instance.clone(), row.verdict, row.cost)).collect();
        of_dlx.sort();
        of_dlx.into_iter().map(|(_, verdict, cost)| (verdict, cost)).collect::<Vec<_>>()
    };
    let right = [(Verdict::Ok, Some(12)), (Verdict::Ok, Some(2)), (Verdict::Ok, None)];
    assert_eq!(verdicts([cost(12), cost(2), none()]), right);
    // A manifest that says less makes the answer wrong; if it says more, the solution itself shows that the manifest errs.
    let wrong = [(Verdict::Wrong, None), (Verdict::Budget, None), (Verdict::Wrong, None)];
    assert_eq!(verdicts([cost(11), cost(3), cost(5)]), wrong);
    assert_eq!(verdicts([none(), cost(2), none()])[0], (Verdict::Wrong, None));
}

/// The time to the first solution is a small part of the time to the proof where solutions are easy to find. `dlx` skips what
/// costs too much, and `cells` visits all solutions.
#[test]
fn the_first_solution_comes_long_before_the_proof() {
    let queens = family::build("queens:9").unwrap().with_random_costs(1, 100);
    let instance = Instance::new("q".to_owned(), None, queens.into(), Expected::default());
    let corpus = Corpus::new("c".to_owned(), Task::Cheapest, vec![instance]);
    let engines = ["dlx", "cells"].map(|name| Engine::Native(engine::by_name(name).unwrap()));
    let plan = Plan { engines: engines.into(), ..plan(vec![corpus], 10_000_000) };
    let rows = rows_of(&plan).1;
    let nodes = |engine| rows.iter().find(|row| row.engine == engine).and_then(|row| row.nodes);
    assert!(nodes("dlx").zip(nodes("cells")).is_some_and(|(dlx, cells)| 2 * dlx < cells));
    for row in &rows {
        let proof = row.cpu_ns.unwrap() / row.iterations.unwrap();
        assert!(row.first_ns.unwrap() * 2 < proof, "{row:?}");
    }
}
