//! Reads arguments that hold one puzzle or many: text, bytes, lists, numpy arrays and grids.

mod read;

pub use self::read::{is_missing, of_frame, with_digits};

use std::sync::atomic::{AtomicBool, Ordering};

use numpy::PyReadonlyArrayDyn;
use pyo3::prelude::*;
use quadrille_cover::CancelToken;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Order, Puzzle};

use super::blocks;
use super::text::{nine, puzzle_of};
use crate::errors::input;
use crate::interruptible::interruptible;

const EXPECTED: &str = "expected a str, bytes, a Grid, a list of these, or an array of integers of the shape (81,), (9, 9), (n, 81) or (n, 9, 9)";

const DIGITS: &str = "expected digits from 0 to 9, 0 for an empty cell";

/// How puzzles were given, which is how answers are given back.
#[derive(Clone)]
pub enum Shape {
    /// One puzzle as text or as a grid.
    One,
    /// A list of texts or grids.
    Many,
    /// An array of these lengths.
    Array(Vec<usize>),
}

impl Shape {
    /// Whether one puzzle was given.
    pub fn is_one(&self) -> bool {
        match self {
            Self::One => true,
            Self::Many => false,
            Self::Array(lengths) => of_lengths(lengths).is_some_and(|(_, is_one)| is_one),
        }
    }
}

/// The size of the puzzles in an array of these lengths, and whether it is one puzzle. Where the last length is a number of cells, as
/// in (16, 16), the array holds a puzzle in each row.
fn of_lengths(lengths: &[usize]) -> Option<(Order, bool)> {
    let of_cells = |cells: usize| Order::all().find(|order| order.cells() == cells);
    let of_side = |one: usize, other: usize| Order::from_side(one).filter(|_| one == other);
    match *lengths {
        [cells] => of_cells(cells).map(|order| (order, true)),
        [rows, columns] => of_cells(columns)
            .map(|order| (order, false))
            .or_else(|| of_side(rows, columns).map(|order| (order, true))),
        [_, rows, columns] => of_side(rows, columns).map(|order| (order, false)),
        _ => None,
    }
}

enum Source<'py> {
    Array(PyReadonlyArrayDyn<'py, u8>),
    Owned(Vec<Cells>),
    /// A puzzle of another size than 9x9.
    Other(Puzzle),
    /// Puzzles of which some have another size than 9x9.
    Mixed(Vec<Puzzle>),
}

/// Puzzles.
pub struct Boards<'py> {
    pub shape: Shape,
    name: String,
    source: Source<'py>,
    /// The rows that could not be read, in ascending order, and why, if these are kept. They stand for empty grids.
    pub bad: Vec<(usize, String)>,
    /// Of answers, the rows without one, in ascending order. They stand for empty grids.
    pub missing: Vec<usize>,
}

/// What to do with a row that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Invalid {
    Raise,
    Keep,
}

/// Rows of a list, as far as they are read.
struct Rows {
    cells: Vec<Cells>,
    /// All rows, once one of them is of another size than 9x9; then `cells` is not used.
    mixed: Option<Vec<Puzzle>>,
    bad: Vec<(usize, String)>,
    missing: Vec<usize>,
}

impl Rows {
    fn with_capacity(rows: usize) -> Self {
        let (bad, missing) = (Vec::new(), Vec::new());
        Self { cells: Vec::with_capacity(rows), mixed: None, bad, missing }
    }

    fn len(&self) -> usize {
        self.mixed.as_ref().map_or(self.cells.len(), Vec::len)
    }

    fn add_cells(&mut self, cells: Cells) {
        match &mut self.mixed {
            Some(mixed) => mixed.push(puzzle_of(&cells)),
            None => self.cells.push(cells),
        }
    }

    fn add(&mut self, puzzle: Puzzle) {
        if self.mixed.is_none() && puzzle.order() == Order::NINE {
            return self.cells.push(nine(&puzzle));
        }
        let cells = &mut self.cells;
        self.mixed
            .get_or_insert_with(|| cells.drain(..).map(|row| puzzle_of(&row)).collect())
            .push(puzzle);
    }

