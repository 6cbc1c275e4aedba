//! Where the rows of a run go, and the run file beside them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_harness::files;
use quadrille_harness::run::environment::RunFile;
use quadrille_harness::run::reading::run_file;
use quadrille_results::Shown;

use crate::output::is_stdout;
use crate::output::lock::lock;
use crate::output::whole_file::{WholeFile, is_device};

/// Where rows go: standard output, a device, a named pipe, or a file with a run file beside it.
pub struct Target {
    /// The name in messages.
    pub name: String,
    /// The file, if it is one.
    pub csv: Option<PathBuf>,
}

impl Target {
    /// Opens the target of `--out` for a new run; without `--out`, a file in `results/`, named after the run, or in the folder of
    /// `--history`, named after the run and the revision. Writes the run file beside a file. The file is locked, and emptied only when the run file is there, so that a failure
    /// loses no results.
    pub fn create(
        out: Option<&Path>,
        history: Option<&Path>,
        force: bool,
        run: &RunFile,
    ) -> Result<(Self, Box<dyn Write + Send>)> {
        let unnamed = || match history {
            Some(folder) => folder.join(format!("{}{}.csv", run.run_id, revision(run))),
            None => Path::new("results").join(format!("{}.csv", run.run_id)),
        };
        let csv = out.map_or_else(unnamed, Path::to_owned);
        let name = csv.shown().to_string();
        if is_stdout(&csv) {
            let name = "standard output".to_owned();
            return Ok((Self { name, csv: None }, Box::new(io::stdout())));
        }
        if is_device(&csv) {
            let device = File::options().write(true).open(&csv).with_context(|| name.clone())?;
            return Ok((Self { name, csv: None }, Box::new(device)));
        }
        // A run that was killed as it began leaves an empty file.
        let is_empty = |csv: &Path| {
            fs::metadata(csv).is_ok_and(|about| about.is_file() && about.len() == 0)
                && !run_file(csv).exists()
        };
        let (is_new, force) = (!csv.exists(), force || is_empty(&csv));
        if !is_new && !force {
            bail!(
                "{name} already exists; name another file, continue its run with `quadrille resume {name}`, or overwrite it \
                 with --force"
            );
        }
        if let Some(folder) = csv.parent().filter(|_| out.is_none()) {
            fs::create_dir_all(folder).with_context(|| folder.shown().to_string())?;
        }
        let file = open(&csv, !force)?;
        let target = Self { name, csv: Some(csv.clone()) };
        let begun = target.write_run_file(run);
        if begun.is_err() && is_new {
            _ = fs::remove_file(&csv);
        }
        begun.and_then(|()| file.set_len(0).with_context(|| target.name.clone()))?;
        Ok((target, Box::new(file)))
    }

    /// Changes the run file, if there is one.
    pub fn note(&self, change: impl FnOnce(&mut RunFile)) -> Result<()> {
        let Some(csv) = &self.csv else { return Ok(()) };
        let mut noted = run_file_of(csv)?;
        change(&mut noted);
        self.write_run_file(&noted)
    }

    /// Writes the run file, whole or not at all.
    pub fn write_run_file(&self, contents: &RunFile) -> Result<()> {
        let Some(csv) = &self.csv else { return Ok(()) };
        WholeFile::write(&run_file(csv), true, toml::to_string(contents)?.as_bytes())
    }
}

/// The revision of the build with a hyphen before it, as a part of a file's name; empty if it is not known.
fn revision(run: &RunFile) -> String {
    let revision = run.build.get("revision").and_then(toml::Value::as_str).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let revision = revision.replace(|c| !is_plain(c), "-");
    if revision.is_empty() { revision } else { format!("-{revision}") }
}

/// Opens and locks the file of a run. It may not exist yet if the run was killed as it began.
pub fn open(csv: &Path, new: bool) -> Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false).create_new(new);
    let file = options.open(csv).with_context(|| csv.shown().to_string())?;
    lock(&file, csv)?;
    Ok(file)
}

pub fn run_file_of(csv: &Path) -> Result<RunFile> {
    let path = run_file(csv);
    let because = || {
        format!(
            "{}: cannot read the run file of the CSV, without which a run cannot be continued; begin it again with \
             --force",
            path.shown()
        )
    };
    let text = files::regular_text(&path).with_context(because)?;
    toml::from_str(&text).with_context(because)
}
