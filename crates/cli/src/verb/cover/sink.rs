//! Where solutions go: standard output, a file that is whole or not there, or a file that grows with
//! a checkpoint.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use crate::args::Cover;
use crate::output::stdout;
use crate::whole_file::{WholeFile, is_device};
use crate::whole_lines::WholeLines;

pub enum Sink {
    Stdout(WholeLines),
    Whole(WholeFile),
    Growing(Growing),
    /// A picture is all that is printed.
    Nowhere,
}

impl Sink {
    /// As the arguments ask for. With a checkpoint the file already has `bytes` that stay.
    pub fn new(args: &Cover, bytes: u64) -> Result<Self> {
        match args.out.as_deref() {
            Some(path) if path != Path::new("-") => {
                if args.checkpoint.is_none() {
                    return Ok(Self::Whole(WholeFile::create(path, args.force)?));
                }
                Ok(Self::Growing(Growing::open(path, args.force, bytes)?))
            }
            _ => Ok(Self::Stdout(stdout())),
        }
    }

    /// Brings what was written to a growing file to the disk.
    pub fn secure(&mut self) -> Result<()> {
        let Self::Growing(growing) = self else { return Ok(()) };
        growing.secure()
    }

    /// How many bytes a growing file has; 0 for all else.
    pub fn bytes(&self) -> u64 {
        let Self::Growing(growing) = self else { return 0 };
        growing.bytes
    }

    /// All is written: the file gets its name.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        match self {
            Self::Stdout(_) | Self::Nowhere => Ok(()),
            Self::Whole(file) => file.finish(),
            Self::Growing(growing) => growing.finish(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Whole(out) => out.write(bytes),
            Self::Growing(out) => {
                let written = out.part.write(bytes)?;
                out.bytes += written as u64;
                Ok(written)
            }
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Whole(out) => out.flush(),
            Self::Growing(out) => out.part.flush(),
            Self::Nowhere => Ok(()),
        }
    }
}

/// A file named `FILE.part` until it is finished. What is in it beyond the bytes that the checkpoint
/// knows of is cut off when it is opened again.
pub struct Growing {
    part: BufWriter<File>,
    /// How many bytes are in it, or will be when it is flushed.
    bytes: u64,
    name: PathBuf,
    target: PathBuf,
}

impl Growing {
    fn open(target: &Path, force: bool, bytes: u64) -> Result<Self> {
        let shown = target.display();
        if target.is_dir() || is_device(target) {
            bail!("{shown}: a checkpoint needs a file of solutions; expected the name of one");
        }
        if target.exists() && !force {
            bail!("{shown}: there is such a file already; name another, or --force");
        }
        let mut name = target.as_os_str().to_owned();
        name.push(".part");
        let name = PathBuf::from(name);
        let shown = name.display();
        let mut options = File::options();
        options.read(true).write(true).create(bytes == 0).truncate(false);
        let missing = |found: u64| {
            anyhow!(
                "{shown}: found {found} bytes; expected {bytes} or more, as the checkpoint says; if the search had \
                 ended, or the solutions are gone, take the checkpoint away to begin anew"
            )
        };
        let mut part = match options.open(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && bytes > 0 => {
                return Err(missing(0));
            }
            opened => opened.with_context(|| shown.to_string())?,
        };
        match part.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("{shown}: another process is writing it"),
            // Where files cannot be locked nobody can know.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let length = part.metadata()?.len();
        if length < bytes {
            return Err(missing(length));
        }
        part.set_len(bytes).and_then(|()| part.seek(io::SeekFrom::End(0)))?;
        Ok(Self { part: BufWriter::new(part), bytes, name, target: target.to_owned() })
    }

    fn secure(&mut self) -> Result<()> {
        let named = |error: io::Error| anyhow!(error).context(self.name.display().to_string());
        self.part.flush().map_err(named)?;
        self.part.get_ref().sync_all().map_err(named)
    }

    fn finish(mut self) -> Result<()> {
        self.secure()?;
        std::fs::rename(&self.name, &self.target).with_context(|| self.target.display().to_string())
    }
}
