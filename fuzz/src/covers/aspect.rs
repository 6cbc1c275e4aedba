//! Tests one property of a problem for each input: a budget, a search in parts, a reduced problem and so on.

use std::ops::ControlFlow;

use quadrille_cover::engine::Dlx;
use quadrille_cover::parallel::{Division, Parallel};
use quadrille_cover::preprocess::preprocess;
use quadrille_cover::{
    Budget, CancelToken, Counters, GivenError, OptionId, Outcome, Reduced, Solution, Solver, verify,
};

use super::case::Aspect;
use super::sets;
use super::whole::{Known, search};

/// Tests one aspect of a problem whose solutions are known. `parameter` is the number that the aspect needs, if any.
pub fn check(known: &Known<'_>, aspect: Aspect, parameter: u16) {
    let most = u64::from(parameter);
    match aspect {
        Aspect::Solutions => solutions(known, most % 32),
        Aspect::Nodes => budget(known, &Budget { nodes: Some(most % 256), ..Budget::default() }),
        Aspect::Tests => budget(known, &Budget { tests: Some(most), ..Budget::default() }),
        Aspect::Memory => {
            budget(known, &Budget { memory: Some(4 * parameter as usize), ..Budget::default() });
        }
        Aspect::Cancelled => cancelled(known, 1 + (most % 32) as usize),
        Aspect::Preprocess => preprocessed(known),
        Aspect::Given => given(known, parameter),
        Aspect::Parallel => parallel(known, parameter),
        Aspect::Cheapest => cheapest(known, (most % 32) as usize),
        Aspect::Short => short(known),
    }
}

/// All solutions in the order in which an engine finds them.
fn all_by(engine: &dyn Solver, known: &Known<'_>) -> Vec<Solution> {
    let (_, all) = search(engine, known.problem, &Budget::default(), Counters::Off)
        .expect("engines that refuse were left out");
    all
}

/// Checks that a search that stops after k solutions has visited the first k.
fn solutions(known: &Known<'_>, k: u64) {
    let limit = Budget::solutions(k);
    let total = known.sets.len() as u64;
    let outcome = if k <= total { Outcome::Stopped } else { Outcome::Exhausted };
    for &engine in &known.engines {
        let all = all_by(engine, known);
        for counters in [Counters::On, Counters::Off] {
            let (ended, visited) =
                search(engine, known.problem, &limit, counters).expect("accepted");
            assert_eq!(visited, all[..k.min(total) as usize], "{}", engine.name());
            assert_eq!(ended.outcome, outcome, "{} in\n{}", engine.name(), known.problem);
            let tally = engine.tally(known.problem, &limit, counters).expect("accepted");
            assert_eq!(tally.solutions, k.min(total).into(), "{}", engine.name());
            assert_eq!(tally.search.outcome, outcome, "{} in\n{}", engine.name(), known.problem);
        }
    }
}

/// Checks that a search with a budget visits the first of its solutions, reports whether these are all, and spends no
/// more nodes than the budget. Counting finds no more solutions than there are.
fn budget(known: &Known<'_>, budget: &Budget) {
    let total = known.sets.len();
    for &engine in &known.engines {
        let about = || format!("{} within {budget:?} in\n{}", engine.name(), known.problem);
        let all = all_by(engine, known);
        let [on, off] = [Counters::On, Counters::Off].map(|counters| {
            let (ended, visited) =
                search(engine, known.problem, budget, counters).expect("accepted");
            assert!(all.starts_with(&visited), "{}", about());
            match ended.outcome {
                Outcome::Exhausted => assert_eq!(visited.len(), total, "{}", about()),
                Outcome::BudgetSpent => {}
                other => panic!("{other:?}: {}", about()),
            }
            if let (Some(most), Some(nodes)) = (budget.nodes, ended.stats.nodes) {
                assert!(nodes <= most, "{nodes} nodes: {}", about());
                // The search did not give up before the budget was spent.
                assert!(nodes == most || ended.outcome == Outcome::Exhausted, "{}", about());
            }
            let tally = engine.tally(known.problem, budget, counters).expect("accepted");
            match tally.search.outcome {
                Outcome::Exhausted => assert_eq!(tally.solutions, total.into(), "{}", about()),
                Outcome::BudgetSpent => assert!(tally.solutions <= total.into(), "{}", about()),
                other => panic!("{other:?}: {}", about()),
            }
            (visited, ended.outcome)
        });
        assert_eq!(on, off, "{}", about());
    }
}

