//! Which columns of a table hold puzzles and answers: by name, by content, or as asked for.

use std::borrow::Cow;
use std::collections::HashSet;

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::read::read_field;

use crate::{Columns, Packing, TableError};

/// Names of a column of puzzles, the most telling first. Capital letters do not matter.
pub const PUZZLES: [&str; 7] = ["puzzle", "question", "quizzes", "quiz", "sudoku", "board", "grid"];

/// Names of a column of answers. Capital letters do not matter.
pub const ANSWERS: [&str; 3] = ["solution", "answer", "solutions"];

/// Names of a column of names, the most telling first. Capital letters do not matter.
const NAMES: [&str; 4] = ["id", "identifier", "puzzle_id", "name"];

/// Words of our own output in a column `answer`, which holds no answers then.
const VERDICTS: [&str; 5] = ["unique", "multiple", "none", "unknown", "invalid"];

/// First rows that are looked at to choose columns, as far as they are at hand.
pub(crate) const SAMPLES: usize = 20;

/// Upper bound on the names of columns in a message, which may be those of 60,000 columns.
const LISTED: usize = 20;

/// Upper bound on the characters of the name of a column in a message.
const SHOWN: usize = 100;

/// The least length of a text that may be a puzzle by its content: a grid of 4x4.
pub(crate) const SHORTEST: usize = 16;

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fields that are separated by this byte: a comma, a semicolon, a tab, or blanks.
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
    /// The columns that are read.
    pub columns: Columns,
    /// The kind of the table. Any byte stands for every separator.
    pub kind: Option<Kind>,
}

impl Wanted {
    /// Whether only a table will do.
    pub(crate) fn is_table(&self) -> bool {
        self.columns != Columns::default() || self.kind.is_some()
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
    /// The kind of the table.
    pub kind: Kind,
    /// How the table is compressed, if it is.
    pub packing: Option<Packing>,
    /// The names of the columns, if the table states them.
    pub(crate) names: Option<Vec<String>>,
    /// The number of columns in the rows that were looked at.
    pub(crate) width: usize,
    pub(crate) puzzle: Column,
    pub(crate) answer: Option<Column>,
    /// The column of the names of puzzles.
    pub(crate) name: Option<Column>,
    /// The names of further columns that may hold answers too, unless the column of answers was asked for.
    pub passed_over: Vec<String>,
}

impl Layout {
    /// The names of the columns; their numbers from 1 if the table names no columns.
    pub fn columns(&self) -> Vec<String> {
        let numbers = || (1..=self.width).map(|number| number.to_string()).collect();
        self.names.clone().unwrap_or_else(numbers)
    }

    /// The name of the column of answers, if there is one; its number from 1 if the table names no columns.
    pub fn answers(&self) -> Option<&str> {
        self.answer.as_ref().map(|column| &*column.name)
    }

    /// The name of the column of puzzles; its number from 1 if the table names no columns.
    pub fn puzzles(&self) -> &str {
        &self.puzzle.name
    }

    /// The places of the columns of puzzles, answers and names.
    pub(crate) fn places(&self) -> [Option<usize>; 3] {
        [Some(&self.puzzle), self.answer.as_ref(), self.name.as_ref()]
            .map(|column| column.map(|column| column.place))
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
        let width = width(names.as_deref(), samples);
        let asked = |option: &str, name: &Option<String>| {
            let name = name.as_ref();
            name.map(|name| find(option, name, names.as_deref(), width)).transpose()
        };
        let asked = [
            asked("--column", &wanted.columns.puzzles)?,
            asked("--column answers=", &wanted.columns.answers)?,
            asked("--column names=", &wanted.columns.names)?,
        ];
        Self::with(kind, packing, names, samples, asked)
    }

