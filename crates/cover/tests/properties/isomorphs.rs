//! Isomorphs of random problems, which have as many solutions as the problems.

use proptest::prelude::*;
use quadrille_cover::isomorph::{Part, isomorph};
use quadrille_cover::random::Stream;
use quadrille_cover::{Auto, Problem, Solver};

use crate::problems::{
    problems, problems_with_costs, problems_with_multiplicities, problems_with_preferences,
};

const ALL: [Part; 4] = [Part::Items, Part::Options, Part::Entries, Part::Names];

/// What no isomorph changes, with or without other names.
fn invariants(problem: &Problem) -> (Vec<usize>, Vec<usize>, Vec<u64>) {
    let mut lengths: Vec<usize> =
        problem.option_ids().map(|option| problem.option(option).len()).collect();
    let mut costs: Vec<u64> = problem.option_ids().map(|option| problem.cost(option)).collect();
    lengths.sort_unstable();
    costs.sort_unstable();
    let preferred = problem.item_ids().filter(|&item| problem.is_preferred(item)).count();
    let sizes =
        vec![problem.items(), problem.primary(), problem.options(), problem.colours(), preferred];
    (sizes, lengths, costs)
}

/// The lines of the text, with the words of each in order: equal for problems that differ in order only.
fn unordered(problem: &Problem) -> Vec<Vec<String>> {
    let sorted = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let mut lines: Vec<_> = problem.to_string().lines().map(sorted).collect();
    lines[1..].sort_unstable();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn an_isomorph_has_as_many_solutions_and_the_same_properties(
        problem in prop_oneof![
            problems(),
            problems_with_multiplicities(),
            problems_with_costs(),
            problems_with_preferences().prop_map(|(problem, _)| problem),
        ],
        seed in any::<u64>(),
    ) {
        prop_assume!(problem.primary() > 0);
        let mut stream = Stream::new(seed, 0);
        let solutions = Auto.count(&problem);
        let reordered = isomorph(&problem, &Part::ORDER, &mut stream);
        prop_assert_eq!(unordered(&reordered), unordered(&problem));
        prop_assert_eq!(&Auto.count(&reordered), &solutions);
        let renamed = isomorph(&reordered, &ALL, &mut stream);
        prop_assert_eq!(invariants(&renamed), invariants(&problem));
        prop_assert_eq!(Auto.count(&renamed), solutions);
    }
}
