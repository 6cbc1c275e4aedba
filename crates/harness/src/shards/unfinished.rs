//! Files that are being written, named `SHARD.ATTEMPT.HOST.PID.RANDOM.part`.
//!
//! The process that writes such a file holds a lock on it (`flock`), which the system releases when the process ends,
//! however it ends. A file of this host that can be locked has no owning process. Files of other hosts are left alone,
//! because not every network file system shows the locks of other hosts.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use super::FolderError;
use crate::files::is_at;
use crate::machine::host;

/// The end of the names of unfinished files.
const SUFFIX: &str = ".part";
/// Random characters of a name.
const RANDOM: usize = 8;

/// A file that is being written. It is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub file: File,
    pub path: TempPath,
    /// The number of times that the same shard was begun.
    pub attempt: u32,
}

/// Creates a file for a shard or the manifest after removing those that killed processes left. `attempt` is the number
/// of the attempt as far as the caller knows; files of earlier attempts may raise it.
pub(super) fn begin(folder: &Path, stem: &str, attempt: u32) -> Result<Unfinished, FolderError> {
    let fault = |error: io::Error| FolderError::at(folder, error);
    fs::create_dir_all(folder).map_err(fault)?;
    let host = host::name().replace('/', "_");
    let mut attempt = attempt;
    for (path, earlier, its_host) in earlier(folder, stem).map_err(fault)? {
        attempt = attempt.max(earlier.saturating_add(1));
        if its_host == host {
            remove_if_ownerless(&path);
        }
    }
    let prefix = format!("{stem}.{attempt}.{host}.{}.", std::process::id());
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let (file, path) = builder.tempfile_in(folder).map_err(fault)?.into_parts();
        // Waits while another process is about to remove the file, which it takes for one without an owner. Where files
        // cannot be locked, no process removes any.
        _ = file.lock();
        if is_at(&file, &path) {
            return Ok(Unfinished { file, path, attempt });
        }
    }
}

/// The unfinished files of a shard, each with its attempt and its host.
fn earlier(folder: &Path, stem: &str) -> io::Result<Vec<(PathBuf, u32, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let parse = |name: &str| {
            let rest = name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(SUFFIX)?;
            let (attempt, rest) = rest.split_once('.')?;
            // A host's name may have dots; the process number and the random characters have none.
            let mut from_end = rest.rsplitn(3, '.');
            let host = from_end.nth(2)?.to_owned();
            Some((attempt.parse().ok()?, host))
        };
        if let Some((attempt, host)) = name.and_then(parse) {
            found.push((path, attempt, host));
        }
    }
    Ok(found)
}

/// Removes a file if no process has locked it. The lock is held until the file is removed, so that a process that has
/// just created the file notices the removal.
fn remove_if_ownerless(path: &Path) {
    if let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
        && is_at(&file, path)
    {
        _ = fs::remove_file(path);
    }
}
