//! The arguments of the verbs that look for solutions of an exact cover problem: `cover`, `sample`, `prove` and `why`; and of `encode`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use quadrille_service::problem::DESCENT;
use quadrille_tables::WRITTEN;

use super::problem::{Bounds, EngineArgs, MaxNodes, ProblemArgs, engines};
use super::proof::{ProofForm, ProofOptions};
use super::request::{Proof, Question, Request};
use super::{Format, Limits, Output, SolutionOutput, format, jobs};

#[derive(Debug, Args)]
pub struct Cover {
    #[command(flatten)]
    pub problem: ProblemArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Find all solutions [default: one]
    #[arg(long)]
    pub all: bool,
    /// Stop after N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Find the N cheapest solutions and print them with their costs, the cheapest first. If the problem has no
    /// costs, each option costs 1: the cheapest solutions are those with the fewest options
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    #[arg(conflicts_with_all = ["all", "limit", "checkpoint"])]
    pub cheapest: Option<usize>,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Search in parts with N workers; solutions are the same for every N
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Report progress as lines if standard error is not a terminal. On a terminal a bar appears after a second
    /// without this option
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
    /// Search in parts and save finished parts to this file, from which the same command can continue an
    /// interrupted search. Needs --all --out
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Also print the counts of the search: tests, forks, nodes; and which engine `auto` chose, and why (docs/COUNTERS.md)
    #[arg(long)]
    pub stats: bool,
    /// Format of the solutions
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: SolutionOutput,
    #[command(flatten)]
    pub written: Written,
}

/// Where solutions go, and how they are drawn.
#[derive(Clone, Debug, Args)]
pub struct Written {
    /// Write what is found to this file, and not to standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Draw each solution as text instead of listing its options; with FILE.svg, draw the first solution
    /// into that file, or to standard output if FILE is `-`. The first line of the problem must name its family
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, conflicts_with = "out")]
    #[expect(
        clippy::option_option,
        reason = "clap's way to distinguish an option without its value"
    )]
    pub picture: Option<Option<PathBuf>>,
}

impl Request {
    /// The same, written there.
    #[must_use]
    pub(super) fn written(self, written: &Written, output: SolutionOutput) -> Self {
        let Written { out, force, picture } = written.clone();
        let (output, numbers) = output.parts();
        Self { output, numbers, out, force, picture, ..self }
    }
}

impl Cover {
    pub fn request(&self) -> Request {
        let Self { problem, engine, bounds, limits, jobs, progress, stats, .. } = self;
        let question = match self.cheapest {
            Some(k) => Question::Cheapest(k),
            None => Question::Solutions { limit: wanted(self.all, self.limit) },
        };
        Request {
            progress: *progress,
            stats: *stats,
            checkpoint: self.checkpoint.clone(),
            ..Request::new(question, problem, *bounds)
                .by(engine)
                .within(*limits, *jobs)
                .written(&self.written, self.output)
        }
    }
}

/// The number of solutions after which a search stops.
fn wanted(all: bool, limit: Option<u64>) -> Option<u64> {
    if all { limit } else { Some(limit.unwrap_or(1)) }
}

#[derive(Debug, Args)]
pub struct Sample {
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// How solutions are drawn: `auto`, from a decision diagram; `iso`, from counts up to isomorphism, where a diagram would be too large;
    /// `descent`, as the first of a search in random order, where neither can: some solutions are then likelier than others
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = ["auto", "iso", DESCENT])]
    pub engine: String,
    /// The number of solutions
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// The seed; the same seed gives the same solutions on every machine
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,
    #[command(flatten)]
    pub nodes: MaxNodes,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Format of the solutions
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: SolutionOutput,
    #[command(flatten)]
    pub written: Written,
}

impl Sample {
    pub fn request(&self) -> Request {
        let question = Question::Sample { number: self.number, seed: self.seed };
        Request::new(question, &self.problem, self.bounds)
            .by_name(&self.engine)
            .within(self.nodes.into(), None)
            .written(&self.written, self.output)
    }
}

impl From<MaxNodes> for Limits {
    fn from(nodes: MaxNodes) -> Self {
        Self { max_tests: None, max_nodes: nodes.max_nodes }
    }
}

