//! Result CSVs read back: the rows of one or more files, as small as statistics need them.
//!
//! [`Rows`] goes through a file row by row; [`Results`] keeps what all rows of several files say about
//! answers, counts and times. A file that breaks off in its last line, as that of a run that was killed,
//! is read up to there.

mod notes;
mod records;
mod row;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroU32;
use std::path::Path;

use foldhash::fast::FixedState;
use indexmap::IndexSet;
use thiserror::Error;

pub use notes::{Difference, Notes};
pub use row::{Row, RowError, Rows, Truncated};

use crate::fingerprint::Fingerprint;
use crate::plan::WHOLE_CORPUS;
use crate::record::Verdict;

/// A name of something in some [`Results`]; the same name has the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(NonZeroU32);

/// What an engine was asked: an instance and a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Case {
    /// The corpus.
    pub corpus: Name,
    /// The task.
    pub task: Name,
    /// The instance, or [`WHOLE_CORPUS`].
    pub instance: Name,
    /// The fingerprint of the instance.
    pub sha256: Fingerprint,
}

/// The number of a [`Case`] in some [`Results`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaseId(u32);

/// One row, as far as statistics use it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Which of the [files](Results::sources).
    pub source: u32,
    /// The line there.
    pub line: u32,
    /// The run.
    pub run: Name,
    /// The engine.
    pub engine: Name,
    /// Its version.
    pub version: Name,
    /// What it was asked.
    pub case: CaseId,
    /// The repetition, from 1.
    pub repetition: u32,
    /// The judgement.
    pub verdict: Verdict,
    /// The counters.
    pub counts: Counts,
    /// Nanoseconds of a search, by each [`Clock`]; 0 if unknown.
    times: [f64; 2],
}

/// The counters of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    solutions: Option<Name>,
    /// `u64::MAX` is unknown, as no search counts that far.
    others: [u64; 4],
}

/// Which time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Of the processor.
    Cpu,
    /// On the wall.
    Wall,
}

/// A file of results.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// What its run file says, if there is one.
    pub notes: Option<Notes>,
    /// How many rows there are in it.
    pub rows: usize,
    /// Where it breaks off, if it does.
    pub tail: Option<Truncated>,
}

/// The rows of some files.
#[derive(Clone, Debug, Default)]
pub struct Results {
    sources: Vec<Source>,
    names: IndexSet<Box<str>, FixedState>,
    cases: IndexSet<Case, FixedState>,
    entries: Vec<Entry>,
}

/// Why results cannot be had.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// A line that is none of ours.
    #[error(transparent)]
    Row(#[from] RowError),
    /// The run file beside a file of results.
    #[error("{file}:{what}; it belongs to the results beside it: mend it, or take it away")]
    RunFile {
        /// The run file.
        file: String,
        /// What is wrong.
        what: String,
    },
}

