//! Reads a shard: verifies the whole file, then gives its payload.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use quadrille_results::{Fingerprint, Shown};
use sha2::{Digest, Sha256};

use super::header::{DIGITS, END, Footer, Header};
use super::{FORMAT, FolderError, ShardId};

/// Upper bound on the bytes of the first or last line of a shard. Either has a few short texts and numbers.
const LONGEST_LINE: u64 = 1 << 16;

/// Size of the buffer for reading a shard, in bytes: large enough that calls of the system take little of the time.
const BUFFER: usize = 1 << 18;

/// What is wrong with a shard.
struct Fault(String);

impl Fault {
    fn truncated(found: &str) -> Self {
        Self(format!("truncated: found {found}; expected a whole shard"))
    }

    fn damaged(found: impl Display) -> Self {
        Self(format!("damaged: found {found}; expected the contents that were published"))
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self(format!("unreadable: {error}"))
    }
}

/// A whole shard, whose checksum was right when it was read.
#[derive(Clone, Debug)]
pub struct Shard {
    /// The file.
    pub path: PathBuf,
    /// The place of the payload in the file, in bytes.
    pub place: Range<u64>,
    /// The first line.
    pub header: Header,
    /// The last line.
    pub footer: Footer,
}

/// The payload of a shard. Its file is opened again for each read, because a system may limit open files to fewer than the
/// shards; so reads should be large.
#[derive(Debug)]
pub struct Payload {
    path: PathBuf,
    place: Range<u64>,
}

impl Read for Payload {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = (self.place.end - self.place.start).min(buffer.len() as u64) as usize;
        if left == 0 {
            return Ok(0);
        }
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.place.start))?;
        let read = file.read(&mut buffer[..left])?;
        if read == 0 {
            let what = format!("{}: found the file shorter than it was", self.path.shown());
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
        }
        self.place.start += read as u64;
        Ok(read)
    }
}

impl Shard {
    /// The payload.
    pub fn payload(&self) -> Payload {
        Payload { path: self.path.clone(), place: self.place.clone() }
    }

    pub(super) fn read(
        path: &Path,
        id: ShardId,
        hash: Fingerprint,
    ) -> Result<Option<Self>, FolderError> {
        let file = match crate::files::regular(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(Fault::from),
        };
        file.and_then(|file| check(path, file, id, hash)).map(Some).map_err(|Fault(fault)| {
            let again =
                "do this shard again: its number is among those that `quadrille missing` prints";
            FolderError::at(path, format!("{fault}; {again}"))
        })
    }
}

/// Checks that a shard is whole: its last line, its digest, and that it belongs to the folder with the manifest `hash`.
fn check(path: &Path, file: File, id: ShardId, hash: Fingerprint) -> Result<Shard, Fault> {
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(BUFFER, file);
    let mut first = Vec::new();
    (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut first)?;
    if !first.ends_with(b"\n") {
        return Err(Fault::truncated("a first line without an end"));
    }
    let begin = first.len() as u64;
    file.seek(SeekFrom::Start(length - (length - begin).min(LONGEST_LINE)))?;
    let mut last = Vec::new();
    file.read_to_end(&mut last)?;
    let Some(inner) = last.strip_suffix(END.as_bytes()) else {
        return Err(Fault::truncated("an end that is not that of a shard's last line"));
    };
    let last_begin = inner.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let last = &last[last_begin..];
    let footer: Footer = serde_json::from_slice(last)
        .map_err(|_| Fault::truncated("a last line that is not that of a shard"))?;
    let place = begin..length - last.len() as u64;
    let covered = length - END.len() as u64 - DIGITS;
    file.rewind()?;
    let (digest, lines) = digest(&mut file, covered, &place)?;
    for (what, found, stated) in [
        ("checksum", digest.to_string(), footer.sha256.clone()),
        ("bytes", (place.end - place.start).to_string(), footer.bytes.to_string()),
        ("lines", lines.to_string(), footer.lines.to_string()),
    ] {
        if found != stated {
            let what = format_args!("{what} {found} where its last line states {stated}");
            return Err(Fault::damaged(what));
        }
    }
    let header: Header = serde_json::from_slice(&first).map_err(|error| {
        Fault::damaged(format_args!("a first line that is not that of a shard ({error})"))
    })?;
    is_of(&header, id, hash)?;
    Ok(Shard { path: path.to_owned(), place, header, footer })
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
    Err(Fault(format!("foreign: found a shard of {found}; expected {expected}")))
}
