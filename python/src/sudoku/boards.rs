//! Reads arguments that hold one puzzle or many: text, bytes, lists, numpy arrays and grids.

use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyString};
use quadrille_cover::CancelToken;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Grid as Filled, Order, Puzzle};

use super::grid::Grid;
use super::text::{nine, puzzle_of};
use super::{blocks, text};
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
        if let Some(one) = one(object) {
            let puzzle = one.map_err(|error| input(format!("{name}: {error}")))?;
            return Ok(Self::of_one(name, puzzle, Shape::One));
        }
        if object.hasattr("__array_interface__")? && object.hasattr("dtype")? {
            return array(name, object, invalid, may_miss);
        }
        // A column of a pandas or polars frame.
        let listed = if object.hasattr("to_list")? {
            object.call_method0("to_list")?
        } else {
            object.clone()
        };
        list(name, &listed, invalid, may_miss)
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
    Some(text::of_bytes(bytes.as_bytes()))
}

/// The puzzle of a row of a list.
fn row(object: &Bound<'_, PyAny>) -> Result<Puzzle, String> {
    if let Some(one) = one(object) {
        return one;
    }
    if is_missing(object) {
        return Err("found nothing; expected a puzzle".to_owned());
    }
    let found = object.repr().map_or_else(|_| "an object".into(), |text| text.to_string());
    let is_square = |rows: &Vec<Vec<u8>>| rows.iter().all(|row| row.len() == rows.len());
    let digits: Option<Vec<u8>> = object.extract().ok().or_else(|| {
        let rows: Vec<Vec<u8>> = object.extract().ok()?;
        Some(rows.concat()).filter(|_| is_square(&rows))
    });
    let order =
        digits.as_ref().map(|digits| Order::all().find(|order| order.cells() == digits.len()));
    match (digits, order.flatten()) {
        (Some(digits), Some(order))
            if digits.iter().all(|&digit| usize::from(digit) <= order.side()) =>
        {
            Ok(Puzzle::new(Filled::from_cells(digits).expect("digits in range")))
        }
        (Some(digits), None) => {
            Err(format!("found {} cells; expected 81, or those of another grid", digits.len()))
        }
        _ => Err(format!(
            "found {}; expected a puzzle of 81 cells as a str, bytes, a Grid or integers from 0 to 9",
            found.chars().take(60).collect::<String>()
        )),
    }
}

/// The cells of a row of a list, if it is the common line of 81 characters.
fn plain_row(object: &Bound<'_, PyAny>) -> Option<Cells> {
    if let Ok(text) = object.cast::<PyString>() {
        return text::plain(text.to_cow().ok()?.as_bytes());
    }
    object.cast::<PyBytes>().ok().and_then(|bytes| text::plain(bytes.as_bytes()))
}

/// Whether a row of a list holds nothing: `None`, NaN, the missing value of pandas, or a blank text.
fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_cow().is_ok_and(|text| text.trim().is_empty());
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return number.value().is_nan();
    }
    object.is_none() || object.get_type().name().is_ok_and(|name| name == "NAType")
}

fn list<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    invalid: Invalid,
    may_miss: bool,
) -> PyResult<Boards<'py>> {
    let found = || {
        object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
    };
    let Ok(rows) = object.try_iter() else {
        return Err(input(format!(
            "{name}: found {}; {EXPECTED}",
            if object.is_none() { "None".to_owned() } else { found() }
        )));
    };
    let mut all = Rows::with_capacity(object.len().unwrap_or(0));
    for (number, read) in rows.enumerate() {
        let read = read?;
        if let Some(cells) = plain_row(&read) {
            all.add_cells(cells);
            continue;
        }
        if may_miss && is_missing(&read) {
            all.missing.push(number);
            all.add_cells([0; 81]);
            continue;
        }
        if number == 0 && read.extract::<i64>().is_ok() {
            return Err(input(format!(
                "{name}: found a list of numbers; {EXPECTED}; convert one puzzle with numpy.array(puzzle, dtype=\"uint8\")"
            )));
        }
        match row(&read) {
            Ok(puzzle) => all.add(puzzle),
            Err(error) => all.refuse(name, invalid, error)?,
        }
    }
    Ok(all.boards(name))
}

