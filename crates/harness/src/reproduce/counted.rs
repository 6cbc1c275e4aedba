//! Solutions counted, and not visited one by one where an engine knows better: there are more ways to lay dominoes on a
//! chessboard of 12x12 than anybody could visit.
//!
//! Each problem is counted with counters, which gives tests, forks and nodes, and if the number is the published one
//! once more without, on the clocks. Where it is another the row is wrong and has no time.

use std::io::Write;

use quadrille_cover::family;
use quadrille_cover::{Budget, CancelToken, Counters, Outcome, Problem, Solver, engine as cover};
use serde::{Deserialize, Serialize};

use crate::block::with_times;
use crate::clock::{Clocks, Timing};
use crate::corpus::{Body, Corpus, Expected, Instance};
use crate::plan::Task;
use crate::record::{Record, Verdict, Writer};
use crate::run::{Conduct, RunError};

/// What is to be counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Families, such as `queens:8`.
    pub instances: Vec<String>,
    /// Engines for exact cover.
    pub engines: Vec<String>,
}

impl Counted {
    /// What is wrong with it, in words.
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
    /// A family that there is not, in words.
    pub fn corpus(&self, name: &str) -> Result<Corpus, String> {
        let instance = |spec: &String| {
            let problem = family::build(spec).map_err(|error| format!("`{spec}`: {error}"))?;
            Ok(Instance::new(spec.clone(), None, Body::from(problem), Expected::default()))
        };
        let instances = self.instances.iter().map(instance).collect::<Result<_, String>>()?;
        Ok(Corpus::new(name.to_owned(), Task::All, instances))
    }

    /// How many rows there will be.
    pub fn rows(&self) -> usize {
        self.instances.len() * self.engines.len()
    }

    /// Counts each problem with each engine and writes a row; fewer if it is cancelled. `expected` tells the published number
    /// of an instance.
    ///
    /// # Errors
    /// If rows cannot be written.
    pub fn run(
        &self,
        corpus: &Corpus,
        expected: &(dyn Fn(&str) -> Option<String> + Sync),
        out: Box<dyn Write + Send>,
        conduct: &Conduct<'_>,
    ) -> Result<(), RunError> {
        let writer = Writer::start(out, false, conduct.cancel.clone())?;
        let rows = writer.rows();
        std::thread::scope(|scope| {
            let work = scope.spawn(|| {
                conduct.cores.pin(0);
                let mut clocks = Clocks::of_this_thread();
                for (block, instance) in corpus.instances.iter().enumerate() {
                    let expected = expected(&instance.id);
                    for (position, engine) in self.engines.iter().enumerate() {
                        let solver = cover::by_name(engine).expect("the table was checked");
                        let blank = Record {
                            run_id: conduct.run_id.to_owned(),
                            corpus: corpus.name.clone(),
                            instance: instance.id.clone(),
                            sha256: instance.sha256.to_string(),
                            engine: solver.name().to_owned(),
                            engine_version: env!("CARGO_PKG_VERSION").to_owned(),
                            task: Task::All,
                            block,
                            position,
                            ..Record::BLANK
                        };
                        let row = row(
                            blank,
                            instance,
                            solver,
                            expected.as_deref(),
                            conduct.cancel,
                            &mut clocks,
                        );
                        if conduct.cancel.is_cancelled() || rows.send(vec![row]).is_err() {
                            return; // a writer that failed will say why
                        }
                        (conduct.progress)(1);
                    }
                }
            });
            work.join().expect("counting does not panic");
        });
        drop(rows);
        Ok(writer.finish()?)
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
    let stats = tally.search.stats;
    let found = tally.solutions.to_string();
    let record = Record {
        solutions: Some(found.clone()),
        tests: stats.tests,
        forks: stats.forks,
        nodes: stats.nodes,
        max_depth: stats.max_depth,
        ..blank
    };
    if tally.search.outcome != Outcome::Exhausted {
        return Record { verdict: Verdict::Budget, solutions: None, ..record };
    }
    if expected.is_some_and(|expected| expected != found) {
        return Record { verdict: Verdict::Wrong, ..record };
    }
    match timed(problem, solver, &budget, &found, clocks) {
        Some(timing) => with_times(record, timing),
        None => Record { verdict: Verdict::Wrong, ..record },
    }
}

/// Times counting, over as many iterations as keep the clocks' own cost below one percent; none if another number came
/// out, which no engine should ever do.
fn timed(
    problem: &Problem,
    solver: &dyn Solver,
    budget: &Budget,
    counted: &str,
    clocks: &mut Clocks,
) -> Option<Timing> {
    let time = |clocks: &mut Clocks, iterations: u64| {
        let (found, spent) = clocks.time(|| {
            for _ in 1..iterations {
                std::hint::black_box(solver.tally(problem, budget, Counters::Off).ok());
            }
            solver.tally(problem, budget, Counters::Off).ok()
        });
        let same = found.is_some_and(|tally| tally.solutions.to_string() == counted);
        same.then_some(Timing { iterations, spent })
    };
    let once = time(clocks, 1)?;
    if once.spent.wall >= clocks.shortest() {
        return Some(once);
    }
    let iterations = clocks.iterations(once.spent.wall);
    time(clocks, iterations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cores::Cores;
    use crate::results::{Clock, Results};
    use crate::resume::Done;

    fn counted(instances: &[&str], engines: &[&str]) -> Counted {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Counted { instances: owned(instances), engines: owned(engines) }
    }

    fn run(counted: &Counted, expected: &str) -> Results {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (cancel, cores, done) = (CancelToken::new(), Cores::any(), Done::nothing());
        let conduct =
            Conduct { run_id: "r", cancel: &cancel, cores: &cores, done: &done, progress: &|_| () };
        let corpus = counted.corpus("c").unwrap();
        let expected = |_: &str| Some(expected.to_owned());
        counted.run(&corpus, &expected, Box::new(file.reopen().unwrap()), &conduct).unwrap();
        let mut results = Results::default();
        results.read(file.path().to_str().unwrap()).unwrap();
        results
    }

    #[test]
    fn every_engine_counts_and_numbers_may_be_of_any_length() {
        let queens = run(&counted(&["queens:6"], &["naive", "dlx", "memo"]), "4");
        assert_eq!(queens.entries().len(), 3);
        for entry in queens.entries() {
            assert_eq!(entry.verdict, Verdict::Ok);
            assert_eq!(entry.counts.get(0, &queens).as_deref(), Some("4"));
            assert!(entry.time(Clock::Cpu).is_some());
        }
        let huge = "2444888770250892795802079170816";
        let dominoes = run(&counted(&["dominoes:16x16"], &["memo"]), huge);
        assert_eq!(dominoes.entries()[0].counts.get(0, &dominoes).as_deref(), Some(huge));
    }

    #[test]
    fn another_number_is_wrong_and_has_no_time() {
        let queens = run(&counted(&["queens:6"], &["dlx"]), "5");
        let [entry] = queens.entries() else { panic!("one") };
        assert_eq!((entry.verdict, entry.time(Clock::Cpu)), (Verdict::Wrong, None));
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
