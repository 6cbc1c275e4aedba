//! Reads the puzzles of a source, one after another, in every input format.
//!
//! | module | contents |
//! |---|---|
//! | `lines` | lines of bounded length, without their comments |
//! | `split` | splits a line into cells |
//! | `rows` | the lines that hold cells, with look-ahead |
//! | `detect` | finds the format and the size of a puzzle from its first line |
//! | `recovery` | skips the rest of a puzzle after an error in it |
//! | `alphabet` | the digit that the text of a cell stands for |
//! | `triples`, `stream` | the two formats that do not have one row on each line |
//! | `whole` | whole puzzles on one line, with text after them, or as grids of candidates |
//! | `library` | lines of a library of `HoDoKu` |
//! | `pencilmarks` | reads grids of candidates on one line |
//! | `sections` | files with sections, of which one holds the puzzle |
//! | `run` | runs of 9x9 puzzles, one on each line, that are handed out without being parsed |
//!
//! A source may hold any number of puzzles and is read in constant memory. A line may have up to
//! 1 MiB and ends with `\n`, `\r\n` or `\r`. A `#` begins a comment. A blank line ends a puzzle of
//! several lines; the next puzzle may also follow without one. Lines that only draw a frame around a
//! grid are skipped, and so are lines of statistics like `Tests 211` after a grid.

mod alphabet;
mod detect;
mod error;
mod library;
mod lines;
mod pencilmarks;
mod recovery;
mod rows;
mod run;
mod sections;
mod split;
mod stream;
#[cfg(test)]
pub(super) mod testing;
mod triples;
mod whole;
mod zeros;

use std::io::BufRead;
use std::str::FromStr;

pub use alphabet::Alphabet;
pub use error::{ReadError, ReadErrorKind};
pub use run::Run;

use self::detect::Shape;
use self::rows::{Item, Row, Rows};
use self::zeros::Zeros;
use super::InputFormat;
use crate::grid::{Grid, Order, Puzzle};

/// A puzzle, and its line in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The first line of the puzzle in the source, from 1.
    pub line: usize,
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
    /// The lines to skip after the last error.
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

    /// The grid whose first line is `first`.
    fn grid(&mut self, first: Row, shape: Shape) -> Result<Found, ReadError> {
        let Shape { order, lines } = shape;
        let line = first.line;
        let candidates = library::candidates(&first, order);
        let mut givens = Grid::empty(order);
        let mut zeros = Zeros::default();
        // A format that is named is strict.
        let is_auto = self.rows.format == InputFormat::Auto;
        let mut has_bands = false;
        let mut result = self.fill(first, shape, 0, (&mut givens, &mut zeros));
        for read in 1..lines {
            if result.is_err() {
                self.rest = Some(Rest::Rows(order, lines - read));
                break;
            }
            has_bands |= is_auto && read == order.n() && self.bands_follow(order);
            if has_bands && read % order.n() == 0 {
                self.rows.next();
            }
            let next = if self.ends_grid(order) { None } else { self.rows.next() };
            result = match next {
                Some(Item::Row(row)) => self.fill(row, shape, read, (&mut givens, &mut zeros)),
                Some(Item::Bad(error)) => Err(error),
                Some(Item::Gap) | None => {
                    let kind = ReadErrorKind::WrongRowCount { found: read, side: order.side() };
                    return Err(ReadError { line, column: 1, kind });
                }
            };
        }
        result?;
        if let Err(kind) = zeros.settle(&mut givens) {
            return Err(ReadError { line, column: 1, kind });
        }
        let puzzle = match candidates? {
            None => Puzzle::new(givens),
            Some(all) => Puzzle::restricted(&givens, all).expect("both have the order of the grid"),
        };
        Ok(Found { puzzle, line })
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

    /// Enters the cells of line number `index` of a grid into `givens`, and notes how empty cells are written.
    fn fill(
        &mut self,
        row: Row,
        shape: Shape,
        index: usize,
        (givens, zeros): (&mut Grid, &mut Zeros),
    ) -> Result<(), ReadError> {
        let length = shape.order.cells() / shape.lines;
        if row.len() != length {
            let (found, rows) = (row.len(), vec![length]);
            return Err(row.error(ReadErrorKind::WrongLength { found, puzzles: vec![], rows }));
        }
        let alphabet = row.alphabet(shape.order, self.rows.format);
        if self.rows.format == InputFormat::Auto && matches!(alphabet, Alphabet::Numbers(_)) {
            zeros.note(row.cells(), index * length);
        }
        for (i, cell) in row.cells().enumerate() {
            match alphabet.digit(cell) {
                Some(digit) => givens.set(index * length + i, digit),
                None => return Err(row.error_at(i, ReadErrorKind::of_cell(cell, alphabet))),
            }
        }
        self.rows.recycle(row);
        Ok(())
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
/// The first error in the text; [`ReadErrorKind::NoPuzzle`] if it has no puzzle, and
/// [`ReadErrorKind::SecondPuzzle`] if it has more than one.
pub fn read_one(text: &str, format: InputFormat, size: Option<Order>) -> Result<Puzzle, ReadError> {
    let error = |line, kind| ReadError { line, column: 1, kind };
    let mut reader = Reader::new(text.as_bytes(), format, size);
    let found = reader.next().unwrap_or_else(|| Err(error(1, ReadErrorKind::NoPuzzle)))?;
    match reader.next() {
        None => Ok(found.puzzle),
        Some(second) => Err(error(second?.line, ReadErrorKind::SecondPuzzle)),
    }
}

/// Reads a field of a table, or another short text that should be one puzzle, in any format.
///
/// Three numbers alone, such as `1 2 3`, are refused: in a file they are a list of triples with one given, but a field that holds
/// them is more likely a puzzle that was cut short.
///
/// # Errors
/// As [`read_one`]; [`ReadErrorKind::LoneTriple`] for three numbers.
pub fn read_field(text: &str, size: Option<Order>) -> Result<Puzzle, ReadError> {
    if is_lone_triple(text) {
        return Err(ReadError { line: 1, column: 1, kind: ReadErrorKind::LoneTriple });
    }
    read_one(text, InputFormat::Auto, size)
}

/// Whether a text is three integers and no more, but for comments.
fn is_lone_triple(text: &str) -> bool {
    let without_comment = |line| str::split(line, '#').next().unwrap_or_default();
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words = text.lines().map(without_comment).flat_map(|line| line.split(is_between));
    let mut words = words.filter(|word| !word.is_empty());
    let is_integer = |word: &&str| word.parse::<i64>().is_ok();
    words.by_ref().take(3).filter(is_integer).count() == 3 && words.next().is_none()
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
