//! Runs of lines that are a 9x9 puzzle each, handed out as they stand.
//!
//! Long lists of puzzles are nearly always this: 81 digits, `.` or `0` where empty, a line end.
//! Such a line means the same whatever stands around it, so that the thread that reads need only
//! see that it is one, and whoever has the time takes it apart. Everything else, be it a comment
//! or half a puzzle at the end of what is buffered, is left to the reader's usual way.

use std::io::BufRead;

use super::lines::Lines;
use super::{Found, ReadError, Reader};
use crate::engine::lanes::Cells;
use crate::format::InputFormat;
use crate::grid::{Grid, Order, Puzzle};

/// Cells of a 9x9 grid.
const CELLS: usize = 81;

/// Lines that follow each other, a 9x9 puzzle each, not yet taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first line, from 1.
    line: usize,
    /// 81 symbols a puzzle, without line ends.
    cells: Vec<u8>,
}

impl Run {
    /// How many puzzles there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "a run is never empty")]
    pub fn len(&self) -> usize {
        self.cells.len() / CELLS
    }

    /// The line of its first puzzle, from 1; each that follows is on the next.
    pub fn first_line(&self) -> usize {
        self.line
    }

    /// The digits of each puzzle, 0 where empty.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cells> {
        self.cells.chunks_exact(CELLS).map(|symbols| {
            let mut cells = [0; CELLS];
            for (cell, symbol) in cells.iter_mut().zip(symbols) {
                *cell = symbol.saturating_sub(b'0');
            }
            cells
        })
    }

    /// The puzzles.
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = Found> {
        self.cells().enumerate().map(|(i, cells)| {
            let givens = Grid::from_cells(cells.to_vec()).expect("81 digits");
            Found { puzzle: Puzzle::new(givens), line: self.line + i }
        })
    }
}

impl<R: BufRead> Reader<R> {
    /// The next puzzles as a run of up to `most`, if the next line begins one: lines that are
    /// buffered whole, 81 cells each. It reads on only if nothing is buffered.
    ///
    /// `None` says nothing about the source: it is for [`next`](Iterator::next) to say what
    /// comes. Whether runs are asked for or not, the puzzles and the errors are the same.
    ///
    /// ```
    /// use quadrille_sudoku::format::{InputFormat, read::Reader};
    ///
    /// let text = format!("{0}\n{0}\n# the end\n", ".".repeat(81));
    /// let mut reader = Reader::new(text.as_bytes(), InputFormat::Auto, None);
    /// let run = reader.next_run(100).expect("two lines that are a puzzle each")?;
    /// assert_eq!(run.puzzles().map(|found| found.line).collect::<Vec<_>>(), [1, 2]);
    /// assert!(reader.next_run(100).is_none(), "a comment");
    /// assert!(reader.next().is_none(), "and nothing more");
    /// # Ok::<(), quadrille_sudoku::format::read::ReadError>(())
    /// ```
    pub fn next_run(&mut self, most: usize) -> Option<Result<Run, ReadError>> {
        let rows = &mut self.rows;
        let fits = matches!(rows.format, InputFormat::Auto | InputFormat::Line)
            && rows.size.is_none_or(|size| size == Order::NINE);
        if !fits || rows.looked_ahead() || self.rest.is_some() {
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
        let mut cells = Vec::new();
        let mut rest = buffered;
        while cells.len() < most * CELLS {
            let Some((line, after)) = puzzle_line(rest) else { break };
            cells.extend_from_slice(line);
            rest = after;
        }
        let taken = buffered.len() - rest.len();
        let lines = cells.len() / CELLS;
        let line = self.pass_over(taken, lines) + 1;
        (lines > 0).then_some(Ok(Run { line, cells }))
    }
}

/// The 81 cells that a text begins with, and what comes after their line end; if it does begin
/// with a whole line of 81 cells and nothing else.
fn puzzle_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let (line, end) = text.split_at_checked(CELLS)?;
    let ([b'\n', after @ ..] | [b'\r', b'\n', after @ ..]) = end else { return None };
    // Without a way out, so that it is done many bytes at a time.
    let strange = |symbol: u8| u8::from(!matches!(symbol, b'0'..=b'9' | b'.'));
    let any = line.iter().fold(0, |any, &symbol| any | strange(symbol));
    (any == 0).then_some((line, after))
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::super::testing::{EASY, lines};
    use super::*;

    /// What a source holds, as far as possible in runs of up to `most`; and how many puzzles
    /// came in runs.
    fn in_runs<R: BufRead>(
        mut reader: Reader<R>,
        most: usize,
    ) -> (Vec<Result<Found, String>>, usize) {
        let (mut all, mut in_runs) = (Vec::new(), 0);
        loop {
            match reader.next_run(most) {
                Some(Ok(run)) => {
                    assert!((1..=most).contains(&run.len()));
                    in_runs += run.len();
                    all.extend(run.puzzles().map(Ok));
                }
                Some(Err(error)) => all.push(Err(error.to_string())),
                None => match reader.next() {
                    Some(found) => all.push(found.map_err(|error| error.to_string())),
                    None => return (all, in_runs),
                },
            }
        }
    }

    fn one_by_one<R: BufRead>(reader: Reader<R>) -> Vec<Result<Found, String>> {
        reader.map(|found| found.map_err(|error| error.to_string())).collect()
    }

    /// Whatever stands between, and wherever the buffer ends.
    #[test]
    fn runs_change_nothing() {
        let puzzle = EASY.to_owned();
        let zeros = puzzle.replace('.', "0");
        let pieces = [
            "\u{feff}".to_owned() + &puzzle + "\r\n",
            lines(3, &zeros),
            format!("{puzzle} # a comment\n  {puzzle}\n# another\n\n"),
            lines(2, &puzzle).replace('\n', "\r\n"),
            lines(1, &puzzle[1..]) + &lines(1, &puzzle.replacen('.', "x", 1)),
            lines(2, &puzzle) + &lines(5, "........."),
            lines(4, &puzzle) + &lines(1, "0 0 1") + &lines(1, &puzzle) + "\n",
            lines(1, "Grid 01") + &lines(9, ".........") + &lines(2, &puzzle),
            lines(16, "1..............."),
            puzzle,
        ];
        for (from, format) in
            (0..pieces.len()).flat_map(|i| [(i, InputFormat::Auto), (i, InputFormat::Line)])
        {
            let text = [&pieces[from..], &pieces[..from]].concat().concat();
            for (size, capacity, most) in [(None, 8192, 1000), (None, 200, 3), (Some(3), 97, 1)] {
                let size = size.and_then(Order::new);
                let input = || BufReader::with_capacity(capacity, text.as_bytes());
                let (found, taken) = in_runs(Reader::new(input(), format, size), most);
                assert_eq!(found, one_by_one(Reader::new(input(), format, size)));
                assert!(taken > 0, "some of it did come in runs");
            }
        }
    }

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
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("a wire came loose"))
            }
        }
        let text = lines(2, EASY);
        let source = BufReader::new(text.as_bytes().chain(Broken));
        let (found, _) = in_runs(Reader::new(source, InputFormat::Auto, None), 10);
        assert_eq!(found.len(), 3);
        assert!(found[2].as_ref().unwrap_err().starts_with("3:1: found a source that"));
    }
}
