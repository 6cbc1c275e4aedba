//! The puzzles of a source, whether it is text or a table: one after another, or in pieces that are not parsed yet, so that another thread
//! can parse them, or many be searched at once.

use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::vec;

use quadrille_sudoku::Order;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{Found, Reader, Run, other_size};

use crate::{Block, Bytes, Content, Input, Refused, Row, Table, TableError, Wanted, open};

/// Puzzles taken from a source at once.
const AT_ONCE: usize = 64;

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

    /// The puzzles, those of a table each as [`Row::found`] says.
    pub fn found(self, size: Option<Order>) -> Vec<Result<Found, Refused>> {
        match self {
            Self::Run(run) => (0..run.len()).map(|place| Ok(run.puzzle(place))).collect(),
            Self::Block(block) => block.rows().map(|row| row.found(size)).collect(),
            Self::One(one) => vec![one],
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

impl Row<'_> {
    /// The puzzle with its line or row, as text has it.
    ///
    /// # Errors
    /// As [`Row::puzzle`]; or the puzzle has another size than the one that is asked for.
    pub fn found(&self, size: Option<Order>) -> Result<Found, Refused> {
        let puzzle = self.puzzle()?;
        if let Some(expected) = size.filter(|&size| size != puzzle.order()) {
            return Err(self.refuse(&other_size(puzzle.order(), expected)));
        }
        Ok(Found { puzzle, line: self.place() as usize, name: self.name().map(Cow::into_owned) })
    }
}

/// Iterates over the puzzles of a source, and yields each as soon as it is read. After a puzzle that cannot be read comes
/// the next one.
pub struct Puzzles {
    items: Items<BufReader<Bytes>>,
    size: Option<Order>,
    /// Puzzles that were read and not yielded.
    found: vec::IntoIter<Result<Found, Refused>>,
}

impl Puzzles {
    /// The puzzles of an opened source: text is in the format, and puzzles have the size, if one is given.
    pub fn new(content: Content, format: InputFormat, size: Option<Order>) -> Self {
        let items = Items::new(content, format, size);
        Self { items, size, found: Vec::new().into_iter() }
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
        loop {
            if let Some(next) = self.found.next() {
                return Some(next);
            }
            let item = self.items.next(AT_ONCE, &mut || ())?;
            self.found = item.found(self.size).into_iter();
        }
    }
}
