//! The puzzles of a source, one after another, whether it is text or a table.

use std::fmt;
use std::io::BufReader;
use std::vec;

use quadrille_sudoku::Order;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{Found, ReadError, Reader, other_size};

use crate::{Block, Bytes, Content, Input, Refusal, Row, Table, TableError, Wanted, open};

/// Rows taken from a table at once.
const ROWS: usize = 64;

/// A puzzle that cannot be read, or a source that cannot be read further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, or the row in a table in which rows are not lines.
    pub line: usize,
    /// The place, what was found, and what was expected; it follows the name of the source and a colon.
    pub text: String,
    /// Whether the source cannot be read further, so that puzzles may be missing after this.
    pub is_end: bool,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Self {
        Self { line: error.line, text: error.to_string(), is_end: false }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let blank = if refusal.line.is_none() { " " } else { "" };
        let text = format!("{blank}{refusal}");
        Self { line: refusal.place() as usize, text, is_end: false }
    }
}

impl From<TableError> for Refused {
    fn from(error: TableError) -> Self {
        Self { line: 0, text: format!(" {error}"), is_end: true }
    }
}

impl Row<'_> {
    /// The puzzle with its line or row, as text has it.
    ///
    /// # Errors
    /// As [`Row::puzzle`]; or the puzzle has another size than the one that is asked for.
    pub fn found(&self, size: Option<Order>) -> Result<Found, Refused> {
        let puzzle = self.puzzle()?;
        if let Some(expected) = size.filter(|&size| size != puzzle.order()) {
            return Err(self.refuse(other_size(puzzle.order(), expected)).into());
        }
        Ok(Found { puzzle, line: self.place() as usize, name: self.name() })
    }
}

impl Block {
    /// The puzzles of the rows, each as [`Row::found`] says.
    pub fn found(&self, size: Option<Order>) -> Vec<Result<Found, Refused>> {
        self.rows().map(|row| row.found(size)).collect()
    }
}

/// Iterates over the puzzles of a source, and yields each as soon as it is read. After a puzzle that cannot be read comes
/// the next one.
pub enum Puzzles {
    /// Puzzles of a text.
    Text(Box<Reader<BufReader<Bytes>>>),
    /// Puzzles of a table, the size that they must have, and those that were read and not yielded.
    Table(Box<Table>, Option<Order>, vec::IntoIter<Result<Found, Refused>>),
}

impl Puzzles {
    /// The puzzles of an opened source: text is in the format, and puzzles have the size, if one is given.
    pub fn new(content: Content, format: InputFormat, size: Option<Order>) -> Self {
        match content {
            Content::Text(text) => {
                Self::Text(Box::new(Reader::new(BufReader::new(text), format, size)))
            }
            Content::Table(table) => Self::Table(table, size, Vec::new().into_iter()),
        }
    }

    /// Opens a source. The first bytes say what it is; the columns of a table are those that are wanted, or those that
    /// are found by their names or content.
    ///
    /// # Errors
    /// As [`open`].
    pub fn open(input: Input, wanted: &Wanted) -> Result<Self, TableError> {
        Ok(Self::new(open(input, wanted)?, InputFormat::Auto, None))
    }
}

impl Iterator for Puzzles {
    type Item = Result<Found, Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        let (table, size, rows) = match self {
            Self::Text(reader) => return reader.next().map(|found| found.map_err(Refused::from)),
            Self::Table(table, size, rows) => (table, size, rows),
        };
        loop {
            if let Some(next) = rows.next() {
                return Some(next);
            }
            match table.next_block(ROWS, &mut || ())? {
                Ok(block) => *rows = block.found(*size).into_iter(),
                Err(error) => return Some(Err(error.into())),
            }
        }
    }
}
