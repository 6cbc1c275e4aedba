//! What `check` finds about each puzzle of a source.
//!
//! Where only verdicts are asked for, runs of 9x9 puzzles go unparsed to `lanes`, many at once. A unique puzzle needs nothing
//! more; one with another verdict is examined again, because a caller also shows solutions or a reason.

mod clues;
mod examine;
mod fault;
mod record;

use quadrille_cover::CancelToken;
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::engine::lanes::{Cells, Instructions};
use quadrille_sudoku::format::read::{Found, Run};
use quadrille_sudoku::{Engine, Order, Uniqueness};
use quadrille_tables::{Block, Item, Row, solves};
use serde::{Deserialize, Serialize};

use super::lanes;
use super::prove::Proved;
use crate::Limits;

pub use self::examine::Examiner;
pub use self::record::{BEYOND, Record};

/// What is asked about each puzzle, beside its verdict.
///
/// ```
/// use quadrille_service::puzzle::check::{Examiner, Request};
/// use quadrille_sudoku::Puzzle;
///
/// let request = Request { minimal: true, ..Request::default() };
/// let examiner = Examiner::new(request, &Default::default())?;
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let record = examiner.examine(&puzzle, 1).expect("no search was cancelled");
/// assert_eq!((record.answer.name(), record.minimal), ("unique", Some(false)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The name of the engine that decides.
    pub engine: String,
    /// The limits of a search.
    pub limits: Limits,
    /// Whether the puzzle is minimal, or else which clues are redundant.
    pub minimal: bool,
    /// The level, the rating and the hardest technique.
    pub rate: bool,
    /// The canonical form.
    pub canonical: bool,
    /// What repetitions share, if they are looked for.
    pub same: Option<Repeated>,
    /// Whether isomorphs are looked for elsewhere, by canonical forms.
    pub forms: bool,
    /// Whether each search is counted and timed.
    pub counts: bool,
    /// Whether puzzles and the first two solutions are wanted, and not only where there are several.
    pub puzzles: bool,
    /// Whether the solutions of unique puzzles are wanted.
    pub solutions: bool,
    /// Whether it is said what is wrong with a wrong answer that a table gives.
    pub faults: bool,
    /// Whether the answers are proved.
    pub proofs: bool,
    /// The size that all puzzles are to have, in rows.
    pub rows: Option<usize>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            engine: "lanes".to_owned(),
            limits: Limits::default(),
            minimal: false,
            rate: false,
            canonical: false,
            same: None,
            forms: false,
            counts: false,
            puzzles: false,
            solutions: false,
            faults: false,
            proofs: false,
            rows: None,
        }
    }
}

/// When a puzzle repeats another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeated {
    /// It has the same digits in the same cells.
    Digits,
    /// One becomes the other by turning, mirroring, or exchanging rows, columns or digits.
    Isomorphs,
}

impl Request {
    /// The instructions with which `lanes` takes many puzzles at once; `None` if it cannot. A batch has verdicts and solutions of 9x9
    /// puzzles, without limits, and nothing more.
    fn batch_instructions(&self, engine: Engine) -> Option<Instructions> {
        let Self { limits, minimal, rate, canonical, same, forms, counts, proofs, .. } = self;
        let more = *minimal || *rate || *canonical || same.is_some() || *forms;
        let has_size = self.rows.is_some_and(|rows| rows != Order::NINE.side());
        match engine {
            Engine::Lanes(most)
                if *limits == Limits::default() && !(more || *counts || *proofs || has_size) =>
            {
                Some(most)
            }
            _ => None,
        }
    }
}

/// A 9x9 puzzle with one solution, of which nothing more was asked.
#[derive(Clone, Copy, Debug)]
pub struct Unique<'r> {
    /// Its line, or its row in a table whose rows are not lines.
    pub line: u64,
    /// Its givens.
    pub cells: &'r Cells,
    /// Its solution, if that is wanted.
    pub solution: Option<&'r Cells>,
    /// Whether a table gives its solution.
    pub is_right: bool,
    /// The row of a table.
    pub row: Option<&'r Row<'r>>,
}

