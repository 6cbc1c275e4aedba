//! What the two forms have in common, for the search that writes them.

use std::io::{self, Write};

use super::table::Table;

/// A formula and a proof as text. Constraints are numbered from 1; those of the formula come first, and of these the solutions last.
pub(super) trait Form {
    /// Writes the formula without the solutions, which are excluded at its end.
    fn formula(&self, table: &Table, solutions: u64, out: &mut Text<'_>) -> io::Result<()>;
    /// The constraint that excludes a solution.
    fn solution(text: &mut Vec<u8>, options: &[u32]);
    /// Number of constraints of the formula before the solutions.
    fn constraints(&self) -> u64;
    /// The constraint that one of the options of an item is chosen.
    fn at_least_one(&self, item: u32) -> u64;
    /// A constraint by which a chosen option excludes another one: `hint` is the item they share, the one chosen and the other. `excludes` is called for each option
    /// that this constraint excludes, perhaps the chosen one among them.
    fn exclusion(&self, table: &Table, hint: (u32, u32, u32), excludes: impl FnMut(u32)) -> u64;
    /// The begin of a proof whose formula has this number of constraints.
    fn begin(text: &mut Vec<u8>, constraints: u64);
    /// A line: the options cannot all be chosen, as follows from the hints by unit propagation, each after the ones before.
    fn line(text: &mut Vec<u8>, id: u64, options: &[u32], hints: &[u64]);
    /// Constraints that no later line refers to; `last` is the number of the last line.
    fn delete(text: &mut Vec<u8>, last: u64, ids: &[u64]);
    /// The end of a proof whose contradiction has this number.
    fn end(text: &mut Vec<u8>, contradiction: u64);
}

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

/// Appends a number.
pub(super) fn number(text: &mut Vec<u8>, number: impl itoa::Integer) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
