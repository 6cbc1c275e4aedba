//! The results of finished parts in a file, from which a later search continues.
//!
//! The file is JSON. It is written whole and renamed, so that after a kill it has its old or its new
//! contents. It names the problem, the engine and the rule of division; a search with others is refused. The
//! process that writes the file keeps it locked, because two processes would lose each other's results. A
//! checksum finds damage: a file with another checksum than its contents have is refused.
//!
//! The JSON is the first line. A count with a memo has one part, the whole problem; until it is complete, the sub-problems that
//! it has counted follow ([`kept`]).

mod kept;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use num_bigint::BigUint;
use quadrille_cover::parallel::{Division, RULE};
use quadrille_cover::{CancelToken, Outcome, Search, SearchStats, Tally};
use quadrille_harness::files::is_at;
use quadrille_results::Fingerprint;
use serde::{Deserialize, Serialize};
use serde_with_macros::skip_serializing_none;

pub use self::kept::Kept;
use super::smaller::Smaller;
use crate::args::Cover;
use crate::output::json::write_line;
use crate::output::lock::lock;
use crate::output::whole_file::{WholeFile, is_device};

/// The version of the checkpoint's format.
const FORMAT: u32 = 3;

/// The properties of a search that must be the same when it continues from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    format: u32,
    /// The sha256 of the problem read, of the options chosen in advance and of the reduced problem.
    problem: String,
    engine: String,
    /// The version of the rule by which the problem is divided into parts.
    rule: u32,
    parts: usize,
    /// Whether tests, forks and nodes are counted.
    pub counters: bool,
    /// Whether solutions are written to a file.
    solutions: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    #[serde(flatten)]
    about: About,
    /// Length of the file of solutions for the finished parts.
    bytes: u64,
    done: Vec<Done>,
    /// The sha256 of the contents with this field empty.
    #[serde(default)]
    sha256: String,
}

/// The result of a finished part.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
struct Done {
    part: usize,
    /// Number of solutions, in decimal digits, because it may exceed the numbers that JSON holds exactly.
    solutions: String,
    tests: Option<u64>,
    forks: Option<u64>,
    nodes: Option<u64>,
    max_depth: Option<u64>,
}

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
    ///
    /// # Errors
    /// The file cannot be read, is no checkpoint, or is that of another search.
    pub fn open(path: &Path, args: &Cover, smaller: &Smaller) -> Result<Self> {
        if is_device(path) {
            bail!(
                "{}: found a device; expected the name of a file, which is replaced at each writing",
                path.display()
            );
        }
        let bounded = args.limits.max_nodes.is_some() || args.limits.max_tests.is_some();
        let about = About {
            format: FORMAT,
            problem: smaller.fingerprint(),
            engine: args.engine.clone(),
            rule: RULE,
            parts: 1,
            counters: args.counts() || bounded,
            solutions: !args.how_many.count,
        };
        let shown = path.display();
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
        let mut contents: Contents =
            serde_json::from_slice(&text).map_err(|error| malformed(&error))?;
        let checksum = contents.checksum()?;
        checkpoint.about.parts = contents.about.parts;
        // A search with counters keeps them if it is continued by a command that needs none.
        checkpoint.about.counters |= contents.about.counters;
        if let Some(difference) = checkpoint.about.difference(&contents.about) {
            return Err(checkpoint.is_of_another_search(&difference));
        }
        checkpoint.bytes = contents.bytes;
        for done in contents.done {
            let tally = done.tally();
            let (part, tally) =
                tally.ok_or_else(|| malformed(&"a number of solutions is malformed"))?;
            if part >= checkpoint.about.parts || checkpoint.done.insert(part, tally).is_some() {
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
    ///
    /// # Errors
    /// The file is that of another division, or cannot be written.
    pub fn divide(&mut self, division: &Division<'_>) -> Result<()> {
        let expected = About { parts: division.parts(), ..self.about.clone() };
        let Some(difference) = expected.difference(&self.about) else { return Ok(()) };
        if !self.done.is_empty() {
            return Err(self.is_of_another_search(&difference));
        }
        self.about = expected;
        self.write(self.bytes, true)
    }

    /// Whether something follows the first line.
    fn has_more(&self) -> Result<bool> {
        let about =
            std::fs::metadata(&self.path).with_context(|| self.path.display().to_string())?;
        Ok(about.len() > self.first_line)
    }

    /// Whether sub-problems may follow the first line: the problem is not divided, and has no result yet.
    fn may_have_more(&self) -> bool {
        self.about.parts == 1 && self.done.is_empty()
    }

    /// The sub-problems of a count that is not divided; `None` if it is.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn kept<'s>(&self, every: Duration, stop: &'s CancelToken) -> Result<Option<Kept<'s>>> {
        let open = || Kept::open(&self.path, self.first_line, every, stop);
        self.may_have_more().then(open).transpose()
    }

    fn is_of_another_search(&self, difference: &str) -> anyhow::Error {
        let shown = self.path.display();
        anyhow!("{shown}: found the checkpoint of another search: {difference}; name another file")
    }

    /// The result of a search that was not divided; `None` if it has not ended, or was divided.
    pub fn whole(&self) -> Option<Tally> {
        self.done.get(&0).filter(|_| self.about.parts == 1).cloned()
    }

    /// Stores the result of a search that was not divided.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_whole(&mut self, tally: &Tally) -> Result<()> {
        self.about.parts = 1;
        self.done = BTreeMap::from([(0, tally.clone())]);
        self.write(0, true)
    }

    /// Removes the file if this process began it; for a search that ended before it had a result.
    pub fn leave_unchanged(&mut self) {
        if self.is_new {
            _ = std::fs::remove_file(&self.path);
        }
    }

    /// Writes the file, after `bytes` of the file of solutions have been brought to the disk. With `force` it
    /// replaces the file written last.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, bytes: u64, force: bool) -> Result<()> {
        self.bytes = bytes;
        let done = self.done.iter().map(|(&part, tally)| Done::new(part, tally)).collect();
        let sha256 = String::new();
        let mut contents = Contents { about: self.about.clone(), bytes: self.bytes, done, sha256 };
        contents.sha256 = contents.checksum()?;
        let mut file = WholeFile::create(&self.path, force)?;
        write_line(&mut file, &contents)?;
        self.first_line = file.bytes;
        self.locked = Some(file.finish()?);
        Ok(())
    }
}

