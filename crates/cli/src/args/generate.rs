//! What `generate` is told.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille_sudoku::generate::{Aim, Method, Recipe, Symmetry, Wanted};
use quadrille_sudoku::{Level, Order};

use super::{jobs, size};

/// Neighbours that the method hard looks at for each puzzle.
const STEPS: u64 = 200;

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
    /// From 1 (basic alone) to 5 (more than 3 forks): docs/GENERATING.md
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub difficulty: Option<Level>,
    /// How many clues, exactly; as few as can be unless said
    #[arg(long, value_name = "N")]
    pub clues: Option<usize>,
    /// Every clue must be needed
    #[arg(long)]
    pub minimal: bool,
    /// How the cells with clues lie
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub symmetry: SymmetryName,
    /// Clues in these cells and no others: a character a cell, . 0 _ or - for no clue
    #[arg(long, value_name = "PATTERN | FILE")]
    pub pattern: Option<String>,
    /// Start from a partly filled grid: its digits become clues
    #[arg(long, value_name = "PUZZLE | FILE")]
    pub from: Option<String>,
    /// How they are made
    #[arg(long, value_name = "NAME", default_value = "top-down")]
    pub method: MethodName,
    /// With the method hard: what counts as hard; forks unless named
    #[arg(long, value_name = "NAME")]
    pub aim: Option<AimName>,
    /// With the method hard: neighbours looked at for each puzzle; 200 unless said
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// How many solutions they are to have
    #[arg(long, value_name = "ANSWER", default_value = "unique")]
    pub answer: WantedAnswer,
    /// Give up on a puzzle after so many attempts
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub attempts: u64,
    /// Puzzles made side by side; the cores there are, unless named
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// How puzzles are printed
    #[arg(long, value_name = "NAME", default_value = "line")]
    pub output: GenerateOutput,
    /// Write to a file, with a manifest beside it from which it can be made again
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over files that exist
    #[arg(long)]
    pub force: bool,
    /// No messages but errors
    #[arg(long)]
    pub quiet: bool,
}

impl Generate {
    /// What to make, but for the pattern and the grid to start from, which lie in files.
    pub fn recipe(&self) -> Recipe {
        let aim = match self.aim {
            None | Some(AimName::Forks) => Aim::Forks,
            Some(AimName::Rating) => Aim::Rating,
        };
        let steps = self.steps.unwrap_or(STEPS);
        Recipe {
            method: match self.method {
                MethodName::TopDown => Method::TopDown,
                MethodName::BottomUp => Method::BottomUp,
                MethodName::Unbiased => Method::Unbiased,
                MethodName::Hard => Method::Hard { aim, steps },
            },
            answer: match self.answer {
                WantedAnswer::Unique => Wanted::Unique,
                WantedAnswer::Multiple => Wanted::Multiple,
                WantedAnswer::None => Wanted::None,
            },
            clues: self.clues,
            minimal: self.minimal,
            level: self.difficulty,
            symmetry: match self.symmetry {
                SymmetryName::None => Symmetry::None,
                SymmetryName::Rotational => Symmetry::Rotational,
                SymmetryName::Diagonal => Symmetry::Diagonal,
                SymmetryName::Mirror => Symmetry::Mirror,
                SymmetryName::Full => Symmetry::Full,
            },
            ..Recipe::new(self.size)
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SymmetryName {
    /// Anyhow
    None,
    /// The same after half a turn
    Rotational,
    /// The same when reflected in the main diagonal
    Diagonal,
    /// The same when left and right are exchanged
    Mirror,
    /// The same under every turn and reflection
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MethodName {
    /// Clues taken away from a full grid
    TopDown,
    /// Digits added until one solution is left
    BottomUp,
    /// Minimal puzzles, each as likely as every other with as many clues
    Unbiased,
    /// The hardest met on a walk from puzzle to puzzle
    Hard,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum AimName {
    /// Forks of `masks`
    Forks,
    /// The rating by the techniques of `human`
    Rating,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GenerateOutput {
    /// One puzzle a line
    Line,
    /// One row a line
    Plain,
    /// With rules and bars
    Decorated,
    /// One JSON object a puzzle
    Json,
}

fn generated_size(text: &str) -> Result<Order, String> {
    let order = size(text).ok().filter(|order| order.side() <= 25);
    order.ok_or_else(|| "expected 4, 9, 16 or 25".to_owned())
}

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| "expected a level from 1 to 5".to_owned())
}
