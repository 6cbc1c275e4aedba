//! The rows of a file: the values of the columns of puzzles, answers and names.

use std::io::Read;
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FixedLenByteArrayType};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::TypePtr;

use super::Chunks;
use crate::block::Block;
use crate::layout::{SAMPLES, find, listed, shortened};
use crate::parts::Parts;
use crate::{Input, Kind, Layout, Packing, TableError, Wanted};

/// Rows read at once, at most.
const MOST: usize = 1024;

/// Upper bound on the bytes of a file that is read into memory because it is compressed or comes through a pipe.
const LARGEST: u64 = 4 << 30;

pub(crate) struct Rows {
    pub(super) chunks: Chunks,
    reader: SerializedFileReader<Chunks>,
    /// The places of the columns of puzzles, answers and names among all columns.
    places: [Option<usize>; 3],
    /// The next group of rows.
    group: usize,
    /// Rows of the present group that are not read yet, and the readers of its columns.
    left: usize,
    columns: [Option<Texts>; 3],
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
    let sample = |&place: &usize| -> Result<Vec<String>, TableError> {
        if reader.num_row_groups() == 0 {
            return Ok(Vec::new());
        }
        let found = Texts::new(&reader, 0, place)?.next(SAMPLES)?;
        let in_words = |text: Option<ByteArray>| {
            text.map(|text| String::from_utf8_lossy(text.data()).into_owned()).unwrap_or_default()
        };
        Ok(found.into_iter().map(in_words).collect())
    };
    let columns = texts.iter().map(sample).collect::<Result<Vec<_>, _>>()?;
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let value = |row: usize| {
        let value = move |column: &Vec<String>| column.get(row).cloned().unwrap_or_default();
        columns.iter().map(value).collect()
    };
    let samples: Vec<Vec<String>> = (0..rows).map(value).collect();
    let all = schema.root_schema().get_fields();
    let roots: Vec<usize> = texts.iter().map(|&place| schema.get_column_root_idx(place)).collect();
    let asked = |option: &str, wanted: &Option<String>| {
        wanted.as_ref().map(|wanted| text_column(option, wanted, all, &roots)).transpose()
    };
    let asked = [
        asked("--column", &wanted.columns.puzzles)?,
        asked("--column answers=", &wanted.columns.answers)?,
        asked("--column names=", &wanted.columns.names)?,
    ];
    let layout = Layout::with(Kind::Parquet, packing, Some(names.clone()), &samples, asked)?;
    let places = layout
        .as_ref()
        .map_or([None; 3], |layout| layout.places().map(|place| place.map(|place| texts[place])));
    let rows = Rows { chunks, reader, places, group: 0, left: 0, columns: [None, None, None] };
    // Names that columns would be added under must differ from all columns, not only from those of text.
    let all = all.iter().map(|field| field.name().to_owned());
    let layout = layout.map(|layout| Layout { names: Some(all.collect()), ..layout });
    Ok((layout, names, rows))
}

/// The place, among the columns of text, of a column that an option names or numbers among all columns of the file. `texts` are the
/// places of the columns of text among all.
fn text_column(
    option: &str,
    wanted: &str,
    all: &[TypePtr],
    texts: &[usize],
) -> Result<usize, TableError> {
    let names: Vec<String> = all.iter().map(|field| field.name().to_owned()).collect();
    let found = find(option, wanted, Some(&names), all.len())?;
    texts.iter().position(|&place| place == found).ok_or_else(|| {
        let name = shortened(&names[found]);
        let column = match found + 1 {
            number if wanted == number.to_string() => format!("column {number}, which is `{name}`"),
            number => format!("column `{name}`, which is number {number}"),
        };
        let expected = match texts {
            [] => "a column of text, but the table has none".to_owned(),
            texts => {
                let named: Vec<_> = texts.iter().map(|&place| &*names[place]).collect();
                format!("a column of text: {}", listed(&named))
            }
        };
        let holds = holds(&all[found]);
        TableError::Wrong(format!(
            "{option}: found {column} and holds {holds}; expected {expected}"
        ))
    })
}

/// What a column holds that is no column of text.
fn holds(field: &TypePtr) -> String {
    let about = field.get_basic_info();
    if field.is_group() || about.has_repetition() && about.repetition() == Repetition::REPEATED {
        return "nested values, such as lists".to_owned();
    }
    format!("values of type {}", field.get_physical_type())
}

impl Rows {
    /// What the file says of its columns and groups of rows.
    pub(super) fn metadata(&self) -> Arc<ParquetMetaData> {
        Arc::new(self.reader.metadata().clone())
    }

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
            self.left =
                self.reader.metadata().row_group(self.group).num_rows().cast_unsigned() as usize;
            for (column, place) in self.columns.iter_mut().zip(self.places) {
                *column =
                    place.map(|place| Texts::new(&self.reader, self.group, place)).transpose()?;
            }
            self.group += 1;
        }
        let rows = most.clamp(1, MOST).min(self.left);
        self.left -= rows;
        let mut text = Vec::new();
        let mut all = vec![[None, None, None]; rows];
        for (which, column) in self.columns.iter_mut().enumerate() {
            let Some(column) = column else { continue };
            let values = column.next(rows)?;
            if values.len() != rows {
                let what =
                    "found a column of Parquet that ends early; expected as many values as rows";
                return Err(TableError::Wrong(what.to_owned()));
            }
            for (row, value) in all.iter_mut().zip(values) {
                row[which] = value.map(|value| append(&mut text, value.data()));
            }
        }
        let layout = Arc::clone(layout);
        Ok(Some(Block { layout, row: 0, line: 0, rows, text, parts: Parts::Values(all) }))
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
