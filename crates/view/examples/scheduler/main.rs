//! Simulates a scheduler that runs the shards of a folder, and predicts how busy the workers are.
//!
//! `cargo run --release -p quadrille-view --example scheduler` writes `docs/pictures/scheduler.svg` and
//! `docs/pictures/scheduler.csv`. The same seed gives the same files on every machine.
//!
//! `... --example scheduler -- WORKERS < TASKS` predicts the time of a real folder of shards on one machine without a scheduler.
//! `TASKS` has a line for each task: its generation, and its time in seconds, start-up included.
//!
//! `... --example scheduler -- WORKERS NODES SHARDS BUDGET` predicts the same of a search, with parts of random sizes.

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
use self::work::{Ended, Plan, Search, Tasks, Work};

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
pub const RATE: f64 = 3.7e7;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [] => predict(),
        [workers] => replay(workers.parse()?),
        [workers, nodes, shards, budget] => {
            model(workers.parse()?, nodes.parse()?, shards.parse()?, budget.parse()?)
        }
        _ => Err("expected no arguments, WORKERS, or WORKERS NODES SHARDS BUDGET".into()),
    }
}

/// Predicts the time of tasks that are known, without failures and without the time of the scheduler.
fn replay(workers: usize) -> Result<(), Box<dyn Error>> {
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
    let cluster = Cluster::local(workers);
    let mut stream = Stream::new(SEED, 0);
    let (mut all, mut busy) = (0, 0);
    for tasks in &generations {
        all += cluster.run(tasks, &mut stream).makespan + microseconds(cluster.gap);
        busy += tasks.iter().sum::<u64>();
    }
    let (all, busy) = (seconds(all), seconds(busy));
    let efficiency = busy / (workers as f64 * all);
    println!("makespan {all:.1} s, work {busy:.1} s, efficiency {efficiency:.3}");
    Ok(())
}

/// Predicts the time of a search whose parts have random sizes.
fn model(workers: usize, nodes: f64, shards: usize, budget: u64) -> Result<(), Box<dyn Error>> {
    let search = Work::Search(Search { shards, budget, sigma: work::SIGMA_PART });
    let (cluster, mut stream) = (Cluster::local(workers), Stream::new(SEED, 0));
    let tasks = search.tasks(nodes / RATE, &cluster, &mut stream).ok_or("too many parts")?;
    let ended = tasks.run(&cluster, &mut stream);
    let Ended { makespan, generations, tasks, .. } = ended;
    let makespan = seconds(makespan);
    println!("makespan {makespan:.1} s, {generations} generations, {tasks} tasks");
    Ok(())
}

/// Work that is simulated with several numbers of workers.
struct Case {
    name: &'static str,
    work: Work,
    core_hours: f64,
}

impl Case {
    fn seconds(&self) -> f64 {
        3600.0 * self.core_hours
    }

    /// The tasks; `None` if a generation has too many parts.
    fn tasks(&self) -> Option<Tasks> {
        let cluster = Cluster::slurm(1, 0.0);
        self.work.tasks(self.seconds(), &cluster, &mut Stream::new(SEED, 0))
    }

    /// How the work ends on a cluster.
    fn ended(tasks: &Tasks, workers: usize, dispatch: f64) -> Ended {
        // Failures are drawn from a stream of their own, so that they do not change the tree.
        let mut stream = Stream::new(SEED, 1 + workers as u64);
        tasks.run(&Cluster::slurm(workers, dispatch), &mut stream)
    }

    /// The line of the case in a chart; its rows are added to the CSV.
    fn line(&self, label: &str, dispatch: f64, csv: &mut String) -> Line {
        let Case { name, work, core_hours } = self;
        let (shards, budget, sigma) = work.parameters();
        let (mut points, tasks) = (Vec::new(), self.tasks());
        for workers in WORKERS {
            let begin =
                format!("{name},{core_hours},{shards},{budget},{sigma},{dispatch},{workers}");
            let Some(tasks) = &tasks else {
                _ = writeln!(csv, "{begin},,,,,");
                continue;
            };
            let ended = Self::ended(tasks, workers, dispatch);
            let efficiency = ended.efficiency(self.seconds(), workers);
            let Ended { makespan, generations, tasks, killed } = ended;
            let makespan = seconds(makespan);
            _ = writeln!(
                csv,
                "{begin},{generations},{tasks},{killed},{makespan:.1},{efficiency:.4}"
            );
            points.push((workers as f64, efficiency));
        }
        Line { label: label.to_owned(), points }
    }
}

