//! `quadrille reproduce`: reproduces published tables and compares the results with the published figures.
//!
//! Before anything runs, tables are read, corpora are compared with their pins, and files that must not be
//! overwritten are reported.

mod bundle;
mod folder;
mod print;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::process::Program;
use quadrille_harness::reproduce::again::Again;
use quadrille_harness::reproduce::draft::draft;
use quadrille_harness::reproduce::step::ResolvedStep;
use quadrille_harness::reproduce::{Comparison, ResolvedTable, Table, shipped};
use quadrille_harness::run::environment::corpus_notes;
use quadrille_harness::run::portable::without_paths;
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::{RunContext, reading};
use quadrille_results::{Clock, Shown, Verdict};
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_view::report::Report;
use quadrille_view::report::published::Published;

use self::bundle::corpora::{self, Corpora};
use self::bundle::lacking::{Lacking, lacking};
use self::bundle::unpacked::Unpacked;
use self::folder::Folder;
use super::consent::{self, Declaring};
use super::run::session::{Session, with_progress};
use super::run::target::{Target, run_file_of};
use crate::args::Reproduce;
use crate::output::message::{tell, tell_text};
use crate::output::whole_file::{WholeFile, refuse_input};
use crate::output::{listed, plural, print_if_read};
use crate::status::Status;
use crate::work::threads;

pub fn run(args: &Reproduce, most: Instructions, cancel: &CancelToken) -> Result<Status> {
    threads::start()?;
    if let Some(table) = &args.new {
        return new_table(args, table);
    }
    let from = args.from_bundle.as_deref().map(Unpacked::read).transpose()?;
    let tables = resolve(args, from.as_ref(), most)?;
    let session = Session::begin()?;
    let out = args.out.clone().unwrap_or_else(|| Path::new("results").join(&session.run_id));
    let folder = |table: &ResolvedTable| {
        let steps = table.steps.iter().map(|step| step.name.clone()).collect();
        Folder::new(&out, &table.table.name, steps, args.force)
    };
    let folders = tables.iter().map(folder).collect::<Result<Vec<_>>>()?;
    let begin = |path: &PathBuf| begin_bundle(path, args, &folders, &tables);
    let bundle = args.bundle.as_ref().map(begin).transpose()?;
    let described: Vec<Table> = tables.iter().map(|ready| ready.table.clone()).collect();
    let reproduction = Reproduction { args, cancel, session, from };
    let mut status = Status::Positive;
    for (table, folder) in tables.into_iter().zip(&folders) {
        match reproduction.reproduce(table, folder)? {
            Some(made) => status = status.max(made),
            None => {
                tell(format_args!("interrupted; finished rows are in {}", out.shown()));
                return Ok(status);
            }
        }
    }
    if let Some((mut file, corpora, lacking)) = bundle {
        bundle::write(&folders, &described, corpora, &lacking, &mut file)?;
        file.finish()?;
    }
    Ok(status)
}

/// Writes a draft of a table from the results of a run.
fn new_table(args: &Reproduce, table: &Path) -> Result<Status> {
    let [csv] = &args.tables[..] else {
        bail!(
            "found {} with --new; expected one, which `quadrille run --out FILE` writes: quadrille reproduce --new {} FILE",
            plural(args.tables.len(), "results file"),
            table.shown()
        );
    };
    let csv = Path::new(csv);
    refuse_input(table, [csv, &reading::run_file(csv)])?;
    let results = reading::read([csv])?;
    let text = draft(&table.shown().to_string(), &results, &run_file_of(csv)?)?;
    WholeFile::write(table, args.force, text.as_bytes())?;
    Ok(Status::Positive)
}

