//! The arguments of the verbs about all solutions of an exact cover problem: `count`, `classes` and `compile`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use num_bigint::BigUint;

use quadrille_service::problem::Classes;

use super::choice;
use super::cover::Written;
use super::problem::{Bounds, EngineArgs, MaxNodes, ProblemArgs};
use super::proof::{ProofForm, ProofOptions};
use super::request::{Proof, Question, Request};
use super::shards::Shards;
use super::{Format, Limits, Output, SolutionOutput, format, jobs};

#[derive(Debug, Args)]
pub struct Count {
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// Format of Sudoku puzzles, as in `check`; PROBLEM is then a puzzle, a file of puzzles or `-` [default: recognised, puzzles or a
    /// problem]
    #[arg(long, value_name = "NAME", value_parser = format)]
    pub format: Option<Format>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Count solutions that cover ITEMS in the same way once, such as the sets of pieces that fill a box. ITEMS are names, or the
    /// beginning of names and `*`, with commas between; `classes --onto` prints these solutions
    #[arg(long, value_name = "ITEMS", value_delimiter = ',')]
    pub onto: Vec<String>,
    /// Stop after N solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Count with N workers; the number is the same for every N. A count with `memo` that pays uses one thread; workers share the
    /// memo of `iso` and the layers of `frontier`
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Report progress as lines if standard error is not a terminal. On a terminal a bar appears after a second
    /// without this option
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
    /// Count in parts and save finished parts to this file, from which the same command can continue an
    /// interrupted count. A count with a memo that pays saves its memo
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub shards: Shards,
    /// The folder of --shards (docs/CLUSTER.md). In each generation, a shard does what --max-nodes allows, for 1000000000
    /// nodes if it does not say, which takes `bits` about half a minute
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// With --shards, keep the solutions, too, which `merge` then writes
    #[arg(long, requires = "shards")]
    pub all: bool,
    /// Also print the counts of the search: tests, forks, nodes; and which engine `auto` chose, and why (docs/COUNTERS.md)
    #[arg(long)]
    pub stats: bool,
    /// Format of the answer
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}

impl Count {
    pub fn request(&self) -> Request {
        let question = match self.shards.shards {
            Some(_) if self.all => Question::Solutions { limit: None },
            _ => Question::Count { limit: self.limit },
        };
        Request {
            shards: self.shards.shards,
            progress: self.progress,
            checkpoint: self.checkpoint.clone(),
            out: self.out.clone(),
            stats: self.stats,
            output: self.output,
            ..Request::new(question, &self.problem, self.bounds)
                .by(&self.engine)
                .onto(&self.onto)
                .within(self.limits, self.jobs)
        }
    }
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("of_classes").args(["method", "count", "limit", "picture"]).multiple(true))]
pub struct ClassesArgs {
    #[command(flatten)]
    pub problem: ProblemArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Print the symmetries of the problem instead: how many there are, and some from which all others can be made, as cycles of
    /// items
    #[arg(long, conflicts_with = "of_classes")]
    pub group: bool,
    /// Solutions are in one class, and symmetries are printed, only if rotations of the board take one to the other; mirror images are
    /// then different. The first line of the problem must name its family
    #[arg(long)]
    pub rotations: bool,
    /// Solutions are in one class if they cover ITEMS in the same way: as often, and in the same colour. ITEMS are names, or the
    /// beginning of names and `*`, with commas between
    #[arg(long, value_name = "ITEMS", value_delimiter = ',', conflicts_with_all = ["group", "rotations", "method"])]
    pub onto: Vec<String>,
    /// How classes are found
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = choice(METHODS))]
    pub method: Classes,
    /// Print only the number of classes
    #[arg(long, conflicts_with = "limit")]
    pub count: bool,
    /// Print a solution of N classes at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Also write a new folder that proves the number of classes: a solution of each, the symmetries, and a certificate of the number of
    /// all solutions, of which there may be 10000000 at most. `verify` checks it (docs/PROOFS.md)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["group", "onto", "preprocess"])]
    pub proof: Option<PathBuf>,
    /// Compress the certificate of --proof with gzip
    #[arg(long, requires = "proof")]
    pub gzip: bool,
    /// Write no folder of more than BYTES bytes, nor a temporary file of more
    #[arg(long, value_name = "BYTES", default_value = "1000000000", requires = "proof")]
    pub max_bytes: u64,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Format of the answer
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: SolutionOutput,
    #[command(flatten)]
    pub written: Written,
}