    /// Adds a row that cannot be read, or raises that.
    fn refuse(&mut self, name: &str, invalid: Invalid, why: String) -> PyResult<()> {
        if invalid == Invalid::Raise {
            return Err(input(format!("{name}: row {}: {why}", self.len())));
        }
        self.bad.push((self.len(), why));
        self.add_cells([0; 81]);
        Ok(())
    }

    fn boards<'py>(self, name: &str) -> Boards<'py> {
        let Self { cells, mixed, bad, missing } = self;
        let source = mixed.map_or(Source::Owned(cells), Source::Mixed);
        Boards { shape: Shape::Many, name: name.to_owned(), source, bad, missing }
    }
}

impl<'py> Boards<'py> {
    /// Reads an argument of this name.
    pub fn read(name: &str, object: &Bound<'py, PyAny>, invalid: Invalid) -> PyResult<Self> {
        Self::read_as(name, object, invalid, false)
    }

    /// Reads answers, of which some may be missing: `None`, NaN or an empty text.
    pub fn read_answers(object: &Bound<'py, PyAny>, invalid: Invalid) -> PyResult<Self> {
        Self::read_as("answers", object, invalid, true)
    }

    fn read_as(
        name: &str,
        object: &Bound<'py, PyAny>,
        invalid: Invalid,
        may_miss: bool,
    ) -> PyResult<Self> {
        let object = &of_frame(object)?;
        if let Some(one) = read::one(object) {
            let puzzle = one.map_err(|error| input(format!("{name}: {error}")))?;
            return Ok(Self::of_one(name, puzzle, Shape::One));
        }
        if object.hasattr("__array_interface__")? && object.hasattr("dtype")? {
            return read::array(name, object, invalid, may_miss);
        }
        // A column of a pandas or polars frame.
        let listed = if object.hasattr("to_list")? {
            object.call_method0("to_list")?
        } else {
            object.clone()
        };
        read::list(name, &listed, invalid, may_miss)
    }

    fn of_one(name: &str, puzzle: Puzzle, shape: Shape) -> Self {
        let source = if puzzle.order() == Order::NINE {
            Source::Owned(vec![nine(&puzzle)])
        } else {
            Source::Other(puzzle)
        };
        let (bad, missing) = (Vec::new(), Vec::new());
        Self { shape, name: name.to_owned(), source, bad, missing }
    }

    /// The puzzle, if it is one of another size than 9x9.
    pub fn other(&self) -> Option<&Puzzle> {
        match &self.source {
            Source::Other(puzzle) => Some(puzzle),
            _ => None,
        }
    }

    /// All puzzles, if one of them has another size than 9x9.
    pub fn mixed(&self) -> Option<&[Puzzle]> {
        match &self.source {
            Source::Mixed(puzzles) => Some(puzzles),
            Source::Other(puzzle) => Some(std::slice::from_ref(puzzle)),
            Source::Array(_) | Source::Owned(_) => None,
        }
    }

    /// Number of puzzles.
    pub fn len(&self) -> PyResult<usize> {
        Ok(match self.mixed() {
            Some(puzzles) => puzzles.len(),
            None => self.cells()?.len(),
        })
    }

    /// The puzzles, whose digits must be in range.
    pub fn puzzles(&self) -> PyResult<Vec<Puzzle>> {
        Ok(match self.mixed() {
            Some(puzzles) => puzzles.to_vec(),
            None => self.cells()?.iter().map(puzzle_of).collect(),
        })
    }

    /// The size of all puzzles, of which one has another size than 9x9.
    ///
    /// # Errors
    /// The puzzles have several sizes.
    pub fn only_order(&self, puzzles: &[Puzzle]) -> PyResult<Order> {
        let order = puzzles[0].order();
        match puzzles.iter().position(|puzzle| puzzle.order() != order) {
            None => Ok(order),
            Some(row) => Err(input(format!(
                "{}: row {row}: found a puzzle of {1}x{1} after those of {2}x{2}; expected puzzles of one size, because the answer is one array",
                self.name,
                puzzles[row].order().side(),
                order.side()
            ))),
        }
    }

