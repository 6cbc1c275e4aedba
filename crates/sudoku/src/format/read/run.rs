//! Runs of lines that each hold one 9x9 puzzle, handed out without being parsed.
//!
//! A long list of puzzles nearly always consists of lines of 81 digits, with `.` or `0` for an empty
//! cell. The meaning of such a line does not depend on the lines around it, so the thread that reads
//! only checks that the line has this form, and another thread can parse it. All other lines (a
//! comment, a line that is only partly buffered) are left to the iterator of the reader.

use std::io::BufRead;

use super::lines::Lines;
use super::{Found, ReadError, Reader};
use crate::engine::lanes::Cells;
use crate::format::InputFormat;
use crate::grid::{Grid, Order, Puzzle};

const CELLS: usize = 81;

/// Consecutive lines that each hold one 9x9 puzzle, not yet parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The line of the first puzzle in the source, from 1.
    line: usize,
    /// The 81 symbols of each puzzle, without line ends.
    cells: Vec<u8>,
}

impl Run {
    /// The number of puzzles, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a run is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    /// The line of the first puzzle, from 1. Each following puzzle is on the next line.
    pub fn first_line(&self) -> usize {
        self.line
    }

    /// The digits of each puzzle, 0 where empty.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cells> {
        self.cells.chunks_exact(CELLS).map(digits)
    }

    /// The puzzle at a place in the run, from 0 and below [`len`](Self::len), with its line.
    pub fn puzzle(&self, place: usize) -> Found {
        let cells = digits(&self.cells[place * CELLS..][..CELLS]);
        let givens = Grid::from_cells(cells.to_vec()).expect("81 digits");
        Found::new(Puzzle::new(givens), self.line + place)
    }
}

fn digits(symbols: &[u8]) -> Cells {
    let mut cells = [0; CELLS];
    for (cell, symbol) in cells.iter_mut().zip(symbols) {
        *cell = symbol.saturating_sub(b'0');
    }
    cells
}

impl<R: BufRead> Reader<R> {
    /// The next puzzles, at most `most`, as a run, if the next lines are buffered completely and have
    /// 81 cells each. Reads from the source only if nothing is buffered.
    ///
    /// After `None`, call [`next`](Iterator::next), which returns the next puzzle or error, or says
    /// that the source has ended. The puzzles and the errors are the same with and without runs.
    ///
    /// ```
    /// use quadrille_sudoku::format::{InputFormat, read::Reader};
    ///
    /// let text = format!("{0}\n{0}\n# the end\n", ".".repeat(81));
    /// let mut reader = Reader::new(text.as_bytes(), InputFormat::Auto, None);
    /// let run = reader.next_run(100).expect("two lines that are a puzzle each")?;
    /// assert_eq!((run.len(), run.puzzle(0).line, run.puzzle(1).line), (2, 1, 2));
    /// assert!(reader.next_run(100).is_none(), "a comment is not part of a run");
    /// assert!(reader.next().is_none(), "the source has ended");
    /// # Ok::<(), quadrille_sudoku::format::read::ReadError>(())
    /// ```
    pub fn next_run(&mut self, most: usize) -> Option<Result<Run, ReadError>> {
        let rows = &mut self.rows;
        let fits = matches!(rows.format, InputFormat::Auto | InputFormat::Line)
            && rows.size.is_none_or(|size| size == Order::NINE);
        if !fits || rows.looked_ahead() || rows.in_other_section || self.rest.is_some() {
            return None;
        }
        let run = rows.lines.next_run(most)?;
        self.last = Some(Order::NINE);
        Some(run)
    }
}

impl<R: BufRead> Lines<R> {
    fn next_run(&mut self, most: usize) -> Option<Result<Run, ReadError>> {
        let buffered = match self.buffered()? {
            Ok(buffered) => buffered,
            Err(error) => return Some(Err(error)),
        };
        let mut cells = Vec::with_capacity(buffered.len().min(most * CELLS));
        let mut rest = buffered;
        while cells.len() < most * CELLS {
            let Some((line, after)) = puzzle_line(rest) else { break };
            cells.extend_from_slice(line);
            rest = after;
        }
        let taken = buffered.len() - rest.len();
        let lines = cells.len() / CELLS;
        let line = self.consume(taken, lines) + 1;
        (lines > 0).then_some(Ok(Run { line, cells }))
    }
}

/// Splits a text that begins with a line of exactly 81 cells into the cells and the text after the line
/// end. `None` if the text does not begin with such a line.
fn puzzle_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (line, end) = text.split_at_checked(CELLS)?;
    let after = match end {
        [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] => after,
        // A `\r` at the end of the buffer may be half of a `\r\n`.
        [b'\r', after @ ..] if !after.is_empty() => after,
        _ => return None,
    };
    // There is no early exit, so that the compiler can look at many bytes at a time.
    let strange = |symbol: u8| u8::from(!matches!(symbol, b'0'..=b'9' | b'.'));
    let any = line.iter().fold(0, |any, &symbol| any | strange(symbol));
    (any == 0).then_some((line, after))
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::super::testing::{Broken, EASY, in_runs, lines};
    use super::*;

    #[test]
    fn other_formats_and_sizes_have_no_runs() {
        let text = lines(3, EASY);
        for (format, n) in [
            (InputFormat::Auto, Some(2)),
            (InputFormat::Grid, None),
            (InputFormat::Letters, None),
            (InputFormat::Numbers, None),
        ] {
            let mut reader = Reader::new(text.as_bytes(), format, n.and_then(Order::new));
            assert!(reader.next_run(10).is_none(), "{format:?}");
        }
    }

    #[test]
    fn a_source_that_fails_after_a_run_is_one_error() {
        let text = lines(2, EASY);
        let source = BufReader::new(text.as_bytes().chain(Broken));
        let found = in_runs(Reader::new(source, InputFormat::Auto, None), 10);
        assert_eq!(found.len(), 3);
        let expected = "3:1: found a source that cannot be read further (a wire came loose); \
                        expected a file or stream of text";
        assert_eq!(found[2].as_ref().unwrap_err(), expected);
    }
}
