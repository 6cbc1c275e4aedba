//! The arguments of `check`.

use std::path::PathBuf;

use clap::Args;
use quadrille_sudoku::Engine;
use quadrille_sudoku::canonical::Same;
use quadrille_sudoku::engine::lanes::Instructions;

use super::request::Proof;
use super::{CheckOutput, Limits, Output, Prove, Shards, Source, choice, jobs, sudoku_engine};

#[derive(Clone, Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub source: Source,
    /// Rules of the grids, with `+` between them, such as 2x3, x+hyper or a file with regions; `quadrille help RULES` explains them
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// The engine that decides
    #[arg(long, value_name = "NAME", default_value = "lanes", value_parser = sudoku_engine())]
    pub engine: Engine,
    #[command(flatten)]
    pub limits: Limits,
    /// Also report whether the puzzle is minimal, or else which clues are redundant
    #[arg(long)]
    pub minimal: bool,
    /// Also report the difficulty: the level, and the hardest technique needed
    #[arg(long)]
    pub rate: bool,
    /// Also print the canonical form, which all isomorphic puzzles share
    #[arg(long)]
    pub canonical: bool,
    /// For a puzzle that repeats an earlier one, report the line of the earlier one, and make the exit status
    /// 1. This needs up to 80 bytes of memory for every puzzle
    #[arg(long, value_name = "SAME", value_parser = choice(DUPLICATES))]
    pub duplicates: Option<Same>,
    /// Look for each puzzle in another file, and report the file and the line of an isomorph; the exit status is 1 if there
    /// is one. Give the option once for each file. This needs about 50 bytes of memory for every puzzle of these files
    #[arg(long, value_name = "FILE")]
    pub against: Vec<String>,
    /// A folder for the puzzles, the answers and one certificate for all: the verb `prove`.
    #[arg(skip)]
    pub proof: Option<Proof>,
    /// Worker threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub division: Shards,
    /// With --shards: the folder of the shards
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Format of the verdicts
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: CheckOutput,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

impl Check {
    /// Verdicts on the puzzles of a source, with nothing else asked.
    pub fn of(source: Source) -> Self {
        Self {
            source,
            rules: None,
            engine: Engine::Lanes(Instructions::Avx512),
            limits: Limits::default(),
            minimal: false,
            rate: false,
            canonical: false,
            duplicates: None,
            against: Vec::new(),
            proof: None,
            jobs: None,
            division: Shards::default(),
            out: None,
            output: CheckOutput::Plain,
            quiet: false,
        }
    }

    /// What `prove` asks of puzzles.
    pub fn proving(args: &Prove) -> Self {
        Self {
            proof: Some(args.proof()),
            output: match args.output {
                Output::Plain => CheckOutput::Plain,
                Output::Json => CheckOutput::Json,
            },
            quiet: args.problem.quiet,
            ..Self::of(Source::auto(&args.problem.input).in_format(args.format))
        }
    }
}

/// The ways in which a puzzle may repeat another.
const DUPLICATES: &[(&str, Same, &str)] = &[
    ("digits", Same::Digits, "The same digits in the same cells"),
    (
        "isomorphs",
        Same::Isomorphs,
        "The same after turning, mirroring, or exchanging rows, columns or digits",
    ),
];
