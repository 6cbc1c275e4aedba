//! What is done in a folder of shards, as its manifest states it.

use std::ops::Range;
use std::path::PathBuf;

use quadrille_results::Task;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use toml::Table;

use super::row_set::RowSet;
use crate::plan::request::Request;

/// What is done in a folder of shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Job {
    /// A run: engines measured on corpora.
    Run(Box<RunJob>),
    /// Puzzles checked.
    Check(CheckJob),
    /// Puzzles generated.
    Generate(GenerateJob),
    /// The solutions of one exact cover problem counted.
    Cover(Value),
}

/// A run divided into shards. The shard of an instance is the number of its block in the first repetition, modulo the
/// number of shards; all repetitions of an instance are in one shard, with all engines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunJob {
    /// The name of the run in every row.
    pub run_id: String,
    /// When the manifest was made, in UTC.
    pub started: String,
    /// The command line that made it, word by word.
    pub command: Vec<String>,
    /// The version of the columns of rows.
    pub schema: u32,
    /// The plan, with every corpus named, and with absolute paths.
    pub plan: Request,
    /// The folder of corpora that are not shipped, as an absolute path.
    pub data: Option<PathBuf>,
    /// Whether puzzles that cannot be read are left out.
    pub keep_going: bool,
    /// The best vector instructions that the engine `lanes` may use.
    pub instructions: String,
    /// The engines.
    pub engines: Vec<String>,
    /// Their versions; for engines that are other programs, with a fingerprint of their files.
    pub versions: Vec<String>,
    /// The corpora, in the order of `plan.corpora`.
    pub corpora: Vec<CorpusJob>,
    /// The rows of each shard.
    pub rows: Vec<RowSet>,
}

/// A corpus of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusJob {
    /// The name in rows.
    pub name: String,
    /// The fingerprint of all instances in order.
    pub sha256: String,
    /// The number of instances.
    pub instances: usize,
    /// The task.
    pub task: Task,
    /// The limit of tests of a search.
    pub tests: Option<u64>,
}

/// What a shard of a run states of the machine that did it, for the run file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFacts {
    /// The number of instances that ran at the same time.
    pub jobs: usize,
    /// Whether workers were pinned to cores.
    pub pinned: bool,
    /// The cost of reading the clock for one measurement, in nanoseconds.
    pub clock_cost_ns: u64,
    /// The factor by which searches slow down while all workers are busy; none with one worker.
    pub disturbance: Option<f64>,
    /// The machine: its processor, cores and system, and what sets their speed.
    pub machine: Table,
}

/// Puzzles of a file to be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckJob {
    /// The file of puzzles, as an absolute path.
    pub file: PathBuf,
    /// The SHA-256 digest of the file.
    pub sha256: String,
    /// The number of its puzzles, unreadable ones included.
    pub puzzles: usize,
    /// What is asked of each puzzle, and how the answers are written, as the program understands it.
    pub question: Value,
}

/// Puzzles to be generated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerateJob {
    /// The number of puzzles.
    pub puzzles: usize,
    /// The options of the command that decide what is written, word by word.
    pub options: Vec<String>,
}

/// The range of shard `k` of `of` in a list of `puzzles`. Ranges differ in length by one puzzle at most.
pub fn range(puzzles: usize, k: usize, of: usize) -> Range<usize> {
    let begin = |k: usize| (puzzles as u128 * k as u128 / of as u128) as usize;
    begin(k)..begin(k + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other_and_are_about_equal() {
        for (puzzles, of) in [(0, 3), (2, 5), (10, 3), (7, 7), (usize::MAX, 1000)] {
            let ranges: Vec<_> = (0..of).map(|k| range(puzzles, k, of)).collect();
            assert_eq!((ranges[0].start, ranges[of - 1].end), (0, puzzles));
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
            let lengths = || ranges.iter().map(ExactSizeIterator::len);
            assert!(lengths().max().unwrap() - lengths().min().unwrap() <= 1);
        }
    }
}
