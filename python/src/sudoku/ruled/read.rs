//! Reads puzzles under rules from text, bytes, grids, lists, frames' columns and arrays.

use std::path::Path;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use quadrille_harness::files;
use quadrille_service::puzzle::link;
use quadrille_sudoku::rules::Spec;
use quadrille_sudoku::rules::read::{Asked, Found, Reader};

use crate::errors::{input, shown_short};
use crate::sudoku::boards::{is_missing, of_frame, with_digits};
use crate::sudoku::grid::Grid;

/// The rules that an argument names, whose files are read.
pub fn asked(rules: &str) -> PyResult<Asked> {
    let mut of_file = |file: &str| files::text(Path::new(file)).map_err(|error| error.to_string());
    Asked::parse(rules, &mut of_file).map_err(|error| input(format!("rules: {error}")))
}

/// The number of cells of puzzles whose rules say their size.
fn cells_of(asked: &Asked) -> Option<usize> {
    let Asked::Spec(spec) = asked else { return None };
    spec.side().and_then(|_| spec.rules(None).ok()).map(|rules| rules.cells())
}

/// Why there is no puzzle in a row.
pub enum Refusal {
    Missing,
    Bad(String),
}

impl Refusal {
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }
}

/// The puzzles of an argument.
pub struct Puzzles {
    name: &'static str,
    /// Whether one puzzle was given, and not a list or an array of puzzles.
    pub is_one: bool,
    /// The lengths of the array that was given, if it was an array of integers.
    pub lengths: Option<Vec<usize>>,
    pub all: Vec<Result<Found, Refusal>>,
}

impl Puzzles {
    /// Reads an argument of this name.
    pub fn read(name: &'static str, object: &Bound<'_, PyAny>, rules: &str) -> PyResult<Self> {
        let (asked, object) = (asked(rules)?, &of_frame(object)?);
        if let Some(one) = one(object, &asked) {
            return Ok(Self {
                name,
                is_one: true,
                lengths: None,
                all: vec![one.map_err(Refusal::Bad)],
            });
        }
        let kind = object.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
        let kind: Option<String> = kind.and_then(|kind| kind.extract()).ok();
        let lengths = object.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>());
        if let (Some("i" | "u"), Ok(lengths), false) =
            (kind.as_deref(), lengths, object.hasattr("to_list")?)
        {
            return Self::of_array(name, object, &asked, lengths);
        }
        let method = ["to_list", "tolist"]
            .into_iter()
            .find(|method| object.hasattr(*method).unwrap_or(false));
        let listed =
            method.map_or_else(|| Ok(object.clone()), |method| object.call_method0(method))?;
        let listed = with_digits(name, &listed, cells_of(&asked))?;
        let rows = listed.try_iter().map_err(|_| {
            let found = shown_short(object);
            input(format!(
                "{name}: found {found}; expected a str, bytes, a Grid, a list of these, or an array of integers"
            ))
        })?;
        let all = rows.map(|row| Ok(self::row(&row?, &asked))).collect::<PyResult<_>>()?;
        Ok(Self { name, is_one: false, lengths: None, all })
    }

    /// Reads an array of integers, whose lengths say where a puzzle ends.
    fn of_array(
        name: &'static str,
        array: &Bound<'_, PyAny>,
        asked: &Asked,
        lengths: Vec<usize>,
    ) -> PyResult<Self> {
        let Asked::Spec(spec) = asked else {
            return Err(input(
                "rules: found \"file\" for an array; expected the names of rules, such as \"6+x\"",
            ));
        };
        let refused = |expected: String| {
            input(format!("{name}: found an array of the shape {lengths:?}; expected {expected}"))
        };
        let rules = match spec.side() {
            Some(_) => Some(spec.rules(None).map_err(|error| input(format!("rules: {error}")))?),
            None => None,
        };
        let side_of = |cells: usize| match &rules {
            Some(rules) => (rules.cells() == cells).then(|| rules.rows()),
            None => (4..=25).find(|side| side * side == cells),
        };
        let is_square = |rows: usize, columns: usize| {
            rows == columns && rules.as_ref().is_none_or(|rules| rules.rows() == rows)
        };
        let (cells, is_one) = match lengths[..] {
            [cells] if side_of(cells).is_some() => (cells, true),
            [_, cells] if side_of(cells).is_some() => (cells, false),
            [rows, columns] if is_square(rows, columns) => (rows * columns, true),
            [_, rows, columns] if is_square(rows, columns) => (rows * columns, false),
            _ => {
                let rows = rules.as_ref().map_or(9, |rules| rules.rows());
                let cells = rows * rows;
                return Err(refused(format!(
                    "({cells},), ({rows}, {rows}), (n, {cells}) or (n, {rows}, {rows})"
                )));
            }
        };
        let array = if array.hasattr("filled")? {
            array.call_method1("filled", (0,))?
        } else {
            array.clone()
        };
        let rows =
            array.call_method1("reshape", ((-1, cells as isize),))?.call_method0("tolist")?;
        let rows: Vec<Vec<i64>> = rows.extract()?;
        let of_row = |row: Vec<i64>| of_numbers(&row, spec).map_err(Refusal::Bad);
        let all = rows.into_iter().map(of_row).collect();
        Ok(Self { name, is_one, lengths: Some(lengths), all })
    }

    /// Raises the first row that has no puzzle.
    pub fn expect_whole(&self, may_miss: bool) -> PyResult<()> {
        for (row, found) in self.all.iter().enumerate() {
            let why = match found {
                Ok(_) => continue,
                Err(Refusal::Missing) if may_miss => continue,
                Err(Refusal::Missing) => "found nothing; expected a puzzle",
                Err(Refusal::Bad(why)) => why,
            };
            let row = if self.is_one { String::new() } else { format!("row {row}: ") };
            return Err(input(format!("{}: {row}{why}", self.name)));
        }
        Ok(())
    }

    /// The puzzles that could be read.
    pub fn whole(&self) -> impl Iterator<Item = &Found> {
        self.all.iter().filter_map(|found| found.as_ref().ok())
    }
}

