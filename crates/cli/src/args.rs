//! The command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use quadrille_cover::Budget;
use quadrille_cover::CancelToken;
use quadrille_harness::engines;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Engine, Order};
use regex_lite::Regex;

/// Exact cover and Sudoku: solved, checked, generated, measured.
#[derive(Debug, Parser)]
#[command(name = "quadrille", version, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
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
    #[command(after_help = "Example: quadrille encode queens:8 | quadrille cover --count")]
    Cover(Cover),
    /// Write a named problem as DLX text
    #[command(after_help = "Example: quadrille encode langford:7\n\
        `quadrille list families` names them all.")]
    Encode(Encode),
    /// Run corpora through engines, every answer checked, into CSV
    #[command(after_help = "Example: quadrille run --corpus systems --engine masks --engine dlx")]
    Run(Run),
    /// Name the engines, corpora and families there are
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

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub source: Source,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "masks", value_parser = sudoku_engine_names())]
    pub engine: String,
    #[command(flatten)]
    pub how_many: HowMany,
    #[command(flatten)]
    pub limits: Limits,
    /// Also print what was counted: tests, forks, nodes
    #[arg(long)]
    pub stats: bool,
    /// Print each step of the search with its reason
    #[arg(long, conflicts_with_all = ["count", "output"])]
    pub trace: bool,
    /// Tell on stderr: 1 each puzzle's end, 2 also choices, 3 also deductions, 4 also grids
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub verbose: Option<u8>,
    /// How solutions are printed
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: SolveOutput,
    /// Go on after a puzzle that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}

impl Solve {
    /// The engine that was named.
    pub fn engine(&self) -> Engine {
        Engine::from_name(&self.engine).expect("clap lets only names of engines through")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveOutput {
    /// One row a line
    Plain,
    /// One grid a line
    Line,
    /// With rules and bars, then tests and forks
    Decorated,
    /// With the candidates of open cells
    Candidates,
    /// One JSON object a puzzle
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Lines of text
    Plain,
    /// One JSON object a line
    Json,
}

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub source: Source,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "masks", value_parser = sudoku_engine_names())]
    pub engine: String,
    #[command(flatten)]
    pub limits: Limits,
    /// How verdicts are printed
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct Generate {
    /// Rows of a grid: 4, 9, 16 or 25
    #[arg(long, value_name = "ROWS", default_value = "9", value_parser = generated_size)]
    pub size: Order,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: usize,
    /// Draws everything that is random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stop taking clues away at this number; 0 takes away all that can be spared
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub clues: usize,
    /// How many solutions they are to have
    #[arg(long, value_name = "ANSWER", default_value = "unique")]
    pub answer: WantedAnswer,
    /// Puzzles made side by side; the cores there are, unless named
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum WantedAnswer {
    /// One
    Unique,
    /// Several: a clue less than it takes
    Multiple,
    /// None: a digit more, which the only solution does not have
    None,
}

#[derive(Debug, Args)]
pub struct Cover {
    /// A file in DLX text, or `-` for standard input, which is also the default
    #[arg(value_name = "FILE")]
    pub input: Option<String>,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "dlx", value_parser = cover_engine_names())]
    pub engine: String,
    #[command(flatten)]
    pub how_many: HowMany,
    #[command(flatten)]
    pub limits: Limits,
    /// Also print what was counted: tests, forks, nodes
    #[arg(long)]
    pub stats: bool,
    /// How solutions are printed
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
    /// Leave out options that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct Encode {
    /// The problem, such as queens:8, sudoku:9 (the empty grid), or sudoku: and a puzzle or file
    #[arg(value_name = "FAMILY")]
    pub family: String,
    /// Write to a file, `-` for stdout
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over a file that exists
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct Run {
    /// A shipped corpus, a manifest, a .dlx file, or a file of puzzles (`-` is standard input); all
    /// shipped unless named
    #[arg(long, value_name = "NAME | FILE")]
    pub corpus: Vec<String>,
    /// An engine; all unless named
    #[arg(long, value_name = "NAME", value_parser = all_engine_names())]
    pub engine: Vec<String>,
    /// Only rows whose `engine/corpus/instance` matches this regular expression
    #[arg(long, value_name = "REGEX", value_parser = Regex::new)]
    pub filter: Option<Regex>,
    /// The question: one solution, whether it is unique, or all; each corpus's own unless named
    #[arg(long)]
    pub task: Option<TaskName>,
    #[command(flatten)]
    pub limits: Limits,
    /// Instances run side by side; the cores there are, unless named
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Draws the order in which things are run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The CSV to write, `-` for stdout; results/RUN.csv unless named
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Write over a file that exists
    #[arg(long)]
    pub force: bool,
    /// Go on after a puzzle that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// No table, no messages but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TaskName {
    /// One solution
    First,
    /// Whether there is exactly one
    Unique,
    /// All of them
    All,
}

#[derive(Debug, Args)]
pub struct List {
    /// Which; all unless named
    pub what: Option<Listed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Listed {
    /// Solvers
    Engines,
    /// Shipped corpora
    Corpora,
    /// Families of exact cover problems
    Families,
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

fn generated_size(text: &str) -> Result<Order, String> {
    let order = size(text).ok().filter(|order| order.side() <= 25);
    order.ok_or_else(|| "expected 4, 9, 16 or 25".to_owned())
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

fn all_engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(engines::all().into_iter().map(|engine| engine.name))
}
