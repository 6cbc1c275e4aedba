//! Rows read back from a CSV file, one by one, each checked and with its place in the file.
//!
//! A run that was killed leaves at most its last line unfinished. A row is accepted only if a line end follows it,
//! because nothing else shows that a row is complete: its last fields may be empty, and a number in one may have been cut
//! short.

use std::io::{self, ErrorKind, Read};

use csv::{StringRecord, Terminator};
use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error, SeqDeserializer};
use thiserror::Error;

use crate::record::{COLUMNS, SINCE_1, is_printable};

/// Upper bound on the bytes of one row. A file that is not CSV might open a quote and never close it; without a bound
/// the whole file would be read into memory.
const LONGEST: u64 = 1 << 20;

/// Size of the buffer of a reader, in bytes: large enough that calls of the system take little of the time.
const BUFFER: usize = 1 << 18;

/// Why results cannot be read.
#[derive(Debug, Error)]
pub enum RowError {
    /// The file cannot be read: its name, and the system's error.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// The first line does not name all columns, or another line is not a row of results.
    #[error("{file}:{line}:{column}: found {found}; expected {expected}; {remedy}")]
    Row {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The column, in characters from 1.
        column: usize,
        /// The text found.
        found: String,
        /// What was expected.
        expected: String,
        /// What to do next.
        remedy: &'static str,
    },
    /// A `"` that opens a field and is not closed on its line, so that the lines behind it are not seen as rows: the
    /// file and the line.
    #[error(
        "{0}:{1}: found a field that begins with `\"` and goes on over the end of the line, and with it the rows behind \
         it; expected a second `\"` on the same line: remove the stray `\"`, or make the file again"
    )]
    OpenQuote(String, u64),
    /// A run file beside results, and what is wrong with it, after line and column.
    #[error("{0}:{1}; correct this run file of the results beside it, or move it away")]
    RunFile(String, String),
}

const CHANGED: &str =
    "`quadrille run` does not write such a line: remove it, or make the file again";

/// Reads the rows of a file one by one.
pub struct Rows<R> {
    file: String,
    csv: csv::Reader<Counted<R>>,
    fields: StringRecord,
    /// For each of [`COLUMNS`] its place in the file; none for a column that is newer than the file.
    places: Vec<Option<usize>>,
    width: usize,
    /// The line at which the last record begins.
    line: u64,
    /// The number of the unfinished last line, as a run that was killed may leave behind, once everything before it
    /// was read.
    pub tail: Option<u64>,
    /// The end of the last valid row that was read, in bytes from the beginning of the file. A run that is resumed cuts
    /// the file here.
    pub whole_bytes: u64,
}

impl<R: Read> Rows<R> {
    /// Reads the head line. `file` is the file's name in messages. The columns may be in any order, with other
    /// columns among them.
    ///
    /// # Errors
    /// If the file cannot be read, or has no head line, or its head line lacks columns.
    pub fn new(file: &str, input: R) -> Result<Self, RowError> {
        Self::with_buffer(file, input, BUFFER)
    }

    /// [`new`](Self::new) with a buffer of this number of bytes, for a reader of many files at once.
    ///
    /// # Errors
    /// As there.
    pub fn with_buffer(file: &str, input: R, bytes: usize) -> Result<Self, RowError> {
        let csv = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(Terminator::Any(b'\n'))
            .buffer_capacity(bytes)
            .from_reader(Counted { input, read: 0, most: 0, last: b'\n' });
        let (file, fields) = (file.to_owned(), StringRecord::new());
        let (places, tail) = (Vec::new(), None);
        let mut rows = Self { file, csv, fields, places, width: 0, line: 1, tail, whole_bytes: 0 };
        let has_head = rows.advance()?;
        rows.places = rows.head(has_head)?;
        rows.width = rows.fields.len();
        rows.whole_bytes = rows.csv.position().byte();
        Ok(rows)
    }

    fn head(&self, has_head: bool) -> Result<Vec<Option<usize>>, RowError> {
        let place = |name: &str| self.fields.iter().position(|found| found.trim() == name);
        let places: Vec<Option<usize>> = COLUMNS.iter().map(|name| place(name)).collect();
        let is_missing = |name: &&String| place(name).is_none() && !SINCE_1.contains(&&***name);
        if has_head && !COLUMNS.iter().any(|name| is_missing(&name)) {
            return Ok(places);
        }
        let (found, remedy) = if !has_head {
            ("no line".to_owned(), "has `quadrille run` written this file?")
        } else if places.iter().all(Option::is_none) {
            let line = self.fields.iter().collect::<Vec<_>>().join(",");
            (format!("`{}`", shortened(&line)), "has `quadrille run` written this file?")
        } else {
            let missing = COLUMNS.iter().filter(is_missing);
            let names = missing.map(|name| &**name).collect::<Vec<_>>().join("`, `");
            let remedy = "keep all columns, or make the file again with `quadrille run`";
            (format!("a head line without `{names}`"), remedy)
        };
        let expected = format!("the columns of results: {}...", COLUMNS[..4].join(","));
        Err(RowError::Row { file: self.file.clone(), line: 1, column: 1, found, expected, remedy })
    }

