//! Puzzles from files and into files.
//!
//! A file has the givens, and after them, if anything was typed, the grid as it stood: two
//! puzzles to any other reader, and one with its digits to this one.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{ReadError, Reader};
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Order, Puzzle};
use thiserror::Error;

use super::board::{Board, Origin};

/// Rows of the largest grid that is played.
pub const LARGEST: usize = 25;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The puzzle, and what was typed into it.
    pub board: Board,
    /// There are other puzzles behind it.
    pub more: bool,
}

/// Why nothing was loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// What it holds is no puzzle.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// It holds nothing.
    #[error("found no puzzle; expected one")]
    Empty,
    /// It is too large to be played.
    #[error(
        "found a {0}x{0} grid; expected 4x4 to {LARGEST}x{LARGEST}: `quadrille solve` takes larger ones"
    )]
    TooLarge(usize),
}

/// Why nothing was saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// There is a file of that name, and nobody said that it may be replaced.
    #[error("there is such a file already")]
    Exists,
    /// It is a folder or a device.
    #[error("found a folder or a device; expected a file")]
    NoFile,
    /// It cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Reads the first puzzle, and the second if it is the first with digits typed into it.
///
/// # Errors
/// What cannot be read, and what is too large to be played.
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

/// Whether a grid is a puzzle with digits typed into it.
fn extends(puzzle: &Puzzle, grid: &Puzzle) -> bool {
    let pairs = || puzzle.givens().cells().iter().zip(grid.givens().cells());
    puzzle.order() == grid.order() && pairs().all(|(&given, &digit)| given == 0 || given == digit)
}

/// Loads a file.
pub fn load(name: &str) -> Result<Loaded, LoadError> {
    let file = BufReader::new(File::open(name)?);
    read(Reader::new(file, InputFormat::Auto, None))
}

/// Saves a board, so that there is never half of it: to another name first, then renamed.
pub fn save(name: &str, board: &Board, replace: bool) -> Result<(), SaveError> {
    let path = Path::new(name);
    let path = match path.canonicalize() {
        Ok(target) if !target.is_file() => return Err(SaveError::NoFile),
        Ok(_) if !replace => return Err(SaveError::Exists),
        // Through a link, its target is what is replaced.
        Ok(target) => target,
        Err(_) => path.to_owned(),
    };
    let mut part = path.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    // Never over somebody's file of that name.
    let mut file = File::options().write(true).create_new(true).open(&part)?;
    let written = file
        .write_all(text(board).as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&part, &path));
    if written.is_err() {
        // The error of the write is the one to tell.
        let _ = fs::remove_file(&part);
    }
    Ok(written?)
}

fn text(board: &Board) -> String {
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
            text += "# as it stands\n";
        }
        text += &write::line(board.grid());
        text.push('\n');
    }
    text
}

/// The empty board of a size.
pub fn empty(order: Order) -> Board {
    Board::new(&Puzzle::new(quadrille_sudoku::Grid::empty(order)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(text: &str) -> Reader<&[u8]> {
        Reader::new(text.as_bytes(), InputFormat::Auto, None)
    }

    /// A board of that order with two givens, a typed digit and a found one.
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
        let folder = tempfile::tempdir().unwrap();
        for n in 2..=5 {
            let path = folder.path().join(format!("{n}.txt"));
            let name = path.to_str().unwrap();
            for board in [board(n), empty(Order::new(n).unwrap())] {
                save(name, &board, true).unwrap();
                assert_eq!(load(name).unwrap(), Loaded { board, more: false });
            }
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "nothing else is left");
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
    fn no_file_is_replaced_unless_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        let name = path.to_str().unwrap();
        fs::write(&path, "precious").unwrap();
        assert!(matches!(save(name, &board(3), false), Err(SaveError::Exists)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        let folders = save(folder.path().to_str().unwrap(), &board(3), true);
        assert!(matches!(folders, Err(SaveError::NoFile)));
        fs::write(folder.path().join("mine.txt.part"), "precious too").unwrap();
        assert!(matches!(save(name, &board(3), true), Err(SaveError::Io(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_reason() {
        let error = |text: &str| read(reader(text)).unwrap_err().to_string();
        assert_eq!(error("# nothing\n"), "found no puzzle; expected one");
        assert!(error("12345\n").starts_with("1:1: found"), "{}", error("12345\n"));
        let large = ". ".repeat(36 * 36);
        assert!(error(&large).starts_with("found a 36x36 grid; expected 4x4 to 25x25"));
        assert!(matches!(load("/nowhere/at/all"), Err(LoadError::Io(_))));
    }
}
