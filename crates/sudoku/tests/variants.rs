//! Puzzles of each rule with their solutions, from a file: some of our own, some as published with the solution that was published. Each is read,
//! solved and found unique by engines of two kinds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use quadrille_cover::engine::{Bits, Dlx, Domains};
use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Solver};
use quadrille_sudoku::generate::Symmetry;
use quadrille_sudoku::rules::read::{Asked, Reader};
use quadrille_sudoku::rules::{NAMES, Spec, make};

const PUZZLES: &str = include_str!("variants.txt");

#[test]
fn a_puzzle_of_each_rule_has_its_solution_and_no_other() {
    let mut found = Reader::new(PUZZLES.as_bytes(), Asked::OfSource).map(Result::unwrap);
    let mut names = BTreeSet::new();
    while let (Some(puzzle), Some(solution)) = (found.next(), found.next()) {
        let name = puzzle.rules.name().to_owned();
        let clues = puzzle.givens.iter().filter(|&&digit| digit > 0).count();
        let cells = (0..puzzle.rules.cells()).filter(|&cell| puzzle.rules.is_cell(cell)).count();
        assert!(clues < cells, "{name}: there is something to solve");
        let (problem, decoder) = puzzle.rules.to_problem(&puzzle.givens).unwrap();
        for engine in [&Bits as &dyn Solver, &Dlx] {
            let mut all = Vec::new();
            let mut visit = |options: &[_]| {
                all.push(decoder.digits(options));
                ControlFlow::Continue(())
            };
            let search = engine.search(&problem, &Budget::solutions(2), Counters::Off, &mut visit);
            assert_eq!(search.unwrap().outcome, Outcome::Exhausted, "{name} by {}", engine.name());
            assert_eq!(all, std::slice::from_ref(&solution.givens), "{name} by {}", engine.name());
        }
        assert!(puzzle.rules.is_solved_by(&puzzle.givens, &solution.givens), "{name}");
        names.extend(name.split('+').map(str::to_owned));
    }
    for (name, _) in NAMES {
        assert!(names.contains(name), "{name} has a puzzle");
    }
}

/// Nodes of dancing links, which branch less well than others on 16 rows; where they are spent, `domains` decides.
const NODES: u64 = 300_000;

/// The generator asks `bits`; dancing links choose and branch in another way, and so does `domains`.
#[test]
#[ignore = "hours in a build for tests: 1000 puzzles of each rule, or the number that QUADRILLE_PUZZLES says"]
fn generated_puzzles_of_each_rule_are_unique_by_a_second_engine() {
    let puzzles = std::env::var("QUADRILLE_PUZZLES").ok();
    let puzzles: u64 = puzzles.map_or(1000, |text| text.parse().expect("a number"));
    // The rules of the file, each once.
    let found = Reader::new(PUZZLES.as_bytes(), Asked::OfSource).map(Result::unwrap);
    let all: BTreeSet<String> = found.map(|found| found.rules.name().to_owned()).collect();
    let all: Vec<String> = all.into_iter().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(name) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (start, mut by_domains) = (Instant::now(), 0);
            let rules = name.parse::<Spec>().and_then(|spec| spec.rules(None)).expect("rules");
            for number in 0..puzzles {
                let mut stream = Stream::new(39, number);
                let made = make::puzzle(&rules, Symmetry::None, &mut stream, &CancelToken::new());
                let made = made.unwrap_or_else(|failure| panic!("{name}, {number}: {failure}"));
                let (problem, decoder) = made.rules.to_problem(&made.givens).unwrap();
                let (mut solutions, mut outcome) = (Vec::new(), Outcome::BudgetSpent);
                for (engine, nodes) in [(&Dlx as &dyn Solver, Some(NODES)), (&Domains, None)] {
                    if outcome == Outcome::BudgetSpent {
                        solutions.clear();
                        let mut visit = |options: &[_]| {
                            solutions.push(decoder.digits(options));
                            ControlFlow::Continue(())
                        };
                        let budget = Budget { nodes, ..Budget::solutions(2) };
                        let search = engine.search(&problem, &budget, Counters::Off, &mut visit);
                        outcome = search.unwrap().outcome;
                        by_domains += u64::from(nodes.is_none());
                    }
                }
                assert_eq!(outcome, Outcome::Exhausted, "{name}, {number}");
                assert_eq!(solutions, [made.solution], "{name}, {number}");
            }
            println!(
                "{name}: {puzzles} puzzles, {by_domains} by `domains`, {:.0} s",
                start.elapsed().as_secs_f64()
            );
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}