#[derive(Debug, Args)]
pub struct Prove {
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// Format of Sudoku puzzles, as in `check`; PROBLEM is then a puzzle, a file of puzzles or `-`, and one certificate proves for each
    /// whether it has no solution, one or several. All grids must have one size, of 25 rows at most [default: recognised]
    #[arg(long, value_name = "NAME", value_parser = format)]
    pub format: Option<Format>,
    /// The new folder
    #[arg(long, value_name = "DIR", required_unless_present = "estimate")]
    pub out: Option<PathBuf>,
    /// Write nothing, and say about how large the certificate of a count is and how long it takes to write and to check
    #[arg(long, requires = "count", conflicts_with_all = ["out", "checkpoint", "gzip"])]
    pub estimate: bool,
    /// Prove that these are all solutions [default: one solution]
    #[arg(long)]
    pub all: bool,
    /// Prove the number of all solutions. Sub-problems that are the same but for names are proved once where that pays (`--engine iso`
    /// always does it, `--engine frontier` where many are, `--engine memo` never)
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub count: bool,
    /// Prove N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// The engine whose search the certificate follows
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = ["auto", "bits", "memo", "iso", "frontier"])]
    pub engine: String,
    /// The form of the certificate
    #[arg(long, value_name = "FORM", default_value = "xcd")]
    pub form: ProofForm,
    /// Compress the certificate with gzip
    #[arg(long)]
    pub gzip: bool,
    /// Write no folder of more than BYTES bytes. A count also writes a temporary file, of BYTES bytes at most
    #[arg(long, value_name = "BYTES", default_value = "1000000000")]
    pub max_bytes: u64,
    /// Save the steps of a count to this file, which takes as much space as the certificate, so that the same command goes on after an
    /// interrupt or a kill. It is removed at the end. For engines `iso` and `frontier`, also where `auto` takes them
    #[arg(long, value_name = "FILE", requires = "count")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub nodes: MaxNodes,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Format of the answer
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}

impl Prove {
    /// The folder, and how it is written.
    pub fn proof(&self) -> Proof {
        let Self { form, gzip, max_bytes, .. } = *self;
        Proof { folder: self.out.clone(), options: ProofOptions { form, gzip, max_bytes } }
    }

    pub fn request(&self) -> Request {
        let question = if self.count {
            Question::Count { limit: None }
        } else {
            Question::Solutions { limit: wanted(self.all, self.limit) }
        };
        Request {
            proof: Some(self.proof()),
            checkpoint: self.checkpoint.clone(),
            output: self.output,
            ..Request::new(question, &self.problem, self.bounds)
                .by_name(&self.engine)
                .within(self.nodes.into(), None)
        }
    }
}

#[derive(Debug, Args)]
pub struct Why {
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// The engine that looks for a solution first; `auto` chooses one for the problem
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engines())]
    pub engine: String,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Format of the answer
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
    /// Draw the weights on the board as text; with FILE.svg, into that file, or to standard output if FILE is `-`. The first line of the
    /// problem must name its family
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1)]
    #[expect(
        clippy::option_option,
        reason = "clap's way to distinguish an option without its value"
    )]
    pub picture: Option<Option<PathBuf>>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
}

impl Why {
    pub fn request(&self) -> Request {
        Request {
            output: self.output,
            picture: self.picture.clone(),
            force: self.force,
            ..Request::new(Question::Why, &self.problem, self.bounds)
                .by_name(&self.engine)
                .within(self.limits, None)
        }
    }
}

#[derive(Debug, Args)]
pub struct Encode {
    /// A family such as queens:8, sudoku:9 (the empty grid), or sudoku: followed by a puzzle or a file, or rules:2x3+x; or a file
    /// with a problem in any format, or `-` for standard input. A parameter @FILE of a family is replaced by the contents of
    /// that file
    #[arg(value_name = "FAMILY | FILE")]
    pub problem: String,
    /// Write in this format; what a format cannot hold is an error [default: knuth]
    #[arg(long = "as", value_name = "FORMAT", value_parser = PossibleValuesParser::new(WRITTEN))]
    pub format: Option<String>,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
}
