//! What a source is: a table of which kind, or text.

use std::collections::HashMap;
use std::io::{Read, Seek};

use memchr::{memchr, memchr_iter, memrchr};

use crate::buffer::{AT_ONCE, Buffer};
use crate::contained::contained;
use crate::layout::{
    PUZZLES, SAMPLES, is_open, is_puzzle, is_puzzle_name, listed, resembles, shortened,
};
use crate::parts::without_end;
use crate::table::{Source, Table};
use crate::{Bytes, Input, Kind, Layout, Packing, TableError, Wanted, delimited, json, unpack};

/// Bytes of the byte-order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The first bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// Upper bound on the bytes of JSON that are kept in memory while no row of them can be read.
const MOST_SAMPLED: usize = 4 * delimited::LONGEST;

/// What a source holds.
pub enum Content {
    /// A table.
    Table(Box<Table>),
    /// Text for the reader of `quadrille_sudoku`, decompressed.
    Text(Bytes),
}

/// Opens a source, and finds out what it is by its first bytes. Text is read no further than its first line, unless
/// that may be the names of columns.
///
/// # Errors
/// The source cannot be read; a column that was asked for is not there; a table is asked for and the source is none; a
/// table in JSON or Parquet has no column of puzzles.
pub fn open(input: Input, wanted: &Wanted) -> Result<Content, TableError> {
    contained(|| detected(input, wanted))
}

fn detected(input: Input, wanted: &Wanted) -> Result<Content, TableError> {
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
        // The first line may be the only one that is no JSON.
        (None | Some(Kind::JsonLines | Kind::Json), Some(_)) if is_object(second_line(&buffer)) => {
            let (names, samples) = json_samples(&mut buffer, Kind::JsonLines)?;
            let layout = Layout::choose(Kind::JsonLines, packing, names, &samples, wanted)?;
            layout.map(|layout| (layout, Vec::new()))
        }
        (None | Some(Kind::Delimited(_)), Some(_)) => records(&mut buffer, packing, wanted)?,
        _ => None,
    };
    match found {
        Some((layout, head)) => {
            let place = json::Place::before(layout.kind, &buffer);
            Ok(table(layout, head, Source::Text(buffer, place)))
        }
        None if wanted.is_table() => Err(TableError::Wrong(no_column(&[]))),
        None => Ok(Content::Text(buffer.into_bytes())),
    }
}

fn table(layout: Layout, head: Vec<u8>, source: Source) -> Content {
    Content::Table(Box::new(Table::new(layout, head, source)))
}

fn no_column(names: &[String]) -> String {
    let known = PUZZLES.join(", ");
    let found = match names {
        [] => "found no table with a column of puzzles".to_owned(),
        names => format!("found no column of puzzles among {}", listed(names)),
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
    let what = "found Parquet, which this program was compiled without; expected CSV, TSV, JSON or text; convert the table, or \
        check it by the command `quadrille check`";
    Err(TableError::Wrong(what.to_owned()))
}

/// The first byte that is not blank, after the byte-order mark. Skips that mark.
fn first_byte(buffer: &mut Buffer) -> Result<Option<u8>, TableError> {
    if buffer.rest().starts_with(MARK) {
        buffer.skip(MARK.len());
    }
    Ok(buffer.first_visible(delimited::LONGEST)?)
}

/// The layout of a table, and its head line without the line end, which is empty if there is none.
type DetectedLayout = Option<(Layout, Vec<u8>)>;

/// The layout of JSON. `None` if the text is not JSON.
fn values(
    buffer: &mut Buffer,
    packing: Option<Packing>,
    wanted: &Wanted,
) -> Result<DetectedLayout, TableError> {
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
    let is_flat = |text: &[u8]| !text.iter().any(|byte| matches!(byte, b'{' | b'"'));
    while is_flat(buffer.rest())
        && json::value_end(buffer.rest().trim_ascii_start(), false).is_none()
        && buffer.rest().len() < delimited::LONGEST
        && buffer.fill()?
    {}
    let text = buffer.rest().trim_ascii_start();
    let kind = if text[0] == b'{' && is_json_lines(buffer)? { Kind::JsonLines } else { Kind::Json };
    let (names, samples) = json_samples(buffer, kind)?;
    let layout = Layout::choose(kind, packing, names.clone(), &samples, wanted)?;
    match (layout, names) {
        (Some(layout), _) => Ok(Some((layout, Vec::new()))),
        // Rows in brackets are text, as lists of a program or as it prints them.
        (None, None) if !wanted.is_table() => Ok(None),
        (None, names) => Err(TableError::Wrong(no_column(&names.unwrap_or_default()))),
    }
}

/// The lines of a buffer that are at hand as a whole.
fn whole_lines(buffer: &Buffer) -> impl Iterator<Item = &[u8]> {
    let text = buffer.rest();
    let end =
        if buffer.ended() { text.len() } else { memrchr(b'\n', text).map_or(0, |end| end + 1) };
    text[..end].split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty())
}

