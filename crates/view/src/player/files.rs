//! Puzzles read from files, and boards as the text of a file. The caller opens and writes the files.
//!
//! A file contains a line with the givens and then, if other digits were entered, a line with the current grid. Every
//! other reader takes such a file for two puzzles. [`read`] recognises the second as the first with digits entered.
//! Pencil marks are comments, which other readers skip, such as `# pencil marks r1c2 3,7; r1c5 1,2`.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use quadrille_sudoku::format::read::{ReadError, Reader};
use quadrille_sudoku::format::{InputFormat, write};
use quadrille_sudoku::rules::Rules;
use quadrille_sudoku::rules::read::{self as ruled, Asked, MARK};
use quadrille_sudoku::{Grid, Order, Puzzle};
use thiserror::Error;

use super::board::{Board, Origin};
use super::houses::order_of;

/// Number of rows of the largest grid that can be played.
pub const LARGEST: usize = 25;

/// Beginning of a comment with pencil marks.
const MARKS: &str = "# pencil marks ";

/// Bytes of a file in which pencil marks are looked for: more than a 25x25 grid takes in which every cell has all
/// marks.
const MOST: usize = 1 << 20;

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
    /// A comment with pencil marks has a part that names no cell and digits of the grid.
    #[error(
        "{line}:1: found the pencil marks `{}`; expected a cell and its digits, such as r1c2 3,7",
        .found.escape_debug()
    )]
    Marks {
        /// The line, from 1.
        line: usize,
        /// The part that is wrong.
        found: String,
    },
    /// The file contains no puzzle.
    #[error("found no puzzle; expected one")]
    Empty,
    /// The puzzle restricts candidates, which the player could not keep to.
    #[error(
        "found a puzzle with restricted candidates; expected givens only; use `quadrille solve` for this puzzle"
    )]
    Restricted,
    /// The text says rules, which a caller may not know.
    #[error(
        "found rules of a grid; expected an ordinary Sudoku; use `quadrille play` in a terminal, or `quadrille solve --rules file`"
    )]
    Ruled,
    /// The player cannot show grids under the rules.
    #[error("{0}")]
    Rules(String),
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

/// Reads the first puzzle, and the second if it is the first with digits entered; then also the pencil marks.
///
/// # Errors
/// If there is no puzzle, if the text cannot be read, or if the grid is too large for the player.
pub fn read(
    input: impl Read,
    format: InputFormat,
    size: Option<Order>,
) -> Result<Loaded, LoadError> {
    let mut input = BufReader::new(input);
    if says_rules(input.fill_buf()?) {
        return Err(LoadError::Ruled);
    }
    // The reader of puzzles skips comments, so the beginning is kept.
    let mut beginning = Vec::new();
    input.by_ref().take(MOST as u64).read_to_end(&mut beginning)?;
    let mut loaded = read_digits(Reader::new((&*beginning).chain(input), format, size))?;
    if !loaded.more {
        read_marks(&mut loaded.board, &String::from_utf8_lossy(&beginning))?;
    }
    Ok(loaded)
}

/// Reads the first puzzle under rules, and the second if it is the first with digits entered; then also the pencil marks. Without rules asked for, they
/// are those that the text says before its puzzles, or those of the ordinary Sudoku.
///
/// # Errors
/// As [`read`]; or the player cannot show grids under the rules.
pub fn read_under(
    mut input: impl BufRead,
    asked: Option<Asked>,
    format: InputFormat,
    size: Option<Order>,
) -> Result<Loaded, LoadError> {
    let asked = match asked {
        Some(asked) => asked,
        None if says_rules(input.fill_buf()?) => Asked::OfSource,
        None => return read(input, format, size),
    };
    let mut text = Vec::new();
    input.take(MOST as u64).read_to_end(&mut text)?;
    let mut puzzles = ruled::Reader::new(&*text, asked);
    let first = puzzles.next().ok_or(LoadError::Empty)??;
    order_of(&first.rules).map_err(LoadError::Rules)?;
    let grid = |cells: Vec<u8>| Grid::from_cells(cells).expect("the reader knows the digits");
    let puzzle = Puzzle::new(grid(first.givens));
    let second =
        puzzles.next().transpose().ok().flatten().map(|second| Puzzle::new(grid(second.givens)));
    let typed = second.as_ref().filter(|typed| extends(&puzzle, typed));
    let more = second.is_some() && (typed.is_none() || puzzles.next().is_some());
    let board = Board::resumed(&puzzle, typed.unwrap_or(&puzzle).givens());
    let mut loaded = Loaded { board: board.under(Some(first.rules)), more };
    if !more {
        read_marks(&mut loaded.board, &String::from_utf8_lossy(&text))?;
    }
    Ok(loaded)
}

/// Whether a line of the beginning of a text says rules.
fn says_rules(beginning: &[u8]) -> bool {
    beginning.split(|&byte| byte == b'\n').any(|line| line.starts_with(MARK.as_bytes()))
}

