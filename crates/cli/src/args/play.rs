//! The arguments of `play`.

use clap::Args;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Engine, Order};

use super::{input_format, small_size, sudoku_engine};

#[derive(Debug, Args)]
pub struct Play {
    /// A puzzle, or a file whose first puzzle is taken [default: the empty grid]
    #[arg(value_name = "PUZZLE | FILE")]
    pub input: Option<String>,
    /// Format of the puzzle: auto, line, grid, numbers, letters, triples, pencilmarks or stream
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = input_format)]
    pub format: InputFormat,
    /// Number of rows of the grid: 4, 9, 16 or 25 [default: that of the puzzle, or else 9]
    #[arg(long, value_name = "ROWS", value_parser = small_size)]
    pub size: Option<Order>,
    /// Rules of the grid, with `+` between them, such as x+hyper or a file with regions; `quadrille help RULES` explains them
    #[arg(long, value_name = "RULES", conflicts_with = "format")]
    pub rules: Option<String>,
    /// The engine that solves, and whose search can be stepped through
    #[arg(long, value_name = "NAME", default_value = "masks", value_parser = sudoku_engine())]
    pub engine: Engine,
    /// Seed of the puzzles that are generated [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}