/// Checks that a search cancelled at its k-th solution visits no more solutions.
fn cancelled(known: &Known<'_>, k: usize) {
    for &engine in &known.engines {
        let all = all_by(engine, known);
        for counters in [Counters::On, Counters::Off] {
            let cancel = CancelToken::new();
            let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
            let mut visited = Vec::new();
            let ended = engine.search(known.problem, &budget, counters, &mut |solution| {
                visited.push(solution.to_vec());
                if visited.len() == k {
                    cancel.cancel();
                }
                ControlFlow::Continue(())
            });
            let about = || format!("{} after {k} in\n{}", engine.name(), known.problem);
            assert_eq!(visited, all[..k.min(all.len())], "{}", about());
            let outcome = ended.expect("accepted").outcome;
            // The search may be exhausted, because the last solution may be the last node.
            if all.len() != k {
                assert_eq!(outcome == Outcome::BudgetSpent, all.len() > k, "{}", about());
            }
        }
    }
}

/// Checks that preprocessing keeps the solutions, that forced options are in all of them, and that removed options are
/// in none.
fn preprocessed(known: &Known<'_>) {
    let found = preprocess(known.problem);
    let text = known.problem;
    assert!(found.complete, "{text}");
    for solution in &known.sets {
        let has = |option: &OptionId| solution.binary_search(option).is_ok();
        assert!(found.forced.iter().all(has), "forced {:?} in\n{text}", found.forced);
        assert!(!found.removed.iter().any(has), "removed {:?} in\n{text}", found.removed);
    }
    // Without solutions, preprocessing may force and remove any options.
    if !known.sets.is_empty() {
        let choosable = known.problem.option_ids().count();
        let told = found.forced.len() + found.removed.len() + found.reduced.options.len();
        assert_eq!(told, choosable, "each option is forced, removed or left, in\n{text}");
    }
    left(known, &found.reduced, &known.sets);
}

/// Checks that choosing options in advance keeps exactly the solutions with these options.
fn given(known: &Known<'_>, parameter: u16) {
    let options = known.problem.options().max(1);
    let [first, second] = parameter.to_le_bytes().map(|byte| usize::from(byte) % options);
    let chosen: Vec<OptionId> = [first, second]
        .into_iter()
        .take(1 + usize::from(!parameter.is_multiple_of(3)))
        .filter_map(|index| known.problem.option_id(index))
        .collect();
    let has = |solution: &&Solution| chosen.iter().all(|o| solution.binary_search(o).is_ok());
    let with: Vec<Solution> = known.sets.iter().filter(has).cloned().collect();
    match known.problem.given(&chosen) {
        Ok(reduced) => left(known, &reduced, &with),
        Err(GivenError::Twice(_)) => assert_eq!(chosen[0], chosen[1]),
        Err(error) => assert!(with.is_empty(), "{error}, but {with:?} in\n{}", known.problem),
    }
}

/// Checks that every engine finds exactly the expected solutions in a reduced problem.
fn left(known: &Known<'_>, reduced: &Reduced, expected: &[Solution]) {
    for &engine in &known.engines {
        let all = engine.all(&reduced.problem).expect("what is left is no harder");
        let whole: Vec<_> = all.iter().map(|solution| reduced.whole(solution)).collect();
        for solution in &whole {
            assert_eq!(verify(known.problem, solution), Ok(()), "in\n{}", known.problem);
        }
        let (given, name) = (&reduced.given, engine.name());
        assert_eq!(sets(whole), expected, "{name}, {given:?} given in\n{}", known.problem);
        let count = engine.count(&reduced.problem).expect("what is left is no harder");
        assert_eq!(count, expected.len().into(), "{name}");
    }
}

