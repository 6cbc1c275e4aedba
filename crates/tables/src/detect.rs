//! What a source is: a table of which kind, or text.

use std::io::{Read, Seek};
use std::sync::Arc;

use crate::block::Block;
use crate::buffer::Buffer;
use crate::layout::{PUZZLES, is_puzzle, is_puzzle_name, resembles};
use crate::parts::{Parts, without_end};
use crate::{Bytes, Input, Kind, Layout, Packing, TableError, Wanted, delimited, json, unpack};

/// Bytes of the byte-order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The first bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// First rows that are looked at to choose columns, as far as they are at hand.
const SAMPLES: usize = 20;

/// What a source holds.
pub enum Content {
    /// A table.
    Table(Box<Table>),
    /// Text for the reader of `quadrille_sudoku`, decompressed.
    Text(Bytes),
}

/// A table that is read block by block.
pub struct Table {
    pub(crate) layout: Arc<Layout>,
    /// The first record as it stands, if it names the columns.
    pub(crate) head: Vec<u8>,
    pub(crate) source: Source,
    /// Number of rows read so far.
    rows: u64,
    ended: bool,
}

pub(crate) enum Source {
    Text(Buffer),
    #[cfg(feature = "parquet")]
    Parquet(Box<crate::parquet::Rows>),
}

/// Opens a source, and finds out what it is by its first bytes. Text is read no further than its first line, unless
/// that may be the names of columns.
///
/// # Errors
/// The source cannot be read; a column that was asked for is not there; a table is asked for and the source is none; a
/// table in JSON or Parquet has no column of puzzles.
pub fn open(input: Input, wanted: &Wanted) -> Result<Content, TableError> {
    let stream: Bytes = match input {
        Input::Stream(stream) => stream,
        Input::File(mut file) => {
            let mut first = Vec::new();
            file.by_ref().take(PARQUET.len() as u64).read_to_end(&mut first)?;
            file.rewind()?;
            if first == PARQUET {
                return parquet(crate::Input::File(file), None, wanted);
            }
            Box::new(file)
        }
    };
    let (stream, packing) = unpack::unpack(stream)?;
    let mut buffer = Buffer::new(stream);
    while buffer.rest().len() < PARQUET.len() && !buffer.rest().contains(&b'\n') && buffer.fill()? {
    }
    if buffer.rest().starts_with(PARQUET) {
        return parquet(Input::Stream(buffer.into_bytes()), packing, wanted);
    }
    let found = match (wanted.kind, first_byte(&mut buffer)?) {
        (None | Some(Kind::Json | Kind::JsonLines), Some(b'{' | b'[')) => {
            values(&mut buffer, packing, wanted)?
        }
        (None | Some(Kind::Delimited(_)), Some(_)) => records(&mut buffer, packing, wanted)?,
        _ => None,
    };
    match found {
        Some((layout, head)) => Ok(table(layout, head, Source::Text(buffer))),
        None if wanted.is_table() => Err(TableError::Wrong(no_column(&[]))),
        None => Ok(Content::Text(buffer.into_bytes())),
    }
}

fn table(layout: Layout, head: Vec<u8>, source: Source) -> Content {
    let layout = Arc::new(layout);
    Content::Table(Box::new(Table { layout, head, source, rows: 0, ended: false }))
}

fn no_column(names: &[String]) -> String {
    let known = PUZZLES.join(", ");
    let found = match names {
        [] => "found no table with a column of puzzles".to_owned(),
        names => format!("found no column of puzzles among {}", names.join(", ")),
    };
    format!("{found}; expected one named {known}, or one that --column names")
}

#[cfg(feature = "parquet")]
fn parquet(input: Input, packing: Option<Packing>, wanted: &Wanted) -> Result<Content, TableError> {
    let (layout, names, rows) = crate::parquet::open(input, packing, wanted)?;
    let layout = layout.ok_or_else(|| TableError::Wrong(no_column(&names)))?;
    Ok(table(layout, Vec::new(), Source::Parquet(Box::new(rows))))
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: Input, _: Option<Packing>, _: &Wanted) -> Result<Content, TableError> {
    let what = "found Parquet; this program was compiled without it: compile it with the feature `parquet`";
    Err(TableError::Wrong(what.to_owned()))
}

