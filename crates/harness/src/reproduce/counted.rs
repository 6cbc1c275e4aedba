//! Counts solutions, without visiting them where the engine can: a 12x12 board has too many domino tilings to visit.
//!
//! Each problem is counted once with counters, for tests, forks and nodes. If the number equals the published one, the
//! count is repeated without counters and timed; otherwise the row's verdict is `wrong` and it has no time. A table may ask for a
//! proof of each number as well; a number that was proved to be another one is `wrong`.

use std::collections::BTreeSet;

use quadrille_cover::family;
use quadrille_cover::{BigUint, Budget, CancelToken, Counters, Outcome, engine as cover};
use quadrille_results::{Proved, Record, Task, Timing, Verdict};
use serde::Deserialize;

use crate::corpus::{Body, Corpus, Expected, Instance};
use crate::measure::clock::Clocks;
use crate::measure::limits::SearchLimits;
use crate::prove;
use crate::run::sequence::with_counters;

/// A `[count]` step as a table states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Families, such as `queens:8`.
    pub instances: Vec<String>,
    /// Engines for exact cover.
    pub engines: Vec<String>,
    /// Whether every number must be proved, too.
    #[serde(default)]
    pub prove: bool,
}

impl Counted {
    /// Refuses empty lists, unknown engines and repeated instances, with a description of the first fault.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.instances.is_empty() || self.engines.is_empty() {
            return Err("found no `instances`, or no `engines`; expected at least one each".into());
        }
        if let Some(name) = self.engines.iter().find(|name| cover::by_name(name).is_none()) {
            let known: Vec<&str> = cover::ENGINES.iter().map(|engine| engine.name()).collect();
            return Err(format!("found the engine `{name}`; expected one of {}", known.join(", ")));
        }
        let mut seen = BTreeSet::new();
        match self.instances.iter().find(|&instance| !seen.insert(instance)) {
            Some(twice) => Err(format!("found `{twice}` twice; expected it once")),
            None => Ok(()),
        }
    }

    /// The problems, as a corpus.
    ///
    /// # Errors
    /// An unknown family or a parameter out of bounds, with a description.
    pub fn corpus(&self, name: &str) -> Result<Corpus, String> {
        let instance = |spec: &String| {
            let problem = family::build(spec).map_err(|error| format!("`{spec}`: {error}"))?;
            Ok(Instance::new(spec.clone(), None, Body::from(problem), Expected::default()))
        };
        let instances = self.instances.iter().map(instance).collect::<Result<_, String>>()?;
        Ok(Corpus::new(name.to_owned(), Task::Count, instances))
    }

    /// Counts each problem with each engine, and gives a row for each without the names of run and corpus. `expected`
    /// returns the published number of solutions of an instance.
    pub fn rows<'e>(
        &self,
        corpus: &Corpus,
        expected: &dyn Fn(&str) -> Option<&'e str>,
        cancel: &CancelToken,
        clocks: &mut Clocks,
    ) -> impl Iterator<Item = Record> {
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        let engines = || self.engines.iter().enumerate();
        let all = corpus.instances.iter().enumerate();
        let all = all.flat_map(move |subject| engines().map(move |engine| (subject, engine)));
        // The number proved of the last instance, by the instance's place.
        let mut last: Option<(usize, Option<BigUint>)> = None;
        all.map(move |((block, instance), (position, engine))| {
            let solver = cover::by_name(engine).expect("the table was checked");
            let tally = |counters| match &instance.body {
                Body::Cover(problem) => solver.tally(problem, &budget, counters).ok(),
                Body::Sudoku(_) => None,
            };
            let blank = Record {
                instance: instance.id.clone(),
                sha256: instance.sha256.to_string(),
                engine: solver.name().to_owned(),
                task: Task::Count,
                block,
                position,
                ..Record::blank()
            };
            let Some(counted) = tally(Counters::On) else {
                return Record { verdict: Verdict::Unsupported, ..blank };
            };
            let record = with_counters(blank, &counted.search.stats);
            if counted.search.outcome != Outcome::Exhausted {
                return Record { verdict: Verdict::Budget, ..record };
            }
            let found = counted.solutions.to_string();
            let mut is_wrong = expected(&instance.id).is_some_and(|expected| expected != found);
            let mut proved = None;
            if self.prove && !is_wrong {
                let known = last.take_if(|(place, _)| *place == block);
                let limits = || SearchLimits { budget: budget.clone(), wall: None };
                let prove = || (block, prove::number(&instance.body, None, &limits()).ok());
                let (_, number) = last.insert(known.unwrap_or_else(prove));
                is_wrong = number.as_ref().is_some_and(|number| *number != counted.solutions);
                proved = number.as_ref().filter(|_| !is_wrong).map(|_| Proved::Quadrille);
            }
            let record = Record { verdict: Verdict::Wrong, solutions: Some(found), ..record };
            if is_wrong {
                return record;
            }
            // Over enough iterations to keep the cost of the clocks below one percent.
            let timing = clocks.measure(1, |iterations, clocks| {
                let (timed, spent) = clocks.time(|| {
                    for _ in 1..iterations {
                        std::hint::black_box(tally(Counters::Off));
                    }
                    tally(Counters::Off)
                });
                // Another number than the first time is a defect of the engine.
                let is_same = timed.is_some_and(|timed| timed.solutions == counted.solutions);
                if is_same { Ok(spent) } else { Err(()) }
            });
            match timing {
                Ok((times, spent)) => {
                    let record = Record { verdict: Verdict::Ok, proved, ..record };
                    spent.record(times, Timing::Repeated, record)
                }
                Err(()) => record,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(instances: &[&str], engines: &[&str]) -> Counted {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Counted { instances: owned(instances), engines: owned(engines), prove: false }
    }

    fn run(counted: &Counted, expected: &str) -> Vec<Record> {
        let (corpus, cancel) = (counted.corpus("c").unwrap(), CancelToken::new());
        let expected = |_: &str| Some(expected);
        counted.rows(&corpus, &expected, &cancel, &mut Clocks::of_this_thread()).collect()
    }

    #[test]
    fn every_engine_counts_and_numbers_may_be_of_any_length() {
        let queens = run(&counted(&["queens:6"], &["naive", "dlx", "memo"]), "4");
        assert_eq!(queens.len(), 3);
        for row in queens {
            assert_eq!((row.verdict, row.solutions.as_deref()), (Verdict::Ok, Some("4")));
            assert!(row.cpu_ns.is_some());
        }
        let huge = "2444888770250892795802079170816";
        let dominoes = run(&counted(&["dominoes:16x16"], &["memo"]), huge);
        assert_eq!(dominoes[0].solutions.as_deref(), Some(huge));
    }

    #[test]
    fn numbers_are_proved_where_that_is_asked_for() {
        let mut step = counted(&["queens:6", "dominoes:4x4"], &["dlx", "memo"]);
        let proved = |step: &Counted, expected: &str| -> Vec<_> {
            run(step, expected).into_iter().map(|row| (row.verdict, row.proved)).collect()
        };
        assert_eq!(proved(&step, "4")[..2], [(Verdict::Ok, None); 2]);
        step.prove = true;
        let quadrille = Some(Proved::Quadrille);
        let [right, wrong] = [(Verdict::Ok, quadrille), (Verdict::Wrong, None)];
        assert_eq!(proved(&step, "4"), [right, right, wrong, wrong]);
        assert_eq!(proved(&step, "36"), [wrong, wrong, right, right]);
    }

    #[test]
    fn another_number_is_wrong_and_has_no_time() {
        let queens = run(&counted(&["queens:6"], &["dlx"]), "5");
        let [row] = &*queens else { panic!("one") };
        assert_eq!((row.verdict, row.cpu_ns), (Verdict::Wrong, None));
    }

    #[test]
    fn what_cannot_be_counted_is_told() {
        let error =
            |instances: &[&str], engines: &[&str]| counted(instances, engines).check().unwrap_err();
        assert!(
            error(&["queens:6"], &["masks"])
                .starts_with("found the engine `masks`; expected one of ")
        );
        assert!(error(&[], &["dlx"]).starts_with("found no `instances`"));
        assert_eq!(error(&["soma", "soma"], &["dlx"]), "found `soma` twice; expected it once");
        let unknown = counted(&["quens:6"], &["dlx"]).corpus("c").unwrap_err();
        assert!(unknown.starts_with("`quens:6`: "), "{unknown}");
    }
}
