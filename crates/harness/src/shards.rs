//! A folder of shards: work that many processes, on many machines, do in parts, each part published once as one file.
//!
//! ```text
//! DIR/manifest.json     what is done, and in how many shards; never changed
//! DIR/shards/G-K        shard K, from 0, of generation G; generations above 0 exist only in a divided enumeration
//! DIR/unfinished/       files that are being written
//! DIR/refused/          shards that were damaged and have been replaced
//! ```
//!
//! Schedulers start a task at least once: after a failure of the network a task may run twice, at the same time. So a
//! shard is written to a file that no other process writes, brought to the disk, and given its name only if no shard
//! has that name. The second process to finish the same shard finds the name taken, and its file is removed.
//!
//! A shard states the manifest and its own number in its first line, and its length and checksum in its last, so that
//! a shard is absent, whole, or refused with a reason. Whether a shard is correct never depends on a scheduler.

mod header;
mod job;
mod manifest;
mod number;
mod publish;
mod read;
mod row_set;
mod unfinished;
mod write;

#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use quadrille_results::{Fingerprint, Shown};
use thiserror::Error;

pub use header::{Footer, Header, ShardAbout};
pub use job::{CheckJob, CorpusJob, GenerateJob, Job, RunFacts, RunJob, range};
pub use manifest::{Binary, Manifest};
pub use number::{array_specification, shard_number};
pub use read::{Payload, Shard};
pub use row_set::RowSet;
pub use write::{Published, ShardWriter};

/// The version of the format of a folder of shards.
pub const FORMAT: u32 = 1;

/// Upper bound on the number of shards of a generation. A manifest has a digest for each shard of a run, and Slurm
/// allows job arrays of at most four million tasks.
pub const MOST_SHARDS: usize = 1_000_000;

/// Upper bound on the bytes of a manifest: a million shards with a digest and a range each need less.
const LONGEST_MANIFEST: u64 = 1 << 30;

/// Why a folder of shards or a shard cannot be used: what was found and where, what was expected, and what to do next.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct FolderError(String);

impl FolderError {
    fn at(path: &Path, what: impl Display) -> Self {
        Self(format!("{}: {what}", path.shown()))
    }
}

/// One part of the work of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShardId {
    /// The generation: 0, except for parts of an enumeration that an earlier generation handed back.
    pub generation: u32,
    /// The number of the shard in its generation, from 0.
    pub k: usize,
    /// The number of shards of its generation.
    pub of: usize,
}

impl ShardId {
    /// The name of the shard's file.
    pub fn name(&self) -> String {
        format!("{}-{}", self.generation, self.k)
    }
}

/// The shards of a generation that are not there.
#[derive(Debug, Default)]
pub struct Missing {
    /// The numbers of shards that are absent or refused, in increasing order.
    pub numbers: Vec<usize>,
    /// Why each refused shard is refused.
    pub refused: Vec<FolderError>,
}

/// A folder of shards.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
    hash: Fingerprint,
}

impl Folder {
    /// Publishes the manifest of a folder, which is created if it does not exist. If the folder has the same manifest
    /// already, nothing changes.
    ///
    /// # Errors
    /// The folder has another manifest; the error names the differences. Or the folder cannot be written to.
    pub fn create(path: &Path, manifest: &Manifest) -> Result<Self, FolderError> {
        manifest.refuse_number().map_err(FolderError)?;
        // First, as it refuses what must not be begun.
        let bytes = manifest.to_bytes().map_err(FolderError)?;
        for folder in ["shards", "unfinished"].map(|name| path.join(name)) {
            fs::create_dir_all(&folder).map_err(|error| FolderError::at(&folder, error))?;
        }
        let target = path.join("manifest.json");
        if !target.exists() {
            let mut file = unfinished::begin(&path.join("unfinished"), "manifest", 1)?;
            let published = io::Write::write_all(&mut file.file, &bytes)
                .and_then(|()| file.file.sync_all())
                .and_then(|()| publish::without_replacing(&file.path, &file.file, &target));
            published.map_err(|error| FolderError::at(&target, error))?;
        }
        let there = Self::open(path)?;
        let differences = there.manifest.differences(manifest);
        if !differences.is_empty() {
            let what = format!(
                "found the manifest of other work, which differs in {}; expected the same work or a new folder; \
                 name another folder",
                differences.join("; ")
            );
            return Err(FolderError::at(&target, what));
        }
        Ok(there)
    }

