//! The rows of one or more results files, in the form that statistics need: small, with every name stored once.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;

use foldhash::fast::FixedState;
use indexmap::IndexSet;
use strum::IntoStaticStr;

use crate::Fingerprint;
use crate::notes::{Notes, ShardNote};
use crate::record::{Proved, Row, Timing, Verdict};
use crate::row::{RowError, Rows};

/// A name in some [`Results`], of an engine or a corpus for example, as a number. Equal names have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

/// An instance and the task that was asked about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Case {
    /// The corpus.
    pub corpus: Name,
    /// The task.
    pub task: Name,
    /// The instance, or [`WHOLE_CORPUS`](crate::WHOLE_CORPUS).
    pub instance: Name,
    /// The fingerprint of the instance.
    pub sha256: Fingerprint,
}

/// The number of a [`Case`] in some [`Results`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CaseId(pub(crate) u32);

/// One row, reduced to the columns that statistics use.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The file, as a place in [`Results::sources`].
    pub source: u32,
    /// The line in the file, from 1.
    pub line: u32,
    /// The name of the run.
    pub run: Name,
    /// The engine.
    pub engine: Name,
    /// The engine's version.
    pub version: Name,
    /// The instance and the task.
    pub case: CaseId,
    /// The repetition, from 1.
    pub repetition: u32,
    /// The outcome of the search, as judged.
    pub verdict: Verdict,
    /// The counters.
    pub counts: Counts,
    /// Whether the time is that of another program which may have remembered its answers; see [`Timing::Unverified`].
    pub is_unverified: bool,
    /// How the number of solutions was proved; none if it was not.
    pub proved: Option<Proved>,
    /// The shard that measured the row, if the file was merged from shards; see [`Results::shard`].
    pub(crate) shard: Option<u32>,
    /// Whether the search was too short to have a time, so that `times` are upper bounds; see [`Timing::Short`].
    is_short: bool,
    /// Nanoseconds, or instructions, of one search, for each [`Clock`]; 0 if unknown.
    times: [f64; 3],
}

/// The counters of a row, in the order of [`Counts::NAMES`]. The solutions, which may exceed 64 bits, are the number
/// of their [`Name`]. `u64::MAX` means unknown; no search counts that far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([u64; 5]);

/// A clock by which searches were timed, or what stands for one, shown as it is named in output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr)]
pub enum Clock {
    /// CPU time of the thread or process that searched.
    #[default]
    #[strum(serialize = "CPU time")]
    Cpu,
    /// Wall time.
    #[strum(serialize = "wall time")]
    Wall,
    /// Instructions in user mode, in place of a time: they need no quiet machine, and hardly differ from run to run.
    #[strum(serialize = "instructions")]
    Instructions,
}

/// A results file.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// The contents of its run file, if there is one.
    pub notes: Option<Notes>,
    /// The number of rows in the file.
    pub rows: usize,
    /// The number of the unfinished last line, if there is one.
    pub tail: Option<u64>,
}

/// The rows of some files.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The files.
    pub sources: Vec<Source>,
    /// All rows, file after file.
    pub entries: Vec<Entry>,
    /// For each source the shards that it was merged from; none if it was not merged.
    pub(crate) shards: Vec<Vec<ShardNote>>,
    names: IndexSet<Box<str>, FixedState>,
    cases: IndexSet<Case, FixedState>,
}

