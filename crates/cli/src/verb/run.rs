//! `quadrille run`: measures engines on corpora, verifies every answer, and writes CSV.

mod noise;
pub mod session;
pub mod shards;
mod table;
pub mod target;

use std::collections::BTreeMap;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::files;
use quadrille_harness::machine::calibration::calibrate;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::plan::request::{LimitsRequest, Request};
use quadrille_harness::process::Program;
use quadrille_harness::run::RunContext;
use quadrille_harness::run::environment::RunFile;
use quadrille_harness::run::reading::run_file;
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::summary::Summary;
use quadrille_harness::{CorpusError, Engine, Plan, engine};
use quadrille_results::Shown;
use quadrille_sudoku::engine::lanes::Instructions;

use self::session::{Session, with_progress};
use self::target::Target;
use super::consent::{self, Declaring};
use crate::args::{self, Run};
use crate::output::message::{tell, tell_text};
use crate::output::whole_file::refuse_input;
use crate::output::{is_stdout, listed, print_if_read};
use crate::status::Status;

pub fn run(args: &Run, most: Instructions, cancel: &CancelToken) -> Result<Status> {
    let before = args.resume.as_deref().map(target::run_file_of).transpose()?;
    let mut request = request(args, before.as_ref())?;
    if let Some(csv) = args.resume.as_deref() {
        refuse_lost_isomorphs(&request, csv)?;
    }
    if let Some(shards) = args.division.shards {
        return shards::create(args, request, shards, most);
    }
    let is_drawn = request.draw_isomorphs();
    let mut refused = 0u64;
    let mut plan = open(&request, args, &mut refused)?;
    refuse_inputs(args, &plan)?;
    plan.limit_instructions(most);
    let rows = plan.rows();
    if rows == 0 {
        bail!("nothing to measure: {}", why_nothing(&plan));
    }
    for engine in idle(&plan, &request.engines) {
        tell(format_args!("{engine} accepts none of the instances, so it has no rows"));
    }
    let mut session = Session::begin()?;
    if let Some(before) = &before {
        session.run_id.clone_from(&before.run_id);
    }
    let cores = Cores::for_workers(plan.jobs);
    let isomorph_seed = request.isomorph_seed;
    if is_drawn {
        request.isomorph_seed = None; // an engine could read it in the run file
    }
    let today = session.run_file(&plan, &request, &cores);
    let (target, out, done) = match (&args.resume, &before) {
        (Some(csv), Some(before)) => resumed(csv, before, &today, &plan)?,
        _ => {
            let (target, out) =
                Target::create(args.out.as_deref(), args.history.as_deref(), args.force, &today)?;
            (target, out, Done::default())
        }
    };
    let finished = done.summary.rows();
    if args.resume.is_some() && !args.quiet {
        tell(format_args!("continuing after {finished} of {rows} rows"));
    }
    // Without a run file, calibrations would be lost.
    let calibration = || target.csv.as_ref().and_then(|_| calibrate(&cores));
    let before_rows = calibration();
    let summary = with_progress(rows, finished, args.quiet, |progress, waiting| {
        let run_id = &*session.run_id;
        let context = RunContext { run_id, cancel, cores: &cores, done: &done, progress, waiting };
        quadrille_harness::run(&plan, out, &context)
    });
    if is_drawn {
        target.note(|noted| noted.plan.isomorph_seed = isomorph_seed)?;
    }
    let summary = summary.with_context(|| target.name.clone())?;
    if cancel.is_cancelled()
        && summary.rows() < rows
        && let Some(csv) = &target.csv
    {
        let confirmed = consent::option(&request);
        tell(format_args!("to continue: quadrille resume {}{confirmed}", csv.shown()));
    }
    report(args, &target, &plan, today.disturbance, &summary, refused)?;
    let after_rows = if cancel.is_cancelled() { None } else { calibration() };
    let calibrations = [before_rows, after_rows].into_iter().flatten();
    let is_twice = plan.twice && summary.rows() == rows;
    note_speed(args, &target, calibrations, is_twice, &summary.prepared)?;
    let is_right = summary.wrong.is_empty() && summary.contradicted.is_empty();
    Ok(if refused > 0 { Status::Bad } else { Status::of(is_right) })
}

/// Refuses to write a file that the run reads.
fn refuse_inputs(args: &Run, plan: &Plan) -> Result<()> {
    let Some(out) = args.out.as_deref().filter(|out| !is_stdout(out)) else { return Ok(()) };
    let corpora = plan.corpora.iter().flat_map(|corpus| &corpus.files);
    let read = corpora.chain(&args.plan).chain(&args.programs.engines);
    refuse_input(out, read.clone())?;
    refuse_input(&run_file(out), read)
}

/// Where rows go, the opened target, and the rows that it already has.
type Opened = (Target, Box<dyn Write + Send>, Done);

