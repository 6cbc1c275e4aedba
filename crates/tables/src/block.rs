//! Consecutive rows of a table, and the puzzle and the answer of each.

use std::borrow::Cow;
use std::str;
use std::sync::Arc;

use quadrille_cover::is_control;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::format::read::{ReadError, read_field};
use quadrille_sudoku::{Grid, Puzzle};

use crate::parts::{Fields, NOTHING, Parts, is_blank, without_end};
use crate::{Kind, Layout, Refused, delimited, json};

/// Upper bound on the bytes of a name, so that it can be shown in a line.
const LONGEST_NAME: usize = 100;

/// Consecutive rows, not yet taken apart.
#[derive(Clone, Debug)]
pub struct Block {
    /// How the rows are laid out.
    pub layout: Arc<Layout>,
    /// The number of the first row, from 1.
    pub(crate) row: u64,
    /// The line of the first byte, from 1.
    pub(crate) line: u64,
    pub(crate) rows: usize,
    pub(crate) text: Vec<u8>,
    pub(crate) parts: Parts,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row<'b> {
    /// How the row is laid out.
    pub layout: &'b Layout,
    /// The number of the row in the table, from 1; a header is not counted.
    pub number: u64,
    line: Option<u64>,
    /// The row as it stands in the table, without the end of the line; nothing for Parquet.
    pub raw: &'b [u8],
    fields: Fields<'b>,
}

impl Block {
    /// Number of rows.
    #[expect(clippy::len_without_is_empty, reason = "a block is never empty")]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// The rows.
    pub fn rows(&self) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
        let whole = |fields| {
            Box::new([self.row_of(0, self.line, without_end(&self.text), fields)].into_iter())
        };
        match &self.parts {
            Parts::Lines => {
                let lines = (self.line..).zip(lines(&self.text));
                let lines = lines.filter(|(_, text)| !is_blank(text));
                Box::new(
                    lines.enumerate().map(|(place, (line, text))| {
                        self.row_of(place, line, text, self.fields(text))
                    }),
                )
            }
            Parts::One => whole(self.fields(without_end(&self.text))),
            Parts::Refused(why) => {
                whole(Fields { puzzle: Err(why.clone()), answer: None, name: None })
            }
            #[cfg(feature = "parquet")]
            Parts::Values(values) => Box::new(values.iter().enumerate().map(|(place, values)| {
                let [puzzle, answer, name] =
                    values.clone().map(|range| range.map(|range| Cow::Borrowed(&self.text[range])));
                let puzzle = puzzle.ok_or_else(|| NOTHING.to_owned());
                self.row_of(place, 0, &[], Fields { puzzle, answer, name })
            })),
        }
    }

    fn fields<'b>(&self, text: &'b [u8]) -> Fields<'b> {
        match self.layout.kind {
            Kind::Delimited(separator) if separator == b' ' || matches!(self.parts, Parts::One) => {
                delimited::quoted(text, separator, &self.layout)
            }
            Kind::Delimited(separator) => delimited::plain(text, separator, &self.layout),
            Kind::JsonLines | Kind::Json | Kind::Parquet => json::fields(text, &self.layout),
        }
    }

    fn row_of<'b>(&'b self, place: usize, line: u64, raw: &'b [u8], fields: Fields<'b>) -> Row<'b> {
        let has_line = matches!(self.layout.kind, Kind::Delimited(_) | Kind::JsonLines);
        Row {
            layout: &self.layout,
            number: self.row + place as u64,
            line: has_line.then_some(line),
            raw,
            fields,
        }
    }
}

/// The lines of a text, without their ends.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        Some(without_end(line))
    })
}

