//! Parquet files: read, and written again with every old column as it was.
#![cfg(feature = "parquet")]

use std::fs::File;
use std::io::{Cursor, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use quadrille_tables::{Content, Input, Table, Type, Value, Wanted, Writer, open};

const PUZZLE: &str = "1..43..2.1..4..1";
const FULL: &str = "1234341221434321";

/// A file with three groups of rows, the last of them empty: a number, the puzzle (missing in each fifth row), a list, the
/// answer.
fn file(compression: Compression) -> Vec<u8> {
    let schema = "message m { required int32 id; optional binary puzzle (STRING);
        optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
        required binary answer (STRING); }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let note = |key: &str| KeyValue::new(key.to_owned(), "note".to_owned());
    let properties = WriterProperties::builder().set_compression(compression);
    let properties =
        properties.set_key_value_metadata(Some(vec![note("pandas"), note("ARROW:schema")]));
    let properties = Arc::new(properties.build());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).unwrap();
    for rows in [0..1500, 1500..1510, 0..0] {
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let ids: Vec<i32> = rows.clone().collect();
        column.typed::<Int32Type>().write_batch(&ids, None, None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let levels: Vec<i16> = rows.clone().map(|row| i16::from(row % 5 != 0)).collect();
        let puzzles: Vec<_> =
            levels.iter().filter(|&&level| level == 1).map(|_| ByteArray::from(PUZZLE)).collect();
        column.typed::<ByteArrayType>().write_batch(&puzzles, Some(&levels), None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let (defined, repeated): (Vec<i16>, Vec<i16>) =
            rows.clone().flat_map(|_| [(3, 0), (3, 1)]).unzip();
        let tags: Vec<_> = defined.iter().map(|_| ByteArray::from("tag")).collect();
        column
            .typed::<ByteArrayType>()
            .write_batch(&tags, Some(&defined), Some(&repeated))
            .unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let answers: Vec<_> = rows.clone().map(|_| ByteArray::from(FULL)).collect();
        column.typed::<ByteArrayType>().write_batch(&answers, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}

fn table(input: Input, wanted: &Wanted) -> Table {
    match open(input, wanted).unwrap() {
        Content::Table(table) => *table,
        Content::Text(_) => panic!("text"),
    }
}

/// The column of puzzles is asked for.
fn asked(column: &str) -> Wanted {
    Wanted { columns: column.into(), kind: None }
}

fn stream(bytes: Vec<u8>) -> Input {
    Input::Stream(Box::new(Cursor::new(bytes)))
}

/// The numbers of the rows that have a puzzle, and the number of all rows.
fn numbers(mut table: Table) -> (Vec<u64>, u64) {
    let (mut found, mut all) = (Vec::new(), 0);
    while let Some(block) = table.next_block(700, &mut || ()) {
        for row in block.unwrap().rows() {
            all += 1;
            assert_eq!(row.number, all);
            assert_eq!(row.answer(), Some(FULL.as_bytes()));
            match row.puzzle() {
                Ok(_) => found.push(all),
                Err(why) => assert_eq!(
                    why.text,
                    format!(" row {all}, column puzzle: found nothing; expected a puzzle")
                ),
            }
        }
    }
    (found, all)
}

#[test]
fn puzzles_are_read_from_files_and_from_pipes() {
    let expected: Vec<u64> = (1..=1510).filter(|row| (row - 1) % 5 != 0).collect();
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::LZ4_RAW,
        Compression::LZ4,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let bytes = file(compression);
        let found = numbers(table(stream(bytes.clone()), &Wanted::default()));
        assert_eq!(found, (expected.clone(), 1510));
        let mut path = tempfile::tempfile().unwrap();
        path.write_all(&bytes).unwrap();
        std::io::Seek::rewind(&mut path).unwrap();
        let file: File = path;
        assert_eq!(numbers(table(Input::File(file), &Wanted::default())), (expected.clone(), 1510));
    }
}

/// The columns are an id, the puzzle, a list and the answer.
#[test]
fn columns_are_counted_as_the_file_has_them() {
    let opened = |column: &str| match open(stream(file(Compression::UNCOMPRESSED)), &asked(column))
    {
        Ok(Content::Table(table)) => Ok(table.layout.puzzles().to_owned()),
        Ok(Content::Text(_)) => panic!("text"),
        Err(error) => Err(error.to_string()),
    };
    assert_eq!(opened("2").as_deref(), Ok("puzzle"));
    assert_eq!(opened("4").as_deref(), Ok("answer"));
    assert_eq!(opened("Puzzle").as_deref(), Ok("puzzle"));
    let expected = "expected a column of text: puzzle, answer";
    for (column, found) in [
        ("1", "column 1, which is `id` and holds values of type INT32"),
        ("ID", "column `id`, which is number 1 and holds values of type INT32"),
        ("3", "column 3, which is `tags` and holds nested values, such as lists"),
        ("tags", "column `tags`, which is number 3 and holds nested values, such as lists"),
    ] {
        assert_eq!(opened(column), Err(format!("--column: found {found}; {expected}")));
    }
    let error = opened("5").unwrap_err();
    assert_eq!(
        error,
        "--column: found no column 5; expected one of id, puzzle, tags, answer, or a number from 1 to 4"
    );
}

/// A file with these columns and one row, in which column N of text holds a puzzle whose last cell is N.
fn one_row(columns: &str) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(&format!("message m {{ {columns} }}")).unwrap());
    let properties = Arc::new(WriterProperties::default());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut number = 0;
    while let Some(mut column) = group.next_column().unwrap() {
        number += 1;
        match column.untyped() {
            ColumnWriter::ByteArrayColumnWriter(column) => {
                let text = format!("{}{number}", ".".repeat(15));
                let value = ByteArray::from(&*text);
                column.write_batch(&[value], Some(&[1]), Some(&[0])).unwrap();
            }
            ColumnWriter::Int32ColumnWriter(column) => {
                _ = column.write_batch(&[7], None, None).unwrap();
            }
            _ => unreachable!("no other columns"),
        }
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.into_inner().unwrap()
}

/// The number says which column is meant, also where another column has the same name.
#[test]
fn a_number_means_one_column_whatever_the_names_are() {
    let read = |columns: &str, column: &str| match open(stream(one_row(columns)), &asked(column)) {
        Ok(Content::Table(mut table)) => {
            let block = table.next_block(1, &mut || ()).unwrap().unwrap();
            let puzzle = block.rows().next().unwrap().puzzle().unwrap();
            Ok(puzzle.givens().cells()[15])
        }
        Ok(Content::Text(_)) => panic!("text"),
        Err(error) => Err(error.to_string()),
    };
    let text = |name: &str| format!("optional binary {name} (STRING); ");
    let same = text("quiz") + &text("Quiz") + &text("QUIZ");
    for number in 1..=3 {
        assert_eq!(read(&same, &number.to_string()), Ok(number));
    }
    assert_eq!(read(&same, "Quiz"), Ok(2));
    let list = format!("repeated binary Quiz (STRING); {}", text("quiz"));
    assert_eq!(read(&list, "2"), Ok(2));
    let error = read(&list, "1").unwrap_err();
    let expected = "--column: found column 1, which is `Quiz` and holds nested values, such as lists; expected";
    assert!(error.starts_with(expected), "{error}");
    let error = read("required int32 id;", "1").unwrap_err();
    assert!(error.ends_with("expected a column of text, but the table has none"), "{error}");
}

#[test]
fn columns_are_added_and_the_old_ones_stay() {
    let old = file(Compression::SNAPPY);
    let mut read = table(stream(old.clone()), &Wanted::default());
    let columns = [("id", Type::Whole), ("verdict", Type::Text), ("rating", Type::Number)];
    let mut writer = Writer::new(Vec::new(), &read, &columns).unwrap();
    while let Some(block) = read.next_block(1000, &mut || ()) {
        for row in block.unwrap().rows() {
            let rating = if row.number % 2 == 0 { Value::Number(1.5) } else { Value::Missing };
            let values =
                [Value::Whole(row.number.cast_signed()), Value::Text("unique".into()), rating];
            writer.row(row.raw, &values).unwrap();
        }
    }
    let new = writer.finish().unwrap();
    let rows = |bytes: &[u8]| {
        let reader = SerializedFileReader::new(Bytes::from(bytes.to_vec())).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        rows.map(|row| row.unwrap().into_columns()).collect::<Vec<_>>()
    };
    let reader = SerializedFileReader::new(Bytes::from(new.clone())).unwrap();
    let notes = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let keys: Vec<&str> = notes.iter().map(|note| &*note.key).collect();
    assert_eq!(keys, ["pandas"], "the schema of Arrow lacks the columns added");
    let (old, new) = (rows(&old), rows(&new));
    assert_eq!((old.len(), new.len()), (1510, 1510));
    for (number, (old, new)) in (1..).zip(old.iter().zip(&new)) {
        assert_eq!(old[..], new[..4], "row {number}");
        let added: Vec<String> =
            new[4..].iter().map(|(name, value)| format!("{name}={value}")).collect();
        let rating = if number % 2 == 0 { "1.5" } else { "null" };
        assert_eq!(
            added,
            [
                format!("quadrille_id={number}"),
                "verdict=\"unique\"".into(),
                format!("rating={rating}")
            ]
        );
    }
}

/// A file of many groups of rows and many columns of numbers, the puzzle in the middle of them.
fn wide(compression: Compression, groups: i32, columns: i32) -> Vec<u8> {
    let numbers = |from: i32, to: i32| {
        let fields: Vec<_> =
            (from..to).map(|column| format!("required int32 n{column};")).collect();
        fields.concat()
    };
    let half = columns / 2;
    let schema = format!(
        "message m {{ {} required binary puzzle (STRING); {} }}",
        numbers(0, half),
        numbers(half, columns)
    );
    let properties = WriterProperties::builder().set_compression(compression);
    let properties = Arc::new(properties.set_dictionary_enabled(false).build());
    let schema = Arc::new(parse_message_type(&schema).unwrap());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).unwrap();
    for number in 0..groups {
        let mut group = writer.next_row_group().unwrap();
        for column in 0..=columns {
            let mut next = group.next_column().unwrap().unwrap();
            if column == half {
                let texts = vec![ByteArray::from(PUZZLE); 300];
                next.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
            } else {
                let values: Vec<i32> =
                    (0..300).map(|row| (number * 300 + row) * 31 + column * 7_919).collect();
                next.typed::<Int32Type>().write_batch(&values, None, None).unwrap();
            }
            next.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}

#[test]
fn rows_are_read_from_a_file_while_its_columns_are_written_again() {
    let rows = |bytes: Vec<u8>| {
        let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        rows.map(|row| row.unwrap().into_columns()).collect::<Vec<_>>()
    };
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY] {
        let old = wide(compression, 40, 12);
        for _ in 0..3 {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(&old).unwrap();
            std::io::Seek::rewind(&mut file).unwrap();
            let mut read = table(Input::File(file), &Wanted::default());
            let mut writer = Writer::new(Vec::new(), &read, &[("verdict", Type::Text)]).unwrap();
            // As in the command: one thread reads, another writes.
            let (sent, blocks) = std::sync::mpsc::sync_channel(4);
            let reader = std::thread::spawn(move || {
                while let Some(block) = read.next_block(100, &mut || ()) {
                    sent.send(block).unwrap();
                }
            });
            let mut number = 0;
            for block in blocks {
                for row in block.unwrap().rows() {
                    number += 1;
                    assert_eq!(row.number, number);
                    row.puzzle().unwrap();
                    writer.row(row.raw, &[Value::Text("unique".into())]).unwrap();
                }
            }
            reader.join().unwrap();
            let new = rows(writer.finish().unwrap());
            let old = rows(old.clone());
            assert_eq!((old.len(), new.len()), (12_000, 12_000));
            assert!(old.iter().zip(&new).all(|(old, new)| old[..] == new[..13]));
        }
    }
}

#[test]
fn what_is_not_whole_or_has_no_puzzles_is_refused() {
    let bytes = file(Compression::SNAPPY);
    let error = |bytes: &[u8], wanted: &Wanted| match open(stream(bytes.to_vec()), wanted) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("opened"),
    };
    let none = Wanted::default();
    assert!(
        error(&bytes[..bytes.len() - 100], &none).starts_with("found Parquet that cannot be read")
    );
    assert!(error(&bytes, &asked("id")).contains(
        "column `id`, which is number 1 and holds values of type INT32; expected a column of text: puzzle, answer"
    ));
}
