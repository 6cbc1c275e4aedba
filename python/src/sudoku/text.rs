//! Puzzles as text, by the reader of the crate `quadrille-sudoku`.

use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::format::read::read_field;
use quadrille_sudoku::{Grid, Puzzle};

/// Reads a puzzle of any size, in any format.
pub fn puzzle(text: &str) -> Result<Puzzle, String> {
    if let Some(cells) = plain(text.as_bytes()) {
        return Ok(puzzle_of(&cells));
    }
    read_field(text, None).map_err(|error| error.to_string())
}

/// Reads a puzzle of any size from bytes.
pub fn of_bytes(bytes: &[u8]) -> Result<Puzzle, String> {
    puzzle(str::from_utf8(bytes).map_err(|error| format!("{error}; expected UTF-8"))?)
}

/// The common line of 81 characters, read without the reader's detection of formats, which takes 40 times as long.
pub fn plain(text: &[u8]) -> Option<Cells> {
    let text: &Cells = text.try_into().ok()?;
    let mut cells = [0; 81];
    for (cell, &character) in cells.iter_mut().zip(text) {
        *cell = match character {
            b'.' => 0,
            b'0'..=b'9' => character - b'0',
            _ => return None,
        };
    }
    Some(cells)
}

/// A puzzle of its cells, whose digits are known to be in range.
pub fn puzzle_of(cells: &Cells) -> Puzzle {
    Puzzle::new(Grid::from_cells(cells.to_vec()).expect("81 digits from 0 to 9"))
}

/// The cells of a 9x9 puzzle.
pub fn nine(puzzle: &Puzzle) -> Cells {
    puzzle.givens().cells().try_into().expect("a 9x9 puzzle")
}
