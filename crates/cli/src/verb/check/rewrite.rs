//! The table that was read, written again with the verdicts beside its columns.

use std::mem::ManuallyDrop;

use anyhow::{Result, bail};
use quadrille_tables::{Added, Answer, Content, Given, TableError, Type, Value, Writer};

use super::against::Match;
use super::printed::Printed;
use crate::args::Check;
use crate::input::Opened;
use crate::output::{WholeLines, stdout};

/// Writes the table. It is ended by [`finish`](Self::finish) only, and not when it is dropped after an error, so that a
/// reader of JSON, Parquet or a compressed table sees that rows are missing.
pub struct Rewrite(ManuallyDrop<Writer<WholeLines>>);

/// A row as it stood in the table, and its values in the columns added.
pub type NewRow = (Vec<u8>, Vec<Value>);

/// The columns that may be added, in their order: each with whether it is asked for, and its value for a record.
fn columns(printed: &Printed, args: &Check, is_judged: bool) -> [(Added, bool, Value); 13] {
    let Printed { record, duplicate_of, found, .. } = printed;
    let text = |text: Option<&String>| Value::text(text.cloned());
    let solution = record.solutions.first().filter(|_| record.answer == Answer::Unique);
    let minimal = record.minimal.map(|minimal| if minimal { "yes" } else { "no" });
    let isomorph_of = found.as_ref().map(|found| found.place.clone());
    let copy_of = found.as_ref().and_then(Match::copy_of).map(str::to_owned);
    let duplicate_of = duplicate_of.map(|line| line.cast_signed() as i64);
    [
        (("verdict", Type::Text), true, Value::text(Some(record.answer.name()))),
        (("solutions", Type::Whole), true, Value::whole(record.answer.solutions())),
        (("solution", Type::Text), true, text(solution)),
        (("given_answer", Type::Text), is_judged, Value::text(record.given.map(Given::name))),
        (("minimal", Type::Text), args.minimal, Value::text(minimal)),
        (("level", Type::Whole), args.rate, Value::whole(record.level)),
        (("rating", Type::Number), args.rate, Value::number(record.rating)),
        (("technique", Type::Text), args.rate, Value::text(record.technique)),
        (("canonical", Type::Text), args.canonical, text(record.canonical.as_ref())),
        (("duplicate_of", Type::Whole), args.duplicates.is_some(), Value::whole(duplicate_of)),
        (("isomorph_of", Type::Text), !args.against.is_empty(), Value::text(isomorph_of)),
        (("copy_of", Type::Text), !args.against.is_empty(), Value::text(copy_of)),
        (("reason", Type::Text), true, text(record.reason.as_ref())),
    ]
}

/// The values of a record in the columns that are added.
pub fn values(printed: &Printed, args: &Check, is_judged: bool) -> Vec<Value> {
    let asked = columns(printed, args, is_judged).into_iter().filter(|(_, is_asked, _)| *is_asked);
    asked.map(|(.., value)| value).collect()
}

/// The result of writing. An error of the output keeps its own message, not that of a table that cannot be read.
fn written<T>(result: Result<T, TableError>) -> Result<T> {
    result.map_err(|error| match error {
        TableError::Io(error) => error.into(),
        other @ TableError::Wrong(_) => other.into(),
    })
}

impl Rewrite {
    /// Begins to write the table of a source to standard output.
    pub fn new(args: &Check, source: &Opened) -> Result<Self> {
        let Content::Table(table) = &source.content else {
            bail!(
                "--output table: {} holds text; expected a table in CSV, TSV, JSON or Parquet; for text use --output csv",
                source.name
            );
        };
        let columns = columns(&Printed::default(), args, table.layout.answers().is_some());
        let asked = columns.into_iter().filter(|(_, is_asked, _)| *is_asked);
        let asked: Vec<Added> = asked.map(|(column, ..)| column).collect();
        Ok(Self(ManuallyDrop::new(written(Writer::new(stdout(), table, &asked))?)))
    }

    pub fn write(&mut self, rows: &[NewRow]) -> Result<()> {
        for (raw, values) in rows {
            written(self.0.row(raw, values))?;
        }
        written(self.0.flush())
    }

    pub fn finish(self) -> Result<()> {
        use std::io::Write;
        Ok(written(ManuallyDrop::into_inner(self.0).finish())?.flush()?)
    }

    /// Leaves the table as it is, without what ends it.
    pub fn abandon(mut self) -> Result<()> {
        written(self.0.flush())
    }
}
