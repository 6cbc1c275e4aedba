//! Parquet: two columns of text are read, and columns are added beside those that are there.

mod rows;
mod write;

use std::fs::File;
use std::io::Read;
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
            Self::File(file) => Box::new(file.get_read(start)?),
            Self::Memory(bytes) => Box::new(bytes.get_read(start)?),
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Memory, ParquetError> {
        match self {
            Self::File(file) => file.get_bytes(start, length),
            Self::Memory(bytes) => bytes.get_bytes(start, length),
        }
    }
}
