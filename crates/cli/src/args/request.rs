//! What a verb asks of an exact cover problem, as plain data: every verb translates its arguments into it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille_cover::{Budget, CancelToken};
pub use quadrille_service::problem::Question;
use quadrille_service::problem::{self, Source};

use super::problem::{Bounds, EngineArgs, ProblemArgs};
use super::{Limits, Output, ProofOptions};
use crate::work::memory;

/// A question about a problem, with how long it may take, what is kept, and where and how the answer is printed.
#[derive(Clone, Debug)]
pub struct Request {
    /// The question itself. Its source is a file, a family, or `-` for standard input.
    pub asked: problem::Request,
    /// The number of shards into which the search is divided, in place of being done.
    pub shards: Option<usize>,
    /// The file of the solution whose number is asked for.
    pub index_of: Option<String>,
    pub time_limit: Option<Duration>,
    pub checkpoint: Option<PathBuf>,
    /// The certificate of the answer.
    pub proof: Option<Proof>,
    /// Whether progress is written as lines.
    pub progress: bool,
    pub stats: bool,
    pub output: Output,
    /// Whether solutions are written as numbers of options.
    pub numbers: bool,
    pub out: Option<PathBuf>,
    pub force: bool,
    /// Where solutions are drawn: into a file, or as text.
    #[expect(clippy::option_option, reason = "as it is in the arguments")]
    pub picture: Option<Option<PathBuf>>,
    pub quiet: bool,
}

#[derive(Clone, Debug)]
pub struct Proof {
    /// A new folder; `None` if only the size of the certificate is asked for.
    pub folder: Option<PathBuf>,
    pub options: ProofOptions,
}

impl Proof {
    /// The folder to be written, and how.
    pub fn target(&self) -> Option<(&Path, &ProofOptions)> {
        Some((self.folder.as_deref()?, &self.options))
    }
}

impl Request {
    /// A question about a problem, with nothing else asked.
    pub fn new(question: Question, problem: &ProblemArgs, bounds: Bounds) -> Self {
        let ProblemArgs { input, given, keep_going, quiet } = problem.clone();
        let Bounds { time_limit, max_memory } = bounds;
        let memory = max_memory.map(|megabytes| megabytes.saturating_mul(1_000_000));
        let asked = problem::Request {
            given,
            keep_going,
            limits: quadrille_service::Limits { memory, ..Default::default() },
            ..problem::Request::new(Source::Named(input), question)
        };
        Self {
            asked,
            shards: None,
            index_of: None,
            time_limit,
            checkpoint: None,
            proof: None,
            progress: false,
            stats: false,
            output: Output::Plain,
            numbers: false,
            out: None,
            force: false,
            picture: None,
            quiet,
        }
    }

    /// The same, answered by this engine.
    #[must_use]
    pub fn by(mut self, engine: &EngineArgs) -> Self {
        self.asked.preprocess = engine.preprocess;
        self.by_name(&engine.engine)
    }

    /// The same, answered by the engine of this name.
    #[must_use]
    pub fn by_name(mut self, engine: &str) -> Self {
        engine.clone_into(&mut self.asked.engine);
        self
    }

    /// The same, of solutions as far as these items are concerned.
    #[must_use]
    pub fn onto(mut self, items: &[String]) -> Self {
        items.clone_into(&mut self.asked.onto);
        self
    }

    /// The same within these limits, on this number of workers.
    #[must_use]
    pub fn within(mut self, limits: Limits, jobs: Option<usize>) -> Self {
        let Limits { max_tests: tests, max_nodes: nodes } = limits;
        self.asked.limits = quadrille_service::Limits { tests, nodes, ..self.asked.limits };
        self.asked.jobs = jobs;
        self
    }

    /// What names the problem: a file, a family, or `-`.
    pub fn input(&self) -> &str {
        match &self.asked.source {
            Source::Named(input) | Source::Family(input) | Source::Text(input) => input,
        }
    }

    /// The budget of the search, until `stop` is cancelled. The memory is what this program has left.
    pub fn budget(&self, stop: &CancelToken) -> Budget {
        let budget = self.asked.budget(stop);
        Budget { memory: budget.memory.map(memory::besides_program), ..budget }
    }

    /// Whether a reason is looked for if there is no solution.
    pub fn asks_why(&self) -> bool {
        self.asked.question == Question::Why
    }

    /// Whether the problem is searched in parts. A search for the cheapest solutions is not, because a part
    /// does not know the costs found in the other parts; nor one onto some items, for the same reason.
    pub fn in_parts(&self) -> bool {
        self.asked.question.cheapest().is_none()
            && self.asked.onto.is_empty()
            && (self.asked.jobs.is_some() || self.checkpoint.is_some())
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
