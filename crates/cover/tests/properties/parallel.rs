//! A search in parts has the same solutions, counters and end as the undivided search, with any number of
//! workers.

mod families;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::{Bits, OF_ONE_TREE};
use quadrille_cover::parallel::{Division, OneByOne, Parallel, PartObserver};
use quadrille_cover::{
    Budget, CancelToken, Counters, OptionId, Outcome, Problem, Search, Solution, Solver, Tally,
    family,
};

use crate::problems::{problems, problems_with_multiplicities};
use crate::{engines_for, exhaust, search, sorted};

/// The engines that make the tree of dancing links and handle a problem.
fn engines_of_one_tree(problem: &Problem) -> impl Iterator<Item = &'static dyn Solver> {
    OF_ONE_TREE.iter().copied().filter(|engine| engine.refuses(problem).is_none())
}

/// Searches in parts; returns the result and the solutions in the order of the visits.
fn search_parts(
    engine: &dyn Solver,
    jobs: usize,
    division: &Division<'_>,
    budget: &Budget,
    watch: &mut dyn PartObserver,
) -> (Tally, Vec<Solution>) {
    let mut solutions = Vec::new();
    let mut visit = |solution: &[_]| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let parallel = Parallel::new(engine, jobs);
    let tally = parallel.search_parts(division, budget, Counters::On, &mut visit, watch);
    (tally.expect("these problems have no multiplicities"), solutions)
}

/// The counters that do not depend on the division.
fn without_tests(mut search: Search) -> Search {
    search.stats.tests = None;
    search
}

/// An observer that stores the results of parts.
#[derive(Default)]
struct Notes {
    known: BTreeMap<usize, Tally>,
    ended: BTreeMap<usize, Tally>,
}

impl PartObserver for Notes {
    fn known(&mut self, part: usize) -> Option<Tally> {
        self.known.get(&part).cloned()
    }

    fn ended(&mut self, part: usize, tally: &Tally) {
        assert!(!self.known.contains_key(&part), "part {part} was known");
        assert!(self.ended.insert(part, tally.clone()).is_none(), "part {part} ended twice");
    }
}

