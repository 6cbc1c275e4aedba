//! The command line: the verbs, and the options that several verbs share.

mod about;
mod check;
mod count;
mod cover;
mod data;
mod engine;
mod estimate;
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
mod slurm;
mod solve;
mod transform;
mod web;

use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use quadrille_cover::{Budget, CancelToken};
use quadrille_harness::plan::request::MOST_JOBS;
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Engine as SudokuEngine, Order};
use quadrille_tables::Kind;

pub use about::{Completions, Doctor, List, Listed};
pub use check::Check;
pub use count::{ClassesArgs, Compile, Count};
pub use cover::{Cover, Encode, Prove, Sample, Why};
pub use data::{Consent, Data, Programs};
pub use engine::{Engine, EngineCheck, EngineVerb};
pub use estimate::Estimate;
pub use generate::{Generate, GenerateOutput, technique_name};
pub use play::Play;
pub use proof::{ProofForm, ProofOptions, Verify};
pub use race::Race;
pub use reproduce::Reproduce;
pub use results::{Compare, Gate, Rank, Report};
pub use run::Run;
pub use shards::{Merge, Missing, Shards};
pub use slurm::Slurm;
pub use solve::{AUTO, Chosen, Drawn, Notation, Solve, SolveOutput};
pub use transform::{Part as TransformPart, Transform, TransformOutput};
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

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Solve Sudoku puzzles: find one solution, all solutions or their number
    #[command(after_help = "Example: quadrille solve --engine singles --trace \
        530070000600195000098000060800060003400803001700020006060000280000419005000080079")]
    Solve(Solve),
    /// Decide for each Sudoku puzzle whether it has one solution, several or none
    #[command(after_help = "Example: quadrille check puzzles.txt")]
    Check(Check),
    /// Generate Sudoku puzzles; the same seed gives the same puzzles on every machine
    #[command(after_help = "Example: quadrille generate --size 9 --count 10 --seed 1")]
    Generate(Generate),
    /// Write isomorphs of puzzles or of an exact cover problem, the same for each seed
    #[command(after_help = "Example: quadrille transform puzzles.txt --isomorphs 3 --seed 1\n\
        Example: quadrille transform queens.dlx --seed 1 --out other.dlx")]
    Transform(Transform),
    /// Find solutions of an exact cover problem in Knuth's DLX text format
    #[command(after_help = "Example: quadrille cover queens:8 --limit 3\n\
        Example: quadrille encode langford:7 | quadrille cover --all\n\
        docs/FORMATS.md describes the format: items, colours, multiplicities, costs.")]
    Cover(Cover),
    /// Count the solutions of an exact cover problem, or of each Sudoku puzzle of a file
    #[command(after_help = "Example: quadrille count queens:12 --jobs 2\n\
        Example: quadrille count puzzles.txt\n\
        docs/LONG_RUNS.md describes counts that take days, docs/CLUSTER.md those on many machines.")]
    Count(Count),
    /// Print random solutions of an exact cover problem, all with the same probability
    #[command(after_help = "Example: quadrille sample queens:8 --number 3 --seed 7\n\
        docs/DIAGRAM.md describes how they are drawn.")]
    Sample(Sample),
    /// Print one solution of each class up to symmetry, or the symmetries of a problem
    #[command(after_help = "Example: quadrille classes queens:8\n\
        Example: quadrille classes queens:8 --group\n\
        Two solutions are in one class if a symmetry of the problem takes one to the other (docs/SYMMETRY.md).")]
    Classes(ClassesArgs),
    /// Write the decision diagram of all solutions, or print what it answers
    #[command(
        after_help = "Example: quadrille compile queens:8 --out queens.xdd && quadrille count queens.xdd\n\
        Example: quadrille compile dominoes:8x8 --marginals\n\
        `cover`, `count` and `sample` read a diagram in place of a problem. If the name of --out ends in .nnf, it is a formula for other\n\
        programs (docs/DIAGRAM.md)."
    )]
    Compile(Compile),
    /// Write a certificate of the answer to a problem, from which others can check it
    #[command(
        after_help = "Example: quadrille prove queens:8 --all --out proof && quadrille verify proof\n\
        docs/PROOFS.md describes the folder and the format."
    )]
    Prove(Prove),
    /// Print a short reason why an exact cover problem has no solution
    #[command(after_help = "Example: quadrille why queens:3\n\
        A reason is weights on items that cannot balance, or cases. docs/WHY.md describes them.")]
    Why(Why),
    /// Estimate how large a search is, before it is begun: nodes, solutions and time
    #[command(after_help = "Example: quadrille estimate queens:20 --workers 64\n\
        Example: quadrille encode langford:16 | quadrille estimate --seconds 10\n\
        docs/ESTIMATE.md describes the method, and where it is blind.")]
    Estimate(Estimate),
    /// Check certificates: folders that `prove` wrote
    #[command(
        after_help = "Example: quadrille prove queens:8 --all --out proof && quadrille verify proof\n\
        docs/PROOFS.md describes the folder and the format."
    )]
    Verify(Verify),
    /// Write a named exact cover problem as DLX text
    #[command(after_help = "Example: quadrille encode langford:7\n\
        `quadrille list families` lists the names.")]
    Encode(Encode),
    /// Measure engines on corpora, verify every answer and write the results as CSV
    #[command(
        after_help = "Example: quadrille run --corpus systems --engine masks --engine dlx --time-limit 10"
    )]
    Run(Run),
    /// Print the shards that a folder still lacks, as an array specification of Slurm
    #[command(after_help = "Example: quadrille missing DIR\n\
        In a script: sbatch --array=$(quadrille missing DIR) task.sh\n\
        The exit status is 0 if no shard is missing, else 1. A shard that is refused counts as missing, and the reason\n\
        goes to standard error.")]
    Missing(Missing),
    /// Merge the shards of a run, a check, a generation or one search
    #[command(
        after_help = "Example: quadrille merge DIR --out results.csv && quadrille rank results.csv\n\
        The exit status is 1 if a row of a run has a wrong answer, and 2 if a shard is missing or refused."
    )]
    Merge(Merge),
    /// Do the shards of a plan, a problem or a folder as a Slurm job array
    #[command(after_help = "Example: quadrille slurm plan.toml --shards 200 --submit\n\
        docs/CLUSTER.md describes the way from a plan to a run on a cluster.")]
    Slurm(Slurm),
    /// Rank engines in result files: ratios of times, PAR-2 scores, the virtual best solver
    #[command(after_help = "Example: quadrille rank results.csv\n\
        docs/STATISTICS.md explains the columns.")]
    Rank(Rank),
    /// Compare two result files, two engines or two runs by ratios of times with intervals
    #[command(after_help = "Example: quadrille compare before.csv after.csv\n\
        Example: quadrille compare results.csv --engines masks,dlx")]
    Compare(Compare),
    /// Decide whether new results may replace old ones: equal counts, times within bounds
    #[command(after_help = "Example: quadrille gate base.csv new.csv --counts-only\n\
        The exit status is 0 if the new results may replace the old ones, 1 if they may not, and 3 if the\n\
        times are too noisy to decide.")]
    Gate(Gate),
    /// Measure two binaries of quadrille, or two engines, in turns on the same instances
    #[command(
        after_help = "Example: quadrille race ./quadrille-before ./quadrille-after --engine masks\n\
        Example: quadrille race masks lanes --corpus systems --tolerance 2\n\
        Example: quadrille race before after --engines builds.toml\n\
        The exit status is 0 if B is no slower than A, within the tolerance; 1 if B is slower or its\n\
        answers are worse; 3 if the times are too noisy to decide."
    )]
    Race(Race),
    /// Summarise result files as an HTML page with charts, or as Markdown
    #[command(after_help = "Example: quadrille report results.csv --out results.html\n\
        Example: quadrille report before.csv after.csv --out both.html\n\
        docs/REPORTS.md describes the page.")]
    Report(Report),
    /// Reproduce published tables and compare the results with the published figures
    #[command(after_help = "Example: quadrille reproduce system-e-screen\n\
        `quadrille list tables` lists the tables; docs/REPRODUCE.md describes how to write one.\n\
        The exit status is 1 if a count differs from the published one.")]
    Reproduce(Reproduce),
    /// Help for authors of engines in other languages: check an engine against the protocol
    #[command(after_help = "Example: quadrille engine check engines/python-example/engine.toml")]
    Engine(Engine),
    /// Play Sudoku in the terminal: type digits, get hints, solve, step through a search
    #[command(after_help = "Example: quadrille play --size 16\n\
        `?` shows the keys.")]
    Play(Play),
    /// Serve the page for the browser to this machine, and open it
    #[command(after_help = "Example: quadrille web web/dist\n\
        `web/build` makes the page. docs/WEB.md describes the page, and how to put it on a static host.")]
    Web(Web),
    /// Check whether this machine is suitable for benchmarking, and report what disturbs it
    #[command(after_help = "Example: quadrille doctor")]
    Doctor(Doctor),
    /// List the engines, corpora, families and tables
    #[command(after_help = "Example: quadrille list engines")]
    List(List),
    /// Print a script that completes commands and options in a shell
    #[command(
        after_help = "Example: quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille"
    )]
    Completions(Completions),
    /// Print the manual page
    #[command(after_help = "Example: quadrille man > quadrille.1")]
    Man,
}

