//! Long lists of 9x9 puzzles, of each of which one solution or a small count is wanted.
//!
//! As in `check`, runs of puzzles go unparsed to `lanes`, many at once. Solved puzzles come back as
//! text. A puzzle that is unreadable, of another size or without a solution is left to `Solver::take`.

use quadrille_cover::CancelToken;
use quadrille_sudoku::Engine;
use quadrille_sudoku::Order;
use quadrille_sudoku::engine::lanes::{Cells, Instructions};
use quadrille_sudoku::format::read::{Found, Run};

use quadrille_tables::{Block, Item, Refused, Row};

use crate::args::{Chosen, Limits, Solve, SolveOutput};
use crate::input::batches::Batch;
use quadrille_service::puzzle::lanes;

/// What is asked of `lanes`.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Whether only the number of solutions is printed.
    count: bool,
    /// Number of solutions to look for.
    limit: u64,
    /// Whether a solution is printed one row per line, with a blank line between two grids.
    pub rows: bool,
    /// The best instructions that `lanes` may use.
    most: Instructions,
    size: Option<Order>,
}

impl Question {
    /// The cells of a row that `lanes` can take at once with others.
    fn cells(self, row: &Row<'_>) -> Option<Cells> {
        row.cells().filter(|_| self.size.is_none_or(|size| size == Order::NINE))
    }

    /// What the arguments ask for, if the engine is `lanes` for 9x9 puzzles, and they ask for nothing more and set no limits.
    /// Counts are at most two: a puzzle with very many solutions would delay all others.
    pub fn of(args: &Solve) -> Option<Self> {
        let Limits { max_tests, max_nodes } = args.limits;
        let more =
            args.stats || args.trace || args.verbose.is_some() || args.picture.file.is_some();
        let limited = max_tests.is_some() || max_nodes.is_some() || args.time_limit.is_some();
        let text = matches!(args.output, SolveOutput::Plain | SolveOutput::Line);
        let most = match args.engine {
            Chosen::Auto(most) | Chosen::Ours(Engine::Lanes(most)) if args.engines.is_none() => {
                most
            }
            _ => return None,
        };
        let limit = args.how_many.solutions().filter(|&limit| limit <= 2)?;
        let count = args.how_many.count;
        let rows = args.output == SolveOutput::Plain && !count;
        let asked = Self { count, limit, rows, most, size: args.source.size };
        (text && !more && !limited && !args.how_many.several()).then_some(asked)
    }

    fn print(self, count: u64, first: &Cells, text: &mut String) {
        if self.count {
            *text += &format!("{count}\n");
            return;
        }
        if self.rows && !text.is_empty() {
            text.push('\n');
        }
        for row in first.chunks(if self.rows { 9 } else { 81 }) {
            text.extend(row.iter().map(|&digit| char::from(b'0' + digit)));
            text.push('\n');
        }
    }
}

/// One part of the results of a batch; the parts are in the order of the puzzles.
pub enum Part {
    /// The number of puzzles with a solution, and their text.
    Solved(usize, String),
    /// A puzzle for `Solver::take`, or an unreadable one.
    One(Result<Found, Refused>),
}

/// Solves a batch. If the search is cancelled, the last parts are missing.
pub fn solve(asked: Question, batch: Batch, cancel: &CancelToken) -> Vec<Part> {
    let mut parts = Vec::new();
    for item in batch {
        match item {
            Item::Run(run) if !solve_run(asked, &run, cancel, &mut parts) => break,
            Item::Block(block) if !solve_block(asked, &block, cancel, &mut parts) => break,
            Item::Run(_) | Item::Block(_) => {}
            Item::One(one) => parts.push(Part::One(one)),
        }
    }
    parts
}

/// Adds the puzzles of a run. False, with none added, if it is cancelled.
fn solve_run(asked: Question, run: &Run, cancel: &CancelToken, parts: &mut Vec<Part>) -> bool {
    let cells: Vec<Cells> = run.cells().collect();
    solve_cells(asked, &cells, cancel, parts, |place| Ok(run.puzzle(place)))
}

/// Adds the puzzles of rows of a table. False if it is cancelled.
fn solve_block(
    asked: Question,
    block: &Block,
    cancel: &CancelToken,
    parts: &mut Vec<Part>,
) -> bool {
    let rows: Vec<Row<'_>> = block.rows().collect();
    let mut rows = &rows[..];
    while !rows.is_empty() {
        let cells: Vec<Cells> = rows.iter().map_while(|row| asked.cells(row)).collect();
        let one = |place: usize| rows[place].found(asked.size);
        if !solve_cells(asked, &cells, cancel, parts, one) {
            return false;
        }
        rows = &rows[cells.len()..];
        if let Some((row, rest)) = rows.split_first() {
            parts.push(Part::One(row.found(asked.size)));
            rows = rest;
        }
    }
    true
}

/// Adds 9x9 puzzles, of which `one` returns one without a solution, by its place. False, with none added, if it is cancelled.
fn solve_cells(
    asked: Question,
    cells: &[Cells],
    cancel: &CancelToken,
    parts: &mut Vec<Part>,
    one: impl Fn(usize) -> Result<Found, Refused>,
) -> bool {
    let Some(solved) = lanes::solved(asked.most, cells, asked.limit, cancel) else { return false };
    for (place, solved) in solved.iter().enumerate() {
        let Some(first) = solved.first() else {
            parts.push(Part::One(one(place)));
            continue;
        };
        if !matches!(parts.last(), Some(Part::Solved(..))) {
            parts.push(Part::Solved(0, String::new()));
        }
        if let Some(Part::Solved(puzzles, text)) = parts.last_mut() {
            *puzzles += 1;
            asked.print(solved.count, first, text);
        }
    }
    true
}
