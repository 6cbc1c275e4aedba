//! The part of a source that is in memory: what was read and not yet handed out.

use std::io::{self, Cursor, Read};

use crate::Bytes;

/// Bytes read at once: about 1500 rows with a puzzle and a solution.
pub(crate) const AT_ONCE: usize = 1 << 18;

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
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
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

    /// The first byte that is no white space, after more was read if needed; `None` at the end of the source, and after a
    /// longer line of blanks than `longest` bytes, which is more than is read at once. Where blank lines fill the buffer they are skipped, and only their number is kept:
    /// there may be gigabytes of them in a small compressed file.
    pub(crate) fn first_visible(&mut self, longest: usize) -> io::Result<Option<u8>> {
        let mut looked = 0;
        loop {
            let before = looked;
            let rest = self.rest();
            looked += rest[before..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if let Some(&first) = rest.get(looked) {
                return Ok(Some(first));
            }
            if looked >= AT_ONCE
                && let Some(end) = memchr::memrchr(b'\n', &rest[before..looked])
            {
                self.skip(before + end + 1);
                looked -= before + end + 1;
            }
            if looked > longest || !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// All bytes that were not handed out, for another reader, after as many blank lines as were skipped.
    pub(crate) fn into_bytes(self) -> Bytes {
        let Self { input, mut bytes, start, end, lines, .. } = self;
        bytes.truncate(end);
        bytes.drain(..start);
        Box::new(io::repeat(b'\n').take(lines).chain(Cursor::new(bytes)).chain(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_blank_lines_are_counted_and_not_kept() {
        const LINES: u64 = 20_000_000;
        let rest = || Cursor::new(b" x\n".to_vec());
        let mut buffer = Buffer::new(Box::new(io::repeat(b'\n').take(LINES).chain(rest())));
        assert_eq!(buffer.first_visible(1 << 20).unwrap(), Some(b'x'));
        assert!(buffer.bytes.len() < 10 * AT_ONCE && buffer.line() > LINES - 10 * AT_ONCE as u64);
        let mut all = buffer.into_bytes();
        assert_eq!(io::copy(&mut all, &mut io::sink()).unwrap(), LINES + 3);
        let mut few = Buffer::new(Box::new(Cursor::new(b"\r\n \t\n1".to_vec())));
        assert_eq!(few.first_visible(1 << 20).unwrap(), Some(b'1'));
        assert_eq!(few.rest(), b"\r\n \t\n1", "as they stand");
        let mut blanks = Buffer::new(Box::new(io::repeat(b' ')));
        assert_eq!(blanks.first_visible(1 << 20).unwrap(), None);
        assert!(blanks.bytes.len() < 3 << 20);
    }
}
