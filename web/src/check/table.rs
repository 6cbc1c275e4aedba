//! The table back, with the verdicts beside its columns. A text becomes a new table.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_tables::{Added, Content, Form, Given, Sheet, TableError, Type, Value, Writer};

use super::verdict::Verdict;

/// The columns that are added, as `quadrille check --output table` names them; the fourth only if answers are judged.
const COLUMNS: [Added; 5] = [
    ("verdict", Type::Text),
    ("solutions", Type::Whole),
    ("solution", Type::Text),
    ("given_answer", Type::Text),
    ("reason", Type::Text),
];

/// The columns of a table that is made of a text.
const OF_TEXT: [Added; 6] = [
    ("line", Type::Whole),
    ("puzzle", Type::Text),
    ("verdict", Type::Text),
    ("solutions", Type::Whole),
    ("solution", Type::Text),
    ("reason", Type::Text),
];

/// The table that is written, collected until it is taken.
pub enum Output {
    /// The table of the file.
    Again(Box<Writer<Collected>>, Collected),
    /// A new one.
    New(Sheet, Vec<u8>),
}

impl Output {
    /// Begins the table of a source.
    ///
    /// # Errors
    /// None in practice, because memory can be written to.
    pub fn new(content: &Content) -> Result<Self, TableError> {
        Ok(match content {
            Content::Text(_) => Self::of_text(),
            Content::Table(table) => {
                let is_judged = table.layout.answers().is_some();
                let columns =
                    COLUMNS.iter().filter(|(name, _)| is_judged || *name != "given_answer");
                let columns: Vec<Added> = columns.copied().collect();
                let collected = Collected::default();
                Self::Again(Box::new(Writer::new(collected.clone(), table, &columns)?), collected)
            }
        })
    }

    /// Begins the table of a text.
    pub fn of_text() -> Self {
        Self::New(Sheet::new(Form::Csv, &OF_TEXT), Vec::new())
    }

    /// Adds a row: as it stood in the table, and its verdict.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn row(
        &mut self,
        raw: &[u8],
        verdict: &Verdict<'_>,
        is_judged: bool,
    ) -> Result<(), TableError> {
        let text = |text: Option<&str>| Value::text(text.map(str::to_owned));
        let line = Value::Whole(verdict.line.cast_signed());
        let puzzle = if let Self::New(..) = self { verdict.puzzle_text() } else { String::new() };
        let given = Value::text(verdict.given.map(Given::name));
        let answer = Value::text(Some(verdict.answer.name()));
        let solutions = Value::whole(verdict.answer.solutions());
        let (solution, reason) = (text(verdict.solution.as_deref()), text(verdict.reason));
        match self {
            Self::New(sheet, rows) => {
                sheet.row(&[line, text(Some(&puzzle)), answer, solutions, solution, reason]);
                rows.append(&mut sheet.take());
                Ok(())
            }
            // What ends a source that cannot be read further is no row.
            Self::Again(..) if raw.is_empty() => Ok(()),
            Self::Again(writer, _) if is_judged => {
                writer.row(raw, &[answer, solutions, solution, given, reason])
            }
            Self::Again(writer, _) => writer.row(raw, &[answer, solutions, solution, reason]),
        }
    }

    /// What was collected, if it is `least` bytes or more.
    pub fn take(&mut self, least: usize) -> Option<Vec<u8>> {
        match self {
            Self::New(_, rows) => (rows.len() >= least).then(|| std::mem::take(rows)),
            Self::Again(_, collected) => collected.take(least),
        }
    }

    /// Ends the table, and returns what was not taken yet.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn finish(self) -> Result<Vec<u8>, TableError> {
        match self {
            Self::New(sheet, mut rows) => {
                rows.append(&mut sheet.finish());
                Ok(rows)
            }
            Self::Again(writer, collected) => {
                writer.finish()?;
                Ok(collected.take(0).unwrap_or_default())
            }
        }
    }
}

/// Bytes that a writer has written, which another owner takes. The writer must be of a type that threads may exchange.
#[derive(Clone, Default)]
pub struct Collected(Arc<Mutex<Vec<u8>>>);

impl Collected {
    fn take(&self, least: usize) -> Option<Vec<u8>> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (bytes.len() >= least).then(|| std::mem::take(&mut *bytes))
    }
}

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