/// Takes what is found, puzzle by puzzle, in their order.
pub trait Sink {
    /// A puzzle of which nothing is known but that it is unique.
    fn unique(&mut self, found: Unique<'_>);

    /// Any other, or what cannot be read, with its row of a table.
    fn record(&mut self, record: Record, row: Option<&Row<'_>>);
}

/// Checks puzzles, and passes what is found to `sink`. False if it was cancelled.
pub fn check(
    items: impl IntoIterator<Item = Item>,
    examiner: &Examiner,
    sink: &mut impl Sink,
    proved: &mut Proved,
) -> bool {
    let mut work = Work { examiner, sink, proved };
    items.into_iter().all(|item| match (item, examiner.batch_instructions()) {
        (Item::Run(run), Some(most)) => work.run(&run, most),
        (Item::Run(run), None) => (0..run.len()).all(|place| work.one(&run.puzzle(place))),
        (Item::Block(block), Some(most)) => work.block(&block, most),
        (Item::Block(block), None) => block.rows().all(|row| work.row(&row)),
        (Item::One(Ok(found)), _) => work.one(&found),
        (Item::One(Err(refused)), _) => {
            work.sink.record(Record::bad(&refused), None);
            true
        }
    })
}

struct Work<'w, S> {
    examiner: &'w Examiner,
    sink: &'w mut S,
    proved: &'w mut Proved,
}

impl<S: Sink> Work<'_, S> {
    /// Examines a puzzle, and proves the answer if that is asked for. False if cancelled.
    fn one(&mut self, Found { puzzle, line, .. }: &Found) -> bool {
        let proved = self.examiner.prove(puzzle, self.proved);
        let Some(record) = self.examiner.examine(puzzle, *line) else { return false };
        self.proved.note(proved, &record);
        self.sink.record(record, None);
        true
    }

    /// Examines a row of a table likewise.
    fn row(&mut self, row: &Row<'_>) -> bool {
        let found = row.found(self.examiner.size());
        let proved = match &found {
            Ok(Found { puzzle, .. }) => self.examiner.prove(puzzle, self.proved),
            Err(_) => Ok(None),
        };
        let Some(record) = self.examiner.examine_row(row, found) else { return false };
        self.proved.note(proved, &record);
        self.sink.record(record, Some(row));
        true
    }

    fn run(&mut self, run: &Run, most: Instructions) -> bool {
        let cells: Vec<Cells> = run.cells().collect();
        let Some((verdicts, solved)) = verdicts_of(self.examiner, &cells, most) else {
            return false;
        };
        let whole = verdicts.into_iter().enumerate().all(|(place, verdict)| {
            if verdict != Uniqueness::Unique {
                return self.one(&run.puzzle(place));
            }
            let (line, cells) = ((run.first_line() + place) as u64, &cells[place]);
            let solution = solved.get(place).and_then(Solved::first);
            self.sink.unique(Unique { line, cells, solution, is_right: false, row: None });
            true
        });
        whole && !self.examiner.cancel.is_cancelled()
    }

    /// Examines the rows of a table. All 9x9 puzzles in 81 digits are searched at once.
    fn block(&mut self, block: &Block, most: Instructions) -> bool {
        let mut cells: Vec<Cells> = Vec::with_capacity(block.len());
        let mut add = |row: &Row<'_>| {
            cells.push(row.cells()?);
            Some(cells.len() - 1)
        };
        let rows = block.rows().map(|row| (add(&row), row));
        let rows: Vec<(Option<usize>, Row<'_>)> = rows.collect();
        let Some((verdicts, solved)) = verdicts_of(self.examiner, &cells, most) else {
            return false;
        };
        let is_judged = block.layout.answers().is_some();
        let is_fine = |place: usize, row: &Row<'_>| {
            verdicts[place] == Uniqueness::Unique
                && (!is_judged || row.answer().is_some_and(|answer| solves(&cells[place], answer)))
        };
        let whole = rows.iter().all(|(place, row)| match *place {
            Some(place) if is_fine(place, row) => {
                let (line, solution) = (row.place(), solved.get(place).and_then(Solved::first));
                let (cells, is_right, row) = (&cells[place], is_judged, Some(row));
                self.sink.unique(Unique { line, cells, solution, is_right, row });
                true
            }
            _ => self.row(row),
        });
        whole && !self.examiner.cancel.is_cancelled()
    }
}

/// The verdicts on 9x9 puzzles and, if they are wanted, their solutions; `None` if cancelled.
fn verdicts_of(
    examiner: &Examiner,
    cells: &[Cells],
    most: Instructions,
) -> Option<(Vec<Uniqueness>, Vec<Solved>)> {
    let cancel: &CancelToken = &examiner.cancel;
    if !examiner.request.solutions {
        return Some((lanes::verdicts(most, cells, cancel)?, Vec::new()));
    }
    let solved = lanes::solved(most, cells, 2, cancel)?;
    let verdicts = solved.iter().map(|solved| Uniqueness::of_count(solved.count));
    Some((verdicts.collect(), solved))
}