/// Checks that a search in parts finds the same solutions with any number of workers, in the same order, with the same
/// counters. Threads take time, so each input tests one engine, which visits or counts.
fn parallel(known: &Known<'_>, parameter: u16) {
    let visiting = !parameter.is_multiple_of(3);
    let division = Division::by_size(known.problem, f64::from(1 + parameter % 200));
    let engines = &known.engines;
    let engine = engines[usize::from(parameter / 200) % engines.len()];
    let runs = [1, 2].map(|jobs| {
        let parallel = Parallel::new(engine, jobs);
        let mut visited = Vec::new();
        let mut visit = |solution: &[OptionId]| {
            visited.push(solution.to_vec());
            ControlFlow::Continue(())
        };
        let all = Budget::default();
        let tally = if visiting {
            parallel.search_parts(&division, &all, Counters::On, &mut visit, &mut ())
        } else {
            parallel.tally_parts(&division, &all, Counters::On, &mut ())
        };
        (tally.expect("accepted"), visited)
    });
    let about = || format!("{} in parts, in\n{}", engine.name(), known.problem);
    assert_eq!(runs[0], runs[1], "{}", about());
    let [(tally, visited), _] = runs;
    assert_eq!(tally.search.outcome, Outcome::Exhausted, "{}", about());
    assert_eq!(tally.solutions, known.sets.len().into(), "{}", about());
    if visiting {
        assert_eq!(sets(visited), known.sets, "{}", about());
    }
}

/// Checks that the k cheapest solutions are the cheapest, in ascending order of cost.
fn cheapest(known: &Known<'_>, k: usize) {
    let mut costs: Vec<u64> = known.sets.iter().map(|set| known.problem.cost_of(set)).collect();
    costs.sort_unstable();
    costs.truncate(k);
    for &engine in &known.engines {
        let mut found = Vec::new();
        let mut visit = |solution: &[OptionId], cost| {
            found.push((solution.to_vec(), cost));
            ControlFlow::Continue(())
        };
        let all = Budget::default();
        let ended = engine.cheapest(known.problem, k, &all, Counters::Off, &mut visit);
        let about = || format!("the cheapest {k} of {} in\n{}", engine.name(), known.problem);
        let outcome = if k == 0 { Outcome::Stopped } else { Outcome::Exhausted };
        assert_eq!(ended.expect("accepted").outcome, outcome, "{}", about());
        let told: Vec<u64> = found.iter().map(|&(_, cost)| cost).collect();
        assert_eq!(told, costs, "{}", about());
        let mut once = sets(found.iter().map(|(solution, _)| solution.clone()).collect());
        once.dedup();
        assert_eq!(once.len(), found.len(), "{}", about());
        for (solution, cost) in &found {
            assert_eq!(verify(known.problem, solution), Ok(()), "{}", about());
            assert_eq!(known.problem.cost_of(solution), *cost, "{}", about());
        }
    }
}

/// Checks that `first`, `all`, `count` and the iterator over solutions agree with the search.
fn short(known: &Known<'_>) {
    for &engine in &known.engines {
        let all = all_by(engine, known);
        assert_eq!(engine.count(known.problem), Ok(all.len().into()), "{}", engine.name());
        assert_eq!(engine.first(known.problem), Ok(all.first().cloned()), "{}", engine.name());
        assert_eq!(engine.all(known.problem).as_ref(), Ok(&all), "{}", engine.name());
        if engine.name() == Dlx.name() {
            let one_by_one: Vec<_> = Dlx.solutions(known.problem).expect("accepted").collect();
            assert_eq!(one_by_one, all, "one by one in\n{}", known.problem);
        }
    }
}
