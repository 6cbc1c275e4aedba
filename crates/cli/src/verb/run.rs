//! `quadrille run`: corpora through engines, every answer checked, into CSV.

mod table;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille_cover::CancelToken;
use quadrille_harness::environment::RunFile;
use quadrille_harness::measure::Clock;
use quadrille_harness::run::Conduct;
use quadrille_harness::summary::Summary;
use quadrille_harness::{Corpus, CorpusError, Plan, Task, engines, manifest};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use crate::Status;
use crate::args::{Run, TaskName, jobs_or_cores};
use crate::tell::{tell, tell_text};
use crate::whole_file::is_device;

/// Wrong answers told one by one.
const WRONG_TOLD: usize = 20;

pub fn run(args: &Run, cancel: &CancelToken) -> Result<Status> {
    let mut refused = 0u64;
    let plan = plan(args, &mut refused)?;
    let rows = plan.rows();
    if rows == 0 {
        bail!("nothing to run: {}", why_nothing(&plan));
    }
    let started = OffsetDateTime::now_utc();
    let run_id = run_id(started)?;
    let target = Target::new(args, &run_id)?;
    let clock = Clock::calibrate();
    let command: Vec<String> = std::env::args().collect();
    let run_file = RunFile::new(&plan, &run_id, &started.format(&Rfc3339)?, &command, clock);
    let out = target.open()?;
    target.write_run_file(&run_file.to_toml())?;
    let bar = progress_bar(rows as u64, args.quiet);
    let progress = |finished: usize| bar.inc(finished as u64);
    let conduct = Conduct { run_id: &run_id, cancel, clock, progress: &progress };
    let summary = quadrille_harness::run(&plan, out, &conduct);
    bar.finish_and_clear();
    let summary = summary.with_context(|| target.name())?;
    report(args, &target, &plan, &summary, rows, refused)?;
    Ok(match () {
        () if refused > 0 => Status::Bad,
        () if summary.wrong() > 0 => Status::Negative,
        () => Status::Positive,
    })
}

/// The plan the arguments ask for; unnamed corpora and engines are all there are.
fn plan(args: &Run, refused: &mut u64) -> Result<Plan> {
    let mut names = args.corpus.clone();
    if names.is_empty() {
        names = manifest::names().collect();
    }
    let library = args.data.library()?;
    let mut corpora: Vec<Corpus> = Vec::new();
    let mut refuse = |error: CorpusError| {
        if !args.keep_going {
            return Err(error);
        }
        tell(format_args!("error: {error}"));
        *refused += 1;
        Ok(())
    };
    for name in names {
        match library.open(&name, &mut refuse) {
            // A corpus named twice is run once.
            Ok(corpus) if corpora.iter().any(|other| other.name == corpus.name) => {}
            Ok(corpus) => corpora.push(corpus),
            Err(error) => refuse(error)?,
        }
    }
    let mut chosen = engines::all();
    chosen.retain(|engine| match &*args.engine {
        [] => !engine.is_another(),
        named => named.iter().any(|name| name == engine.name),
    });
    Ok(Plan {
        corpora,
        engines: chosen,
        task: args.task.map(|task| match task {
            TaskName::First => Task::First,
            TaskName::Unique => Task::Unique,
            TaskName::All => Task::All,
        }),
        tests: args.limits.max_tests,
        nodes: args.limits.max_nodes,
        filter: args.filter.clone(),
        batch: args.batch,
        jobs: jobs_or_cores(args.jobs),
        seed: args.seed,
    })
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
    let named: Vec<_> = plan.engines.iter().map(|engine| engine.name).collect();
    let lanes = if named.contains(&"lanes") { " (lanes is for 9x9)" } else { "" };
    format!(
        "{} does not take any instance of these corpora{lanes}; expected one of {}",
        named.join(", "),
        would.join(", ")
    )
}

/// A name that sorts by time: `20261121T063000Z-3f2a`, the end from the clock's fraction.
fn run_id(started: OffsetDateTime) -> Result<String> {
    let form = format_description!("[year][month][day]T[hour][minute][second]Z");
    Ok(format!("{}-{:04x}", started.format(form)?, started.nanosecond() >> 8 & 0xffff))
}

/// Where rows go.
enum Target {
    Stdout,
    /// A file, beside which the run file will lie.
    File {
        csv: PathBuf,
        force: bool,
    },
    /// What is no file, such as a device or a named pipe.
    Device(PathBuf),
}

impl Target {
    fn new(args: &Run, run_id: &str) -> Result<Self> {
        let csv = match args.out.as_deref() {
            Some("-") => return Ok(Self::Stdout),
            Some(path) => PathBuf::from(path),
            None => Path::new("results").join(format!("{run_id}.csv")),
        };
        if is_device(&csv) {
            return Ok(Self::Device(csv));
        }
        if csv.exists() && !args.force {
            bail!("{}: there are results already; name another file, or --force", csv.display());
        }
        if let Some(folder) = csv.parent().filter(|_| args.out.is_none()) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(Self::File { csv, force: args.force })
    }

    fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".to_owned(),
            Self::File { csv, .. } | Self::Device(csv) => csv.display().to_string(),
        }
    }

    fn write_run_file(&self, text: &str) -> Result<()> {
        let Self::File { csv, .. } = self else { return Ok(()) };
        let mut path = csv.as_os_str().to_owned();
        path.push(".run.toml");
        fs::write(&path, text).with_context(|| Path::new(&path).display().to_string())
    }

    fn open(&self) -> Result<Box<dyn Write + Send>> {
        let mut options = File::options();
        let path = match self {
            Self::Stdout => return Ok(Box::new(io::stdout())),
            Self::Device(path) => path,
            Self::File { csv, force } => {
                options.create(true).truncate(true).create_new(!force);
                csv
            }
        };
        let file = options.write(true).open(path).with_context(|| path.display().to_string())?;
        Ok(Box::new(file))
    }
}

/// Shown on a terminal only.
fn progress_bar(rows: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = "{bar:30} {pos}/{len} rows, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(style).expect("a template that is right");
    ProgressBar::with_draw_target(Some(rows), target).with_style(style)
}

fn report(
    args: &Run,
    target: &Target,
    plan: &Plan,
    summary: &Summary,
    rows: usize,
    refused: u64,
) -> Result<()> {
    for wrong in summary.wrong.iter().take(WRONG_TOLD) {
        tell(format_args!("wrong: {wrong}"));
    }
    if summary.wrong() > WRONG_TOLD {
        tell(format_args!("wrong: and {} more", summary.wrong() - WRONG_TOLD));
    }
    if refused > 0 {
        tell(format_args!("{refused} refused"));
    }
    if args.quiet {
        return Ok(());
    }
    // With rows on stdout, the table must not get among them.
    let table = table::render(plan, summary, rows, &target.name());
    if matches!(target, Target::Stdout) {
        tell_text(table);
    } else {
        io::stdout().write_all(table.as_bytes())?;
    }
    Ok(())
}
