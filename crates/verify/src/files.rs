//! The files of a folder, on a disk or elsewhere.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::refusal::Refusal;

/// A folder: opens its files by name. They can be read until a moment.
pub(crate) struct Folder<'f> {
    pub open: &'f dyn Fn(&str) -> io::Result<Box<dyn Read + 'f>>,
    pub until: Option<Instant>,
}

impl<'f> Folder<'f> {
    pub(crate) fn open(&self, name: &str) -> Result<Box<dyn Read + 'f>, Refusal> {
        let file = (self.open)(name).map_err(|error| Refusal::reading(name, &error))?;
        Ok(match self.until {
            Some(until) => Box::new(Timed { file, until }),
            None => file,
        })
    }

    /// The SHA-256 sum of a file, in hexadecimal digits.
    pub(crate) fn sum(&self, name: &str) -> Result<String, Refusal> {
        let mut hash = Sha256::new();
        let mut file = self.open(name)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => hash.update(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Refusal::reading(name, &error)),
            }
        }
        let mut digits = String::new();
        for byte in hash.finalize() {
            write!(digits, "{byte:02x}").expect("a string takes everything");
        }
        Ok(digits)
    }
}

/// A file that can be read until a moment.
struct Timed<'f> {
    file: Box<dyn Read + 'f>,
    until: Instant,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if Instant::now() > self.until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.file.read(buffer)
    }
}

/// Opens a file on the disk. A device or a pipe, which may have no end, is refused.
pub(crate) fn open(folder: &Path, name: &str) -> io::Result<Box<dyn Read>> {
    let path = folder.join(name);
    if !fs::metadata(&path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    Ok(Box::new(File::open(path)?))
}

/// The SHA-256 sum of a file of a folder, in hexadecimal digits.
///
/// # Errors
/// The file cannot be read.
pub fn sum(folder: &Path, name: &str) -> Result<String, Refusal> {
    Folder { open: &|name| open(folder, name), until: None }.sum(name)
}
