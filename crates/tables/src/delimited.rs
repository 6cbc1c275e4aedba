//! CSV and TSV: where records end, and what their fields are.
//!
//! Nearly all records are lines without quotes. Many such lines are cut off at once, and their fields are found by
//! looking for separators. A record with a quote, or with a `\r` within its line, is left to the crate `csv`.

use std::borrow::Cow;
use std::cell::RefCell;

use csv_core::ReadRecordResult;
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use quadrille_sudoku::format::read::read_field;

use crate::buffer::Buffer;
use crate::layout::resembles;
use crate::parts::{Fields, Parts, is_blank, without_end};
use crate::{Layout, TableError};

/// Upper bound on the bytes of a record.
pub(crate) const LONGEST: usize = 1 << 20;

/// The next rows of a buffer: the number of bytes, the number of rows, and where these rows are; `None` if more must be
/// read to know, or nothing is left.
pub(crate) fn next(
    buffer: &Buffer,
    separator: u8,
    layout: &Layout,
    most: usize,
) -> Option<(usize, usize, Parts)> {
    let (length, rows) = plain_lines(buffer.rest(), most, buffer.ended());
    if length > 0 {
        return Some((length, rows, Parts::Lines));
    }
    let text = buffer.rest();
    // A line that is only partly there is no reason to look for the end of a record with quotes.
    let is_part = memchr2(b'"', b'\r', text).is_none() && !buffer.ended() && text.len() <= LONGEST;
    if text.is_empty() || is_part {
        return None;
    }
    let line = || memchr(b'\n', text).map_or(text.len(), |end| end + 1);
    match record(text, separator, buffer.ended()) {
        Some(length) => match fault(&text[..length], separator, layout) {
            // The lines below may be rows of their own, so reading goes on at the next line.
            Some(what) => Some((line(), 1, Parts::Refused(what))),
            None => Some((length, 1, Parts::One)),
        },
        None if text.len() > LONGEST => {
            // A quote that is not closed takes in all that follows, so the next line is read as a row again.
            let what = format!(
                "found a record of more than {LONGEST} bytes; expected a row; perhaps a quote is not closed"
            );
            Some((line(), 1, Parts::Refused(what)))
        }
        None => None,
    }
}

/// A field in quotes, as a part of the text of its record.
struct Quoted {
    /// The place of the first quote.
    start: usize,
    /// The place of the last quote; `None` if there is none.
    end: Option<usize>,
}

/// The fields in quotes of a record. A quote opens a field only where the field begins; two quotes within a field stand for one.
fn in_quotes(text: &[u8], separator: u8) -> Vec<Quoted> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at] == b'"' {
            let (start, mut end) = (at, at + 1);
            let end = loop {
                match memchr(b'"', &text[end..]).map(|more| end + more) {
                    Some(quote) if text.get(quote + 1) == Some(&b'"') => end = quote + 2,
                    other => break other,
                }
            };
            found.push(Quoted { start, end });
            let Some(end) = end else { break };
            at = end + 1;
        }
        match memchr(separator, &text[at..]) {
            Some(more) => at += more + 1,
            None => break,
        }
    }
    found
}

/// Why a record whose quotes span several lines is no row: a quote is not closed, or it is closed by another stray quote
/// further down, so that it takes in the rows between. `None` for a record that is what it seems to be.
fn fault(text: &[u8], separator: u8, layout: &Layout) -> Option<String> {
    let inner = without_end(text);
    let fields = in_quotes(text, separator);
    let opened = |quoted: &Quoted| {
        let characters = String::from_utf8_lossy(&text[..quoted.start]).chars().count() + 1;
        format!("at character {characters}: found a quote that opens a field")
    };
    if let Some(open) = fields.iter().find(|quoted| quoted.end.is_none()) {
        let opened = opened(open);
        return Some(format!("{opened} and is not closed; expected a closing quote, or none"));
    }
    let spans = |quoted: &&Quoted| memchr(b'\n', &text[quoted.start..quoted.end?]);
    let spanning = fields.iter().find(|quoted| spans(quoted).is_some())?;
    let lines = memchr_iter(b'\n', inner).count() + 1;
    let values = split(text, separator);
    let is_wide = |names: &Vec<String>| names.len() == values.len();
    let is_puzzle = || {
        let puzzle = values.get(layout.puzzle.place)?;
        let lines = memchr(b'\n', puzzle).is_some();
        Some(!lines || read_field(&String::from_utf8_lossy(puzzle), None).is_ok())
    };
    // A quote closes a field only where the field ends.
    let ends = |quoted: &Quoted| {
        quoted.end.and_then(|end| inner.get(end + 1)).is_none_or(|&next| next == separator)
    };
    let is_row = match &layout.names {
        Some(names) => is_wide(names) && (fields.iter().all(ends) || is_puzzle() == Some(true)),
        None => is_puzzle() == Some(true),
    };
    if is_row && !takes_in_rows(inner, &fields, separator, layout) {
        return None;
    }
    let opened = opened(spanning);
    Some(format!(
        "{opened} and seems to be closed by a stray quote in one of the {lines} lines of this record; expected a closing quote \
         before the next row; the next line is read as a row"
    ))
}

