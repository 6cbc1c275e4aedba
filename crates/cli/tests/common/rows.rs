//! The rows of a run.

use std::collections::BTreeMap;

/// A row: its fields by their columns.
pub type Row = BTreeMap<String, String>;

/// The rows of a CSV, sorted by corpus, instance and engine.
#[track_caller]
pub fn rows(csv: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows = reader.deserialize().collect::<Result<Vec<Row>, _>>();
    let mut rows = rows.expect("every row is whole");
    rows.sort_by_key(|row| ["corpus", "instance", "engine"].map(|name| row[name].clone()));
    rows
}

/// Some fields of a row.
pub fn pick<'r, const N: usize>(row: &'r Row, columns: [&str; N]) -> [&'r str; N] {
    columns.map(|column| &*row[column])
}