impl Row<'_> {
    /// The line of the row, or its number in a table in which rows are not lines.
    pub fn place(&self) -> u64 {
        self.line.unwrap_or(self.number)
    }

    /// The cells of a 9x9 puzzle that is written as 81 digits, with `.` or `0` for an empty cell; `None` if the row has
    /// another puzzle, or none.
    pub fn cells(&self) -> Option<Cells> {
        let text: &[u8; 81] = self.fields.puzzle.as_deref().ok()?.try_into().ok()?;
        cells(text)
    }

    /// The puzzle.
    ///
    /// # Errors
    /// The row has no puzzle, or one that cannot be read.
    pub fn puzzle(&self) -> Result<Puzzle, Refused> {
        let read = |field: &[u8]| match field.trim_ascii() {
            [] => Err(NOTHING.to_owned()),
            _ => read_field(utf8(field)?, None).map_err(|error| in_field(&error)),
        };
        let field = self.fields.puzzle.as_deref().map_err(Clone::clone);
        field.and_then(read).map_err(|what| self.refuse(&what))
    }

    /// The field of the answer; `None` if nothing stands in it, and without a column of answers.
    pub fn answer(&self) -> Option<&[u8]> {
        self.fields.answer.as_deref().filter(|text| !text.trim_ascii().is_empty())
    }

    /// What the table calls the puzzle, if it has a column of names, and a name that can be shown in a line.
    pub fn name(&self) -> Option<Cow<'_, str>> {
        let column = self.layout.name.as_ref()?;
        // The fields of a row that is no whole one may be those of others.
        if self.fields.puzzle.as_ref().err().is_some_and(|why| why != NOTHING) {
            return None;
        }
        let name = match self.layout.kind {
            Kind::JsonLines | Kind::Json => {
                let (names, values) = json::sample(self.raw)?;
                let at = names?.iter().position(|name| *name == column.name)?;
                Cow::Owned(values.into_iter().nth(at)?.trim().to_owned())
            }
            Kind::Delimited(_) | Kind::Parquet => {
                Cow::Borrowed(str::from_utf8(self.fields.name.as_deref()?).ok()?.trim())
            }
        };
        let is_shown = !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(is_control);
        is_shown.then_some(name)
    }

    /// Says of the puzzle of this row what was found, and what was expected.
    pub(crate) fn refuse(&self, what: &str) -> Refused {
        self.refusal(&self.layout.puzzle.name, what)
    }

    /// Says of the answer of this row what was found instead of one.
    pub(crate) fn refuse_answer(&self, what: &str) -> Refused {
        self.refusal(self.layout.answers().unwrap_or_default(), what)
    }

    fn refusal(&self, column: &str, what: &str) -> Refused {
        // The line comes at once after the name of the source and a colon.
        let place = self.line.map_or_else(|| " ".to_owned(), |line| format!("{line}:1: "));
        let name = self.name().map(|name| format!(" (`{name}`)")).unwrap_or_default();
        let text = format!("{place}row {}{name}, column {column}: {what}", self.number);
        Refused { line: self.place() as usize, text, is_end: false }
    }
}

/// The cells of 81 digits.
fn cells(text: &[u8; 81]) -> Option<Cells> {
    // There is no early exit, so that the compiler can look at many bytes at a time.
    let strange = |symbol: u8| u8::from(!matches!(symbol, b'0'..=b'9' | b'.'));
    let any = text.iter().fold(0, |any, &symbol| any | strange(symbol));
    if any != 0 {
        return None;
    }
    let mut cells = [0; 81];
    for (cell, symbol) in cells.iter_mut().zip(text) {
        *cell = symbol.saturating_sub(b'0');
    }
    Some(cells)
}

fn utf8(field: &[u8]) -> Result<&str, String> {
    str::from_utf8(field)
        .map_err(|_| "found bytes that are not UTF-8; expected a puzzle".to_owned())
}

/// An error in a field, with its place in the field where that is not the first character.
fn in_field(error: &ReadError) -> String {
    let ReadError { line, column, .. } = error;
    let what = error.what();
    match (line, column) {
        (1, 1) => what,
        (1, _) => format!("at character {column}: {what}"),
        _ => format!("at line {line}, character {column} of the field: {what}"),
    }
}

/// The grid of a given answer, which should be full.
///
/// # Errors
/// What was found instead of a grid, and what was expected.
pub fn read_answer(field: &[u8]) -> Result<Grid, String> {
    if let Some(cells) = field.try_into().ok().and_then(cells) {
        return Ok(Grid::from_cells(cells.to_vec()).expect("81 digits"));
    }
    let read = read_field(utf8(field)?, None);
    read.map(|puzzle| puzzle.givens().clone()).map_err(|error| in_field(&error))
}
