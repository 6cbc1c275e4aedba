//! The arguments of `solve`.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, RangedU64ValueParser, TypedValueParser};
use clap::{Arg, Args, Command, Error, ValueEnum};
use quadrille_sudoku::Engine;
use quadrille_sudoku::engine::lanes::Instructions;

use super::{HowMany, Limits, ProofOptions, Source, seconds};

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub source: Source,
    /// The engine that solves. `auto` is `lanes` for 9x9 grids and `large` for larger ones; but `masks` for
    /// 4x4 grids, with `--output decorated`, and where steps are shown (`--trace`, `--verbose`, `--draw tree`)
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = ChosenParser)]
    pub engine: Chosen,
    /// Solve with an engine that is another program, declared in this TOML file (docs/PROTOCOL.md); if the
    /// file declares several, `--engine` names one
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,
    #[command(flatten)]
    pub how_many: HowMany,
    #[command(flatten)]
    pub limits: Limits,
    /// Write a new folder DIR that proves, for each puzzle, whether it has no solution, one or several (docs/PROOFS.md). All grids
    /// must have one size, of 25 rows at most
    #[arg(long, value_name = "DIR", conflicts_with_all = ["max_tests", "max_nodes", "time_limit", "engines"])]
    pub proof: Option<PathBuf>,
    #[command(flatten)]
    pub proof_options: ProofOptions,
    /// Stop the search of a puzzle after this number of seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Also print the counts of the search: tests, forks, nodes (docs/COUNTERS.md)
    #[arg(long)]
    pub stats: bool,
    /// Print each step of the search with its reason; with `--output json`, as one JSON object per step
    #[arg(long, conflicts_with_all = ["count", "engines"])]
    pub trace: bool,
    /// Names of cells and units in the steps of `--trace` and `--verbose`
    #[arg(long, value_name = "NAME", default_value = "words")]
    pub notation: Notation,
    /// Report on standard error the end of each search (level 1), also choices (2), also deductions (3), also
    /// grids (4)
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub verbose: Option<u8>,
    /// Format of the solutions
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: SolveOutput,
    #[command(flatten)]
    pub picture: Picture,
    /// Skip puzzles that cannot be read, and solve the rest
    #[arg(long)]
    pub keep_going: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

/// The engine that `--engine` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The engine follows from the puzzle and the other options; `lanes` may use these instructions.
    Auto(Instructions),
    /// An engine of this program.
    Ours(Engine),
    /// Any other name, which must be that of an engine in the file of `--engines`.
    Program(String),
}

impl Chosen {
    /// The same engine. If it uses vector instructions, it uses none better than these.
    #[must_use]
    pub fn at_most(self, most: Instructions) -> Self {
        match self {
            Self::Auto(instructions) => Self::Auto(instructions.min(most)),
            Self::Ours(engine) => Self::Ours(engine.at_most(most)),
            other @ Self::Program(_) => other,
        }
    }
}

/// Reads a [`Chosen`]. Help and completions show `auto` and the engines of this program; every other name is accepted,
/// because a file of `--engines` may declare it.
#[derive(Clone)]
struct ChosenParser;

impl TypedValueParser for ChosenParser {
    type Value = Chosen;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Chosen, Error> {
        let name = value.to_string_lossy();
        Ok(match Engine::from_name(&name) {
            Some(engine) => Chosen::Ours(engine),
            None if name == AUTO => Chosen::Auto(Instructions::Avx512),
            None => Chosen::Program(name.into_owned()),
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = std::iter::once(AUTO).chain(Engine::ALL.map(Engine::name));
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// The name of the choice by the size of the puzzle.
pub const AUTO: &str = "auto";

#[derive(Debug, Args)]
pub struct Picture {
    /// Draw into this SVG file, or for several puzzles into FILE-1.svg, FILE-2.svg and so on; for a sheet,
    /// into this HTML file. With `-`, print the picture to standard output instead of the solution
    #[arg(long = "picture", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What to draw
    #[arg(long = "draw", value_name = "WHAT", default_value = "grid", requires = "file")]
    pub what: Drawn,
    /// Draw only the first N nodes of a tree
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "file")]
    pub tree_nodes: usize,
    /// Put N puzzles on each page of a sheet, 1 to 30 [default: 6 up to 9 rows, 2 for 16 rows, otherwise 1]
    #[arg(long, value_name = "N", requires = "file", value_parser = RangedU64ValueParser::<usize>::new().range(1..=30))]
    pub per_page: Option<usize>,
    /// Overwrite existing files
    #[arg(long, requires = "file")]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawn {
    /// The puzzle and its solution
    Grid,
    /// The puzzle and its solution, with the candidates of empty cells
    Candidates,
    /// The search tree of the engine
    Tree,
    /// All puzzles for printing, followed by their solutions
    Sheet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Notation {
    /// `row 1 column 9`, `region 3`
    Words,
    /// `r1c9`, `b3`
    R1c1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveOutput {
    /// One row of the grid per line
    Plain,
    /// One grid per line
    Line,
    /// A grid with lines between the blocks, then tests and forks
    Decorated,
    /// The grid with the candidates of open cells
    Candidates,
    /// A JSON object for each puzzle
    Json,
}
