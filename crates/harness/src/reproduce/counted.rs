//! Counts solutions, without visiting them where the engine can: a 12x12 board has too many domino tilings to visit.
//!
//! Each problem is counted once with counters, for tests, forks and nodes. If the number equals the published one, the
//! count is repeated without counters and timed; otherwise the row's verdict is `wrong` and it has no time.

use quadrille_cover::family;
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Problem, Solver, engine as cover};
use quadrille_results::{Record, Task, Verdict};
use serde::{Deserialize, Serialize};

use crate::corpus::{Body, Corpus, Expected, Instance};
use crate::measure::clock::{Clocks, Timing};
use crate::run::RunContext;
use crate::run::sequence::with_counters;

/// A `[count]` step as a table states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Families, such as `queens:8`.
    pub instances: Vec<String>,
    /// Engines for exact cover.
    pub engines: Vec<String>,
}

impl Counted {
    /// Refuses empty lists, unknown engines and repeated instances, with a description of the first.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.instances.is_empty() || self.engines.is_empty() {
            return Err("found no `instances`, or no `engines`; expected at least one each".into());
        }
        if let Some(name) = self.engines.iter().find(|name| cover::by_name(name).is_none()) {
            let known: Vec<&str> = cover::ENGINES.into_iter().map(Solver::name).collect();
            return Err(format!("found the engine `{name}`; expected one of {}", known.join(", ")));
        }
        let again =
            (1..self.instances.len()).find(|&i| self.instances[..i].contains(&self.instances[i]));
        match again {
            Some(i) => Err(format!("found `{}` twice; expected it once", self.instances[i])),
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
        Ok(Corpus::new(name.to_owned(), Task::All, instances))
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.instances.len() * self.engines.len()
    }

    /// Counts each problem with each engine and passes a row for each to `emit`, until `emit` returns false or the run is
    /// cancelled. `expected` returns the published number of solutions of an instance.
    pub fn run(
        &self,
        corpus: &Corpus,
        expected: &dyn Fn(&str) -> Option<String>,
        context: &RunContext<'_>,
        clocks: &mut Clocks,
        emit: &mut dyn FnMut(Record) -> bool,
    ) {
        for (block, instance) in corpus.instances.iter().enumerate() {
            let expected = expected(&instance.id);
            for (position, engine) in self.engines.iter().enumerate() {
                let solver = cover::by_name(engine).expect("the table was checked");
                let blank = Record {
                    run_id: context.run_id.to_owned(),
                    corpus: corpus.name.clone(),
                    instance: instance.id.clone(),
                    sha256: instance.sha256.to_string(),
                    engine: solver.name().to_owned(),
                    engine_version: env!("CARGO_PKG_VERSION").to_owned(),
                    task: Task::All,
                    block,
                    position,
                    ..Record::blank()
                };
                let row = row(blank, instance, solver, expected.as_deref(), context.cancel, clocks);
                if context.cancel.is_cancelled() || !emit(row) {
                    return;
                }
            }
        }
    }
}

fn row(
    blank: Record,
    instance: &Instance,
    solver: &'static dyn Solver,
    expected: Option<&str>,
    cancel: &CancelToken,
    clocks: &mut Clocks,
) -> Record {
    let Body::Cover(problem) = &instance.body else {
        return Record { verdict: Verdict::Unsupported, ..blank };
    };
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let Ok(tally) = solver.tally(problem, &budget, Counters::On) else {
        return Record { verdict: Verdict::Unsupported, ..blank };
    };
    let found = tally.solutions.to_string();
    let solutions = Some(found.clone());
    let record = Record { solutions, ..with_counters(blank, &tally.search.stats) };
    if tally.search.outcome != Outcome::Exhausted {
        return Record { verdict: Verdict::Budget, solutions: None, ..record };
    }
    if expected.is_some_and(|expected| expected != found) {
        return Record { verdict: Verdict::Wrong, ..record };
    }
    match timed(problem, solver, &budget, &found, clocks) {
        Some(timing) => timing.record(record),
        None => Record { verdict: Verdict::Wrong, ..record },
    }
}

/// Times counting, over enough iterations to keep the cost of the clocks below one percent. `None` if the count differs
/// from the first one, which is a defect of the engine.
fn timed(
    problem: &Problem,
    solver: &dyn Solver,
    budget: &Budget,
    counted: &str,
    clocks: &mut Clocks,
) -> Option<Timing> {
    let measured = clocks.measure(1, |iterations, clocks| {
        let (found, spent) = clocks.time(|| {
            for _ in 1..iterations {
                std::hint::black_box(solver.tally(problem, budget, Counters::Off).ok());
            }
            solver.tally(problem, budget, Counters::Off).ok()
        });
        let same = found.is_some_and(|tally| tally.solutions.to_string() == counted);
        if same { Ok(spent) } else { Err(()) }
    });
    measured.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::testing::with_context;

    fn counted(instances: &[&str], engines: &[&str]) -> Counted {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Counted { instances: owned(instances), engines: owned(engines) }
    }

    fn run(counted: &Counted, expected: &str) -> Vec<Record> {
        let corpus = counted.corpus("c").unwrap();
        let expected = |_: &str| Some(expected.to_owned());
        with_context(&CancelToken::new(), |context, clocks, emit| {
            counted.run(&corpus, &expected, context, clocks, emit);
        })
        .1
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
