//! One process at a time submits the shards of a folder: two would submit each shard twice.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use quadrille_harness::machine::host;
use quadrille_results::Shown;

/// The file that is locked; it has the process and its host.
const LOCK: &str = "follower";

/// Locks a folder, which is created if need be, for as long as the file is open. On file systems without locks nothing is
/// locked.
pub fn hold(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let opened = fs::create_dir_all(folder).and_then(|()| {
        File::options().read(true).write(true).create(true).truncate(false).open(&path)
    });
    let mut file = opened.with_context(|| path.shown().to_string())?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let mut who = String::new();
        _ = file.read_to_string(&mut who);
        let shown = folder.shown();
        bail!(
            "{shown}: found that `quadrille slurm` is at work for this folder already ({}); expected no other; leave that one to \
             finish, and call `quadrille missing {shown}` to see what is left",
            who.trim()
        );
    }
    let who = format!("process {} on {}\n", std::process::id(), host::name());
    file.set_len(0)
        .and_then(|()| file.write_all(who.as_bytes()))
        .with_context(|| path.shown().to_string())?;
    Ok(file)
}

/// Removes the lock of a folder that was not made, and the folder if nothing else is in it.
pub fn abandon(folder: &Path) {
    if !folder.join("manifest.json").exists() {
        _ = fs::remove_file(folder.join(LOCK));
        _ = fs::remove_dir(folder);
    }
}
