//! Parquet: up to three columns of text are read, and columns are added beside those that are there.

mod rows;
mod write;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use bytes::Bytes as Memory;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, Length};

pub(crate) use rows::{Rows, open};
pub(crate) use write::{Groups, Rewriter};

use crate::TableError;

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> Self {
        let error = match error {
            ParquetError::External(inner) => match inner.downcast() {
                Ok(error) => return Self::Io(*error),
                Err(inner) => ParquetError::External(inner),
            },
            other => other,
        };
        // In the words of the crate `parquet`.
        let words = error.to_string();
        if let Some(method) = ["brotli", "LZO"].into_iter().find(|method| words.contains(method)) {
            return Self::Wrong(format!(
                "found Parquet compressed by {}; expected gzip, lz4, snappy, zstd or none; write the file again with one of these",
                method.to_lowercase()
            ));
        }
        Self::Wrong(format!(
            "found Parquet that cannot be read or written ({error}); expected a whole file"
        ))
    }
}

/// A file on a disk or in memory.
#[derive(Clone)]
pub(crate) enum Chunks {
    File(Arc<File>),
    Memory(Memory),
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        match self {
            Self::File(file) => Length::len(&**file),
            Self::Memory(bytes) => bytes.len() as u64,
        }
    }
}

impl ChunkReader for Chunks {
    type T = Box<dyn Read>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        Ok(match self {
            Self::File(file) => {
                Box::new(BufReader::new(Positioned { file: Arc::clone(file), place: start }))
            }
            Self::Memory(bytes) => Box::new(bytes.get_read(start)?),
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Memory, ParquetError> {
        match self {
            Self::File(file) => {
                let mut reader = Positioned { file: Arc::clone(file), place: start };
                let mut bytes = vec![0; length];
                reader.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
            Self::Memory(bytes) => bytes.get_bytes(start, length),
        }
    }
}

/// Reads a file from a place of its own. Several readers may read one file at the same time: handles made by
/// `File::try_clone` would share one position, so that a thread that writes columns again and a thread that reads rows
/// would move each other.
struct Positioned {
    file: Arc<File>,
    place: u64,
}

impl Read for Positioned {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.place)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.place)?;
        self.place += read as u64;
        Ok(read)
    }
}
