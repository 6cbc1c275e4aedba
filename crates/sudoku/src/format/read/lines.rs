//! The lines of a source, one at a time and of bounded length, without their comments.
//!
//! A line ends with `\n`, `\r\n` or `\r`.

use std::io::{self, BufRead};

use super::error::{MAX_LINE, ReadError};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads lines. Memory stays within the longest line allowed, whatever the source holds.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    /// The line read last, from 1.
    number: usize,
    /// Whether the line read last was too long, so that the rest of it must be skipped. The rest is skipped
    /// only when the next line is asked for, because it may be endless.
    overlong: bool,
    /// Whether the line read last ended with `\r`, so that a `\n` that follows belongs to it. The `\n` is
    /// skipped only when the next line is asked for, because looking for it at once could block.
    after_return: bool,
    /// Whether the line read last was empty.
    after_empty: bool,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        let (overlong, after_return, after_empty, ended) = (false, false, false, false);
        Self { input, number: 0, overlong, after_return, after_empty, ended }
    }

    /// Puts the next line into `text`, replacing its contents, and returns the line's number. The line end
    /// is removed, and so is a comment, which is everything from a `#` on, with the blanks before it. A
    /// line that holds only a comment is skipped. Of empty lines one after another, not all need be returned, because one
    /// means as much as many.
    pub(super) fn next_into(&mut self, text: &mut String) -> Option<Result<usize, ReadError>> {
        loop {
            if self.after_empty && !self.after_return && !self.ended {
                self.skip_empty();
            }
            match self.read_into(text) {
                Ok(true) => self.after_empty = text.is_empty(),
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
            // In an address and in XML a `#` is text.
            let is_comment =
                |at: &usize| !text[..*at].contains("://") && !text.trim_start().starts_with('<');
            let Some(comment) = text.find('#').filter(is_comment) else {
                return Some(Ok(self.number));
            };
            text.truncate(text[..comment].trim_end().len());
            if !text.is_empty() {
                return Some(Ok(self.number));
            }
        }
    }

    /// The bytes that are buffered; if there are none, reads from the source first. `None` at the
    /// end of the source.
    pub(super) fn buffered(&mut self) -> Option<Result<&[u8], ReadError>> {
        if self.ended {
            return None;
        }
        if let Err(error) = self.skip_overlong() {
            return Some(Err(error));
        }
        // `fill_buf` is called twice, because the borrow checker does not let the first result be returned
        // after its error was looked at.
        if let Err(error) = self.skip_line_feed().and_then(|()| self.input.fill_buf().map(|_| ())) {
            self.number += 1;
            return Some(Err(self.broken(&error)));
        }
        self.input.fill_buf().ok().map(Ok)
    }

    /// Consumes `bytes` of the buffered bytes, which are `lines` whole lines. Returns the number of
    /// the line before them.
    pub(super) fn consume(&mut self, bytes: usize, lines: usize) -> usize {
        self.input.consume(bytes);
        let before = self.number;
        self.number += lines;
        before
    }

    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads one line with its comment; false at the end of the source.
    pub(crate) fn read_into(&mut self, text: &mut String) -> Result<bool, ReadError> {
        if self.ended {
            return Ok(false);
        }
        self.skip_overlong()?;
        self.number += 1;
        let mut bytes = std::mem::take(text).into_bytes();
        bytes.clear();
        let line = self.skip_line_feed().and_then(|()| self.take_line(&mut bytes));
        let has_end = line.map_err(|error| self.broken(&error))?;
        if bytes.len() > MAX_LINE {
            self.overlong = !has_end;
            let what = format!(
                "found a line of more than {MAX_LINE} bytes; expected one puzzle or one row a line; end each with a newline"
            );
            return Err(ReadError::new(self.number, 1, what));
        }
        if bytes.is_empty() && !has_end {
            self.ended = true;
            return Ok(false);
        }
        if self.number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        *text = String::from_utf8(bytes).map_err(|error| {
            let end = error.utf8_error().valid_up_to();
            let column = String::from_utf8_lossy(&error.as_bytes()[..end]).chars().count() + 1;
            let what = format!(
                "found byte 0x{:02x}, which is not UTF-8; expected a text file in UTF-8",
                error.as_bytes()[end]
            );
            ReadError::new(self.number, column, what)
        })?;
        Ok(true)
    }

    /// Consumes a line and its end, and appends the line to `bytes`; stops at the end of the source,
    /// and when there are more than [`MAX_LINE`] bytes. Returns whether the line end was consumed.
    fn take_line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            let buffered = match self.input.fill_buf() {
                Ok(buffered) => buffered,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = memchr::memchr2(b'\n', b'\r', buffered);
            let piece = &buffered[..end.unwrap_or(buffered.len())];
            let room = MAX_LINE + 1 - bytes.len();
            bytes.extend_from_slice(&piece[..piece.len().min(room)]);
            let stops = end.is_some() || buffered.is_empty() || bytes.len() > MAX_LINE;
            self.after_return = end.is_some_and(|end| buffered[end] == b'\r');
            let consumed = piece.len() + usize::from(end.is_some());
            self.input.consume(consumed);
            if stops {
                return Ok(end.is_some());
            }
        }
    }

    fn skip_overlong(&mut self) -> Result<(), ReadError> {
        let mut skipped = Vec::new();
        while self.overlong {
            skipped.clear();
            let has_end = self.take_line(&mut skipped).map_err(|error| self.broken(&error))?;
            self.overlong = !has_end && !skipped.is_empty();
        }
        Ok(())
    }

    /// Skips empty lines but the last in the bytes that are buffered: a file may have millions of them. An error is left to the
    /// next read.
    fn skip_empty(&mut self) {
        let Ok(buffered) = self.input.fill_buf() else { return };
        let empty = buffered.iter().take_while(|&&byte| byte == b'\n').count().saturating_sub(1);
        self.consume(empty, empty);
    }

    /// Skips the `\n` of a `\r\n` whose `\r` ended the line read last.
    fn skip_line_feed(&mut self) -> io::Result<()> {
        if self.after_return {
            if self.input.fill_buf()?.first() == Some(&b'\n') {
                self.input.consume(1);
            }
            self.after_return = false;
        }
        Ok(())
    }

    /// The error of a source that failed, after which nothing more is read.
    fn broken(&mut self, error: &io::Error) -> ReadError {
        self.ended = true;
        let what = format!(
            "found a source that cannot be read further ({error}); expected a file or stream of text"
        );
        ReadError { is_fatal: true, ..ReadError::new(self.number, 1, what) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// The lines as `number:text`, or the errors.
    fn lines(input: impl Read) -> Vec<String> {
        // The buffer is small, so that lines must be pieced together.
        let mut lines = Lines::new(BufReader::with_capacity(7, input));
        let mut text = String::from("what was there");
        std::iter::from_fn(|| {
            Some(match lines.next_into(&mut text)? {
                Ok(number) => format!("{number}:{text}"),
                Err(error) => error.to_string(),
            })
        })
        .collect()
    }

    #[test]
    fn line_ends_and_byte_order_mark() {
        assert_eq!(lines(&b""[..]), [""; 0]);
        assert_eq!(
            lines(&b"\xef\xbb\xbfa\r\nb\n\n c \nd"[..]),
            ["1:a", "2:b", "3:", "4: c ", "5:d"]
        );
        assert_eq!(lines(&b"a\n\xef\xbb\xbfb"[..]), ["1:a", "2:\u{feff}b"]);
    }

    #[test]
    fn of_many_empty_lines_some_are_enough() {
        let text = format!("a\n{}b\n\nc", "\n".repeat(20));
        let found = lines(text.as_bytes());
        assert_eq!(found.iter().filter(|line| !line.ends_with(':')).count(), 3);
        assert!(
            found.contains(&"22:b".to_owned()) && found.contains(&"24:c".to_owned()),
            "{found:?}"
        );
        assert!(found.len() < 12, "{found:?}");
    }

    #[test]
    fn a_carriage_return_ends_a_line_and_a_line_feed_after_it_belongs_to_it() {
        assert_eq!(lines(&b"a\rb # c\r\rd"[..]), ["1:a", "2:b", "3:", "4:d"]);
        // The buffer of 7 bytes ends between `\r` and `\n`.
        assert_eq!(lines(&b"123456\r\n8\n\ra\r\n"[..]), ["1:123456", "2:8", "3:", "4:a"]);
        let overlong = "x".repeat(MAX_LINE + 1) + "y\rz\r";
        assert_eq!(lines(overlong.as_bytes())[1..], ["2:z"]);
    }

    #[test]
    fn comments() {
        assert_eq!(lines(&b"# one\n  # two\nx  # three\n#"[..]), ["3:x"]);
    }

    #[test]
    fn bytes_that_are_not_utf8_lose_their_line_only() {
        let expected = "2:4: found byte 0xff, which is not UTF-8; expected a text file in UTF-8";
        assert_eq!(lines(&b"a\naa\xc3\xa9\xff\nb"[..]), ["1:a", expected, "3:b"]);
    }

    #[test]
    fn overlong_lines_are_passed_over() {
        let exactly = "x".repeat(MAX_LINE);
        let found = lines(format!("{exactly}\n{exactly}y\nz").as_bytes());
        let expected = "2:1: found a line of more than 1048576 bytes; expected one puzzle or one \
                        row a line; end each with a newline";
        assert_eq!(found, [format!("1:{exactly}"), expected.to_owned(), "3:z".to_owned()]);
    }
}
