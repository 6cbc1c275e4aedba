//! A worker: one engine in a process of its own.
//!
//! The worker reads requests from standard input, one on each line, and answers each with one line. Engines
//! cannot be interrupted, but a process can: the worker asks the system to end it when its CPU time is used up.
//! `engines/cover-python` uses the same requests and replies.
//!
//! | request | reply |
//! |---|---|
//! | `load SECONDS FILE` | `ready`, or `refused WHY` if the engine does not accept the problem |
//! | `run SECONDS` | `counted SOLUTIONS SECONDS`, the number of solutions and the mean time of a run, over enough runs to be measurable |
//!
//! SECONDS in a request is the CPU time after which the process is ended. The reply to either request may be
//! `failed WHY`.

use std::fs;
use std::io::{BufRead, Write, stdin, stdout};

use anyhow::{Context, Result, bail};
use quadrille_cover::Problem;
use rustix::process::{Resource, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use crate::contender::{Count, Engine, engines};

/// Shortest time that is measured, in CPU seconds; shorter searches are repeated and timed together.
const SHORTEST: f64 = 0.01;

/// Answers requests until standard input ends. The arguments are the name of an engine and its limit of memory in
/// megabytes.
pub fn work(arguments: &[String]) -> Result<()> {
    let [name, megabytes] = arguments else {
        bail!("found {} words; expected an engine and megabytes", arguments.len());
    };
    let mut room = getrlimit(Resource::As);
    room.current = Some(megabytes.parse::<u64>()? << 20);
    setrlimit(Resource::As, room).context("limiting the memory")?;
    let engine = engines().into_iter().find(|engine| engine.name == *name);
    let engine = engine.with_context(|| format!("found the engine `{name}`; there is none"))?;
    let mut lines = stdin().lock().lines();
    let mut next = lines.next().transpose()?;
    while let Some(line) = next.take() {
        let Some((seconds, file)) = load(&line) else {
            bail!("found the line `{line}`; expected load SECONDS FILE");
        };
        limit(seconds)?;
        let problem = fs::read(file).context("reading").and_then(|text| Ok(Problem::parse(text)?));
        match problem {
            Ok(problem) => next = serve(&engine, &problem, &mut lines)?,
            Err(error) => {
                say(&format!("failed {error:#}"))?;
                next = lines.next().transpose()?;
            }
        }
    }
    Ok(())
}

fn load(line: &str) -> Option<(f64, &str)> {
    let (seconds, file) = line.strip_prefix("load ")?.split_once(' ')?;
    Some((seconds.parse().ok()?, file))
}

/// Answers requests about a problem; returns the first line that is not such a request.
fn serve(
    engine: &Engine,
    problem: &Problem,
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
) -> Result<Option<String>> {
    let mut count = (engine.prepare)(problem);
    say(&match &count {
        Ok(_) => "ready".to_owned(),
        Err(why) => format!("refused {why}"),
    })?;
    while let Some(line) = lines.next().transpose()? {
        let Some(seconds) = line.strip_prefix("run ") else { return Ok(Some(line)) };
        limit(seconds.parse().with_context(|| format!("`{seconds}` is no number"))?)?;
        match &mut count {
            Ok(count) => {
                let (solutions, seconds) = timed(count);
                say(&format!("counted {solutions} {seconds:.9}"))?;
            }
            Err(why) => say(&format!("failed {why}"))?,
        }
    }
    Ok(None)
}

/// The number of solutions, and the CPU seconds that counting them took.
fn timed(count: &mut Count<'_>) -> (String, f64) {
    let mut iterations = 1;
    loop {
        let start = cpu_seconds();
        let mut solutions = count();
        for _ in 1..iterations {
            solutions = count();
        }
        let seconds = cpu_seconds() - start;
        // A short first iteration is not used, because the caches are still cold.
        if iterations > 1 || seconds > 10.0 * SHORTEST {
            return (solutions, seconds / f64::from(iterations));
        }
        iterations = 2 + (SHORTEST / seconds.max(1e-7)) as u32;
    }
}

fn say(line: &str) -> Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// Asks the system to end this process when it has used this much more CPU time, rounded up to whole seconds.
fn limit(seconds: f64) -> Result<()> {
    let mut limits = getrlimit(Resource::Cpu);
    limits.current = Some((cpu_seconds() + seconds).ceil() as u64);
    setrlimit(Resource::Cpu, limits).context("limiting the CPU time")
}

/// The CPU time of the thread, which is the only thread. The clock of the process is not used, because with a limit
/// of CPU time the system updates that clock only every few milliseconds.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}