    /// The 9x9 puzzles. Not for puzzles of another size.
    pub fn cells(&self) -> PyResult<&[Cells]> {
        match &self.source {
            Source::Array(array) => Ok(array.as_slice()?.as_chunks().0),
            Source::Owned(cells) => Ok(cells),
            Source::Other(_) | Source::Mixed(_) => Ok(&[]),
        }
    }

    /// Calls `work` with each puzzle, if one of them has another size than 9x9. `None` otherwise.
    pub fn each_mixed<T: Send + Default>(
        &self,
        py: Python<'_>,
        jobs: usize,
        work: impl Fn(&Puzzle, &CancelToken) -> T + Sync + Send,
    ) -> PyResult<Option<Vec<T>>> {
        let Some(puzzles) = self.mixed() else { return Ok(None) };
        let mut answers: Vec<T> = puzzles.iter().map(|_| T::default()).collect();
        let places = answers.iter_mut();
        interruptible(py, None, move |cancel| {
            blocks::numbered(places, jobs, cancel, |row, place| {
                *place = work(&puzzles[row], cancel);
                true
            });
        })?;
        Ok(Some(answers))
    }

    /// Calls `work` with each puzzle, whatever its size.
    pub fn each_puzzle<T: Send + Default>(
        &self,
        py: Python<'_>,
        jobs: usize,
        work: impl Fn(&Puzzle, &CancelToken) -> T + Sync + Send,
    ) -> PyResult<Vec<T>> {
        if let Some(answers) = self.each_mixed(py, jobs, &work)? {
            return Ok(answers);
        }
        let mut answers: Vec<T> = self.cells()?.iter().map(|_| T::default()).collect();
        self.each(py, &mut answers, jobs, |_, cells, places, cancel| {
            let places = places.iter_mut().zip(cells);
            for (place, cells) in places.take_while(|_| !cancel.is_cancelled()) {
                *place = work(&puzzle_of(cells), cancel);
            }
        })?;
        Ok(answers)
    }

    /// Calls `work` with blocks of the puzzles, the places for their answers and the number of the first puzzle of each block, on `jobs` threads.
    ///
    /// The digits are checked block by block as well: a block is in the cache then, and an array as a whole is not.
    pub fn each<T: Send>(
        &self,
        py: Python<'_>,
        places: &mut [T],
        jobs: usize,
        work: impl Fn(usize, &[Cells], &mut [T], &CancelToken) + Sync + Send,
    ) -> PyResult<()> {
        let (cells, is_large) = (self.cells()?, AtomicBool::new(false));
        let found = &is_large;
        interruptible(py, None, move |cancel| {
            blocks::each(cells, places, jobs, cancel, |first, cells, places| {
                if largest_digit(cells) > 9 {
                    found.store(true, Ordering::Relaxed);
                    return;
                }
                work(first, cells, places, cancel);
            });
        })?;
        if is_large.into_inner() { self.refuse_large_digits() } else { Ok(()) }
    }

    /// Refuses digits above 9, which [`each`](Self::each) does as well.
    pub fn refuse_large_digits(&self) -> PyResult<()> {
        let cells = self.cells()?;
        if largest_digit(cells) <= 9 {
            return Ok(());
        }
        let row = cells.iter().position(|row| row.iter().any(|&digit| digit > 9));
        let row = row.unwrap_or(0);
        let largest = cells[row].iter().max().unwrap_or(&0);
        Err(input(format!("{}: row {row}: found the number {largest}; {DIGITS}", self.name)))
    }

    /// The only puzzle, if one was given.
    pub fn only(&self) -> PyResult<Option<Puzzle>> {
        if let Some(other) = self.other() {
            return Ok(Some(other.clone()));
        }
        let cells = self.cells()?;
        if !self.shape.is_one() {
            return Ok(None);
        }
        self.refuse_large_digits()?;
        Ok(cells.first().map(puzzle_of))
    }
}

fn largest_digit(cells: &[Cells]) -> u8 {
    cells.as_flattened().iter().copied().max().unwrap_or(0)
}

/// Refuses another number of answers than of puzzles.
pub fn expect_as_many(answers: usize, puzzles: usize) -> PyResult<()> {
    if answers == puzzles {
        return Ok(());
    }
    Err(input(format!(
        "answers: found {answers} answers for {puzzles} puzzles; expected as many answers as puzzles"
    )))
}