/// Begins the file of the bundle, unless it is a file that is read or written by the tables, and reads the corpora. Says what the
/// bundle will lack.
fn begin_bundle(
    path: &Path,
    args: &Reproduce,
    folders: &[Folder],
    tables: &[ResolvedTable],
) -> Result<(WholeFile, Corpora, Vec<Lacking>)> {
    bundle::refuse_local_paths(tables)?;
    if let Some(folder) = folders.iter().find(|folder| folder.has(path)) {
        let (path, table) = (path.shown(), &folder.table);
        bail!(
            "--bundle {path}: this file or folder belongs to the table {table}; expected another name"
        );
    }
    refuse_input(path, &args.tables)?;
    refuse_input(path, &args.programs.engines)?;
    refuse_input(path, tables.iter().flat_map(ResolvedTable::files))?;
    let corpora = corpora::gather(tables)?;
    let file = WholeFile::create(path, args.force)?;
    let lacking = lacking(tables, &corpora.shares);
    lacking.iter().for_each(tell);
    Ok((file, corpora, lacking))
}

/// The tables named: shipped ones, files, or those of a bundle.
fn find(args: &Reproduce, from: Option<&Unpacked>) -> Result<Vec<Table>> {
    let Some(from) = from else {
        let shipped = shipped::names();
        let names = if args.tables.is_empty() { &shipped } else { &args.tables };
        return Ok(names.iter().map(|name| Table::find(name)).collect::<Result<_, _>>()?);
    };
    let mut tables = from.tables()?;
    if let Some(name) = args.tables.iter().find(|name| tables.iter().all(|t| t.name != **name)) {
        let known: Vec<&str> = tables.iter().map(|table| &*table.name).collect();
        bail!("found the table `{name}`; expected one of the bundle: {}", known.join(", "));
    }
    tables.retain(|table| args.tables.is_empty() || args.tables.contains(&table.name));
    Ok(tables)
}

/// Asks for consent to start the engines that tables declare, but for those that the command line has named.
fn consent(args: &Reproduce, tables: &mut [Table], named: &[Program]) -> Result<()> {
    let mut programs: Vec<Program> = tables.iter().flat_map(Table::programs).collect();
    programs.retain(|program| !named.contains(program));
    let declaring = tables.iter().filter(|table| !table.programs().is_empty());
    let names: Vec<String> = declaring.map(|table| format!("the table {}", table.name)).collect();
    let file = &*names.join(" and ");
    consent::ask(&args.consent, &Declaring { file, is_run_file: false }, &programs)?;
    tables.iter_mut().for_each(Table::allow_programs);
    Ok(())
}

