use super::*;
use crate::corpus::Expected;
use crate::engine::searched::Searched;
use quadrille_cover::{Budget, Counters, Problem, Search, SearchStats, Tally, family};
use quadrille_sudoku::{Grid, Puzzle};

fn searched(solutions: u64, first: Option<FirstSolution>) -> Searched {
    let stats = SearchStats { solutions, ..SearchStats::default() };
    let search = Search { outcome: Outcome::Exhausted, stats };
    Searched { search, first, unlawful: None, tally: None, digest: None }
}

fn sudoku(cells: Vec<u8>, expected: Expected) -> Instance {
    let puzzle = Puzzle::new(Grid::from_cells(cells).unwrap());
    Instance::new("x".into(), None, Body::Sudoku(puzzle), expected)
}

fn judged(instance: &Instance, task: Task, searched: &Searched, prove: bool) -> Judged {
    let budget = Budget { tests: Some(10_000), solutions: task.limit(), ..Budget::default() };
    let limits = SearchLimits { budget, wall: None };
    let judge = Judge { instance, task, limits: &limits, known: &Known::default(), prove };
    let solutions = searched.search.stats.solutions.into();
    judge.judge("naive-first", &Answer { searched, solutions, certificate: None })
}

fn verdict(instance: &Instance, task: Task, searched: &Searched) -> Verdict {
    judged(instance, task, searched, false).verdict
}

const FULL: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

#[test]
fn numbers_of_solutions_are_held_against_the_manifest_or_a_second_engine() {
    let with = |solutions| Expected { solutions, ..Expected::default() };
    // The empty 4x4 grid has 288 solutions.
    let empty = |solutions| sudoku(vec![0; 16], with(solutions));
    let [unknown, one, several] =
        [None, Some(Count::exactly(1u8)), Some(Count::Several)].map(empty);
    let full = sudoku(FULL.into(), with(Some(Count::Several)));
    let problem = Body::from(Problem::parse("a b\na\nb\na b\n").unwrap());
    let cover = Instance::new("x".into(), None, problem, Expected::default());
    for (instance, task, found, is_right) in [
        (&unknown, Task::All, 288, true),
        (&unknown, Task::All, 287, false),
        (&unknown, Task::Unique, 2, true),
        (&unknown, Task::Unique, 1, false),
        (&unknown, Task::First, 0, false),
        // The manifest is believed first.
        (&one, Task::All, 1, true),
        (&one, Task::All, 288, false),
        (&several, Task::First, 1, true),
        (&several, Task::Unique, 2, true),
        (&several, Task::Unique, 1, false),
        (&several, Task::All, 1, false),
        (&several, Task::All, 287, false),
        (&several, Task::All, 288, true),
        // The manifest is held against the engine even where both engines agree.
        (&full, Task::All, 1, false),
        (&cover, Task::All, 2, true),
        (&cover, Task::All, 3, false),
        (&cover, Task::Count, 2, true),
        (&cover, Task::Count, 3, false),
    ] {
        let expected = if is_right { Verdict::Ok } else { Verdict::Wrong };
        let found_none = searched(found, None);
        assert_eq!(verdict(instance, task, &found_none), expected, "{task:?} {found}");
    }
}

#[test]
fn a_count_of_any_length_is_held_against_the_manifest_or_an_engine_of_another_kind() {
    let dominoes = |solutions: Option<&str>| {
        let problem = family::build("dominoes:16x16").unwrap();
        let solutions = solutions.map(|text| Count::exactly(text.parse::<BigUint>().unwrap()));
        let expected = Expected { solutions, ..Expected::default() };
        Instance::new("x".into(), None, problem.into(), expected)
    };
    let right = "2444888770250892795802079170816";
    let auto = cover::Auto.tally(
        &family::build("dominoes:16x16").unwrap(),
        &Budget::default(),
        Counters::Off,
    );
    let by_frontier = auto.unwrap().changed;
    assert_eq!(by_frontier.map(|changed| changed.engine), Some("frontier"));
    let counted = |number: &str, changed| {
        let number: BigUint = number.parse().unwrap();
        let stats = SearchStats { solutions: u64::MAX, ..SearchStats::default() };
        let search = Search { outcome: Outcome::Exhausted, stats };
        let tally = Some(Tally { changed, ..Tally::new(number, search) });
        Searched { search, first: None, unlawful: None, tally, digest: None }
    };
    let limits = SearchLimits { budget: Budget::default(), wall: None };
    let judge = |instance: &Instance, engine: &str, searched: &Searched| {
        let (task, known) = (Task::Count, &Known::default());
        let judge = Judge { instance, task, limits: &limits, known, prove: false };
        let solutions = searched.solutions();
        judge.judge(engine, &Answer { searched, solutions, certificate: None })
    };
    let (unknown, huge) = (dominoes(None), format!("{right}000000000000"));
    for (instance, engine, by, found, second) in [
        (dominoes(Some(right)), "memo", None, right, None),
        (dominoes(Some(&huge)), "memo", None, &*huge, None),
        (dominoes(Some(&huge)), "memo", None, right, Some("the manifest")),
        (unknown.clone(), "memo", None, right, None),
        (unknown.clone(), "memo", None, &*huge, Some("a second engine, frontier")),
        (unknown.clone(), "bits", None, "1", Some("a second engine, frontier")),
        (unknown.clone(), "iso", None, "1", Some("a second engine, memo")),
        (unknown.clone(), "frontier", None, "1", Some("a second engine, memo")),
        (unknown.clone(), "auto", None, "1", Some("a second engine, frontier")),
        (unknown.clone(), "auto", by_frontier, "1", Some("a second engine, memo")),
    ] {
        let judged = judge(&instance, engine, &counted(found, by));
        let reason = judged.reason.unwrap_or_default();
        let expected = if second.is_some() { Verdict::Wrong } else { Verdict::Ok };
        assert_eq!(judged.verdict, expected, "{engine} {by:?} {found}: {reason}");
        assert!(reason.ends_with(second.unwrap_or_default()), "{engine} {by:?}: {reason}");
    }
}

