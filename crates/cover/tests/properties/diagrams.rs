//! Decision diagrams of random problems hold the solutions that an engine finds, and say the same of them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quadrille_cover::diagram::Diagram;
use quadrille_cover::engine::Naive;
use quadrille_cover::{BigUint, Budget, Problem, Solution, Solver};

use crate::problems::{problems, problems_with_costs, problems_with_preferences};

fn sorted(mut solution: Solution) -> Solution {
    solution.sort_unstable();
    solution
}

fn check(problem: &Problem) -> Result<(), TestCaseError> {
    let expected: BTreeSet<Solution> =
        Naive.all(problem).expect("it handles all").into_iter().map(sorted).collect();
    let diagram = Diagram::compile(problem, &Budget::default()).expect("it is small");
    let diagram = diagram.expect("there is no limit");
    prop_assert_eq!(diagram.count(), BigUint::from(expected.len()));
    let all: Vec<Solution> = diagram.solutions_from(&BigUint::ZERO).collect();
    let found: BTreeSet<Solution> = all.iter().cloned().map(sorted).collect();
    prop_assert_eq!(&found, &expected);
    for (index, solution) in all.iter().enumerate() {
        let index = BigUint::from(index);
        let nth = diagram.nth(&index);
        prop_assert_eq!(nth.as_ref(), Some(solution));
        prop_assert_eq!(diagram.index_of(solution), Some(index));
    }
    for (option, number) in problem.option_ids().zip(diagram.marginals()) {
        let holding = expected.iter().filter(|solution| solution.contains(&option));
        prop_assert_eq!(number, BigUint::from(holding.count()));
    }
    let mut by_cost: Vec<_> = all.into_iter().map(|it| (problem.cost_of(&it), it)).collect();
    by_cost.sort_by_key(|(cost, _)| *cost);
    prop_assert!(diagram.cheapest().eq(by_cost));
    // DLX text has at least one primary item.
    if problem.primary() > 0 {
        let text = diagram.text(None).to_string();
        let read = Diagram::parse(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(read.text(None).to_string(), text);
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_diagram_holds_all_solutions(problem in problems()) {
        check(&problem)?;
    }

    #[test]
    fn a_diagram_orders_solutions_by_cost(problem in problems_with_costs()) {
        check(&problem)?;
    }

    #[test]
    fn preferred_items_change_no_diagram((problem, plain) in problems_with_preferences()) {
        check(&problem)?;
        check(&plain)?;
    }
}
