//! Runs that are divided into shards: `run --shards N`, then `shard DIR K`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::Plan;
use quadrille_harness::corpus::manifest::library::is_known;
use quadrille_harness::machine::calibration::calibrate;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::plan::request::{MOST_JOBS, Request};
use quadrille_harness::process::Program;
use quadrille_harness::run::RunContext;
use quadrille_harness::run::division::{self, divide};
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::summary::Summary;
use quadrille_harness::shards::{Folder, Job, RunJob, ShardAbout, ShardWriter};
use quadrille_results::Shown;
use quadrille_sudoku::engine::lanes::Instructions;

use super::session::{Session, with_progress};
use super::{refusals, tell_faults};
use crate::args::{Consent, Run, jobs_or_cores};
use crate::status::Status;
use crate::verb::consent::{self, Declaring};
use crate::work::shards::{self, Task};

pub fn create(args: &Run, request: Request, shards: usize, most: Instructions) -> Result<Status> {
    let folder = args.out.as_deref().context("clap requires --out")?;
    let mut request = request;
    for name in &mut request.corpora {
        if name == "-" {
            bail!("found --corpus -; expected a file, because every shard reads the corpora");
        }
        if !is_known(name) && Path::new(name).exists() {
            *name = shards::absolute(Path::new(name))?.to_string_lossy().into_owned();
        }
    }
    let mut library = args.data.library()?;
    library.folder = library.folder.map(|folder| folder.canonicalize()).transpose()?;
    let session = Session::begin()?;
    let (run_id, started, command) =
        match Folder::open(folder).map(|there| there.manifest().job.clone()) {
            // The same division again gives the same manifest.
            Ok(Job::Run(job)) => {
                request.isomorph_seed = request.isomorph_seed.or(job.plan.isomorph_seed);
                (job.run_id, job.started, job.command)
            }
            _ => (session.run_id, session.started, session.command),
        };
    request.draw_isomorphs();
    let mut refused = 0;
    let (keep_going, instructions) = (args.keep_going, most.name().to_owned());
    let begun = RunJob { run_id, started, command, keep_going, instructions, ..RunJob::default() };
    let job = divide(&request, &library, shards, begun, &mut refusals(keep_going, &mut refused))
        .map_err(anyhow::Error::msg)?;
    let consent = consent::option(&request);
    let status = shards::create(folder, shards, Job::Run(Box::new(job)), &consent, args.quiet)?;
    Ok(if refused > 0 { Status::Bad } else { status })
}

pub fn run(
    task: &Task<'_>,
    job: &RunJob,
    consent: &Consent,
    cancel: &CancelToken,
) -> Result<Status> {
    let manifest = task.folder.path().join("manifest.json").shown().to_string();
    let programs: Vec<Program> = job.plan.programs().cloned().collect();
    consent::ask(consent, &Declaring { file: &manifest, is_run_file: true }, &programs)?;
    let jobs = task.jobs.or(job.plan.jobs).or_else(task_cores);
    let plan = job.open(task.id.k, Some(jobs_or_cores(jobs)), true);
    let plan = plan.map_err(anyhow::Error::msg).with_context(|| manifest.clone())?;
    let cores = Cores::for_workers(plan.jobs);
    let facts = division::facts(&plan, &cores);
    let about = ShardAbout { facts, ..ShardAbout::here(calibrate(&cores)) };
    shards::write(task, &about, |writer| {
        let (mut writer, summary) =
            measure(&plan, &job.run_id, task.is_quiet, &cores, cancel, writer)?;
        tell_faults(&summary);
        if cancel.is_cancelled() {
            return Ok(None);
        }
        writer.calibrated(calibrate(&cores));
        Ok(Some(writer))
    })
}

/// The number of cores that Slurm gave to the task.
fn task_cores() -> Option<usize> {
    let cores = std::env::var("SLURM_CPUS_PER_TASK").ok()?.parse().ok()?;
    (1..=MOST_JOBS).contains(&cores).then_some(cores)
}

/// Measures a plan, whose rows go to a shard.
fn measure(
    plan: &Plan,
    run_id: &str,
    quiet: bool,
    cores: &Cores,
    cancel: &CancelToken,
    writer: ShardWriter,
) -> Result<(ShardWriter, Summary)> {
    let shared = Shared(Arc::new(Mutex::new(writer)));
    let out = Box::new(Shared(Arc::clone(&shared.0)));
    let done = Done::default();
    let summary = with_progress(plan.rows(), 0, quiet, |progress, waiting| {
        let context = RunContext { run_id, cancel, cores, done: &done, progress, waiting };
        quadrille_harness::run(plan, out, &context)
    })?;
    let writer = Arc::into_inner(shared.0).expect("the run has ended, and with it its writer");
    Ok((writer.into_inner().expect("no thread panics while it writes"), summary))
}

/// A shard that the thread of a run writes, and that is published after the run.
struct Shared(Arc<Mutex<ShardWriter>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panics while it writes").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
