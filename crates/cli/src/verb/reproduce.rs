//! `quadrille reproduce`: published tables made again, and what was found set beside what was published.
//!
//! Nothing is run before it is known that everything can be: tables are read, corpora held against their pins, and what
//! must not be written over is told.

mod bundle;
mod folder;
mod print;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::Verdict;
use quadrille_harness::clock::Clocks;
use quadrille_harness::cores::Cores;
use quadrille_harness::disturbance::disturbance;
use quadrille_harness::environment::{Circumstances, RunFile};
use quadrille_harness::process::declaration::{self, Declaration};
use quadrille_harness::reproduce::{Comparison, Ready, Table, shipped};
use quadrille_harness::results::{Clock, Results};
use quadrille_harness::resume::Done;
use quadrille_harness::run::Conduct;
use quadrille_view::report::Report;
use quadrille_view::report::published::Published;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use self::folder::Folder;
use super::run::target::Target;
use super::run::{command_line, progress_bar, run_id};
use crate::Status;
use crate::args::Reproduce;
use crate::output::{stdout, unless_closed};
use crate::tell::tell;
use crate::whole_file::{WholeFile, refuse_input};

/// What all tables of a command have in common.
struct Session<'s> {
    args: &'s Reproduce,
    cancel: &'s CancelToken,
    run_id: String,
    started: String,
}

pub fn run(args: &Reproduce, cancel: &CancelToken) -> Result<Status> {
    let tables = ready(args)?;
    let started = OffsetDateTime::now_utc();
    let run_id = run_id(started)?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("results").join(&run_id));
    let folder = |ready: &Ready| {
        let steps = ready.steps.iter().map(|step| step.name.clone()).collect();
        Folder::new(&out, &ready.table.name, steps, args.force)
    };
    let folders = tables.iter().map(folder).collect::<Result<Vec<_>>>()?;
    if let Some(bundle) = &args.bundle
        && let Some(folder) = folders.iter().find(|folder| folder.has(bundle))
    {
        let (bundle, table) = (bundle.display(), &folder.table);
        bail!("{bundle}: found for the bundle what is to be of {table}; expected another name");
    }
    if let Some(bundle) = &args.bundle {
        let engines = args.engines.iter().map(PathBuf::as_path);
        refuse_input(bundle, args.tables.iter().map(Path::new).chain(engines))?;
    }
    let bundle = args.bundle.as_deref().map(|path| WholeFile::create(path, args.force));
    let bundle = bundle.transpose()?;
    let session = Session { args, cancel, run_id, started: started.format(&Rfc3339)? };
    let mut status = Status::Positive;
    for (ready, folder) in tables.into_iter().zip(&folders) {
        match session.reproduce(ready, folder)? {
            Some(made) => status = status.max(made),
            None => {
                tell(format_args!("interrupted: the rows there are lie in {}", out.display()));
                return Ok(status);
            }
        }
    }
    if let (Some(mut file), Some(path)) = (bundle, &args.bundle) {
        let files = bundle::of_folders(&folders)?;
        file.write_all(&bundle::archive(&files)?).with_context(|| path.display().to_string())?;
        file.finish()?;
    }
    Ok(status)
}

/// The tables asked for that can be run, or all that are shipped. One that is named must be.
fn ready(args: &Reproduce) -> Result<Vec<Ready>> {
    let library = args.data.library()?;
    let mut engines = Vec::new();
    for path in &args.engines {
        engines.extend(declaration::read(path)?.into_iter().map(Declaration::from));
    }
    let shipped = shipped::names();
    let names = if args.tables.is_empty() { &shipped } else { &args.tables };
    let mut tables: Vec<Ready> = Vec::new();
    for name in names {
        let ready = Ready::new(Table::find(name)?, &library, &engines)?;
        let called = &ready.table.name;
        if tables.iter().any(|other| other.table.name == *called) {
            bail!(
                "found the table `{called}` twice; expected each once, as each gets a folder of its name"
            );
        }
        let missing: Vec<String> =
            ready.missing.iter().map(|(_, error)| error.to_string()).collect();
        match (ready.steps.is_empty(), args.tables.is_empty()) {
            (true, false) => {
                bail!(
                    "{called} cannot be made again without its corpora:\n  {}",
                    missing.join("\n  ")
                );
            }
            (true, true) => tell(format_args!("skipped: {called}: {}", missing.join("; "))),
            (false, _) => {
                for error in missing {
                    tell(format_args!("left out of {called}: {error}"));
                }
                tables.push(ready);
            }
        }
    }
    Ok(tables)
}