/// Whether fields in quotes hold a whole row: a line of the record that has as many fields as a row, among them a puzzle that
/// lies between quotes opened in another field.
fn takes_in_rows(text: &[u8], fields: &[Quoted], separator: u8, layout: &Layout) -> bool {
    let mut start = 0;
    text.split(|&byte| byte == b'\n').any(|line| {
        let (from, place) = (start, layout.puzzle.place);
        start += line.len() + 1;
        let mut at = from;
        let found: Vec<_> = line
            .split(|&byte| byte == separator)
            .map(|field| {
                let range = at..at + field.len();
                at = range.end + 1;
                range
            })
            .collect();
        let width = found.len();
        let is_wide = layout.names.as_ref().map_or(width > place, |names| names.len() == width);
        let Some(puzzle) = found.get(place).filter(|_| is_wide) else { return false };
        let is_within = |quoted: &Quoted| {
            quoted.start < puzzle.start && quoted.end.is_some_and(|end| puzzle.end <= end)
        };
        fields.iter().any(is_within)
            && resembles(String::from_utf8_lossy(&text[puzzle.clone()]).trim_matches(['"', '\r']))
    })
}

/// The length of the whole lines at the start of a text that are records without quotes, and the number of those that
/// are not blank, which is `most` at most.
fn plain_lines(text: &[u8], most: usize, ended: bool) -> (usize, usize) {
    let (length, rows) = whole_lines(text, most, ended);
    match strange(&text[..length]) {
        None => (length, rows),
        Some(at) => {
            let line = memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
            whole_lines(&text[..line], most, false)
        }
    }
}

/// The length of the whole lines at the start of a text, and the number of those that are not blank.
fn whole_lines(text: &[u8], most: usize, ended: bool) -> (usize, usize) {
    let (mut length, mut rows) = (0, 0);
    let rest = (ended && !text.ends_with(b"\n")).then_some(text.len());
    for end in memchr_iter(b'\n', text).map(|end| end + 1).chain(rest) {
        let line = &text[length..end];
        if rows == most || line.len() > LONGEST {
            break;
        }
        length = end;
        rows += usize::from(!is_blank(line));
    }
    (length, rows)
}

/// The place of the first quote, or of the first `\r` that does not end a line.
fn strange(text: &[u8]) -> Option<usize> {
    let quote = memchr(b'"', text);
    let before = &text[..quote.unwrap_or(text.len())];
    let ends_line = |at: &usize| text.get(at + 1).is_none_or(|&next| next == b'\n');
    memchr_iter(b'\r', before).find(|at| !ends_line(at)).or(quote)
}

thread_local! {
    /// The last reader. To make one takes ten microseconds.
    static READER: RefCell<Option<(u8, csv_core::Reader)>> = const { RefCell::new(None) };
}

/// Calls `work` with a reader that has read nothing.
fn with_reader<R>(separator: u8, work: impl FnOnce(&mut csv_core::Reader) -> R) -> R {
    READER.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| *known != separator) {
            *last = Some((separator, csv_core::ReaderBuilder::new().delimiter(separator).build()));
        }
        let (_, reader) = last.as_mut().expect("it was just made");
        reader.reset();
        work(reader)
    })
}

/// The length of the record at the start of a text, with the end of its line; `None` if the text ends before.
fn record(text: &[u8], separator: u8, ended: bool) -> Option<usize> {
    let (mut fields, mut ends) = ([0; 4096], [0; 64]);
    let mut length = 0;
    with_reader(separator, |reader| {
        loop {
            let (result, read, _, _) = reader.read_record(&text[length..], &mut fields, &mut ends);
            length += read;
            match result {
                ReadRecordResult::Record => {
                    let feed = text[..length].ends_with(b"\r") && text[length..].starts_with(b"\n");
                    return Some(length + usize::from(feed));
                }
                // An empty input says that nothing follows.
                ReadRecordResult::InputEmpty if !ended || read == 0 && length < text.len() => {
                    return None;
                }
                ReadRecordResult::End => return Some(text.len()),
                ReadRecordResult::InputEmpty
                | ReadRecordResult::OutputFull
                | ReadRecordResult::OutputEndsFull => {}
            }
        }
    })
}

/// The fields that are needed of one of the [`plain_lines`].
pub(crate) fn plain<'b>(text: &'b [u8], separator: u8, layout: &Layout) -> Fields<'b> {
    let places = layout.places();
    let (mut found, mut start, mut place) = ([None; 3], 0, 0);
    let mut add = |field: &'b [u8]| {
        if let Some(which) = places.iter().position(|&wanted| wanted == Some(place)) {
            found[which] = Some(field);
        }
        place += 1;
    };
    for end in memchr_iter(separator, text) {
        add(&text[start..end]);
        start = end + 1;
    }
    add(&text[start..]);
    checked(found.map(|field| field.map(Cow::Borrowed)), place, layout)
}

