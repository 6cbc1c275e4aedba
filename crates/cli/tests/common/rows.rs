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

/// Columns that say when and how a row was measured, and not what.
const TIMES: [&str; 10] = [
    "iterations",
    "wall_ns",
    "cpu_ns",
    "instructions",
    "cycles",
    "branch_misses",
    "cache_misses",
    "max_rss_bytes",
    "cold_ns",
    "timing",
];

/// The rows of a CSV in the order of the run, without their times, and of the name of the run only its side.
#[track_caller]
pub fn untimed(csv: &str) -> Vec<Row> {
    let mut rows = rows(csv);
    for row in &mut rows {
        row.retain(|column, _| !TIMES.contains(&&**column));
        let side = row["run_id"].split('-').nth(2).unwrap_or_default().to_owned();
        row.insert("run_id".to_owned(), side);
    }
    rows.sort_by_key(|row| ["block", "position"].map(|name| row[name].parse::<u64>().unwrap()));
    rows
}