/// Reads one puzzle from text, bytes or a grid. `None` for other objects.
fn one(object: &Bound<'_, PyAny>, asked: &Asked) -> Option<Result<Found, String>> {
    if let Ok(grid) = object.cast::<Grid>() {
        return Some(of_grid(grid.get(), asked));
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow().map_err(|error| error.to_string());
        return Some(text.and_then(|text| of_text(text.as_bytes(), asked)));
    }
    let bytes = object.cast::<PyBytes>().ok()?;
    Some(of_text(bytes.as_bytes(), asked))
}

fn of_text(text: &[u8], asked: &Asked) -> Result<Found, String> {
    let linked = std::str::from_utf8(text).ok().filter(|text| link::is_link(text)).map(link::text);
    let linked = linked.transpose().map_err(|error| error.to_string())?;
    let text = linked.as_ref().map_or(text, String::as_bytes);
    let mut reader = Reader::new(text, asked.clone());
    match (reader.next(), reader.next()) {
        (Some(found), None) => found.map_err(|error| error.to_string()),
        (None, _) => Err("found no puzzle; expected one".to_owned()),
        (_, Some(_)) => {
            Err("found a second puzzle in a text; expected one; give a list of puzzles".to_owned())
        }
    }
}

fn of_grid(grid: &Grid, asked: &Asked) -> Result<Found, String> {
    let digits: Vec<i64> = grid.digits.iter().copied().map(i64::from).collect();
    match (&grid.rules, asked) {
        (Some(rules), Asked::OfSource) => {
            Ok(Found { rules: Arc::clone(rules), givens: grid.digits.clone(), line: 1 })
        }
        (None, Asked::OfSource) => {
            Err("found a grid that says no rules; expected their names".to_owned())
        }
        (None, Asked::Spec(spec)) => of_numbers(&digits, spec),
        (Some(rules), Asked::Spec(spec)) => {
            let asked = spec.rules(Some(rules.side())).map_err(|error| error.to_string())?;
            if asked.name() == rules.name() {
                return Ok(Found {
                    rules: Arc::clone(rules),
                    givens: grid.digits.clone(),
                    line: 1,
                });
            }
            Err(format!("found a grid under the rules {}; expected {}", rules.name(), asked.name()))
        }
    }
}

/// Reads a row of a list: a puzzle as for [`one`], or its cells as integers.
fn row(object: &Bound<'_, PyAny>, asked: &Asked) -> Result<Found, Refusal> {
    if is_missing(object) {
        return Err(Refusal::Missing);
    }
    if let Some(one) = one(object, asked) {
        return one.map_err(Refusal::Bad);
    }
    let numbers = object.extract::<Vec<i64>>().ok();
    let numbers =
        numbers.or_else(|| object.extract::<Vec<Vec<i64>>>().ok().map(|rows| rows.concat()));
    match (numbers, asked) {
        (Some(numbers), Asked::Spec(spec)) => of_numbers(&numbers, spec).map_err(Refusal::Bad),
        _ => {
            let found = shown_short(object);
            Err(Refusal::Bad(format!(
                "found {found}; expected a puzzle as a str, bytes, a Grid or integers"
            )))
        }
    }
}

/// The puzzle of these cells.
fn of_numbers(numbers: &[i64], spec: &Spec) -> Result<Found, String> {
    let side = match spec.side() {
        Some(_) => None,
        None => (4..=25).find(|side| side * side == numbers.len()),
    };
    let rules = spec.rules(side).map_err(|error| error.to_string())?;
    if rules.cells() != numbers.len() {
        let (found, expected) = (numbers.len(), rules.cells());
        return Err(format!(
            "found {found} cells; expected {expected} for a puzzle of the rules {}",
            rules.name()
        ));
    }
    let digit = |(cell, &number): (usize, &i64)| {
        let digit = u8::try_from(number).ok().filter(|&digit| usize::from(digit) <= rules.side());
        let digit = digit.filter(|&digit| digit == 0 || rules.is_cell(cell));
        digit.ok_or_else(|| {
            format!(
                "found the number {number}; expected digits from 0 to {}, 0 for an empty cell",
                rules.side()
            )
        })
    };
    let givens = numbers.iter().enumerate().map(digit).collect::<Result<_, _>>()?;
    Ok(Found { rules: Arc::new(rules), givens, line: 1 })
}