/// The first byte that is not blank, after the byte-order mark. Skips that mark.
fn first_byte(buffer: &mut Buffer) -> Result<Option<u8>, TableError> {
    if buffer.rest().starts_with(MARK) {
        buffer.skip(MARK.len());
    }
    loop {
        let first = buffer.rest().iter().find(|byte| !byte.is_ascii_whitespace()).copied();
        if first.is_some() || !buffer.fill()? {
            return Ok(first);
        }
    }
}

type Found = Option<(Layout, Vec<u8>)>;

/// The layout of JSON. `None` if the text is not JSON.
fn values(
    buffer: &mut Buffer,
    packing: Option<Packing>,
    wanted: &Wanted,
) -> Result<Found, TableError> {
    // The first line of an object, and of an array the bracket and what follows it.
    let is_enough = |text: &[u8]| match text.trim_ascii_start() {
        [b'[', inner @ ..] => !inner.trim_ascii_start().is_empty(),
        text => text.contains(&b'\n') || text.len() > delimited::LONGEST,
    };
    while !is_enough(buffer.rest()) && buffer.fill()? {}
    let text = buffer.rest().trim_ascii_start();
    let inner = text.get(1..).unwrap_or_default().trim_ascii_start().first();
    // A file of SudoCue may begin with `[Puzzle]`.
    if text[0] == b'[' && !matches!(inner, Some(b'{' | b'"' | b'[' | b']' | b'0'..=b'9')) {
        return Ok(None);
    }
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let mut first = (text[0] == b'{').then(|| json::sample(line)).flatten();
    let kind = if first.is_some() { Kind::JsonLines } else { Kind::Json };
    if kind == Kind::Json {
        first = loop {
            match json::next_value(buffer)? {
                json::Next::Value(from, length) => {
                    break json::sample(&buffer.rest()[from..][..length]);
                }
                json::Next::End => break None,
                json::Next::More => _ = buffer.fill()?,
            }
        };
    }
    let (names, sample) = first.unwrap_or_default();
    let layout = Layout::choose(kind, packing, names.clone(), &[sample], wanted)?;
    let layout = layout.ok_or_else(|| TableError::Wrong(no_column(&names.unwrap_or_default())))?;
    Ok(Some((layout, Vec::new())))
}

/// The layout of CSV or TSV, and the first record if it names the columns. `None` if the text is no such table.
fn records(
    buffer: &mut Buffer,
    packing: Option<Packing>,
    wanted: &Wanted,
) -> Result<Found, TableError> {
    let from = comments(buffer)?;
    let separators: &[u8] = match wanted.kind {
        Some(Kind::Delimited(b'\t')) => b"\t",
        Some(Kind::Delimited(_)) => b",;",
        _ => b",;\t",
    };
    for &separator in separators {
        let Some(length) = delimited::first(buffer, from, separator)? else { continue };
        let text = without_end(&buffer.rest()[from..][..length]).to_vec();
        let head = fields(&text, separator);
        let is_named = !head.iter().any(|field| resembles(field));
        let is_known = head.iter().any(|field| is_puzzle_name(field));
        // A row of numbers, with signs such as `.` for an empty cell.
        let is_number = |field: &String| {
            field.trim().parse::<f64>().is_ok() || !field.contains(char::is_alphanumeric)
        };
        let is_numbers = head.iter().all(is_number);
        let is_wanted = wanted.column.is_some();
        let may_be = if is_named { is_known || is_wanted || !is_numbers } else { true };
        // A line of text may have a comma in a comment.
        if !is_named && !head.iter().any(|field| is_puzzle(field)) {
            continue;
        }
        if !may_be || head.len() < 2 && !is_known && !is_wanted {
            continue;
        }
        let mut samples = if is_named { Vec::new() } else { vec![head.clone()] };
        let mut next = from + length;
        // Rows that are not at hand are waited for only where the names do not say enough.
        while samples.len() < SAMPLES {
            let may_wait = is_named && !is_known && samples.is_empty();
            let length = if may_wait {
                delimited::first(buffer, next, separator)?
            } else {
                delimited::at_hand(buffer, next, separator)
            };
            let Some(length) = length else { break };
            samples.push(fields(&buffer.rest()[next..][..length], separator));
            next += length;
        }
        let names = is_named.then_some(head);
        let kind = Kind::Delimited(separator);
        // A separator too many is no reason to fail.
        let layout = Layout::choose(kind, packing, names, &samples, wanted);
        let is_last = Some(&separator) == separators.last();
        let layout = match layout {
            Err(_) if !is_last && samples.iter().all(|row| row.len() < 2) => continue,
            other => other?,
        };
        if let Some(layout) = layout {
            buffer.skip(if is_named { from + length } else { from });
            return Ok(Some((layout, if is_named { text } else { Vec::new() })));
        }
    }
    Ok(None)
}

