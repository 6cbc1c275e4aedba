//! Gives a file its name only if no file has that name.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::sync_folder;
use crate::files::is_at;

/// Gives the finished `file`, whose name is `from`, the name `to`, unless a file of that name exists. The new name is
/// on the disk when this returns. Returns whether this file has the name now. The caller removes the name `from`.
///
/// # Errors
/// The file system has no operation that gives a name without replacing, or a call of the system failed.
pub(super) fn without_replacing(from: &Path, file: &File, to: &Path) -> io::Result<bool> {
    let folder = to.parent().unwrap_or(Path::new("."));
    let is_first = match fs::hard_link(from, to) {
        Ok(()) => true,
        // NFS repeats a request whose reply was lost, and the repetition then fails though the first one succeeded.
        Err(_) if is_at(file, to) => true,
        Err(_) if to.symlink_metadata().is_ok() => false,
        Err(link) => match rename(from, to) {
            Ok(()) => true,
            Err(_) if to.symlink_metadata().is_ok() => false,
            Err(rename) => {
                let what = format!(
                    "cannot give a file this name without the risk to replace another: found that the file system \
                     refuses a hard link ({link}) and a rename that replaces nothing ({rename}); expected one of the \
                     two; use a folder on another file system"
                );
                return Err(io::Error::new(link.kind(), what));
            }
        },
    };
    if is_first {
        sync_folder(folder)?;
    }
    Ok(is_first)
}

/// Renames a file unless the new name exists.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

/// Renames a file unless the new name exists, for which this system has no call.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
