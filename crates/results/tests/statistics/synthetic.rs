//! Synthetic result files: engines of known speed on a simulated machine with known noise.

#[path = "../../src/statistics/simulated.rs"]
mod simulated;

use std::fmt::Write;

use quadrille_cover::random::Stream;
use quadrille_results::COLUMNS;
use quadrille_results::Fingerprint;

pub use simulated::{normal, uniform};

/// One row of a result file. [`Row::default`] is an answer after a microsecond.
#[derive(Clone, Debug)]
pub struct Row {
    pub run: String,
    pub corpus: String,
    pub instance: String,
    /// The puzzle, from which the fingerprint is computed. If empty, the instance's name is used.
    pub puzzle: String,
    pub engine: String,
    pub version: String,
    pub repetition: u32,
    pub verdict: &'static str,
    /// Solutions, tests, forks, nodes, depth.
    pub counts: [Option<u64>; 5],
    /// Nanoseconds of a search; only where the verdict is `ok`.
    /// NaN for an answer without a time.
    pub time: f64,
    /// Whether the search was too short to have a time, which is a bound then.
    pub is_short: bool,
    /// Instructions of a search, if they were counted.
    pub instructions: Option<u64>,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            run: "run".into(),
            corpus: "corpus".into(),
            instance: "1".into(),
            puzzle: String::new(),
            engine: "engine".into(),
            version: "1.0".into(),
            repetition: 1,
            verdict: "ok",
            counts: [Some(1), Some(20), Some(3), Some(7), Some(2)],
            time: 1000.0,
            is_short: false,
            instructions: None,
        }
    }
}

/// The rows as a file.
pub fn csv(rows: &[Row]) -> String {
    /// Number of searches timed together, so that times have fractions of nanoseconds.
    const ITERATIONS: f64 = 1000.0;
    let mut text = COLUMNS.join(",") + "\n";
    for (block, row) in rows.iter().enumerate() {
        let Row {
            run,
            corpus,
            instance,
            puzzle,
            engine,
            version,
            repetition,
            verdict,
            counts,
            time,
            is_short,
            instructions,
        } = row;
        let puzzle = if puzzle.is_empty() { instance } else { puzzle };
        let sha256 = Fingerprint::of(puzzle.as_bytes()).to_string();
        let counts = counts.map(|count| count.map_or_else(String::new, |count| count.to_string()));
        let times = if *verdict == "ok" && !time.is_nan() {
            let cpu = (time * if *is_short { 1.0 } else { ITERATIONS }).round();
            // Wall times are a quarter longer.
            format!("{},{cpu}", (cpu * 1.25).round())
        } else {
            ",".to_owned()
        };
        let is_timed = *verdict == "ok" && !is_short;
        let iterations = if is_timed { format!("{ITERATIONS}") } else { String::new() };
        let instructions = instructions.filter(|_| is_timed);
        let instructions =
            instructions.map_or_else(String::new, |one| (one as f64 * ITERATIONS).to_string());
        let timing = if *is_short { "short" } else { "" };
        writeln!(
            text,
            "5,{run},{corpus},{instance},,{sha256},{engine},{version},unique,{block},0,{repetition},{iterations},\
             {verdict},{},{times},{instructions},,,{timing},,,,,,,",
            counts.join(",")
        )
        .expect("a string takes everything");
    }
    text
}

/// Rows of two engines on some instances, three repetitions that differ by less than a percent; all times are multiplied by a factor.
pub fn three_times(engines: [&str; 2], instances: &[String], slowness: f64) -> Vec<Row> {
    let mut rows = Vec::new();
    for (repetition, noise) in [(1, 1.0), (2, 1.003), (3, 0.997)] {
        for engine in engines {
            for (instance, hardness) in instances.iter().zip(1..) {
                rows.push(Row {
                    instance: instance.clone(),
                    engine: engine.into(),
                    repetition,
                    time: 1000.0 * f64::from(hardness) * slowness * noise,
                    ..Row::default()
                });
            }
        }
    }
    rows
}

/// The noise of a simulated machine. Each spread is a standard deviation of the logarithm of times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vices {
    /// Spread of every measurement.
    pub noise: f64,
    /// Share of measurements that are disturbed and take up to twenty times as long.
    pub spikes: f64,
    /// Spread of every round, which shifts all measurements of a repetition of a run together.
    pub drift: f64,
    /// Spread of every run, which shifts all measurements of a run together. `Bench::shift` says by how much.
    pub between: f64,
}

/// Engines on a corpus.
#[derive(Clone, Debug)]
pub struct Bench<'b> {
    /// The names of engines, and their times relative to the first.
    pub engines: &'b [(&'b str, f64)],
    pub runs: &'b [&'b str],
    pub instances: usize,
    pub repetitions: u32,
    pub vices: Vices,
}

impl Bench<'_> {
    /// Simulates the measurements.
    pub fn rows(&self, seed: u64) -> Vec<Row> {
        let mut stream = Stream::new(seed, 0);
        let mut rows = Vec::new();
        // The instances are the same for every seed.
        let mut puzzles = Stream::new(0, 1);
        let hardness: Vec<f64> =
            (0..self.instances).map(|_| (7.0 + 1.5 * normal(&mut puzzles)).exp()).collect();
        let shifts = self.runs.iter().map(|run| self.vices.between * self.shift(run, seed));
        let shifts: Vec<f64> = shifts.collect();
        for repetition in 1..=self.repetitions {
            for (run, shift) in self.runs.iter().zip(&shifts) {
                let drift = self.vices.drift * normal(&mut stream);
                for (instance, hardness) in hardness.iter().enumerate() {
                    for (engine, slowness) in self.engines {
                        let spiked = uniform(&mut stream) < self.vices.spikes;
                        let spike = if spiked { 20.0_f64.ln() * uniform(&mut stream) } else { 0.0 };
                        let noise = self.vices.noise * normal(&mut stream);
                        rows.push(Row {
                            run: (*run).into(),
                            instance: format!("{}", instance + 1),
                            engine: (*engine).into(),
                            repetition,
                            time: hardness * slowness * (shift + drift + spike + noise).exp(),
                            ..Row::default()
                        });
                    }
                }
            }
        }
        rows
    }

    /// By how much the machine was slower in a run, as the logarithm of a factor, in units of `Vices::between`.
    pub fn shift(&self, run: &str, seed: u64) -> f64 {
        let run = self.runs.iter().position(|one| *one == run).unwrap_or_default();
        normal(&mut Stream::new(seed, 2 + run as u64))
    }
}