impl Verb {
    /// Limits the instructions of the engine `lanes` where an option names the engine.
    pub fn limit_instructions(&mut self, most: Instructions) {
        match self {
            Self::Solve(args) => args.engine = args.engine.clone().at_most(most),
            Self::Check(args) => args.engine = args.engine.at_most(most),
            Self::Play(args) => args.engine = args.engine.at_most(most),
            _ => {}
        }
    }

    /// Whether the verb says itself how an interrupt ended it, because its search may have finished in spite of it.
    pub fn reports_interrupts(&self) -> bool {
        matches!(
            self,
            Self::Cover(_)
                | Self::Count(_)
                | Self::Sample(_)
                | Self::Classes(_)
                | Self::Compile(_)
                | Self::Prove(_)
                | Self::Why(_)
        )
    }

    /// Whether an interrupt may end the verb at once: it writes no file until all is computed, and then says so, and nobody
    /// needs a part of what it prints.
    pub fn only_prints(&self) -> bool {
        matches!(
            self,
            Self::Verify(_)
                | Self::Rank(_)
                | Self::Compare(_)
                | Self::Gate(_)
                | Self::Encode(_)
                | Self::Missing(_)
                | Self::Doctor(_)
                | Self::List(_)
        )
    }
}

/// Where puzzles come from, and how they are read.
#[derive(Clone, Debug, Args)]
pub struct Source {
    /// A puzzle, a file of puzzles, or `-` for standard input
    #[arg(value_name = "PUZZLE | FILE", default_value = "-")]
    pub input: String,
    /// Format of the puzzles: auto, line, grid, numbers, letters, triples, pencilmarks or stream for text; csv, tsv, json
    /// or parquet for a table
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = format)]
    pub format: Format,
    /// The column of puzzles in a table, by its name, or by its number from 1 [default: found by its name or
    /// by what it holds; see docs/TABLES.md]
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// The column of given answers in a table, likewise. `check` judges them, and other commands do not look at them
    #[arg(long, value_name = "NAME")]
    pub answers: Option<String>,
    /// Number of rows of the grid: 4, 9, 16, 25, 36, 49, 64 or 81 [default: recognised from the puzzle]
    #[arg(long, value_name = "ROWS", value_parser = size)]
    pub size: Option<Order>,
}

