//! Which columns of a table hold puzzles and answers: by name, by content, or as asked for.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::read_one;

use crate::{Packing, TableError};

/// Names of a column of puzzles, the most telling first. Capital letters do not matter.
pub const PUZZLES: [&str; 7] = ["puzzle", "question", "quizzes", "quiz", "sudoku", "board", "grid"];

/// Names of a column of answers, the most telling first. Capital letters do not matter.
pub const ANSWERS: [&str; 3] = ["solution", "answer", "solutions"];

/// The least length of a text that may be a puzzle by its content: a grid of 4x4.
const SHORTEST: usize = 16;

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fields that are separated by this byte: a comma, a semicolon, or a tab.
    Delimited(u8),
    /// One JSON value on each line.
    JsonLines,
    /// JSON values in an array, or one after another.
    Json,
    /// Parquet.
    Parquet,
}

/// What is asked of a source, where the answer should not be found by itself.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The column of puzzles, by its name or its number from 1.
    pub column: Option<String>,
    /// The column of answers, likewise.
    pub answers: Option<String>,
    /// The kind of the table. Any byte stands for every separator.
    pub kind: Option<Kind>,
}

impl Wanted {
    /// Whether only a table will do.
    pub(crate) fn is_table(&self) -> bool {
        self.column.is_some() || self.answers.is_some() || self.kind.is_some()
    }
}

/// A column, by its place from 0 and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) place: usize,
    pub(crate) name: String,
}

/// How the rows of a table are laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    pub(crate) kind: Kind,
    pub(crate) packing: Option<Packing>,
    /// The names of the columns, if the table states them.
    pub(crate) names: Option<Vec<String>>,
    pub(crate) puzzle: Column,
    pub(crate) answer: Option<Column>,
}

impl Layout {
    /// The name of the column of answers, if there is one; its number from 1 if the table names no columns.
    pub fn answers(&self) -> Option<&str> {
        self.answer.as_ref().map(|column| &*column.name)
    }

    /// Chooses columns. `names` are those that the table states; `samples` are some of its first rows.
    /// `None` if no column is known to hold puzzles.
    pub(crate) fn choose(
        kind: Kind,
        packing: Option<Packing>,
        names: Option<Vec<String>>,
        samples: &[Vec<String>],
        wanted: &Wanted,
    ) -> Result<Option<Self>, TableError> {
        let width = names.as_ref().map_or(0, Vec::len);
        let width = samples.iter().map(Vec::len).max().unwrap_or(0).max(width);
        let named = |place: usize| names.as_ref().and_then(|names| names.get(place));
        let column = |place: usize| {
            let name = named(place).cloned().unwrap_or_else(|| (place + 1).to_string());
            Column { place, name }
        };
        let asked = |option: &str, name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => find(option, name, names.as_deref(), width).map(Some),
        };
        let by_name = |known: &[&str], fits: &dyn Fn(usize) -> bool| {
            let is = |place: &usize, name| named(*place).is_some_and(|n| is_name(n, name));
            let find = |name| (0..width).find(|place| is(place, name) && fits(*place));
            known.iter().find_map(|name| find(name))
        };
        let values = |place: usize| {
            let values = samples.iter().filter_map(move |row| row.get(place));
            values.filter(|value| !value.trim().is_empty())
        };
        let any = |place: usize, test: fn(&str) -> bool| values(place).any(|value| test(value));
        let puzzle = asked("--column", &wanted.column)?
            .or_else(|| by_name(&PUZZLES, &|_| true))
            .or_else(|| {
                (0..width).find(|&place| any(place, |text| is_puzzle(text) && !is_full(text)))
            })
            .or_else(|| (0..width).find(|&place| any(place, is_puzzle)));
        let Some(puzzle) = puzzle else { return Ok(None) };
        let others = |place: usize| place != puzzle;
        // A column of that name may hold something else, such as the word `unique`.
        let is_grid = |place: usize| {
            others(place) && (values(place).next().is_none() || any(place, resembles))
        };
        let answer = asked("--answers", &wanted.answers)?
            .or_else(|| by_name(&ANSWERS, &is_grid))
            .or_else(|| (0..width).find(|&place| others(place) && any(place, is_full)));
        if answer == Some(puzzle) {
            let what = "--answers: found the column of puzzles; expected another column";
            return Err(TableError::Wrong(what.to_owned()));
        }
        let (puzzle, answer) = (column(puzzle), answer.map(column));
        Ok(Some(Self { kind, packing, names, puzzle, answer }))
    }
}

