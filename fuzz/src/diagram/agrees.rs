//! Checks that all that a diagram says agrees with each other, and that its solutions are solutions.

use quadrille_cover::diagram::Diagram;
use quadrille_cover::random::Stream;
use quadrille_cover::{BigUint, Budget, OptionId, Solution, verify};

use super::models::models;
use crate::covers::sets;

/// Number of solutions up to which all of them are checked.
const MOST_LISTED: u32 = 512;
/// Number of solutions to check of a diagram that has more.
const SOME: usize = 8;

/// Checks a diagram.
pub fn check(diagram: &Diagram) {
    let count = diagram.count();
    let about = || diagram.text(None).to_string();
    let (zero, one) = (BigUint::ZERO, BigUint::from(1u32));
    assert_eq!(models(&diagram.nnf().to_string()), count, "models in\n{}", about());
    read_back(diagram);
    let marginals = diagram.marginals();
    hold_all_items(diagram, &marginals);
    assert_eq!(diagram.nth(&count), None, "{}", about());
    let sample = diagram.sample(&mut Stream::new(1, 0));
    assert_eq!(sample.is_some(), count > zero, "{}", about());
    let solutions: Vec<Solution> = if count <= MOST_LISTED.into() {
        let all: Vec<Solution> = diagram.solutions_from(&zero).collect();
        assert_eq!(BigUint::from(all.len()), count, "{}", about());
        assert!(sets(all.clone()).is_sorted_by(|a, b| a < b), "each once in\n{}", about());
        for (index, solution) in all.iter().enumerate() {
            let index = BigUint::from(index);
            assert_eq!(diagram.nth(&index).as_ref(), Some(solution), "{index} in\n{}", about());
            assert_eq!(diagram.index_of(solution), Some(index), "in\n{}", about());
        }
        for option in diagram.problem().option_ids() {
            let holding = all.iter().filter(|solution| solution.contains(&option)).count();
            assert_eq!(marginals[option.index()], BigUint::from(holding), "in\n{}", about());
        }
        all
    } else {
        let some: Vec<Solution> = diagram.solutions_from(&(&count / 3u32)).take(SOME).collect();
        assert_eq!(some.len(), SOME, "{}", about());
        assert_eq!(diagram.solutions_from(&(&count - &one)).count(), 1, "{}", about());
        some
    };
    for solution in solutions.iter().chain(&sample) {
        assert_eq!(verify(diagram.problem(), solution), Ok(()), "in\n{}", about());
        let index = diagram.index_of(solution).expect("the index of a solution");
        assert!(index < count, "{index} in\n{}", about());
        assert_eq!(diagram.nth(&index).as_ref(), Some(solution), "{index} in\n{}", about());
    }
    by_cost(diagram, &solutions);
    if let Some(sample) = &sample {
        given(diagram, &marginals, sample);
    }
}

/// Checks that a diagram is the same after writing and reading it.
fn read_back(diagram: &Diagram) {
    let text = diagram.text(None).to_string();
    let read = Diagram::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    // Colours that no option uses are not written.
    assert_eq!(read.problem().to_string(), diagram.problem().to_string());
    assert_eq!((read.nodes(), read.count()), (diagram.nodes(), diagram.count()), "{text}");
    assert_eq!(read.marginals(), diagram.marginals(), "{text}");
    assert_eq!(read.text(None).to_string(), text);
}

/// Checks that each solution holds one option of each primary item.
fn hold_all_items(diagram: &Diagram, marginals: &[BigUint]) {
    let (problem, count) = (diagram.problem(), diagram.count());
    let mut held = vec![BigUint::ZERO; problem.items()];
    for option in problem.option_ids() {
        for entry in problem.option(option) {
            held[entry.item.index()] += &marginals[option.index()];
        }
    }
    for (item, held) in problem.item_ids().zip(held).take(problem.primary()) {
        let name = problem.item_name(item);
        assert_eq!(held, count, "solutions that hold {name} in\n{}", diagram.text(None));
    }
}

/// Checks the order of solutions by cost against some solutions, all of them if there are at most [`MOST_LISTED`].
fn by_cost(diagram: &Diagram, solutions: &[Solution]) {
    let about = || diagram.text(None).to_string();
    let cost_of = |solution: &Solution| diagram.problem().cost_of(solution);
    let cheapest: Vec<(u64, Solution)> = diagram.cheapest().take(MOST_LISTED as usize).collect();
    if diagram.count() <= MOST_LISTED.into() {
        let mut expected: Vec<_> = solutions.iter().map(|it| (cost_of(it), it.clone())).collect();
        expected.sort_by_key(|(cost, _)| *cost);
        assert_eq!(cheapest, expected, "in\n{}", about());
    } else {
        assert!(cheapest.is_sorted_by_key(|(cost, _)| *cost), "{cheapest:?} in\n{}", about());
        assert!(cheapest.iter().all(|(cost, it)| *cost == cost_of(it)), "in\n{}", about());
        let least = solutions.iter().map(cost_of).min();
        assert!(cheapest.first().map(|(cost, _)| *cost) <= least, "in\n{}", about());
    }
    let costs = diagram.costs(&Budget { memory: Some(1 << 16), ..Budget::default() });
    if let Some(costs) = costs {
        let sum: BigUint = costs.iter().map(|(_, number)| number).sum();
        assert_eq!(sum, diagram.count(), "solutions by cost in\n{}", about());
        assert!(costs.is_sorted_by(|a, b| a.0 < b.0), "{costs:?} in\n{}", about());
        let [least, first] = [costs.first().map(|it| it.0), cheapest.first().map(|it| it.0)];
        assert_eq!(least, first, "the least cost in\n{}", about());
    }
}

/// Checks the diagrams of the solutions that hold one option, and of those that hold the first and the last option of a solution.
fn given(diagram: &Diagram, marginals: &[BigUint], solution: &Solution) {
    let about = |options: &[OptionId]| format!("{options:?} given in\n{}", diagram.text(None));
    for option in diagram.problem().option_ids() {
        let marginal = &marginals[option.index()];
        let given = diagram.given(&[option]);
        assert_eq!(&given.count(), marginal, "{}", about(&[option]));
        assert_eq!(&given.marginals()[option.index()], marginal, "{}", about(&[option]));
        assert_eq!(given.nth(&BigUint::ZERO).is_some(), *marginal > BigUint::ZERO);
    }
    let [Some(&first), Some(&last)] = [solution.first(), solution.last()] else { return };
    let given = diagram.given(&[first, last]);
    let index = given.index_of(solution);
    assert!(index.is_some_and(|index| index < given.count()), "{}", about(&[first, last]));
    read_back(&given);
}
