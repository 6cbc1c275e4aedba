//! Lines of a text file, each of which ends with a line feed.

use std::io::{BufRead, BufReader, Read};

use crate::refusal::Refusal;

/// Upper bound on the length of a line, in bytes: an option with 65536 items of names of 1000 bytes.
const LONGEST: u64 = 1 << 26;

/// Reads a text file line by line.
pub(crate) struct Lines<'f> {
    file: &'f str,
    bytes: BufReader<Box<dyn Read + 'f>>,
    line: Vec<u8>,
    number: u64,
    /// Upper bound on the bytes of the file, and the number of those that are left.
    most: u64,
    left: u64,
}

impl<'f> Lines<'f> {
    /// Begins to read a file of at most `most` bytes.
    pub(crate) fn new(file: &'f str, bytes: Box<dyn Read + 'f>, most: u64) -> Self {
        Self { file, bytes: BufReader::new(bytes), line: Vec::new(), number: 0, most, left: most }
    }

    /// The next line without its line feed; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<String>, Refusal> {
        self.line.clear();
        self.number += 1;
        let mut bytes = self.bytes.by_ref().take(LONGEST.min(self.left + 1));
        let read = bytes.read_until(b'\n', &mut self.line);
        let read = read.map_err(|error| Refusal::reading(self.file, &error))?;
        if read == 0 {
            return Ok(None);
        }
        let left = self.left.checked_sub(read as u64);
        let Some(left) = left.filter(|_| read as u64 != LONGEST) else {
            let why = format_args!(
                "found a line of more than {LONGEST} bytes, or more than {} in all; these are limits of this check",
                self.most
            );
            return Err(self.refusal(why).of_limit());
        };
        self.left = left;
        if self.line.pop() != Some(b'\n') {
            return Err(self.refusal("found no line feed at the end of the line"));
        }
        match str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line.to_owned())),
            Err(error) => Err(Refusal::line(self.file, self.number, error)),
        }
    }

    /// A refusal at the line read last.
    pub(crate) fn refusal(&self, why: impl std::fmt::Display) -> Refusal {
        Refusal::line(self.file, self.number, why)
    }
}
