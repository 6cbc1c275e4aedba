//! The virtual best solver: a solver that runs, on each instance, the engine that is fastest there.
//!
//! An engine's contribution is what the virtual best solver loses without the engine (Xu, Hutter, Hoos and
//! Leyton-Brown, Evaluating component solver contributions to portfolio-based algorithm selectors, SAT
//! 2012): the instances that no other engine answers, and time on the instances that others answer.

/// The time of a search without an answer.
pub const NEVER: f64 = f64::INFINITY;

/// The contribution of an engine to the virtual best solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contribution {
    /// The share of the answered cases on which the engine is the fastest; engines that tie share a case equally.
    pub share: f64,
    /// The engine's share in the virtual best solver after Shapley: the mean, over all orders in which the engines could be put
    /// together, of what it adds to those before it (Fréchette, Kotthoff, Michalak, Rahwan, Hoos and Leyton-Brown, Using the Shapley
    /// value to analyze algorithm portfolios, AAAI 2016). Unlike a marginal contribution it does not become 0 if there is another
    /// engine of the same kind.
    pub shapley: f64,
    /// The number of cases that only this engine answers.
    pub alone: usize,
    /// The slowdown of the virtual best solver without this engine: the geometric mean over the cases that another
    /// engine answers. None if no other engine answers any case.
    pub without: Option<f64>,
}

/// The time of the fastest engine on each case. `times` holds the times of each engine on all cases, with [`NEVER`] where
/// the engine gave no answer.
pub fn best_times(times: &[&[f64]]) -> Vec<f64> {
    let cases = times.first().map_or(0, |times| times.len());
    (0..cases).map(|case| times.iter().map(|times| times[case]).fold(NEVER, f64::min)).collect()
}

/// The contribution of each engine. `best` holds the [`best_times`].
#[expect(clippy::float_cmp, reason = "the smallest of some values is one of them")]
pub fn contributions(times: &[&[f64]], best: &[f64]) -> Vec<Contribution> {
    let mut all = vec![Contribution::default(); times.len()];
    // For each engine, the sum of the logarithms of slowdowns without it, and the number of cases in the sum.
    let mut without = vec![(0.0, 0usize); times.len()];
    let mut answered = 0.0;
    for (case, &best) in best.iter().enumerate().filter(|(_, best)| **best < NEVER) {
        answered += 1.0;
        let times = || times.iter().map(|times| times[case]);
        let first = times().filter(|&time| time == best).count();
        // The second best time, which is the best one without an engine that alone is the fastest.
        let second = times().filter(|&time| time > best).fold(NEVER, f64::min);
        for (engine, time) in times().enumerate() {
            let rest = if time == best && first == 1 { second } else { best };
            if time == best {
                all[engine].share += 1.0 / first as f64;
            }
            if rest == NEVER {
                all[engine].alone += 1;
            } else {
                without[engine].0 += (rest / best).ln();
                without[engine].1 += 1;
            }
        }
    }
    let shapley = shapley(times, best);
    for ((engine, (logs, cases)), shapley) in all.iter_mut().zip(without).zip(shapley) {
        engine.shapley = shapley;
        engine.share /= f64::max(answered, 1.0);
        engine.without = (cases > 0).then(|| f64::exp(logs / cases as f64));
    }
    all
}

/// The Shapley share of each engine. The worth of some engines is the mean, over the answered cases, of the time of the virtual best
/// solver divided by that of the fastest of them, and 0 where none of them answers. The shares add up to 1.
fn shapley(times: &[&[f64]], best: &[f64]) -> Vec<f64> {
    let mut shares = vec![0.0; times.len()];
    let answered = best.iter().filter(|&&best| best < NEVER).count();
    let mut order: Vec<usize> = (0..times.len()).collect();
    for (case, &best) in best.iter().enumerate().filter(|(_, best)| **best < NEVER) {
        let worth = |engine: usize| {
            if times[engine][case] < NEVER { best / times[engine][case] } else { 0.0 }
        };
        // What the slowest is worth all engines share; what the next is worth more, all but the slowest; and so on
        // (Littlechild and Owen, A simple expression for the Shapley value in a special case, Management Science 20, 1973).
        order.sort_by(|&a, &b| worth(a).total_cmp(&worth(b)));
        let (mut sum, mut before) = (0.0, 0.0);
        for (place, &engine) in order.iter().enumerate() {
            sum += (worth(engine) - before) / (order.len() - place) as f64;
            before = worth(engine);
            shares[engine] += sum / answered as f64;
        }
    }
    shares
}

