//! The puzzles of a source, one after another, whether it is text or a table.

use std::fmt;
use std::io::BufReader;
use std::vec;

use quadrille_sudoku::Order;
use quadrille_sudoku::format::read::{Found, ReadError, ReadErrorKind, Reader};
use quadrille_tables::{Block, Refusal, Row, Table, TableError};

use super::{Bytes, Holds, Opened};

/// Rows taken from a table at once.
const ROWS: usize = 64;

/// A puzzle that cannot be read, or a source that cannot be read further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, or the row in a table in which rows are not lines.
    pub line: usize,
    /// The place, what was found, and what was expected; it follows the name of the source and a colon.
    pub text: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<ReadError> for Refused {
    fn from(error: ReadError) -> Self {
        Self { line: error.line, text: error.to_string() }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let blank = if refusal.line.is_none() { " " } else { "" };
        let text = format!("{blank}{refusal}");
        Self { line: refusal.place() as usize, text }
    }
}

impl From<TableError> for Refused {
    fn from(error: TableError) -> Self {
        Self { line: 0, text: format!(" {error}") }
    }
}

/// The puzzle of a row, which must have a size if one was asked for.
pub fn of_row(row: &Row<'_>, size: Option<Order>) -> Result<Found, Refused> {
    let puzzle = row.puzzle()?;
    if let Some(expected) = size.filter(|&size| size != puzzle.order()) {
        let kind = ReadErrorKind::SizeMismatch { found: puzzle.order(), expected };
        return Err(row.refuse(kind.to_string()).into());
    }
    Ok(Found { puzzle, line: row.place() as usize })
}

/// The puzzles of the rows of a block.
pub fn of_block(block: &Block, size: Option<Order>) -> Vec<Result<Found, Refused>> {
    block.rows().map(|row| of_row(&row, size)).collect()
}

/// Iterates over the puzzles of a source, and yields each as soon as it is read. After a puzzle that cannot be read comes
/// the next one.
pub enum Puzzles {
    Text(Box<Reader<BufReader<Bytes>>>),
    Table(Box<Table>, Option<Order>, vec::IntoIter<Result<Found, Refused>>),
}

impl Puzzles {
    pub(super) fn new(Opened { holds, size, .. }: Opened) -> Self {
        match holds {
            Holds::Text(input, format) => {
                Self::Text(Box::new(Reader::new(BufReader::new(input), format, size)))
            }
            Holds::Table(table) => Self::Table(table, size, Vec::new().into_iter()),
        }
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
                Ok(block) => *rows = of_block(&block, *size).into_iter(),
                Err(error) => return Some(Err(error.into())),
            }
        }
    }
}