/// The place of the column that an option names.
fn find(
    option: &str,
    wanted: &str,
    names: Option<&[String]>,
    width: usize,
) -> Result<usize, TableError> {
    let named = names.and_then(|names| names.iter().position(|name| name == wanted));
    let named = named.or_else(|| names?.iter().position(|name| is_name(name, wanted)));
    let numbered = wanted.parse().ok().filter(|place| (1..=width).contains(place));
    named.or(numbered.map(|place| place - 1)).ok_or_else(|| {
        let known = match names {
            Some(names) => format!("one of {}, or a number from 1 to {width}", names.join(", ")),
            None => format!("a number from 1 to {width}, because the table names no columns"),
        };
        TableError::Wrong(format!("{option}: found no column {wanted}; expected {known}"))
    })
}

fn is_name(found: &str, name: &str) -> bool {
    found.trim().eq_ignore_ascii_case(name)
}

/// Whether a text is one of the names by which a column of puzzles is known.
pub(crate) fn is_puzzle_name(text: &str) -> bool {
    PUZZLES.iter().any(|name| is_name(text, name))
}

/// The puzzle of a field, if the field holds one without blanks or comments.
fn puzzle(field: &str) -> Option<Puzzle> {
    let field = field.trim();
    let runs_together = field.len() >= SHORTEST && !field.contains([' ', '\t', '\n', '#']);
    if runs_together { read_one(field, InputFormat::Auto, None).ok() } else { None }
}

/// Whether a field holds a puzzle.
pub(crate) fn is_puzzle(field: &str) -> bool {
    puzzle(field).is_some()
}

/// Whether a field holds a full grid.
fn is_full(field: &str) -> bool {
    puzzle(field).is_some_and(|puzzle| puzzle.givens().is_full())
}

/// Whether a field holds a puzzle, perhaps a faulty one.
pub(crate) fn resembles(field: &str) -> bool {
    let is_cell = |c: char| c.is_ascii_digit() || c == '.';
    let field = field.trim();
    is_puzzle(field)
        || field.len() >= SHORTEST
            && field.chars().filter(|&c| is_cell(c)).count() * 4 >= field.len() * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1..43..2.1..4..1";
    const FULL: &str = "1234341221434321";

    fn chosen(
        names: &[&str],
        row: &[&str],
        wanted: &Wanted,
    ) -> Result<Option<(usize, Option<usize>)>, String> {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let names = (!names.is_empty()).then(|| owned(names));
        let layout = Layout::choose(Kind::Parquet, None, names, &[owned(row)], wanted);
        let places =
            |layout: Layout| (layout.puzzle.place, layout.answer.map(|answer| answer.place));
        layout.map(|layout| layout.map(places)).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_are_found_by_name_then_by_content() {
        let none = Wanted::default();
        for (names, row, expected) in [
            (&["quizzes", "solutions"][..], &["", ""][..], Some((0, Some(1)))),
            (
                &["source", "Question", "answer", "rating"],
                &["a", "x", FULL, "3"],
                Some((1, Some(2))),
            ),
            (&["grid", "puzzle"], &["", ""], Some((1, None))),
            (&["puzzle", "answer", "solution"], &[PUZZLE, "unique", FULL], Some((0, Some(2)))),
            (&["puzzle", "answer"], &[PUZZLE, "unique"], Some((0, None))),
            (&["a", "b", "c"], &["7", PUZZLE, FULL], Some((1, Some(2)))),
            (&[], &[PUZZLE, FULL], Some((0, Some(1)))),
            (&[], &[FULL, PUZZLE], Some((1, Some(0)))),
            (&[], &["7", FULL], Some((1, None))),
            (&["a", "b"], &["7", "8"], None),
        ] {
            assert_eq!(chosen(names, row, &none), Ok(expected), "{names:?} {row:?}");
        }
    }

    #[test]
    fn a_column_can_be_asked_for() {
        let wanted = |column: &str, answers: Option<&str>| Wanted {
            column: Some(column.to_owned()),
            answers: answers.map(str::to_owned),
            kind: None,
        };
        let names = &["puzzle", "other", "Third"];
        let row = &[PUZZLE, PUZZLE, FULL];
        assert_eq!(chosen(names, row, &wanted("other", None)), Ok(Some((1, Some(2)))));
        assert_eq!(chosen(names, row, &wanted("2", Some("third"))), Ok(Some((1, Some(2)))));
        let error = chosen(names, row, &wanted("4", None)).unwrap_err();
        let expected = "--column: found no column 4; expected one of puzzle, other, Third, or a number from 1 to 3";
        assert_eq!(error, expected);
        let error = chosen(names, row, &wanted("1", Some("puzzle"))).unwrap_err();
        assert!(error.starts_with("--answers: found the column of puzzles"), "{error}");
        let error = chosen(&[], row, &wanted("1", Some("x"))).unwrap_err();
        assert!(error.starts_with("--answers: found no column x; expected a number from 1 to 3"));
    }
}
