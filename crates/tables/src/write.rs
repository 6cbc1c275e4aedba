//! A table written again, row by row, with columns added: in the format and the packing in which it was read.

use std::io::{self, Write};

#[cfg(feature = "parquet")]
use crate::contained::contained;
use crate::table::Source;
use crate::unpack::Packer;
use crate::value::{Type, Value, in_words};
use crate::{Kind, Table, TableError, delimited, json};

/// A column to add: its name, which is changed by [`free_name`] if the table has that name, and the type of its values.
pub type Added = (&'static str, Type);

/// Writes the rows of a table.
pub struct Writer<W: Write + Send>(Form<W>);

enum Form<W: Write + Send> {
    Text(Text<W>),
    #[cfg(feature = "parquet")]
    Parquet(crate::parquet::Rewriter<Packer<W>>),
}

struct Text<W: Write> {
    out: Packer<W>,
    kind: Kind,
    names: Vec<String>,
    /// The names of the columns of the table, if it states them.
    width: Option<usize>,
    /// The name of the column of puzzles.
    puzzle: String,
    rows: u64,
}

/// The name under which a column is added to a table with these names: `name`, `quadrille_name`, `quadrille_2_name` and so on, the
/// first that is free.
pub fn free_name(name: &str, taken: &[String]) -> String {
    let others = (2..).map(|number| format!("quadrille_{number}_{name}"));
    let mut all = [name.to_owned(), format!("quadrille_{name}")].into_iter().chain(others);
    all.find(|free| !taken.contains(free)).expect("there are more numbers than names")
}

impl<W: Write + Send> Writer<W> {
    /// Begins to write a table that is read, with columns added.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn new(out: W, table: &Table, columns: &[Added]) -> Result<Self, TableError> {
        let layout = &table.layout;
        let names = layout.names.as_deref().unwrap_or_default();
        let columns: Vec<_> =
            columns.iter().map(|&(name, kind)| (free_name(name, names), kind)).collect();
        let out = Packer::new(layout.packing, out)?;
        match &table.source {
            #[cfg(feature = "parquet")]
            Source::Parquet(rows) => {
                let begin = || crate::parquet::Rewriter::new(out, rows, &columns);
                contained(begin).map(Form::Parquet).map(Self)
            }
            Source::Text(..) => {
                let names = columns.into_iter().map(|(name, _)| name).collect();
                let width = layout.names.as_ref().map(Vec::len);
                let puzzle = match layout.names {
                    Some(_) => layout.puzzle.name.clone(),
                    None => "puzzle".to_owned(),
                };
                let mut text = Text { out, kind: layout.kind, names, width, puzzle, rows: 0 };
                text.begin(&table.head)?;
                Ok(Self(Form::Text(text)))
            }
        }
    }

    /// Writes a row as it stood in the table, with a value for each column added. The rows must come in their order, each
    /// once.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn row(&mut self, raw: &[u8], values: &[Value]) -> Result<(), TableError> {
        match &mut self.0 {
            Form::Text(text) => Ok(text.row(raw, values)?),
            #[cfg(feature = "parquet")]
            Form::Parquet(parquet) => contained(|| parquet.row(values)),
        }
    }

    /// Hands over what was written so far, as far as the format allows.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn flush(&mut self) -> Result<(), TableError> {
        match &mut self.0 {
            Form::Text(text) => Ok(text.out.flush()?),
            #[cfg(feature = "parquet")]
            Form::Parquet(_) => Ok(()),
        }
    }

    /// Ends the table, and returns the output.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn finish(self) -> Result<W, TableError> {
        match self.0 {
            Form::Text(text) => Ok(text.end()?),
            #[cfg(feature = "parquet")]
            Form::Parquet(parquet) => contained(|| Ok(parquet.finish()?.finish()?)),
        }
    }
}

impl<W: Write> Text<W> {
    /// Writes what comes before the first row.
    fn begin(&mut self, head: &[u8]) -> io::Result<()> {
        match self.kind {
            Kind::Delimited(separator) if self.width.is_some() => {
                self.out.write_all(head)?;
                let names = self.names.clone();
                self.fields(separator, &names)
            }
            Kind::Json => self.out.write_all(b"["),
            _ => Ok(()),
        }
    }

    fn row(&mut self, raw: &[u8], values: &[Value]) -> io::Result<()> {
        self.rows += 1;
        match self.kind {
            Kind::Delimited(separator) => {
                // So that the columns added stay below their names, also in a row that is refused because of its width.
                self.out.write_all(&delimited::fitted(raw, separator, self.width))?;
                let values: Vec<_> = values.iter().map(in_words).collect();
                self.fields(separator, &values)
            }
            Kind::JsonLines => {
                let object = json::with(raw, &self.puzzle, &self.names, values);
                self.out.write_all(&object)?;
                self.out.write_all(b"\n")
            }
            Kind::Json | Kind::Parquet => {
                self.out.write_all(if self.rows > 1 { b",\n" } else { b"\n" })?;
                let object = json::with(raw, &self.puzzle, &self.names, values);
                self.out.write_all(&object)
            }
        }
    }

    /// Writes the fields added to a row, and the end of the line.
    fn fields(&mut self, separator: u8, values: &[impl AsRef<str>]) -> io::Result<()> {
        self.out.write_all(&[separator])?;
        let is_plain = |value: &u8| !matches!(value, b'"' | b'\r' | b'\n') && *value != separator;
        // To make a writer takes longer than to search most puzzles, and quotes are rare.
        if values.len() > 1
            && values.iter().all(|value| value.as_ref().bytes().all(|b| is_plain(&b)))
        {
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    self.out.write_all(&[separator])?;
                }
                self.out.write_all(value.as_ref().as_bytes())?;
            }
            return self.out.write_all(b"\n");
        }
        let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
        writer.write_record(values.iter().map(AsRef::as_ref))?;
        let text = writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        self.out.write_all(&text)
    }

    fn end(mut self) -> io::Result<W> {
        if self.kind == Kind::Json {
            self.out.write_all(b"\n]\n")?;
        }
        self.out.finish()
    }
}
