//! The end of what a process writes to standard error, for messages.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::ChildStderr;

use super::protocol::printable;

/// How many bytes are kept.
const KEPT: usize = 1 << 11;
/// How often it is read at once: more than a pipe holds, and not for ever.
const READS: usize = 64;
/// How many lines are shown.
const LINES: usize = 3;

/// A pipe that is read so that nobody waits for it, and of which the end is kept.
#[derive(Debug)]
pub struct LastWords {
    pipe: Option<ChildStderr>,
    said: VecDeque<u8>,
}

impl LastWords {
    /// Those of a process that has said nothing yet. The pipe must be one that does not wait.
    pub fn of(pipe: ChildStderr) -> Self {
        Self { pipe: Some(pipe), said: VecDeque::new() }
    }

    /// The pipe, as long as it is open.
    pub fn pipe(&self) -> Option<&ChildStderr> {
        self.pipe.as_ref()
    }

    /// Reads what there is, or a good part of what never ends.
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

    fn keep(&mut self, said: &[u8]) {
        self.said.extend(said);
        self.said.drain(..self.said.len().saturating_sub(KEPT));
    }

    /// The last lines, in words that can follow a message; empty if there are none.
    pub fn to_words(&self) -> String {
        let said: Vec<u8> = self.said.iter().copied().collect();
        let text = String::from_utf8_lossy(&said);
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        if last.is_empty() {
            return String::new();
        }
        let shown: String = last.join(" / ").chars().map(printable).collect();
        format!("; its last words: {shown}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(said: &[&[u8]]) -> String {
        let mut words = LastWords { pipe: None, said: VecDeque::new() };
        for said in said {
            words.keep(said);
        }
        words.read();
        words.to_words()
    }

    #[test]
    fn the_last_lines_are_shown_and_no_more() {
        assert_eq!(words(&[]), "");
        assert_eq!(words(&[b" \n\n"]), "");
        assert_eq!(words(&[b"a\nb\n", b"c\n\nd", b"e\n"]), "; its last words: b / c / de");
        assert_eq!(words(&[b"\x1b[2J\xff"]), "; its last words: \u{fffd}[2J\u{fffd}");
        let long = words(&[&vec![b'x'; 10 * KEPT]]);
        assert_eq!(long.len(), "; its last words: ".len() + KEPT);
    }
}
