//! What `solve` is told.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille_sudoku::Engine;

use super::{HowMany, Limits, Source, sudoku_engine_names};

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
    #[command(flatten)]
    pub picture: Picture,
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

/// Pictures.
#[derive(Debug, Args)]
pub struct Picture {
    /// Draw into an SVG file, or FILE-1.svg and so on if there are several puzzles; an HTML file
    /// for a sheet; `-` for stdout in place of all else
    #[arg(long = "picture", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What is drawn
    #[arg(long = "draw", value_name = "WHAT", default_value = "grid", requires = "file")]
    pub what: Drawn,
    /// Nodes of a tree that are drawn; the first so many
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "file")]
    pub tree_nodes: usize,
    /// Puzzles on a page of a sheet; as many as a pencil has room for, if left out
    #[arg(long, value_name = "N", requires = "file", value_parser = per_page)]
    pub per_page: Option<usize>,
    /// Draw over files that exist
    #[arg(long, requires = "file")]
    pub force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Drawn {
    /// The puzzle and its solution
    Grid,
    /// The same with the candidates of empty cells
    Candidates,
    /// The tree the engine searches
    Tree,
    /// All puzzles, to be printed, then their solutions
    Sheet,
}

fn per_page(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=30).contains(number));
    number.ok_or_else(|| "expected a number from 1 to 30".to_owned())
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
