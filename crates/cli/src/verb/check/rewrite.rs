//! The table that was read, written again with the verdicts beside its columns.

use std::borrow::Cow;
use std::mem::ManuallyDrop;

use anyhow::{Result, bail};
use quadrille_tables::{Added, Answer, Content, Given, TableError, Type, Value, Writer};

use super::printed::Printed;
use crate::args::Check;
use crate::input::Opened;
use crate::output::{WholeLines, stdout};

/// Writes the table. It is ended by [`finish`](Self::finish) only, and not when it is dropped after an error, so that a
/// reader of JSON, Parquet or a compressed table sees that rows are missing.
pub struct Rewrite(ManuallyDrop<Writer<WholeLines>>);

/// A row as it stood in the table, and its values in the columns added.
pub type NewRow = (Vec<u8>, Vec<Value>);

/// A column, and whether it is asked for.
type Column = (Added, bool);

/// The columns that may be added, in their order. `values` gives the values of a record in the same order.
fn columns(args: &Check, is_judged: bool) -> [Column; 12] {
    [
        (("verdict", Type::Text), true),
        (("solutions", Type::Whole), true),
        (("solution", Type::Text), true),
        (("given_answer", Type::Text), is_judged),
        (("minimal", Type::Text), args.minimal),
        (("level", Type::Whole), args.rate),
        (("rating", Type::Number), args.rate),
        (("technique", Type::Text), args.rate),
        (("canonical", Type::Text), args.canonical),
        (("duplicate_of", Type::Whole), args.duplicates.is_some()),
        (("isomorph_of", Type::Text), !args.against.is_empty()),
        (("reason", Type::Text), true),
    ]
}

/// The values of a record in the columns that are added.
pub fn values(printed: &Printed, args: &Check, is_judged: bool) -> Vec<Value> {
    let Printed { record, duplicate_of, isomorph_of, .. } = printed;
    let text = |text: &Option<String>| match text {
        Some(text) => Value::Text(Cow::Owned(text.clone())),
        None => Value::Missing,
    };
    let name = |name: Option<&'static str>| match name {
        Some(name) => Value::Text(Cow::Borrowed(name)),
        None => Value::Missing,
    };
    let whole = |number: Option<i64>| number.map_or(Value::Missing, Value::Whole);
    let unique = record.answer == Answer::Unique;
    let minimal = record.minimal.map(|minimal| if minimal { "yes" } else { "no" });
    let all = [
        name(Some(record.answer.name())),
        whole(record.answer.solutions()),
        if unique { text(&record.solutions.first().cloned()) } else { Value::Missing },
        name(record.given.map(Given::name)),
        name(minimal),
        whole(record.level.map(i64::from)),
        record.rating.map_or(Value::Missing, Value::Number),
        name(record.technique),
        text(&record.canonical),
        whole(duplicate_of.map(|line| line.cast_signed() as i64)),
        text(isomorph_of),
        text(&record.reason),
    ];
    let asked = columns(args, is_judged).into_iter().zip(all);
    asked.filter(|((_, is_asked), _)| *is_asked).map(|(_, value)| value).collect()
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
        let columns = columns(args, table.layout.answers().is_some());
        let asked = columns.into_iter().filter(|(_, is_asked)| *is_asked);
        let asked: Vec<Added> = asked.map(|(column, _)| column).collect();
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