impl Contents {
    /// The checksum of the contents, whatever the field `sha256` has.
    fn checksum(&mut self) -> Result<String> {
        let written = std::mem::take(&mut self.sha256);
        let checksum = Fingerprint::of(&serde_json::to_vec(self)?).to_string();
        self.sha256 = written;
        Ok(checksum)
    }
}

/// Opens and locks the file.
fn locked(path: &Path) -> Result<File> {
    loop {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        lock(&file, path)?;
        // The process that held the lock may have replaced the file just before.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

impl About {
    /// The first property that differs in the checkpoint `found`, in words.
    fn difference(&self, found: &Self) -> Option<String> {
        let words = |about: &Self| {
            let counted = if about.counters { "with counters" } else { "without counters" };
            let result = if about.solutions { "solutions" } else { "a number" };
            [
                ("its format", about.format.to_string()),
                ("the sha256 of its problem", about.problem.clone()),
                ("its engine", about.engine.clone()),
                ("its rule of division", about.rule.to_string()),
                ("its number of parts", about.parts.to_string()),
                ("it", counted.to_owned()),
                ("its result", result.to_owned()),
            ]
        };
        let mut pairs = words(found).into_iter().zip(words(self));
        let ((what, found), (_, expected)) = pairs.find(|(found, expected)| found != expected)?;
        Some(format!("{what} is {found}; expected {expected}"))
    }
}

impl Done {
    fn new(part: usize, tally: &Tally) -> Self {
        let SearchStats { tests, forks, nodes, max_depth, .. } = tally.search.stats;
        Self { part, solutions: tally.solutions.to_string(), tests, forks, nodes, max_depth }
    }

    fn tally(self) -> Option<(usize, Tally)> {
        let Self { part, tests, forks, nodes, max_depth, .. } = self;
        let digits = self.solutions.bytes().all(|byte| byte.is_ascii_digit());
        let solutions: BigUint = self.solutions.parse().ok().filter(|_| digits)?;
        let visited = u64::try_from(&solutions).unwrap_or(u64::MAX);
        let stats = SearchStats { solutions: visited, tests, forks, nodes, max_depth };
        let search = Search { outcome: Outcome::Exhausted, stats };
        Some((part, Tally::new(solutions, search)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a file is accepted, and what it is read as.
    fn read(text: &[u8]) -> Option<Contents> {
        let mut contents: Contents = serde_json::from_slice(text).ok()?;
        let checksum = contents.checksum().ok()?;
        (contents.sha256 == checksum).then_some(contents)
    }

    /// Every change of one byte is found, or does not change what is read.
    #[test]
    fn no_changed_byte_gives_another_result() {
        let about = About {
            format: FORMAT,
            problem: "0123456789abcdef".to_owned(),
            engine: "auto".to_owned(),
            rule: RULE,
            parts: 3,
            counters: true,
            solutions: false,
        };
        let done = |part, solutions: &str, nodes| {
            let solutions = solutions.to_owned();
            Done { part, solutions, tests: None, forks: Some(9), nodes, max_depth: Some(12) }
        };
        let done = vec![done(0, "10", Some(71)), done(2, "340282366920938463463", None)];
        let mut contents = Contents { about, bytes: 1024, done, sha256: String::new() };
        contents.sha256 = contents.checksum().unwrap();
        let text = serde_json::to_vec(&contents).unwrap();
        assert!(read(&text).is_some());
        let mut harmless = 0;
        for at in 0..text.len() {
            for byte in (0..=255).filter(|&byte| byte != text[at]) {
                let mut changed = text.clone();
                changed[at] = byte;
                if let Some(read) = read(&changed) {
                    assert_eq!(serde_json::to_vec(&read).unwrap(), text);
                    harmless += 1;
                }
            }
        }
        assert!(harmless < 100, "{harmless}");
    }
}
