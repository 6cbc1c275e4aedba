//! Random solutions, from counts up to isomorphism.
//!
//! A solution is drawn from the first choice to the last: an item is chosen, and one of its options with the probability
//! that is the share of the solutions with that option; of an item with bounds, whether its first option is chosen. What an option leaves is counted by the search, which knows the classes of most
//! such states from the count of the whole. So no more is kept than for a count, and nothing is mapped from one
//! state to another: the draw goes through states of the problem itself.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use num_bigint::BigUint;

use super::super::model::{Model, bits};
use super::Setup;
use super::order::Rule;
use super::search::{Ended, Search};
use super::state::{LEFT, Part, States};
use crate::number::Number;
use crate::problem::OptionId;
use crate::random::Stream;
use crate::search::{Budget, Counter, Visitor};

struct Sampler<'m> {
    model: &'m Model,
    rule: &'m Rule,
    /// Counts what options leave.
    search: Search<'m>,
    states: States,
    ids: Vec<OptionId>,
}

/// Counts, then passes random solutions to `visit` until it breaks. Returns the number of solutions; `None` if the budget is
/// spent.
pub(super) fn sample(
    model: &Model,
    setup: &Setup,
    budget: &Budget,
    stream: &mut Stream,
    visit: &mut Visitor<'_>,
) -> Option<BigUint> {
    let mut probe = Counter::new(budget);
    let all = setup.count(model, &mut probe, budget, 1, None)?;
    // The count has ended, but not the searches to come.
    setup.done.store(false, Ordering::Relaxed);
    // The rule that counted has made most of the classes.
    let rule = setup.each().max_by_key(|(_, classes)| classes.len())?;
    let mut sampler = Sampler {
        model,
        rule: &rule.0,
        search: setup.search(model, rule, 0),
        states: States::new(model),
        ids: model.option_ids().collect(),
    };
    if all == BigUint::ZERO {
        return Some(all);
    }
    let mut solution = Vec::new();
    loop {
        solution.clear();
        sampler.draw(&mut probe, stream, &mut solution)?;
        if visit(&solution) == ControlFlow::Break(()) {
            return Some(all);
        }
    }
}

impl Sampler<'_> {
    /// Adds the options of a random solution; `None` if the budget is spent.
    fn draw(
        &mut self,
        probe: &mut Counter<'_>,
        stream: &mut Stream,
        solution: &mut Vec<OptionId>,
    ) -> Option<()> {
        self.states = States::new(self.model);
        let mut todo = vec![self.states.part(0)];
        while let Some(part) = todo.pop() {
            let Self { model, states, .. } = self;
            states.put(model, 0, &part);
            // Every part has a solution, so no item is left without an option.
            states.propagate(model, 0, |option| solution.push(self.ids[option]));
            let parts = states.parts(model, 0);
            if !parts.is_empty() {
                todo.extend(parts);
            } else if bits(states.options(0)).next().is_some() {
                let (alternative, left) = self.choose(probe, stream)?;
                if alternative & LEFT == 0 {
                    solution.push(self.ids[alternative as usize]);
                }
                todo.push(left);
            }
        }
        Some(())
    }

    /// A random alternative of the state at level 0, and what it leaves.
    fn choose(&mut self, probe: &mut Counter<'_>, stream: &mut Stream) -> Option<(u32, Part)> {
        let Self { model, rule, search, states, .. } = self;
        let mut alternatives = Vec::new();
        states.alternatives(model, 0, rule, &mut alternatives);
        let mut counted = Vec::new();
        let mut all = BigUint::ZERO;
        for alternative in alternatives {
            states.follow(model, 0, alternative);
            let left = states.part(1);
            search.begin(&left);
            let Ended::Counted(count) = search.run(probe, u64::MAX) else { return None };
            all += count.unbounded();
            counted.push((alternative, left, all.clone()));
        }
        let drawn = all.random_below(stream);
        let (alternative, left, _) = counted.into_iter().find(|(.., sum)| drawn < *sum)?;
        Some((alternative, left))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::engine::copied::{random_problem, with_bounds};
    use crate::engine::{Iso, Naive};
    use crate::{Solver, family};

    /// Draws `samples` solutions and returns how often each was drawn.
    fn drawn(problem: &crate::Problem, samples: u32, seed: u64) -> BTreeMap<Vec<OptionId>, u32> {
        let mut times = BTreeMap::new();
        let mut left = samples;
        let mut visit = |solution: &[OptionId]| {
            let mut solution = solution.to_vec();
            solution.sort_unstable();
            *times.entry(solution).or_insert(0) += 1;
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut stream = Stream::new(seed, 0);
        let all = Iso.sample(problem, &Budget::default(), &mut stream, &mut visit).unwrap();
        assert_eq!(all, Some(Naive.count(problem).unwrap()));
        times
    }

    #[test]
    fn samples_are_uniform() {
        for spec in ["queens:8", "dominoes:4x4", "langford:7", "latin:4"] {
            let problem = family::build(spec).unwrap();
            let solutions = Naive.all(&problem).unwrap().len();
            let each = 40;
            let times = drawn(&problem, each * solutions as u32, 3);
            let square = |times: f64| (times - f64::from(each)).powi(2) / f64::from(each);
            let deviation = |free: f64| (2.0 * free).sqrt();
            let missed = (solutions - times.len()) as f64 * square(0.0);
            let chi = times.values().map(|&times| square(f64::from(times))).sum::<f64>() + missed;
            // The square sum has this mean and variance; five deviations would be one case in a million.
            let free = solutions as f64 - 1.0;
            assert!((chi - free).abs() < 5.0 * deviation(free), "{spec}: {chi} for {free}");
        }
    }

    #[test]
    fn samples_of_random_problems_are_all_solutions() {
        let mut stream = Stream::new(11, 0);
        for number in 0..if cfg!(miri) { 5 } else { 600 } {
            let mut problem = random_problem(&mut stream);
            if number % 2 == 1 {
                problem = with_bounds(&problem, &mut stream);
            }
            let mut solutions = Naive.all(&problem).unwrap();
            for solution in &mut solutions {
                solution.sort_unstable();
            }
            solutions.sort_unstable();
            if solutions.len() <= 40 {
                let samples = 20 * solutions.len() as u32 + 20;
                let times = drawn(&problem, samples, stream.word());
                assert_eq!(times.into_keys().collect::<Vec<_>>(), solutions, "{problem}");
            }
        }
    }
}
