//! A CSV file, record by record, with the place of each, and with an eye for where it breaks off.
//!
//! A run that was killed leaves at most its last record unfinished, so a record counts only with the line
//! end behind it: `max_rss_bytes`, the last field, may be empty, and what precedes may be a number cut
//! short, so nothing else tells a whole record from half of one. Within quotes (RFC 4180) a line end is
//! part of a field.

use std::io::{self, BufRead, Read};

use csv_core::{ReadRecordResult, ReaderBuilder, Terminator};

/// No record is longer. A file that is no CSV might have a single quote and go on for ever.
const LONGEST: u64 = 1 << 20;

/// Reads records.
pub struct Records<R> {
    input: R,
    parser: csv_core::Reader,
    /// The bytes of the record, line end included.
    raw: Vec<u8>,
    /// Its fields, unquoted, one behind the other; not used where nothing is quoted.
    text: Vec<u8>,
    quoted: bool,
    /// Where each field ends, in `text`, or else in `raw` with a comma behind it.
    ends: Vec<usize>,
    fields: usize,
    /// Its first line in the file, from 1.
    line: u64,
    /// The line and the byte after it.
    next_line: u64,
    next_byte: u64,
}

/// What comes next in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A whole record.
    Record,
    /// The beginning of one: the file breaks off.
    Fragment,
    /// More than any record of ours.
    TooLong,
    /// The end.
    End,
}

impl<R: BufRead> Records<R> {
    pub fn new(input: R) -> Self {
        Self {
            input,
            parser: ReaderBuilder::new().terminator(Terminator::Any(b'\n')).build(),
            raw: Vec::new(),
            text: Vec::new(),
            quoted: false,
            ends: Vec::new(),
            fields: 0,
            line: 1,
            next_line: 1,
            next_byte: 0,
        }
    }

    /// Goes on to the next record. Empty lines are passed over.
    pub fn advance(&mut self) -> io::Result<Next> {
        loop {
            self.raw.clear();
            let mut quotes = 0;
            loop {
                let begun = self.raw.len();
                let room = LONGEST - begun as u64;
                (&mut self.input).take(room).read_until(b'\n', &mut self.raw)?;
                let read = &self.raw[begun..];
                quotes += read.iter().filter(|&&byte| byte == b'"').count();
                match read.last() {
                    Some(b'\n') if quotes % 2 == 0 => break,
                    Some(b'\n') if self.raw.len() as u64 == LONGEST => return Ok(Next::TooLong),
                    Some(b'\n') => {}
                    _ if self.raw.len() as u64 == LONGEST => return Ok(Next::TooLong),
                    _ if self.raw.is_empty() => return Ok(Next::End),
                    _ => {
                        self.line = self.next_line;
                        return Ok(Next::Fragment);
                    }
                }
            }
            self.line = self.next_line;
            // Only within quotes can there be more of them.
            let inner = if quotes == 0 { &[] } else { &self.raw[..self.raw.len() - 1] };
            self.next_line += 1 + inner.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.next_byte += self.raw.len() as u64;
            if self.line == 1 && self.raw.starts_with(BYTE_ORDER_MARK) {
                self.raw.drain(..BYTE_ORDER_MARK.len());
            }
            if !matches!(&*self.raw, b"\n" | b"\r\n") {
                self.quoted = quotes > 0;
                if self.quoted {
                    self.unquote();
                } else {
                    self.split();
                }
                return Ok(Next::Record);
            }
        }
    }

    /// Without quotes, every comma is between two fields.
    fn split(&mut self) {
        let record = without_line_end(&self.raw);
        let commas = record.iter().enumerate().filter(|(_, byte)| **byte == b',');
        self.ends.clear();
        self.ends.extend(commas.map(|(place, _)| place));
        self.ends.push(record.len());
        self.fields = self.ends.len();
    }

