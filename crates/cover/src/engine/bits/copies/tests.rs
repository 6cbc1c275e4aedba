//! Compares the search with multiplicities, with each implementation of `Sizes`, with dancing links.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::super::block::Bytes;
use super::super::block::plain::{PlainBytes, PlainWords};
#[cfg(target_arch = "x86_64")]
use super::super::recount::Recount;
use super::super::sizes::{Dense, Sparse, chunks};
use super::*;
use crate::engine::planted::planted;
use crate::engine::{Bits, Dlx};
#[cfg(target_arch = "x86_64")]
use crate::instructions::Avx512Popcnt;
use crate::problem::Problem;
use crate::search::{Budget, Counters, Silent, Solver};

/// The problem with one more item, which every second option has, and which is covered `low` to `high` times.
fn with_copies(problem: &Problem, low: u32, high: u32) -> Problem {
    let text = problem.to_string();
    let (items, options) = text.split_once('\n').unwrap();
    let option = |(i, line): (usize, &str)| format!("{line}{}\n", [" copies", ""][i % 2]);
    let options: String = options.lines().enumerate().map(option).collect();
    Problem::parse(format!("{low}:{high}|copies {items}\n{options}")).unwrap()
}

/// The number of solutions, counted with each implementation of `Sizes`.
fn copies_counted_by_all_kinds(problem: &Problem) -> Vec<u128> {
    fn counted<S: Sizes>(machine: S::Machine, table: &Table) -> u128 {
        let budget = Budget::default();
        Copies::<S, usize, u128>::new(machine, table, table.words)
            .run(&mut Silent::new(&budget), None)
            .1
    }
    let table = &Table::new(problem);
    let mut counts = vec![counted::<Sparse<PlainWords>>((), table)];
    if chunks::<Bytes>(table.sizes.len()) <= 2 && table.fits::<Bytes>() {
        counts.push(counted::<Dense<PlainBytes, 2>>((), table));
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx512Popcnt::detect().filter(|_| table.sizes.len() <= 40) {
        counts.push(counted::<Recount<5, usize>>((machine, table.words), table));
    }
    counts
}

proptest! {
    #[test]
    fn copies_are_counted_as_dancing_links_count_them(
        seed: u64,
        items in 1usize..40,
        secondary in 0usize..6,
        share in 0usize..6,
        low in 0u32..4,
        more in 0u32..4,
    ) {
        let problem = planted(seed, items, secondary, items * share / 3, 0);
        let problem = with_copies(&problem, low, (low + more).max(2));
        let budget = Budget { nodes: Some(100_000), ..Budget::default() };
        let tally = Dlx.tally(&problem, &budget, Counters::Off).unwrap();
        if tally.search.outcome == Outcome::Exhausted {
            prop_assert_eq!(&Bits.count(&problem).unwrap(), &tally.solutions);
            for count in copies_counted_by_all_kinds(&problem) {
                prop_assert_eq!(&BigUint::from(count), &tally.solutions);
            }
        }
    }
}
