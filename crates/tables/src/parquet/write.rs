//! Files that are written: a file again with columns added, and a new one.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type as Schema;

use super::{Chunks, Rows};
use crate::TableError;
use crate::value::{Type, Value};

/// Writes the file again, with columns added.
pub(crate) struct Rewriter<W: Write + Send> {
    chunks: Chunks,
    metadata: Arc<ParquetMetaData>,
    writer: SerializedFileWriter<W>,
    types: Vec<Type>,
    group: usize,
    /// The values added to the rows of the present group, column by column.
    added: Vec<Vec<Value>>,
}

impl<W: Write + Send> Rewriter<W> {
    pub(crate) fn new(out: W, rows: &Rows, columns: &[(String, Type)]) -> Result<Self, TableError> {
        let metadata = rows.metadata();
        let file = metadata.file_metadata();
        let mut fields = file.schema().get_fields().to_vec();
        for (name, kind) in columns {
            fields.push(Arc::new(column_type(name, *kind)?));
        }
        let schema =
            Schema::group_type_builder(file.schema().name()).with_fields(fields).build()?;
        // Notes such as that of pandas, which names the index, stay; but the schema of Arrow does not know the columns added.
        let notes = file.key_value_metadata().cloned().unwrap_or_default();
        let notes: Vec<_> = notes.into_iter().filter(|note| note.key != "ARROW:schema").collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(notes).filter(|notes| !notes.is_empty()));
        let writer =
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?;
        let types: Vec<Type> = columns.iter().map(|&(_, kind)| kind).collect();
        let added = vec![Vec::new(); types.len()];
        Ok(Self { chunks: rows.chunks.clone(), metadata, writer, types, group: 0, added })
    }

    pub(crate) fn row(&mut self, values: &[Value]) -> Result<(), TableError> {
        for (column, value) in self.added.iter_mut().zip(values) {
            column.push(value.clone());
        }
        let rows = self.metadata.row_group(self.group).num_rows().cast_unsigned() as usize;
        if self.added[0].len() == rows {
            self.write_group()?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), TableError> {
        let mut group = self.writer.next_row_group()?;
        let old = self.metadata.row_group(self.group);
        for column in old.columns() {
            // What is there is copied as it is, whatever its type.
            let closed = ColumnCloseResult {
                bytes_written: column.compressed_size().cast_unsigned(),
                rows_written: old.num_rows().cast_unsigned(),
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            group.append_column(&self.chunks, closed)?;
        }
        for (kind, values) in self.types.iter().zip(&mut self.added) {
            write_column(&mut group, *kind, &std::mem::take(values))?;
        }
        group.close()?;
        self.group += 1;
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<W, TableError> {
        Ok(self.writer.into_inner()?)
    }
}

fn column_type(name: &str, kind: Type) -> Result<Schema, TableError> {
    let physical = match kind {
        Type::Text => Physical::BYTE_ARRAY,
        Type::Whole => Physical::INT64,
        Type::Number => Physical::DOUBLE,
    };
    let text = (kind == Type::Text).then_some(LogicalType::String);
    let builder =
        Schema::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
    Ok(builder.with_logical_type(text).build()?)
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    kind: Type,
    values: &[Value],
) -> Result<(), TableError> {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(*value != Value::Missing)).collect();
    let mut column = group.next_column()?.expect("the schema has this column");
    match kind {
        Type::Text => {
            let texts = values.iter().filter_map(|value| match value {
                Value::Text(text) => Some(ByteArray::from(&**text)),
                _ => None,
            });
            let texts: Vec<_> = texts.collect();
            column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
        }
        Type::Whole => {
            let wholes = values.iter().filter_map(|value| match value {
                Value::Whole(number) => Some(*number),
                _ => None,
            });
            let wholes: Vec<_> = wholes.collect();
            column.typed::<Int64Type>().write_batch(&wholes, Some(&levels), None)?;
        }
        Type::Number => {
            let numbers = values.iter().filter_map(|value| match value {
                Value::Number(number) => Some(*number),
                _ => None,
            });
            let numbers: Vec<_> = numbers.collect();
            column.typed::<DoubleType>().write_batch(&numbers, Some(&levels), None)?;
        }
    }
    column.close()?;
    Ok(())
}

/// Rows of a new file, in groups.
pub(crate) struct Groups {
    writer: SerializedFileWriter<Vec<u8>>,
    types: Vec<Type>,
    /// The values of the present group, column by column.
    values: Vec<Vec<Value>>,
}

impl Groups {
    const ROWS: usize = 1 << 16;

    pub(crate) fn new(columns: &[(String, Type)]) -> Self {
        let fields = columns.iter().map(|(name, kind)| column_type(name, *kind).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>().expect(MEMORY);
        let schema = Schema::group_type_builder("puzzles").with_fields(fields).build();
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let schema = Arc::new(schema.expect(MEMORY));
        let writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()));
        let types: Vec<Type> = columns.iter().map(|&(_, kind)| kind).collect();
        let values = vec![Vec::new(); types.len()];
        Self { writer: writer.expect(MEMORY), types, values }
    }

    pub(crate) fn row(&mut self, values: &[Value]) {
        for (column, value) in self.values.iter_mut().zip(values) {
            column.push(value.clone());
        }
        if self.values[0].len() == Self::ROWS {
            self.write_group();
        }
    }

    fn write_group(&mut self) {
        let mut group = self.writer.next_row_group().expect(MEMORY);
        for (kind, values) in self.types.iter().zip(&mut self.values) {
            write_column(&mut group, *kind, &std::mem::take(values)).expect(MEMORY);
        }
        group.close().expect(MEMORY);
    }

    pub(crate) fn take(&mut self) -> Vec<u8> {
        self.writer.flush().expect(MEMORY);
        std::mem::take(self.writer.inner_mut())
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        if !self.values[0].is_empty() {
            self.write_group();
        }
        self.writer.into_inner().expect(MEMORY)
    }
}

/// The reason given to `expect` where a file is written to memory.
const MEMORY: &str = "names of columns are plain, and writing to memory does not fail";