impl Session<'_> {
    /// Makes a table again; none if that was interrupted.
    fn reproduce(&self, mut ready: Ready, folder: &Folder) -> Result<Option<Status>> {
        folder.create()?;
        let mut results = Vec::new();
        for step in 0..ready.steps.len() {
            let csv = folder.rows(&ready.steps[step].name);
            self.run_step(&mut ready, step, &csv)?;
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
            results.push(csv);
        }
        let rows = results.iter().map(|csv| read([csv])).collect::<Result<Vec<_>>>()?;
        let comparison = Comparison::of(&ready, &rows)?;
        let published = Published::of(&ready, &comparison);
        let together = read(&results)?;
        let report = Report::of(&together, Clock::Cpu, None, 0)?.beside(published.clone());
        folder.write(folder::TABLE, &ready.table.text)?;
        folder.write(folder::FIGURES, &print::csv(&published)?)?;
        folder.write(folder::MARKDOWN, &report.markdown())?;
        folder.write(folder::PAGE, &report.html())?;
        if !self.args.quiet {
            let mut out = stdout();
            let text = print::plain(&ready, &published, folder);
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            unless_closed(written.map_err(Into::into))?;
        }
        let wrong =
            together.entries().iter().filter(|entry| entry.verdict == Verdict::Wrong).count();
        if wrong > 0 {
            tell(format_args!("wrong: {}: {wrong} answers; the rows say which", ready.table.name));
        }
        let differing = print::differing(&ready, &comparison);
        differing.iter().for_each(tell);
        let negative = wrong > 0 || !differing.is_empty();
        Ok(Some(if negative { Status::Negative } else { Status::Positive }))
    }

    /// Runs a part of a table into a file of rows, with its run file.
    fn run_step(&self, ready: &mut Ready, step: usize, csv: &Path) -> Result<()> {
        let (plan, request) = ready.steps[step].as_plan();
        let cores = Cores::for_workers(plan.jobs);
        let circumstances = Circumstances {
            run_id: &self.run_id,
            started: &self.started,
            command: &command_line(),
            pinned: cores.are_pinned(),
            clock_cost: Clocks::of_this_thread().cost(),
            disturbance: disturbance(plan.jobs, &cores),
        };
        let run_file = |ready: &Ready| {
            let (plan, _) = ready.steps[step].as_plan();
            let mut file = RunFile::new(&plan, &request, &circumstances);
            if file.engines.is_empty() {
                file.engines = ready.steps[step].engines();
                file.versions = vec![file.build.version.clone()];
            }
            file
        };
        let target = Target::new(Some(&csv.to_string_lossy()), self.args.force, &self.run_id)?;
        let out = target.create()?;
        target.write_run_file(&run_file(ready))?;
        let bar = progress_bar(ready.steps[step].rows() as u64, self.args.quiet);
        let progress = |finished: usize| bar.inc(finished as u64);
        let done = Done::nothing();
        let conduct = Conduct {
            run_id: &self.run_id,
            cancel: self.cancel,
            cores: &cores,
            done: &done,
            progress: &progress,
        };
        let made = ready.steps[step].run(&ready.table, out, &conduct);
        bar.finish_and_clear();
        if let Some(corpus) = made.with_context(|| target.name())?
            && !self.cancel.is_cancelled()
        {
            ready.made(step, corpus)?;
            target.write_run_file(&run_file(ready))?;
        }
        Ok(())
    }
}

/// The rows of some files.
fn read(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Results> {
    let mut results = Results::default();
    for file in files {
        results.read(&file.as_ref().to_string_lossy())?;
    }
    Ok(results)
}

/// Reads a file whole.
fn contents(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}
