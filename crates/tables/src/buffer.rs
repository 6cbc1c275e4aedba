//! The part of a source that is in memory: what was read and not yet handed out.

use std::io::{self, Cursor, Read};

use crate::Bytes;

/// Bytes read at once: about 1500 rows with a puzzle and a solution.
const AT_ONCE: usize = 1 << 18;

pub(crate) struct Buffer {
    input: Bytes,
    bytes: Vec<u8>,
    /// The part of `bytes` that is not handed out yet.
    start: usize,
    end: usize,
    /// Whether the source has no more bytes.
    ended: bool,
    /// Number of line feeds in what was handed out.
    lines: u64,
    /// Whether the rest of a line that was too long is to be skipped.
    is_within_line: bool,
}

impl Buffer {
    pub(crate) fn new(input: Bytes) -> Self {
        Self {
            input,
            bytes: Vec::new(),
            start: 0,
            end: 0,
            ended: false,
            lines: 0,
            is_within_line: false,
        }
    }

    /// What was read and not handed out.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// The line of the first byte of `rest`, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.lines + 1
    }

    /// Whether `rest` is all that is left.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }

    /// Reads more. False at the end of the source. May block.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.bytes.len() < self.end + AT_ONCE {
            self.bytes.resize(self.end + AT_ONCE, 0);
        }
        loop {
            match self.input.read(&mut self.bytes[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
                Ok(read) => {
                    self.end += read;
                    self.ended = read == 0;
                    return Ok(read > 0);
                }
            }
        }
    }

    /// Hands out the first bytes of `rest`.
    pub(crate) fn take(&mut self, length: usize) -> Vec<u8> {
        let taken = self.rest()[..length].to_vec();
        self.skip(length);
        taken
    }

    /// Skips the first bytes of `rest`.
    pub(crate) fn skip(&mut self, length: usize) {
        self.lines += memchr::memchr_iter(b'\n', &self.rest()[..length]).count() as u64;
        self.start += length;
    }

    /// Says that what was handed out last ends within a line whose rest is to be skipped.
    pub(crate) fn leave_line(&mut self) {
        self.is_within_line = true;
    }

    /// Skips the rest of a line that [`leave_line`](Self::leave_line) has left. False if more must be read for that.
    pub(crate) fn skip_line(&mut self) -> bool {
        if !self.is_within_line {
            return true;
        }
        let end = memchr::memchr(b'\n', self.rest());
        self.skip(end.map_or(self.end - self.start, |end| end + 1));
        self.is_within_line = end.is_none();
        !self.is_within_line
    }

    /// All bytes that were not handed out, for another reader.
    pub(crate) fn into_bytes(self) -> Bytes {
        let Self { input, mut bytes, start, end, .. } = self;
        bytes.truncate(end);
        bytes.drain(..start);
        Box::new(Cursor::new(bytes).chain(input))
    }
}
