//! Compares cells with dancing links where lists are long, sizes are not saved, or items with one option are listed.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::engine::Dlx;
use crate::engine::planted::planted;
use crate::family;
use crate::problem::OptionId;
use crate::search::Outcome;

/// What a search found and counted, up to `most` nodes.
fn seen(engine: &dyn Solver, problem: &Problem, most: u64) -> (Ended, Vec<Vec<OptionId>>) {
    let mut solutions = Vec::new();
    let budget = Budget { nodes: Some(most), ..Budget::default() };
    let mut visit = |solution: &[OptionId]| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let mut ended = engine.search(problem, &budget, Counters::On, &mut visit).unwrap();
    ended.stats.tests = None;
    (ended, solutions)
}

fn check(problem: &Problem, most: u64) {
    assert_eq!(seen(&Cells, problem, most), seen(&Dlx, problem, most));
}

#[test]
fn families_are_searched_as_dancing_links_search_them() {
    for spec in [
        "queens:9",
        "queens:60",
        "langford:8",
        "dominoes:4x4",
        "dominoes:20x20",
        "latin:5",
        "latin:15",
        "matching:10",
        "matching:300",
        "steiner:9",
        "steiner:25",
        "debruijn:4x4",
        "pigeonhole:5",
        "partitions:10",
        "soma",
        "pentominoes:6x10",
        "macmahon:4x6",
        "frb:14:6:40:14:planted:seed=1",
        "x3c:54:180:planted:seed=1",
        "x3c:1500:9000:planted:seed=2",
        "x3c:3000:40000:seed=3",
    ] {
        check(&family::build(spec).unwrap(), 3000);
    }
}

#[test]
fn lists_are_sorted_on_the_way() {
    // Lists are long, and most of their options have been removed when the search reads them.
    check(&family::build("pentominoes:4x15").unwrap(), 60_000);
    check(&family::build("matching:80").unwrap(), 60_000);
}

#[test]
fn memory_is_all_or_nothing() {
    let problem = family::build("queens:8").unwrap();
    let within = |memory| {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        Cells.tally(&problem, &budget, Counters::Off).unwrap()
    };
    assert_eq!(within(bytes(&problem)).solutions, 92u32.into());
    assert_eq!(within(bytes(&problem) - 1).search.outcome, Outcome::BudgetSpent);
}

proptest! {
    #[test]
    fn random_problems_are_searched_as_dancing_links_search_them(
        seed: u64,
        items in prop_oneof![1usize..12, 100usize..160, 1000usize..1200],
        secondary in 0usize..6,
        share in 0usize..9,
        preferred in 0usize..5,
    ) {
        check(&planted(seed, items, secondary, items * share / 2, preferred), 1000);
    }
}
