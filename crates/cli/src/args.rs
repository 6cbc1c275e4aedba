//! The command line: what all verbs share, and one file a verb.

mod check;
mod compare;
mod cover;
mod data;
mod doctor;
mod encode;
mod gate;
mod generate;
mod list;
mod play;
mod rank;
mod report;
mod reproduce;
mod run;
mod solve;
mod times;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use quadrille_cover::Budget;
use quadrille_cover::CancelToken;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Engine, Order};

pub use check::{Check, CheckOutput, Duplicates};
pub use compare::Compare;
pub use cover::Cover;
pub use data::Data;
pub use doctor::Doctor;
pub use encode::Encode;
pub use gate::Gate;
pub use generate::{Generate, GenerateOutput, MethodName};
pub use list::{List, Listed};
pub use play::Play;
pub use rank::{Rank, RankOutput};
pub use report::Report;
pub use reproduce::Reproduce;
pub use run::{Run, TaskName};
pub use solve::{Drawn, Solve, SolveOutput};
pub use times::Times;

/// Exact cover and Sudoku: solved, checked, generated, measured.
#[derive(Debug, Parser)]
#[command(name = "quadrille", version, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
    /// Let `lanes` use no better instructions than these, if they are there: baseline, avx2 or avx512
    #[arg(long, global = true, value_name = "NAME", value_parser = instructions, hide_short_help = true)]
    pub instructions: Option<Instructions>,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Solve Sudoku grids: one solution, or all, or how many
    #[command(after_help = "Example: quadrille solve --engine singles --trace \
        530070000600195000098000060800060003400803001700020006060000280000419005000080079")]
    Solve(Solve),
    /// Say of each puzzle whether it has one solution, several or none
    #[command(after_help = "Example: quadrille check puzzles.txt")]
    Check(Check),
    /// Make puzzles, the same for one seed everywhere
    #[command(after_help = "Example: quadrille generate --size 9 --count 10 --seed 1")]
    Generate(Generate),
    /// Solve an exact cover problem in Knuth's DLX text format
    #[command(after_help = "Example: quadrille encode queens:8 | quadrille cover --count\n\
        The format is described in docs/FORMATS.md: items, colours, multiplicities, costs.")]
    Cover(Cover),
    /// Write a named problem as DLX text
    #[command(after_help = "Example: quadrille encode langford:7\n\
        `quadrille list families` names them all.")]
    Encode(Encode),
    /// Run corpora through engines, every answer checked, into CSV
    #[command(after_help = "Example: quadrille run --corpus systems --engine masks --engine dlx")]
    Run(Run),
    /// Rank the engines in result files: ratios with intervals, PAR-2, the virtual best solver
    #[command(after_help = "Example: quadrille rank results.csv\n\
        docs/STATISTICS.md says how to read it.")]
    Rank(Rank),
    /// Compare two result files, two engines of one, or two runs: how much faster, and how sure that is
    #[command(after_help = "Example: quadrille compare before.csv after.csv\n\
        Example: quadrille compare results.csv --engines masks,dlx")]
    Compare(Compare),
    /// Say whether new results may take the place of old ones: equal counts, times within the noise
    #[command(after_help = "Example: quadrille gate base.csv new.csv --counts-only\n\
        The exit status is 0 or 1; 2 if times cannot be judged because nobody measured their noise.")]
    Gate(Gate),
    /// Write what result files come to as a page for a browser, with charts, or as Markdown
    #[command(after_help = "Example: quadrille report results.csv --out results.html\n\
        docs/REPORTS.md says what is in it.")]
    Report(Report),
    /// Make published tables again, and set what is found beside what was published
    #[command(after_help = "Example: quadrille reproduce system-e-screen\n\
        `quadrille list tables` names them; docs/REPRODUCE.md says how to write one. The exit status is 1 if a count is \
        another than the published one.")]
    Reproduce(Reproduce),
    /// Play in the terminal: type, solve, step through a search
    #[command(after_help = "Example: quadrille play --size 16\n\
        `?` shows the keys.")]
    Play(Play),
    /// Say whether this machine is fit to time on, and what stands in the way
    #[command(after_help = "Example: quadrille doctor")]
    Doctor(Doctor),
    /// Name the engines, corpora, families and tables there are
    #[command(after_help = "Example: quadrille list engines")]
    List(List),
}

/// Where puzzles come from.
#[derive(Debug, Args)]
pub struct Source {
    /// A puzzle, a file of puzzles, or `-` for standard input, which is also the default
    #[arg(value_name = "PUZZLE | FILE")]
    pub input: Option<String>,
    /// How puzzles are written: auto, line, grid, numbers, letters, triples or stream
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = input_format)]
    pub format: InputFormat,
    /// Rows of a grid: 4, 9, 16, 25, 36, 49, 64 or 81; found out where it can be
    #[arg(long, value_name = "ROWS", value_parser = size)]
    pub size: Option<Order>,
}

/// How far to search.
#[derive(Clone, Copy, Debug, Args)]
pub struct Limits {
    /// Give up after so many tests; `run` gives up after 100000 unless a manifest says otherwise
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Give up after so many nodes
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
}

impl Limits {
    /// As a budget for up to `solutions` solutions.
    pub fn budget(self, solutions: Option<u64>, cancel: &CancelToken) -> Budget {
        Budget {
            nodes: self.max_nodes,
            tests: self.max_tests,
            solutions,
            memory: None,
            cancel: Some(cancel.clone()),
        }
    }
}

/// How many solutions.
#[derive(Clone, Copy, Debug, Args)]
pub struct HowMany {
    /// All solutions
    #[arg(long)]
    pub all: bool,
    /// Only the number of solutions
    #[arg(long, conflicts_with = "all")]
    pub count: bool,
    /// Stop after K solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
}

impl HowMany {
    /// After how many solutions the search stops.
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
    /// One JSON object a line
    Json,
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

fn instructions(name: &str) -> Result<Instructions, String> {
    let there: Vec<_> = Instructions::ALL.into_iter().filter(|these| these.are_there()).collect();
    let names = there.iter().map(|these| these.name()).collect::<Vec<_>>().join(", ");
    match Instructions::from_name(name) {
        Some(these) if these.are_there() => Ok(these),
        Some(_) => Err(format!("this machine does not have them; it has {names}")),
        None => Err(format!(
            "expected one of those that this machine has: {names} (baseline is SSE2 on x86-64, NEON on ARM)"
        )),
    }
}

fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=1024).contains(jobs));
    jobs.ok_or_else(|| "expected a number from 1 to 1024".to_owned())
}

/// The jobs asked for, or as many as there are cores.
pub fn jobs_or_cores(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
}

fn sudoku_engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Engine::ALL.map(Engine::name))
}

fn cover_engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(quadrille_cover::engine::ENGINES.map(quadrille_cover::Solver::name))
}
