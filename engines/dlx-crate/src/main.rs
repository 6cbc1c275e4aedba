//! Dancing links side by side: quadrille's `dlx` and the `dlx` crate, on DLX text files.
//!
//! ```text
//! cargo run --release -- [--rounds N] FILE_OR_FOLDER...
//! ```
//!
//! Both build their links from a problem in memory and enumerate all solutions, in turn, as
//! many rounds as asked for (5), each round in the opposite order of the one before. Times are
//! CPU times of the thread; the table has their medians and the ratio ours : theirs, and ends
//! with the geometric mean of the ratios. Different counts end the run.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Solver as PeerSolver, Uint};
use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Counters, Problem, Solver};
use rustix::time::{ClockId, clock_gettime};

fn main() -> Result<()> {
    let mut rounds = 5;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--rounds" {
            rounds = arguments.next().context("--rounds needs a number")?.parse()?;
        } else {
            collect(Path::new(&argument), &mut files)?;
        }
    }
    ensure!(!files.is_empty() && rounds > 0, "usage: [--rounds N] FILE_OR_FOLDER...");
    println!(
        "{:<20} {:>10} {:>12} {:>12} {:>7}",
        "instance", "solutions", "ours ms", "crate ms", "ratio"
    );
    let mut logs = 0.0;
    for file in &files {
        logs += compare(file, rounds).with_context(|| file.display().to_string())?.ln();
    }
    println!("geometric mean of {} ratios: {:.3}", files.len(), (logs / files.len() as f64).exp());
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = path.read_dir()?.collect::<Result<Vec<_>, _>>()?;
    let mut found: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "dlx"));
    found.sort();
    files.append(&mut found);
    Ok(())
}

/// Prints one line of the table and gives the ratio ours : theirs.
fn compare(file: &Path, rounds: usize) -> Result<f64> {
    let problem = Problem::parse(std::fs::read(file)?)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut solutions = 0;
    for round in 0..rounds {
        for second in [false, true] {
            let start = cpu_ms();
            if second ^ (round % 2 == 0) {
                solutions = our_count(&problem);
                ours.push(cpu_ms() - start);
            } else {
                let count = peer_count(&problem, &mut theirs);
                ensure!(solutions == count || round == 0, "ours {solutions}, the crate {count}");
            }
        }
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    println!("{name:<20} {solutions:>10} {ours:>12.3} {theirs:>12.3} {:>7.3}", ours / theirs);
    Ok(ours / theirs)
}

fn our_count(problem: &Problem) -> u64 {
    let mut visit = |_: &[_]| ControlFlow::Continue(());
    let search = Dlx.search(problem, &Budget::default(), Counters::Off, &mut visit);
    search.expect("no multiplicities here").stats.solutions
}

/// Converts the problem outside the clock; building the links and solving is inside.
fn peer_count(problem: &Problem, times: &mut Vec<f64>) -> u64 {
    let primary = problem.primary() as Uint;
    let secondary = (problem.items() - problem.primary()) as Uint;
    let options = problem.option_ids().filter(|&option| problem.is_choosable(option));
    let options = options.map(|option| problem.option(option));
    let item = |entry: &quadrille_cover::Entry| entry.item.index() as Uint;
    if problem.has_colours() {
        let colour = |e: &quadrille_cover::Entry| e.colour.map_or(0, |c| c.index() as Int + 1);
        let options: Vec<Vec<(Uint, Int)>> =
            options.map(|o| o.iter().map(|e| (item(e), colour(e))).collect()).collect();
        let start = cpu_ms();
        let count =
            enumerate(&mut dlx::c::make_problem(primary, secondary, &options, OptOrder::Seq));
        times.push(cpu_ms() - start);
        count
    } else {
        let options: Vec<Vec<Uint>> = options.map(|o| o.iter().map(item).collect()).collect();
        let start = cpu_ms();
        let count =
            enumerate(&mut dlx::x::make_problem(primary, secondary, &options, OptOrder::Seq));
        times.push(cpu_ms() - start);
        count
    }
}

fn enumerate<P: Solve>(problem: &mut P) -> u64 {
    let mut solver = PeerSolver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}

fn cpu_ms() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}