impl Source {
    /// A puzzle or a file in which everything is found by itself.
    pub fn auto(input: &str) -> Self {
        let format = Format::Text(InputFormat::Auto);
        Self { input: input.to_owned(), format, column: None, answers: None, size: None }
    }
}

/// The format of puzzles: of text, or of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text(InputFormat),
    Table(Kind),
}

impl Format {
    /// Whether the format is to be found.
    pub fn is_auto(self) -> bool {
        self == Self::Text(InputFormat::Auto)
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Table(kind) => {
                TABLES.iter().find(|(_, known)| *known == kind).map_or("csv", |(name, _)| name)
            }
        }
    }
}

/// Names of formats of tables.
const TABLES: [(&str, Kind); 4] = [
    ("csv", Kind::Delimited(b',')),
    ("tsv", Kind::Delimited(b'\t')),
    ("json", Kind::Json),
    ("parquet", Kind::Parquet),
];

fn format(name: &str) -> Result<Format, String> {
    let table = TABLES.iter().find(|(known, _)| *known == name);
    match table {
        Some(&(_, kind)) => Ok(Format::Table(kind)),
        None => input_format(name)
            .map(Format::Text)
            .map_err(|expected| format!("{expected}, {}", TABLES.map(|(name, _)| name).join(", "))),
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Args)]
pub struct Limits {
    /// Stop a search after N tests [default: none]
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Stop a search after N nodes [default: none]
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
}

impl Limits {
    /// The budget of a search for up to `solutions` solutions.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableOutput {
    /// Lines of text
    Plain,
    /// One JSON object per line
    Json,
    /// CSV: a header, then rows
    Csv,
}

/// The format of the verdicts of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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

fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("expected a number from 1 to {MOST_JOBS}"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 60 or 0.5".to_owned())
}

/// The number of jobs, which is the number of cores if the option was not given.
pub fn jobs_or_cores(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
}
