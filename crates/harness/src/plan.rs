//! What to run: corpora, engines, the task and the limits.

pub(crate) mod beside;
pub(crate) mod order;
pub mod request;

use std::time::Duration;

use quadrille_cover::Budget;
use quadrille_results::{Task, WHOLE_CORPUS};
use regex_lite::Regex;

use crate::corpus::{Corpus, Instance};
use crate::engine::{Engine, Native};
use crate::plan::order::Part;
use quadrille_sudoku::Engine as SudokuEngine;
use quadrille_sudoku::engine::lanes::Instructions;

/// The limit of tests for a search, unless a plan or a manifest sets one: enough for most engines on most puzzles, and
/// low enough for a run to end soon.
pub const DEFAULT_TESTS: u64 = 100_000;

/// The longest wall time of a count, or of a search for a cheapest solution, if a plan sets no limit: a limit of tests would
/// compare runs of one engine only, and `auto` would have no trials.
const COUNT_TIME: Duration = Duration::from_secs(60);

/// The limits of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Largest number of tests. If absent, the default of each corpus applies, unless `wall` is set.
    pub tests: Option<u64>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// Longest wall time.
    pub wall: Option<Duration>,
    /// Largest memory, in bytes.
    pub memory: Option<u64>,
    /// Whether engines that are other programs are measured as on a system without control groups, for tests.
    pub ungrouped: bool,
}

/// A run to be made.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The corpora to measure on.
    pub corpora: Vec<Corpus>,
    /// The engines to measure.
    pub engines: Vec<Engine>,
    /// The task; if absent, the default of each corpus.
    pub task: Option<Task>,
    /// The limits of every search.
    pub limits: Limits,
    /// A filter: only rows whose `engine/corpus/instance` matches are run.
    pub filter: Option<Regex>,
    /// Whether each corpus is searched and timed as one batch, rather than instance by instance.
    pub batch: bool,
    /// The number of times every instance is measured, in a new random order each time.
    pub repetitions: u32,
    /// Whether every measurement is made twice, as if by two engines, whose differences are the machine's noise.
    pub twice: bool,
    /// Whether every answer is checked against a proof.
    pub prove: bool,
    /// The number of instances that run in parallel; with `batch`, the number of corpora.
    pub jobs: usize,
    /// The seed of the random order.
    pub seed: u64,
    /// The blocks to measure, if they are a part of a run: one of its shards. `corpora` then hold the instances of this
    /// part only.
    pub part: Option<Part>,
}

impl Plan {
    /// Limits native engines to the vector instructions `most` and simpler ones.
    pub fn limit_instructions(&mut self, most: Instructions) {
        for engine in &mut self.engines {
            if let Engine::Native(native) = engine {
                native.sudoku = native.sudoku.map(|engine| engine.at_most(most));
            }
        }
    }

    /// The vector instructions that `lanes` uses on this machine.
    pub fn instructions(&self) -> Instructions {
        let most = self.engines.iter().find_map(|engine| match engine {
            Engine::Native(Native { sudoku: Some(SudokuEngine::Lanes(most)), .. }) => Some(*most),
            _ => None,
        });
        most.unwrap_or(Instructions::Avx512).or_less()
    }

    /// The task on a corpus.
    pub fn task(&self, corpus: &Corpus) -> Task {
        self.task.unwrap_or(corpus.task)
    }

    /// The limit of tests for a search on a corpus.
    pub fn tests(&self, corpus: &Corpus) -> Option<u64> {
        let default =
            || corpus.tests.or(Some(DEFAULT_TESTS)).filter(|_| self.limits.wall.is_none());
        self.limits.tests.or_else(default)
    }

    /// The budget of a search on a corpus.
    pub fn budget(&self, corpus: &Corpus) -> Budget {
        Budget {
            nodes: self.limits.nodes,
            tests: self.tests(corpus),
            solutions: self.task(corpus).limit(),
            memory: self.limits.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            cancel: None,
        }
    }

    /// The number of rows of a run of this plan.
    pub fn rows(&self) -> usize {
        let of_corpus = |corpus: &Corpus| -> usize {
            if self.batch {
                return self.engines_for(corpus, None).count();
            }
            let instances = corpus.instances.iter();
            instances.map(|instance| self.engines_for(corpus, Some(instance)).count()).sum()
        };
        let once: usize = self.corpora.iter().map(of_corpus).sum();
        once * self.repetitions as usize * if self.twice { 2 } else { 1 }
    }

    /// The engines that pass the filter and accept the instance. If `instance` is `None`, those that pass the filter
    /// and accept any instance of the corpus, to be run on the whole corpus as one batch.
    pub fn engines_for<'p>(
        &'p self,
        corpus: &'p Corpus,
        instance: Option<&'p Instance>,
    ) -> impl Iterator<Item = &'p Engine> {
        self.engines.iter().filter(move |engine| {
            let accepts = |instance: &Instance| engine.takes(&instance.body);
            let id = instance.map_or(WHOLE_CORPUS, |instance| &instance.id);
            let row = || format!("{}/{}/{id}", engine.name(), corpus.name);
            instance.map_or_else(|| corpus.instances.iter().any(accepts), accepts)
                && self.filter.as_ref().is_none_or(|filter| filter.is_match(&row()))
        })
    }
}
