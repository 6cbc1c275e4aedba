//! Puzzles read from files, and boards as the text of a file. The caller opens and writes the files.
//!
//! A file contains a line with the givens and then, if other digits were entered, a line with the current grid. Every
//! other reader takes such a file for two puzzles. [`read`] recognises the second as the first with digits entered.

use std::io::{self, BufRead};

use quadrille_sudoku::format::read::{ReadError, Reader};
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid, Order, Puzzle};
use thiserror::Error;

use super::board::{Board, Origin};

/// Number of rows of the largest grid that can be played.
pub const LARGEST: usize = 25;

/// Access to files, provided by the caller.
#[derive(Clone, Copy, Debug)]
pub struct Files {
    /// Opens the file with the given name for reading.
    pub open: fn(&str) -> io::Result<Box<dyn BufRead>>,
    /// Writes a text to the file with a name, completely or not at all. An existing file is replaced only if the last
    /// argument is `true`.
    pub save: fn(&str, &str, bool) -> Result<(), SaveError>,
}

/// The result of loading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The puzzle with the digits entered.
    pub board: Board,
    /// Whether the file contains further puzzles, which are not loaded.
    pub more: bool,
}

/// Why a file was not loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The text is not a puzzle.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The file contains no puzzle.
    #[error("found no puzzle; expected one")]
    Empty,
    /// The grid is too large for the player.
    #[error(
        "found a {0}x{0} grid; expected 4x4 to {LARGEST}x{LARGEST}; use `quadrille solve` for larger grids"
    )]
    TooLarge(usize),
}

/// Why a board was not saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The file exists and may not be replaced.
    #[error("the file already exists")]
    Exists,
    /// The file could not be written. The text gives the reason and names the file.
    #[error("{0}")]
    Failed(String),
}

/// Reads the first puzzle, and the second if it is the first with digits entered.
///
/// # Errors
/// If there is no puzzle, if the text cannot be read, or if the grid is too large for the player.
pub fn read<R: BufRead>(mut reader: Reader<R>) -> Result<Loaded, LoadError> {
    let puzzle = reader.next().ok_or(LoadError::Empty)??.puzzle;
    if puzzle.order().side() > LARGEST {
        return Err(LoadError::TooLarge(puzzle.order().side()));
    }
    let typed = match reader.next() {
        None => return Ok(Loaded { board: Board::new(&puzzle), more: false }),
        Some(Ok(second)) if extends(&puzzle, &second.puzzle) => Some(second.puzzle),
        Some(_) => None,
    };
    Ok(match typed {
        Some(typed) => {
            let board = Board::resumed(&puzzle, typed.givens());
            Loaded { board, more: reader.next().is_some() }
        }
        None => Loaded { board: Board::new(&puzzle), more: true },
    })
}

/// Whether `grid` is `puzzle` with digits entered.
fn extends(puzzle: &Puzzle, grid: &Puzzle) -> bool {
    let pairs = || puzzle.givens().cells().iter().zip(grid.givens().cells());
    puzzle.order() == grid.order() && pairs().all(|(&given, &digit)| given == 0 || given == digit)
}

/// The text of a file that holds the board; [`read`] reads it again.
pub fn text(board: &Board) -> String {
    let givens = board.count(Origin::Given);
    let all = board.grid().filled();
    let side = board.order().side();
    let mut text = format!("# quadrille play, {side}x{side}\n");
    if givens > 0 || all == 0 {
        text += &write::line(board.givens().givens());
        text.push('\n');
    }
    if all > givens {
        if givens > 0 {
            text += "# current grid\n";
        }
        text += &write::line(board.grid());
        text.push('\n');
    }
    text
}

/// The empty board of a size.
pub fn empty(order: Order) -> Board {
    Board::new(&Puzzle::new(Grid::empty(order)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_sudoku::format::InputFormat;

    fn reader(text: &str) -> Reader<&[u8]> {
        Reader::new(text.as_bytes(), InputFormat::Auto, None)
    }

    /// A board of order n with two givens and a typed digit.
    fn board(n: usize) -> Board {
        let mut board = empty(Order::new(n).unwrap());
        board.set(0, 1);
        board.set(5, board.order().side() as u8);
        board.turn(Origin::Typed, Origin::Given);
        board.set(1, 2);
        board
    }

    #[test]
    fn what_is_saved_is_what_is_loaded_at_every_size() {
        for n in 2..=5 {
            for board in [board(n), empty(Order::new(n).unwrap())] {
                assert_eq!(read(reader(&text(&board))).unwrap(), Loaded { board, more: false });
            }
        }
    }

    #[test]
    fn digits_typed_into_an_empty_grid_come_back_as_givens() {
        let mut typed = empty(Order::NINE);
        typed.set(80, 9);
        let loaded = read(reader(&text(&typed))).unwrap();
        typed.turn(Origin::Typed, Origin::Given);
        assert_eq!(loaded, Loaded { board: typed, more: false });
    }

    #[test]
    fn the_first_of_several_puzzles_is_taken() {
        let loaded = read(reader("1...............\n.1..............\n")).unwrap();
        assert!(loaded.more && loaded.board.count(Origin::Given) == 1);
        let loaded =
            read(reader("1...............\n1...........2...\n3...............\n")).unwrap();
        assert!(loaded.more && loaded.board.count(Origin::Typed) == 1);
        assert!(read(reader("1...............\nnonsense\n")).unwrap().more);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_reason() {
        let error = |text: &str| read(reader(text)).unwrap_err().to_string();
        assert_eq!(error("# nothing\n"), "found no puzzle; expected one");
        assert!(error("12345\n").starts_with("1:1: found"), "{}", error("12345\n"));
        let large = ". ".repeat(36 * 36);
        assert!(error(&large).starts_with("found a 36x36 grid; expected 4x4 to 25x25"));
    }
}
