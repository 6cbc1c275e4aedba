//! Counts solutions, without visiting them where the engine can: a 12x12 board has too many domino tilings to visit.
//!
//! Each problem is measured as in a run of the task `count` without limits, and the published number takes the place of the
//! manifest's. A table may ask for a proof of each number as well; a number that was proved to be another one is `wrong`.

use std::collections::BTreeSet;

use quadrille_cover::{BigUint, Budget, CancelToken, engine as cover, family};
use quadrille_results::{Record, Task, Verdict, digits};
use serde::Deserialize;

use crate::check::{Judge, Known};
use crate::corpus::{Body, Corpus, Count, Expected, Instance};
use crate::engine;
use crate::measure::clock::Clocks;
use crate::measure::limits::SearchLimits;
use crate::measure::native::NativeMeasured;
use crate::plan::order::Subject;
use crate::run::sequence::measure;

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

    /// The problems, as a corpus. `expected` returns the published number of solutions of an instance.
    ///
    /// # Errors
    /// An unknown family or a parameter out of bounds, with a description.
    pub fn corpus<'e>(
        &self,
        name: &str,
        expected: impl Fn(&str) -> Option<&'e str>,
    ) -> Result<Corpus, String> {
        let instance = |spec: &String| {
            let problem = family::build(spec).map_err(|error| format!("`{spec}`: {error}"))?;
            let solutions = expected(spec).and_then(digits::<BigUint>).map(Count::exactly);
            let expected = Expected { solutions, ..Expected::default() };
            Ok(Instance::new(spec.clone(), None, Body::from(problem), expected))
        };
        let instances = self.instances.iter().map(instance).collect::<Result<_, String>>()?;
        Ok(Corpus::new(name.to_owned(), Task::Count, instances))
    }

    /// Counts each problem with each engine, and calls `emit` with a row for each, without the names of run and corpus, until
    /// `emit` returns `false`.
    pub fn run(
        &self,
        corpus: &Corpus,
        cancel: &CancelToken,
        clocks: &mut Clocks,
        emit: &mut dyn FnMut(Record) -> bool,
    ) {
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        let (task, limits) = (Task::Count, &SearchLimits { budget, wall: None });
        for (block, instance) in corpus.instances.iter().enumerate() {
            let (known, subject) =
                (&Known::default(), Subject { corpus: 0, instance: Some(block) });
            let judges = [Judge { instance, task, limits, known, prove: self.prove }];
            for (position, name) in self.engines.iter().enumerate() {
                let engine = engine::by_name(name).expect("the table was checked");
                let blank = Record {
                    instance: instance.id.clone(),
                    sha256: instance.sha256.to_string(),
                    engine: name.clone(),
                    task,
                    block,
                    position,
                    ..Record::blank()
                };
                let subject = (subject, &[instance][..]);
                let mut measured =
                    NativeMeasured::new((engine, task), subject, limits, None, clocks);
                let finished = measure(blank, &judges, &mut measured);
                let record = Record { cold_ns: None, ..finished.record };
                // A proved number that is not the published one.
                let is_other = !finished.contradicted.is_empty();
                if !emit(if is_other { wrong(record) } else { record }) {
                    return;
                }
            }
        }
    }
}

/// The row with a wrong answer, which has no time.
fn wrong(record: Record) -> Record {
    let (iterations, timing, wall_ns, cpu_ns) = (None, None, None, None);
    let (instructions, cycles, branch_misses, cache_misses) = (None, None, None, None);
    let verdict = Verdict::Wrong;
    Record {
        verdict,
        proved: None,
        iterations,
        timing,
        wall_ns,
        cpu_ns,
        instructions,
        cycles,
        branch_misses,
        cache_misses,
        ..record
    }
}

#[cfg(test)]
mod tests {
    use quadrille_results::Proved;

    use super::*;

    fn counted(instances: &[&str], engines: &[&str]) -> Counted {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Counted { instances: owned(instances), engines: owned(engines), prove: false }
    }

    fn run(counted: &Counted, expected: &str) -> Vec<Record> {
        let corpus = counted.corpus("c", |_| Some(expected)).unwrap();
        let (mut rows, clocks) = (Vec::new(), &mut Clocks::of_this_thread());
        counted.run(&corpus, &CancelToken::new(), clocks, &mut |row| {
            rows.push(row);
            true
        });
        rows
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
        let unknown = counted(&["quens:6"], &["dlx"]).corpus("c", |_| None).unwrap_err();
        assert!(unknown.starts_with("`quens:6`: "), "{unknown}");
    }
}
