//! `quadrille run`: corpora through engines, every answer checked, into CSV.

mod noise;
mod table;
pub mod target;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille_cover::CancelToken;
use quadrille_harness::clock::Clocks;
use quadrille_harness::cores::Cores;
use quadrille_harness::disturbance::disturbance;
use quadrille_harness::environment::{Circumstances, RunFile};
use quadrille_harness::process::declaration::{self, Declaration};
use quadrille_harness::request::{LimitsRequest, Request};
use quadrille_harness::resume::Done;
use quadrille_harness::run::Conduct;
use quadrille_harness::summary::Summary;
use quadrille_harness::{CorpusError, Engine, Plan, Task, engines};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use self::target::Target;
use crate::Status;
use crate::args::{Run, TaskName};
use crate::output::unless_closed;
use crate::tell::{tell, tell_text};
use crate::whole_file::refuse_input;

/// Wrong answers, and troubles of other programs, that are told one by one.
const TOLD: usize = 20;

pub fn run(args: &Run, cancel: &CancelToken) -> Result<Status> {
    let before = args.resume.as_deref().map(target::run_file_of).transpose()?;
    let request = request(args, before.as_ref())?;
    if let Some(out) = args.out.as_deref().filter(|out| *out != "-") {
        let corpora = request.corpora.iter().map(Path::new);
        let named = args.plan.iter().chain(&args.engines).map(PathBuf::as_path);
        let read: Vec<&Path> = corpora.chain(named).collect();
        refuse_input(Path::new(out), read.iter().copied())?;
        refuse_input(&target::run_file_path(Path::new(out)), read)?;
    }
    let mut refused = 0u64;
    let plan = open(&request, args, &mut refused)?;
    let rows = plan.rows();
    if rows == 0 {
        bail!("nothing to run: {}", why_nothing(&plan));
    }
    for engine in idle(&plan, &request.engines) {
        tell(format_args!("{engine} takes none of these instances, so there are no rows of it"));
    }
    let started = OffsetDateTime::now_utc();
    let run_id = match &before {
        Some(before) => before.run_id.clone(),
        None => run_id(started)?,
    };
    let cores = Cores::for_workers(plan.jobs);
    let circumstances = Circumstances {
        run_id: &run_id,
        started: &started.format(&Rfc3339)?,
        command: &command_line(),
        pinned: cores.are_pinned(),
        clock_cost: Clocks::of_this_thread().cost(),
        disturbance: disturbance(plan.jobs, &cores),
    };
    let today = RunFile::new(&plan, &request, &circumstances);
    let (target, out, done) = match (&args.resume, &before) {
        (Some(csv), Some(before)) => resumed(csv, before, &today, &plan)?,
        _ => begun(args, &today)?,
    };
    let there = done.summary().rows();
    if args.resume.is_some() && !args.quiet {
        tell(format_args!("going on after {there} of {rows} rows"));
    }
    let bar = progress_bar(rows as u64, args.quiet);
    bar.set_position(there as u64);
    let progress = |finished: usize| bar.inc(finished as u64);
    let conduct =
        Conduct { run_id: &run_id, cancel, cores: &cores, done: &done, progress: &progress };
    let summary = quadrille_harness::run(&plan, out, &conduct);
    bar.finish_and_clear();
    let summary = summary.with_context(|| target.name())?;
    if cancel.is_cancelled() && summary.rows() < rows {
        target.tell_how_to_go_on();
    }
    report(args, &target, &plan, today.disturbance, &summary, rows, refused)?;
    if plan.twice && summary.rows() == rows {
        note_noise(args, &target, plan.seed)?;
    }
    Ok(match () {
        () if refused > 0 => Status::Bad,
        () if summary.wrong() > 0 => Status::Negative,
        () => Status::Positive,
    })
}

/// What a run writes to, what of it is there already, and how it is called.
type Opened = (Target, Box<dyn Write + Send>, Done);

/// A run that begins.
fn begun(args: &Run, today: &RunFile) -> Result<Opened> {
    let target = Target::new(args.out.as_deref(), args.force, &today.run_id)?;
    let out = target.create()?;
    target.write_run_file(today)?;
    Ok((target, out, Done::nothing()))
}

/// A run that goes on where it was cut off, if it is the same run today.
fn resumed(csv: &Path, before: &RunFile, today: &RunFile, plan: &Plan) -> Result<Opened> {
    let differences = before.differences(today);
    if !differences.is_empty() {
        let differences = differences.join("\n  ");
        bail!("{}: cannot be resumed, as this is another run:\n  {differences}", csv.display());
    }
    let target = Target::File { csv: csv.to_owned(), force: true };
    let file = target.lock()?;
    let done = Done::read(csv, plan, &before.run_id)?;
    let out = target.after(file, done.keep())?;
    let mut noted = before.clone();
    noted.resumed.push(today.started.clone());
    target.write_run_file(&noted)?;
    Ok((target, out, done))
}

/// Tells by how much an engine differed from itself, and writes it into the run file.
fn note_noise(args: &Run, target: &Target, seed: u64) -> Result<()> {
    let Target::File { csv, .. } = target else { return Ok(()) };
    let noise = noise::noise(&csv.to_string_lossy(), seed)?;
    if !args.quiet {
        unless_closed(io::stdout().write_all(noise::told(&noise).as_bytes()).map_err(Into::into))?;
    }
    target.write_run_file(&RunFile { noise, ..target::run_file_of(csv)? })
}

