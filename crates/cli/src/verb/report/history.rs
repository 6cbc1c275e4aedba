//! `quadrille report --history`: how the times of engines went over revisions, as text and as a chart.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use quadrille_harness::run::reading::run_file;
use quadrille_results::Shown;
use quadrille_results::statistics::history::{Course, History, LEVEL, Step};
use quadrille_view::report::history::{pdf, svg};

use super::is_pdf;
use crate::args::Report;
use crate::input::results;
use crate::output::table::{interval, probability, ratio, share, table};
use crate::output::whole_file::refuse_input;
use crate::output::{Destination, is_stdout, page, plural};
use crate::status::Status;

pub fn run(args: &Report, folder: &Path) -> Result<Status> {
    let files = files(folder)?;
    let is_pdf = args.out.as_deref().map_or(Ok(false), is_pdf)?;
    if let Some(out) = &args.out {
        refuse_input(out, &files)?;
        refuse_input(out, files.iter().map(|file| run_file(file)))?;
    }
    let out =
        args.out.as_deref().map(|out| Destination::open(Some(out), args.force)).transpose()?;
    let mut results = results::read(files)?;
    args.results.question(None).keep_asked(&mut results)?;
    let times = &args.results.times;
    let history = History::of(&results, times.clock, times.seed)?;
    let clock: &str = times.clock.into();
    if let (Some(out), Some(path)) = (out, args.out.as_deref()) {
        let chart = if is_pdf { pdf(&history, clock)? } else { svg(&history, clock).into_bytes() };
        out.finish_with(&chart)?;
        if is_stdout(path) {
            return Ok(Status::Positive);
        }
    }
    let mut out = page();
    out.write_all(text(&history, clock).as_bytes())?;
    out.flush()?;
    Ok(Status::Positive)
}

/// The results in a folder, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let named = || folder.shown().to_string();
    let entries = fs::read_dir(folder).with_context(named)?;
    let paths = entries.map(|entry| Ok(entry?.path()));
    let paths: Vec<PathBuf> = paths.collect::<std::io::Result<_>>().with_context(named)?;
    let is_results = |path: &PathBuf| path.extension() == Some("csv".as_ref());
    let mut files: Vec<PathBuf> = paths.into_iter().filter(is_results).collect();
    files.sort();
    Ok(files)
}

fn text(history: &History, clock: &str) -> String {
    let mut rows = Vec::new();
    for course in &history.courses {
        for (revision, found) in &course.points {
            let revision = &history.revisions[*revision];
            rows.push(vec![
                course.engine.clone(),
                revision.name.clone(),
                revision.started.chars().take(19).collect(),
                found.instances.to_string(),
                ratio(found.mean),
                interval(found.interval),
            ]);
        }
    }
    let head = ["engine", "revision", "begun (UTC)", "instances", "ratio", "95% interval"];
    let mut page = table(head, 3..6, &rows);
    page += &format!(
        "\nratio: {clock} divided by that of the engine's first revision (geometric mean over the instances answered in all revisions)\n\n"
    );
    for course in &history.courses {
        page += &changes(history, course);
    }
    if history.courses.iter().all(|course| course.changes.is_empty()) {
        page += "no engine changed\n";
    }
    page += &format!(
        "in a history without a change, one is named with a probability of {} at most (docs/STATISTICS.md)\n",
        share(LEVEL)
    );
    for engine in &history.without_instances {
        page += &format!(
            "{engine}: no instance was answered in all its revisions, so that nothing can be compared\n"
        );
    }
    if !history.cpus.is_empty() {
        page += &format!(
            "WARNING: found {} ({}), whose times cannot be compared; keep a folder for each\n",
            plural(history.cpus.len(), "CPU model"),
            history.cpus.join(", ")
        );
    }
    page
}

/// A line for each change of an engine.
fn changes(history: &History, course: &Course) -> String {
    let name = |point: usize| &history.revisions[course.points[point].0].name;
    let line = |step: &Step| {
        format!(
            "{} changed after {}, with {}: times {} as long, p {}\n",
            course.engine,
            name(step.after),
            name(step.after + 1),
            ratio(step.ratio),
            probability(step.p)
        )
    };
    course.changes.iter().map(line).collect()
}
