//! Items covered several times: `dlx` and `naive` make the same search, and the engines that accept such items find the
//! solutions found by testing every set of options, in parts, too; the other engines refuse.

use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::{Bits, Dlx, ENGINES, Naive};
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::{Budget, Counters, Problem, Solver, Unsupported};

use crate::covers::covers;
use crate::engines::same_search;
use crate::problems::{problems_with_multiplicities, tiny_problems_with_multiplicities};
use crate::{exhaust, sorted};

/// The engines that search problems with multiplicities.
const THEY: [&dyn Solver; 3] = [&Dlx, &Naive, &Bits];

proptest! {
    #[test]
    fn both_engines_make_the_same_search(problem in problems_with_multiplicities()) {
        same_search(&problem, &[&Naive])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_set_of_options_that_is_a_solution_is_found_once(
        problem in tiny_problems_with_multiplicities(),
        steps in 1..100u32,
    ) {
        let expected = covers(&problem)?;
        for engine in THEY {
            let all = exhaust(engine, &problem).1;
            prop_assert_eq!(all.len(), expected.len(), "{} gave one twice", engine.name());
            prop_assert_eq!(&sorted(all), &expected, "{}", engine.name());
            let count = expected.len().into();
            prop_assert_eq!(engine.count(&problem), Ok(count), "{}", engine.name());
            let division = Division::by_size(&problem, f64::from(steps));
            for jobs in [1, 2] {
                let mut found = Vec::new();
                let mut visit = |solution: &[_]| {
                    found.push(solution.to_vec());
                    ControlFlow::Continue(())
                };
                let (budget, on) = (Budget::default(), Counters::On);
                let parallel = Parallel::new(engine, jobs);
                parallel.search_parts(&division, &budget, on, &mut visit, &mut ()).unwrap();
                prop_assert_eq!(found.len(), expected.len(), "{} gave one twice", engine.name());
                prop_assert_eq!(&sorted(found), &expected, "{} in parts", engine.name());
            }
        }
    }
}

proptest! {
    #[test]
    fn multiplicities_are_searched_or_refused(problem in problems_with_multiplicities()) {
        let expected = Naive.count(&problem).unwrap();
        for &engine in ENGINES {
            match engine.count(&problem) {
                Ok(count) => {
                    prop_assert_eq!(&count, &expected, "{}", engine.name());
                    prop_assert_eq!(engine.refuses(&problem), None, "{}", engine.name());
                }
                Err(Unsupported { engine: name, what }) => {
                    prop_assert_eq!((name, Some(what)), (engine.name(), engine.refuses(&problem)));
                }
            }
        }
    }
}

/// An upper bound above the number of options has no effect, and an item with lower bound 0 may stay uncovered.
#[test]
fn bounds_far_above_what_there_is_change_nothing() {
    let huge = format!("0:{max}|a {max}|b\na\na b\nb\n", max = u32::MAX);
    let problem = Problem::parse(huge).unwrap();
    for engine in THEY {
        assert_eq!(engine.count(&problem), Ok(0u32.into()), "{}", engine.name());
    }
    let problem = Problem::parse(format!("0:{}|a\na\na\na\n", u32::MAX)).unwrap();
    for engine in THEY {
        assert_eq!(engine.count(&problem), Ok(8u32.into()), "{}", engine.name());
    }
}