    /// As [`choose`](Self::choose), where `asked` are the places of the columns of puzzles, answers and names that were asked for.
    pub(crate) fn with(
        kind: Kind,
        packing: Option<Packing>,
        names: Option<Vec<String>>,
        samples: &[Vec<String>],
        asked: [Option<usize>; 3],
    ) -> Result<Option<Self>, TableError> {
        let width = width(names.as_deref(), samples);
        let [asked_puzzle, asked_answer, asked_name] = asked;
        let named = |place: usize| names.as_ref().and_then(|names| names.get(place));
        let column = |place: usize| {
            let name = named(place).cloned().unwrap_or_else(|| (place + 1).to_string());
            Column { place, name }
        };
        let by_name = |known: &[&str]| {
            let is = |place: &usize, name| named(*place).is_some_and(|n| is_name(n, name));
            known.iter().find_map(|name| (0..width).find(|place| is(place, name)))
        };
        let values = |place: usize| {
            let values = samples.iter().filter_map(move |row| row.get(place));
            values.filter(|value| !value.trim().is_empty())
        };
        let any = |place: usize, test: fn(&str) -> bool| values(place).any(|value| test(value));
        let puzzle = asked_puzzle
            .or_else(|| by_name(&PUZZLES))
            .or_else(|| (0..width).find(|&place| any(place, is_open)))
            .or_else(|| (0..width).find(|&place| any(place, is_puzzle)));
        let Some(puzzle) = puzzle else { return Ok(None) };
        let others = |place: &usize| *place != puzzle;
        let is_answer_name = |place: &usize| {
            named(*place).is_some_and(|name| ANSWERS.iter().any(|known| is_name(name, known)))
        };
        // A column of that name may hold something else: words of our own verdicts, or numbers of solutions.
        let is_other = |place: &usize| {
            values(*place).next().is_some() && values(*place).all(|text| is_verdict_or_count(text))
        };
        let has_grids = |place: &usize| {
            values(*place).next().is_none() || any(*place, |text| resembles(&joined(text)))
        };
        // A table without names of columns that is known by its identifiers has them first.
        let is_first = (kind == Kind::Delimited(b' ') && puzzle > 0).then_some(0);
        // What many rows have is no name of one; a name that was given to two by mistake is.
        let differ = |place: &usize| {
            let different: HashSet<&String> = values(*place).collect();
            different.len() * 4 >= values(*place).count() * 3
        };
        let name = asked_name.or_else(|| by_name(&NAMES).or(is_first).filter(differ));
        let by_name = (0..width).filter(|place| others(place) && is_answer_name(place));
        let by_name: Vec<usize> = by_name.filter(|place| !is_other(place)).collect();
        // Of several columns with such a name, those come first that hold grids, in the order of the table: in a table that
        // `check` has written, the columns of its user stand before those that were added.
        let (mut found, others_named): (Vec<_>, Vec<_>) = by_name.into_iter().partition(has_grids);
        found.extend(others_named);
        if found.is_empty() {
            found = (0..width).filter(others).filter(|&place| any(place, is_full)).collect();
        }
        let passed_over = match asked_answer {
            Some(_) => Vec::new(),
            None => found.iter().skip(1).map(|&place| column(place).name).collect(),
        };
        let answer = asked_answer.or(found.first().copied());
        if answer == Some(puzzle) {
            let what = "--column answers=: found the column of puzzles; expected another column";
            return Err(TableError::Wrong(what.to_owned()));
        }
        let name = name.filter(others).filter(|&name| answer != Some(name)).map(column);
        let (puzzle, answer) = (column(puzzle), answer.map(column));
        Ok(Some(Self { kind, packing, names, width, puzzle, answer, name, passed_over }))
    }
}

/// The number of columns, by their names or by the longest of some rows.
fn width(names: Option<&[String]>, samples: &[Vec<String>]) -> usize {
    let named = names.map_or(0, <[_]>::len);
    samples.iter().map(Vec::len).max().unwrap_or(0).max(named)
}

/// Names of columns for a message: the first of them, each shortened, and how many more there are.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let shown = names.iter().take(LISTED).map(|name| shortened(name.as_ref()));
    let shown = shown.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The name of a column for a message.
pub(crate) fn shortened(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(SHOWN) {
        None => Cow::Borrowed(name),
        Some((end, _)) => Cow::Owned(format!("{}...", &name[..end])),
    }
}

/// The place of the column that an option names, or numbers from 1.
pub(crate) fn find(
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
            Some(names) => format!("one of {}, or a number from 1 to {width}", listed(names)),
            None => format!("a number from 1 to {width}, because the table names no columns"),
        };
        let wanted = shortened(wanted);
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

/// The puzzle of a field, if the field holds one without blanks or comments, or as a list.
fn puzzle(field: &str) -> Option<Puzzle> {
    let field = field.trim();
    let runs_together = field.starts_with('[') || !field.contains([' ', '\t', '\n', '#']);
    if field.len() >= SHORTEST && runs_together { read_field(field, None).ok() } else { None }
}

/// A field without the blanks and commas between its cells.
fn joined(field: &str) -> String {
    field.chars().filter(|c| !c.is_whitespace() && *c != ',').collect()
}

/// Whether a field holds a word of our own verdicts, or a number too short for a grid, such as a number of solutions.
fn is_verdict_or_count(field: &str) -> bool {
    let field = field.trim();
    let is_count = field.len() < SHORTEST && field.parse::<f64>().is_ok();
    is_count || VERDICTS.iter().any(|word| is_name(field, word))
}

pub(crate) fn is_puzzle(field: &str) -> bool {
    puzzle(field).is_some()
}

fn is_full(field: &str) -> bool {
    puzzle(field).is_some_and(|puzzle| puzzle.givens().is_full())
}

/// Whether a field holds a puzzle with an empty cell.
pub(crate) fn is_open(field: &str) -> bool {
    puzzle(field).is_some_and(|puzzle| !puzzle.givens().is_full())
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

    fn asked(columns: &str) -> Wanted {
        Wanted { columns: columns.into(), kind: None }
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
            // The name alone says that it is the column of answers; counts say that it is not.
            (&["puzzle", "answer"], &[PUZZLE, "foo"], Some((0, Some(1)))),
            (&["puzzle", "solution"], &[PUZZLE, "1 2 3 4"], Some((0, Some(1)))),
            (&["puzzle", "solutions"], &[PUZZLE, "1"], Some((0, None))),
            (&["puzzle", "solutions"], &[PUZZLE, "1.0"], Some((0, None))),
            (&["puzzle", "solutions", "x"], &[PUZZLE, "2", FULL], Some((0, Some(2)))),
            // The first in the order of the table; one with grids before one without.
            (&["puzzle", "answer", "solution"], &[PUZZLE, FULL, FULL], Some((0, Some(1)))),
            (&["quiz", "solutions", "solution"], &[PUZZLE, FULL, FULL], Some((0, Some(1)))),
            (&["puzzle", "answer", "solution"], &[PUZZLE, "foo", FULL], Some((0, Some(2)))),
            (
                &["puzzle", "answer", "solution"],
                &[PUZZLE, "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1", FULL],
                Some((0, Some(1))),
            ),
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
    fn columns_that_may_hold_answers_too_are_named() {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let names = owned(&["puzzle", "answer", "solutions", "solution"]);
        let row = owned(&[PUZZLE, FULL, "1", FULL]);
        let passed_over = |wanted: Wanted| {
            let rows = [row.clone()];
            let layout = Layout::choose(Kind::Parquet, None, Some(names.clone()), &rows, &wanted);
            layout.unwrap().unwrap().passed_over
        };
        assert_eq!(passed_over(Wanted::default()), ["solution"]);
        assert_eq!(passed_over(asked("answers=solution")), [""; 0]);
    }

    #[test]
    fn a_column_can_be_asked_for() {
        let names = &["puzzle", "other", "Third"];
        let row = &[PUZZLE, PUZZLE, FULL];
        let asked = |names, text| chosen(names, row, &asked(text));
        assert_eq!(asked(names, "other"), Ok(Some((1, Some(2)))));
        assert_eq!(asked(names, "puzzles=2,answers=third"), Ok(Some((1, Some(2)))));
        let error = asked(names, "puzzles=1,answers=puzzle").unwrap_err();
        assert!(error.starts_with("--column answers=: found the column of puzzles"), "{error}");
        let error = asked(&[], "puzzles=1,answers=x").unwrap_err();
        let expected = "--column answers=: found no column x; expected a number from 1 to 3";
        assert!(error.starts_with(expected), "{error}");
    }
}
