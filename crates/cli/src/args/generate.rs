//! The arguments of `generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quadrille_service::puzzle::generate::{
    Hardness, METHODS, SYMMETRIES, hardness, technique, usual_attempts,
};
use quadrille_sudoku::Order;
use quadrille_sudoku::engine::human::{Difficulty, Technique};
use quadrille_sudoku::generate::{Aim, Method, Symmetry, Wanted};

use super::{Shards, choice, jobs, small_size};

#[derive(Clone, Debug, Args)]
pub struct Generate {
    /// Number of rows of the grid: 4, 9, 16 or 25
    #[arg(long, value_name = "ROWS", default_value = "9", value_parser = small_size)]
    pub size: Order,
    /// Rules of the grids, with `+` between them, such as 2x3, x+hyper or a file with regions; `quadrille help RULES` explains them
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Generate N puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: usize,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Difficulty for a human player: easy, medium, hard, very-hard or extreme; or for a search, from 1 (basic techniques suffice)
    /// to 5 (more than 3 forks); see docs/GENERATING.md [default: any]
    #[arg(long, value_name = "NAME | LEVEL", value_parser = hardness)]
    pub difficulty: Option<Hardness>,
    /// Rating for a human player, which is the difficulty of the hardest technique needed: a range such as
    /// 3.0..4.2, or one number; see docs/TECHNIQUES.md [default: any]
    #[arg(long, value_name = "LOW..HIGH", value_parser = rating)]
    pub rating: Option<RangeInclusive<Difficulty>>,
    /// A technique that a human player needs, such as x-wing or hidden-pair; see docs/TECHNIQUES.md [default: any]
    #[arg(long, value_name = "NAME", value_parser = technique)]
    pub technique: Option<Technique>,
    /// Exact number of clues [default: as few as the method finds]
    #[arg(long, value_name = "N")]
    pub clues: Option<usize>,
    /// Generate only minimal puzzles, in which no clue can be left out
    #[arg(long)]
    pub minimal: bool,
    /// Symmetry of the cells with clues
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = choice(SYMMETRIES))]
    pub symmetry: Symmetry,
    /// Put clues exactly into the cells that a pattern marks. It has one character per cell, of which . 0 _
    /// and - mean no clue
    #[arg(long, value_name = "PATTERN | FILE")]
    pub pattern: Option<String>,
    /// Start from a partly filled grid, whose digits become clues
    #[arg(long, value_name = "PUZZLE | FILE")]
    pub from: Option<String>,
    /// Method of generation
    #[arg(long, value_name = "NAME", default_value = "top-down", value_parser = choice(METHODS))]
    pub method: Method,
    /// For `--method hard`: the measure of difficulty [default: forks]
    #[arg(long, value_name = "NAME", value_parser = choice(AIMS))]
    pub aim: Option<Aim>,
    /// For `--method hard`: make N small changes in search of each puzzle [default: 200]
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Number of solutions of the puzzles
    #[arg(long, value_name = "ANSWER", default_value = "unique", value_parser = choice(ANSWERS))]
    pub answer: Wanted,
    /// Give up on a puzzle after N attempts [default: 10000; of 16x16 100, of 25x25 30]
    #[arg(long, value_name = "N")]
    pub attempts: Option<u64>,
    /// Worker threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Format of the puzzles
    #[arg(long, value_name = "NAME", default_value = "line")]
    pub output: GenerateOutput,
    /// In a table, also the path of the human solution: each step of the techniques
    #[arg(long)]
    pub path: bool,
    /// Write the puzzles to this file, and beside it a manifest from which the same file can be generated
    /// again [default: standard output]. With --shards, the folder of the shards
    #[arg(long, value_name = "FILE | DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub division: Shards,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

const AIMS: &[(&str, Aim, &str)] = &[
    ("forks", Aim::Forks, "Forks of the engine `masks`"),
    ("rating", Aim::Rating, "The rating by the techniques of the engine `human`"),
];

const ANSWERS: &[(&str, Wanted, &str)] = &[
    ("unique", Wanted::Unique, "One"),
    ("multiple", Wanted::Multiple, "Several: a unique puzzle without one of its clues"),
    ("none", Wanted::None, "None: a unique puzzle with a digit that its solution does not have"),
];

impl Generate {
    /// The attempts after which a puzzle is given up.
    pub fn attempts(&self) -> u64 {
        self.attempts.unwrap_or_else(|| usual_attempts(self.size))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GenerateOutput {
    /// One puzzle per line
    Line,
    /// One row of the grid per line
    Plain,
    /// A grid with lines between the blocks
    Decorated,
    /// A JSON object for each puzzle
    Json,
    /// With --rules: a link of f-puzzles for each puzzle, which SudokuPad opens, too
    Link,
    /// A table in CSV: each puzzle with its solution, clues, level, rating, techniques and canonical form
    Csv,
    /// The same table as JSON, an object a line
    Jsonl,
    /// The same table as Parquet
    Parquet,
}

fn rating(text: &str) -> Result<RangeInclusive<Difficulty>, String> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let range = difficulty(low).zip(difficulty(high)).filter(|(low, high)| low <= high);
    let range = range.map(|(low, high)| low..=high);
    range.ok_or_else(|| "expected LOW..HIGH, two difficulties such as 3.0..4.2".to_owned())
}

/// A difficulty with at most one decimal, such as `4.2` or `4`.
fn difficulty(text: &str) -> Option<Difficulty> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let tenth: u8 = tenth.parse().ok().filter(|&tenth| tenth < 10)?;
    let tenths = whole.parse::<u8>().ok()?.checked_mul(10)?.checked_add(tenth)?;
    Some(Difficulty { tenths })
}
