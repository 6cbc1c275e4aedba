//! Reading the output of a process without waiting, and the end of its standard error, for messages.

use std::io::{self, Read};

use super::protocol::printable;

/// Bytes of standard error that are kept, and upper bound on the bytes of one read of it.
const KEPT: usize = 1 << 11;
/// Upper bound on the reads of one call: more than a pipe holds, but an end if a process never stops writing.
const READS: usize = 64;
/// Lines of standard error that a message shows.
const LINES: usize = 3;

/// The result of one read.
#[derive(PartialEq, Eq)]
pub enum Filled {
    /// There were bytes.
    Some,
    /// There are no bytes yet.
    Nothing,
    End,
}

/// Reads once from a non-blocking pipe, into `buffer`, and appends what was read to `bytes`.
pub fn read_once(pipe: &mut impl Read, buffer: &mut [u8], bytes: &mut Vec<u8>) -> Filled {
    loop {
        match pipe.read(buffer) {
            Ok(length @ 1..) => {
                bytes.extend_from_slice(&buffer[..length]);
                return Filled::Some;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Filled::Nothing,
            Ok(0) | Err(_) => return Filled::End,
        }
    }
}

/// The last bytes that a process wrote to standard error.
#[derive(Debug)]
pub struct StderrTail<R> {
    /// The pipe, as long as it is open.
    pub pipe: Option<R>,
    kept: Vec<u8>,
}

impl<R: Read> StderrTail<R> {
    /// The tail of a non-blocking pipe, of which nothing was read yet.
    pub fn of(pipe: R) -> Self {
        Self { pipe: Some(pipe), kept: Vec::new() }
    }

    /// Reads what is available now, in at most [`READS`] reads.
    pub fn read(&mut self) {
        let mut buffer = [0; KEPT];
        for _ in 0..READS {
            let Some(pipe) = &mut self.pipe else { return };
            match read_once(pipe, &mut buffer, &mut self.kept) {
                Filled::Some => drop(self.kept.drain(..self.kept.len().saturating_sub(KEPT))),
                Filled::Nothing => return,
                Filled::End => self.pipe = None,
            }
        }
    }

    /// The last lines, worded to follow a message; empty if there are none.
    pub fn to_words(&self) -> String {
        let text = String::from_utf8_lossy(&self.kept);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        if last.is_empty() {
            return String::new();
        }
        let shown: String = last.join(" / ").chars().map(printable).collect();
        format!("; its standard error ends with: {shown}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_shown() {
        let begin = "; its standard error ends with: ";
        for (written, expected) in [
            (&b" \n\n"[..], String::new()),
            (b"a\nb\nc\n\nde\n", format!("{begin}b / c / de")),
            (b"\x1b[2J\xff", format!("{begin}\u{fffd}[2J\u{fffd}")),
            (&vec![b'x'; 10 * KEPT], format!("{begin}{}", "x".repeat(KEPT))),
        ] {
            let mut tail = StderrTail::of(written);
            tail.read();
            assert_eq!(tail.to_words(), expected);
            assert!(tail.pipe.is_none());
        }
    }
}
