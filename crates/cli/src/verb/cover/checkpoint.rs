//! The results of finished parts in a file, from which a later search continues.
//!
//! The file is JSON. It is written whole and renamed, so that after a kill it has its old or its new
//! contents. It names the problem, the engine and the rule of division; a search with others is refused. The
//! process that writes the file keeps it locked, because two processes would lose each other's results. A
//! checksum finds damage: a file with another checksum than its contents have is refused.
//!
//! The JSON is the first line. A count with a memo has one part, the whole problem; until it is complete, the sub-problems that
//! it has counted follow ([`memo_file`]).

pub mod contents;
mod memo_file;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::parallel::Division;
use quadrille_cover::{CancelToken, Outcome, Search, SearchStats, Tally};
use quadrille_harness::files::is_at;
use quadrille_results::Shown;
use quadrille_service::problem::Smaller;

use self::contents::{About, Contents, Done, Place};
pub use self::memo_file::{MemoFile, pause};
use crate::args::request::Request;
use crate::output::json::write_line;
use crate::output::lock::lock;
use crate::output::message::tell;
use crate::output::plural;
use crate::output::whole_file::{WholeFile, is_device};

/// The file and its contents.
pub struct Checkpoint {
    pub path: PathBuf,
    pub about: About,
    /// Length of the file of solutions when the checkpoint was written last.
    pub bytes: u64,
    /// The results of finished parts.
    pub done: BTreeMap<usize, Tally>,
    /// Number of bytes of the first line.
    first_line: u64,
    /// The file as written last, locked.
    locked: Option<File>,
    /// Whether this process began the file.
    is_new: bool,
}

impl Checkpoint {
    /// Reads the file, or begins it with one part if it does not exist. [`divide`](Self::divide) sets the number of parts.
    pub fn open(path: &Path, request: &Request, smaller: &Smaller) -> Result<Self> {
        if is_device(path) {
            bail!(
                "{}: found a device; expected the name of a file, which is replaced at each writing",
                path.shown()
            );
        }
        let bounded = request.asked.limits.nodes.is_some() || request.asked.limits.tests.is_some();
        let about = About::new(request, smaller, request.counts() || bounded, 1);
        let shown = path.shown();
        let mut checkpoint = Self {
            path: path.to_owned(),
            about,
            bytes: 0,
            done: BTreeMap::new(),
            first_line: 0,
            locked: None,
            is_new: true,
        };
        // The file is written now, so that a failure is reported at once and not after hours.
        if !path.exists() {
            match checkpoint.write(0, false) {
                Ok(()) => return Ok(checkpoint),
                Err(error) if !path.exists() => return Err(error),
                // Another process has created the file in the meantime.
                Err(_) => {}
            }
        }
        checkpoint.is_new = false;
        let mut text = Vec::new();
        let mut reader = BufReader::new(locked(path)?);
        reader.read_until(b'\n', &mut text).with_context(|| shown.to_string())?;
        checkpoint.first_line = text.len() as u64;
        checkpoint.locked = Some(reader.into_inner());
        let malformed =
            |why: &dyn Display| anyhow!("{shown}: not a checkpoint: {why}; name another file");
        let about: About = serde_json::from_slice(&text).map_err(|error| malformed(&error))?;
        if !about.is_of_this_version() {
            let difference = checkpoint.about.difference(&about).unwrap_or_default();
            return Err(checkpoint.is_of_another_search(&difference));
        }
        let mut contents: Contents =
            serde_json::from_slice(&text).map_err(|error| malformed(&error))?;
        let checksum = contents.checksum()?;
        checkpoint.about.parts = contents.about.parts;
        checkpoint.about.symmetry = contents.about.symmetry;
        // A search with counters keeps them if it is continued by a command that needs none.
        checkpoint.about.counters |= contents.about.counters;
        if let Some(difference) = checkpoint.about.difference(&contents.about) {
            return Err(checkpoint.is_of_another_search(&difference));
        }
        checkpoint.bytes = contents.bytes;
        for done in contents.done {
            let tally = done.tally();
            let tally = tally.ok_or_else(|| malformed(&"a number of solutions is malformed"))?;
            let part = done.part.whole().filter(|&part| part < checkpoint.about.parts);
            if part.is_none_or(|part| checkpoint.done.insert(part, tally).is_some()) {
                let part = &done.part;
                return Err(malformed(&format_args!("part {part} is unknown or listed twice")));
            }
        }
        if contents.sha256 != checksum || checkpoint.has_more()? && !checkpoint.may_have_more() {
            bail!(
                "{shown}: found a damaged checkpoint, whose contents do not match their checksum; \
                 expected the file as it was written; restore it, or delete it and begin again"
            );
        }
        Ok(checkpoint)
    }