impl ClassesArgs {
    pub fn request(&self) -> Request {
        let Self { method, count: is_counted, limit, gzip, max_bytes, .. } = *self;
        let question = if self.group {
            Question::Symmetries
        } else if self.onto.is_empty() {
            Question::Classes { method, is_counted, limit }
        } else if is_counted {
            Question::Count { limit }
        } else {
            Question::Solutions { limit }
        };
        let mut request = Request::new(question, &self.problem, self.bounds)
            .by(&self.engine)
            .onto(&self.onto)
            .written(&self.written, self.output);
        request.asked.rotations = self.rotations;
        let options = ProofOptions { form: ProofForm::Xcd, gzip, max_bytes };
        request.proof = self.proof.clone().map(|folder| Proof { folder: Some(folder), options });
        request
    }
}

/// How classes are found.
const METHODS: &[(&str, Classes, &str)] = &[
    ("auto", Classes::Auto, "By the number of solutions: up to 1048576 are visited"),
    ("enumerate", Classes::Enumerate, "Visit all solutions"),
    ("levels", Classes::Levels, "Extend partial solutions, one of each class"),
];

#[derive(Debug, Args)]
pub struct Compile {
    #[command(flatten)]
    pub problem: ProblemArgs,
    #[command(flatten)]
    pub question: DiagramQuestion,
    #[command(flatten)]
    pub nodes: MaxNodes,
    #[command(flatten)]
    pub bounds: Bounds,
    /// Report progress as lines if standard error is not a terminal
    #[arg(long, conflicts_with = "quiet")]
    pub progress: bool,
    /// Format of the answer
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: SolutionOutput,
    #[command(flatten)]
    pub written: Written,
}

/// What is printed in place of the diagram.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct DiagramQuestion {
    /// Print solution number K, counted from 1 in the order of `cover --all` on the diagram
    #[arg(long, value_name = "K", value_parser = number)]
    pub nth: Option<BigUint>,
    /// Print the number that `--nth` gives the solution in this file: an option on each line, by its items in any order
    /// or by its number, as `cover` prints it
    #[arg(long, value_name = "FILE")]
    pub index_of: Option<String>,
    /// Print for each option the number of solutions that hold it; with `--picture`, draw in which share of all solutions
    /// each place is taken by what
    #[arg(long)]
    pub marginals: bool,
    /// Print each cost that a solution has, and the number of solutions of that cost. If the problem has no costs, each option
    /// costs 1
    #[arg(long)]
    pub costs: bool,
}

impl Compile {
    pub fn request(&self) -> Request {
        let question = match &self.question {
            DiagramQuestion { nth: Some(nth), .. } => Question::Nth(nth.clone().into()),
            DiagramQuestion { index_of: Some(_), .. } => Question::IndexOf(Vec::new()),
            DiagramQuestion { marginals: true, .. } => Question::Marginals,
            DiagramQuestion { costs: true, .. } => Question::Costs,
            _ => Question::Compile,
        };
        Request {
            index_of: self.question.index_of.clone(),
            progress: self.progress,
            ..Request::new(question, &self.problem, self.bounds)
                .within(self.nodes.into(), None)
                .written(&self.written, self.output)
        }
    }
}

fn number(text: &str) -> Result<BigUint, String> {
    let number = text.parse().ok().filter(|number| *number > BigUint::ZERO);
    number.ok_or_else(|| "expected a whole number, counted from 1".to_owned())
}
