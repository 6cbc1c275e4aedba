//! The puzzles of a file, in text or in a table.

use std::io::{BufReader, Cursor};
use std::vec;

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;
use quadrille_tables::{Bytes, Content, Input, Table, Wanted, open};

/// Rows taken from a table at once.
const ROWS: usize = 256;

/// A puzzle and its line, or its row in a table in which rows are not lines; or the place and the fault. The fault follows
/// the name of the file and a colon.
pub(super) type Found = Result<(usize, Puzzle), String>;

/// The puzzles of a source.
pub(super) enum Puzzles {
    Text(Box<Reader<BufReader<Bytes>>>),
    Table(Box<Table>, vec::IntoIter<Found>),
}

impl Puzzles {
    /// Opens a source. The first bytes say whether it is a table; its puzzles are in the named column, or in the one
    /// that is found by its name or content.
    ///
    /// # Errors
    /// The source cannot be read, or has no such column.
    pub(super) fn open(input: Input, column: Option<&str>) -> Result<Self, String> {
        let wanted = Wanted { column: column.map(str::to_owned), ..Wanted::default() };
        match open(input, &wanted).map_err(|error| format!(" {error}"))? {
            Content::Table(table) => Ok(Self::Table(table, Vec::new().into_iter())),
            Content::Text(text) => {
                let reader = Reader::new(BufReader::new(text), InputFormat::Auto, None);
                Ok(Self::Text(Box::new(reader)))
            }
        }
    }

    /// Opens the contents of a file.
    ///
    /// # Errors
    /// As for [`Puzzles::open`].
    pub(super) fn of(contents: &[u8], column: Option<&str>) -> Result<Self, String> {
        Self::open(Input::Stream(Box::new(Cursor::new(contents.to_vec()))), column)
    }
}

impl Iterator for Puzzles {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let (table, rows) = match self {
            Self::Text(reader) => {
                let found = reader.next()?.map(|found| (found.line, found.puzzle));
                return Some(found.map_err(|error| error.to_string()));
            }
            Self::Table(table, rows) => (table, rows),
        };
        loop {
            if let Some(next) = rows.next() {
                return Some(next);
            }
            let block = match table.next_block(ROWS, &mut || ())? {
                Ok(block) => block,
                Err(error) => return Some(Err(format!(" {error}"))),
            };
            let found = block.rows().map(|row| {
                let puzzle = row.puzzle().map_err(|refusal| match refusal.line {
                    Some(_) => refusal.to_string(),
                    None => format!(" {refusal}"),
                });
                Ok((row.place() as usize, puzzle?))
            });
            *rows = found.collect::<Vec<_>>().into_iter();
        }
    }
}