/// A run that is continued, if its circumstances are still the same.
fn resumed(csv: &Path, before: &RunFile, today: &RunFile, plan: &Plan) -> Result<Opened> {
    refuse_differences(before.differences(today), csv)?;
    let mut out = target::open(csv, false)?;
    let done = Done::read(csv, plan, &before.run_id)?;
    let keep = done.keep;
    let target = Target { name: csv.shown().to_string(), csv: Some(csv.to_owned()) };
    let cut = out.set_len(keep).and_then(|()| out.seek(SeekFrom::Start(keep)));
    cut.with_context(|| target.name.clone())?;
    let mut noted = before.clone();
    noted.resumed.push(today.started.clone());
    target.write_run_file(&noted)?;
    Ok((target, Box::new(out), done))
}

/// Adds calibrations to the run file, and the times before engines were ready. If everything was measured twice, reports the noise of each engine, and adds it
/// to the run file as well.
fn note_speed(
    args: &Run,
    target: &Target,
    calibrations: impl Iterator<Item = u64>,
    twice: bool,
    prepared: &BTreeMap<String, Duration>,
) -> Result<()> {
    let Some(csv) = &target.csv else { return Ok(()) };
    let noise = if twice { Some(noise::noise(csv)?) } else { None };
    if let Some(noise) = noise.as_ref().filter(|_| !args.quiet) {
        print_if_read(&noise::text(noise))?;
    }
    target.note(|noted| {
        noted.calibration_ns.extend(calibrations);
        noted.noise.extend(noise.unwrap_or_default());
        for (engine, prepared) in prepared {
            let longest = noted.before_ready_ns.entry(engine.clone()).or_default();
            *longest = (prepared.as_nanos() as u64).max(*longest);
        }
    })
}

/// Refuses to continue a run whose isomorphs were drawn from a seed that is in no file.
fn refuse_lost_isomorphs(request: &Request, csv: &Path) -> Result<()> {
    if !request.clone().draw_isomorphs() {
        return Ok(());
    }
    bail!(
        "{}: cannot be continued, because the seed of its isomorphs was lost when the run was killed: while engines that are \
         other programs run, the seed is kept in memory only, as they could read it in a file. Start again with --force; a plan with \
         `isomorph_seed = N` has a seed that is never lost (docs/METHODOLOGY.md)",
        csv.shown()
    )
}

/// The request of the plan or the options. A run that is continued keeps its request. Engines that are other programs are
/// allowed: they are named by this command line, or the user consents to them.
fn request(args: &Run, before: Option<&RunFile>) -> Result<Request> {
    let (mut request, declaring) = match (&args.plan, args.resume.as_deref().zip(before)) {
        (_, Some((csv, before))) => {
            before.plan.corpora.iter().try_for_each(|name| refuse_unless_regular(name, csv))?;
            (before.plan.clone(), Some((run_file(csv), true)))
        }
        (Some(path), _) => (read_plan(path)?, Some((path.clone(), false))),
        (None, None) => (of_flags(args), None),
    };
    if args.jobs.is_some() {
        request.jobs = args.jobs;
    }
    let named = args.programs.read()?;
    if let Some((file, is_run_file)) = declaring {
        let is_named = |one: &Program| named.iter().any(|named| named.name == one.name);
        let unnamed: Vec<Program> = request.programs().filter(|p| !is_named(p)).cloned().collect();
        let declaring = Declaring { file: &file.shown().to_string(), is_run_file };
        consent::ask(&args.consent, &declaring, &unnamed)?;
    }
    if let Some(csv) = args.resume.as_deref() {
        refuse_redeclared(&request, &named, csv)?;
    }
    for program in named {
        match request.engine.iter_mut().find(|declared| declared.name == program.name) {
            // In a run that is resumed, both declarations say the same.
            Some(_) if args.resume.is_some() => {}
            Some(declared) if args.plan.is_some() => *declared = program,
            _ => request.engine.push(program),
        }
    }
    request.may_start = true;
    Ok(request)
}

/// Refuses to continue a run with an engine that is now declared in another way: rows of two programs would have one name.
fn refuse_redeclared(request: &Request, named: &[Program], csv: &Path) -> Result<()> {
    let mut differences = Vec::new();
    for before in request.programs() {
        for now in named.iter().filter(|now| now.name == before.name) {
            let of_one = before.differences(now).into_iter();
            differences
                .extend(of_one.map(|(key, values)| (format!("engine.{}.{key}", now.name), values)));
        }
    }
    refuse_differences(differences, csv)
}

/// Refuses to continue a run whose circumstances differ from those in which it began.
fn refuse_differences(
    differences: impl IntoIterator<Item = (String, [Option<String>; 2])>,
    csv: &Path,
) -> Result<()> {
    let lines = differences.into_iter().map(|(what, values)| {
        let [then, now] = values.map(|value| value.unwrap_or_else(|| "none".to_owned()));
        format!("\n  {what}: {then} then, {now} now")
    });
    let lines = lines.collect::<String>();
    if !lines.is_empty() {
        bail!("{}: cannot be continued, because this run differs:{lines}", csv.shown());
    }
    Ok(())
}

