//! Long lists of 9x9 puzzles of which one solution is wanted, or whether there are two.
//!
//! As in `check`, puzzles travel in batches: [`feed`] reads them on a thread of its own,
//! [`pipeline`] hands them to the workers, and runs of 9x9 puzzles go to `lanes` as they stand, many
//! at once. A puzzle with a solution is text when it comes back. One without, and whatever is not
//! 9x9 or cannot be read, is left for the usual way, in its turn.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use quadrille_cover::CancelToken;
use quadrille_sudoku::Engine;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::format::read::{Found, ReadError, Run};

use crate::args::{Limits, Solve, SolveOutput, jobs_or_cores};
use crate::feed::{self, Batch, Item, Pace, Source};
use crate::{lanes, pipeline};

/// What is wanted of each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A solution, a row a line, with a blank line between two grids.
    Rows,
    /// A solution, a grid a line.
    Line,
    /// How many solutions there are, up to a limit.
    Count { limit: u64 },
}

impl Wanted {
    /// What the arguments ask for, if it is nothing but that, of `lanes`, without limits.
    ///
    /// Counts are wanted up to two: a puzzle with very many solutions would hold up all others.
    pub fn of(args: &Solve) -> Option<Self> {
        let Limits { max_tests, max_nodes } = args.limits;
        let more =
            args.stats || args.trace || args.verbose.is_some() || args.picture.file.is_some();
        let limited = max_tests.is_some() || max_nodes.is_some();
        if args.engine() != Engine::Lanes || more || limited || args.how_many.several() {
            return None;
        }
        match (args.output, args.how_many.solutions()) {
            (SolveOutput::Plain | SolveOutput::Line, Some(limit @ ..=2)) if args.how_many.count => {
                Some(Self::Count { limit })
            }
            (SolveOutput::Plain, Some(1)) => Some(Self::Rows),
            (SolveOutput::Line, Some(1)) => Some(Self::Line),
            _ => None,
        }
    }

    /// How many solutions are looked for.
    fn limit(self) -> u64 {
        match self {
            Self::Rows | Self::Line => 1,
            Self::Count { limit } => limit,
        }
    }

    /// Adds what is printed of a puzzle, after that of others.
    fn print(self, count: u64, first: &Cells, others: usize, text: &mut String) {
        let digits = |cells: &[u8], text: &mut String| {
            text.extend(cells.iter().map(|&digit| char::from(b'0' + digit)));
            text.push('\n');
        };
        match self {
            Self::Line => digits(first, text),
            Self::Rows => {
                if others > 0 {
                    text.push('\n');
                }
                first.chunks(9).for_each(|row| digits(row, text));
            }
            Self::Count { .. } => *text += &format!("{count}\n"),
        }
    }
}

/// Puzzles that come back, in their order.
pub enum Part {
    /// So many with a solution, as they are printed.
    Solved(usize, String),
    /// One to be solved the usual way.
    Found(Found),
    /// What cannot be read.
    Bad(ReadError),
}

/// Starts to read and to solve.
pub fn start(
    wanted: Wanted,
    source: Source,
    cancel: &CancelToken,
) -> Result<pipeline::Outlet<Vec<Part>>> {
    let pace = Arc::new(Pace::new());
    let noted = Arc::clone(&pace);
    let token = cancel.clone();
    let work = move |batch| solved(wanted, batch, &noted, &token);
    let (intake, outlet) = pipeline::start(jobs_or_cores(None), work)?;
    feed::start(source, intake, pace, cancel.clone())?;
    Ok(outlet)
}

/// What a worker makes of a batch; not all of it if it is cancelled.
fn solved(wanted: Wanted, batch: Batch, pace: &Pace, cancel: &CancelToken) -> Vec<Part> {
    let start = Instant::now();
    let mut parts = Vec::new();
    let mut puzzles = 0;
    for item in batch {
        match item {
            Item::Run(run) => {
                puzzles += run.len();
                if !solve_run(wanted, &run, cancel, &mut parts) {
                    return parts;
                }
            }
            Item::Found(found) => parts.push(Part::Found(found)),
            Item::Bad(error) => parts.push(Part::Bad(error)),
        }
    }
    if puzzles > 0 {
        pace.note(puzzles, start.elapsed());
    }
    parts
}

/// Adds the puzzles of a run. False if it is cancelled, and then none is added.
fn solve_run(wanted: Wanted, run: &Run, cancel: &CancelToken, parts: &mut Vec<Part>) -> bool {
    let cells: Vec<Cells> = run.cells().collect();
    let mut solved = Vec::with_capacity(cells.len());
    let limit = wanted.limit();
    if !lanes::with(|lanes| lanes.solve_batch_within(&cells, limit, cancel, &mut solved)) {
        return false;
    }
    let mut puzzles = run.puzzles();
    let (mut grids, mut text) = (0, String::new());
    // The place of the next of `puzzles`.
    let mut next = 0;
    for (place, solved) in solved.iter().enumerate() {
        if let Some(first) = solved.first() {
            wanted.print(solved.count, first, grids, &mut text);
            grids += 1;
            continue;
        }
        if grids > 0 {
            parts.push(Part::Solved(std::mem::take(&mut grids), std::mem::take(&mut text)));
        }
        parts.extend(puzzles.nth(place - next).map(Part::Found));
        next = place + 1;
    }
    if grids > 0 {
        parts.push(Part::Solved(grids, text));
    }
    true
}
