//! `quadrille report`: result files as a page for a browser, as Markdown, and as a chart for paper.

mod history;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_harness::corpus::at_hand;
use quadrille_harness::run::reading::run_file;
use quadrille_results::Shown;
use quadrille_view::report::Report as Page;

use crate::args::Report;
use crate::input::results;
use crate::output::whole_file::{is_same, refuse_input};
use crate::output::{Destination, escaped};
use crate::status::Status;

pub fn run(args: &Report) -> Result<Status> {
    if let Some(folder) = &args.history {
        return history::run(args, folder);
    }
    let sides: Vec<Vec<PathBuf>> =
        args.results.files.iter().map(|side| results::of_side(side)).collect();
    let files: Vec<&PathBuf> = sides.iter().flatten().collect();
    let page = match (args.out.as_deref(), &args.markdown) {
        (None, None) => Some(Path::new("-")),
        (out, _) => out,
    };
    let markdown = args.markdown.as_deref();
    if let (Some(page), Some(markdown)) = (page, markdown)
        && is_same(page, markdown)
    {
        let page = page.shown();
        bail!("{page}: found as --out and as --markdown; expected two different names");
    }
    let is_pdf = page.map_or(Ok(false), is_pdf)?;
    if let (Some(pdf), true, None) = (page, is_pdf, args.chart) {
        bail!(
            "{}: found the name of a PDF without --chart; expected a chart to draw, such as --chart cactus, or a page with a name that ends in .html",
            pdf.shown()
        );
    }
    for written in [page, markdown].into_iter().flatten() {
        refuse_input(written, &files)?;
        refuse_input(written, files.iter().map(|file| run_file(file)))?;
    }
    // Opened first, so that a file that must not be overwritten is reported at once.
    let open = |path| Destination::open(Some(path), args.force);
    let (page, markdown) = (page.map(open).transpose()?, markdown.map(open).transpose()?);
    let mut results = results::read(&files)?;
    let question = args.results.question(None);
    question.keep_asked(&mut results)?;
    let sides: Vec<usize> = sides.iter().map(Vec::len).collect();
    let report = Page::of_sides(&results, &sides, args.tolerance, &question)?;
    if let Some(kind) = args.chart {
        let needs = || format!("found nothing to draw; expected {}", kind.needs());
        let chart = if is_pdf {
            report.chart_pdf(kind)?.with_context(needs)?
        } else {
            report.chart(kind).with_context(needs)?.into_bytes()
        };
        page.map(|out| out.finish_with(&chart)).transpose()?;
        return Ok(Status::Positive);
    }
    let library = args.data.library()?;
    let report = report.showing(at_hand::corpora(&library, &results));
    if let Some(out) = page {
        out.finish_with(escaped(&report.html()).as_bytes())?;
    }
    if let Some(out) = markdown {
        out.finish_with(escaped(&report.markdown()).as_bytes())?;
    }
    Ok(Status::Positive)
}

/// Names of files with these ends promise pictures of kinds that are not written.
const OTHER_PICTURES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "webp", "eps", "ps", "tif", "tiff"];

/// Whether a file is to be a PDF, by its name.
fn is_pdf(path: &Path) -> Result<bool> {
    let end = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if OTHER_PICTURES.contains(&&*end) {
        bail!(
            "{}: found the name of a picture of the kind {end}; expected a name that ends in .svg or .pdf, the kinds that are written",
            path.shown()
        );
    }
    Ok(end == "pdf")
}
