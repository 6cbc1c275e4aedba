//! What a search in parts has found so far, in a file: a later search goes on from there.
//!
//! The file is JSON, written whole and renamed, so that it is there in its old or its new state
//! whenever the process is killed. It names the problem, the engine and the rule by which the problem
//! is divided; what differs is refused. Whoever writes it keeps it locked, as each of two would lose what the other
//! found.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::parallel::{Division, RULE};
use quadrille_cover::{Outcome, Search, SearchStats, Tally};
use serde::{Deserialize, Serialize};

use super::smaller::Smaller;
use crate::args::Cover;
use crate::whole_file::{WholeFile, is_device};

/// The version of this format.
const FORMAT: u32 = 2;

/// What must be the same for a search to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    format: u32,
    /// The sha256 of the problem read, of the options chosen in advance and of what is left to be searched.
    problem: String,
    engine: String,
    /// The version of the rule that divides problems.
    rule: u32,
    parts: usize,
    /// Whether tests, forks and nodes are counted.
    counters: bool,
    /// Whether solutions are written to a file.
    solutions: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    #[serde(flatten)]
    about: About,
    /// Bytes of the file of solutions that belong to the parts done.
    bytes: u64,
    done: Vec<Done>,
}

/// A part searched to its end.
#[derive(Debug, Serialize, Deserialize)]
struct Done {
    part: usize,
    /// In decimal, as it may be beyond every number that JSON is sure to hold.
    solutions: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    tests: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    forks: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    max_depth: Option<u64>,
}

/// The file and what belongs in it.
pub struct Checkpoint {
    path: PathBuf,
    about: About,
    /// Bytes of the file of solutions when this was written last.
    pub bytes: u64,
    done: BTreeMap<usize, Tally>,
    /// The file as it was written last.
    locked: Option<File>,
}

impl Checkpoint {
    /// Reads the file if it is there.
    ///
    /// # Errors
    /// It cannot be read, is no checkpoint, or is one of another search.
    pub fn open(
        path: &Path,
        args: &Cover,
        smaller: &Smaller,
        division: &Division<'_>,
    ) -> Result<Self> {
        if is_device(path) {
            bail!(
                "{}: expected the name of a file, which is written anew each time",
                path.display()
            );
        }
        let bounded = args.limits.max_nodes.is_some() || args.limits.max_tests.is_some();
        let about = About {
            format: FORMAT,
            problem: smaller.fingerprint(),
            engine: args.engine.clone(),
            rule: RULE,
            parts: division.parts(),
            counters: args.counts() || bounded,
            solutions: !args.tallies(),
        };
        let shown = path.display();
        let mut checkpoint =
            Self { path: path.to_owned(), about, bytes: 0, done: BTreeMap::new(), locked: None };
        // What cannot be written is better known now than after hours.
        if !path.exists() && checkpoint.begin()? {
            return Ok(checkpoint);
        }
        checkpoint.locked = Some(locked(path)?);
        let text = std::fs::read(path).with_context(|| shown.to_string())?;
        let contents: Contents = serde_json::from_slice(&text)
            .map_err(|error| anyhow!("{shown}: found no checkpoint: {error}"))?;
        // Who need not count may go on counting.
        checkpoint.about.counters |= contents.about.counters;
        if let Some(difference) = checkpoint.about.difference(&contents.about) {
            bail!("{shown}: the checkpoint of another search: {difference}; name another file");
        }
        checkpoint.bytes = contents.bytes;
        for done in contents.done {
            let (part, tally) = done.tally().ok_or_else(|| {
                anyhow!("{shown}: found no checkpoint: a number of solutions is malformed")
            })?;
            if part >= division.parts() || checkpoint.done.insert(part, tally).is_some() {
                bail!("{shown}: found no checkpoint: part {part} is there twice or not at all");
            }
        }
        Ok(checkpoint)
    }

    /// Writes the file with nothing in it; false if somebody else did first.
    fn begin(&mut self) -> Result<bool> {
        self.locked = self.to_be_written(false)?.finish_locked()?;
        Ok(self.locked.is_some())
    }

    /// Whether tests, forks and nodes are counted.
    pub fn counts(&self) -> bool {
        self.about.counters
    }

    /// What was found in a part.
    pub fn known(&self, part: usize) -> Option<&Tally> {
        self.done.get(&part)
    }

    /// A part is done.
    pub fn add(&mut self, part: usize, tally: &Tally) {
        self.done.insert(part, tally.clone());
    }

    /// Writes the file; `bytes` of the file of solutions are safe on the disk.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&mut self, bytes: u64) -> Result<()> {
        self.bytes = bytes;
        self.locked = self.to_be_written(true)?.finish_locked()?;
        Ok(())
    }

    /// The file, under another name still.
    fn to_be_written(&self, force: bool) -> Result<WholeFile> {
        let done = self.done.iter().map(|(&part, tally)| Done::new(part, tally)).collect();
        let contents = Contents { about: self.about.clone(), bytes: self.bytes, done };
        let mut file = WholeFile::create(&self.path, force)?;
        serde_json::to_writer(&mut file, &contents)
            .and_then(|()| writeln!(file).map_err(serde_json::Error::io))
            .with_context(|| self.path.display().to_string())?;
        Ok(file)
    }
}

/// Keeps others away from a file for as long as it is held.
fn locked(path: &Path) -> Result<File> {
    loop {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another process is writing it", path.display())
            }
            // Whoever had it may have put another in its place just before.
            Ok(()) if !is_at(&file, path)? => {}
            // Where files cannot be locked nobody can know.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// Whether that file is the one of that name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (ours, there) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((ours.dev(), ours.ino()) == (there.dev(), there.ino()))
}

/// A file that is held cannot be replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> Result<bool> {
    Ok(true)
}

impl About {
    /// What differs, in words: what was found and what was expected.
    fn difference(&self, found: &Self) -> Option<String> {
        let differs = |what: &str, found: &dyn ToString, expected: &dyn ToString| {
            let (found, expected) = (found.to_string(), expected.to_string());
            (found != expected).then(|| format!("{what} is {found}; expected {expected}"))
        };
        let counted = |counters: bool| if counters { "with counters" } else { "without counters" };
        let kept = |solutions: bool| if solutions { "solutions" } else { "a number" };
        differs("its format", &found.format, &self.format)
            .or_else(|| differs("the sha256 of its problem", &found.problem, &self.problem))
            .or_else(|| differs("its engine", &found.engine, &self.engine))
            .or_else(|| differs("its rule of division", &found.rule, &self.rule))
            .or_else(|| differs("its number of parts", &found.parts, &self.parts))
            .or_else(|| differs("it", &counted(found.counters), &counted(self.counters)))
            .or_else(|| differs("its result", &kept(found.solutions), &kept(self.solutions)))
    }
}

impl Done {
    fn new(part: usize, tally: &Tally) -> Self {
        let SearchStats { tests, forks, nodes, max_depth, .. } = tally.search.stats;
        Self { part, solutions: tally.solutions.to_string(), tests, forks, nodes, max_depth }
    }

    fn tally(self) -> Option<(usize, Tally)> {
        let Self { part, tests, forks, nodes, max_depth, .. } = self;
        let solutions: BigUint = self.solutions.parse().ok()?;
        let visited = u64::try_from(&solutions).unwrap_or(u64::MAX);
        let stats = SearchStats { solutions: visited, tests, forks, nodes, max_depth };
        let search = Search { outcome: Outcome::Exhausted, stats };
        Some((part, Tally { solutions, search }))
    }
}
