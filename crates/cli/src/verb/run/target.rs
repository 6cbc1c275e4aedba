//! Where the rows of a run go, and the run file beside them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_harness::run::environment::RunFile;

use crate::output::lock::lock;
use crate::output::whole_file::{WholeFile, is_device, with_suffix};

/// Where rows go.
pub enum Target {
    Stdout,
    /// A file with a run file beside it.
    File {
        csv: PathBuf,
        force: bool,
    },
    /// A device or a named pipe.
    Device(PathBuf),
}

impl Target {
    /// The target of `--out`; without it a file in `results/`, named after the run.
    pub fn new(out: Option<&str>, force: bool, run_id: &str) -> Result<Self> {
        let csv = match out {
            Some("-") => return Ok(Self::Stdout),
            Some(path) => PathBuf::from(path),
            None => Path::new("results").join(format!("{run_id}.csv")),
        };
        if is_device(&csv) {
            return Ok(Self::Device(csv));
        }
        if csv.exists() && !force {
            let csv = csv.display();
            bail!(
                "{csv} already exists; name another file, continue its run with --resume {csv}, or overwrite it \
                 with --force"
            );
        }
        if let Some(folder) = csv.parent().filter(|_| out.is_none()) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(Self::File { csv, force })
    }

    pub fn name(&self) -> String {
        match self {
            Self::Stdout => "standard output".to_owned(),
            Self::File { csv, .. } | Self::Device(csv) => csv.display().to_string(),
        }
    }

    /// Opens the target for a new run, and writes the run file beside a file. The file is locked, and emptied only
    /// when the run file is there, so that a failure loses no results.
    pub fn create(&self, run: &RunFile) -> Result<Box<dyn Write + Send>> {
        match self {
            Self::Stdout => Ok(Box::new(io::stdout())),
            Self::Device(path) => {
                let device = File::options().write(true).open(path);
                Ok(Box::new(device.with_context(|| self.name())?))
            }
            Self::File { csv, force } => {
                let is_new = !csv.exists();
                let file = open(csv, !force)?;
                let begun = self.write_run_file(run);
                if begun.is_err() && is_new {
                    _ = fs::remove_file(csv);
                }
                begun.and_then(|()| file.set_len(0).with_context(|| self.name()))?;
                Ok(Box::new(file))
            }
        }
    }

    /// Writes the run file, whole or not at all.
    pub fn write_run_file(&self, contents: &RunFile) -> Result<()> {
        let Self::File { csv, .. } = self else { return Ok(()) };
        WholeFile::write(&run_file_path(csv), true, toml::to_string(contents)?.as_bytes())
    }
}

/// Opens and locks the file of a run. It may not exist yet if the run was killed as it began.
pub fn open(csv: &Path, new: bool) -> Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false).create_new(new);
    let file = options.open(csv).with_context(|| csv.display().to_string())?;
    lock(&file, csv)?;
    Ok(file)
}

/// The path of the run file of a CSV.
pub fn run_file_path(csv: &Path) -> PathBuf {
    with_suffix(csv, ".run.toml")
}

/// The run file of a CSV.
pub fn run_file_of(csv: &Path) -> Result<RunFile> {
    let path = run_file_path(csv);
    let because = || {
        format!(
            "{}: cannot read the run file of the CSV, without which a run cannot be continued; begin it again with \
             --force",
            path.display()
        )
    };
    let text = fs::read_to_string(&path).with_context(because)?;
    toml::from_str(&text).with_context(because)
}
