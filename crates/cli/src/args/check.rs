//! What `check` is told.

use clap::{Args, ValueEnum};
use quadrille_sudoku::Engine;
use quadrille_sudoku::canonical::Same;

use super::{Limits, Source, jobs, sudoku_engine_names};

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub source: Source,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "lanes", value_parser = sudoku_engine_names())]
    pub engine: String,
    /// Confirm every verdict with a second engine, which must be of another kind
    #[arg(long, value_name = "ENGINE", value_parser = sudoku_engine_names())]
    pub cross: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
    /// Also say whether every clue is needed, and which are not
    #[arg(long)]
    pub minimal: bool,
    /// Also say how difficult it is: its level, and the hardest technique that it takes
    #[arg(long)]
    pub rate: bool,
    /// Also print the canonical form: one and the same for all isomorphic puzzles
    #[arg(long)]
    pub canonical: bool,
    /// Name the earlier line that a puzzle repeats, which is a negative answer. This is the one
    /// thing that takes memory for each puzzle, up to 80 bytes
    #[arg(long, value_name = "SAME")]
    pub duplicates: Option<Duplicates>,
    /// Workers; the cores there are, unless named
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// How verdicts are printed
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: CheckOutput,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}

impl Check {
    /// The engine that was named.
    pub fn engine(&self) -> Engine {
        engine(&self.engine)
    }

    /// The engine that was named to confirm it.
    pub fn cross(&self) -> Option<Engine> {
        self.cross.as_deref().map(engine)
    }
}

fn engine(name: &str) -> Engine {
    Engine::from_name(name).expect("clap lets only names of engines through")
}

/// When a puzzle repeats another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Duplicates {
    /// The same digits stand in the same cells
    Digits,
    /// Or they do after turning, mirroring, exchanging rows, columns or digits
    Isomorphs,
}

impl From<Duplicates> for Same {
    fn from(duplicates: Duplicates) -> Self {
        match duplicates {
            Duplicates::Digits => Self::Digits,
            Duplicates::Isomorphs => Self::Isomorphs,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckOutput {
    /// A line of text a puzzle
    Plain,
    /// One JSON object a puzzle
    Json,
    /// A header, and a row a puzzle
    Csv,
}
