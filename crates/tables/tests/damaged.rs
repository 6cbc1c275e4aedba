//! Damaged tables of each format and packing: whatever bytes stand in a file, reading it ends, without a panic.
#![cfg(all(feature = "parquet", feature = "zstd"))]

use std::io::{Cursor, Write};
use std::panic::catch_unwind;

use quadrille_sudoku::format::InputFormat;
use quadrille_tables::{Form, Input, Items, Sheet, Type, Value, Wanted, open};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const ROWS: usize = 200;
const PUZZLE: &str = "1..43..2.1..4..1";
const FULL: &str = "1234341221434321";

/// The rows as a new table.
fn sheet(form: Form) -> Vec<u8> {
    let columns = [("id", Type::Whole), ("puzzle", Type::Text), ("solution", Type::Text)];
    let mut sheet = Sheet::new(form, &columns);
    let mut bytes = Vec::new();
    for row in 0..ROWS {
        let text = |text: &'static str| Value::Text(text.into());
        sheet.row(&[
            Value::Whole(i64::try_from(row).expect("a small number")),
            text(PUZZLE),
            text(FULL),
        ]);
        bytes.extend(sheet.take());
    }
    bytes.extend(sheet.finish());
    bytes
}

/// A file of each format and packing.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let csv = sheet(Form::Csv);
    let lines = sheet(Form::JsonLines);
    let array =
        [&b"["[..], &lines.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b","[..]), b"]"];
    let array = array.concat().replace_last(b",]", b"]");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&csv).unwrap();
    vec![
        ("TSV", csv.iter().map(|&byte| if byte == b',' { b'\t' } else { byte }).collect()),
        ("JSON Lines", lines),
        ("JSON", array),
        ("Parquet", sheet(Form::Parquet)),
        ("gzip", gzip.finish().unwrap()),
        ("zstd", zstd::encode_all(&*csv, 0).unwrap()),
        ("CSV", csv),
    ]
}

trait ReplaceLast {
    fn replace_last(self, old: &[u8], new: &[u8]) -> Self;
}

impl ReplaceLast for Vec<u8> {
    fn replace_last(mut self, old: &[u8], new: &[u8]) -> Self {
        assert!(self.ends_with(old));
        self.truncate(self.len() - old.len());
        self.extend(new);
        self
    }
}

/// The bytes with a few of them changed, removed, doubled or cut off at the end.
fn damaged(bytes: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let below = |random: &mut ChaCha8Rng, bound: usize| random.next_u64() as usize % bound.max(1);
    for _ in 0..=below(random, 3) {
        if bytes.is_empty() {
            break;
        }
        // Half of the damage is near the end, where Parquet has its footer.
        let span =
            if random.next_u64().is_multiple_of(2) { bytes.len() } else { bytes.len().min(500) };
        let place = bytes.len() - 1 - below(random, span);
        match random.next_u64() % 8 {
            0 => _ = bytes.remove(place),
            1 => bytes.insert(place, bytes[place]),
            2 => bytes.truncate(place.max(1)),
            3 => bytes[place] = [0, 1, 0x7f, 0x80, 0xff][below(random, 5)],
            4 => bytes[place] ^= 1 << below(random, 8),
            _ => bytes[place] = random.next_u64() as u8,
        }
    }
    bytes
}

/// Reads a file to its end. Returns the number of puzzles, unreadable ones included, and whether the file could not be read
/// further.
fn read(bytes: Vec<u8>) -> (usize, Option<String>) {
    let input = Input::Stream(Box::new(Cursor::new(bytes)));
    let content = match open(input, &Wanted::default()) {
        Ok(content) => content,
        Err(error) => return (0, Some(error.to_string())),
    };
    let mut items = Items::new(content, InputFormat::Auto, None);
    let (mut puzzles, mut end) = (0, None);
    while let Some(item) = items.next(64, &mut || ()) {
        puzzles += item.len();
        if let quadrille_tables::Item::One(Err(refused)) = &item
            && refused.is_end
        {
            end = Some(refused.text.clone());
        }
        if let quadrille_tables::Item::Block(block) = &item {
            block.rows().for_each(|row| _ = row.puzzle());
        }
    }
    (puzzles, end)
}

fn no_damage_does_harm(tries: u64) {
    for (format, file) in files() {
        assert_eq!(read(file.clone()), (ROWS, None), "{format}");
        let (mut refused, mut contained) = (0, 0);
        for seed in 0..tries {
            let bytes = damaged(&file, &mut ChaCha8Rng::seed_from_u64(seed));
            let most = bytes.len().max(1 << 16);
            let (puzzles, end) =
                catch_unwind(|| read(bytes)).unwrap_or_else(|_| panic!("{format}, seed {seed}"));
            assert!(puzzles <= most, "{format}, seed {seed}: {puzzles} puzzles");
            refused += u64::from(end.is_some());
            let is_contained = |end: &String| end.contains("on which its reader fails");
            contained += u64::from(end.as_ref().is_some_and(is_contained));
        }
        println!(
            "{format}: {tries} damaged files, {refused} not read to the end, {contained} by a panic"
        );
    }
}

#[test]
fn no_damage_panics() {
    no_damage_does_harm(1000);
}

#[test]
#[ignore = "takes ten minutes; `.ci/nightly` runs it"]
fn no_damage_panics_in_a_hundred_thousand_files_of_each_format() {
    no_damage_does_harm(100_000);
}
