//! Reads the objects of Python that puzzles come in.

use numpy::{PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyList, PyString};
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::{Grid as Filled, Order, Puzzle};

use super::{Boards, EXPECTED, Invalid, Rows, Shape, Source, of_lengths};
use crate::errors::{input, shown_short, type_of};
use crate::sudoku::grid::Grid;
use crate::sudoku::text;

/// The column of puzzles of a frame of pandas or polars; any other object as it is.
pub fn of_frame<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !(object.hasattr("columns")? && object.hasattr("dtypes")?) {
        return Ok(object.clone());
    }
    object.py().import("quadrille._frames")?.call_method1("puzzles", (object,))
}

/// Reads one puzzle of any size. `None` if the object is not one puzzle.
pub fn one(object: &Bound<'_, PyAny>) -> Option<Result<Puzzle, String>> {
    if let Ok(grid) = object.cast::<Grid>() {
        return Some(grid.get().puzzle_of_all());
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Some(
            text.to_cow().map_err(|error| error.to_string()).and_then(|text| text::puzzle(&text)),
        );
    }
    let bytes = object.cast::<PyBytes>().ok()?;
    Some(text::of_bytes(bytes.as_bytes()))
}

fn row(object: &Bound<'_, PyAny>) -> Result<Puzzle, String> {
    if let Some(one) = one(object) {
        return one;
    }
    if is_missing(object) {
        return Err("found nothing; expected a puzzle".to_owned());
    }
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
            shown_short(object)
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
pub fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    if let Ok(text) = object.cast::<PyString>() {
        return text.to_cow().is_ok_and(|text| text.trim().is_empty());
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return number.value().is_nan();
    }
    object.is_none() || object.get_type().name().is_ok_and(|name| name == "NAType")
}

/// The number of digits of each puzzle in a list that has integers made of their digits, as a frame has that read a column of
/// digits as numbers, and whether one lacks leading zeros; `None` if the integers of the list are too small for that. `known` is the
/// number of cells of the puzzles, if rules say it.
fn digits_of_integers(
    list: &Bound<'_, PyAny>,
    known: Option<usize>,
) -> PyResult<Option<(usize, bool)>> {
    // Of numbers of 9 digits and less, the list may be one puzzle: a number for each cell.
    let (mut longest, mut shortest) = (9, usize::MAX);
    if !list.is_instance_of::<PyList>() {
        return Ok(None);
    }
    for row in list.try_iter()? {
        let row = row?;
        if row.is_instance_of::<PyInt>() {
            let length = row.str()?.len()?;
            (longest, shortest) = (longest.max(length), shortest.min(length));
        } else if row.is_instance_of::<PyString>() {
            return Ok(None);
        }
    }
    let cells = known.unwrap_or(if longest > 16 { 81 } else { 16 });
    Ok((longest > 9).then_some((cells, shortest < cells)))
}

/// Warns that leading zeros were restored.
fn warn_of_integers(name: &str, py: Python<'_>, cells: usize) -> PyResult<()> {
    let message = format!(
        "{name}: found integers; read as the digits of puzzles of {cells} cells, with leading zeros restored; to have them as they were \
         written, read the column as text, with dtype=str in pandas.read_csv"
    );
    py.import("warnings")?.call_method1("warn", (message,))?;
    Ok(())
}

/// A list with texts in place of integers that are made of the digits of puzzles; another list as it is. Warns if leading zeros were
/// restored.
pub fn with_digits<'py>(
    name: &str,
    list: &Bound<'py, PyAny>,
    known: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some((cells, is_shorter)) = digits_of_integers(list, known)? else {
        return Ok(list.clone());
    };
    if is_shorter {
        warn_of_integers(name, list.py(), cells)?;
    }
    let rows = PyList::empty(list.py());
    for row in list.try_iter()? {
        let row = row?;
        let is_integer = row.is_instance_of::<PyInt>();
        rows.append(if is_integer { row.str()?.call_method1("zfill", (cells,))? } else { row })?;
    }
    Ok(rows.into_any())
}

pub fn list<'py>(
    name: &str,
    object: &Bound<'py, PyAny>,
    invalid: Invalid,
    may_miss: bool,
) -> PyResult<Boards<'py>> {
    let object = &with_digits(name, object, None)?;
    let Ok(rows) = object.try_iter() else {
        return Err(input(format!(
            "{name}: found {}; {EXPECTED}",
            if object.is_none() { "None".to_owned() } else { type_of(object) }
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

pub fn array<'py>(
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

pub fn largest(cells: &[u8]) -> u8 {
    cells.iter().copied().max().unwrap_or(0)
}

pub fn digits(order: Order) -> String {
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
