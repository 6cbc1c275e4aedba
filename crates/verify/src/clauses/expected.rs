//! A file that must be what follows from the problem and the list of solutions.

use std::io::{BufRead, BufReader, Read};

use crate::refusal::{Refusal, shortened};

/// A file whose lines are known.
pub(super) struct Expected<'f> {
    file: &'f str,
    bytes: BufReader<Box<dyn Read + 'f>>,
    line: u64,
    found: Vec<u8>,
}

impl<'f> Expected<'f> {
    pub(super) fn new(file: &'f str, bytes: Box<dyn Read + 'f>) -> Self {
        Self { file, bytes: BufReader::new(bytes), line: 0, found: Vec::new() }
    }

    /// Compares the next line, and empties the text.
    pub(super) fn line(&mut self, expected: &mut String) -> Result<(), Refusal> {
        self.line += 1;
        expected.push('\n');
        self.found.clear();
        let mut bytes = self.bytes.by_ref().take(expected.len() as u64);
        let read = bytes.read_until(b'\n', &mut self.found);
        read.map_err(|error| Refusal::reading(self.file, &error))?;
        if self.found != expected.as_bytes() {
            let found = String::from_utf8_lossy(&self.found);
            let why = format_args!(
                "found `{}`; expected `{}`, which follows from problem.dlx and solutions.txt",
                shortened(found.trim_end_matches('\n')),
                shortened(expected.trim_end_matches('\n'))
            );
            return Err(Refusal::line(self.file, self.line, why));
        }
        expected.clear();
        Ok(())
    }

    /// Checks that the file ends here.
    pub(super) fn end(&mut self) -> Result<(), Refusal> {
        let rest = self.bytes.fill_buf().map_err(|error| Refusal::reading(self.file, &error))?;
        if rest.is_empty() {
            return Ok(());
        }
        Err(Refusal::line(
            self.file,
            self.line + 1,
            "found a line more than follows from problem.dlx and solutions.txt",
        ))
    }
}
