//! The virtual best solver: for each instance the engine that was fastest there, as if one could know.
//!
//! What an engine adds to the others is what the virtual best solver loses without it (Xu, Hutter, Hoos and
//! Leyton-Brown, Evaluating component solver contributions to portfolio-based algorithm selectors, SAT
//! 2012): instances that no other answers, and time where others do.

/// Times of engines on cases; [`NEVER`] where there was no answer.
#[derive(Clone, Debug)]
pub struct Times {
    engines: usize,
    cases: usize,
    /// Case by case.
    table: Vec<f64>,
}

/// The time of a search that has not come to an answer.
pub const NEVER: f64 = f64::INFINITY;

/// What an engine adds to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contribution {
    /// Of the cases answered by any, the share where it is the fastest; a tie is divided.
    pub share: f64,
    /// Cases that it alone answers.
    pub alone: usize,
    /// How many times as long the others' best takes where it answers what others answer as well: the
    /// geometric mean over all that any other answers. None if nobody else answers anything.
    pub without: Option<f64>,
}

impl Times {
    /// No answers yet.
    pub fn new(engines: usize, cases: usize) -> Self {
        Self { engines, cases, table: vec![NEVER; engines * cases] }
    }

    /// The same engines on the cases of all.
    pub fn together<'t>(all: impl Iterator<Item = &'t Self>) -> Self {
        let mut together = Self::new(0, 0);
        for part in all {
            together.engines = part.engines;
            together.cases += part.cases;
            together.table.extend_from_slice(&part.table);
        }
        together
    }

    /// The times of an engine, case after case.
    pub fn of_engine(&self, engine: usize) -> impl Iterator<Item = f64> {
        (0..self.cases).map(move |case| self.get(engine, case))
    }

    /// The time of an engine on a case.
    pub fn set(&mut self, engine: usize, case: usize, time: f64) {
        self.table[case * self.engines + engine] = time;
    }

    /// The time of an engine on a case.
    pub fn get(&self, engine: usize, case: usize) -> f64 {
        self.table[case * self.engines + engine]
    }

    fn of_case(&self, case: usize) -> &[f64] {
        &self.table[case * self.engines..][..self.engines]
    }

    /// The fastest engine on a case, the first of several; none if it was not answered.
    pub fn best(&self, case: usize) -> Option<usize> {
        let times = self.of_case(case).iter().enumerate();
        let (engine, &time) = times.min_by(|a, b| a.1.total_cmp(b.1))?;
        (time < NEVER).then_some(engine)
    }

    /// The time of the fastest engine on each case.
    pub fn best_times(&self) -> Vec<f64> {
        (0..self.cases)
            .map(|case| self.best(case).map_or(NEVER, |best| self.get(best, case)))
            .collect()
    }

    /// What each engine adds.
    #[expect(clippy::float_cmp, reason = "the smallest of some values is one of them")]
    pub fn contributions(&self) -> Vec<Contribution> {
        let mut all = vec![Contribution::default(); self.engines];
        // Of each engine: the sum of logarithms, and over how many cases.
        let mut without = vec![(0.0, 0usize); self.engines];
        let mut answered = 0.0;
        for case in 0..self.cases {
            let times = self.of_case(case);
            let best = times.iter().copied().fold(NEVER, f64::min);
            if best == NEVER {
                continue;
            }
            answered += 1.0;
            let first = times.iter().filter(|&&time| time == best).count();
            // The best of the others is the best, but for an engine that is alone at the top.
            let second = times.iter().copied().filter(|&time| time > best).fold(NEVER, f64::min);
            for (engine, &time) in times.iter().enumerate() {
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
        for (engine, (logs, cases)) in all.iter_mut().zip(without) {
            engine.share /= f64::max(answered, 1.0);
            engine.without = (cases > 0).then(|| f64::exp(logs / cases as f64));
        }
        all
    }
}

/// PAR-2, the score of the SAT competitions: the mean time, with twice the limit for each case that was not
/// answered. None if there was one and no limit, or if there are no cases.
pub fn par2(times: impl Iterator<Item = f64>, limit: Option<f64>) -> Option<f64> {
    let (mut sum, mut cases) = (0.0, 0.0);
    for time in times {
        sum += if time == NEVER { 2.0 * limit? } else { time };
        cases += 1.0;
    }
    (cases > 0.0).then(|| sum / cases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn times(table: &[&[f64]]) -> Times {
        let mut times = Times::new(table.len(), table[0].len());
        for (engine, row) in table.iter().enumerate() {
            row.iter().enumerate().for_each(|(case, &time)| times.set(engine, case, time));
        }
        times
    }

    #[test]
    fn of_a_table_worked_out_by_hand() {
        let found = times(&[
            &[1.0, 4.0, NEVER, 2.0, NEVER],
            &[2.0, 2.0, NEVER, 2.0, NEVER],
            &[8.0, NEVER, 5.0, NEVER, NEVER],
        ]);
        assert_eq!(found.best_times(), [1.0, 2.0, 5.0, 2.0, NEVER]);
        assert_eq!(found.best(3), Some(0));
        let [a, b, c] = found.contributions()[..] else { panic!("three engines") };
        assert_eq!([a, b, c].map(|engine| (8.0 * engine.share).to_string()), ["3", "3", "2"]);
        assert_eq!([a, b, c].map(|engine| engine.alone), [0, 0, 1]);
        let close = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-12;
        // Without a: 2, 2, 5, 2 for 1, 2, 5, 2. Without b: 1, 4, 5, 2.
        assert!(close(a.without, 2.0_f64.powf(0.25)) && close(b.without, 2.0_f64.powf(0.25)));
        assert!(close(c.without, 1.0));
    }

    #[test]
    fn an_engine_by_itself_is_the_best_there_is() {
        let [one] = times(&[&[3.0, NEVER]]).contributions()[..] else { panic!("one engine") };
        assert_eq!(one, Contribution { share: 1.0, alone: 1, without: None });
        let [none] = times(&[&[NEVER]]).contributions()[..] else { panic!("one engine") };
        assert_eq!(none, Contribution::default());
    }

    #[test]
    fn what_is_not_answered_counts_twice_the_limit() {
        let par2 = |times: &[f64], limit| par2(times.iter().copied(), limit);
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
            let mut times = Times::new(engines, cases);
            for (i, &value) in values.iter().take(engines * cases).enumerate() {
                times.set(i % engines, i / engines, value);
            }
            let answered = (0..cases).filter(|&case| times.best(case).is_some()).count();
            let all = times.contributions();
            let shares: f64 = all.iter().map(|engine| engine.share).sum();
            let whole = f64::from(u8::from(answered > 0));
            prop_assert!((shares - whole).abs() < 1e-9);
            prop_assert!(all.iter().all(|engine| engine.without.is_none_or(|ratio| ratio >= 1.0)));
            prop_assert!(all.iter().map(|engine| engine.alone).sum::<usize>() <= answered);
        }
    }
}
