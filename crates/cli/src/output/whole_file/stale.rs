//! Unfinished files of processes that were killed.
//!
//! The process that writes such a file holds a lock on it (`flock`), which the system releases when the
//! process ends. A file that can be locked therefore has no owning process, and is removed. Process
//! numbers are not looked at, because the system reuses them. Where files cannot be locked, none is
//! removed.

use std::fs::{self, DirEntry, File};
use std::path::Path;

use quadrille_harness::files::is_at;

/// End of the names of unfinished files.
pub const SUFFIX: &str = ".part";
/// Random characters before the suffix.
pub const RANDOM: usize = 6;
/// Bytes of the target's name that are used: most file systems allow 255 bytes in a name.
const LONGEST: usize = 200;

/// Beginning of the names of all unfinished files.
const BEGIN: &str = ".quadrille-";

/// Beginning of the names of unfinished files of a target.
pub fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=name.len().min(LONGEST)).rev().find(|&end| name.is_char_boundary(end));
    format!("{BEGIN}{}-", &name[..end.unwrap_or(0)])
}

/// Removes the files without an owning process from a folder, whatever their targets, which may never be written again. A
/// file that cannot be removed stays, which does no harm.
pub fn remove(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (is_file, path) = (entry.file_type().is_ok_and(|kind| kind.is_file()), entry.path());
        // The lock is held until the file is removed, so that a process that has just created the file
        // notices the removal in `claim`.
        if cfg!(unix)
            && is_ours(&entry, BEGIN)
            && is_file
            && let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
            && is_at(&file, &path)
        {
            _ = fs::remove_file(&path);
        }
    }
}

/// Removes the folders without an owning process from a folder. An owner locks the file `lock` in its folder. A folder
/// without that file may have been made a moment ago, and stays.
pub fn remove_folders(around: &Path, prefix: &str, lock: &str) {
    for entry in fs::read_dir(around).into_iter().flatten().flatten() {
        let path = entry.path();
        if cfg!(unix)
            && is_ours(&entry, prefix)
            && let Ok(file) = File::open(path.join(lock))
            && file.try_lock().is_ok()
        {
            _ = fs::remove_dir_all(&path);
        }
    }
}

/// Whether an entry of a folder has the name of something unfinished.
fn is_ours(entry: &DirEntry, prefix: &str) -> bool {
    let name = entry.file_name();
    let rest = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(SUFFIX));
    // Of the prefix of all targets, the name of the target is left.
    let random = rest.map(|rest| rest.rsplit_once('-').map_or(rest, |(_, random)| random));
    let is_whole = prefix == BEGIN || random == rest;
    is_whole && random.is_some_and(|random| random.len() == RANDOM)
}

/// Locks a file that was just created. `false` if another process took the file for one without an owner
/// and removed it before it was locked, so that the caller must create another.
pub fn claim(file: &File, path: &Path) -> bool {
    // Waits while another process is about to remove the file. Where files cannot be locked, no process
    // removes any.
    _ = file.lock();
    is_at(file, path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tempfile::tempdir;

    #[test]
    fn files_without_an_owner_are_removed_and_no_others() {
        let folder = tempdir().unwrap();
        let prefix = prefix(Path::new("some/mine.txt"));
        assert_eq!(prefix, ".quadrille-mine.txt-");
        let left = [".quadrille-mine.txt-abcdef.part", ".quadrille-yours-2.txt-abcdef.part"];
        let others = [
            ".quadrille-mine.txt-abcdefg.part",
            ".quadrille-mine.txt-abcdef.part.txt",
            "mine.txt",
            "mine.txt.part",
        ];
        for name in left.iter().chain(&others) {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        remove(folder.path());
        let entries = fs::read_dir(folder.path()).unwrap().flatten();
        let found: BTreeSet<_> = entries.map(|e| e.file_name().into_string().unwrap()).collect();
        assert_eq!(found, others.map(str::to_owned).into());
    }

    #[test]
    fn a_process_notices_that_its_file_was_removed() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("part");
        let file = File::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!claim(&file, &path), "the file was removed");
        fs::write(&path, "another").unwrap();
        assert!(!claim(&file, &path), "another file has its name");
    }

    #[test]
    fn the_longest_name_has_room() {
        let name = "ä".repeat(125);
        let whole = prefix(Path::new(&name)).len() + RANDOM + SUFFIX.len();
        assert!(whole <= 255 && whole > 200, "{whole}");
    }
}