proptest! {
    #[test]
    fn parts_make_the_search_of_the_whole(problem in problems(), steps in 1..300u32) {
        let division = Division::by_size(&problem, f64::from(steps));
        for engine in engines_of_one_tree(&problem) {
            let (whole, all) = exhaust(engine, &problem);
            let mut tests = Vec::new();
            for jobs in 1..4 {
                let mut notes = Notes::default();
                let budget = Budget::default();
                let (tally, found) = search_parts(engine, jobs, &division, &budget, &mut notes);
                prop_assert_eq!(without_tests(tally.search), without_tests(whole));
                prop_assert_eq!(&tally.solutions, &all.len().into());
                prop_assert_eq!(&found, &all);
                prop_assert_eq!(notes.ended.len(), division.parts());
                tests.push(tally.search.stats.tests);

                let mut notes = Notes::default();
                let parallel = Parallel::new(engine, jobs);
                let counted =
                    parallel.tally_parts(&division, &budget, Counters::On, &mut notes).unwrap();
                prop_assert_eq!(&counted, &tally);
                prop_assert_eq!(notes.ended.len(), division.parts());
                let uncounted =
                    parallel.tally_parts(&division, &budget, Counters::Off, &mut ()).unwrap();
                prop_assert_eq!(&uncounted.solutions, &tally.solutions);
                prop_assert_eq!(uncounted.search.stats.nodes, None);
            }
            prop_assert!(tests.iter().all(|&t| t == tests[0]), "{:?}", tests);
        }
    }

    /// Holds for every engine, whatever its search tree is.
    #[test]
    fn every_engine_finds_every_solution_in_parts(problem in problems(), steps in 1..300u32) {
        let division = Division::by_size(&problem, f64::from(steps));
        for engine in engines_for(&problem) {
            let all = exhaust(engine, &problem).1;
            let runs = [1, 2, 3].map(|jobs| {
                search_parts(engine, jobs, &division, &Budget::default(), &mut ())
            });
            prop_assert_eq!(runs[0].1.len(), all.len());
            prop_assert_eq!(sorted(runs[0].1.clone()), sorted(all), "{}", engine.name());
            prop_assert_eq!(&runs[1], &runs[0]);
            prop_assert_eq!(&runs[2], &runs[0]);
        }
    }

    #[test]
    fn a_budget_ends_the_search_where_it_ends_the_undivided_one(
        problem in problems(),
        size in 1..300u32,
        nodes in prop::option::of(0..60u64),
        solutions in prop::option::of(0..12u64),
    ) {
        let division = Division::by_size(&problem, f64::from(size));
        let budget = Budget { nodes, solutions, ..Budget::default() };
        for engine in engines_of_one_tree(&problem) {
            let (whole, visited) = search(engine, &problem, &budget, Counters::On);
            for jobs in 1..4 {
                let (tally, found) = search_parts(engine, jobs, &division, &budget, &mut ());
                // Above the parts, a budget of nodes may end the search slightly sooner.
                prop_assert_eq!(tally.search.outcome, whole.outcome, "{} {}", engine.name(), jobs);
                prop_assert_eq!(&found, &visited);
                prop_assert_eq!(tally.search.stats.solutions, whole.stats.solutions);
                if whole.outcome != Outcome::Stopped {
                    prop_assert_eq!(tally.search.stats.nodes, whole.stats.nodes);
                }
                let parallel = Parallel::new(engine, jobs);
                for counters in [Counters::On, Counters::Off] {
                    let counted = parallel.tally_parts(&division, &budget, counters, &mut ());
                    let counted = counted.unwrap();
                    prop_assert_eq!(counted.search.outcome, whole.outcome);
                    prop_assert_eq!(&counted.solutions, &visited.len().into());
                }
            }
        }
    }

    #[test]
    fn a_budget_of_tests_ends_the_search_at_the_same_place_with_any_number_of_workers(
        problem in problems(),
        size in 1..300u32,
        most in 0..200u64,
    ) {
        let division = Division::by_size(&problem, f64::from(size));
        let budget = Budget { tests: Some(most), ..Budget::default() };
        for engine in engines_for(&problem) {
            let alone = search_parts(engine, 1, &division, &budget, &mut ());
            for jobs in 2..4 {
                let with = search_parts(engine, jobs, &division, &budget, &mut ());
                prop_assert_eq!(&with, &alone, "{} {}", engine.name(), jobs);
            }
        }
    }

    #[test]
    fn a_visitor_that_has_had_enough_has_seen_the_first_ones(
        problem in problems(),
        size in 1..300u32,
        k in 1..12usize,
    ) {
        let division = Division::by_size(&problem, f64::from(size));
        for engine in engines_of_one_tree(&problem) {
            let all = exhaust(engine, &problem).1;
            for jobs in 1..4 {
                let mut seen = Vec::new();
                let mut visit = |solution: &[_]| {
                    seen.push(solution.to_vec());
                    if seen.len() < k { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                let parallel = Parallel::new(engine, jobs);
                let budget = Budget::default();
                let ended = parallel
                    .search_parts(&division, &budget, Counters::Off, &mut visit, &mut ())
                    .unwrap();
                prop_assert_eq!(&seen, &all[..k.min(all.len())]);
                prop_assert_eq!(ended.search.stats.solutions, seen.len() as u64);
                let stopped = all.len() >= k;
                prop_assert_eq!(ended.search.outcome == Outcome::Stopped, stopped);
            }
        }
    }

    /// Results of an earlier search replace the search of these parts.
    #[test]
    fn parts_that_are_known_are_not_searched(
        problem in problems(),
        size in 1..300u32,
        which in any::<u64>(),
        first in any::<prop::sample::Index>(),
    ) {
        let division = Division::by_size(&problem, f64::from(size));
        let budget = Budget::default();
        // Engines that count without visiting have other counters.
        for engine in engines_of_one_tree(&problem) {
            let mut notes = Notes::default();
            let (whole, all) = search_parts(engine, 1, &division, &budget, &mut notes);
            for jobs in 1..3 {
                let mut known = notes.ended.clone();
                known.retain(|part, _| which >> (part % 64) & 1 == 1);
                let left = division.parts() - known.len();
                let mut again = Notes { known, ..Notes::default() };
                let parallel = Parallel::new(engine, jobs);
                let counted = parallel.tally_parts(&division, &budget, Counters::On, &mut again);
                prop_assert_eq!(counted.unwrap(), whole.clone());
                prop_assert_eq!(again.ended.len(), left);

                // The visits begin after the parts that were visited before.
                let mut known = notes.ended.clone();
                let first = first.index(division.parts() + 1);
                known.retain(|&part, _| part < first);
                let before: u64 = known.values().map(|t| t.search.stats.solutions).sum();
                let mut again = Notes { known, ..Notes::default() };
                let (ended, rest) = search_parts(engine, jobs, &division, &budget, &mut again);
                prop_assert_eq!(&ended, &whole);
                prop_assert_eq!(&rest[..], &all[before as usize..]);
            }
        }
    }

    #[test]
    fn problems_with_multiplicities_are_divided(
        problem in problems_with_multiplicities(),
        steps in 1..300u32,
    ) {
        let division = Division::by_size(&problem, f64::from(steps));
        let shares: f64 = (0..division.parts()).map(|part| division.share(part)).sum();
        prop_assert!(division.parts() == 0 || (shares - 1.0).abs() < 1e-9, "{}", shares);
        for engine in engines_for(&problem) {
            let expected = engine.count(&problem).unwrap();
            let runs = [1, 2, 3].map(|jobs| {
                search_parts(engine, jobs, &division, &Budget::default(), &mut ())
            });
            prop_assert_eq!(&runs[0].0.solutions, &expected, "{}", engine.name());
            prop_assert_eq!(&runs[1], &runs[0]);
            prop_assert_eq!(&runs[2], &runs[0]);
            prop_assert_eq!(Parallel::new(engine, 2).count(&problem), Ok(expected));
        }
    }
}

/// The result of a part: by a search, or from the parts into which it is divided further where the search exceeds the
/// budget of nodes.
fn by_budget(
    engine: &dyn Solver,
    division: &Division<'_>,
    part: usize,
    budget: &Budget,
    found: &mut Vec<Solution>,
) -> Tally {
    let before = found.len();
    let mut visit = |solution: &[OptionId]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let mut parts = OneByOne::new(engine, division).unwrap();
    let tally = parts.search(part, budget, Counters::On, &mut visit).unwrap();
    if tally.search.outcome == Outcome::Exhausted {
        let mut count = |counters| parts.tally(part, &Budget::default(), counters).unwrap();
        let counted = [Counters::Nodes, Counters::On, Counters::Off].map(&mut count);
        for tally in &counted {
            assert_eq!(tally.solutions, counted[0].solutions);
        }
        let [nodes, on, off] = counted.map(|tally| tally.search.stats);
        assert_eq!((nodes.nodes, nodes.tests), (on.nodes, None), "{}", engine.name());
        assert_eq!(off.nodes, None);
        return tally;
    }
    assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
    found.truncate(before);
    let below = division.below(part);
    let tallies = (0..below.parts()).map(|part| by_budget(engine, &below, part, budget, found));
    sum(engine, &below, tallies.collect())
}

/// The result of a division whose parts have these results.
fn sum(engine: &dyn Solver, division: &Division<'_>, tallies: Vec<Tally>) -> Tally {
    let mut notes = Notes { known: tallies.into_iter().enumerate().collect(), ..Notes::default() };
    let (parallel, budget) = (Parallel::new(engine, 1), Budget::default());
    let tally = parallel.tally_parts(division, &budget, Counters::On, &mut notes).unwrap();
    assert!(notes.ended.is_empty());
    tally
}

proptest! {
    /// Parts are divided further and further, down to single nodes.
    #[test]
    fn parts_of_parts_make_the_search_of_the_whole(problem in problems(), nodes in 2..40u64) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        for engine in engines_of_one_tree(&problem) {
            let (whole, all) = exhaust(engine, &problem);
            let (division, mut found) = (Division::whole(&problem), Vec::new());
            let tally = by_budget(engine, &division, 0, &budget, &mut found);
            prop_assert_eq!(without_tests(tally.search), without_tests(whole), "{}", engine.name());
            prop_assert_eq!(&found, &all);
        }
    }

    #[test]
    fn parts_of_parts_of_problems_with_multiplicities_have_all_solutions(
        problem in problems_with_multiplicities(),
        nodes in 2..40u64,
    ) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        for engine in engines_for(&problem) {
            let (division, mut found) = (Division::whole(&problem), Vec::new());
            let tally = by_budget(engine, &division, 0, &budget, &mut found);
            prop_assert_eq!(&tally.solutions, &engine.count(&problem).unwrap(), "{}", engine.name());
        }
    }
}