/// PAR-2, the score of the SAT competitions: the mean time, where a case without an answer counts as twice the
/// limit. None if a case has no answer and there is no limit, or if there are no cases.
pub fn par2(times: &[f64], limit: Option<f64>) -> Option<f64> {
    let (mut sum, mut cases) = (0.0, 0.0);
    for &time in times {
        sum += if time == NEVER { 2.0 * limit? } else { time };
        cases += 1.0;
    }
    (cases > 0.0).then(|| sum / cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn of_a_table_worked_out_by_hand() {
        let times: [&[f64]; 3] = [
            &[1.0, 4.0, NEVER, 2.0, NEVER],
            &[2.0, 2.0, NEVER, 2.0, NEVER],
            &[8.0, NEVER, 5.0, NEVER, NEVER],
        ];
        let best = best_times(&times);
        assert_eq!(best, [1.0, 2.0, 5.0, 2.0, NEVER]);
        let [a, b, c] = contributions(&times, &best)[..] else { panic!("three engines") };
        assert_eq!([a, b, c].map(|engine| (8.0 * engine.share).to_string()), ["3", "3", "2"]);
        assert_eq!([a, b, c].map(|engine| engine.alone), [0, 0, 1]);
        let close = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-12;
        // Without a: 2, 2, 5, 2 for 1, 2, 5, 2. Without b: 1, 4, 5, 2.
        assert!(close(a.without, 2.0_f64.powf(0.25)) && close(b.without, 2.0_f64.powf(0.25)));
        assert!(close(c.without, 1.0));
    }

    /// The definition: the mean over all orders of what an engine adds.
    #[test]
    fn shapley_shares_are_those_of_the_definition() {
        let times: [&[f64]; 3] = [&[1.0, 4.0, NEVER], &[2.0, 2.0, NEVER], &[8.0, NEVER, 5.0]];
        let best = best_times(&times);
        let worth = |engines: &[usize]| {
            let of_case = |case: usize| {
                let fastest =
                    engines.iter().map(|&engine| times[engine][case]).fold(NEVER, f64::min);
                best[case] / fastest
            };
            (0..3).map(of_case).sum::<f64>() / 3.0
        };
        let mut expected = [0.0; 3];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for place in 0..3 {
                expected[order[place]] += (worth(&order[..=place]) - worth(&order[..place])) / 6.0;
            }
        }
        let found = contributions(&times, &best);
        for (found, expected) in found.iter().zip(expected) {
            assert!((found.shapley - expected).abs() < 1e-12, "{found:?} {expected}");
        }
        assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_engine_by_itself_is_the_best_there_is() {
        let alone = Contribution { share: 1.0, shapley: 1.0, alone: 1, without: None };
        for (times, expected) in [(&[3.0, NEVER][..], alone), (&[NEVER], Contribution::default())] {
            assert_eq!(contributions(&[times], times), [expected]);
        }
    }

    #[test]
    fn what_is_not_answered_counts_twice_the_limit() {
        assert_eq!(par2(&[1.0, 3.0], None), Some(2.0));
        assert_eq!(par2(&[1.0, NEVER], None), None);
        assert_eq!(par2(&[1.0, NEVER, 4.0], Some(5.0)), Some(5.0));
        assert_eq!(par2(&[], Some(5.0)), None);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_nobody_is_missed_to_advantage(
            engines in 1usize..5, values in prop::collection::vec(prop_oneof![Just(NEVER), (1u8..9).prop_map(f64::from)], 1..40),
        ) {
            let cases = values.len() / engines;
            let times: Vec<&[f64]> = (0..engines).map(|engine| &values[engine * cases..][..cases]).collect();
            let best = best_times(&times);
            let answered = best.iter().filter(|&&best| best < NEVER).count();
            let all = contributions(&times, &best);
            let shares: f64 = all.iter().map(|engine| engine.share).sum();
            let whole = f64::from(u8::from(answered > 0));
            prop_assert!((shares - whole).abs() < 1e-9);
            let shapley: f64 = all.iter().map(|engine| engine.shapley).sum();
            prop_assert!((shapley - whole).abs() < 1e-9);
            prop_assert!(all.iter().all(|engine| engine.without.is_none_or(|ratio| ratio >= 1.0)));
            prop_assert!(all.iter().map(|engine| engine.alone).sum::<usize>() <= answered);
        }
    }
}
