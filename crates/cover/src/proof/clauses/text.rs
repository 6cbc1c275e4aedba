//! Text that is written line by line.

use std::io::{self, Write};

/// Text that is written line by line.
pub(super) struct Text<'w> {
    out: &'w mut dyn Write,
    /// The lines that are not written yet.
    pub lines: Vec<u8>,
}

/// Number of bytes that are written at once, at least.
const CHUNK: usize = 1 << 16;

impl<'w> Text<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Self {
        Self { out, lines: Vec::with_capacity(2 * CHUNK) }
    }

    /// Writes the lines if they are many.
    pub(super) fn end_line(&mut self) -> io::Result<()> {
        if self.lines.len() < CHUNK { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }

    /// Writes all lines.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.write()
    }
}

pub(super) fn number(text: &mut Vec<u8>, number: impl itoa::Integer) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
