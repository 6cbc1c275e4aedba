//! Benchmarks: runs by the crate `quadrille-harness`, statistics by `quadrille-results`.
//!
//! Tables go to Python as JSON, where `quadrille/bench.py` makes frames of them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille_harness::corpus::manifest::library::Library;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::plan::request::Request;
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::{RunContext, environment, reading};
use quadrille_results::statistics::comparison::{Comparison, Line, Sides};
use quadrille_results::statistics::ranking::{Question, Ranking, Table};
use quadrille_results::{Clock, Record, Results, Rows, Shown};
use serde_json::{Value, json};

use crate::errors::{input, run as failed};
use crate::interruptible::interruptible;

/// Rows as they are written, kept in memory.
#[derive(Clone, Default)]
struct RowsInMemory(Arc<Mutex<Vec<u8>>>);

impl Write for RowsInMemory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Rows of results as JSON objects.
fn rows(csv: &[u8]) -> PyResult<Vec<Value>> {
    let mut all = Vec::new();
    let mut rows = Rows::new("results", csv).map_err(failed)?;
    while let Some((_, row)) = rows.next_row::<Record<&str, &str>>().map_err(failed)? {
        all.push(serde_json::to_value(row).map_err(failed)?);
    }
    Ok(all)
}

/// Carries out a plan, a JSON object or TOML. Returns the rows as JSON and as CSV, and the run file as TOML.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is a plain value from Python")]
pub fn _run(
    py: Python<'_>,
    plan: &str,
    is_json: bool,
    folder: Option<PathBuf>,
    data: Option<PathBuf>,
    run_id: &str,
    started: String,
    allow_engines: bool,
) -> PyResult<(String, String, String)> {
    let request: Result<Request, String> = if is_json {
        serde_json::from_str(plan).map_err(|error| error.to_string())
    } else {
        Request::parse(plan)
    };
    let mut request = request.map_err(|error| input(format!("plan: {error}")))?;
    if let Some(folder) = folder {
        request = request.beside(&folder).map_err(|error| input(format!("plan: {error}")))?;
    }
    request.may_start = allow_engines;
    let library = Library { folder: data, bundle: None };
    let kept = RowsInMemory::default();
    let ended = interruptible(py, None, |cancel| {
        let plan = request.open(&library, &mut Err)?;
        if plan.rows() == 0 {
            return Err("nothing to measure: no engine accepts an instance that passes the filter; name other engines or corpora".to_owned());
        }
        let cores = Cores::for_workers(plan.jobs);
        let notes = environment::RunFile {
            run_id: run_id.to_owned(),
            started,
            ..environment::run_file(&plan, &request, &cores)
        };
        let context = RunContext {
            run_id,
            cancel,
            cores: &cores,
            done: &Done::default(),
            progress: &|_| (),
            waiting: &|_| (),
        };
        quadrille_harness::run(&plan, Box::new(kept.clone()), &context)
            .map_err(|error| error.to_string())?;
        toml::to_string(&notes).map_err(|error| error.to_string())
    })?;
    let notes = ended.value.map_err(failed)?;
    let csv = std::mem::take(&mut *kept.0.lock().unwrap_or_else(PoisonError::into_inner));
    let json = Value::from(rows(&csv)?).to_string();
    Ok((json, String::from_utf8(csv).map_err(failed)?, notes))
}

/// Where results come from: the path of a file, or CSV with a name.
#[derive(FromPyObject)]
pub enum Source {
    Text((String, String)),
    File(PathBuf),
}

fn read(sources: Vec<Source>) -> PyResult<Results> {
    let mut results = Results::default();
    let files: Vec<_> = sources
        .iter()
        .filter_map(|source| if let Source::File(path) = source { Some(path) } else { None })
        .collect();
    if files.len() == sources.len() {
        return reading::read(files).map_err(failed);
    }
    for source in sources {
        match source {
            Source::Text((name, csv)) => {
                results.add(&name, csv.as_bytes(), None).map_err(failed)?
            }
            Source::File(path) => {
                let file = std::fs::File::open(&path)
                    .map_err(|error| failed(format!("{}: {error}", path.shown())))?;
                results.add(&path.shown().to_string(), file, None).map_err(failed)?;
            }
        }
    }
    Ok(results)
}

