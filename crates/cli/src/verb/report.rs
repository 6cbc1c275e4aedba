//! `quadrille report`: result files as a page for a browser, and as Markdown.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_view::report::Report as Made;

use crate::Status;
use crate::args::Report;
use crate::output::stdout;
use crate::rows;
use crate::verb::run::target::run_file_path;
use crate::whole_file::{WholeFile, is_same, refuse_input};

pub fn run(args: &Report) -> Result<Status> {
    let page = match (args.out.as_deref(), &args.markdown) {
        (None, None) => Some(Path::new("-")),
        (out, _) => out,
    };
    let markdown = args.markdown.as_deref();
    if let (Some(page), Some(markdown)) = (page, markdown)
        && is_same(page, markdown)
    {
        let name =
            if is_stdout(page) { "standard output".into() } else { page.display().to_string() };
        bail!("{name}: found it for the page and for Markdown; expected two names");
    }
    let run_files: Vec<PathBuf> = args.files.iter().map(|f| run_file_path(Path::new(f))).collect();
    for made in [page, markdown].into_iter().flatten().filter(|path| !is_stdout(path)) {
        let rows = args.files.iter().map(Path::new);
        refuse_input(made, rows.chain(run_files.iter().map(PathBuf::as_path)))?;
    }
    // What must not be written over is told before anything is worked out.
    let page = page.map(|path| Target::open(path, args.force)).transpose()?;
    let markdown = markdown.map(|path| Target::open(path, args.force)).transpose()?;
    let results = rows::read(&args.files)?;
    let report = Made::of(&results, args.times.clock(), args.baseline.as_deref(), args.times.seed)?;
    if let Some(target) = page {
        target.write(&report.html())?;
    }
    if let Some(target) = markdown {
        target.write(&report.markdown())?;
    }
    Ok(Status::Positive)
}

fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Where a text goes.
enum Target<'p> {
    Stdout,
    File(&'p Path, Box<WholeFile>),
}

impl<'p> Target<'p> {
    fn open(path: &'p Path, force: bool) -> Result<Self> {
        Ok(if is_stdout(path) {
            Self::Stdout
        } else {
            Self::File(path, Box::new(WholeFile::create(path, force)?))
        })
    }

    fn write(self, text: &str) -> Result<()> {
        match self {
            Self::Stdout => {
                let mut out = stdout();
                out.write_all(text.as_bytes())?;
                Ok(out.flush()?)
            }
            Self::File(path, mut file) => {
                file.write_all(text.as_bytes()).with_context(|| path.display().to_string())?;
                file.finish()
            }
        }
    }
}
