//! What a verb asks of an exact cover problem, as plain data: every verb translates its arguments into it.

use std::path::PathBuf;
use std::time::Duration;

use num_bigint::BigUint;

use super::problem::{Bounds, EngineArgs, ProblemArgs};
use super::{Limits, Output, ProofOptions};

/// A question about a problem, and within what limits it is answered.
#[derive(Clone, Debug)]
pub struct Request {
    pub question: Question,
    /// The problem: a file, a family, or `-` for standard input.
    pub input: String,
    /// Options chosen in advance.
    pub given: Vec<String>,
    /// Whether options that cannot be read are left out.
    pub keep_going: bool,
    pub engine: String,
    /// Whether the problem is reduced before the search.
    pub preprocess: bool,
    pub limits: Limits,
    pub time_limit: Option<Duration>,
    /// In units of 10^6 bytes.
    pub max_memory: Option<usize>,
    /// Number of workers, if the problem is searched in parts.
    pub jobs: Option<usize>,
    pub checkpoint: Option<PathBuf>,
    /// A folder for the certificate of the answer.
    pub proof: Option<Proof>,
    /// Whether a reason is looked for if there is no solution.
    pub asks_why: bool,
    /// Whether progress is written as lines.
    pub progress: bool,
    pub stats: bool,
    pub output: Output,
    pub out: Option<PathBuf>,
    pub force: bool,
    /// Where solutions are drawn: into a file, or as text.
    #[expect(clippy::option_option, reason = "as it is in the arguments")]
    pub picture: Option<Option<PathBuf>>,
    pub quiet: bool,
}

#[derive(Clone, Debug)]
pub struct Proof {
    pub folder: PathBuf,
    pub options: ProofOptions,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Solutions, up to a limit.
    Solutions {
        limit: Option<u64>,
    },
    /// This number of the cheapest solutions.
    Cheapest(usize),
    /// The number of solutions, counted up to a limit.
    Count {
        limit: Option<u64>,
    },
    /// The division of a count, or of a search for all solutions, into shards.
    Shards {
        number: usize,
        keeps_solutions: bool,
    },
    Symmetries,
    /// Classes of solutions up to symmetry: their number alone, or one solution of each up to a limit.
    Classes {
        method: Classes,
        is_counted: bool,
        limit: Option<u64>,
    },
    /// The decision diagram.
    Compile,
    /// Random solutions.
    Sample {
        number: u64,
        seed: u64,
    },
    /// The solution of this number, from 1.
    Nth(BigUint),
    /// The number of the solution in this file.
    IndexOf(String),
    Marginals,
    Costs,
}

/// How classes of solutions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Classes {
    /// By the number of solutions: up to 1048576 are visited
    Auto,
    /// Visit all solutions
    Enumerate,
    /// Extend partial solutions, one of each class
    Levels,
}

impl Question {
    /// Whether the answer is the number of solutions.
    pub fn is_count(&self) -> bool {
        matches!(self, Self::Count { .. })
    }

    /// Whether solutions are kept, and not their number alone.
    pub fn keeps_solutions(&self) -> bool {
        match self {
            Self::Shards { keeps_solutions, .. } => *keeps_solutions,
            other => !other.is_count(),
        }
    }

    /// The number of solutions after which a search stops.
    pub fn limit(&self) -> Option<u64> {
        match *self {
            Self::Solutions { limit } | Self::Count { limit } => limit,
            _ => None,
        }
    }

    pub fn cheapest(&self) -> Option<usize> {
        if let Self::Cheapest(k) = self { Some(*k) } else { None }
    }

    /// The number of random solutions, and the seed.
    pub fn sample(&self) -> Option<(u64, u64)> {
        if let Self::Sample { number, seed } = *self { Some((number, seed)) } else { None }
    }

    /// Whether more than one solution is shown.
    pub fn several(&self) -> bool {
        match *self {
            Self::Solutions { limit } => limit != Some(1),
            Self::Cheapest(k) => k > 1,
            Self::Sample { number, .. } => number > 1,
            _ => false,
        }
    }

    /// Whether only a diagram can answer.
    pub fn needs_diagram(&self) -> bool {
        matches!(
            self,
            Self::Compile
                | Self::Sample { .. }
                | Self::Nth(_)
                | Self::IndexOf(_)
                | Self::Marginals
                | Self::Costs
        )
    }
}

impl Request {
    /// A question about a problem, with nothing else asked.
    pub fn new(question: Question, problem: &ProblemArgs, bounds: Bounds) -> Self {
        let ProblemArgs { input, given, keep_going, quiet } = problem.clone();
        let Bounds { time_limit, max_memory } = bounds;
        Self {
            question,
            input,
            given,
            keep_going,
            engine: "auto".to_owned(),
            preprocess: false,
            limits: Limits { max_tests: None, max_nodes: None },
            time_limit,
            max_memory,
            jobs: None,
            checkpoint: None,
            proof: None,
            asks_why: false,
            progress: false,
            stats: false,
            output: Output::Plain,
            out: None,
            force: false,
            picture: None,
            quiet,
        }
    }

    /// The same, answered by this engine.
    #[must_use]
    pub fn by(self, engine: &EngineArgs) -> Self {
        let EngineArgs { engine, preprocess } = engine.clone();
        Self { engine, preprocess, ..self }
    }

    /// Whether the problem is searched in parts. A search for the cheapest solutions is not, because a part
    /// does not know the costs found in the other parts.
    pub fn in_parts(&self) -> bool {
        self.question.cheapest().is_none() && (self.jobs.is_some() || self.checkpoint.is_some())
    }

    /// Whether files are begun before the search, which are lost or continued if it is ended by force.
    pub fn writes_files(&self) -> bool {
        self.out.is_some() || self.checkpoint.is_some() || self.proof.is_some()
    }

    /// Whether tests, forks and nodes are counted.
    pub fn counts(&self) -> bool {
        self.stats || self.output == Output::Json
    }
}