fn clock(name: &str) -> PyResult<Clock> {
    match name {
        "cpu" => Ok(Clock::Cpu),
        "wall" => Ok(Clock::Wall),
        other => Err(input(format!("clock: found \"{other}\"; expected \"cpu\" or \"wall\""))),
    }
}

/// The ranking of engines as JSON.
#[pyfunction]
pub fn _rank(
    py: Python<'_>,
    sources: Vec<Source>,
    clock: &str,
    baseline: Option<String>,
    corpora: Vec<String>,
    engines: Vec<String>,
    seed: u64,
) -> PyResult<String> {
    let clock = self::clock(clock)?;
    let results = read(sources)?;
    let question = Question {
        clock,
        baseline: baseline.as_deref(),
        corpora: &corpora,
        engines: &engines,
        seed,
        cpu: None,
    };
    let ranking =
        interruptible(py, None, |_| Ranking::of(&results, &question))?.value.map_err(failed)?;
    let rows =
        ranking.tables.iter().flat_map(|table| table.lines.iter().map(|line| ranked(table, line)));
    Ok(Value::from_iter(rows).to_string())
}

fn ranked(table: &Table, line: &quadrille_results::statistics::ranking::Line) -> Value {
    let interval = line.ratio.and_then(|ratio| ratio.interval);
    json!({
        "corpus": table.title.corpus,
        "task": table.title.task,
        "batch": table.title.batch,
        "engine": line.engine,
        "instances": table.cases.len(),
        "answered": line.solved,
        "cut_off": line.cut_off,
        "ranked": table.is_ordered,
        "ratio": line.ratio.map(|ratio| ratio.mean),
        "ratio_low": interval.map(|(low, _)| low),
        "ratio_high": interval.map(|(_, high)| high),
        "par2_ns": line.par2_ns,
        "fastest_share": line.contribution.share,
        "alone": line.contribution.alone,
        "forks_with_time": line.forks_with_time,
    })
}

/// The comparison of two sides, or of two engines of one side, as JSON.
#[pyfunction]
pub fn _compare(
    py: Python<'_>,
    sources: Vec<Source>,
    of_a: usize,
    engines: Option<(String, String)>,
    clock: &str,
    tolerance: f64,
) -> PyResult<String> {
    let clock = self::clock(clock)?;
    let results = read(sources)?;
    let engines = engines.as_ref().map(|(a, b)| (&**a, &**b));
    let lines = interruptible(py, None, |_| {
        let sides = Sides::of(&results, clock, of_a, engines)?;
        Ok::<_, quadrille_results::statistics::StatisticsError>(
            Comparison::of(&results, &sides, tolerance).lines,
        )
    })?;
    let lines = lines.value.map_err(failed)?;
    if lines.is_empty() {
        return Err(failed(
            "compare: the two sides have no instance in common; run both on the same corpora",
        ));
    }
    Ok(Value::from_iter(lines.iter().map(compared)).to_string())
}

fn compared(line: &Line) -> Value {
    let interval = line.ratio.and_then(|ratio| ratio.interval);
    json!({
        "engine_a": line.engines[0],
        "engine_b": line.engines[1],
        "corpus": line.title.corpus,
        "task": line.title.task,
        "pairs": line.pairs,
        "ratio": line.ratio.map(|ratio| ratio.mean),
        "ratio_low": interval.map(|(low, _)| low),
        "ratio_high": interval.map(|(_, high)| high),
        "tolerance": line.judged.tolerance,
        "finding": line.finding(),
        "outcome": line.finding().outcome(),
    })
}
