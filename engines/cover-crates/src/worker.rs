//! A worker: one engine in a process of its own.
//!
//! It is told what to do in lines on standard input, and answers each with a line. Engines cannot
//! be interrupted, but a process can: it asks the system to end it when it has used up its CPU time.
//! `engines/cover-python` keeps to the same lines.
//!
//! | line | answer |
//! |---|---|
//! | `load SECONDS FILE` | `ready`, or `refused WHY` if the engine does not take the problem |
//! | `run SECONDS` | `counted SOLUTIONS SECONDS`, the mean over as many runs as make a time that a clock can tell |
//!
//! The first seconds are those after which it is ended. Either line may be answered by `failed WHY`.

use std::fs;
use std::io::{BufRead, Write, stdin, stdout};

use anyhow::{Context, Result, bail};
use quadrille_cover::Problem;
use rustix::process::{Resource, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};

use crate::contender::{Count, Engine, engines};

/// CPU seconds that are timed together at least.
const SHORTEST: f64 = 0.01;

/// Works until standard input ends. It is given the name of an engine, and how many megabytes there are.
pub fn work(arguments: &[String]) -> Result<()> {
    let [name, megabytes] = arguments else {
        bail!("found {} words; expected an engine and a number", arguments.len());
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

/// Answers lines about a problem, and gives the first that is not.
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
        limit(seconds.parse().with_context(|| format!("found `{seconds}` seconds"))?)?;
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

/// The number of solutions, and the CPU seconds it took.
fn timed(count: &mut Count<'_>) -> (String, f64) {
    let mut iterations = 1;
    loop {
        let start = cpu_seconds();
        let mut solutions = count();
        for _ in 1..iterations {
            solutions = count();
        }
        let seconds = cpu_seconds() - start;
        // The first time, memory is cold.
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

/// Ends this process when it has used that much more CPU time, to the next whole second.
fn limit(seconds: f64) -> Result<()> {
    let mut limits = getrlimit(Resource::Cpu);
    limits.current = Some((cpu_seconds() + seconds).ceil() as u64);
    setrlimit(Resource::Cpu, limits).context("limiting the CPU time")
}

/// Of the thread, which is the only one: while there is a limit to its CPU time, the clock of a process is
/// only brought up to date every few milliseconds.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}
