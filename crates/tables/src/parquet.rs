//! Parquet: two columns of text are read, and columns are added beside those that are there.

use std::fs::File;
use std::io::{Read, Write};
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes as Memory;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type as Schema;

use crate::block::Block;
use crate::layout::Column;
use crate::parts::Parts;
use crate::value::{Type, Value};
use crate::{Input, Kind, Layout, Packing, TableError, Wanted};

/// Rows read at once, at most.
const MOST: usize = 1024;

/// Upper bound on the bytes of a file that is read into memory because it is compressed or comes through a pipe.
const LARGEST: u64 = 4 << 30;

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> Self {
        Self::Wrong(format!(
            "found Parquet that cannot be read or written ({error}); expected a whole file"
        ))
    }
}

/// A file on a disk or in memory.
#[derive(Clone)]
pub(crate) enum Chunks {
    File(Arc<File>),
    Memory(Memory),
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        match self {
            Self::File(file) => Length::len(&**file),
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }
}

impl ChunkReader for Chunks {
    type T = Box<dyn Read>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        Ok(match self {
            Self::File(file) => Box::new(file.get_read(start)?),
            Self::Memory(bytes) => Box::new(bytes.get_read(start)?),
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Memory, ParquetError> {
        match self {
            Self::File(file) => file.get_bytes(start, length),
            Self::Memory(bytes) => bytes.get_bytes(start, length),
        }
    }
}

/// The rows of a file.
pub(crate) struct Rows {
    pub(crate) chunks: Chunks,
    reader: SerializedFileReader<Chunks>,
    /// The places of the columns of puzzles and answers among all columns.
    places: [Option<usize>; 2],
    /// The next group of rows.
    group: usize,
    /// Rows of the present group that are not read yet, and the readers of its columns.
    left: usize,
    columns: [Option<Texts>; 2],
}

/// Opens a file. The layout is `None` if it has no column of puzzles; the names are those of the columns of text.
pub(crate) fn open(
    input: Input,
    packing: Option<Packing>,
    wanted: &Wanted,
) -> Result<(Option<Layout>, Vec<String>, Rows), TableError> {
    let chunks = match input {
        Input::File(file) => Chunks::File(Arc::new(file)),
        Input::Stream(stream) => {
            let mut bytes = Vec::new();
            stream.take(LARGEST + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > LARGEST {
                let what = "found Parquet of more than 4 GiB in a pipe or compressed; expected a file on a disk";
                return Err(TableError::Wrong(what.to_owned()));
            }
            Chunks::Memory(bytes.into())
        }
    };
    let reader = SerializedFileReader::new(chunks.clone())?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let is_text = |place: &usize| {
        let column = schema.column(*place);
        let physical = column.physical_type();
        column.max_rep_level() == 0
            && column.path().parts().len() == 1
            && matches!(physical, Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY)
    };
    let texts: Vec<usize> = (0..schema.num_columns()).filter(is_text).collect();
    let names: Vec<String> =
        texts.iter().map(|&place| schema.column(place).name().to_owned()).collect();
    let sample = |&place: &usize| -> Result<String, TableError> {
        if reader.num_row_groups() == 0 {
            return Ok(String::new());
        }
        let found = Texts::new(&reader, 0, place)?.next(1)?;
        let first = found.into_iter().flatten().next();
        Ok(first.map(|text| String::from_utf8_lossy(text.data()).into_owned()).unwrap_or_default())
    };
    let samples = texts.iter().map(sample).collect::<Result<Vec<_>, _>>()?;
    let layout = Layout::choose(Kind::Parquet, packing, Some(names.clone()), &[samples], wanted)?;
    let place = |column: &Column| texts[column.place];
    let puzzle = layout.as_ref().map(|layout| place(&layout.puzzle));
    let answer = layout.as_ref().and_then(|layout| layout.answer.as_ref()).map(place);
    let rows =
        Rows { chunks, reader, places: [puzzle, answer], group: 0, left: 0, columns: [None, None] };
    // Names that columns would be added under must differ from all columns, not only from those of text.
    let all = schema.root_schema().get_fields().iter().map(|field| field.name().to_owned());
    let layout = layout.map(|layout| Layout { names: Some(all.collect()), ..layout });
    Ok((layout, names, rows))
}

impl Rows {
    /// The next rows. Their number in the table is not set yet.
    pub(crate) fn next(
        &mut self,
        most: usize,
        layout: &Arc<Layout>,
    ) -> Result<Option<Block>, TableError> {
        while self.left == 0 {
            if self.group == self.reader.num_row_groups() {
                return Ok(None);
            }
            self.left = self.reader.metadata().row_group(self.group).num_rows() as usize;
            for (column, place) in self.columns.iter_mut().zip(self.places) {
                *column =
                    place.map(|place| Texts::new(&self.reader, self.group, place)).transpose()?;
            }
            self.group += 1;
        }
        let rows = most.clamp(1, MOST).min(self.left);
        self.left -= rows;
        let mut text = Vec::new();
        let mut pairs = vec![[None, None]; rows];
        for (which, column) in self.columns.iter_mut().enumerate() {
            let Some(column) = column else { continue };
            let values = column.next(rows)?;
            if values.len() != rows {
                let what =
                    "found a column of Parquet that ends early; expected as many values as rows";
                return Err(TableError::Wrong(what.to_owned()));
            }
            for (pair, value) in pairs.iter_mut().zip(values) {
                pair[which] = value.map(|value| append(&mut text, value.data()));
            }
        }
        let layout = Arc::clone(layout);
        Ok(Some(Block { layout, row: 0, line: 0, rows, text, parts: Parts::Pairs(pairs) }))
    }
}

fn append(text: &mut Vec<u8>, value: &[u8]) -> Range<usize> {
    let start = text.len();
    text.extend_from_slice(value);
    start..text.len()
}

/// The values of a column of text in a group of rows.
struct Texts {
    column: Reader,
    /// The level at which a value is there.
    present: i16,
}

enum Reader {
    Any(ColumnReaderImpl<ByteArrayType>),
    Fixed(ColumnReaderImpl<FixedLenByteArrayType>),
}

impl Texts {
    fn new(
        reader: &SerializedFileReader<Chunks>,
        group: usize,
        place: usize,
    ) -> Result<Self, TableError> {
        let present =
            reader.metadata().file_metadata().schema_descr().column(place).max_def_level();
        let column = match reader.get_row_group(group)?.get_column_reader(place)? {
            ColumnReader::ByteArrayColumnReader(column) => Reader::Any(column),
            ColumnReader::FixedLenByteArrayColumnReader(column) => Reader::Fixed(column),
            _ => unreachable!("only columns of text are opened"),
        };
        Ok(Self { column, present })
    }

    /// The next values.
    fn next(&mut self, rows: usize) -> Result<Vec<Option<ByteArray>>, TableError> {
        match &mut self.column {
            Reader::Any(column) => values(column, rows, self.present),
            Reader::Fixed(column) => {
                let found = values(column, rows, self.present)?;
                Ok(found.into_iter().map(|value| value.map(ByteArray::from)).collect())
            }
        }
    }
}

fn values<T: DataType>(
    column: &mut ColumnReaderImpl<T>,
    rows: usize,
    present: i16,
) -> Result<Vec<Option<T::T>>, TableError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let mut read = 0;
    // One call ends where a page ends.
    while read < rows {
        let levels = (present > 0).then_some(&mut levels);
        let (records, _, _) = column.read_records(rows - read, levels, None, &mut values)?;
        if records == 0 {
            break;
        }
        read += records;
    }
    if present == 0 {
        return Ok(values.into_iter().map(Some).collect());
    }
    let mut values = values.into_iter();
    Ok(levels.iter().map(|&level| if level == present { values.next() } else { None }).collect())
}

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
        let metadata = Arc::new(rows.reader.metadata().clone());
        let file = metadata.file_metadata();
        let mut fields = file.schema().get_fields().to_vec();
        for (name, kind) in columns {
            fields.push(Arc::new(column_type(name, *kind)?));
        }
        let schema =
            Schema::group_type_builder(file.schema().name()).with_fields(fields).build()?;
        let properties =
            WriterProperties::builder().set_compression(parquet::basic::Compression::SNAPPY);
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
        let rows = self.metadata.row_group(self.group).num_rows() as usize;
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
                bytes_written: column.compressed_size() as u64,
                rows_written: old.num_rows() as u64,
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
    /// Rows of a group.
    const ROWS: usize = 1 << 16;

    pub(crate) fn new(columns: &[(String, Type)]) -> Self {
        let fields = columns.iter().map(|(name, kind)| column_type(name, *kind).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>().expect(MEMORY);
        let schema = Schema::group_type_builder("puzzles").with_fields(fields).build();
        let properties =
            WriterProperties::builder().set_compression(parquet::basic::Compression::SNAPPY);
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
