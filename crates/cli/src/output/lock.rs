//! Locks on files that are being written.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Result, bail};

/// Locks a file for as long as it is open. On file systems without locks nothing is locked.
///
/// # Errors
/// Another process has locked the file.
pub fn lock(file: &File, path: &Path) -> Result<()> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let path = path.display();
        bail!("{path}: another process is writing to this file; wait for it, or name another file");
    }
    Ok(())
}

/// Whether a path leads to this open file.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |about: std::fs::Metadata| (about.dev(), about.ino());
    let there = std::fs::metadata(path).map(number).ok();
    there.is_some() && there == file.metadata().map(number).ok()
}

/// Whether a path leads to this open file: always, because outside Unix an open file cannot be replaced.
#[cfg(not(unix))]
pub fn is_at(_: &File, _: &Path) -> bool {
    true
}
