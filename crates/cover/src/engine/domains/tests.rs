//! Searches with consistent domains against plain ones.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::engine::copied::random_problem;
use crate::engine::{Bits, Naive};
use crate::family;
use crate::random::Stream;

fn solutions(engine: &dyn Solver, problem: &Problem) -> BTreeSet<Vec<usize>> {
    let mut all = BTreeSet::new();
    let mut visit = |solution: &[OptionId]| {
        let mut options: Vec<usize> = solution.iter().map(|option| option.index()).collect();
        options.sort_unstable();
        assert!(all.insert(options), "a solution visited twice");
        ControlFlow::Continue(())
    };
    engine.search(problem, &Budget::default(), Counters::On, &mut visit).unwrap();
    all
}

fn compare(problems: u64, seed: u64) {
    let mut stream = Stream::new(seed, 0);
    for number in 0..problems {
        let problem = random_problem(&mut stream);
        let (found, expected) = (solutions(&Domains, &problem), solutions(&Naive, &problem));
        assert_eq!(found, expected, "problem {number}:\n{problem}");
    }
}

#[test]
fn solutions_are_those_of_a_plain_search() {
    compare(if cfg!(miri) { 20 } else { 5_000 }, 14);
}

#[test]
#[ignore = "takes minutes"]
fn solutions_of_a_million_problems_are_those_of_a_plain_search() {
    compare(1_000_000, 15);
}

/// What one option of each item excludes is removed at the root, so nothing is tried.
#[test]
fn an_option_that_leaves_an_item_nothing_is_not_tried() {
    let torus = family::build("debruijn:8x2").unwrap();
    let tally = Domains.tally(&torus, &Budget::default(), Counters::On).unwrap();
    assert_eq!((tally.solutions, tally.search.stats.nodes), (0u32.into(), Some(1)));
    assert!(
        Bits.tally(&torus, &Budget::default(), Counters::On).unwrap().search.stats.nodes > Some(1)
    );
}
