//! Reads the puzzles of a source, one after another, in every input format.
//!
//! | module | contents |
//! |---|---|
//! | `characters` | what a character may be |
//! | `layout` | what a line may look like: cells, empty cells, bars, frames, headings |
//! | `around` | text around a puzzle, and several puzzles in a line |
//! | `lines` | lines of bounded length, without their comments |
//! | `split` | splits a line into cells |
//! | `rows` | the lines that hold cells, with look-ahead |
//! | `detect` | finds the format and the size of a puzzle from its first line |
//! | `recovery` | skips the rest of a puzzle after an error in it |
//! | `alphabet` | the digit that the text of a cell stands for |
//! | `triples`, `stream` | the two formats that do not have one row on each line |
//! | `library` | lines of a library of `HoDoKu` |
//! | `lists` | lists of cells in brackets, as JSON, Python and `NumPy` write them |
//! | `pencilmarks` | reads grids of candidates on one line |
//! | `run` | runs of 9x9 puzzles, one on each line, that are handed out without being parsed |
//!
//! A source may hold any number of puzzles and is read in constant memory. A line may have up to
//! 1 MiB and ends with `\n`, `\r\n` or `\r`. A `#` begins a comment. A blank line ends a puzzle of
//! several lines; the next puzzle may also follow without one. Lines that only draw a frame around a
//! grid are skipped, and so are lines of statistics like `Tests 211` after a grid.

mod alphabet;
mod around;
mod characters;
mod detect;
mod error;
mod layout;
mod library;
mod lines;
mod lists;
mod pencilmarks;
mod recovery;
mod rows;
mod run;
mod split;
mod stream;
#[cfg(test)]
pub(super) mod testing;
mod triples;
mod zeros;

use std::io::BufRead;
use std::str::FromStr;

pub use error::{ReadError, other_size};
pub use lists::read_field;
pub use run::Run;

use self::alphabet::Symbols;
use self::detect::{Shape, Writing};
pub(crate) use self::error::excerpt;
use self::error::{no_digit, wrong_length};
pub(crate) use self::layout::{begins_puzzle, is_frame, unify, without_boxes, without_brackets};
pub(crate) use self::lines::Lines;
use self::rows::{Item, Row, Rows};
pub(crate) use self::split::{Parts, split_barred, split_fields};
use self::zeros::Zeros;
use super::InputFormat;
use crate::grid::{Candidates, Grid, Order, Puzzle};

/// A puzzle, and its line in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The first line of the puzzle in the source, from 1.
    pub line: usize,
    /// What the source calls the puzzle; this reader knows no names, but readers of tables do.
    pub name: Option<String>,
}

impl Found {
    /// A puzzle without a name.
    pub fn new(puzzle: Puzzle, line: usize) -> Self {
        Self { puzzle, line, name: None }
    }
}

/// Iterates over the puzzles of a source, and yields each one as soon as it is read.
///
/// After an error the reader continues with the next puzzle. It skips the rest of the grid or of the
/// list of triples in which the error is, so that one bad puzzle is one error. Only a source that
/// fails and an error in the format [`Stream`](InputFormat::Stream) end the iteration.
///
/// ```
/// use quadrille_sudoku::format::{InputFormat, read::Reader};
///
/// let text = "1..43..2.1..4..1 # on one line\n\n12..\n..12\n21..\n..21\n";
/// let puzzles = Reader::new(text.as_bytes(), InputFormat::Auto, None);
/// let lines: Vec<_> = puzzles.map(|found| Ok(found?.line)).collect::<Result<_, _>>()?;
/// assert_eq!(lines, [1, 3]);
/// # Ok::<(), quadrille_sudoku::format::read::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    rows: Rows<R>,
    /// The size of the last puzzle. A line of a length that fits no size is reported as a line of
    /// this size.
    last: Option<Order>,
    /// The last line that a look-ahead has found to be a puzzle of its own, as are those before it.
    singles_until: usize,
    rest: Option<Rest>,
    /// Whether the format is `Stream` and its one puzzle was read.
    finished: bool,
}

/// The rest of a puzzle that has an error. It is skipped when the next puzzle is asked for, so that
/// the error is returned at once even if the source blocks.
#[derive(Debug)]
enum Rest {
    /// The lines below an unusable line that belong to the same puzzle, if any do.
    Below,
    /// At most this number of rows of a grid.
    Rows(Order, usize),
    /// The lines up to the end of a list of triples.
    List,
}

impl<R: BufRead> Reader<R> {
    /// Reads puzzles of one format, and of one size unless `size` is `None`. Triples and streams are
    /// 9x9 unless `size` says otherwise.
    pub fn new(input: R, format: InputFormat, size: Option<Order>) -> Self {
        let rows = Rows::new(input, format, size);
        Self { rows, last: None, singles_until: 0, rest: None, finished: false }
    }

