//! Names and texts from outside, made safe for a terminal and for a file that someone opens in one.

use std::fmt::{self, Display, Write};
use std::path::Path;

use quadrille_cover::is_control;

/// A name from outside, such as that of a file: its `Display` has escapes in place of characters that a terminal may take for
/// commands or that reverse the direction of text (`\u{1b}`), of line ends and tabs, and of bytes that are not UTF-8 (`\xff`).
#[derive(Clone, Copy, Debug)]
pub struct Printable<'n>(&'n [u8]);

/// A name that is to be printed.
///
/// ```
/// use std::path::Path;
/// use quadrille_results::Shown;
///
/// assert_eq!(Path::new("a/ä b.txt").shown().to_string(), "a/ä b.txt");
/// assert_eq!("a\u{1b}[31m\n".shown().to_string(), "a\\u{1b}[31m\\n");
/// ```
pub trait Shown {
    /// The name as it is printed.
    fn shown(&self) -> Printable<'_>;
}

impl Shown for Path {
    fn shown(&self) -> Printable<'_> {
        Printable(self.as_os_str().as_encoded_bytes())
    }
}

impl Shown for str {
    fn shown(&self) -> Printable<'_> {
        Printable(self.as_bytes())
    }
}

impl Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '\n' | '\r' | '\t' => write!(f, "{}", c.escape_default())?,
                    c if is_control(c) => write!(f, "{}", c.escape_unicode())?,
                    c => f.write_char(c)?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_bytes_that_are_no_text_are_escaped() {
        let name = "a\u{1b}[2J\u{9b}\u{202e}\t\r\n\0é≠";
        assert_eq!(name.shown().to_string(), "a\\u{1b}[2J\\u{9b}\\u{202e}\\t\\r\\n\\u{0}é≠");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            let path = Path::new(std::ffi::OsStr::from_bytes(b"dir/a\xff\xc3.txt"));
            assert_eq!(path.shown().to_string(), "dir/a\\xff\\xc3.txt");
        }
    }
}
