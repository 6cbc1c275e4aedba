//! Reasons why there is no solution: they hold, and only where there is none.

use proptest::prelude::*;
use quadrille_cover::why::{self, Limits, Reason, Sought};
use quadrille_cover::{CancelToken, Problem, Solver, engine::Naive, verify};

use crate::problems::{problems, problems_with_multiplicities};

fn sought(problem: &Problem, programs: usize) -> Sought {
    why::find(problem, &Limits { programs, work: usize::MAX }, &CancelToken::new())
}

/// The problem without its option of this number.
fn without(problem: &Problem, gone: usize) -> Problem {
    if problem.primary() == 0 {
        return problem.clone(); // Text cannot say so.
    }
    let text = problem.to_string();
    let lines = text.lines().enumerate().filter(|(number, _)| *number != gone + 1);
    let lines: Vec<&str> = lines.map(|(_, line)| line).collect();
    Problem::parse(lines.join("\n") + "\n").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// With enough linear programs the search answers: a reason where there is no solution, otherwise a solution.
    #[test]
    fn a_reason_is_found_exactly_where_there_is_no_solution(
        problem in prop_oneof![problems(), problems_with_multiplicities()],
        gone in 0..20usize,
    ) {
        let problem = without(&problem, gone);
        let is_solvable = Naive.first(&problem).unwrap().is_some();
        match sought(&problem, 100_000) {
            Sought::Reason(reason) => {
                prop_assert!(!is_solvable && reason.holds(&problem));
                if let Some(lines) = reason.proof(&problem) {
                    prop_assert_eq!(matches!(reason, Reason::Weights(_)), lines.len() == 1);
                }
            }
            Sought::Solution(options) => prop_assert_eq!(verify(&problem, &options), Ok(())),
            Sought::Nothing { .. } => prop_assert!(false, "the limits are larger than the search"),
        }
    }

    #[test]
    fn a_reason_never_holds_for_a_problem_with_solutions(
        problem in problems(),
        gone in 0..20usize,
    ) {
        if let Sought::Reason(reason) = sought(&without(&problem, gone), 1000)
            && reason.holds(&problem)
        {
            prop_assert_eq!(Naive.first(&problem).unwrap(), None);
        }
    }

    /// If some weights of -2 to 2 on primary items do not balance, the relaxation has no solution, and weights are found without cases.
    #[test]
    fn weights_are_found_wherever_there_are_any(
        problem in problems(),
        gone in 0..20usize,
        weights in prop::collection::vec(-2..=2i64, 7),
    ) {
        let problem = without(&problem, gone);
        let items = problem.item_ids().take(problem.primary());
        let guess = items.zip(weights).filter(|(_, weight)| *weight != 0).collect();
        if Reason::Weights(guess).holds(&problem) {
            let found = sought(&problem, 1);
            prop_assert!(matches!(found, Sought::Reason(Reason::Weights(_))), "{:?}", found);
        }
    }
}
