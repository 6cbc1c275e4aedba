//! The command line: the verbs, and the options that several verbs share.

mod about;
mod check;
mod count;
mod cover;
mod data;
mod engine;
mod estimate;
mod features;
mod generate;
pub mod headings;
pub mod moved;
mod play;
mod problem;
mod proof;
mod race;
mod reproduce;
pub mod request;
pub mod results;
mod run;
mod shards;
mod sheet;
mod slurm;
mod solve;
mod source;
mod transform;
mod verbs;
mod web;

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};
use quadrille_cover::{Budget, CancelToken};
use quadrille_harness::plan::request::MOST_JOBS;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Engine as SudokuEngine, Order};
use serde::{Deserialize, Serialize};

pub use about::{Completions, Doctor, List, Listed, Manual};
pub use check::Check;
pub use count::{ClassesArgs, Compile, Count};
pub use cover::{Cover, Encode, Prove, Sample, Why};
pub use data::{Consent, Data, Programs};
pub use engine::{Engine, EngineCheck, EngineVerb};
pub use estimate::Estimate;
pub use features::{Export, ExportFormat, FeatureEffort, Features, Select};
pub use generate::{Generate, GenerateOutput};
pub use play::Play;
pub use proof::{ProofForm, ProofOptions, Verify};
pub use race::Race;
pub use reproduce::Reproduce;
pub use results::{Compare, Gate, Rank, Report};
pub use run::{Resume, Run};
pub use shards::{Merge, Missing, Shard, Shards};
pub use sheet::Sheet;
pub use slurm::Slurm;
pub use solve::{AUTO, Chosen, Drawn, Notation, Solve, SolveOutput};
pub use source::{Format, Source, format};
pub use transform::{Part as TransformPart, Transform, TransformOutput};
pub use verbs::Verb;
pub use web::Web;

/// Exact cover and Sudoku: solve, check, generate, measure
#[derive(Debug, Parser)]
#[command(name = "quadrille", version, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
    /// Let the engine `lanes` use this instruction set and none better: baseline, avx2 or avx512. Does not
    /// limit the generation of puzzles in `play` and `reproduce` [default: the best that this machine
    /// has]
    #[arg(long, global = true, value_name = "NAME", value_parser = instructions, hide_short_help = true)]
    pub instructions: Option<Instructions>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Limits {
    /// Stop a search after N tests [default: none]
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Stop a search after N nodes [default: none]
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
}

impl From<Limits> for quadrille_service::Limits {
    fn from(Limits { max_tests: tests, max_nodes: nodes }: Limits) -> Self {
        Self { tests, nodes, memory: None }
    }
}

impl Limits {
    /// The budget of a search for up to `solutions` solutions.
    pub fn budget(self, solutions: Option<u64>, cancel: &CancelToken) -> Budget {
        quadrille_service::Limits::from(self).budget(solutions, cancel)
    }
}

/// The number of solutions to find.
#[derive(Clone, Copy, Debug, Args)]
pub struct HowMany {
    /// Find all solutions [default: one]
    #[arg(long)]
    pub all: bool,
    /// Print only the number of solutions
    #[arg(long, conflicts_with = "all")]
    pub count: bool,
    /// Stop after N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
}

impl HowMany {
    /// The number of solutions after which the search stops.
    pub fn solutions(self) -> Option<u64> {
        if self.all || self.count { self.limit } else { Some(self.limit.unwrap_or(1)) }
    }

    /// Whether more than one solution is to be shown.
    pub fn several(self) -> bool {
        !self.count && (self.all || self.limit.is_some_and(|limit| limit > 1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Lines of text
    Plain,
    /// One JSON object per line
    Json,
}

/// The format of solutions of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolutionOutput {
    /// An option a line, by its items
    Plain,
    /// A solution a line, as the numbers of its options, from 1 in the order of the problem
    Numbers,
    /// One JSON object per line
    Json,
}

impl SolutionOutput {
    /// The format of the answer, and whether the options of solutions are written as numbers.
    fn parts(self) -> (Output, bool) {
        match self {
            Self::Plain => (Output::Plain, false),
            Self::Numbers => (Output::Plain, true),
            Self::Json => (Output::Json, false),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableOutput {
    /// Lines of text
    Plain,
    /// One JSON object per line
    Json,
    /// CSV: a header, then rows
    Csv,
    /// Tables of Markdown
    Markdown,
    /// Tables of LaTeX, with the package `booktabs`
    Latex,
}

/// The format of the verdicts of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckOutput {
    /// Lines of text
    Plain,
    /// One JSON object per line
    Json,
    /// CSV: a header, then rows
    Csv,
    /// The table that was read, in its own format, with columns added: verdict, solutions, solution and what the options ask for
    Table,
}

/// A parser for the value of an option that is one of several names. Each name has a help text.
fn choice<T: Clone + Send + Sync + 'static>(
    all: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    let chosen = |name: String| all.iter().find(|one| one.0 == name).map(|one| one.1.clone());
    PossibleValuesParser::new(names).map(move |name| chosen(name).expect("clap accepts only these"))
}

fn sudoku_engine() -> impl TypedValueParser<Value = SudokuEngine> {
    PossibleValuesParser::new(SudokuEngine::ALL.map(SudokuEngine::name))
        .map(|name| SudokuEngine::from_name(&name).expect("clap accepts only names of engines"))
}

fn input_format(name: &str) -> Result<InputFormat, String> {
    let names = || InputFormat::ALL.map(InputFormat::name).join(", ");
    InputFormat::from_name(name).ok_or_else(|| format!("expected one of {}", names()))
}

fn size(text: &str) -> Result<Order, String> {
    text.parse()
        .ok()
        .and_then(Order::from_side)
        .ok_or_else(|| "expected 4, 9, 16, 25, 36, 49, 64 or 81".to_owned())
}

/// A grid size that the generator and the player support.
fn small_size(text: &str) -> Result<Order, String> {
    let order = size(text).ok().filter(|order| order.side() <= 25);
    order.ok_or_else(|| "expected 4, 9, 16 or 25".to_owned())
}

fn instructions(name: &str) -> Result<Instructions, String> {
    let there: Vec<_> = Instructions::ALL.into_iter().filter(|these| these.are_there()).collect();
    let names = there.iter().map(|these| these.name()).collect::<Vec<_>>().join(", ");
    match Instructions::from_name(name) {
        Some(these) if these.are_there() => Ok(these),
        Some(_) => {
            Err(format!("this machine does not have these instructions; expected one of {names}"))
        }
        None => Err(format!(
            "expected one of the instruction sets of this machine: {names} (baseline is SSE2 on x86-64, NEON on ARM)"
        )),
    }
}

/// Refuses the first of some options that was given, with what `why` says of it.
pub fn refuse(options: &[(bool, &str)], why: impl Fn(&str) -> String) -> Result<()> {
    match options.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => bail!("{option}: {}", why(option)),
        None => Ok(()),
    }
}

/// Names with commas between them. What names a file is one name.
pub fn names(list: &[String]) -> Vec<String> {
    let split = |name: &str| name.split(',').map(|name| name.trim().to_owned()).collect();
    let each = |name: &String| {
        if Path::new(name).exists() { vec![name.clone()] } else { split(name) }
    };
    list.iter().flat_map(each).collect()
}

fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected a number from 1 to {MOST_JOBS}"))
}

/// A name of a list, without the blanks that may follow a comma.
fn name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("found an empty name; expected one, or several with commas between".to_owned()),
        name => Ok(name.to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 60 or 0.5".to_owned())
}

/// The number of jobs, which is the number of cores if the option was not given.
pub fn jobs_or_cores(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
}
