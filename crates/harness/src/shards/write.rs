//! Writes a shard and publishes it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use quadrille_results::{Fingerprint, Shown};
use sha2::{Digest, Sha256};
use tempfile::{Builder, TempPath};

use super::header::{END, Footer, Header, ShardAbout};
use super::read::Shard;
use super::unfinished::{self, Unfinished};
use super::{FORMAT, Folder, FolderError, ShardId, publish};

/// Size of the buffer of a shard, in bytes: large enough that calls of the system take little of the time of writing.
const BUFFER: usize = 1 << 16;

/// How the publication of a shard ended.
#[derive(Debug)]
pub enum Published {
    /// The shard was absent, and this one has its name now.
    First,
    /// A refused shard was moved to the folder `refused`, for this reason, and this one has its name now.
    Repaired(FolderError),
    /// Another process published the same shard before. This one's file was removed.
    Second,
}

/// A shard that is being written: its payload in lines. It counts only after [`publish`](Self::publish). The file is
/// removed when this is dropped, and by the next process that begins the same shard if this process is killed.
#[derive(Debug)]
pub struct ShardWriter {
    out: BufWriter<File>,
    name: TempPath,
    folder: PathBuf,
    target: PathBuf,
    id: ShardId,
    hash: Fingerprint,
    digest: Sha256,
    about: ShardAbout,
    /// The last line, as far as it is known.
    footer: Footer,
    /// Whether the last byte of the payload ends a line; true for an empty payload.
    at_line_end: bool,
}

impl Folder {
    /// Begins to write a shard. The shard counts only after [`ShardWriter::publish`].
    ///
    /// Removes unfinished files of the same shard that killed processes on this host left.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn begin(&self, id: ShardId, about: &ShardAbout) -> Result<ShardWriter, FolderError> {
        let unfinished = self.path.join("unfinished");
        let file = unfinished::begin(&unfinished, &id.name(), about.attempt)?;
        let Unfinished { file, path: name, attempt } = file;
        let about = ShardAbout { attempt, ..about.clone() };
        let mut writer = ShardWriter {
            out: BufWriter::with_capacity(BUFFER, file),
            name,
            folder: self.path.clone(),
            target: self.path_of(id),
            id,
            hash: self.hash,
            digest: Sha256::new(),
            about: about.clone(),
            footer: Footer::default(),
            at_line_end: true,
        };
        let ShardId { generation, k, of } = id;
        let manifest = self.hash.to_string();
        let header = Header { format: FORMAT, manifest, generation, k, of, about };
        let mut line = serde_json::to_vec(&header).expect("a header is plain data");
        line.push(b'\n');
        writer.digest.update(&line);
        writer.out.write_all(&line).map_err(|error| writer.fault(error))?;
        Ok(writer)
    }
}

impl ShardWriter {
    /// Where and when the shard is done, with the number of the attempt as the folder knows it.
    pub fn about(&self) -> &ShardAbout {
        &self.about
    }

    /// The number of bytes of the payload written so far.
    pub fn bytes(&self) -> u64 {
        self.footer.bytes
    }

    /// States in the last line what a fixed piece of work took after the shard, in nanoseconds of CPU time.
    pub fn calibrated(&mut self, calibration_ns: Option<u64>) {
        self.footer.calibration_ns = calibration_ns;
    }

    /// States counts in the last line.
    pub fn tallied(&mut self, tally: BTreeMap<String, u64>) {
        self.footer.tally = tally;
    }

    /// Brings the shard to the disk and gives it its name, unless a whole shard has that name.
    ///
    /// # Errors
    /// The payload does not end with a line end, or a call of the system failed.
    pub fn publish(mut self) -> Result<Published, FolderError> {
        if !self.at_line_end {
            let what = "found a payload that does not end with a line end; expected whole lines";
            return Err(FolderError::at(&self.target, what));
        }
        self.finish().map_err(|error| self.fault(error))?;
        let mut refused = None;
        loop {
            let is_first = publish::without_replacing(&self.name, self.out.get_ref(), &self.target);
            if is_first.map_err(|error| self.fault(error))? {
                return Ok(refused.map_or(Published::First, Published::Repaired));
            }
            match Shard::read(&self.target, self.id, self.hash) {
                Ok(Some(_)) => return Ok(Published::Second),
                Ok(None) => {}
                Err(error) => {
                    self.set_aside().map_err(|error| self.fault(error))?;
                    refused = Some(error);
                }
            }
        }
    }

    /// Writes the last line and brings everything to the disk.
    fn finish(&mut self) -> io::Result<()> {
        let text = serde_json::to_string(&self.footer)?;
        let begin = text.strip_suffix(END.trim_end()).expect("the digest is the last value");
        self.digest.update(begin.as_bytes());
        let digest = Fingerprint::from(std::mem::take(&mut self.digest));
        write!(self.out, "{begin}{digest}{END}")?;
        self.out.flush()?;
        self.out.get_ref().sync_all()
    }

    /// Moves a refused shard out of the way. If another process replaced it meanwhile by a whole one, that one gets its
    /// name back.
    fn set_aside(&self) -> io::Result<()> {
        let refused = self.folder.join("refused");
        fs::create_dir_all(&refused)?;
        let name = Builder::new().prefix(&format!("{}.", self.id.name())).tempfile_in(&refused)?;
        let name = name.into_temp_path();
        match fs::rename(&self.target, &name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            renamed => renamed?,
        }
        let moved = name.keep()?;
        if let Ok(Some(_)) = Shard::read(&moved, self.id, self.hash) {
            publish::without_replacing(&moved, &File::open(&moved)?, &self.target)?;
            fs::remove_file(&moved)?;
        }
        Ok(())
    }

    /// The error with the name of the shard before it.
    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.target.shown()))
    }

    fn fault(&self, error: io::Error) -> FolderError {
        FolderError::at(&self.target, error)
    }
}

impl Write for ShardWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes).map_err(|error| self.named(&error))?;
        let bytes = &bytes[..written];
        self.digest.update(bytes);
        self.footer.bytes += written as u64;
        self.footer.lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if let Some(&last) = bytes.last() {
            self.at_line_end = last == b'\n';
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| self.named(&error))
    }
}