    /// The next puzzle of any format but `Stream`.
    fn puzzle(&mut self) -> Option<Result<Found, ReadError>> {
        let first = loop {
            match self.rows.next()? {
                Item::Gap => {}
                Item::Row(row) => break row,
                Item::Bad(error) => {
                    self.rest = Some(Rest::Below);
                    return Some(Err(error));
                }
            }
        };
        let format = self.rows.format;
        Some(match format {
            InputFormat::Triples => self.triples(first),
            InputFormat::Auto if triples::is_triple(&first) => self.triples(first),
            _ => self.shape(&first).and_then(|shape| {
                if first.setting.pencilled {
                    self.pencilmarks(first, shape.order)
                } else {
                    self.grid(first, shape)
                }
            }),
        })
    }

    fn grid(&mut self, mut first: Row, shape: Shape) -> Result<Found, ReadError> {
        let Shape { order, lines } = shape;
        let line = first.line;
        let writing = self.writing(&first, shape);
        let candidates = library::candidates(&first, order);
        let mut cells = Filled::new(order);
        // A format that is named is strict.
        let is_auto = self.rows.format == InputFormat::Auto;
        // In a table, a line of its own parts the numbers of columns from the rows, or blanks in place of these.
        let is_ruled = |row: Option<&Row>| row.is_some_and(|row| row.is_ruled);
        let is_ruled_off =
            lines > 2 && is_ruled(self.rows.peek_row(0)) && !is_ruled(self.rows.peek_row(1));
        if is_ruled_off && first.is_head() {
            match self.rows.next() {
                Some(Item::Row(second)) => first = second,
                _ => unreachable!("it was peeked at"),
            }
        }
        let mut has_bands = false;
        let mut result = self.fill(first, shape, writing, &mut cells);
        for read in 1..lines {
            if result.is_err() {
                self.rest = Some(Rest::Rows(order, lines - read));
                break;
            }
            has_bands |= is_auto && read == order.n() && self.bands_follow(order, 0);
            if has_bands && read % order.n() == 0 {
                self.rows.next();
            }
            let next = if self.ends_grid(order) { None } else { self.rows.next() };
            result = match next {
                Some(Item::Row(row)) => self.fill(row, shape, writing, &mut cells),
                Some(Item::Bad(error)) => Err(error),
                Some(Item::Gap) | None => {
                    let what = format!(
                        "found a grid that ends after {read} of its rows; expected {} rows before a blank line or the end",
                        order.side()
                    );
                    return Err(ReadError::new(line, 1, what));
                }
            };
        }
        result?;
        let may_lose_digits =
            order.n() > 3 && writing == Writing::Givens(Symbols::Numbers.of(order));
        if may_lose_digits || writing == Writing::Candidates {
            cells.are_aligned()?;
        }
        let Filled { mut givens, zeros, masks, .. } = cells;
        zeros.settle(&mut givens).map_err(|what| ReadError::new(line, 1, what))?;
        let all = match writing {
            Writing::Givens(_) => candidates?,
            Writing::Candidates => Candidates::from_masks(masks),
        };
        let puzzle = match all {
            None => Puzzle::new(givens),
            Some(all) => Puzzle::restricted(&givens, all).expect("both have the order of the grid"),
        };
        Ok(Found::new(puzzle, line))
    }

    /// Skips the rest of the puzzle in which the last error was.
    fn skip_rest(&mut self) {
        match self.rest.take() {
            Some(Rest::Below) => {
                self.skip_below(None);
            }
            Some(Rest::Rows(order, rows)) => self.skip_grid(order, rows),
            Some(Rest::List) => self.rows.skip_block(),
            None => {}
        }
    }