#[test]
fn a_digest_must_be_that_of_the_solutions() {
    let empty = sudoku(vec![0; 16], Expected::default());
    let (right, _) = Digest::of(&empty.body, &Budget::default()).unwrap();
    for (digest, expected) in [
        (None, Verdict::Ok),
        (Some(right), Verdict::Ok),
        (Some(Digest(right.0 ^ 1)), Verdict::Wrong),
    ] {
        let found = Searched { digest, ..searched(288, None) };
        assert_eq!(verdict(&empty, Task::All, &found), expected, "{digest:?}");
    }
}

/// Whatever the manifest says, which is named if it is wrong.
#[test]
fn a_proof_decides() {
    let empty = |solutions| sudoku(vec![0; 16], Expected { solutions, ..Expected::default() });
    let [unknown, right, one, several] =
        [None, Some(288u32), Some(1), None].map(|n| empty(n.map(Count::exactly)));
    let full = |solution: &[u8; 16]| {
        let solution = Grid::from_cells(solution.to_vec()).map(Box::new);
        sudoku(FULL.into(), Expected { solutions: Some(Count::exactly(1u8)), solution, cost: None })
    };
    let (full, false_full) = (full(&FULL), full(&[1; 16]));
    let false_several = Instance {
        expected: Expected { solutions: Some(Count::Several), ..Expected::default() },
        ..full.clone()
    };
    let grid = || Some(FirstSolution::Grid(Grid::from_cells(FULL.into()).unwrap()));
    for (instance, task, found, is_right, manifest) in [
        (&unknown, Task::All, 288, true, None),
        (&unknown, Task::All, 287, false, None),
        (&unknown, Task::Unique, 2, true, None),
        (&unknown, Task::Unique, 1, false, None),
        (&unknown, Task::First, 1, true, None),
        (&unknown, Task::First, 0, false, None),
        (&right, Task::All, 288, true, None),
        (&one, Task::All, 288, true, Some("says 1 as the number of solutions; proved: 288; ")),
        (&one, Task::All, 1, false, None),
        (
            &one,
            Task::Unique,
            2,
            true,
            Some("says 1 as the number of solutions; proved: at least 2; "),
        ),
        (&several, Task::Unique, 2, true, None),
        (&full, Task::Unique, 1, true, None),
        (&false_full, Task::Unique, 1, true, Some("says the solution 1111")),
        (
            &false_several,
            Task::Unique,
            1,
            true,
            Some("that there are several solutions; proved: 1, with the "),
        ),
    ] {
        let is_full =
            |body: &Body| matches!(body, Body::Sudoku(puzzle) if puzzle.givens().is_full());
        let first = grid().filter(|_| is_full(&instance.body));
        let judged = judged(instance, task, &searched(found, first), true);
        let expected = if is_right { Verdict::Ok } else { Verdict::Wrong };
        assert_eq!(judged.verdict, expected, "{task:?} {found}: {judged:?}");
        assert_eq!(judged.proved, is_right.then_some(Proved::Quadrille), "{task:?} {found}");
        let said = judged.contradicted.clone().unwrap_or_default();
        assert_eq!(said.is_empty(), manifest.is_none(), "{said}");
        assert!(said.contains(manifest.unwrap_or_default()), "{said}");
    }
}

#[test]
fn another_solution_than_the_known_one_is_wrong() {
    let solution = Grid::from_cells(FULL.into()).unwrap();
    let solutions = Some(Count::exactly(1u8));
    let expected = Expected { solutions, solution: Some(Box::new(solution.clone())), cost: None };
    let instance = sudoku(FULL.into(), expected);
    let mut other = solution.clone();
    other.set(0, 4);
    for (found, expected) in [(solution, Verdict::Ok), (other, Verdict::Wrong)] {
        let found = searched(1, Some(FirstSolution::Grid(found)));
        assert_eq!(verdict(&instance, Task::Unique, &found), expected);
    }
}