impl Results {
    /// Reads rows from any input. `name` is the input's name in messages; `notes` is what its run file says, if there is one.
    ///
    /// # Errors
    /// If the input cannot be read, or holds no results.
    pub fn add(
        &mut self,
        name: &str,
        input: impl Read,
        notes: Option<Notes>,
    ) -> Result<(), RowError> {
        let mut rows = Rows::new(name, input)?;
        let begun = self.entries.len();
        let source = self.sources.len() as u32;
        let shards = notes.as_ref().map(Notes::shards).unwrap_or_default();
        // Of a merged file, the shard of an instance is the number of its block in the first repetition, modulo the number
        // of shards.
        let mut shard_of: HashMap<CaseId, u32> = HashMap::new();
        while let Some((line, row)) = rows.next_row::<Row<'_>>()? {
            let entry = self.entry(&row, source, line as u32);
            if !shards.is_empty() && row.repetition == 1 {
                shard_of.insert(entry.case, (row.block % shards.len()) as u32);
            }
            self.entries.push(entry);
        }
        if !shards.is_empty() {
            for entry in &mut self.entries[begun..] {
                entry.shard = shard_of.get(&entry.case).copied();
            }
        }
        self.shards.push(shards);
        let count = self.entries.len() - begun;
        self.sources.push(Source { name: name.to_owned(), notes, rows: count, tail: rows.tail });
        Ok(())
    }

    fn entry(&mut self, row: &Row<'_>, source: u32, line: u32) -> Entry {
        let case = Case {
            corpus: self.intern(row.corpus),
            task: self.intern(row.task.name()),
            instance: self.intern(row.instance),
            sha256: row.sha256,
        };
        // A time of 0 has no ratio to other times: the clock was too coarse, so the time counts as unknown.
        let is_short = row.timing == Some(Timing::Short);
        let iterations = if is_short { Some(1) } else { row.iterations };
        let time = |total: Option<u64>| match (row.verdict, total, iterations) {
            (Verdict::Ok, Some(total), Some(iterations)) if iterations > 0 => {
                total as f64 / iterations as f64
            }
            _ => 0.0,
        };
        let solutions = row.solutions.map(|solutions| self.intern(solutions).0.into());
        let counts = [solutions, row.tests, row.forks, row.nodes, row.max_depth];
        Entry {
            source,
            line,
            run: self.intern(row.run_id),
            engine: self.intern(row.engine),
            version: self.intern(row.engine_version),
            case: CaseId(self.cases.insert_full(case).0 as u32),
            repetition: row.repetition,
            verdict: row.verdict,
            counts: Counts(counts.map(|count| count.unwrap_or(u64::MAX))),
            is_unverified: row.timing == Some(Timing::Unverified),
            proved: row.proved,
            shard: None,
            is_short,
            times: [time(row.cpu_ns), time(row.wall_ns), time(row.instructions)],
        }
    }

    fn intern(&mut self, name: &str) -> Name {
        let place = self.names.get_index_of(name);
        Name(place.unwrap_or_else(|| self.names.insert_full(name.into()).0) as u32)
    }

    /// The same rows, with another name of the engine in each row for which `engine` gives one.
    #[must_use]
    pub fn with_engines(&self, engine: impl Fn(&Entry) -> Option<String>) -> Self {
        let mut renamed = self.clone();
        for (place, entry) in self.entries.iter().enumerate() {
            if let Some(name) = engine(entry) {
                renamed.entries[place].engine = renamed.intern(&name);
            }
        }
        renamed
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// The name with a text, if there is one.
    pub fn name(&self, text: &str) -> Option<Name> {
        self.names.get_index_of(text).map(|place| Name(place as u32))
    }

    /// The case with a number.
    pub fn case(&self, id: CaseId) -> &Case {
        &self.cases[id.0 as usize]
    }

    /// For each case, by its number, its rank in the order of cases.
    pub(crate) fn case_ranks(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        order.sort_unstable_by_key(|&place| &self.cases[place]);
        let mut ranks = vec![0; order.len()];
        for (rank, place) in order.into_iter().enumerate() {
            ranks[place] = rank as u32;
        }
        ranks
    }

    /// The name of a case: `corpus/instance`.
    pub fn case_name(&self, case: CaseId) -> String {
        let case = self.case(case);
        format!("{}/{}", self.text(case.corpus), self.text(case.instance))
    }

    /// A warning about times that may be those of remembered answers, if there are any; see [`Timing::Unverified`].
    pub fn unverified(&self) -> Option<String> {
        let mut engines: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| entry.is_unverified) {
            *engines.entry(self.text(entry.engine)).or_default() += 1;
        }
        let each: Vec<String> =
            engines.into_iter().map(|(engine, rows)| format!("{rows} of {engine}")).collect();
        let why = "a former version of quadrille let these engines repeat searches, so they may have remembered the answers";
        (!each.is_empty()).then(|| format!("unverified times: {} ({why})", each.join(", ")))
    }

    /// The number of right answers that were proved, as a sentence, if there are any; see [`Proved`].
    pub fn proved(&self) -> Option<String> {
        let right = || self.entries.iter().filter(|entry| entry.verdict == Verdict::Ok);
        let proved = right().filter(|entry| entry.proved.is_some()).count();
        (proved > 0).then(|| {
            let all = right().count();
            format!("proved by certificates: {proved} of {all} right answers (docs/PROOFS.md)")
        })
    }

    /// Whether a row has a time by this clock.
    pub fn is_timed(&self, clock: Clock) -> bool {
        self.entries.iter().any(|entry| entry.time(clock).is_some())
    }

    /// The place of a row: `file:line`.
    pub fn place(&self, entry: &Entry) -> String {
        format!("{}:{}", self.sources[entry.source as usize].name, entry.line)
    }
}

impl Entry {
    /// Nanoseconds, or instructions, of one search, where the answer is right and the time is known.
    pub fn time(&self, clock: Clock) -> Option<f64> {
        Some(self.times[clock as usize]).filter(|&time| time > 0.0 && !self.is_short)
    }

    /// Nanoseconds that one search took at most, where the answer is right and the search was too short to have a time.
    pub fn bound(&self, clock: Clock) -> Option<f64> {
        Some(self.times[clock as usize]).filter(|&time| time > 0.0 && self.is_short)
    }
}

impl Counts {
    /// The names of the counters, in the order of their places.
    pub const NAMES: [&'static str; 5] = ["solutions", "tests", "forks", "nodes", "max_depth"];

    pub(crate) const UNKNOWN: Self = Self([u64::MAX; 5]);

    /// Forks, if they are known.
    pub fn forks(&self) -> Option<u64> {
        self.known(2)
    }

    fn known(&self, place: usize) -> Option<u64> {
        Some(self.0[place]).filter(|&count| count != u64::MAX)
    }

    /// The counter at a place of [`NAMES`](Self::NAMES), as text, if it is known.
    pub fn get(&self, place: usize, results: &Results) -> Option<String> {
        let count = self.known(place)?;
        let solutions = || results.text(Name(count as u32)).to_owned();
        Some(if place == 0 { solutions() } else { count.to_string() })
    }

    /// Copies from `other` the counters that are unknown here. Returns whether the counters known to both are the
    /// same.
    pub(crate) fn fill(&mut self, other: &Self) -> bool {
        let same = self.differing(other, false).is_empty();
        for (ours, &theirs) in self.0.iter_mut().zip(&other.0) {
            *ours = if *ours == u64::MAX { theirs } else { *ours };
        }
        same
    }

    /// The places in [`NAMES`](Self::NAMES) of counters that are known here and differ in `other`. A counter that is
    /// unknown there differs only if `all` is set.
    pub fn differing(&self, other: &Self, all: bool) -> Vec<usize> {
        let differs = |&place: &usize| match (self.known(place), other.known(place)) {
            (Some(one), Some(two)) => one != two,
            (Some(_), None) => all,
            (None, _) => false,
        };
        (0..Self::NAMES.len()).filter(differs).collect()
    }
}

#[cfg(test)]
mod tests;
