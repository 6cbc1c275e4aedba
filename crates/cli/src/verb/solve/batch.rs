//! Long lists of 9x9 puzzles, of each of which one solution or a small count is wanted.
//!
//! As in `check`, runs of puzzles go unparsed to `lanes`, many at once. Solved puzzles come back as
//! text. A puzzle without a solution, of another size or unreadable is left to the usual way, in its
//! turn.

use anyhow::Result;
use quadrille_cover::CancelToken;
use quadrille_sudoku::Engine;
use quadrille_sudoku::engine::lanes::{Cells, Instructions};
use quadrille_sudoku::format::read::{Found, ReadError, Run};

use crate::args::{Limits, Solve, SolveOutput, jobs_or_cores};
use crate::input::Opened;
use crate::input::batches::{self, Batch, Item};
use crate::work::lanes;
use crate::work::pipeline::Results;

/// What is asked of `lanes`.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub wanted: Wanted,
    /// The best instructions that `lanes` may use.
    most: Instructions,
}

/// What is printed for each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A solution, one row per line, with a blank line between two grids.
    Rows,
    /// A solution on one line.
    Line,
    /// The number of solutions, counted up to a limit.
    Count { limit: u64 },
}

impl Question {
    /// What the arguments ask for, if they ask the engine `lanes` for nothing more and set no limits.
    /// Counts are at most two: a puzzle with very many solutions would delay all others.
    pub fn of(args: &Solve) -> Option<Self> {
        let Limits { max_tests, max_nodes } = args.limits;
        let more =
            args.stats || args.trace || args.verbose.is_some() || args.picture.file.is_some();
        let limited = max_tests.is_some() || max_nodes.is_some();
        let Engine::Lanes(most) = args.engine else { return None };
        if more || limited || args.how_many.several() {
            return None;
        }
        let wanted = match (args.output, args.how_many.solutions()) {
            (SolveOutput::Plain | SolveOutput::Line, Some(limit @ ..=2)) if args.how_many.count => {
                Wanted::Count { limit }
            }
            (SolveOutput::Plain, Some(1)) => Wanted::Rows,
            (SolveOutput::Line, Some(1)) => Wanted::Line,
            _ => return None,
        };
        Some(Self { wanted, most })
    }
}

impl Wanted {
    /// Number of solutions to look for.
    fn limit(self) -> u64 {
        match self {
            Self::Rows | Self::Line => 1,
            Self::Count { limit } => limit,
        }
    }

    /// Adds what is printed for a puzzle.
    fn print(self, count: u64, first: &Cells, text: &mut String) {
        let digits = |cells: &[u8], text: &mut String| {
            text.extend(cells.iter().map(|&digit| char::from(b'0' + digit)));
            text.push('\n');
        };
        match self {
            Self::Line => digits(first, text),
            Self::Rows => {
                if !text.is_empty() {
                    text.push('\n');
                }
                first.chunks(9).for_each(|row| digits(row, text));
            }
            Self::Count { .. } => *text += &format!("{count}\n"),
        }
    }
}

/// The results of a batch, in the order of its puzzles.
pub enum Part {
    /// The number of puzzles with a solution, and their text.
    Solved(usize, String),
    /// A puzzle to be solved the usual way.
    Found(Found),
    /// An unreadable puzzle.
    Bad(ReadError),
}

/// Starts to read and to solve.
pub fn start(asked: Question, source: Opened, cancel: &CancelToken) -> Result<Results<Vec<Part>>> {
    let token = cancel.clone();
    let work = move |batch| solved(asked, batch, &token);
    batches::start(source, jobs_or_cores(None), cancel, work)
}

/// Solves a batch; the last parts are missing if it is cancelled.
fn solved(asked: Question, batch: Batch, cancel: &CancelToken) -> Vec<Part> {
    let mut parts = Vec::new();
    for item in batch {
        match item {
            Item::Run(run) if !solve_run(asked, &run, cancel, &mut parts) => break,
            Item::Run(_) => {}
            Item::Found(found) => parts.push(Part::Found(found)),
            Item::Bad(error) => parts.push(Part::Bad(error)),
        }
    }
    parts
}

/// Adds the puzzles of a run. False, with none added, if it is cancelled.
fn solve_run(asked: Question, run: &Run, cancel: &CancelToken, parts: &mut Vec<Part>) -> bool {
    let cells: Vec<Cells> = run.cells().collect();
    let mut solved = Vec::with_capacity(cells.len());
    let Question { wanted, most } = asked;
    let limit = wanted.limit();
    if !lanes::with(most, |lanes| lanes.solve_batch_within(&cells, limit, cancel, &mut solved)) {
        return false;
    }
    let mut puzzles = run.puzzles();
    let (mut grids, mut text) = (0, String::new());
    // The place of the next puzzle of `puzzles`.
    let mut next = 0;
    for (place, solved) in solved.iter().enumerate() {
        if let Some(first) = solved.first() {
            wanted.print(solved.count, first, &mut text);
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
