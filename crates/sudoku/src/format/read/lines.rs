//! The lines of a source, one at a time and of bounded length, without their comments.

use std::io::{BufRead, Read};

use super::error::{ReadError, ReadErrorKind};

/// The longest line that is read, in bytes. Far more than the 20 000 that an 81x81 grid takes.
pub(super) const MAX_LINE: usize = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Hands out lines. Takes no more memory than the longest line allowed, whatever the source.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// The line read last, from 1.
    number: usize,
    /// Whether that was too long, and its rest is still to be passed over. That waits, as it may take
    /// for ever, and the error should be told.
    overlong: bool,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, number: 0, overlong: false, ended: false }
    }

    /// Puts the next line into `text`, in place of what was there, and gives its number. The
    /// line comes without its end and without its comment, which is everything from a `#` on
    /// and the blanks before it; a line that is nothing but comment does not come at all.
    pub(super) fn next_into(&mut self, text: &mut String) -> Option<Result<usize, ReadError>> {
        loop {
            match self.read_into(text) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
            let Some(comment) = text.find('#') else { return Some(Ok(self.number)) };
            text.truncate(text[..comment].trim_end().len());
            if !text.is_empty() {
                return Some(Ok(self.number));
            }
        }
    }

    /// What is buffered, or if that is nothing what comes next; nothing at the end.
    pub(super) fn buffered(&mut self) -> Option<Result<&[u8], ReadError>> {
        if self.ended {
            return None;
        }
        if let Err(error) = self.pass_over_rest() {
            return Some(Err(error));
        }
        // Asked twice, as an error of the first could not be told while the answer is borrowed.
        if let Err(error) = self.input.fill_buf() {
            self.number += 1;
            return Some(Err(self.broken(error)));
        }
        self.input.fill_buf().ok().map(Ok)
    }

    /// Takes so many bytes of what is buffered, which are so many lines. Gives the number of the
    /// line before them.
    pub(super) fn pass_over(&mut self, bytes: usize, lines: usize) -> usize {
        self.input.consume(bytes);
        let before = self.number;
        self.number += lines;
        before
    }

    /// Reads one line; false at the end of the source.
    fn read_into(&mut self, text: &mut String) -> Result<bool, ReadError> {
        if self.ended {
            return Ok(false);
        }
        self.pass_over_rest()?;
        self.number += 1;
        let mut bytes = std::mem::take(text).into_bytes();
        bytes.clear();
        let mut bounded = self.input.by_ref().take(MAX_LINE as u64 + 1);
        bounded.read_until(b'\n', &mut bytes).map_err(|error| self.broken(error))?;
        if bytes.is_empty() {
            self.ended = true;
            return Ok(false);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        } else if bytes.len() > MAX_LINE {
            self.overlong = true;
            return Err(self.error(1, ReadErrorKind::LineTooLong));
        }
        if self.number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        *text = String::from_utf8(bytes).map_err(|error| {
            let end = error.utf8_error().valid_up_to();
            let column = String::from_utf8_lossy(&error.as_bytes()[..end]).chars().count() + 1;
            self.error(column, ReadErrorKind::NotUtf8(error.as_bytes()[end]))
        })?;
        Ok(true)
    }

    /// Passes over what is left of a line that was too long.
    fn pass_over_rest(&mut self) -> Result<(), ReadError> {
        if std::mem::take(&mut self.overlong) {
            self.input.skip_until(b'\n').map_err(|error| self.broken(error))?;
        }
        Ok(())
    }

    /// The error of a source that failed, which ends it.
    fn broken(&mut self, error: std::io::Error) -> ReadError {
        self.ended = true;
        self.error(1, ReadErrorKind::Io(error))
    }

    fn error(&self, column: usize, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.number, column, kind }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader};

    use super::*;

    /// The lines as `number:text`, or the errors.
    fn lines(input: impl Read) -> Vec<String> {
        // A small buffer, so that lines are pieced together.
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
        // A line without end, of which nothing is kept.
        let endless = io::repeat(b'x').take(50 << 20);
        assert_eq!(lines(endless)[0], expected.replace("2:1", "1:1"));
    }

    #[test]
    fn a_source_that_fails_ends() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("a wire came loose"))
            }
        }
        let expected = "2:1: found a source that cannot be read on (a wire came loose); \
                        expected a file or stream of text";
        assert_eq!(lines(b"a\n".chain(Broken)), ["1:a", expected]);
    }
}
