//! Reads arguments that hold one puzzle or many: text, bytes, lists, numpy arrays and grids.

use std::sync::atomic::{AtomicU8, Ordering};

use numpy::{PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use quadrille_cover::CancelToken;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Order, Puzzle};

use super::grid::Grid;
use super::text::{nine, puzzle_of};
use super::{blocks, text};
use crate::errors::input;
use crate::interruptible::interruptible;

const EXPECTED: &str = "expected a str, bytes, a Grid, a list of these, or an array of integers of the shape (81,), (9, 9), (n, 81) or (n, 9, 9)";

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
            Self::Array(lengths) => matches!(lengths[..], [81] | [9, 9]),
        }
    }
}

enum Source<'py> {
    Array(PyReadonlyArrayDyn<'py, u8>),
    Owned(Vec<Cells>),
    /// A puzzle of another size than 9x9.
    Other(Puzzle),
}

/// Puzzles.
pub struct Boards<'py> {
    pub shape: Shape,
    source: Source<'py>,
    /// The rows that could not be read, in ascending order, if these are kept. They stand for empty grids.
    pub bad: Vec<usize>,
}

/// What to do with a row that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Invalid {
    Raise,
    Keep,
}

impl<'py> Boards<'py> {
    /// Reads an argument of this name.
    pub fn read(name: &str, object: &Bound<'py, PyAny>, invalid: Invalid) -> PyResult<Self> {
        if let Some(one) = one(object) {
            let puzzle = one.map_err(|error| input(format!("{name}: {error}")))?;
            let source = if puzzle.order() == Order::NINE {
                Source::Owned(vec![nine(&puzzle)])
            } else {
                Source::Other(puzzle)
            };
            return Ok(Self { shape: Shape::One, source, bad: Vec::new() });
        }
        if object.hasattr("__array_interface__")? && object.hasattr("dtype")? {
            return array(name, object, invalid);
        }
        // A column of a pandas or polars frame.
        let listed = if object.hasattr("to_list")? {
            object.call_method0("to_list")?
        } else {
            object.clone()
        };
        list(name, &listed, invalid)
    }

    /// The puzzle, if it is one of another size than 9x9.
    pub fn other(&self) -> Option<&Puzzle> {
        match &self.source {
            Source::Other(puzzle) => Some(puzzle),
            _ => None,
        }
    }

    /// The 9x9 puzzles. Not for a puzzle of another size.
    pub fn cells(&self) -> PyResult<&[Cells]> {
        match &self.source {
            Source::Array(array) => Ok(array.as_slice()?.as_chunks().0),
            Source::Owned(cells) => Ok(cells),
            Source::Other(_) => Ok(&[]),
        }
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
        let (cells, largest) = (self.cells()?, AtomicU8::new(0));
        let found = &largest;
        interruptible(py, None, move |cancel| {
            blocks::each(cells, places, jobs, cancel, |first, cells, places| {
                let most = largest_digit(cells);
                if most > 9 {
                    found.fetch_max(most, Ordering::Relaxed);
                    return;
                }
                work(first, cells, places, cancel);
            });
        })?;
        refuse_above_nine(largest.into_inner())
    }