/// The fields that are needed of any record.
pub(crate) fn quoted<'b>(text: &'b [u8], separator: u8, layout: &Layout) -> Fields<'b> {
    let mut found = split(text, separator);
    let width = found.len();
    let mut take = |place: usize| found.get_mut(place).map(std::mem::take).map(Cow::Owned);
    checked(layout.places().map(|place| place.and_then(&mut take)), width, layout)
}

/// All fields of the first record of a text.
pub(crate) fn split(text: &[u8], separator: u8) -> Vec<Vec<u8>> {
    if separator == b' ' {
        // Several blanks are one.
        let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        return words.map(<[u8]>::to_vec).collect();
    }
    // No field is longer than the text, and no two are separated by nothing.
    let mut values = vec![0; text.len()];
    let mut ends = vec![0; memchr_iter(separator, text).count() + 2];
    let (mut read, mut written, mut fields) = (0, 0, 0);
    with_reader(separator, |reader| {
        loop {
            let (result, more, bytes, count) =
                reader.read_record(&text[read..], &mut values[written..], &mut ends[fields..]);
            (read, written, fields) = (read + more, written + bytes, fields + count);
            if !matches!(result, ReadRecordResult::InputEmpty) {
                break;
            }
        }
    });
    let starts = [0].into_iter().chain(ends[..fields].iter().copied());
    starts.zip(&ends[..fields]).map(|(start, &end)| values[start..end].to_vec()).collect()
}

/// Number of fields of a record.
pub(crate) fn width(text: &[u8], separator: u8) -> usize {
    match memchr2(b'"', b'\r', text) {
        None if separator != b' ' => memchr_iter(separator, text).count() + 1,
        _ => split(text, separator).len(),
    }
}

/// A row with as many fields as the table has columns, unless it has them already: missing fields are empty, and the last field holds
/// those that are too many, with the separators between them. Quotes that are not closed become part of their fields, so that they
/// do not take in the rows below.
pub(crate) fn fitted(text: &[u8], separator: u8, width: Option<usize>) -> Cow<'_, [u8]> {
    let is_open = in_quotes(text, separator).last().is_some_and(|quoted| quoted.end.is_none());
    let found = if is_open {
        memchr_iter(separator, text).count() + 1
    } else {
        self::width(text, separator)
    };
    let width = width.unwrap_or(found);
    if found == width && !is_open {
        return Cow::Borrowed(text);
    }
    if found < width && !is_open {
        return Cow::Owned([text, &vec![separator; width - found]].concat());
    }
    let mut fields = if is_open {
        text.split(|&byte| byte == separator).map(<[u8]>::to_vec).collect()
    } else {
        split(text, separator)
    };
    if fields.len() > width {
        let rest = fields.split_off(width - 1).join(&separator);
        fields.push(rest);
    }
    fields.resize(width, Vec::new());
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    writer.write_record(&fields).expect("writing to memory does not fail");
    let line = writer.into_inner().expect("writing to memory does not fail");
    Cow::Owned(without_end(&line).to_vec())
}

/// The fields that are needed of a row with this number of fields.
fn checked<'b>(
    [puzzle, answer, name]: [Option<Cow<'b, [u8]>>; 3],
    found: usize,
    layout: &Layout,
) -> Fields<'b> {
    let fields = |count: usize| format!("{count} field{}", if count == 1 { "" } else { "s" });
    let puzzle = match &layout.names {
        Some(names) if names.len() != found => {
            Err(format!("found {}; expected {}, as in the first row", fields(found), names.len()))
        }
        _ => puzzle.ok_or_else(|| {
            let least = layout.puzzle.place + 1;
            format!("found {}; expected at least {least}", fields(found))
        }),
    };
    Fields { puzzle, answer, name }
}

/// The length of the record from a place on, if it is at hand as a whole.
pub(crate) fn at_hand(buffer: &Buffer, from: usize, separator: u8) -> Option<usize> {
    let text = &buffer.rest()[from..];
    if text.is_empty() {
        return None;
    }
    let (lines, _) = plain_lines(text, 1, buffer.ended());
    if lines > 0 { Some(lines) } else { record(text, separator, buffer.ended()) }
}

/// The length of the record from a place on, after more was read if needed; `None` at the end of the source.
pub(crate) fn first(
    buffer: &mut Buffer,
    from: usize,
    separator: u8,
) -> Result<Option<usize>, TableError> {
    loop {
        if let Some(length) = at_hand(buffer, from, separator) {
            return Ok(Some(length));
        }
        if buffer.rest().len() - from > LONGEST || buffer.ended() {
            return Ok(None);
        }
        buffer.fill()?;
    }
}