/// What is asked for: the plan named, or what the flags say; of a run that is resumed, what was asked
/// for then, unless something is named now.
fn request(args: &Run, before: Option<&RunFile>) -> Result<Request> {
    let mut request = match &args.plan {
        Some(path) => read_plan(path)?,
        None => of_flags(args)?,
    };
    if let Some(before) = before.filter(|_| request == Request::default()) {
        request = before.plan.clone();
    }
    if args.jobs.is_some() {
        request.jobs = args.jobs;
    }
    Ok(request)
}

fn read_plan(path: &Path) -> Result<Request> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let request = Request::parse(&text).map_err(|error| {
        let toml = path.extension().is_some_and(|extension| extension == "toml");
        let hint = if toml {
            ""
        } else {
            "; expected a plan in TOML: a file of puzzles is named with --corpus"
        };
        anyhow!("{}:{error}{hint}", path.display())
    })?;
    Ok(request.beside(path.parent().unwrap_or(Path::new(""))))
}

fn of_flags(args: &Run) -> Result<Request> {
    let mut engine = Vec::new();
    for path in &args.engines {
        engine.extend(declaration::read(path)?.into_iter().map(Declaration::from));
    }
    Ok(Request {
        corpora: args.corpus.clone(),
        engines: args.engine.clone(),
        task: args.task.map(|task| match task {
            TaskName::First => Task::First,
            TaskName::Unique => Task::Unique,
            TaskName::All => Task::All,
        }),
        filter: args.filter.clone(),
        batch: args.batch,
        repetitions: args.repetitions,
        isomorphs: args.isomorphs,
        twice: args.aa,
        seed: args.seed,
        jobs: None,
        limits: LimitsRequest {
            tests: args.limits.max_tests,
            nodes: args.limits.max_nodes,
            seconds: args.time_limit.map(|limit| limit.as_secs_f64()),
            megabytes: args.max_memory,
        },
        engine,
    })
}

/// The plan that is asked for.
fn open(request: &Request, args: &Run, refused: &mut u64) -> Result<Plan> {
    let library = args.data.library()?;
    let mut refuse = |error: CorpusError| {
        if !args.keep_going {
            return Err(error);
        }
        tell(format_args!("error: {error}"));
        *refused += 1;
        Ok(())
    };
    let opened = request.open(&library, &mut refuse);
    match &args.plan {
        Some(path) => opened.with_context(|| path.display().to_string()),
        None => Ok(opened?),
    }
}

/// Engines that were named, or brought along, and are asked nothing, though no filter says so.
fn idle<'p>(plan: &'p Plan, named: &[String]) -> Vec<&'p str> {
    let instances = || plan.corpora.iter().flat_map(|corpus| &corpus.instances);
    let idle = |engine: &&Engine| {
        let wanted =
            matches!(engine, Engine::Process(_)) || named.iter().any(|name| name == engine.name());
        wanted && plan.filter.is_none() && !instances().any(|instance| engine.takes(&instance.body))
    };
    plan.engines.iter().filter(idle).map(Engine::name).collect()
}

/// Why a plan has no rows: the filter, or engines that take none of the instances, with those that would.
fn why_nothing(plan: &Plan) -> String {
    if plan.filter.is_some() {
        return "--filter matches nothing that an engine takes".to_owned();
    }
    let engines = engines::all();
    let instances = || plan.corpora.iter().flat_map(|corpus| &corpus.instances);
    let would = engines.iter().filter(|engine| instances().any(|one| engine.takes(&one.body)));
    let would: Vec<_> = would.map(|engine| engine.name).collect();
    let named: Vec<_> = plan.engines.iter().map(Engine::name).collect();
    let lanes = if named.contains(&"lanes") { " (lanes is for 9x9)" } else { "" };
    format!(
        "{} does not take any instance of these corpora{lanes}; expected one of {}",
        named.join(", "),
        would.join(", ")
    )
}

/// The words of this command.
pub fn command_line() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// A name that sorts by time: `20261121T063000Z-3f2a`, the end from the clock's fraction.
pub fn run_id(started: OffsetDateTime) -> Result<String> {
    let form = format_description!("[year][month][day]T[hour][minute][second]Z");
    Ok(format!("{}-{:04x}", started.format(form)?, started.nanosecond() >> 8 & 0xffff))
}

/// Shown on a terminal only.
pub fn progress_bar(rows: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = "{bar:30} {pos}/{len} rows, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(style).expect("a template that is right");
    ProgressBar::with_draw_target(Some(rows), target).with_style(style)
}

/// Tells the first of these, and how many more there are.
fn tell_some(what: &str, all: &[String]) {
    for one in all.iter().take(TOLD) {
        tell(format_args!("{what}: {one}"));
    }
    if all.len() > TOLD {
        tell(format_args!("{what}: and {} more", all.len() - TOLD));
    }
}

fn report(
    args: &Run,
    target: &Target,
    plan: &Plan,
    disturbance: Option<f64>,
    summary: &Summary,
    rows: usize,
    refused: u64,
) -> Result<()> {
    tell_some("wrong", &summary.wrong);
    tell_some("trouble", &summary.troubles);
    if refused > 0 {
        tell(format_args!("{refused} refused"));
    }
    if args.quiet {
        return Ok(());
    }
    // With rows on stdout, the table must not get among them.
    let table = table::render(plan, disturbance, summary, rows, &target.name());
    if matches!(target, Target::Stdout) {
        tell_text(table);
    } else {
        unless_closed(io::stdout().write_all(table.as_bytes()).map_err(Into::into))?;
    }
    Ok(())
}
