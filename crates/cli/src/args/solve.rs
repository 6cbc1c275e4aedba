//! The arguments of `solve`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use quadrille_sudoku::Engine;

use super::{HowMany, Limits, Source, sudoku_engine};

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub source: Source,
    /// The engine that solves
    #[arg(long, value_name = "NAME", default_value = "masks", value_parser = sudoku_engine())]
    pub engine: Engine,
    #[command(flatten)]
    pub how_many: HowMany,
    #[command(flatten)]
    pub limits: Limits,
    /// Also print the counts of the search: tests, forks, nodes (docs/COUNTERS.md)
    #[arg(long)]
    pub stats: bool,
    /// Print each step of the search with its reason
    #[arg(long, conflicts_with_all = ["count", "output"])]
    pub trace: bool,
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
