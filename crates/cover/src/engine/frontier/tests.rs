//! Counts along a frontier against plain searches and known counts.

use super::*;
use crate::engine::Naive;
use crate::engine::copied::random_problem;
use crate::family;
use crate::random::Stream;
use crate::search::Outcome;

fn compare(problems: u64, seed: u64) {
    let mut stream = Stream::new(seed, 0);
    for number in 0..problems {
        let problem = random_problem(&mut stream);
        let expected = Naive.count(&problem).unwrap();
        let counted = Frontier::tally_by(
            &problem,
            &Budget::default(),
            Counters::Off,
            1 + number as usize % 3,
        );
        assert_eq!(counted.unwrap().solutions, expected, "problem {number}:\n{problem}");
    }
}

#[test]
fn counts_are_those_of_a_plain_search() {
    compare(if cfg!(miri) { 20 } else { 20_000 }, 3);
}

#[test]
fn counts_are_those_of_the_literature() {
    for (problem, count) in [
        ("dominoes:8x8", "12988816"),
        // More than 2^128.
        ("dominoes:18x18", "548943583215388338077567813208427340288"),
        ("matching:torus:8x8", "311853312"),
        ("latin:4", "576"),
        ("queens:8", "92"),
        ("langford:8", "300"),
        ("debruijn:4x4", "32"),
        ("pigeonhole:5", "0"),
    ] {
        let problem = family::build(problem).unwrap();
        for jobs in 1..4 {
            let tally = Frontier::tally_by(&problem, &Budget::default(), Counters::Off, jobs);
            assert_eq!(tally.unwrap().solutions.to_string(), count);
        }
    }
}

#[test]
fn a_layer_larger_than_the_memory_ends_the_count() {
    let problem = family::build("dominoes:12x12").unwrap();
    let memory = bits::Table::bytes(&problem) + 1000;
    let budget = Budget { memory: Some(memory), ..Budget::default() };
    let tally = Frontier.tally(&problem, &budget, Counters::On).unwrap();
    assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
}

#[test]
fn a_limit_of_solutions_stops_the_count() {
    let problem = family::build("dominoes:4x4").unwrap();
    for (limit, solutions, outcome) in
        [(0, 0u32, Outcome::Stopped), (36, 36, Outcome::Stopped), (37, 36, Outcome::Exhausted)]
    {
        let tally = Frontier.tally(&problem, &Budget::solutions(limit), Counters::On).unwrap();
        assert_eq!((tally.solutions, tally.search.outcome), (BigUint::from(solutions), outcome));
    }
}