    /// Sets the number of parts of a file without results. A file with results must have the same number.
    pub fn divide(&mut self, division: &Division<'_>) -> Result<()> {
        let mut expected = self.about.clone();
        expected.parts = division.parts();
        expected.symmetry = division.is_up_to_symmetry();
        let Some(difference) = expected.difference(&self.about) else { return Ok(()) };
        if !self.done.is_empty() {
            return Err(self.is_of_another_search(&difference));
        }
        self.about = expected;
        self.write(self.bytes, true)
    }

    /// Whether the problem was divided up to symmetry; `None` if nothing of it is done.
    pub fn symmetry(&self) -> Option<bool> {
        (!self.done.is_empty()).then_some(self.about.symmetry)
    }

    /// Whether something follows the first line.
    fn has_more(&self) -> Result<bool> {
        let about = std::fs::metadata(&self.path).with_context(|| self.path.shown().to_string())?;
        Ok(about.len() > self.first_line)
    }

    /// Whether sub-problems may follow the first line: the problem is not divided, and has no result yet.
    fn may_have_more(&self) -> bool {
        self.about.parts == 1 && self.done.is_empty()
    }

    /// The sub-problems of a count that is not divided; `None` if it is.
    pub fn kept<'s>(&self, stop: &'s CancelToken) -> Result<Option<MemoFile<'s>>> {
        let open = || MemoFile::open(&self.path, self.first_line, stop);
        self.may_have_more().then(open).transpose()
    }

    fn is_of_another_search(&self, difference: &str) -> anyhow::Error {
        let shown = self.path.shown();
        anyhow!("{shown}: found the checkpoint of another search: {difference}; name another file")
    }

    /// The result of a search that was not divided; `None` if it has not ended, or was divided.
    pub fn whole(&self) -> Option<Tally> {
        self.done.get(&0).filter(|_| self.about.parts == 1).cloned()
    }

    /// Stores the result of a search that was not divided.
    pub fn write_whole(&mut self, tally: &Tally) -> Result<()> {
        self.about.parts = 1;
        self.done = BTreeMap::from([(0, tally.clone())]);
        self.write(0, true)
    }

    /// Length of the file of solutions that an earlier search has left; `None` if this one is the first.
    pub fn known_bytes(&self) -> Option<u64> {
        (!self.is_new).then_some(self.bytes)
    }

    /// Leaves the file for a search that did not come to its end, and says how much is saved.
    pub fn leave(&self, saved: u64, what: &str, is_quiet: bool) {
        let path = self.path.shown();
        if saved == 0 {
            self.leave_unchanged();
            not_begun(&path);
        } else if !is_quiet {
            let saved = plural(saved, what);
            tell(format_args!("{path}: {saved} saved; the same command goes on from there"));
        }
    }

    /// Removes the file of a search whose result is elsewhere.
    pub fn remove(self) -> Result<()> {
        std::fs::remove_file(&self.path).with_context(|| self.path.shown().to_string())
    }

    /// Removes the file if this process began it; for a search that ended before it had a result.
    pub fn leave_unchanged(&self) {
        if self.is_new {
            _ = std::fs::remove_file(&self.path);
        }
    }

    /// Writes the file, after `bytes` of the file of solutions have been brought to the disk. With `force` it
    /// replaces the file written last.
    pub fn write(&mut self, bytes: u64, force: bool) -> Result<()> {
        self.bytes = bytes;
        let done =
            self.done.iter().map(|(&part, tally)| Done::new(Place::of(part), tally)).collect();
        let contents = Contents { bytes: self.bytes, done, ..Contents::new(self.about.clone()) };
        let contents = contents.sealed()?;
        let mut file = WholeFile::create(&self.path, force)?;
        write_line(&mut file, &contents)?;
        self.first_line = file.bytes;
        self.locked = Some(file.finish()?);
        Ok(())
    }
}

/// Says that a checkpoint has nothing new, and returns the result of a search that was not begun.
pub fn not_begun(path: &dyn Display) -> Tally {
    tell(format_args!(
        "{path}: unchanged, because the search ended before there was anything to save"
    ));
    let search = Search { outcome: Outcome::BudgetSpent, stats: SearchStats::default() };
    Tally::new(BigUint::ZERO, search)
}

fn locked(path: &Path) -> Result<File> {
    loop {
        let file = File::open(path).with_context(|| path.shown().to_string())?;
        lock(&file, path)?;
        // The process that held the lock may have replaced the file just before.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}
