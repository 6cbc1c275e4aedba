//! Simulates a scheduler that runs the shards of a folder, and predicts how busy the workers are.
//!
//! `cargo run --release -p quadrille-view --example scheduler` writes `docs/pictures/scheduler.svg` and
//! `docs/pictures/scheduler.csv`. The same seed gives the same files on every machine.
//!
//! `... --example scheduler -- WORKERS GAP < TASKS` predicts the time of a real folder of shards. `TASKS` has a line for each
//! task: its generation, and its time in seconds, start-up included. `GAP` is the time between two generations in seconds.

mod chart;
mod cluster;
mod work;

use std::error::Error;
use std::fmt::Write as _;
use std::io::BufRead;
use std::path::Path;

use quadrille_cover::random::Stream;

use self::chart::{Line, Panel};
use self::cluster::{Cluster, microseconds, seconds};
use self::work::{Ended, Plan, Search, Work};

/// The seed of all random numbers.
const SEED: u64 = 19;
/// Numbers of workers that are simulated.
const WORKERS: [usize; 15] =
    [8, 16, 32, 64, 128, 256, 512, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 100_000];
/// The work of the charts, in hours of one core.
const CORE_HOURS: f64 = 10_000.0;
/// Time that the controller takes to start a task, in seconds: as measured on a test cluster, and as large clusters are
/// tuned to.
const DISPATCH: [f64; 2] = [0.2, 0.002];
/// Nodes per second of `bits`, counting queens.
pub const RATE: f64 = 2.0e7;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [] => predict(),
        [workers, gap] => replay(workers.parse()?, gap.parse()?),
        _ => Err("expected no arguments, or WORKERS GAP".into()),
    }
}

/// Predicts the time of tasks that are known, without failures and without the time of the scheduler.
fn replay(workers: usize, gap: f64) -> Result<(), Box<dyn Error>> {
    let mut generations: Vec<Vec<u64>> = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (generation, time) = line.split_once(' ').ok_or("expected: GENERATION SECONDS")?;
        let (generation, time): (usize, f64) = (generation.parse()?, time.parse()?);
        if generations.len() <= generation {
            generations.resize(generation + 1, Vec::new());
        }
        generations[generation].push(microseconds(time));
    }
    let cluster = Cluster { workers, dispatch: 0.0, failures: 0.0 };
    let mut stream = Stream::new(SEED, 0);
    let (mut all, mut busy) = (0, 0);
    for tasks in &generations {
        all += cluster.run(tasks, &mut stream).makespan + microseconds(gap);
        busy += tasks.iter().sum::<u64>();
    }
    let (all, busy) = (seconds(all), seconds(busy));
    let efficiency = busy / (workers as f64 * all);
    println!("makespan {all:.1} s, work {busy:.1} s, efficiency {efficiency:.3}");
    Ok(())
}

/// Work that is simulated with several numbers of workers.
struct Case {
    name: &'static str,
    work: Work,
    core_hours: f64,
    dispatch: f64,
}

impl Case {
    fn ended(&self, workers: usize) -> Option<Ended> {
        let cluster = Cluster { workers, dispatch: self.dispatch, failures: cluster::FAILURES };
        let work = 3600.0 * self.core_hours;
        let mut stream = Stream::new(SEED, workers as u64);
        self.work.simulate(work, &cluster, &mut stream)
    }

    fn row(&self, workers: usize) -> (String, Option<f64>) {
        let Case { name, work, core_hours, dispatch } = self;
        let (shards, budget, sigma) = work.parameters();
        let begin = format!("{name},{core_hours},{shards},{budget},{sigma},{dispatch},{workers}");
        match self.ended(workers) {
            Some(ended) => {
                let efficiency = ended.efficiency(3600.0 * core_hours, workers);
                let Ended { makespan, generations, tasks, killed, .. } = ended;
                let row = format!(
                    "{begin},{generations},{tasks},{killed},{:.1},{efficiency:.4}\n",
                    seconds(makespan)
                );
                (row, Some(efficiency))
            }
            None => (format!("{begin},,,,,\n"), None),
        }
    }
}

