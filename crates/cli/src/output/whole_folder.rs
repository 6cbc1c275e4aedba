//! Folders that exist whole or not at all.
//!
//! Files go to a folder of another name beside the target. `finish` brings them to the disk and renames the folder. If
//! `finish` is not reached, the folder is removed; after a kill, the next folder of the same target removes it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_results::Shown;
use tempfile::{Builder, TempDir};

use super::whole_file::{folder_of, stale, without_name};

/// Name of the file that is locked while a folder is unfinished.
const LOCK: &str = ".lock";

/// A folder that gets its name when it is finished.
pub struct WholeFolder {
    target: PathBuf,
    folder: TempDir,
    /// Locked while the folder is unfinished.
    lock: File,
    sizes: Rc<RefCell<Sizes>>,
}

/// The sizes of the files of a folder, in bytes, and an upper bound on their sum.
struct Sizes {
    of: BTreeMap<String, u64>,
    most: u64,
}

impl WholeFolder {
    /// Begins a folder whose files take at most `most` bytes.
    pub fn create(target: &Path, most: u64) -> Result<Self> {
        let shown = target.shown();
        if target.symlink_metadata().is_ok() {
            bail!("{shown} already exists; name a new folder, or remove this one");
        }
        let around = folder_of(target);
        let prefix = stale::prefix(target);
        stale::remove_folders(around, &prefix, LOCK);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(stale::SUFFIX).rand_bytes(stale::RANDOM);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let begun = builder.tempdir_in(around).and_then(|folder| {
            let lock = File::create(folder.path().join(LOCK))?;
            _ = lock.lock();
            Ok((folder, lock))
        });
        let (folder, lock) = begun.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                anyhow!("{shown}: the folder around it does not exist; create it first")
            }
            _ => anyhow!("{shown}: {}", without_name(&error)),
        })?;
        let sizes = Rc::new(RefCell::new(Sizes { of: BTreeMap::new(), most }));
        Ok(Self { target: target.to_owned(), folder, lock, sizes })
    }

    /// Begins a file, or begins it again.
    pub fn file(&self, name: &str) -> io::Result<Member> {
        let file = File::create(self.folder.path().join(name))?;
        self.sizes.borrow_mut().of.insert(name.to_owned(), 0);
        let sizes = Rc::clone(&self.sizes);
        Ok(Member { name: name.to_owned(), file: BufWriter::new(file), sizes })
    }

    pub fn remove(&self, name: &str) -> io::Result<()> {
        self.sizes.borrow_mut().of.remove(name);
        fs::remove_file(self.path(name))
    }

    /// The name that the folder gets.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The path of a file, until the folder is finished.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Brings the files to the disk and gives the folder its name.
    pub fn finish(self) -> Result<()> {
        let shown = self.target.shown();
        // The files begun, and nothing else: the lock goes.
        for name in self.sizes.borrow().of.keys() {
            File::open(self.path(name))?.sync_all().with_context(|| shown.to_string())?;
        }
        fs::remove_file(self.folder.path().join(LOCK))?;
        drop(self.lock);
        if self.target.symlink_metadata().is_ok() {
            bail!("{shown} already exists; name a new folder, or remove this one");
        }
        let path = self.folder.keep();
        fs::rename(&path, &self.target).with_context(|| {
            _ = fs::remove_dir_all(&path);
            shown.to_string()
        })
    }
}

/// A file of a folder.
pub struct Member {
    name: String,
    file: BufWriter<File>,
    sizes: Rc<RefCell<Sizes>>,
}

/// The error of a write beyond the limit.
pub fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::QuotaExceeded, "the folder would exceed its limit")
}

impl Write for Member {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut sizes = self.sizes.borrow_mut();
        let sum: u64 = sizes.of.values().sum();
        if sum + bytes.len() as u64 > sizes.most {
            return Err(too_large());
        }
        self.file.write_all(bytes)?;
        *sizes.of.get_mut(&self.name).expect("the file has been begun") += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[cfg(unix)]
    #[test]
    fn a_folder_without_an_owner_is_removed() {
        let around = tempdir().unwrap();
        let target = around.path().join("new");
        let lost = around.path().join(format!("{}abcdef{}", stale::prefix(&target), stale::SUFFIX));
        fs::create_dir(&lost).unwrap();
        fs::write(lost.join(LOCK), "").unwrap();
        let first = WholeFolder::create(&target, 10).unwrap();
        assert!(!lost.exists());
        let _second = WholeFolder::create(&target, 10).unwrap();
        assert!(first.path(LOCK).exists(), "the first folder is still being written");
    }
}