fn fields(text: &[u8], separator: u8) -> Vec<String> {
    let fields = delimited::split(text, separator);
    fields.into_iter().map(|field| String::from_utf8_lossy(&field).into_owned()).collect()
}

/// The length of the blank lines and comments at the start of a buffer.
fn comments(buffer: &mut Buffer) -> Result<usize, TableError> {
    let mut from = 0;
    loop {
        let text = &buffer.rest()[from..];
        let end = memchr::memchr(b'\n', text);
        let line = &text[..end.unwrap_or(text.len())];
        let is_comment = line.trim_ascii_start().starts_with(b"#") || line.trim_ascii().is_empty();
        match end {
            Some(end) if is_comment => from += end + 1,
            None if is_comment && text.len() < delimited::LONGEST => {
                if !buffer.fill()? {
                    return Ok(from);
                }
            }
            _ => return Ok(from),
        }
    }
}

impl Table {
    /// How the rows are laid out.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The next rows, up to a number; `None` at the end, and after an error. `before_read` is called before each read
    /// that may block.
    ///
    /// # Errors
    /// The source cannot be read further.
    pub fn next_block(
        &mut self,
        most: usize,
        before_read: &mut dyn FnMut(),
    ) -> Option<Result<Block, TableError>> {
        if self.ended {
            return None;
        }
        let next = match &mut self.source {
            Source::Text(buffer) => next_text(buffer, &self.layout, most, before_read),
            #[cfg(feature = "parquet")]
            Source::Parquet(rows) => rows.next(most, &self.layout),
        };
        match next {
            Ok(Some(mut block)) => {
                block.row = self.rows + 1;
                self.rows += block.rows as u64;
                Some(Ok(block))
            }
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }
}

/// The next rows of text. Their number in the table is not set yet.
fn next_text(
    buffer: &mut Buffer,
    layout: &Arc<Layout>,
    most: usize,
    before_read: &mut dyn FnMut(),
) -> Result<Option<Block>, TableError> {
    loop {
        let found = match layout.kind {
            Kind::Delimited(separator) => delimited::next(buffer, separator, most),
            Kind::JsonLines => json::next_lines(buffer, most),
            Kind::Json | Kind::Parquet => match json::next_value(buffer)? {
                json::Next::Value(from, length) => {
                    buffer.skip(from);
                    Some((length, 1, Parts::One))
                }
                json::Next::End => return Ok(None),
                json::Next::More => None,
            },
        };
        if let Some((length, rows, parts)) = found {
            let line = buffer.line();
            let text = buffer.take(length);
            if rows > 0 {
                return Ok(Some(Block {
                    layout: Arc::clone(layout),
                    row: 0,
                    line,
                    rows,
                    text,
                    parts,
                }));
            }
            // All lines were blank.
            continue;
        }
        if buffer.ended() {
            return Ok(None);
        }
        before_read();
        buffer.fill()?;
    }
}