    /// The next row, which is a [`Record`](crate::Record), owned or borrowed, and its line in the file; none at the
    /// end, and none where the file breaks off.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a row. After the latter, the lines behind it can be read.
    pub fn next_row<'r, Row: Deserialize<'r>>(
        &'r mut self,
    ) -> Result<Option<(u64, Row)>, RowError> {
        if !self.advance()? {
            return Ok(None);
        }
        let Self { file, fields, places, width, whole_bytes, line, csv, .. } = self;
        let has_line_end = fields.as_slice().contains('\n');
        if has_line_end && fields.len() != *width {
            return Err(RowError::OpenQuote(file.clone(), *line));
        }
        if fields.len() != *width {
            let plural = if fields.len() == 1 { "" } else { "s" };
            let found = format!("{} field{plural}", fields.len());
            let expected = format!("{width}, as in the first line");
            return Err(not_a_row(file, (*line, 1), found, expected));
        }
        let field =
            |&place: &Option<usize>| BorrowedStrDeserializer::<Error>::new(text(fields, place));
        let mut columns = places.iter().map(field);
        match Row::deserialize(SeqDeserializer::new(&mut columns)) {
            Ok(row) => {
                *whole_bytes = csv.position().byte();
                Ok(Some((*line, row)))
            }
            Err(_) if has_line_end => Err(RowError::OpenQuote(file.clone(), *line)),
            Err(error) => {
                // Fields are taken in order, and none after a fault, so the last one taken is at fault.
                let last = places.len() - columns.len() - 1;
                let (name, place) = (&COLUMNS[last], places[last]);
                let found = format!("`{}` as {name}", shortened(text(fields, place)));
                let error = error.to_string();
                let expected = error.split_once("expected ").map_or(&*error, |(_, what)| what);
                let column = column_of(fields, place.unwrap_or_default());
                let mut error = not_a_row(file, (*line, column), found, expected);
                if let (RowError::Row { remedy, .. }, "schema") = (&mut error, &**name) {
                    *remedy = "use the version that wrote the file";
                }
                Err(error)
            }
        }
    }

    /// The fields of the last row that was read, in the order of the file.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.fields.iter()
    }

    /// Goes to the next record. Returns whether there is one.
    fn advance(&mut self) -> Result<bool, RowError> {
        loop {
            let begin = self.csv.position().byte();
            self.csv.get_mut().most = begin + LONGEST;
            let before = self.csv.position().line();
            let more = self.csv.read_record(&mut self.fields);
            let (end, input) = (self.csv.position(), self.csv.get_ref());
            let is_whole = end.byte() < input.read || input.last == b'\n';
            // Usually a record is one line, directly after the last record. Otherwise empty lines are between them, or
            // the record has several lines, because a quoted field has line ends.
            let last = end.line() - u64::from(is_whole);
            let line_ends = || self.fields.as_slice().matches('\n').count() as u64;
            let several = if last > before { line_ends() } else { 0 };
            self.line = last.saturating_sub(several).max(before);
            if !is_whole && self.fields.as_slice().contains('\n') {
                return Err(RowError::OpenQuote(self.file.clone(), self.line));
            }
            if !is_whole && !more.as_ref().is_err_and(csv::Error::is_io_error) {
                self.tail = Some(self.line);
                return Ok(false);
            }
            match more.map_err(csv::Error::into_kind) {
                Ok(true) if self.fields.len() == 1 && &self.fields[0] == "\r" => {}
                Ok(more) => return Ok(more),
                Err(csv::ErrorKind::Utf8 { err, .. }) => {
                    let column = self.places.iter().position(|&place| place == Some(err.field()));
                    let name = column.map_or("a field", |column| &*COLUMNS[column]);
                    let found = format!("other bytes as {name}");
                    return Err(not_a_row(&self.file, (self.line, 1), found, "text in UTF-8"));
                }
                Err(csv::ErrorKind::Io(error)) if error.kind() == ErrorKind::FileTooLarge => {
                    let found = "a line that does not end within a million bytes";
                    return Err(not_a_row(&self.file, (self.line, 1), found, "a row of results"));
                }
                Err(error) => {
                    let error = match error {
                        csv::ErrorKind::Io(error) => error,
                        other => io::Error::other(format!("{other:?}")),
                    };
                    return Err(RowError::Io(self.file.clone(), error));
                }
            }
        }
    }
}

/// A field without the `\r` of a line end `\r\n`; empty if the file lacks the column.
fn text(fields: &StringRecord, place: Option<usize>) -> &str {
    let field = place.map_or("", |place| &fields[place]);
    field.strip_suffix('\r').unwrap_or(field)
}

/// The column at which a field begins, in characters from 1, if the fields before it are quoted only where they
/// must be.
fn column_of(fields: &StringRecord, place: usize) -> usize {
    let mut csv = csv::Writer::from_writer(Vec::new());
    // The `x` is counted, because columns begin at 1; the line end is not.
    let before = fields.iter().take(place).chain(["x"]);
    csv.write_record(before).expect("memory can be written to");
    let line = csv.into_inner().expect("memory can be written to");
    String::from_utf8_lossy(&line).chars().count() - 1
}

fn not_a_row(
    file: &str,
    (line, column): (u64, usize),
    found: impl Into<String>,
    expected: impl Into<String>,
) -> RowError {
    let (found, expected) = (found.into(), expected.into());
    RowError::Row { file: file.to_owned(), line, column, found, expected, remedy: CHANGED }
}

/// The beginning of a text, escaped so that it can be printed.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    let escaped = |c: char| {
        let printable = is_printable(c.encode_utf8(&mut [0; 4]));
        if printable { c.to_string() } else { c.escape_unicode().to_string() }
    };
    let rest = if text.chars().nth(ENOUGH).is_some() { "..." } else { "" };
    text.chars().take(ENOUGH).map(escaped).chain([rest.to_owned()]).collect()
}

/// Counts the bytes read from an input, keeps the last byte, and fails after `most` bytes.
struct Counted<R> {
    input: R,
    read: u64,
    most: u64,
    last: u8,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read >= self.most {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let count = self.input.read(buffer)?;
        self.read += count as u64;
        self.last = buffer[..count].last().copied().unwrap_or(self.last);
        Ok(count)
    }
}
