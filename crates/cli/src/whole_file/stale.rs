//! Files that were never finished, as their process was killed outright.
//!
//! Whoever writes one holds a lock on it (`flock`), which the system lets go when the process ends,
//! however it ends. So one that can be locked is nobody's, and is removed; no process number is
//! looked at, which another process may have by now. Where there are no such locks nothing is
//! removed.

use std::fs::{self, File};
use std::path::Path;

#[cfg(unix)]
use rustix::fs::{FlockOperation, flock};

/// How their names end.
pub const SUFFIX: &str = ".part";
/// Random characters before that.
pub const RANDOM: usize = 6;
/// Bytes of the target's name that are used: no name may have more than 255.
const LONGEST: usize = 200;

/// How the names of a target's files begin.
pub fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=name.len().min(LONGEST)).rev().find(|&end| name.is_char_boundary(end));
    format!(".quadrille-{}-", &name[..end.unwrap_or(0)])
}

/// Removes those files in a folder that nobody is writing. What cannot be is left there: it is in
/// nobody's way.
pub fn remove(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(SUFFIX));
        let is_ours = random.is_some_and(|random| random.len() == RANDOM);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_nobodys(&entry.path());
        }
    }
}

#[cfg(unix)]
fn remove_if_nobodys(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    // Held until it is removed, so that who has just made it finds out: see `claim`.
    let locked = flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok();
    if locked && is_at(&file, path) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(not(unix))]
fn remove_if_nobodys(_: &Path) {}

/// Locks a file that was just made. `false`: another process took it for one left behind and has
/// removed it in the meantime, so another must be made.
#[cfg(unix)]
pub fn claim(file: &File, path: &Path) -> bool {
    // Waits for whoever is about to remove it. Where it fails, it does for them as well.
    let _ = flock(file, FlockOperation::LockExclusive);
    is_at(file, path)
}

/// Whether a path still leads to this very file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |file: fs::Metadata| (file.dev(), file.ino());
    let there = fs::symlink_metadata(path).map(number).ok();
    there.is_some() && there == file.metadata().map(number).ok()
}

#[cfg(not(unix))]
pub fn claim(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tempfile::tempdir;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_nobodys_is_removed_and_nothing_else() {
        let folder = tempdir().unwrap();
        let prefix = prefix(Path::new("some/mine.txt"));
        assert_eq!(prefix, ".quadrille-mine.txt-");
        let left = ".quadrille-mine.txt-abcdef.part";
        let others = [
            ".quadrille-mine.txt-2-abcdef.part",
            ".quadrille-mine.txt-abcdef.part.txt",
            ".quadrille-yours.txt-abcdef.part",
            "mine.txt",
        ];
        let held = ".quadrille-mine.txt-ghijkl.part";
        for name in [&[left, held], &others[..]].concat() {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        let writer = File::open(folder.path().join(held)).unwrap();
        assert!(claim(&writer, &folder.path().join(held)));
        remove(folder.path(), &prefix);
        let mut expected = [&others[..], &[held]].concat();
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
        drop(writer);
        remove(folder.path(), &prefix);
        assert!(!names(folder.path()).contains(&held.to_owned()), "its writer is no more");
    }

    #[test]
    fn who_lost_a_file_to_another_notices() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("part");
        let file = File::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!claim(&file, &path), "it is gone");
        fs::write(&path, "another").unwrap();
        assert!(!claim(&file, &path), "it is another");
    }

    #[test]
    fn the_longest_name_has_room() {
        let name = "ä".repeat(125);
        let whole = prefix(Path::new(&name)).len() + RANDOM + SUFFIX.len();
        assert!(whole <= 255 && whole > 200, "{whole}");
    }
}