    /// Opens a folder that [`create`](Self::create) made.
    ///
    /// # Errors
    /// The manifest is missing, cannot be read, or is of another format.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let file = path.join("manifest.json");
        let bytes = crate::files::bytes(&file, LONGEST_MANIFEST).map_err(|error| {
            if error.kind() == io::ErrorKind::NotFound {
                let what = "found no manifest.json; expected a folder of shards; create it with --shards N --out";
                return FolderError::at(path, format!("{what} {}", path.shown()));
            }
            FolderError::at(&file, error)
        })?;
        let manifest = Manifest::parse(&bytes).map_err(|what| FolderError::at(&file, what))?;
        Ok(Self { path: path.to_owned(), manifest, hash: Fingerprint::of(&bytes) })
    }

    /// The folder's path, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is done in this folder.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The SHA-256 digest of the manifest, which every shard states.
    pub fn hash(&self) -> Fingerprint {
        self.hash
    }

    /// Shard `k` of generation 0.
    ///
    /// # Errors
    /// The manifest has fewer shards.
    pub fn shard(&self, k: usize) -> Result<ShardId, FolderError> {
        let of = self.manifest.shards;
        if k >= of {
            let expected = format!("0 to {}, because the manifest has {of} shards", of - 1);
            let what = format!("found the shard number {k}; expected {expected}");
            return Err(FolderError::at(&self.path, what));
        }
        Ok(ShardId { generation: 0, k, of })
    }

    /// Refuses to do a shard with another binary than that of the manifest, whose results could differ.
    ///
    /// # Errors
    /// The binaries differ.
    pub fn refuse_other_binary(&self, this: &Binary) -> Result<(), FolderError> {
        let expected = &self.manifest.binary;
        if this == expected {
            return Ok(());
        }
        let what = format!(
            "found another binary: this is {this}; expected the binary that wrote the manifest, {expected}; run \
             that one on every node, or begin in another folder"
        );
        Err(FolderError::at(&self.path, what))
    }

    /// Opens a shard after a check of its checksum and of all that its first and last lines state; none if it is
    /// absent. The payload is not kept in memory.
    ///
    /// # Errors
    /// The shard is there but refused: truncated, damaged, foreign, or unreadable.
    pub fn read(&self, id: ShardId) -> Result<Option<Shard>, FolderError> {
        Shard::read(&self.path_of(id), id, self.hash)
    }

    /// The shards of generation 0 that are absent or refused. Each shard that is there is read once.
    ///
    /// # Errors
    /// The folder of shards cannot be read, or has a file that is none of them.
    pub fn missing(&self) -> Result<Missing, FolderError> {
        let of = self.manifest.shards;
        self.refuse_strangers(&[of], true)?;
        let mut missing = Missing::default();
        for k in 0..of {
            match self.read(ShardId { generation: 0, k, of }) {
                Ok(Some(_)) => continue,
                Ok(None) => {}
                Err(error) => missing.refused.push(error),
            }
            missing.numbers.push(k);
        }
        Ok(missing)
    }

    /// Refuses files among the shards that are not one of the shards expected: a copy under another name, or a shard
    /// with a number out of range. `of` gives the number of shards of each generation. Names that begin with a dot are
    /// ignored: network file systems and editors make them. Unless these are all generations, there may be shards of later ones.
    ///
    /// # Errors
    /// The first such file by name, or the folder of shards cannot be read.
    pub fn refuse_strangers(&self, of: &[usize], are_all: bool) -> Result<(), FolderError> {
        let mut names = self.names()?;
        names.sort_unstable();
        let is_expected = |name: &String| {
            let (generation, k) = name.split_once('-')?;
            let (generation, k) = (generation.parse::<u32>().ok()?, k.parse::<usize>().ok()?);
            let later = (!are_all).then_some(MOST_SHARDS);
            let of = of.get(generation as usize).copied().or(later)?;
            // The name is compared, because `0-01` is not the name of shard 1.
            (k < of && ShardId { generation, k, of }.name() == *name).then_some(())
        };
        match names.iter().find(|name| is_expected(name).is_none()) {
            None => Ok(()),
            Some(name) => {
                let what = format!(
                    "found a file that is none of the {} shards; expected only names such as 0-0; move this file out \
                     of the folder",
                    of.iter().sum::<usize>()
                );
                Err(FolderError::at(&self.path.join("shards").join(name), what))
            }
        }
    }

    /// Removes all unfinished files. Call this only once every shard is there, when a process that still writes one
    /// cannot publish it.
    pub fn remove_unfinished(&self) {
        for entry in fs::read_dir(self.path.join("unfinished")).into_iter().flatten().flatten() {
            // A file that cannot be removed does no harm.
            _ = fs::remove_file(entry.path());
        }
    }

    /// The file of a shard, whether it is there or not.
    pub fn path_of(&self, id: ShardId) -> PathBuf {
        self.path.join("shards").join(id.name())
    }

    /// The names of all files among the shards, without those that begin with a dot.
    fn names(&self) -> Result<Vec<String>, FolderError> {
        let folder = self.path.join("shards");
        let entries = fs::read_dir(&folder).and_then(|entries| {
            entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
        });
        let mut names: Vec<String> = entries.map_err(|error| FolderError::at(&folder, error))?;
        names.retain(|name| !name.starts_with('.'));
        Ok(names)
    }
}

/// Brings the names in a folder to the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
