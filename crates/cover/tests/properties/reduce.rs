//! The rest of a problem has the same solutions and the same search as the problem below the options given.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use quadrille_cover::engine::{Dlx, Naive};
use quadrille_cover::preprocess::{preprocess, preprocess_within};
use quadrille_cover::{GivenError, OptionId, Problem, Solution, verify};

use crate::problems::{problems, problems_with_multiplicities, tiny_problems};
use crate::{exhaust, sorted};

/// The solutions of a small problem, by testing every set of options.
fn all_sets(problem: &Problem) -> BTreeSet<Solution> {
    let options: Vec<OptionId> = problem.option_ids().collect();
    let chosen = |set: u32| options.iter().copied().filter(move |o| set >> o.index() & 1 == 1);
    let all = (0..1u32 << options.len()).map(|set| chosen(set).collect::<Solution>());
    all.filter(|chosen| verify(problem, chosen).is_ok()).collect()
}

fn pick(problem: &Problem, picks: &[Index]) -> Vec<OptionId> {
    if problem.options() == 0 {
        return Vec::new();
    }
    picks.iter().map(|pick| problem.option_id(pick.index(problem.options())).unwrap()).collect()
}

proptest! {
    #[test]
    fn solutions_of_what_is_left_are_those_with_the_options_given(
        problem in problems_with_multiplicities(),
        picks in prop::collection::vec(any::<Index>(), 0..3),
    ) {
        let given = pick(&problem, &picks);
        let all = all_sets(&problem);
        let with = all.into_iter().filter(|s| given.iter().all(|g| s.contains(g)));
        let with: BTreeSet<Solution> = with.collect();
        match problem.given(&given) {
            Ok(left) => {
                let found = all_sets(&left.problem);
                let whole: Vec<_> = found.iter().map(|solution| left.whole(solution)).collect();
                prop_assert_eq!(whole.len(), with.len());
                prop_assert_eq!(sorted(whole), with);
            }
            Err(GivenError::Twice(_)) => {
                prop_assert!((1..given.len()).any(|i| given[..i].contains(&given[i])));
            }
            Err(_) => prop_assert!(with.is_empty(), "{given:?} is refused"),
        }
    }

    #[test]
    fn the_search_of_what_is_left_is_the_search_below_the_choice(problem in problems()) {
        for engine in [&Dlx as &dyn quadrille_cover::Solver, &Naive] {
            let (whole, all) = exhaust(engine, &problem);
            // The options of the item with the fewest options, which the search branches on at the root.
            let choosable = |o: &OptionId| problem.is_choosable(*o);
            let options: Vec<OptionId> = problem.option_ids().filter(choosable).collect();
            let has = |o: OptionId, item: usize| {
                problem.option(o).iter().any(|entry| entry.item.index() == item)
            };
            let of = |item: usize| options.iter().copied().filter(move |&o| has(o, item));
            let Some(item) = (0..problem.primary()).min_by_key(|&item| of(item).count()) else {
                continue;
            };
            let (mut nodes, mut deepest, mut solutions) = (1, 0, Vec::new());
            for option in of(item) {
                let left = problem.given(&[option]).unwrap();
                let (below, found) = exhaust(engine, &left.problem);
                nodes += below.stats.nodes.unwrap();
                deepest = deepest.max(1 + below.stats.max_depth.unwrap());
                solutions.extend(found.iter().map(|solution| left.whole(solution)));
            }
            prop_assert_eq!(whole.stats.nodes, Some(nodes));
            prop_assert_eq!(whole.stats.max_depth, Some(deepest));
            prop_assert_eq!(all, solutions);
        }
    }

    #[test]
    fn preprocessing_keeps_every_solution(problem in problems()) {
        let found = preprocess(&problem);
        prop_assert!(found.complete);
        let all = sorted(exhaust(&Dlx, &problem).1);
        let left = exhaust(&Dlx, &found.reduced.problem).1;
        prop_assert_eq!(&sorted(left.iter().map(|solution| found.reduced.whole(solution))), &all);
        prop_assert_eq!(left.len(), all.len());
        for solution in &all {
            prop_assert!(found.forced.iter().all(|option| solution.contains(option)));
            prop_assert!(found.removed.iter().all(|option| !solution.contains(option)));
        }
        let left = found.reduced.options.len();
        prop_assert_eq!(left + found.removed.len() + found.forced.len(), problem.options());
    }

    #[test]
    fn preprocessing_knows_multiplicities(
        problem in problems_with_multiplicities(),
        effort in 0..200u64,
    ) {
        let all = all_sets(&problem);
        for found in [preprocess(&problem), preprocess_within(&problem, effort)] {
            let left = all_sets(&found.reduced.problem);
            prop_assert_eq!(&sorted(left.iter().map(|s| found.reduced.whole(s))), &all);
        }
    }

    /// In the rest after complete preprocessing, no choice of an option leaves an item with too few options.
    #[test]
    fn what_preprocessing_leaves_starves_nothing(problem in tiny_problems()) {
        let left = preprocess(&problem).reduced.problem;
        let sizes = |problem: &Problem| {
            let mut sizes = vec![0; problem.items()];
            for option in problem.option_ids() {
                problem.option(option).iter().for_each(|entry| sizes[entry.item.index()] += 1);
            }
            sizes.truncate(problem.primary());
            sizes
        };
        if !sizes(&left).contains(&0) {
            for option in left.option_ids() {
                let below = left.given(&[option]).unwrap().problem;
                prop_assert!(!sizes(&below).contains(&0), "{} stays", left.option_text(option));
            }
            prop_assert!(!sizes(&left).contains(&1), "an option is forced still");
        }
    }
}
