//! Measures the cost of the harness itself: `cargo run --release -p quadrille-harness --example overhead`.
//!
//! Prints the rows per second that the writer writes to a file, with the memory of the process at the end; and the time of
//! a batch of the fastest engine measured by the harness, divided by the time of a bare loop, with both taking turns.

use std::error::Error;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quadrille_cover::CancelToken;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::measure::clock::Clocks;
use quadrille_harness::plan::Limits;
use quadrille_harness::run::RunContext;
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::writer::Writer;
use quadrille_harness::{Body, Corpus, Engine, Plan, engine, run};
use quadrille_results::{Record, Task};
use quadrille_sudoku::engine::lanes::{Cells, Lanes};

/// Number of rows written, in blocks of ten.
const ROWS: usize = 3_000_000;
/// Number of measurements of each kind.
const ROUNDS: usize = 21;

/// A sink that keeps the rows in memory.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panics while it holds the lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let plan = Plan {
        corpora: vec![Corpus::open("generated-9x9", &mut Err)?],
        engines: engine::by_name("lanes").into_iter().map(Engine::Native).collect(),
        task: Some(Task::Unique),
        limits: Limits::default(),
        filter: None,
        batch: true,
        repetitions: 1,
        twice: false,
        prove: false,
        jobs: 1,
        seed: 1,
        part: None,
    };
    let row = rows_of(&plan)?.pop().ok_or("a row")?;
    write_many(&row)?;

    let cells = |body: &Body| match body {
        Body::Sudoku(puzzle) => Cells::try_from(puzzle.givens().cells()).ok(),
        Body::Cover(_) => None,
    };
    let instances = plan.corpora[0].instances.iter();
    let puzzles: Option<Vec<Cells>> = instances.map(|instance| cells(&instance.body)).collect();
    let puzzles = puzzles.ok_or("puzzles of 9x9")?;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let row = rows_of(&plan)?.pop().ok_or("a row")?;
        let iterations = row.iterations.ok_or("a right answer")?;
        let with = row.cpu_ns.ok_or("a time")? as f64 / iterations as f64;
        ratios.push(with / bare(&puzzles, iterations));
    }
    ratios.sort_by(f64::total_cmp);
    println!("batch through the harness, over a bare loop: {:.3}", ratios[ROUNDS / 2]);
    println!("  of {ROUNDS} rounds: {:.3} to {:.3}", ratios[0], ratios[ROUNDS - 1]);
    Ok(())
}

fn rows_of(plan: &Plan) -> Result<Vec<Record>, Box<dyn Error>> {
    let (sink, cancel) = (Sink::default(), CancelToken::new());
    let conduct = RunContext {
        run_id: "overhead",
        cancel: &cancel,
        cores: &Cores::default(),
        done: &Done::default(),
        progress: &|_| (),
        waiting: &|_| (),
    };
    run(plan, Box::new(sink.clone()), &conduct)?;
    let bytes = sink.0.lock().expect("no thread panics while it holds the lock");
    Ok(csv::Reader::from_reader(&bytes[..]).deserialize().collect::<Result<_, _>>()?)
}

/// Nanoseconds of CPU time to search all puzzles once.
fn bare(puzzles: &[Cells], iterations: u64) -> f64 {
    let (mut lanes, mut solved) = (Lanes::new(), Vec::new());
    lanes.solve_batch(puzzles, 2, &mut solved);
    let ((), spent) = Clocks::of_this_thread().time(|| {
        for _ in 0..iterations {
            lanes.solve_batch(black_box(puzzles), 2, &mut solved);
        }
    });
    spent.cpu.unwrap_or_default().as_nanos() as f64 / iterations as f64
}

fn write_many(row: &Record) -> Result<(), Box<dyn Error>> {
    let file = tempfile::NamedTempFile::new()?;
    let out = File::options().write(true).open(file.path())?;
    let start = Instant::now();
    let writer = Writer::start(Box::new(out), false, false, CancelToken::new())?;
    let rows = writer.rows();
    for block in 0..ROWS / 10 {
        let row = |position| Record { block, position, ..row.clone() };
        rows.send((0, (0..10).map(row).collect()))?;
    }
    drop(rows);
    writer.finish()?;
    let rate = ROWS as f64 / start.elapsed().as_secs_f64();
    println!("rows a second: {rate:.0} ({ROWS} rows, {} bytes)", file.path().metadata()?.len());
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("memory at most: {}", peak.trim());
    }
    Ok(())
}