fn predict() -> Result<(), Box<dyn Error>> {
    let mut csv = String::from(
        "work,core_hours,shards,budget_nodes,sigma,dispatch_s,workers,generations,tasks,killed_tasks,makespan_s,efficiency\n",
    );
    let nodes = CORE_HOURS * 3600.0 * RATE;
    let mut panels = Vec::new();
    for dispatch in DISPATCH {
        let (mut plans, mut searches) = (Vec::new(), Vec::new());
        for (shards, label) in
            [(1000, "1000"), (10_000, "10 000"), (100_000, "100 000"), (1_000_000, "1 000 000")]
        {
            let work = Work::Plan(Plan { shards, rows: 1e7, sigma: work::SIGMA_SHARD });
            let case = Case { name: "plan", work, core_hours: CORE_HOURS };
            plans.push(case.line(&format!("{label} shards"), dispatch, &mut csv));
        }
        for (shards, share, label) in [
            (1000, 4.0, "1000 shards, budget 4"),
            (1000, 0.25, "1000 shards, budget 1/4"),
            (4000, 1.0, "4000 shards, budget 1"),
            (16_000, 8.0, "16 000 shards, budget 8"),
        ] {
            for sigma in [work::SIGMA_PART, work::SIGMA_SKEWED] {
                let work = Work::Search(Search::new(nodes, shards, share, sigma));
                let case = Case { name: "search", work, core_hours: CORE_HOURS };
                let drawn = case.line(label, dispatch, &mut csv);
                if sigma < work::SIGMA_SKEWED {
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

/// The work of the last table in docs/CLUSTER.md: its name, core-hours, and rows of a plan; 0 rows for a search. To merge a
/// generated puzzle takes 0.23 of the time of a row of a run.
const THOUSAND: [(&str, f64, f64); 13] = [
    ("17 clues, six engines", 0.0206, 294_948.0),
    ("17 clues, four engines, 10^7 tests", 18.4, 196_632.0),
    ("17 clues, four engines, 10^9 tests", 1840.0, 196_632.0),
    ("10^9 puzzles", 33.9, 2.3e8),
    ("pentominoes", 2.9, 0.0),
    ("queens:20", 3.4, 0.0),
    ("queens:21", 29.9, 0.0),
    ("queens:22", 273.0, 0.0),
    ("queens:23", 2430.0, 0.0),
    ("queens:24", 23_900.0, 0.0),
    ("queens:25", 235_000.0, 0.0),
    ("queens:26", 2_350_000.0, 0.0),
    ("queens:27", 25_400_000.0, 0.0),
];

/// What a thousand workers need, with the best of some numbers of shards and budgets.
fn thousand() -> String {
    let mut table = String::from(
        "| work | core-hours | dispatch, s | shards | budget, nodes | generations | efficiency | wall time, s |\n",
    );
    for (name, core_hours, rows) in THOUSAND {
        let groups: Vec<Vec<Work>> = if rows > 0.0 {
            let plan = |shards| Work::Plan(Plan { shards, rows, sigma: work::SIGMA_SHARD });
            vec![[16, 64, 250, 1000, 2000, 4000, 8000, 16_000].map(plan).into()]
        } else {
            let search = |shards: usize, share: f64| {
                let nodes = core_hours * 3600.0 * RATE;
                Work::Search(Search::new(nodes, shards, share, work::SIGMA_PART))
            };
            let all = |shards| [8.0, 1.0, 0.5, 0.25].map(|share| search(shards, share)).into();
            [1000, 16_000].map(all).into()
        };
        for works in groups {
            let cases = works.into_iter().map(|work| Case { name, work, core_hours });
            let simulated: Vec<(Case, Tasks)> =
                cases.filter_map(|case| case.tasks().map(|tasks| (case, tasks))).collect();
            for dispatch in DISPATCH {
                let ended = simulated
                    .iter()
                    .map(|(case, tasks)| (case, Case::ended(tasks, 1000, dispatch)));
                let Some((case, ended)) = ended.min_by_key(|(_, ended)| ended.makespan) else {
                    continue;
                };
                let (shards, budget, _) = case.work.parameters();
                let efficiency = ended.efficiency(case.seconds(), 1000);
                let (wall, generations) = (seconds(ended.makespan), ended.generations);
                _ = writeln!(
                    table,
                    "| {name} | {core_hours} | {dispatch} | {shards} | {budget} | {generations} | {efficiency:.3} | {wall:.0} |"
                );
            }
        }
    }
    table
}