fn predict() -> Result<(), Box<dyn Error>> {
    let mut csv = String::from(
        "work,core_hours,shards,budget_nodes,sigma,dispatch_s,workers,generations,tasks,killed_tasks,makespan_s,efficiency\n",
    );
    let mut panels = Vec::new();
    for dispatch in DISPATCH {
        let (mut plans, mut searches) = (Vec::new(), Vec::new());
        for (shards, label) in
            [(1000, "1000"), (10_000, "10 000"), (100_000, "100 000"), (1_000_000, "1 000 000")]
        {
            let work = Work::Plan(Plan { shards, sigma: work::SIGMA_SHARD });
            let case = Case { name: "plan", work, core_hours: CORE_HOURS, dispatch };
            plans.push(line(&case, format!("{label} shards"), &mut csv));
        }
        let nodes = CORE_HOURS * 3600.0 * RATE;
        for (shards, share, label) in [
            (1000, 2.0, "1000 shards, budget 2"),
            (1000, 0.25, "1000 shards, budget 1/4"),
            (10_000, 0.25, "10 000 shards, budget 1/4"),
            (100_000, 1.0, "100 000 shards, budget 1"),
        ] {
            let budget = (nodes * share / shards as f64).round() as u64;
            for sigma in [work::SIGMA_PART, work::SIGMA_SKEWED] {
                let work = Work::Search(Search { shards, budget, sigma });
                let case = Case { name: "search", work, core_hours: CORE_HOURS, dispatch };
                let drawn = line(&case, label.to_owned(), &mut csv);
                if sigma > work::SIGMA_PART {
                    searches.push(drawn);
                }
            }
        }
        let what = format!("{dispatch} s to start a task");
        panels.push(Panel { title: format!("A plan, {what}"), lines: plans });
        panels.push(Panel { title: format!("A search, {what}"), lines: searches });
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    std::fs::write(folder.join("scheduler.csv"), csv)?;
    std::fs::write(folder.join("scheduler.svg"), chart::draw(&panels))?;
    print!("{}", thousand());
    Ok(())
}

/// The line of a case in a chart; its rows are added to the CSV.
fn line(case: &Case, label: String, csv: &mut String) -> Line {
    let mut points = Vec::new();
    for workers in WORKERS {
        let (row, efficiency) = case.row(workers);
        csv.push_str(&row);
        points.extend(efficiency.map(|efficiency| (workers as f64, efficiency)));
    }
    Line { label, points }
}

/// What a thousand workers need for the work of docs/CLUSTER.md, as a table.
fn thousand() -> String {
    let plan = |shards| Work::Plan(Plan { shards, sigma: work::SIGMA_SHARD });
    let search = |core_hours: f64, shards: usize, share: f64| {
        let budget = (core_hours * 3600.0 * RATE * share / shards as f64).round() as u64;
        Work::Search(Search { shards, budget, sigma: work::SIGMA_SKEWED })
    };
    let mut table = String::from(
        "| work, core-hours | shards | budget, nodes | dispatch, s | efficiency | wall time, s |\n",
    );
    let mut cases = Vec::new();
    for core_hours in [0.1, 1.0, 10.0, 100.0, 1000.0, 1e4, 1e5, 1e6] {
        for shards in [1000, 4000, 16_000] {
            cases.push((core_hours, plan(shards)));
        }
        for share in [2.0, 1.0, 0.25] {
            cases.push((core_hours, search(core_hours, 1000, share)));
        }
    }
    for (core_hours, work) in cases {
        for dispatch in DISPATCH {
            let (shards, budget, _) = work.parameters();
            let case = Case { name: "", work, core_hours, dispatch };
            let Some(ended) = case.ended(1000) else { continue };
            let efficiency = ended.efficiency(3600.0 * core_hours, 1000);
            let wall = seconds(ended.makespan);
            _ = writeln!(
                table,
                "| {core_hours} | {shards} | {budget} | {dispatch} | {efficiency:.3} | {wall:.0} |"
            );
        }
    }
    table
}
