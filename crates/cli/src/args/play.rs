//! What `play` is told.

use clap::Args;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Engine, Order};
use quadrille_view::player::LARGEST;

use super::{input_format, size, sudoku_engine_names};

#[derive(Debug, Args)]
pub struct Play {
    /// A puzzle, or a file whose first puzzle is taken; without one, the empty grid
    #[arg(value_name = "PUZZLE | FILE")]
    pub input: Option<String>,
    /// How the puzzle is written: auto, line, grid, numbers, letters, triples or stream
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = input_format)]
    pub format: InputFormat,
    /// Rows of the grid: 4, 9, 16 or 25; 9, or what the puzzle has
    #[arg(long, value_name = "ROWS", value_parser = played_size)]
    pub size: Option<Order>,
    /// The engine that solves and is stepped through
    #[arg(long, value_name = "NAME", default_value = "masks", value_parser = sudoku_engine_names())]
    pub engine: String,
    /// Draws the puzzles that are generated; another each time, unless named
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl Play {
    /// The engine that was named.
    pub fn engine(&self) -> Engine {
        Engine::from_name(&self.engine).expect("clap lets only names of engines through")
    }
}

fn played_size(text: &str) -> Result<Order, String> {
    let order = size(text).ok().filter(|order| order.side() <= LARGEST);
    order.ok_or_else(|| "expected 4, 9, 16 or 25".to_owned())
}
