//! A file that grows with a checkpoint.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};

use super::lock::lock;
use super::whole_file::{exists, is_device};

/// A file named `FILE.part` until it is finished. When it is opened again, bytes that the checkpoint does
/// not know are cut off.
#[derive(Debug)]
pub struct Growing {
    part: BufWriter<File>,
    /// Bytes written, including those not flushed yet.
    pub bytes: u64,
    name: PathBuf,
    target: PathBuf,
}

impl Growing {
    /// Opens the file, of which the first `bytes` are kept.
    pub fn open(target: &Path, force: bool, bytes: u64) -> Result<Self> {
        let shown = target.display();
        if target.is_dir() || is_device(target) {
            bail!(
                "{shown}: found a folder or device; expected the name of a file, which --checkpoint needs"
            );
        }
        if target.exists() && !force {
            return Err(exists(target));
        }
        let mut name = target.as_os_str().to_owned();
        name.push(".part");
        let name = PathBuf::from(name);
        let shown = name.display();
        let mut options = File::options();
        options.read(true).write(true).create(bytes == 0).truncate(false);
        let missing = |found: u64| {
            anyhow!(
                "{shown}: found {found} bytes; the checkpoint expects {bytes} or more; if the search had ended or the \
                 solutions are lost, delete the checkpoint to begin again"
            )
        };
        let mut part = match options.open(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && bytes > 0 => {
                return Err(missing(0));
            }
            opened => opened.with_context(|| shown.to_string())?,
        };
        lock(&part, &name)?;
        let length = part.metadata()?.len();
        if length < bytes {
            return Err(missing(length));
        }
        part.set_len(bytes).and_then(|()| part.seek(io::SeekFrom::End(0)))?;
        Ok(Self { part: BufWriter::new(part), bytes, name, target: target.to_owned() })
    }

    /// Brings everything to the disk.
    pub fn secure(&mut self) -> Result<()> {
        let named = |error: io::Error| anyhow!(error).context(self.name.display().to_string());
        self.part.flush().map_err(named)?;
        self.part.get_ref().sync_all().map_err(named)
    }

    /// Everything is written: the file gets its name.
    pub fn finish(mut self) -> Result<()> {
        self.secure()?;
        std::fs::rename(&self.name, &self.target).with_context(|| self.target.display().to_string())
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.part.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.part.flush()
    }
}