/// The second line of a buffer, if it is at hand; otherwise nothing.
fn second_line(buffer: &Buffer) -> &[u8] {
    whole_lines(buffer).nth(1).unwrap_or_default()
}

fn is_object(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{") && matches!(json::sample(line), Some((Some(_), _)))
}

/// Whether a text that begins with an object has a row on each line, of which the first may be faulty.
fn is_json_lines(buffer: &mut Buffer) -> Result<bool, TableError> {
    loop {
        let first = whole_lines(buffer).next().unwrap_or_default();
        if is_object(first) {
            return Ok(true);
        }
        let others = || whole_lines(buffer).skip(1).take(SAMPLES).any(is_object);
        let text = buffer.rest().trim_ascii_start();
        let line = memchr(b'\n', text).unwrap_or(text.len());
        match json::value_end(text, buffer.ended()) {
            Some(Ok(length)) if length > line || is_object(&text[..length]) => return Ok(false),
            Some(Ok(_)) => return Ok(true),
            Some(Err(_)) if others() => return Ok(true),
            _ if buffer.ended() || text.len() > delimited::LONGEST => return Ok(others()),
            _ => {}
        }
        buffer.fill()?;
    }
}

/// The names of the columns, if rows name them, and the values of some rows.
type Sampled = (Option<Vec<String>>, Vec<Vec<String>>);

/// The names of the fields of the first rows of JSON, and their values. Waits for one row that can be read.
fn json_samples(buffer: &mut Buffer, kind: Kind) -> Result<Sampled, TableError> {
    let mut found = Vec::new();
    if kind == Kind::JsonLines {
        loop {
            found.extend(whole_lines(buffer).take(SAMPLES).filter_map(json::sample));
            let is_enough = !found.is_empty() || buffer.rest().len() > MOST_SAMPLED;
            if is_enough || !buffer.fill()? {
                break;
            }
        }
    } else {
        let (mut place, mut at, mut rows) = (json::Place::before(kind, buffer), 0, 0);
        while rows < SAMPLES {
            match place.next(&buffer.rest()[at..], buffer.ended()) {
                Ok((skipped, json::Next::Row(length, _))) => {
                    found.extend(json::sample(&buffer.rest()[at + skipped..][..length]));
                    at += skipped + length;
                    rows += 1;
                }
                Ok((skipped, json::Next::More)) if found.is_empty() => {
                    at += skipped;
                    if at > MOST_SAMPLED || !buffer.fill()? {
                        break;
                    }
                }
                _ => break,
            }
        }
    }
    let mut names: Option<Vec<String>> = None;
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut samples = Vec::new();
    for (known, values) in found {
        let Some(known) = known else {
            samples.push(values);
            continue;
        };
        let names = names.get_or_insert_default();
        let mut row = vec![String::new(); names.len()];
        for (name, value) in known.into_iter().zip(values) {
            match places.get(&name) {
                Some(&place) => row[place] = value,
                None => {
                    places.insert(name.clone(), names.len());
                    names.push(name);
                    row.push(value);
                }
            }
        }
        samples.push(row);
    }
    Ok((names, samples))
}

/// The layout of CSV or TSV, and the first record if it names the columns. `None` if the text is no such table.
fn records(
    buffer: &mut Buffer,
    packing: Option<Packing>,
    wanted: &Wanted,
) -> Result<DetectedLayout, TableError> {
    let from = comments(buffer)?;
    let separators: &[u8] = match wanted.kind {
        Some(Kind::Delimited(b'\t')) => b"\t",
        Some(Kind::Delimited(_)) => b",;",
        _ => b",;\t ",
    };
    for &separator in separators {
        let Some(length) = delimited::first(buffer, from, separator)? else {
            let line = buffer.line() + memchr_iter(b'\n', &buffer.rest()[..from]).count() as u64;
            refuse_long_header(&buffer.rest()[from..], separator, line)?;
            continue;
        };
        let text = without_end(&buffer.rest()[from..][..length]).to_vec();
        let head = fields(&text, separator);
        // `--column 1` of a table with tabs is not its whole lines.
        let mut others = separators.iter().skip_while(|&&other| other != separator);
        if head.len() < 2
            && others.any(|&other| other != b' ' && delimited::width(&text, other) > 1)
        {
            continue;
        }
        let is_named = !head.iter().any(|field| resembles(field));
        // Blanks separate columns only where an identifier stands before a puzzle: other text is not a table by its blanks.
        if separator == b' ' && (is_named || head.len() < 2 || resembles(&head[0])) {
            continue;
        }
        let is_known = head.iter().any(|field| is_puzzle_name(field));
        // A row of numbers, with signs such as `.` for an empty cell.
        let is_number = |field: &String| {
            field.trim().parse::<f64>().is_ok() || !field.contains(char::is_alphanumeric)
        };
        let is_numbers = head.iter().all(is_number);
        let is_wanted = wanted.columns.puzzles.is_some();
        let may_be = if is_named { is_known || is_wanted || !is_numbers } else { true };
        // A line of text may have a comma in a comment.
        if !is_named && !head.iter().any(|field| is_puzzle(field)) {
            continue;
        }
        if !may_be || head.len() < 2 && !is_known && !is_wanted {
            continue;
        }
        // Puzzles beside each other are a list, and no table, which would lose all but the first.
        if !wanted.is_table() && head.iter().filter(|field| is_open(field)).count() > 1 {
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

/// Refuses a first line with several fields whose record does not end within [`delimited::LONGEST`] bytes. If it were read as text instead
/// of a table, the rows below would lose all columns but the first. No puzzle is that long, so no text of puzzles is refused.
fn refuse_long_header(text: &[u8], separator: u8, number: u64) -> Result<(), TableError> {
    if text.len() <= delimited::LONGEST {
        return Ok(());
    }
    let end = memchr(b'\n', text);
    let line = &text[..end.unwrap_or(text.len())];
    let Some(first) = memchr(separator, line) else { return Ok(()) };
    let first = String::from_utf8_lossy(&line[..first]);
    let (longest, first) = (delimited::LONGEST, shortened(&first));
    let what = if line.len() > longest {
        format!(
            "found a first row of more than {longest} bytes, beginning with `{first}`; expected a shorter one; leave out columns \
             that are not needed"
        )
    } else {
        format!(
            "found a first row beginning with `{first}` that does not end within {longest} bytes; expected a closing quote, or no \
             quote"
        )
    };
    Err(TableError::Wrong(format!("line {number}: {what}")))
}

fn fields(text: &[u8], separator: u8) -> Vec<String> {
    let fields = delimited::split(text, separator);
    fields.into_iter().map(|field| String::from_utf8_lossy(&field).into_owned()).collect()
}

/// The length of the blank lines and comments at the start of a buffer. Where they fill the buffer they are skipped, as in
/// [`Buffer::first_visible`]: no reader of text looks into comments.
fn comments(buffer: &mut Buffer) -> Result<usize, TableError> {
    let mut from = 0;
    loop {
        let text = &buffer.rest()[from..];
        let end = memchr(b'\n', text);
        let line = &text[..end.unwrap_or(text.len())];
        let is_comment = line.trim_ascii_start().starts_with(b"#") || line.trim_ascii().is_empty();
        match end {
            Some(end) if is_comment => {
                from += end + 1;
                if from >= AT_ONCE {
                    buffer.skip(from);
                    from = 0;
                }
            }
            None if is_comment && text.len() < delimited::LONGEST => {
                if !buffer.fill()? {
                    return Ok(from);
                }
            }
            _ => return Ok(from),
        }
    }
}
