//! Engines that count without visiting solutions, and `domains`, against `naive`, on random problems of which half are made symmetric.
//!
//! In tests these engines compute forms, share layers and try each other far sooner than otherwise, so that small problems
//! reach all of their code.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::copied::{random_problem, renamed, symmetric_problem, with_bounds};
use super::planted::planted;
use super::{Auto, Bits, Domains, Frontier, Iso, Memo, Naive};
use crate::parallel::{Division, Parallel};
use crate::problem::{OptionId, Problem};
use crate::random::Stream;
use crate::search::{Budget, Counters, Solver, Visitor};

/// Problem number `number` of a seed. Every other problem is symmetric; of the rest half have no copies of parts.
fn problem(seed: u64, number: u64) -> (Problem, Stream) {
    let mut stream = Stream::new(seed, number);
    let problem = match number % 4 {
        0 => {
            let (items, secondary) = (4 + stream.below(6), stream.below(4));
            let extra = stream.below(16);
            planted(stream.word(), items, secondary, extra, 0)
        }
        2 => random_problem(&mut stream),
        _ => symmetric_problem(&mut stream),
    };
    (problem, stream)
}

/// Compares counts of `problems` problems, and of each with other names and in another order. Returns the number of problems
/// that have solutions, and of those that each engine counted for `auto` or that were counted in parts up to symmetry. With `bounded`,
/// items have bounds.
fn compare(problems: u64, seed: u64, bounded: bool) -> (u64, BTreeMap<&'static str, u64>) {
    let mut with_solutions = 0;
    let mut winners = BTreeMap::new();
    for number in 0..problems {
        let (mut problem, mut stream) = problem(seed, number);
        if bounded {
            problem = with_bounds(&problem, &mut stream);
        }
        let expected = Naive.count(&problem).unwrap();
        with_solutions += u64::from(expected > 0u32.into());
        for problem in [&problem, &renamed(&problem, &mut stream)] {
            let about = || format!("seed {seed}, problem {number}:\n{problem}");
            let of_several = problem.has_multiplicities();
            for engine in [&Iso as &dyn Solver, &Frontier, &Memo, &Domains] {
                let name = engine.name();
                if of_several && engine.refuses(problem).is_some() {
                    continue;
                }
                assert_eq!(engine.count(problem).unwrap(), expected, "{name}, {}", about());
            }
            let tally = Auto.tally(problem, &Budget::default(), Counters::Off).unwrap();
            assert_eq!(tally.solutions, expected, "auto, {}", about());
            *winners.entry(tally.changed.map_or("memo", |changed| changed.engine)).or_insert(0) +=
                1;
            if let Some(division) = Division::up_to_symmetry(problem, &Budget::default()) {
                let (alone, budget) = (Parallel::new(&Bits, 1), Budget::default());
                let tally = alone.tally_parts(&division, &budget, Counters::Off, &mut ()).unwrap();
                assert_eq!(tally.solutions, expected, "in parts, {}", about());
                *winners.entry("parts").or_insert(0) += 1;
                // Another orbit may serve for visiting, or none.
                let Some(division) = Division::with_images(problem, &budget) else { continue };
                let visited = |search: &dyn Fn(&mut Visitor<'_>)| {
                    let mut solutions = Vec::new();
                    search(&mut |solution: &[OptionId]| {
                        let mut solution = solution.to_vec();
                        solution.sort_unstable();
                        solutions.push(solution);
                        ControlFlow::Continue(())
                    });
                    solutions.sort_unstable();
                    solutions
                };
                let found = visited(&|visit| {
                    let off = Counters::Off;
                    alone.search_parts(&division, &budget, off, visit, &mut ()).unwrap();
                });
                let all = visited(&|visit| {
                    Naive.search(problem, &budget, Counters::Off, visit).unwrap();
                });
                assert_eq!(found, all, "solutions in parts, {}", about());
                *winners.entry("visited parts").or_insert(0) += 1;
            }
        }
    }
    (with_solutions, winners)
}

#[test]
fn counts_are_those_of_a_plain_search_under_any_names() {
    let problems = if cfg!(miri) { 20 } else { 4_000 };
    let (with_solutions, winners) = compare(problems, 7, false);
    assert!(with_solutions * 4 > problems, "{with_solutions} of {problems}");
    assert!(
        cfg!(miri)
            || winners.len() >= 3
                && winners["parts"] > problems / 8
                && winners["visited parts"] > problems / 8,
        "{winners:?}"
    );
}

#[test]
fn counts_with_bounds_are_those_of_a_plain_search_under_any_names() {
    let problems = if cfg!(miri) { 20 } else { 1_000 };
    let (with_solutions, winners) = compare(problems, 9, true);
    assert!(with_solutions * 4 > problems, "{with_solutions} of {problems}");
    assert!(cfg!(miri) || winners.len() >= 2, "{winners:?}");
}

#[test]
#[ignore = "long"]
fn a_million_counts_are_those_of_a_plain_search_under_any_names() {
    for (problems, bounded) in [(1_000_000, false), (100_000, true)] {
        let (with_solutions, winners) = compare(problems, 8, bounded);
        println!("{with_solutions} problems with solutions; counted for auto by {winners:?}");
    }
}
