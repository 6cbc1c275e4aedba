//! What to run: corpora, engines, the question, the limits.

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

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// On what.
    pub corpora: Vec<Corpus>,
    /// With what.
    pub engines: Vec<Engine>,
    /// The question, if not each corpus's own.
    pub task: Option<Task>,
    /// Tests after which an engine gives up, if not each corpus's own number.
    pub tests: Option<u64>,
    /// Nodes after which an engine gives up.
    pub nodes: Option<u64>,
    /// Only what matches, as `engine/corpus/instance`.
    pub filter: Option<Regex>,
    /// Whether an engine goes through a whole corpus as one batch, timed together, or from one
    /// instance to the next, each timed by itself.
    pub batch: bool,
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
    pub fn tests(&self, corpus: &Corpus) -> u64 {
        self.tests.or(corpus.tests).unwrap_or(DEFAULT_TESTS)
    }

    /// How far an engine may go on an instance of a corpus.
    pub fn budget(&self, corpus: &Corpus) -> Budget {
        Budget {
            nodes: self.nodes,
            tests: Some(self.tests(corpus)),
            solutions: self.task(corpus).limit(),
            ..Budget::default()
        }
    }

    /// How many rows a run of this plan has.
    pub fn rows(&self) -> usize {
        if self.batch {
            return self.corpora.iter().map(|corpus| self.engines_for_all_of(corpus).len()).sum();
        }
        let instances = self.corpora.iter().flat_map(|corpus| {
            corpus.instances.iter().map(|instance| self.engines_for(corpus, instance).len())
        });
        instances.sum()
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
