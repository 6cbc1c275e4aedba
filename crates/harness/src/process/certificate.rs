//! Certificates that an engine writes into a folder of the harness.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use crate::files;

/// A temporary folder for the certificates of one batch. It is removed when nothing refers to it any more.
#[derive(Clone, Debug)]
pub(super) struct CertificateFolder(Arc<TempDir>);

impl CertificateFolder {
    /// A new folder; `None` if there can be none, or its name could not be a word of a question.
    pub fn new() -> Option<Self> {
        let folder = tempfile::Builder::new().prefix("quadrille-proofs-").tempdir().ok()?;
        let is_word = |name: &str| !name.contains(|c: char| c.is_whitespace() || c.is_control());
        folder.path().to_str().filter(|name| is_word(name))?;
        Some(Self(Arc::new(folder)))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// The certificate of the instance with a number in the protocol.
    pub fn certificate(&self, number: u64) -> Certificate {
        Certificate { file: self.path().join(format!("{number}.xcd")), _folder: self.clone() }
    }
}

/// A certificate that an engine says it wrote.
#[derive(Clone, Debug)]
pub struct Certificate {
    file: PathBuf,
    _folder: CertificateFolder,
}

impl Certificate {
    /// Reads the certificate, at most `most` bytes, and removes its file.
    ///
    /// # Errors
    /// No regular file, or a longer one.
    pub fn take(&self, most: u64) -> io::Result<Vec<u8>> {
        let bytes = files::bounded(files::regular(&self.file)?, most)?;
        // The folder is removed later; until then, a large batch might fill the disk.
        _ = fs::remove_file(&self.file);
        Ok(bytes)
    }
}
