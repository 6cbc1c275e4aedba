//! The arguments of `solve`.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, Error, ValueEnum};
use quadrille_sudoku::Engine;
use quadrille_sudoku::engine::lanes::Instructions;

use super::{Count, HowMany, Limits, Output, Source, seconds};

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub source: Source,
    /// Rules of the grids, with `+` between them, such as 2x3, x+hyper or a file with regions; `quadrille help RULES` explains them
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
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

impl Solve {
    /// What `count` asks of puzzles.
    pub fn counting(args: &Count) -> Self {
        let picture = Picture { file: None, what: Drawn::Grid, force: false };
        Self {
            source: Source::auto(&args.problem.input).in_format(args.format),
            rules: None,
            engine: Chosen::Auto(Instructions::Avx512),
            engines: None,
            how_many: HowMany { all: false, count: true, limit: args.limit },
            limits: args.limits,
            time_limit: args.bounds.time_limit,
            stats: args.stats,
            trace: false,
            notation: Notation::Words,
            verbose: None,
            output: match args.output {
                Output::Plain => SolveOutput::Plain,
                Output::Json => SolveOutput::Json,
            },
            picture,
            keep_going: args.problem.keep_going,
            quiet: args.problem.quiet,
        }
    }
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
    /// What to draw: `grid`, the puzzle and its solution; `candidates`, these with the candidates of empty cells; `tree`, the search
    /// tree of the engine, or `tree:N`, its first N nodes [default: 2000]; `sheet`, all puzzles for printing, followed by their
    /// solutions, or `sheet:N` with N puzzles on each page, 1 to 30 [default: 6 up to 9 rows, 2 for 16 rows, otherwise 1]
    #[arg(long = "draw", value_name = "WHAT", default_value = "grid", requires = "file", value_parser = drawn)]
    pub what: Drawn,
    /// Overwrite existing files
    #[arg(long, requires = "file")]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The puzzle and its solution.
    Grid,
    /// The puzzle and its solution, with the candidates of empty cells.
    Candidates,
    /// The search tree of the engine.
    Tree { nodes: usize },
    /// All puzzles for printing, followed by their solutions.
    Sheet { per_page: Option<usize> },
}

fn drawn(text: &str) -> Result<Drawn, String> {
    let (what, number) = match text.split_once(':') {
        Some((what, number)) => (what, number.parse().ok()),
        None => (text, None),
    };
    let has_number = text.contains(':');
    match (what, number) {
        ("grid", None) if !has_number => Ok(Drawn::Grid),
        ("candidates", None) if !has_number => Ok(Drawn::Candidates),
        ("tree", None) if !has_number => Ok(Drawn::Tree { nodes: 2000 }),
        ("tree", Some(nodes)) => Ok(Drawn::Tree { nodes }),
        ("sheet", None) if !has_number => Ok(Drawn::Sheet { per_page: None }),
        ("sheet", Some(per_page @ 1..=30)) => Ok(Drawn::Sheet { per_page: Some(per_page) }),
        _ => {
            Err("expected grid, candidates, tree, tree:N, sheet, or sheet:N with N from 1 to 30"
                .into())
        }
    }
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
