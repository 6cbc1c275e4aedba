//! A search that is asked for its position gives one, and finds the same as a search that is not asked.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::{Memo, OF_ONE_TREE};
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::{Budget, CancelToken, Counters, Position, Solution, Solver, family};

use crate::problems::{problems, problems_with_multiplicities};
use crate::{engines_for, exhaust};

/// Searches; asks for the position at the root and at each solution. Returns the solutions and the positions.
fn asked(
    problem: &quadrille_cover::Problem,
    counters: Counters,
    search: impl FnOnce(&Budget, Counters, &mut quadrille_cover::Visitor<'_>),
) -> (Vec<Solution>, Vec<Position>) {
    let token = CancelToken::new();
    let budget = Budget { cancel: Some(token.clone()), ..Budget::default() };
    let (mut solutions, mut positions) = (Vec::new(), Vec::new());
    token.ask_position();
    search(&budget, counters, &mut |solution| {
        assert!(problem.options() >= solution.len());
        positions.extend(token.take_position());
        token.ask_position();
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    positions.extend(token.take_position());
    (solutions, positions)
}

proptest! {
    #[test]
    fn positions_only_go_forward(
        problem in prop_oneof![problems(), problems_with_multiplicities()],
    ) {
        for engine in engines_for(&problem) {
            let (_, all) = exhaust(engine, &problem);
            for counters in [Counters::On, Counters::Off] {
                let (found, positions) = asked(&problem, counters, |budget, counters, visit| {
                    engine.search(&problem, budget, counters, visit).unwrap();
                });
                prop_assert_eq!(&found, &all, "{}", engine.name());
                prop_assert!(!positions.is_empty(), "{}", engine.name());
                prop_assert!(positions.iter().all(|at| (0.0..=1.0).contains(&at.share)));
                prop_assert!(positions.is_sorted_by_key(|at| at.solutions.clone()));
                prop_assert!(positions.iter().all(|at| at.solutions <= all.len().into()));
                // With a multiplicity, the number of branches still to be tried is an estimate.
                let shares = positions.iter().map(|at| at.share);
                prop_assert!(problem.has_multiplicities() || shares.is_sorted(), "{}", engine.name());
            }
        }
    }

    #[test]
    fn a_search_in_parts_gives_positions_too(problem in problems(), steps in 1..300u32) {
        let division = Division::by_size(&problem, f64::from(steps));
        for engine in OF_ONE_TREE.iter().filter(|engine| engine.refuses(&problem).is_none()) {
            let (_, all) = exhaust(*engine, &problem);
            for jobs in [1, 2] {
                let (found, positions) =
                    asked(&problem, Counters::On, |budget, counters, visit| {
                        let parallel = Parallel::new(*engine, jobs);
                        parallel.search_parts(&division, budget, counters, visit, &mut ()).unwrap();
                    });
                prop_assert_eq!(&found, &all);
                prop_assert!(positions.iter().all(|at| (0.0..=1.0).contains(&at.share)));
                prop_assert!(positions.iter().all(|at| at.solutions <= all.len().into()));
            }
        }
    }
}

/// The positions of engines with the same tree are the same.
#[test]
fn half_of_the_tree_is_half_of_it_for_every_engine() {
    let problem = family::build("queens:8").unwrap();
    for engine in OF_ONE_TREE {
        let token = CancelToken::new();
        let budget = Budget { cancel: Some(token.clone()), ..Budget::default() };
        let mut seen = 0;
        let mut visit = |_: &[_]| {
            seen += 1;
            if seen == 46 {
                token.ask_position();
            }
            ControlFlow::Continue(())
        };
        engine.search(&problem, &budget, Counters::Off, &mut visit).unwrap();
        let position = token.take_position().expect("the search went on after 46 solutions");
        assert_eq!(position.solutions, 46u32.into(), "{}", engine.name());
        assert!((0.45..0.55).contains(&position.share), "{}: {}", engine.name(), position.share);
    }
}

#[test]
fn a_count_with_a_memo_says_how_large_the_memo_is() {
    let problem = family::build("dominoes:8x8").unwrap();
    let token = CancelToken::new();
    let budget = Budget { cancel: Some(token.clone()), ..Budget::default() };
    token.ask_position();
    let tally = Memo.tally(&problem, &budget, Counters::Off).unwrap();
    assert_eq!(tally.solutions, 12_988_816u32.into());
    assert_eq!(token.take_position().and_then(|position| position.memo), Some((0, 0)));
}
