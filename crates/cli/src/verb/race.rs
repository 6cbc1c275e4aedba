//! `quadrille race`: two binaries of quadrille, or two engines of this one, measured in turns.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::plan::request::{LimitsRequest, Request};
use quadrille_harness::race::{Contender, Lap, Race};
use quadrille_harness::{Plan, engine};
use quadrille_results::Results;
use quadrille_results::statistics::comparison::{Comparison, Sides};
use quadrille_results::statistics::criterion::Outcome;
use quadrille_results::statistics::gate::{Conditions, Gate};

use super::compare::text::{decision, found, legend, lines_table};
use super::compare::{json, refuse_if_nothing};
use crate::args::{self, Output};
use crate::output::json::write_known;
use crate::output::message::tell;
use crate::output::{print_if_read, progress};
use crate::status::Status;

pub fn run(args: &args::Race, cancel: &CancelToken) -> Result<Status> {
    let contenders = contenders(args)?;
    let plan = plan(args, &contenders)?;
    let template = "{bar:30} {pos} of {len} s";
    let bar = progress::bar(template, Some(args.seconds.as_secs()), args.output == Output::Plain);
    let race = Race {
        contenders,
        plan: &plan,
        options: &options(args),
        length: args.seconds,
        blocks: args.blocks.map(|blocks| blocks as usize),
        seed: args.seed,
        cancel,
        progress: &|since| bar.set_position(since.as_secs()),
    };
    let laps = race.run().map_err(anyhow::Error::msg);
    bar.finish_and_clear();
    let laps = laps?;
    if cancel.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    let (results, blocks, of_a) = read(laps)?;
    if let Some(warning) = results.unverified() {
        tell(format_args!("warning: {warning}"));
    }
    let [a, b] = race.contenders;
    let engines = a.engine.as_deref().zip(b.engine.as_deref());
    let mut sides = Sides::of(&results, args.judging.clock, of_a, engines)?;
    sides.names = [a.name, b.name];
    let comparison = Comparison::of_race(&results, &sides, args.judging.tolerance, &blocks);
    refuse_if_nothing(&sides, &comparison)?;
    let blocks = blocks.iter().max().map_or(0, |last| last + 1);
    print_if_read(&match args.output {
        Output::Plain => page(args, &results, &sides, &comparison, blocks),
        Output::Json => {
            let mut out = Vec::new();
            write_known(&mut out, json::objects(&results, &comparison))?;
            String::from_utf8(out)?
        }
    })?;
    Ok(Status::of_times(Gate::new(&comparison, Conditions::RACE).outcome()))
}

/// Two engines if both names are engines, otherwise two binaries.
fn contenders(args: &args::Race) -> Result<[Contender; 2]> {
    let declared = args.programs.read()?;
    let is_engine = |name: &str| {
        engine::by_name(name).is_some() || declared.iter().any(|program| program.name == name)
    };
    let names = [&args.a, &args.b];
    // Beside an engine, what is no file was meant as an engine.
    let is_nothing = |name: &str| !is_engine(name) && !Path::new(name).exists();
    if names.iter().any(|name| is_engine(name))
        && let Some(name) = names.iter().find(|name| is_nothing(name))
    {
        bail!(
            "{name}: found no such engine; expected an engine of `quadrille list engines` or of --engines"
        );
    }
    if names.iter().all(|name| is_engine(name)) {
        if args.a == args.b {
            bail!(
                "found the engine `{}` twice; expected two engines, or two binaries; to measure the noise, race two \
                 copies of one binary",
                args.a
            );
        }
        if !args.engine.is_empty() {
            bail!("found --engine beside two engines; expected it with two binaries only");
        }
        let program = std::env::current_exe().context("cannot find this binary")?;
        let of_engine = |name: &String| Contender {
            name: name.clone(),
            program: program.clone(),
            engine: Some(name.clone()),
        };
        return Ok(names.map(of_engine));
    }
    let binary = |name: &String| -> Result<Contender> {
        let program = fs::canonicalize(name).with_context(|| {
            format!(
                "{name}: found no such binary; expected two binaries of quadrille, or two engines"
            )
        })?;
        Ok(Contender { name: name.clone(), program, engine: None })
    };
    Ok([binary(&args.a)?, binary(&args.b)?])
}

/// The plan that both sides carry out, block by block.
fn plan(args: &args::Race, contenders: &[Contender; 2]) -> Result<Plan> {
    let named = contenders.iter().filter_map(|contender| contender.engine.clone());
    let request = Request {
        corpora: args::names(&args.corpus),
        engines: args.engine.iter().cloned().chain(named).collect(),
        task: args.task,
        limits: LimitsRequest {
            seconds: args.time_limit.map(|limit| limit.as_secs_f64()),
            ..LimitsRequest::default()
        },
        engine: args.programs.read()?,
        may_start: true, // the command line names their declarations
        ..Request::default()
    };
    if args.corpus.iter().any(|name| name == "-") {
        bail!(
            "found `-` as a corpus; expected a name or a file, because each block reads the corpora again"
        );
    }
    request.open(&args.data.library()?, &mut |error| Err(error)).map_err(anyhow::Error::msg)
}

/// The options of `run` for both sides.
fn options(args: &args::Race) -> Vec<String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: String| options.extend([name.to_owned(), value]);
    args.corpus.iter().for_each(|corpus| add("--corpus", corpus.clone()));
    args.programs
        .engines
        .iter()
        .for_each(|path| add("--engines", path.to_string_lossy().into_owned()));
    if let Some(folder) = &args.data.data {
        add("--data", folder.to_string_lossy().into_owned());
    }
    if let Some(task) = args.task {
        add("--task", task.name().to_owned());
    }
    if let Some(limit) = args.time_limit {
        add("--time-limit", limit.as_secs_f64().to_string());
    }
    options
}

/// The rows of all laps, those of side A first; the block of each lap; and the number of laps of side A.
fn read(mut laps: Vec<Lap>) -> Result<(Results, Vec<usize>, usize)> {
    laps.sort_by_key(|lap| lap.side);
    let mut results = Results::default();
    for Lap { side, block, csv } in &laps {
        let name = format!("{}, block {block}", ["A", "B"][*side]);
        results.add(&name, csv.as_bytes(), None)?;
    }
    let of_a = laps.iter().filter(|lap| lap.side == 0).count();
    Ok((results, laps.iter().map(|lap| lap.block).collect(), of_a))
}

fn page(
    args: &args::Race,
    results: &Results,
    sides: &Sides,
    comparison: &Comparison,
    blocks: usize,
) -> String {
    let [a, b] = &sides.names;
    let table = lines_table(&comparison.lines);
    let legend = legend(&comparison.lines, args.judging.clock.into());
    let found = found(results, comparison);
    // Counters may differ: a search that was improved takes other steps.
    let gate = Gate::new(comparison, Conditions::RACE);
    let why = decision(results, &gate).unwrap_or_default();
    let answer = match gate.outcome() {
        Outcome::Faster => "B is faster".to_owned(),
        Outcome::NoWorse => "B is no worse".to_owned(),
        Outcome::Worse => format!("B is worse: {why}"),
        Outcome::Undecided => format!("undecided: {why}"),
    };
    format!(
        "A  {a}\nB  {b}\n{blocks} blocks, each measured by A and by B in two processes\n\n{table}\n{legend}\n{found}\n\
         {answer}\n"
    )
}
