//! A new table: rows of values as CSV, JSON Lines or Parquet.

use std::borrow::Cow;

use crate::json;
use crate::value::{Type, Value, in_words};

/// The format of a new table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// CSV with a header.
    Csv,
    /// A JSON object on each line, without the fields that have no value.
    JsonLines,
    /// Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A new table. What is written collects in memory until it is taken out.
pub struct Sheet {
    names: Vec<String>,
    out: Out,
}

enum Out {
    Csv(Vec<u8>),
    JsonLines(Vec<u8>),
    #[cfg(feature = "parquet")]
    Parquet(Box<crate::parquet::Groups>),
}

impl Sheet {
    /// An empty table with these columns.
    pub fn new(form: Form, columns: &[(&str, Type)]) -> Self {
        let names: Vec<String> = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let out = match form {
            Form::Csv => Out::Csv(line(&names)),
            Form::JsonLines => Out::JsonLines(Vec::new()),
            #[cfg(feature = "parquet")]
            Form::Parquet => {
                let columns: Vec<_> =
                    columns.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
                Out::Parquet(Box::new(crate::parquet::Groups::new(&columns)))
            }
        };
        Self { names, out }
    }

    /// Adds a row with a value for each column.
    pub fn row(&mut self, values: &[Value]) {
        match &mut self.out {
            Out::Csv(text) => {
                let values: Vec<Cow<'_, str>> = values.iter().map(in_words).collect();
                text.extend(line(&values));
            }
            Out::JsonLines(text) => {
                let known =
                    self.names.iter().zip(values).filter(|(_, value)| **value != Value::Missing);
                let (names, values): (Vec<_>, Vec<_>) =
                    known.map(|(name, value)| (name.clone(), value.clone())).unzip();
                text.extend(json::with(b"{}", "", &names, &values));
                text.push(b'\n');
            }
            #[cfg(feature = "parquet")]
            Out::Parquet(groups) => groups.row(values),
        }
    }

    /// What was written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        match &mut self.out {
            Out::Csv(text) | Out::JsonLines(text) => std::mem::take(text),
            #[cfg(feature = "parquet")]
            Out::Parquet(groups) => groups.take(),
        }
    }

    /// Ends the table, and returns what was not taken yet.
    pub fn finish(self) -> Vec<u8> {
        match self.out {
            Out::Csv(text) | Out::JsonLines(text) => text,
            #[cfg(feature = "parquet")]
            Out::Parquet(groups) => groups.finish(),
        }
    }
}

fn line(fields: &[impl AsRef<str>]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields.iter().map(AsRef::as_ref));
    written.expect("writing to memory does not fail");
    writer.into_inner().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [(&str, Type); 3] =
        [("puzzle", Type::Text), ("clues", Type::Whole), ("rating", Type::Number)];

    fn written(form: Form) -> Vec<u8> {
        let mut sheet = Sheet::new(form, &COLUMNS);
        sheet.row(&[Value::Text("1,\"".into()), Value::Whole(4), Value::Number(1.5)]);
        let mut out = sheet.take();
        sheet.row(&[Value::Text("x".into()), Value::Missing, Value::Missing]);
        out.extend(sheet.finish());
        out
    }

    #[test]
    fn rows_come_as_csv_and_json() {
        let text = |form| String::from_utf8(written(form)).unwrap();
        assert_eq!(text(Form::Csv), "puzzle,clues,rating\n\"1,\"\"\",4,1.5\nx,,\n");
        let expected = "{\"puzzle\":\"1,\\\"\",\"clues\":4,\"rating\":1.5}\n{\"puzzle\":\"x\"}\n";
        assert_eq!(text(Form::JsonLines), expected);
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn rows_come_as_parquet() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let bytes = bytes::Bytes::from(written(Form::Parquet));
        let reader = SerializedFileReader::new(bytes).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(
            rows,
            [
                "{puzzle: \"1,\"\", clues: 4, rating: 1.5}",
                "{puzzle: \"x\", clues: null, rating: null}",
            ]
        );
    }
}
