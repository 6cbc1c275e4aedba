//! Where the rows of a run go, and the run file beside them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use quadrille_harness::environment::RunFile;

use crate::tell::tell;
use crate::whole_file::{WholeFile, is_device};

/// Where rows go.
pub enum Target {
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
    /// What `--out` names, or a file in `results/` that is called like the run.
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
                "{csv}: there are results already; name another file, go on with `--resume {csv}`, or --force"
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

    /// Opens it with nothing in it.
    pub fn create(&self) -> Result<Box<dyn Write + Send>> {
        match self {
            Self::Stdout => Ok(Box::new(io::stdout())),
            Self::Device(path) => {
                let device = File::options().write(true).open(path);
                Ok(Box::new(device.with_context(|| self.name())?))
            }
            Self::File { force, .. } => {
                let file = self.open(!force)?;
                file.set_len(0).with_context(|| self.name())?;
                Ok(Box::new(file))
            }
        }
    }

    /// Opens a file that is there, or was about to be when its run was killed, and keeps other runs away.
    pub fn lock(&self) -> Result<File> {
        self.open(false)
    }

    fn open(&self, new: bool) -> Result<File> {
        let Self::File { csv, .. } = self else { bail!("{}: is no file", self.name()) };
        let mut options = File::options();
        options.write(true).create(true).truncate(false).create_new(new);
        let file = options.open(csv).with_context(|| self.name())?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(anyhow!("{}: another run is writing to it", self.name()))
            }
            // Not every file system can lock.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        }
    }

    /// Goes on after so many bytes of a file.
    pub fn after(&self, mut file: File, bytes: u64) -> Result<Box<dyn Write + Send>> {
        let cut = file.set_len(bytes).and_then(|()| file.seek(SeekFrom::Start(bytes)));
        cut.with_context(|| self.name())?;
        Ok(Box::new(file))
    }

    /// Writes the run file, whole or not at all.
    pub fn write_run_file(&self, contents: &RunFile) -> Result<()> {
        let Self::File { csv, .. } = self else { return Ok(()) };
        let mut file = WholeFile::create(&run_file_path(csv), true)?;
        file.write_all(contents.to_toml().as_bytes()).with_context(|| self.name())?;
        file.finish()
    }

    /// For a run that was interrupted.
    pub fn tell_how_to_go_on(&self) {
        if let Self::File { csv, .. } = self {
            tell(format_args!("to go on: quadrille run --resume {}", csv.display()));
        }
    }
}

/// Where the run file of a CSV lies.
pub fn run_file_path(csv: &Path) -> PathBuf {
    let mut path = csv.as_os_str().to_owned();
    path.push(".run.toml");
    path.into()
}

/// The run file beside a CSV.
pub fn run_file_of(csv: &Path) -> Result<RunFile> {
    let path = run_file_path(csv);
    let because = || {
        format!(
            "{}: a run is resumed by its run file, which lies beside its CSV; without one it is begun anew, with --force",
            path.display()
        )
    };
    RunFile::read(&path).with_context(because)
}