fn read_digits<R: BufRead>(mut reader: Reader<R>) -> Result<Loaded, LoadError> {
    let puzzle = reader.next().ok_or(LoadError::Empty)??.puzzle;
    if puzzle.order().side() > LARGEST {
        return Err(LoadError::TooLarge(puzzle.order().side()));
    }
    if puzzle.candidates().is_some() {
        return Err(LoadError::Restricted);
    }
    let typed = match reader.next() {
        None => return Ok(Loaded { board: Board::new(&puzzle), more: false }),
        Some(Ok(second))
            if extends(&puzzle, &second.puzzle) && second.puzzle.candidates().is_none() =>
        {
            Some(second.puzzle)
        }
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

/// Sets the pencil marks that the comments of a text hold.
fn read_marks(board: &mut Board, text: &str) -> Result<(), LoadError> {
    for (number, line) in (1..).zip(text.lines()) {
        let marks = line.strip_prefix(MARKS).into_iter().flat_map(|marks| marks.split(';'));
        for entry in marks.map(str::trim) {
            let Some((cell, digits)) = marks_of(board.order(), entry) else {
                let found = entry.chars().take(40).collect();
                return Err(LoadError::Marks { line: number, found });
            };
            board.clear_marks(cell);
            for digit in digits {
                board.toggle_mark(cell, digit);
            }
        }
    }
    Ok(())
}

/// A cell and its marks, from a text such as `r1c2 3,7`.
fn marks_of(order: Order, entry: &str) -> Option<(usize, Vec<u8>)> {
    let within = |text: &str| text.parse().ok().filter(|n| (1..=order.side()).contains(n));
    let (cell, digits) = entry.split_once(' ')?;
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let cell = (within(row)? - 1) * order.side() + within(column)? - 1;
    let digits = digits.split(',').map(|digit| Some(within(digit.trim())? as u8));
    let mut digits = digits.collect::<Option<Vec<u8>>>()?;
    digits.sort_unstable();
    digits.dedup();
    Some((cell, digits))
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
    if let Some(rules) = board.rules() {
        text += &format!("{MARK} {}\n", rules.name());
    }
    let line = |grid: &Grid| match board.rules() {
        Some(rules) => rules.line(grid.cells()),
        None => write::line(grid),
    };
    if givens > 0 || all == 0 {
        text += &line(board.givens().givens());
        text.push('\n');
    }
    if all > givens {
        if givens > 0 {
            text += "# current grid\n";
        }
        text += &line(board.grid());
        text.push('\n');
    }
    text + &text_of_marks(board)
}

/// The pencil marks as comments, one for each row of the grid that has some.
fn text_of_marks(board: &Board) -> String {
    let order = board.order();
    let marked: Vec<(usize, Vec<u8>)> = board.marked().collect();
    let rows = marked.chunk_by(|(one, _), (other, _)| order.row(*one) == order.row(*other));
    let entry = |(cell, digits): &(usize, Vec<u8>)| {
        let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
        format!("r{}c{} {}", order.row(*cell) + 1, order.column(*cell) + 1, digits.join(","))
    };
    let line = |row: &[(usize, Vec<u8>)]| {
        format!("{MARKS}{}\n", row.iter().map(entry).collect::<Vec<_>>().join("; "))
    };
    rows.map(line).collect()
}

/// The empty board of a size.
pub fn empty(order: Order) -> Board {
    Board::new(&Puzzle::new(Grid::empty(order)))
}

/// The empty board of rules.
///
/// # Errors
/// The player cannot show grids under the rules.
pub fn empty_under(rules: Rules) -> Result<Board, LoadError> {
    let order = order_of(&rules).map_err(LoadError::Rules)?;
    Ok(empty(order).under(Some(Arc::new(rules))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Loaded, LoadError> {
        super::read(text.as_bytes(), InputFormat::Auto, None)
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
                assert_eq!(read(&text(&board)).unwrap(), Loaded { board, more: false });
            }
        }
    }

    #[test]
    fn pencil_marks_are_comments_to_others_and_come_back() {
        let mut board = board(4);
        for (cell, digits) in [(2, &[3, 16][..]), (4, &[1]), (255, &[2, 9, 10])] {
            for &digit in digits {
                board.toggle_mark(cell, digit);
            }
        }
        let saved = text(&board);
        let marks = "# pencil marks r1c3 3,16; r1c5 1\n# pencil marks r16c16 2,9,10\n";
        assert!(saved.ends_with(marks), "{saved}");
        assert_eq!(read(&saved).unwrap(), Loaded { board: board.clone(), more: false });
        let old = saved.replace(marks, "");
        board.clear_all_marks();
        assert_eq!(read(&old).unwrap(), Loaded { board, more: false }, "saved without marks");
        for (wrong, found) in
            [("r17c1 1", "r17c1 1"), ("r1c3", "r1c3"), ("r1c3 0; r1c1 1", "r1c3 0")]
        {
            let error = read(&format!("{old}# pencil marks {wrong}\n")).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("5:1: found the pencil marks `{found}`; ")),
                "{error}"
            );
        }
        let others = format!("{old}{}\n# pencil marks nonsense\n", "1".repeat(256));
        assert!(read(&others).unwrap().more, "not a saved game");
    }

    #[test]
    fn digits_typed_into_an_empty_grid_come_back_as_givens() {
        let mut typed = empty(Order::NINE);
        typed.set(80, 9);
        let loaded = read(&text(&typed)).unwrap();
        typed.turn(Origin::Typed, Origin::Given);
        assert_eq!(loaded, Loaded { board: typed, more: false });
    }

    #[test]
    fn the_first_of_several_puzzles_is_taken() {
        let loaded = read("1...............\n.1..............\n").unwrap();
        assert!(loaded.more && loaded.board.count(Origin::Given) == 1);
        let loaded = read("1...............\n1...........2...\n3...............\n").unwrap();
        assert!(loaded.more && loaded.board.count(Origin::Typed) == 1);
        assert!(read("1...............\n12345\n").unwrap().more);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_reason() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("# nothing\n"), "found no puzzle; expected one");
        assert!(error("12345\n").starts_with("1:1: found"), "{}", error("12345\n"));
        let large = ". ".repeat(36 * 36);
        assert!(error(&large).starts_with("found a 36x36 grid; expected 4x4 to 25x25"));
    }
}
