//! Compares exact cover solvers: quadrille's engines, published crates, and Python packages.
//!
//! ```text
//! cargo run --release -- [OPTION...] [INSTANCE...]
//! ```
//!
//! INSTANCE is a file of DLX text, a folder of DLX files, or a family such as `queens:8` [default: a fixed list
//! of families]. `--countless INSTANCE` adds an instance with more solutions than can be visited; only engines
//! that count without visiting search it. `--python INTERPRETER` adds the Python packages that an interpreter
//! has; `pip install -r engines/cover-python/requirements.txt` installs them. `--only TEXT` leaves out engines
//! whose names do not contain TEXT, except the crate `dlx`.
//!
//! Each engine finds all solutions of each instance, in a process of its own. The process is ended when its CPU
//! time exceeds `--limit`, and its memory is limited to `--memory`. An engine that gave no answer is left out of
//! the later rounds of the instance. In each of the rounds (`--rounds`) the engines take turns, in the opposite
//! order of the round before. Times are CPU times, as medians over the rounds. They exclude converting a problem
//! to the engine's input, and include building the engine's data structures and the search. Short searches are
//! repeated and timed together.
//!
//! Each count is compared with the known count (from the fixed list, or from a CSV file with the columns
//! `instance` and `solutions`, `--counts`), or else with the count of most engines. The tables are Markdown, and
//! end with the ratios of times to those of the crate `dlx`, on instances that take the crate at least `--least`
//! milliseconds. A wrong count is listed there and makes the exit status 1. After bad usage it is 2.

mod contender;
mod hands;
mod instance;
mod ours;
mod peers;
mod rounds;
mod table;
mod worker;

use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};

use contender::{Contender, WORKER, YARDSTICK};
use hands::{Hand, Limits};
use instance::{Instance, Instances};
use rounds::{Cell, Row};
use table::Tables;

const USAGE: &str = "usage: quadrille-peers-cover [--rounds N] [--limit SECONDS] [--memory MB] [--least MS] \
    [--counts FILE] [--only TEXT]... [--python INTERPRETER] [--countless INSTANCE]... [INSTANCE...]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ended = match words.split_first() {
        Some((first, rest)) if first == WORKER => worker::work(rest).map(|()| ExitCode::SUCCESS),
        _ => arguments(words.into_iter()).map(|arguments| match run(&arguments) {
            Ok(code) => code,
            Err(error) => {
                eprintln!("error: {error:#}");
                ExitCode::FAILURE
            }
        }),
    };
    ended.unwrap_or_else(|error| {
        eprintln!("error: {error:#}\n{USAGE}");
        ExitCode::from(2)
    })
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { rounds, limits, least, ref contenders, ref instances } = *arguments;
    let mut hands: Vec<_> = contenders.iter().map(|one| Hand::new(one, limits)).collect();
    let mut rows = Vec::new();
    for (number, instance) in instances.all.iter().enumerate() {
        if stderr().is_terminal() {
            let Instance { name, .. } = instance;
            eprint!("\r\x1b[K{} of {}: {name} ", number + 1, instances.all.len());
        }
        rows.push(rounds::play(&mut hands, instance, rounds)?);
    }
    if stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
    print!("{}", Tables { contenders, rows: &rows, limits, least }.to_markdown(rounds));
    let is_wrong = |row: &Row| row.cells.iter().any(|cell| matches!(cell, Cell::Wrong(_)));
    Ok(if rows.iter().any(is_wrong) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

struct Arguments {
    rounds: usize,
    limits: Limits,
    least: f64,
    contenders: Vec<Contender>,
    instances: Instances,
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments> {
    let mut limits = Limits { seconds: 20.0, megabytes: 8192 };
    let (mut rounds, mut least) = (5, 20.0);
    let (mut only, mut counts) = (Vec::new(), Vec::new());
    let mut contenders = contender::built_in()?;
    let mut instances = Instances::new()?;
    while let Some(word) = words.next() {
        let option = word.as_str();
        let mut value =
            || words.next().with_context(|| format!("{option}: found nothing; expected a value"));
        match option {
            "--rounds" => rounds = number(option, &value()?, "a whole number from 1")?,
            "--limit" => limits.seconds = number(option, &value()?, "seconds")?,
            "--memory" => limits.megabytes = number(option, &value()?, "megabytes")?,
            "--least" => least = number(option, &value()?, "milliseconds")?,
            "--counts" => counts.push(value()?),
            "--only" => only.push(value()?),
            "--python" => contenders.extend(contender::python(Path::new(&value()?))?),
            "--countless" => instances.add(&value()?, true)?,
            _ if option.starts_with('-') => bail!("found the option {option}; see below"),
            named => instances.add(named, false)?,
        }
    }
    ensure!(rounds > 0, "--rounds: found `0`; expected a whole number from 1");
    ensure!(limits.seconds >= 1.0, "--limit: found `{}`; expected 1 or more", limits.seconds);
    if instances.all.is_empty() {
        instances.add_tour()?;
    }
    for file in counts {
        instances.expect(Path::new(&file))?;
    }
    for text in &only {
        let named = contenders.iter().any(|contender| contender.name.contains(text));
        ensure!(named, "--only: found `{text}`; expected a part of the name of an engine");
    }
    contenders.retain(|contender| {
        let is_named = only.iter().any(|text| contender.name.contains(text));
        only.is_empty() || is_named || contender.name == YARDSTICK
    });
    Ok(Arguments { rounds, limits, least, contenders, instances })
}

fn number<T: std::str::FromStr>(option: &str, value: &str, expected: &str) -> Result<T> {
    value.parse().ok().with_context(|| format!("{option}: found `{value}`; expected {expected}"))
}
