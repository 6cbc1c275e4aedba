//! The end of a process's standard error, for messages.

use std::io::{self, Read};
use std::process::ChildStderr;

use rustix::io::ioctl_fionbio;

use super::protocol::printable;

/// How many bytes are kept.
const KEPT: usize = 1 << 11;
/// Most reads at once: more than a pipe holds, and bounded for a process that never stops writing.
const READS: usize = 64;
/// How many lines are shown.
const LINES: usize = 3;

/// The standard error of a process: read without waiting, only its end kept.
#[derive(Debug)]
pub struct StderrTail {
    pipe: Option<ChildStderr>,
    kept: Vec<u8>,
}

impl StderrTail {
    /// Of a process that was just started.
    ///
    /// # Errors
    /// If the pipe cannot be read without waiting.
    pub fn of(pipe: ChildStderr) -> io::Result<Self> {
        ioctl_fionbio(&pipe, true)?;
        Ok(Self { pipe: Some(pipe), kept: Vec::new() })
    }

    /// The pipe, as long as it is open.
    pub fn pipe(&self) -> Option<&ChildStderr> {
        self.pipe.as_ref()
    }

    /// Reads what there is, up to [`READS`] pieces.
    pub fn read(&mut self) {
        let mut buffer = [0; KEPT];
        for _ in 0..READS {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(read) => self.keep(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => self.pipe = None,
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.kept.extend(bytes);
        self.kept.drain(..self.kept.len().saturating_sub(KEPT));
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

    fn words(written: &[&[u8]]) -> String {
        let mut tail = StderrTail { pipe: None, kept: Vec::new() };
        for bytes in written {
            tail.keep(bytes);
        }
        tail.to_words()
    }

    #[test]
    fn only_the_last_lines_are_shown() {
        let begin = "; its standard error ends with: ";
        assert_eq!(words(&[b" \n\n"]), "");
        assert_eq!(words(&[b"a\nb\n", b"c\n\nd", b"e\n"]), format!("{begin}b / c / de"));
        assert_eq!(words(&[b"\x1b[2J\xff"]), format!("{begin}\u{fffd}[2J\u{fffd}"));
        assert_eq!(words(&[&vec![b'x'; 10 * KEPT]]).len(), begin.len() + KEPT);
    }
}