fn array<'py>(
    name: &str,
    array: &Bound<'py, PyAny>,
    invalid: Invalid,
    may_miss: bool,
) -> PyResult<Boards<'py>> {
    let numpy = array.py().import("numpy")?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    // A masked cell is an empty one.
    let is_masked = array.is_instance(&numpy.getattr("ma")?.getattr("MaskedArray")?)?;
    let filled = match &*kind {
        "i" | "u" | "f" if is_masked => array.call_method1("filled", (0,))?,
        _ => array.clone(),
    };
    let array = &filled;
    let lengths: Vec<usize> = array.getattr("shape")?.extract()?;
    match &*kind {
        "i" | "u" => {}
        "S" if lengths.len() == 1 => return of_bytes(name, array, invalid),
        "U" | "O" | "T" if lengths.len() == 1 => {
            return list(name, &array.call_method0("tolist")?, invalid, may_miss);
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
    let Some((order, is_one)) = of_lengths(&lengths) else {
        return Err(input(format!(
            "{name}: found an array of the shape {lengths:?}; {EXPECTED}, or the same of another size, such as (n, 256) or (n, 16, 16)"
        )));
    };
    let is_byte = dtype.getattr("itemsize")?.extract::<usize>()? == 1 && kind == "u";
    // A number out of range that does not fit a byte stands for itself as 255.
    let bytes = if is_byte {
        array.clone()
    } else {
        let (zero, most) = (numpy.call_method1("less", (array, 0))?, order.side());
        let large = numpy.call_method1("greater", (array, most))?;
        let strange = numpy.call_method1("logical_or", (zero, large))?;
        if invalid == Invalid::Raise && strange.call_method0("any")?.is_truthy()? {
            let rows = if is_one { 1 } else { lengths[0] };
            let by_row =
                |array: &Bound<'py, PyAny>| array.call_method1("reshape", ((rows, order.cells()),));
            let row = by_row(&strange)?.call_method1("any", (1,))?.call_method0("argmax")?;
            let row: usize = row.extract()?;
            let values =
                by_row(array)?.get_item(row)?.get_item(by_row(&strange)?.get_item(row)?)?;
            return Err(out_of_range(
                name,
                row,
                &values.get_item(0)?.str()?.to_string(),
                order,
                &lengths,
            ));
        }
        numpy.call_method1("where", (strange, 255, array))?.call_method1("astype", ("uint8",))?
    };
    // Does not copy an array that has this layout already.
    let bytes: PyReadonlyArrayDyn<'py, u8> =
        numpy.call_method1("ascontiguousarray", (bytes,))?.extract()?;
    let shape = Shape::Array(lengths.clone());
    let is_plain = order == Order::NINE;
    if is_plain && (invalid == Invalid::Raise || largest(bytes.as_slice()?) <= 9) {
        let (bad, missing) = (Vec::new(), Vec::new());
        let source = Source::Array(bytes);
        return Ok(Boards { shape, name: name.to_owned(), source, bad, missing });
    }
    let mut all = Rows::with_capacity(0);
    for (row, cells) in bytes.as_slice()?.chunks_exact(order.cells()).enumerate() {
        let most = largest(cells);
        if usize::from(most) <= order.side() {
            all.add(Puzzle::new(Filled::from_cells(cells.to_vec()).expect("digits in range")));
        } else if invalid == Invalid::Raise {
            return Err(out_of_range(name, row, &most.to_string(), order, &lengths));
        } else {
            all.refuse(name, invalid, format!("found a number out of range; {}", digits(order)))?;
        }
    }
    let Boards { source, bad, missing, .. } = all.boards(name);
    let source = match source {
        Source::Mixed(mut puzzles) if is_one => Source::Other(puzzles.remove(0)),
        source => source,
    };
    Ok(Boards { shape, name: name.to_owned(), source, bad, missing })
}

fn largest(cells: &[u8]) -> u8 {
    cells.iter().copied().max().unwrap_or(0)
}

fn digits(order: Order) -> String {
    format!("expected digits from 0 to {}, 0 for an empty cell", order.side())
}

/// The error for a number that is no digit.
fn out_of_range(name: &str, row: usize, found: &str, order: Order, lengths: &[usize]) -> PyErr {
    let side = order.side();
    // A square array may have been meant as one grid.
    let hint = match *lengths {
        [rows, columns] if rows == columns && side != rows => {
            format!("; one grid of {rows}x{rows} has the shape (1, {rows}, {rows})")
        }
        _ => String::new(),
    };
    input(format!("{name}: row {row}: found the number {found}; {}{hint}", digits(order)))
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
    let mut all = Rows::with_capacity(0);
    for text in bytes.as_slice()?.chunks_exact(width) {
        let end = text.iter().rposition(|&character| character != 0).map_or(0, |last| last + 1);
        let text = &text[..end];
        match text::plain(text) {
            Some(cells) => all.add_cells(cells),
            None => match text::of_bytes(text) {
                Ok(puzzle) => all.add(puzzle),
                Err(error) => all.refuse(name, invalid, error)?,
            },
        }
    }
    Ok(all.boards(name))
}
