//! What to run: corpora, engines, the question, the limits.

use std::time::Duration;

use quadrille_cover::Budget;
use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use crate::corpus::{Corpus, Instance};
use crate::engines::Engine;

/// What is asked of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// One solution, or the knowledge that there is none.
    First,
    /// Whether there is exactly one: a search for two.
    Unique,
    /// All of them.
    All,
}

impl Task {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Unique => "unique",
            Self::All => "all",
        }
    }

    /// After how many solutions the question is answered.
    pub fn limit(self) -> Option<u64> {
        match self {
            Self::First => Some(1),
            Self::Unique => Some(2),
            Self::All => None,
        }
    }
}

/// Tests after which an engine gives up on an instance, unless a plan or a manifest says
/// otherwise: enough for most engines on most puzzles, and little enough for a run to end soon.
pub const DEFAULT_TESTS: u64 = 100_000;

/// What stands for the instance in a row that times a whole corpus as one batch.
pub const WHOLE_CORPUS: &str = "*";

/// Where an engine gives up on an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Tests, if not each corpus's own number.
    pub tests: Option<u64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Wall time of one search. Where there is such a limit, no other holds that was not asked for.
    pub wall: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// On what.
    pub corpora: Vec<Corpus>,
    /// With what.
    pub engines: Vec<Engine>,
    /// The question, if not each corpus's own.
    pub task: Option<Task>,
    /// Where engines give up.
    pub limits: Limits,
    /// Only what matches, as `engine/corpus/instance`.
    pub filter: Option<Regex>,
    /// Whether an engine goes through a whole corpus as one batch, timed together, or from one
    /// instance to the next, each timed by itself.
    pub batch: bool,
    /// How often everything is measured, each time in another order.
    pub repetitions: u32,
    /// Whether every measurement is made twice, side by side, as if by two engines: what differs then is
    /// the machine's noise.
    pub twice: bool,
    /// How many instances are run side by side; of batches, how many corpora.
    pub jobs: usize,
    /// Draws the order in which things are run.
    pub seed: u64,
}

impl Plan {
    /// The question asked of a corpus.
    pub fn task(&self, corpus: &Corpus) -> Task {
        self.task.unwrap_or(corpus.task)
    }

    /// The tests after which an engine gives up on an instance of a corpus.
    pub fn tests(&self, corpus: &Corpus) -> Option<u64> {
        let unasked =
            || corpus.tests.or(Some(DEFAULT_TESTS)).filter(|_| self.limits.wall.is_none());
        self.limits.tests.or_else(unasked)
    }

    /// How far an engine may go on an instance of a corpus.
    pub fn budget(&self, corpus: &Corpus) -> Budget {
        Budget {
            nodes: self.limits.nodes,
            tests: self.tests(corpus),
            solutions: self.task(corpus).limit(),
            memory: self.limits.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            cancel: None,
        }
    }

    /// How many rows a run of this plan has.
    pub fn rows(&self) -> usize {
        let of_corpus = |corpus: &Corpus| -> usize {
            if self.batch {
                return self.engines_for_all_of(corpus).len();
            }
            corpus.instances.iter().map(|instance| self.engines_for(corpus, instance).len()).sum()
        };
        let once: usize = self.corpora.iter().map(of_corpus).sum();
        once * self.repetitions as usize * if self.twice { 2 } else { 1 }
    }

    /// The engines to run on an instance: those that take its kind and pass the filter.
    pub fn engines_for(&self, corpus: &Corpus, instance: &Instance) -> Vec<Engine> {
        let wanted = |engine: &Engine| {
            engine.takes(&instance.body) && self.passes(engine, corpus, &instance.id)
        };
        self.engines.iter().copied().filter(wanted).collect()
    }

    /// The engines to run on a corpus as one batch: those that take any of its instances and pass
    /// the filter.
    pub fn engines_for_all_of(&self, corpus: &Corpus) -> Vec<Engine> {
        let wanted = |engine: &Engine| {
            let mut instances = corpus.instances.iter();
            instances.any(|instance| engine.takes(&instance.body))
                && self.passes(engine, corpus, WHOLE_CORPUS)
        };
        self.engines.iter().copied().filter(wanted).collect()
    }

    /// Whether a row of these passes the filter.
    fn passes(&self, engine: &Engine, corpus: &Corpus, instance: &str) -> bool {
        let name = format!("{}/{}/{instance}", engine.name, corpus.name);
        self.filter.as_ref().is_none_or(|filter| filter.is_match(&name))
    }
}