    fn unquote(&mut self) {
        self.parser.reset();
        let record = without_line_end(&self.raw);
        self.ends.resize(self.ends.len().max(32), 0);
        // Unquoting makes nothing longer.
        self.text.resize(record.len(), 0);
        let (mut read, mut written, mut fields) = (0, 0, 0);
        loop {
            let (result, bytes, text, ends) = self.parser.read_record(
                &record[read..],
                &mut self.text[written..],
                &mut self.ends[fields..],
            );
            (read, written, fields) = (read + bytes, written + text, fields + ends);
            match result {
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                // All of it is here: an empty slice, which comes next, says that it ends.
                ReadRecordResult::InputEmpty | ReadRecordResult::OutputFull => {}
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
        self.fields = fields;
    }

    /// How many fields the record has.
    pub fn fields(&self) -> usize {
        self.fields
    }

    /// A field of the record, unquoted.
    pub fn field(&self, place: usize) -> &[u8] {
        let (text, comma) = if self.quoted { (&self.text, 0) } else { (&self.raw, 1) };
        let begin = if place == 0 { 0 } else { self.ends[place - 1] + comma };
        &text[begin..self.ends[place]]
    }

    /// The record's first line in the file, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Bytes of the file up to the end of the last whole record.
    pub fn whole_bytes(&self) -> u64 {
        self.next_byte
    }

    /// Bytes of a fragment.
    pub fn fragment_bytes(&self) -> u64 {
        self.raw.len() as u64
    }

    /// Where a field of the record begins: line and column, in characters from 1.
    pub fn place_of(&self, field: usize) -> (u64, u64) {
        let (mut line, mut column, mut commas, mut quoted) = (self.line, 1, 0, false);
        for character in String::from_utf8_lossy(&self.raw).chars() {
            if commas == field {
                break;
            }
            match character {
                '"' => quoted = !quoted,
                ',' if !quoted => commas += 1,
                _ => {}
            }
            column += 1;
            if character == '\n' {
                (line, column) = (line + 1, 1);
            }
        }
        (line, column)
    }
}

fn without_line_end(record: &[u8]) -> &[u8] {
    let record = record.strip_suffix(b"\n").unwrap_or(record);
    record.strip_suffix(b"\r").unwrap_or(record)
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Records, and what comes after the last one.
    fn read(bytes: &[u8]) -> (Vec<Vec<String>>, Next, u64) {
        let mut records = Records::new(bytes);
        let mut all = Vec::new();
        loop {
            match records.advance().unwrap() {
                Next::Record => {
                    let field = |i| String::from_utf8_lossy(records.field(i)).into_owned();
                    all.push((0..records.fields()).map(field).collect());
                }
                other => return (all, other, records.whole_bytes()),
            }
        }
    }

    #[test]
    fn line_ends_of_both_kinds_empty_lines_and_a_mark_are_taken() {
        let (records, end, whole) = read(b"\xef\xbb\xbfa,b\r\n\n1,\r\n\"x,\"\"y\nz\",2\n");
        assert_eq!(records, [["a", "b"], ["1", ""], ["x,\"y\nz", "2"]]);
        assert_eq!((end, whole), (Next::End, 25));
    }

    #[test]
    fn places_are_told_in_lines_and_characters() {
        let mut records = Records::new("é,\"a\n,b\",c\nd,e,f\n".as_bytes());
        assert_eq!(records.advance().unwrap(), Next::Record);
        assert_eq!(
            (0..3).map(|i| records.place_of(i)).collect::<Vec<_>>(),
            [(1, 1), (1, 3), (2, 5)]
        );
        assert_eq!(records.advance().unwrap(), Next::Record);
        assert_eq!((records.line(), records.place_of(2)), (3, (3, 5)));
    }

    #[test]
    fn a_quote_that_never_ends_does_not_swallow_all_memory() {
        let long = [b"a,\"", &*vec![b'\n'; 3 << 20]].concat();
        assert_eq!(read(&long), (vec![], Next::TooLong, 0));
    }

    proptest! {
        /// Cut anywhere, a file keeps the records whose line ends are before the cut.
        #[test]
        fn a_cut_file_has_its_whole_records(
            table in prop::collection::vec(prop::collection::vec("[a,\"\r\né ]{0,6}", 3), 1..8),
            cut in any::<prop::sample::Index>(),
        ) {
            let mut writer = csv::Writer::from_writer(Vec::new());
            let mut ends = vec![];
            for record in &table {
                writer.write_record(record).unwrap();
                writer.flush().unwrap();
                ends.push(writer.get_ref().len());
            }
            let bytes = writer.into_inner().unwrap();
            let cut = cut.index(bytes.len() + 1);
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            let last = whole.checked_sub(1).map_or(0, |i| ends[i]);
            let (records, end, whole_bytes) = read(&bytes[..cut]);
            prop_assert_eq!(&records[..], &table[..whole]);
            prop_assert_eq!(end, if cut == last { Next::End } else { Next::Fragment });
            prop_assert_eq!(whole_bytes, last as u64);
        }

        #[test]
        fn any_bytes_are_read_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let (_, end, whole) = read(&bytes);
            prop_assert!(matches!(end, Next::End | Next::Fragment));
            prop_assert!(whole as usize <= bytes.len());
        }
    }
}