impl Results {
    /// Reads a file, and the run file `<path>.run.toml` if there is one; `-` is standard input.
    ///
    /// # Errors
    /// If a file cannot be read, or is not what it should be.
    pub fn read(&mut self, path: &str) -> Result<(), ResultsError> {
        if path == "-" {
            return self.add("standard input", BufReader::new(io::stdin()), None);
        }
        let unreadable = |error| RowError::Io { file: path.to_owned(), error };
        if Path::new(path).is_dir() {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()).into());
        }
        let run_file = format!("{path}.run.toml");
        let notes = match fs::read_to_string(&run_file) {
            Ok(text) => Some(Notes::parse(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => Some(Err(format!(" {error}"))),
        };
        let notes = notes.transpose();
        let notes = notes.map_err(|what| ResultsError::RunFile { file: run_file, what })?;
        let file = File::open(path).map_err(unreadable)?;
        self.add(path, BufReader::with_capacity(1 << 18, file), notes)
    }

    /// Reads rows from anything. `name` is what messages call it.
    ///
    /// # Errors
    /// If they are no results.
    pub fn add(
        &mut self,
        name: &str,
        input: impl BufRead,
        notes: Option<Notes>,
    ) -> Result<(), ResultsError> {
        let mut rows = Rows::new(name, input)?;
        if !rows.has_head() {
            return Err(RowError::Empty { file: name.to_owned() }.into());
        }
        let begun = self.entries.len();
        let source = self.sources.len() as u32;
        while let Some(row) = rows.next_row()? {
            let entry = self.entry(&row, source);
            self.entries.push(entry);
        }
        let count = self.entries.len() - begun;
        self.sources.push(Source { name: name.to_owned(), notes, rows: count, tail: rows.tail() });
        Ok(())
    }

    fn entry(&mut self, row: &Row<'_>, source: u32) -> Entry {
        let case = Case {
            corpus: self.intern(row.corpus),
            task: self.intern(row.task.name()),
            instance: self.intern(row.instance),
            sha256: row.sha256,
        };
        // A time of nothing has no ratio to another; it is one that the clock was too coarse for.
        let time = |total: Option<u64>| match (total, row.iterations) {
            (Some(total), Some(iterations)) if total > 0 && iterations > 0 => {
                total as f64 / iterations as f64
            }
            _ => 0.0,
        };
        let times = if row.verdict == Verdict::Ok {
            [time(row.cpu_ns), time(row.wall_ns)]
        } else {
            [0.0; 2]
        };
        let others = [row.tests, row.forks, row.nodes, row.max_depth];
        Entry {
            source,
            line: row.at as u32,
            run: self.intern(row.run_id),
            engine: self.intern(row.engine),
            version: self.intern(row.engine_version),
            case: CaseId(self.cases.insert_full(case).0 as u32),
            repetition: row.repetition,
            verdict: row.verdict,
            counts: Counts {
                solutions: row.solutions.map(|solutions| self.intern(solutions)),
                others: others.map(|count| count.unwrap_or(u64::MAX)),
            },
            times,
        }
    }

    fn intern(&mut self, name: &str) -> Name {
        let place = self.names.get_index_of(name);
        let place = place.unwrap_or_else(|| self.names.insert_full(name.into()).0);
        Name(NonZeroU32::new(place as u32 + 1).expect("one more than a place is not nothing"))
    }

    /// The files.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// All rows, file after file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is called so.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.0.get() as usize - 1]
    }

    /// The name of that text, if anything is called so.
    pub fn name(&self, text: &str) -> Option<Name> {
        let place = self.names.get_index_of(text)? as u32;
        NonZeroU32::new(place + 1).map(Name)
    }

    /// What was asked.
    pub fn case(&self, id: CaseId) -> &Case {
        &self.cases[id.0 as usize]
    }

    /// How many cases there are; their numbers are below.
    pub fn cases(&self) -> usize {
        self.cases.len()
    }

    /// Whether a case is a whole corpus, timed as one batch.
    pub fn is_batch(&self, case: &Case) -> bool {
        self.text(case.instance) == WHOLE_CORPUS
    }

    /// `corpus/instance`.
    pub fn case_name(&self, case: &Case) -> String {
        format!("{}/{}", self.text(case.corpus), self.text(case.instance))
    }

    /// `file:line` of a row.
    pub fn place(&self, entry: &Entry) -> String {
        format!("{}:{}", self.sources[entry.source as usize].name, entry.line)
    }
}

impl Entry {
    /// Nanoseconds of one search, where the answer is right and the time is known.
    pub fn time(&self, clock: Clock) -> Option<f64> {
        Some(self.times[clock as usize]).filter(|&time| time > 0.0)
    }
}

impl Counts {
    /// What [`tests`](Self::get) and the others are called, in their order.
    pub const NAMES: [&'static str; 5] = ["solutions", "tests", "forks", "nodes", "max_depth"];

    /// Forks, if they are known.
    pub fn forks(&self) -> Option<u64> {
        self.number(1)
    }

    fn number(&self, place: usize) -> Option<u64> {
        Some(self.others[place]).filter(|&count| count != u64::MAX)
    }

    /// The counter of that place in [`NAMES`](Self::NAMES), as text, if it is known.
    pub fn get(&self, place: usize, results: &Results) -> Option<String> {
        match place {
            0 => self.solutions.map(|name| results.text(name).to_owned()),
            _ => self.number(place - 1).map(|count| count.to_string()),
        }
    }

    /// Takes over what is not known here. Says whether the rest is the same.
    pub(crate) fn fill(&mut self, other: &Self) -> bool {
        let mut same = true;
        match (self.solutions, other.solutions) {
            (None, found) => self.solutions = found,
            (Some(one), Some(two)) => same &= one == two,
            _ => {}
        }
        for (ours, &theirs) in self.others.iter_mut().zip(&other.others) {
            match *ours {
                u64::MAX => *ours = theirs,
                count => same &= theirs == u64::MAX || theirs == count,
            }
        }
        same
    }

    /// The places in [`NAMES`](Self::NAMES) of counters that are known here, and that another does not have as they
    /// are here. What it does not know is a difference only if `all` must be known.
    pub fn differing(&self, other: &Self, all: bool) -> Vec<usize> {
        let solutions = match (self.solutions, other.solutions) {
            (Some(one), Some(two)) => one != two,
            (Some(_), None) => all,
            (None, _) => false,
        };
        let number = |place: usize| match (self.number(place), other.number(place)) {
            (Some(one), Some(two)) => one != two,
            (Some(_), None) => all,
            (None, _) => false,
        };
        let differs = |&place: &usize| if place == 0 { solutions } else { number(place - 1) };
        (0..Self::NAMES.len()).filter(differs).collect()
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self { solutions: None, others: [u64::MAX; 4] }
    }
}

#[cfg(test)]
mod tests;