    /// Refuses digits above 9, which [`each`](Self::each) does as well.
    pub fn refuse_large_digits(&self) -> PyResult<()> {
        refuse_above_nine(largest_digit(self.cells()?))
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

fn refuse_above_nine(largest: u8) -> PyResult<()> {
    if largest <= 9 {
        return Ok(());
    }
    Err(input(format!(
        "puzzles: found the number {largest}; expected digits from 0 to 9, 0 for an empty cell"
    )))
}

/// Reads one puzzle of any size. `None` if the object is not one puzzle.
fn one(object: &Bound<'_, PyAny>) -> Option<Result<Puzzle, String>> {
    if let Ok(grid) = object.cast::<Grid>() {
        return Some(Ok(grid.get().puzzle_of_all()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Some(
            text.to_cow().map_err(|error| error.to_string()).and_then(|text| text::puzzle(&text)),
        );
    }
    let bytes = object.cast::<PyBytes>().ok()?;
    let text = str::from_utf8(bytes.as_bytes()).map_err(|error| format!("{error}; expected UTF-8"));
    Some(text.and_then(text::puzzle))
}

/// The cells of one puzzle of a list.
fn row(object: &Bound<'_, PyAny>) -> Result<Cells, String> {
    if let Ok(text) = object.cast::<PyString>() {
        return text::cells(text.to_cow().map_err(|error| error.to_string())?.as_bytes());
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return text::cells(bytes.as_bytes());
    }
    if let Ok(grid) = object.cast::<Grid>() {
        let puzzle = grid.get().puzzle_of_all();
        return match puzzle.order() == Order::NINE {
            true => Ok(nine(&puzzle)),
            false => Err(format!(
                "found a grid of {0}x{0}; expected 9x9, as many puzzles at once are",
                puzzle.order().side()
            )),
        };
    }
    let found = if object.is_none() {
        "None".to_owned()
    } else {
        object.repr().map_or_else(|_| "an object".into(), |text| text.to_string())
    };
    let digits: Option<Vec<u8>> = object.extract().ok().or_else(|| {
        let rows: Vec<Vec<u8>> = object.extract().ok()?;
        Some(rows.concat()).filter(|_| rows.len() == 9 && rows.iter().all(|row| row.len() == 9))
    });
    match digits {
        Some(digits) if digits.len() == 81 && digits.iter().all(|&digit| digit <= 9) => {
            Ok(digits.try_into().expect("81 digits"))
        }
        Some(digits) if digits.len() != 81 => {
            Err(format!("found {} cells; expected 81", digits.len()))
        }
        _ => Err(format!(
            "found {}; expected a puzzle of 81 cells as a str, bytes, a Grid or integers from 0 to 9",
            found.chars().take(60).collect::<String>()
        )),
    }
}

/// Puzzles of an argument that are read one after another.
struct Rows<'n> {
    name: &'n str,
    invalid: Invalid,
    cells: Vec<Cells>,
    bad: Vec<usize>,
}

impl<'n> Rows<'n> {
    fn new(name: &'n str, invalid: Invalid, count: usize) -> Self {
        Self { name, invalid, cells: Vec::with_capacity(count), bad: Vec::new() }
    }

    /// Adds a row, or why it cannot be read.
    fn push(&mut self, row: Result<Cells, String>) -> PyResult<()> {
        let (name, number) = (self.name, self.cells.len());
        self.cells.push(match row {
            Ok(row) => row,
            Err(_) if self.invalid == Invalid::Keep => {
                self.bad.push(number);
                [0; 81]
            }
            Err(error) => return Err(input(format!("{name}: row {number}: {error}"))),
        });
        Ok(())
    }

    fn boards<'py>(self) -> Boards<'py> {
        Boards { shape: Shape::Many, source: Source::Owned(self.cells), bad: self.bad }
    }
}

fn list<'py>(name: &str, object: &Bound<'py, PyAny>, invalid: Invalid) -> PyResult<Boards<'py>> {
    let found = || {
        object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
    };
    let Ok(rows) = object.try_iter() else {
        return Err(input(format!(
            "{name}: found {}; {EXPECTED}",
            if object.is_none() { "None".to_owned() } else { found() }
        )));
    };
    let mut collected = Rows::new(name, invalid, object.len().unwrap_or(0));
    for (number, read) in rows.enumerate() {
        let read = read?;
        if number == 0 && read.extract::<u8>().is_ok() {
            return Err(input(format!(
                "{name}: found a list of numbers; {EXPECTED}; convert one puzzle with numpy.array(puzzle, dtype=\"uint8\")"
            )));
        }
        collected.push(row(&read))?;
    }
    Ok(collected.boards())
}

fn array<'py>(name: &str, array: &Bound<'py, PyAny>, invalid: Invalid) -> PyResult<Boards<'py>> {
    let numpy = array.py().import("numpy")?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let lengths: Vec<usize> = array.getattr("shape")?.extract()?;
    match &*kind {
        "i" | "u" => {}
        "S" if lengths.len() == 1 => return of_bytes(name, array, invalid),
        "U" | "O" | "T" if lengths.len() == 1 => {
            return list(name, &array.call_method0("tolist")?, invalid);
        }
        "f" => {
            let nan = numpy.call_method1("isnan", (array,))?.call_method0("any")?.is_truthy()?;
            let nan = if nan { ", with NaN among the values" } else { "" };
            return Err(input(format!(
                "{name}: found dtype {dtype}{nan}; expected integers from 0 to 9, 0 for an empty cell; convert with .astype(\"uint8\") once there is no NaN"
            )));
        }
        _ => {
            return Err(input(format!(
                "{name}: found dtype {dtype} and the shape {lengths:?}; {EXPECTED}, or one dimension of text"
            )));
        }
    }
    if !matches!(lengths[..], [81] | [9, 9] | [_, 81] | [_, 9, 9]) {
        return Err(input(format!(
            "{name}: found an array of the shape {lengths:?}; {EXPECTED}; a puzzle of another size is given as text"
        )));
    }
    let is_byte = dtype.getattr("itemsize")?.extract::<usize>()? == 1 && kind == "u";
    if !is_byte && !lengths.contains(&0) {
        let extremes = (
            array.call_method0("min")?.extract::<i128>()?,
            array.call_method0("max")?.extract::<i128>()?,
        );
        if extremes.0 < 0 || extremes.1 > 9 {
            return Err(input(format!(
                "{name}: found numbers from {} to {}; expected digits from 0 to 9, 0 for an empty cell",
                extremes.0, extremes.1
            )));
        }
    }
    // Neither of these copies an array that has this layout already.
    let bytes = if is_byte { array.clone() } else { array.call_method1("astype", ("uint8",))? };
    let bytes: PyReadonlyArrayDyn<'py, u8> =
        numpy.call_method1("ascontiguousarray", (bytes,))?.extract()?;
    Ok(Boards { shape: Shape::Array(lengths), source: Source::Array(bytes), bad: Vec::new() })
}

/// Reads an array of bytes, such as dtype S81, without making an object of each.
fn of_bytes<'py>(name: &str, array: &Bound<'py, PyAny>, invalid: Invalid) -> PyResult<Boards<'py>> {
    let numpy = array.py().import("numpy")?;
    let width: usize = array.getattr("dtype")?.getattr("itemsize")?.extract()?;
    if width == 0 {
        return Err(input(format!(
            "{name}: found an array of empty texts; expected 81 characters each"
        )));
    }
    let bytes =
        numpy.call_method1("ascontiguousarray", (array,))?.call_method1("view", ("uint8",))?;
    let bytes: numpy::PyReadonlyArray1<'py, u8> = bytes.cast::<numpy::PyArray1<u8>>()?.readonly();
    let bytes = bytes.as_slice()?;
    let mut collected = Rows::new(name, invalid, bytes.len() / width);
    for text in bytes.chunks_exact(width) {
        let end = text.iter().rposition(|&character| character != 0).map_or(0, |last| last + 1);
        collected.push(text::cells(&text[..end]))?;
    }
    Ok(collected.boards())
}
