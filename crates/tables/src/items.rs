//! The puzzles of a source in pieces that are not parsed yet, so that another thread can parse them, or many be searched at
//! once.

use std::io::{BufRead, BufReader};

use quadrille_sudoku::Order;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{Found, Reader, Run};

use crate::{Block, Bytes, Content, Refused, Table};

/// One or several entries of a source.
pub enum Item {
    /// Lines of 9x9 puzzles.
    Run(Run),
    /// Rows of a table.
    Block(Block),
    /// A puzzle, or an unreadable one.
    One(Result<Found, Refused>),
}

impl Item {
    /// Number of puzzles.
    #[expect(clippy::len_without_is_empty, reason = "an item is never empty")]
    pub fn len(&self) -> usize {
        match self {
            Self::Run(run) => run.len(),
            Self::Block(block) => block.len(),
            Self::One(_) => 1,
        }
    }
}

/// A source that is read item by item.
pub enum Items<R: BufRead> {
    /// A text.
    Text(Box<Reader<R>>),
    /// A table.
    Table(Box<Table>),
}

impl Items<BufReader<Bytes>> {
    /// The items of an opened source: text is in the format, and puzzles have the size, if one is given.
    pub fn new(content: Content, format: InputFormat, size: Option<Order>) -> Self {
        match content {
            Content::Text(text) => {
                Self::Text(Box::new(Reader::new(BufReader::new(text), format, size)))
            }
            Content::Table(table) => Self::Table(table),
        }
    }
}

impl<R: BufRead> Items<R> {
    /// The next item, with at most `most` puzzles; `None` at the end. Of a table, `before_read` is called before each read that
    /// may block.
    pub fn next(&mut self, most: usize, before_read: &mut dyn FnMut()) -> Option<Item> {
        match self {
            Self::Text(reader) => match reader.next_run(most) {
                Some(run) => Some(run.map_or_else(|error| Item::One(Err(error.into())), Item::Run)),
                None => reader.next().map(|one| Item::One(one.map_err(Refused::from))),
            },
            Self::Table(table) => {
                let block = table.next_block(most, before_read)?;
                Some(block.map_or_else(|error| Item::One(Err(error.into())), Item::Block))
            }
        }
    }
}