/// Refuses a corpus in a run file that is a device or a pipe, which a read may wait for.
fn refuse_unless_regular(name: &str, csv: &Path) -> Result<()> {
    let path = Path::new(name);
    if name != "-" && path.exists() && !path.is_dir() {
        let place = || format!("{}: the corpus `{name}`", run_file(csv).shown());
        files::regular(path).with_context(place)?;
    }
    Ok(())
}

fn read_plan(path: &Path) -> Result<Request> {
    let text = files::text(path).with_context(|| path.shown().to_string())?;
    let request = Request::parse(&text).map_err(|error| {
        let hint = match path.extension() {
            Some(extension) if extension == "toml" => "",
            _ => "; expected a plan in TOML; name a file of puzzles with --corpus",
        };
        anyhow!("{}:{error}{hint}", path.shown())
    })?;
    let beside = request.beside(path.parent().unwrap_or(Path::new("")));
    beside.map_err(anyhow::Error::msg).with_context(|| path.shown().to_string())
}

/// The request of the options, without the engines that are other programs.
fn of_flags(args: &Run) -> Request {
    Request {
        corpora: args::names(&args.corpus),
        column: args.column.clone(),
        engines: args.engine.clone(),
        task: args.task,
        filter: args.filter.clone(),
        batch: args.batch,
        repetitions: args.repetitions,
        isomorphs: args.isomorphs,
        twice: args.aa,
        prove: args.prove,
        seed: args.seed,
        limits: LimitsRequest {
            tests: args.max_tests,
            seconds: args.time_limit.map(|limit| limit.as_secs_f64()),
            megabytes: args.max_memory,
            ..LimitsRequest::default()
        },
        ..Request::default()
    }
}

/// The plan of a request, with its corpora read.
fn open(request: &Request, args: &Run, refused: &mut u64) -> Result<Plan> {
    let library = args.data.library()?;
    let mut refuse = refusals(args.keep_going, refused);
    let opened = request.open(&library, &mut refuse).map_err(anyhow::Error::msg);
    match &args.plan {
        Some(path) => opened.with_context(|| path.shown().to_string()),
        None => opened,
    }
}

/// A puzzle that cannot be read ends the command; with `--keep-going` its error is printed and counted instead.
fn refusals(
    keep_going: bool,
    refused: &mut u64,
) -> impl FnMut(CorpusError) -> Result<(), CorpusError> {
    move |error| {
        if !keep_going {
            return Err(error);
        }
        tell(format_args!("error: {error}"));
        *refused += 1;
        Ok(())
    }
}

/// Engines that were named or declared and accept none of the instances, unless there is a filter.
fn idle<'p>(plan: &'p Plan, named: &[String]) -> Vec<&'p str> {
    let instances = || plan.corpora.iter().flat_map(|corpus| &corpus.instances);
    let idle = |engine: &&Engine| {
        let named =
            matches!(engine, Engine::Process(_)) || named.iter().any(|name| name == engine.name());
        named && plan.filter.is_none() && !instances().any(|instance| engine.takes(&instance.body))
    };
    plan.engines.iter().filter(idle).map(Engine::name).collect()
}

/// Why a plan has no rows: the filter, or engines that accept none of the instances. Lists engines that
/// would accept some.
fn why_nothing(plan: &Plan) -> String {
    if plan.filter.is_some() {
        return "--filter matches no instance that an engine accepts".to_owned();
    }
    let engines = engine::all();
    let instances = || plan.corpora.iter().flat_map(|corpus| &corpus.instances);
    let would = engines.iter().filter(|engine| instances().any(|one| engine.takes(&one.body)));
    let would: Vec<_> = would.map(|engine| engine.name).collect();
    let named: Vec<_> = plan.engines.iter().map(Engine::name).collect();
    let lanes = if named.contains(&"lanes") { " (lanes is for 9x9)" } else { "" };
    format!(
        "{} accepts no instance of these corpora{lanes}; use one of {}",
        named.join(", "),
        would.join(", ")
    )
}

fn tell_faults(summary: &Summary) {
    tell_text(listed("wrong: ", summary.wrong.iter()));
    tell_text(listed("manifest: ", summary.contradicted.iter()));
    tell_text(listed("trouble: ", summary.troubles.iter()));
}

fn report(
    args: &Run,
    target: &Target,
    plan: &Plan,
    disturbance: Option<f64>,
    summary: &Summary,
    refused: u64,
) -> Result<()> {
    tell_faults(summary);
    if refused > 0 {
        tell(format_args!("{refused} refused"));
    }
    if args.quiet {
        return Ok(());
    }
    // The table must not come among rows on standard output.
    let table = table::render(plan, disturbance, summary, &target.name);
    if args.out.as_deref().is_some_and(is_stdout) {
        tell_text(table);
        return Ok(());
    }
    print_if_read(&table)
}
