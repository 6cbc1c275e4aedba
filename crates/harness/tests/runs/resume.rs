//! Resumed runs: wherever the file was cut off, the result has the same rows as an uninterrupted run, each once.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use quadrille_cover::CancelToken;
use quadrille_harness::Plan;
use quadrille_harness::run::resume::{Done, ResumeError};
use quadrille_results::COLUMNS;
use quadrille_results::Record;
use tempfile::TempDir;

use crate::sink::{Sink, read};
use crate::{plan, run_after, run_into, shipped};

fn small() -> Plan {
    let corpora = vec![shipped("systems", 3), shipped("families", 2)];
    Plan { repetitions: 2, twice: true, ..plan(corpora, 5_000) }
}

fn whole(plan: &Plan) -> String {
    let sink = Sink::default();
    run_into(&sink, plan, &CancelToken::new(), &|_| ()).unwrap();
    sink.written()
}

/// The columns that do not depend on the clock, in the order of the plan.
fn untimed(text: &str) -> Vec<Record> {
    let mut rows = read(text);
    for row in &mut rows {
        (row.iterations, row.wall_ns, row.cpu_ns, row.instructions) = (None, None, None, None);
        (row.cycles, row.branch_misses, row.cache_misses) = (None, None, None);
        row.cold_ns = None;
    }
    rows.sort_by_key(|row| (row.block, row.position));
    rows
}

struct Scratch {
    _folder: TempDir,
    csv: PathBuf,
}

impl Scratch {
    fn holding(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("rows.csv");
        fs::write(&csv, bytes).unwrap();
        Self { _folder: folder, csv }
    }

    fn done(&self, plan: &Plan) -> Result<Done, ResumeError> {
        Done::read(&self.csv, plan, "test")
    }
}

/// Resumes a run after these bytes of its file; returns the complete file.
fn resumed(plan: &Plan, bytes: &[u8]) -> String {
    let scratch = Scratch::holding(bytes);
    let done = scratch.done(plan).unwrap();
    let kept = String::from_utf8(bytes[..done.keep as usize].to_vec()).unwrap();
    let rows_kept = if kept.is_empty() { 0 } else { read(&kept).len() };
    assert_eq!(done.summary.rows(), rows_kept);
    let sink = Sink::default();
    let summary = run_after(&done, &sink, plan, &CancelToken::new(), &|_| ()).unwrap();
    assert_eq!(summary.rows(), plan.rows());
    kept + &sink.written()
}

#[test]
fn wherever_a_run_is_cut_off_it_goes_on_to_the_same_rows() {
    for (batch, jobs) in [(false, 1), (false, 2), (true, 1)] {
        let plan = Plan { batch, jobs, ..small() };
        let text = whole(&plan);
        let expected = untimed(&text);
        assert_eq!(expected.len(), plan.rows());
        let config = ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() };
        proptest!(config, |(cut in 0..=text.len(), garbage in 0usize..3)| {
            // A power cut may leave arbitrary bytes after the last row.
            let tail: &[u8] = [&b""[..], &[0; 5000], b"\n\xff,,\"never ended\n\n"][garbage];
            let mut bytes = text.as_bytes()[..cut].to_vec();
            if bytes.ends_with(b"\n") {
                bytes.extend(tail);
            }
            if bytes.len() >= COLUMNS.join(",").len() || garbage == 0 {
                prop_assert_eq!(untimed(&resumed(&plan, &bytes)), expected.clone());
            }
        });
    }
}

#[test]
fn a_number_that_was_cut_off_is_not_taken_for_another() {
    let plan = small();
    let text = whole(&plan);
    // The last column is empty, so even the last line without its end has all columns.
    let cut = text.len() - 1;
    let scratch = Scratch::holding(&text.as_bytes()[..cut]);
    let done = scratch.done(&plan).unwrap();
    assert_eq!(done.summary.rows(), plan.rows() - 1);
    assert_eq!(done.keep as usize, text[..cut].rfind('\n').unwrap() + 1);
}

#[test]
fn a_run_that_was_finished_has_nothing_left_to_do() {
    let plan = small();
    let text = whole(&plan);
    assert_eq!(resumed(&plan, text.as_bytes()), text);
}

#[test]
fn rows_of_another_run_are_refused_by_their_line_with_the_difference() {
    let plan = small();
    let text = whole(&plan);
    let refused = |plan: &Plan, text: &str| {
        let error = Scratch::holding(text.as_bytes()).done(plan).unwrap_err().to_string();
        error.split_once("rows.csv:").expect("the file is named").1.to_owned()
    };
    let other = |message: &str, plan: &Plan, text: &str| {
        let error = refused(plan, text);
        assert!(error.contains(message), "{error}");
    };
    other("2: found a row of another run: ", &Plan { seed: 2, ..small() }, &text);
    let mut changed = small();
    changed.corpora.pop();
    other("found a row of another run: ", &changed, &text);
    changed.engines.clear();
    other("which the plan does not have", &changed, &text);
    let renamed = text.replace(",test-a,", ",tset-a,");
    other("found run_id tset-a, expected test-a", &plan, &renamed);
    let row = text.lines().nth(1).unwrap();
    for (column, found) in [("task", "first"), ("task", "all"), ("line", "77")] {
        let place = COLUMNS.iter().position(|name| name == column).unwrap();
        let mut fields: Vec<&str> = row.split(',').collect();
        if fields[place] != found {
            fields[place] = found;
            let changed = text.replacen(row, &fields.join(","), 1);
            other(
                &format!("2: found a row of another run: found {column} {found}, "),
                &plan,
                &changed,
            );
        }
    }
    let lines: Vec<_> = text.lines().collect();
    let doubled = format!("{text}{}\n", lines[5]);
    other(&format!("{}: found a second row of block ", lines.len() + 1), &plan, &doubled);
}

#[test]
fn damage_between_rows_is_not_mended_and_other_files_are_left_alone() {
    let plan = small();
    let text = whole(&plan);
    let mut lines: Vec<_> = text.lines().collect();
    lines[3] = "1,test-a,systems";
    let damaged = lines.join("\n") + "\n";
    let error = Scratch::holding(damaged.as_bytes()).done(&plan).unwrap_err();
    assert!(
        error.to_string().contains("rows.csv:4: found a line that is not a valid row of"),
        "{error}"
    );
    // A quote that stays open hides the rows behind it.
    lines = text.lines().collect();
    let (run, rest) = lines[3].split_at("1,test-a,".len());
    let quoted = format!("{run}\"{rest}");
    lines[3] = &quoted;
    let damaged = lines.join("\n") + "\n";
    let error = Scratch::holding(damaged.as_bytes()).done(&plan).unwrap_err();
    assert!(
        error.to_string().contains("rows.csv:4: found a field that begins with `\"`"),
        "{error}"
    );
    for other in ["a,b\n1,2\n", "schema,run_id\n", "\n"] {
        let error = Scratch::holding(other.as_bytes()).done(&plan).unwrap_err().to_string();
        assert!(error.contains("rows.csv:1:1: found another head line"), "{other}: {error}");
    }
    let missing = Done::read("no/such/file".as_ref(), &plan, "test").unwrap_err();
    assert!(missing.to_string().starts_with("no/such/file: "), "{missing}");
}