/// The tables named, or all tables that can be run. A table that is named must be runnable.
fn resolve(
    args: &Reproduce,
    from: Option<&Unpacked>,
    most: Instructions,
) -> Result<Vec<ResolvedTable>> {
    let library = args.data.library()?;
    let library = match from {
        Some(from) => from.library(library)?,
        None => library,
    };
    let mut engines = args.programs.read()?;
    let mut found = find(args, from)?;
    let named = engines.clone();
    if from.is_some() {
        // A bundle has no programs, so those that the user names take the place of its declarations.
        for table in &mut found {
            table.redeclare(&named);
        }
        engines.retain(|engine| !found.iter().any(|table| table.declares(&engine.name)));
    }
    consent(args, &mut found, &named)?;
    let mut tables: Vec<ResolvedTable> = Vec::new();
    for table in found {
        let mut ready = ResolvedTable::new(table, &library, &engines)?;
        ready.steps.iter_mut().for_each(|step| step.plan.limit_instructions(most));
        let called = &ready.table.name;
        if tables.iter().any(|other| other.table.name == *called) {
            bail!(
                "found the table `{called}` twice; expected it once, because both would be written to the same folder"
            );
        }
        let missing: Vec<String> =
            ready.missing.iter().map(|(_, error)| error.to_string()).collect();
        match (ready.steps.is_empty(), args.tables.is_empty()) {
            (true, false) => {
                bail!("{called} cannot be run without its corpora:\n  {}", missing.join("\n  "));
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
    if tables.is_empty() {
        bail!("no table can be run without its corpora; nothing was compared");
    }
    Ok(tables)
}

/// What all tables of a command share.
struct Reproduction<'s> {
    args: &'s Reproduce,
    cancel: &'s CancelToken,
    session: Session,
    from: Option<Unpacked>,
}

impl Reproduction<'_> {
    /// Reproduces a table; `None` if interrupted.
    fn reproduce(&self, mut ready: ResolvedTable, folder: &Folder) -> Result<Option<Status>> {
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
        let rows = results.iter().map(|csv| reading::read([csv])).collect::<Result<Vec<_>, _>>()?;
        let comparison = Comparison::of(&ready, &rows)?;
        let published = Published::of(&ready, &comparison);
        let together = reading::read(&results)?;
        let corpora = ready.steps.iter().flat_map(|step| &step.plan.corpora);
        let report = Report::of(&together, Clock::Cpu, None, 0)?
            .beside(published.clone())
            .showing(corpora.cloned());
        folder.write(folder::TABLE, &ready.table.text)?;
        folder.write(folder::FIGURES, &print::csv(&published)?)?;
        folder.write(folder::MARKDOWN, &report.markdown())?;
        folder.write(folder::PAGE, &report.html())?;
        if !self.args.quiet {
            print_if_read(&print::plain(&ready, &published, folder))?;
        }
        let verdicts = together.entries.iter().map(|entry| entry.verdict);
        let wrong = verdicts.filter(|&verdict| verdict == Verdict::Wrong).count();
        if wrong > 0 {
            let table = &ready.table.name;
            tell(format_args!(
                "wrong: {table}: {wrong} answers; their rows have the verdict `wrong`"
            ));
        }
        let differing = print::differing(&ready, &comparison);
        differing.iter().for_each(tell);
        let same = self.compare_with_bundle(&ready, folder)?;
        Ok(Some(Status::of(wrong == 0 && differing.is_empty() && same)))
    }

    /// Compares the counts of a table's rows with those of the bundle. Returns whether all are equal.
    fn compare_with_bundle(&self, ready: &ResolvedTable, folder: &Folder) -> Result<bool> {
        let Some(from) = &self.from else { return Ok(true) };
        let (table, mut all) = (&ready.table.name, Again::default());
        for step in &ready.steps {
            let again = from.compare(table, &step.name, &folder.rows(&step.name))?;
            let Some(Again { equal, differing, not_compared }) = again else { continue };
            all.equal += equal;
            all.not_compared += not_compared;
            all.differing.extend(differing);
        }
        let prefix = format!("differs from the bundle: {table}: ");
        tell_text(listed(&prefix, all.differing.iter()));
        if !self.args.quiet {
            let rows = plural(all.equal, "row");
            print_if_read(&format!(
                "{table}: verdicts and counts of {rows} equal those in the bundle; {} differ; {} cannot be compared.\n\n",
                all.differing.len(),
                all.not_compared
            ))?;
        }
        Ok(all.differing.is_empty())
    }

    /// Runs a step of a table into a file of rows, with a run file.
    fn run_step(&self, ready: &mut ResolvedTable, step: usize, csv: &Path) -> Result<()> {
        let ResolvedStep { plan, request, .. } = &ready.steps[step];
        let cores = Cores::for_workers(plan.jobs);
        // The files of a table are passed on, so they have no paths of this machine.
        let mut run_file = without_paths(self.session.run_file(plan, request, &cores));
        if run_file.engines.is_empty() {
            run_file.engines = ready.steps[step].engines();
            run_file.versions = vec![env!("CARGO_PKG_VERSION").to_owned()];
        }
        let run_id = &*self.session.run_id;
        let (target, out) = Target::create(Some(csv), None, self.args.force, &run_file)?;
        let done = Done::default();
        let made =
            with_progress(ready.steps[step].rows(), 0, self.args.quiet, |progress, waiting| {
                let cancel = self.cancel;
                let done = &done;
                let context = RunContext { run_id, cancel, cores: &cores, done, progress, waiting };
                ready.steps[step].run(out, &context)
            });
        if let Some(corpus) = made.with_context(|| target.name.clone())?
            && !self.cancel.is_cancelled()
        {
            ready.made(step, corpus)?;
            run_file.corpus = corpus_notes(&ready.steps[step].plan);
            target.write_run_file(&run_file)?;
        }
        Ok(())
    }
}
