//! Reads a shard: verifies the whole file, then gives its payload.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::ops::Range;
use std::path::{Path, PathBuf};

use quadrille_results::{Fingerprint, Shown};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::header::{DIGITS, END, Footer, Header};
use super::{FORMAT, ShardId};

/// Upper bound on the bytes of the first or last line of a shard. Either has a few short texts and numbers.
const LONGEST_LINE: u64 = 1 << 16;

/// Size of the buffer for reading a shard, in bytes: large enough that calls of the system take little of the time.
const BUFFER: usize = 1 << 18;

/// A shard that is refused: its file, and why.
#[derive(Debug, Error)]
#[error("{}: {fault}; do this shard again: its number is among those that `quadrille missing` prints", path.shown())]
pub struct ShardError {
    /// The file of the shard.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a shard.
#[derive(Debug, Error)]
pub enum Fault {
    /// The end is missing, or the beginning.
    #[error("truncated: found {0}; expected a whole shard")]
    Truncated(&'static str),
    /// The contents are not those that were written.
    #[error("damaged: found {0}; expected the contents that were published")]
    Damaged(String),
    /// The shard was not written for this name in this folder: what its first line states, and what was expected.
    #[error("foreign: found a shard of {0}; expected {1}")]
    Foreign(String, String),
    /// The file cannot be read.
    #[error("unreadable: {0}")]
    Io(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A whole shard, whose checksum was right when it was opened.
#[derive(Debug)]
pub struct Shard {
    /// The file.
    pub path: PathBuf,
    /// The place of the payload in the file, in bytes.
    pub place: Range<u64>,
    /// The first line.
    pub header: Header,
    /// The last line.
    pub footer: Footer,
    file: BufReader<File>,
}

/// The payload of a shard, read as a stream.
pub type Payload = Take<BufReader<File>>;

impl Shard {
    /// The payload.
    pub fn payload(self) -> Payload {
        self.file.take(self.footer.bytes)
    }

    pub(super) fn read(
        path: &Path,
        id: ShardId,
        hash: Fingerprint,
    ) -> Result<Option<Self>, ShardError> {
        let file = match crate::files::regular(path) {
            Ok(file) => Ok(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => Err(error.into()),
        };
        let checked = file.and_then(|file| check(file, id, hash));
        match checked {
            Ok((header, footer, file)) => {
                let place = file.1;
                Ok(Some(Self { path: path.to_owned(), place, header, footer, file: file.0 }))
            }
            Err(fault) => Err(ShardError { path: path.to_owned(), fault }),
        }
    }
}

/// The first and the last line of a shard, the file at the begin of the payload, and the place of the payload in it.
type Checked = (Header, Footer, (BufReader<File>, Range<u64>));

/// Checks a shard, and leaves the file at the begin of its payload.
fn check(file: File, id: ShardId, hash: Fingerprint) -> Result<Checked, Fault> {
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(BUFFER, file);
    let mut first = Vec::new();
    (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut first)?;
    if !first.ends_with(b"\n") {
        return Err(Fault::Truncated("a first line without an end"));
    }
    let begin = first.len() as u64;
    file.seek(SeekFrom::Start(length - (length - begin).min(LONGEST_LINE)))?;
    let mut last = Vec::new();
    file.read_to_end(&mut last)?;
    let Some(inner) = last.strip_suffix(END.as_bytes()) else {
        return Err(Fault::Truncated("an end that is not that of a shard's last line"));
    };
    let last_begin = inner.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let last = &last[last_begin..];
    let footer: Footer = serde_json::from_slice(last)
        .map_err(|_| Fault::Truncated("a last line that is not that of a shard"))?;
    let payload = begin..length - last.len() as u64;
    let covered = length - END.len() as u64 - DIGITS;
    file.rewind()?;
    let (digest, lines) = digest(&mut file, covered, &payload)?;
    for (what, found, stated) in [
        ("checksum", digest.to_string(), footer.sha256.clone()),
        ("bytes", (payload.end - payload.start).to_string(), footer.bytes.to_string()),
        ("lines", lines.to_string(), footer.lines.to_string()),
    ] {
        if found != stated {
            return Err(Fault::Damaged(format!(
                "{what} {found} where its last line states {stated}"
            )));
        }
    }
    let header: Header = serde_json::from_slice(&first).map_err(|error| {
        Fault::Damaged(format!("a first line that is not that of a shard ({error})"))
    })?;
    is_of(&header, id, hash)?;
    file.seek(SeekFrom::Start(begin))?;
    Ok((header, footer, (file, payload)))
}

/// The digest of the first `covered` bytes, and the number of lines that end in the payload.
fn digest(
    file: &mut BufReader<File>,
    covered: u64,
    payload: &Range<u64>,
) -> io::Result<(Fingerprint, u64)> {
    let (mut digest, mut lines, mut place) = (Sha256::new(), 0, 0);
    let mut file = file.take(covered);
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok((digest.into(), lines));
        }
        digest.update(bytes);
        let read = bytes.len() as u64;
        let within = |at: u64| (at.clamp(place, place + read) - place) as usize;
        let bytes = &bytes[within(payload.start)..within(payload.end)];
        lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        place += read;
        let read = read as usize;
        file.consume(read);
    }
}

/// Refuses a shard whose first line states another manifest or number than its name and folder.
fn is_of(header: &Header, id: ShardId, hash: Fingerprint) -> Result<(), Fault> {
    let ShardId { generation, k, of } = id;
    let hash = hash.to_string();
    let place = |generation, k, of| format!("generation {generation}, number {k} of {of}");
    let (found, expected) = if header.format != FORMAT {
        (format!("format {}", header.format), format!("format {FORMAT}"))
    } else if header.manifest != hash {
        (format!("the manifest {}", header.manifest), hash)
    } else if (header.generation, header.k, header.of) != (generation, k, of) {
        (place(header.generation, header.k, header.of), place(generation, k, of))
    } else {
        return Ok(());
    };
    Err(Fault::Foreign(found, expected))
}
