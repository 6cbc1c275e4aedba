//! Rankings, comparisons and gates over synthetic results, whose true differences are known.

mod against_itself;
mod comparing;
mod gating;
mod racing;
mod ranking;
mod synthetic;

use quadrille_results::statistics::StatisticsError;
use quadrille_results::statistics::comparison::{Comparison, Sides};
use quadrille_results::{Clock, Results, read_toml};
use synthetic::{Row, csv};

/// A run file of a machine that was as fast before the run as after it.
const CALIBRATED: &str = "calibration_ns = [1000000, 1000000]\n";

/// Reads result files, each with a run file.
fn results(files: &[&[Row]]) -> Results {
    let noted: Vec<_> = files.iter().map(|rows| (*rows, Some(CALIBRATED))).collect();
    results_with(&noted)
}

/// Reads result files with run files.
fn results_with(files: &[(&[Row], Option<&str>)]) -> Results {
    let mut results = Results::default();
    for (i, (rows, notes)) in files.iter().enumerate() {
        let notes = notes.map(|notes| read_toml(notes).expect("a run file"));
        let name = ["a.csv", "b.csv"][i];
        results.add(name, csv(rows).as_bytes(), notes).expect("whole rows");
    }
    results
}

fn sides(results: &Results, engines: Option<(&str, &str)>) -> Result<Sides, StatisticsError> {
    Sides::of(results, Clock::Cpu, 1, engines)
}

/// On how many simulated machines or races a promise is tried [default: 40]; `.ci/nightly` tries it on more.
fn tries() -> usize {
    std::env::var("QUADRILLE_TRIES").map_or(40, |text| text.parse().expect("a number"))
}

/// The default of `--tolerance`.
const TOLERANCE: f64 = 0.03;

/// Compares two result files.
fn compared(a: &[Row], b: &[Row]) -> Comparison {
    let results = results(&[a, b]);
    Comparison::of(&results, &sides(&results, None).expect("two sides"), TOLERANCE)
}

fn close(found: f64, expected: f64) -> bool {
    (found / expected - 1.0).abs() < 1e-3
}
