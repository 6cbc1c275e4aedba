//! Text made safe for a terminal, in one place: names in files and file names may contain commands for the terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use quadrille_results::is_printable;

use super::whole_lines::WholeLines;

/// The text with each character that a terminal may take for a command, or that reverses the direction of text, as an
/// escape such as `\u{1b}`. Line ends and tabs stay.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || is_printable(c.encode_utf8(&mut [0; 4]));
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_kept(c) { c.to_string() } else { c.escape_unicode().to_string() };
    text.chars().map(shown).collect()
}

/// Standard output for text, which is [`escaped`].
#[derive(Debug)]
pub struct Page(pub WholeLines);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(escaped(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_to_a_terminal_are_shown_and_text_is_left_alone() {
        let text = "a\tb\n\u{e9} \u{3b1} \u{2260}";
        assert!(matches!(escaped(text), Cow::Borrowed(same) if same == text));
        let hostile = "\u{1b}[2J\r\u{9b}\u{202e}\0";
        assert_eq!(escaped(hostile), "\\u{1b}[2J\\u{d}\\u{9b}\\u{202e}\\u{0}");
    }
}
