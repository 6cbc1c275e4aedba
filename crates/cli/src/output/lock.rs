//! Locks on files that are being written.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Result, bail};
use quadrille_results::Shown;

/// Locks a file for as long as it is open. On file systems without locks nothing is locked.
pub fn lock(file: &File, path: &Path) -> Result<()> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let path = path.shown();
        bail!("{path}: another process is writing to this file; wait for it, or name another file");
    }
    Ok(())
}