    /// Enters the cells of the next line of a grid.
    fn fill(
        &mut self,
        row: Row,
        shape: Shape,
        writing: Writing,
        cells: &mut Filled,
    ) -> Result<(), ReadError> {
        let length = shape.order.cells() / shape.lines;
        cells.widths.push((row.line, row.width()));
        if row.len() != length {
            return Err(row.error(wrong_length(row.len(), &[], &[length])));
        }
        let alphabet = match writing {
            Writing::Givens(alphabet) => alphabet,
            Writing::Candidates => {
                for (i, cell) in row.cells().enumerate() {
                    // What stood for an empty cell stands for one without candidates.
                    let is_none = cell == "." && row.sign == Some('-');
                    let mask = pencilmarks::mask(if is_none { "-" } else { cell }, shape.order);
                    let wrong = || {
                        let found = excerpt(cell);
                        format!(
                            "found `{found}` in a grid of candidates; expected the candidates of a cell, each digit once and in order; for a \
                             grid of numbers give `--format numbers`"
                        )
                    };
                    cells.masks.push(mask.ok_or_else(|| row.error_at(i, wrong()))?);
                }
                self.rows.recycle(row);
                return Ok(());
            }
        };
        let may_be_digits = matches!(alphabet.symbols, Symbols::Numbers | Symbols::Mixed);
        if self.rows.format == InputFormat::Auto && may_be_digits {
            cells.zeros.note(row.cells(), cells.next);
        }
        let (mut has_sign, mut has_blank) = (false, false);
        for (i, cell) in row.cells().enumerate() {
            match alphabet.digit(cell) {
                Some(digit) => {
                    has_blank |= cell.is_empty();
                    has_sign |= digit == 0 && !cell.is_empty();
                    cells.givens.set(cells.next + i, digit);
                }
                None => return Err(row.error_at(i, no_digit(cell, alphabet))),
            }
        }
        // Between bars a blank may stand beside other signs, but a row of dashes beside blanks is part of a frame.
        let sign = has_sign.then_some(row.sign.unwrap_or('.'));
        let is_blank = has_blank && (!row.setting.barred || cells.sign == Some('-'));
        let blank = is_blank.then_some(' ');
        for found in sign.into_iter().chain(blank) {
            let before = *cells.sign.get_or_insert(found);
            if found != before {
                return Err(row.error(format!(
                    "found empty cells as `{found}` and others of the grid as `{before}`; expected one sign for all"
                )));
            }
        }
        cells.next += length;
        self.rows.recycle(row);
        Ok(())
    }
}

/// What was read of a grid.
struct Filled {
    givens: Grid,
    next: usize,
    zeros: Zeros,
    /// The sign of empty cells, with `.` for all that need no mention.
    sign: Option<char>,
    /// The candidates of the cells, in a grid of candidates.
    masks: Vec<u32>,
    /// The number of each line, and its width if its cells are aligned.
    widths: Vec<(usize, Option<usize>)>,
}

impl Filled {
    fn new(order: Order) -> Self {
        let (next, zeros, sign, masks, widths) = Default::default();
        Self { givens: Grid::empty(order), next, zeros, sign, masks, widths }
    }

    /// Where all rows but one are equally wide, that one has lost a character, or has one too many.
    fn are_aligned(&self) -> Result<(), ReadError> {
        let [(_, first), (_, second), .., (_, last)] = self.widths[..] else { return Ok(()) };
        let expected = if first == second { first } else { last };
        let mut others = self.widths.iter().filter(|(_, width)| *width != expected);
        match (others.next(), others.next(), expected) {
            (Some(&(line, Some(found))), None, Some(expected)) => {
                let what = format!(
                    "found a row of {found} characters in a grid whose other rows have {expected}; expected {expected}; a digit may be \
                     missing or too many: compare the columns"
                );
                Err(ReadError::new(line, 1, what))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Found, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_rest();
        let result = match self.rows.format {
            InputFormat::Stream => self.stream()?,
            _ => self.puzzle()?,
        };
        if let Ok(found) = &result {
            self.last = Some(found.puzzle.order());
        }
        Some(result)
    }
}

/// Reads a text that holds exactly one puzzle.
///
/// # Errors
/// The first error in the text, which may be that it has no puzzle, or more than one.
pub fn read_one(text: &str, format: InputFormat, size: Option<Order>) -> Result<Puzzle, ReadError> {
    let mut reader = Reader::new(text.as_bytes(), format, size);
    let found = reader.next();
    let found =
        found.unwrap_or_else(|| Err(ReadError::new(1, 1, "found no puzzle; expected one")))?;
    match reader.next() {
        None => Ok(found.puzzle),
        Some(second) => {
            Err(ReadError::new(second?.line, 1, "found a second puzzle; expected one only"))
        }
    }
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a text that holds exactly one puzzle, in any input format but
    /// [`Stream`](InputFormat::Stream), which must be named: see [`read_one`].
    ///
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1..43..2.1..4..1".parse()?;
    /// assert_eq!(puzzle, "| 1 . | . 4 |\n| 3 . | . 2 |\n| . 1 | . . |\n| 4 . | . 1 |".parse::<Puzzle>()?);
    /// let error = "1..x".parse::<Puzzle>().unwrap_err();
    /// assert!(error.to_string().starts_with("1:4: found `x`; expected a digit from 1 to 4"));
    /// # Ok::<(), quadrille_sudoku::ReadError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_one(text, InputFormat::Auto, None)
    }
}

#[cfg(test)]
mod tests;
