//! Times of puzzles one at a time: uniqueness by `lanes` of each puzzle of a file, and minimal puzzles from nothing.
//!
//! `single_times FILE ROUNDS` or `single_times minimal COUNT`. Prints microseconds for each puzzle, the least of all
//! rounds, and a checksum of the answers. With `AS_ENGINE` set, each puzzle is passed to the engine as `solve` and `run` do.

use std::env;
use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

use quadrille_cover::random::Stream;
use quadrille_sudoku::engine::lanes::{Cells, Lanes};
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;
use quadrille_sudoku::{Engine, Generator, Grid, Order, Puzzle, Recipe};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [what, number] = &args[..] else {
        return Err("expected FILE ROUNDS or minimal COUNT".into());
    };
    let number: u64 = number.parse()?;
    if what == "minimal" {
        let generator = Generator::new(Recipe { minimal: true, ..Recipe::new(Order::NINE) })?;
        let (start, mut clues) = (Instant::now(), 0);
        for puzzle in 0..number {
            let made = generator.attempt(&mut Stream::new(1, puzzle));
            clues += made.map_or(0, |made| made.puzzle.clues());
        }
        let each = start.elapsed().as_secs_f64() * 1e6 / number as f64;
        println!("{each:.2} us each; {clues} clues in all");
        return Ok(());
    }
    let reader = Reader::new(BufReader::new(File::open(what)?), InputFormat::Auto, None);
    let mut puzzles: Vec<Cells> = Vec::new();
    for found in reader {
        puzzles.push(found?.puzzle.givens().cells().try_into()?);
    }
    let as_engine = env::var_os("AS_ENGINE").is_some();
    let kept: Vec<Puzzle> = puzzles.iter().map(puzzle_of).collect();
    let mut lanes = Lanes::new();
    let (mut least, mut sum) = (f64::INFINITY, 0);
    for _ in 0..number {
        let start = Instant::now();
        sum = if as_engine {
            kept.iter().map(|puzzle| Engine::LANES.count(puzzle, 2).0).sum()
        } else {
            puzzles.iter().map(|puzzle| lanes.count(puzzle, 2)).sum()
        };
        least = least.min(start.elapsed().as_secs_f64() * 1e6 / puzzles.len() as f64);
    }
    println!("{least:.3} us each; {sum} solutions in all");
    Ok(())
}

fn puzzle_of(cells: &Cells) -> Puzzle {
    Puzzle::new(Grid::from_cells(cells.to_vec()).expect("81 digits"))
}
