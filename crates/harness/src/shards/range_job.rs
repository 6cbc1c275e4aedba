//! Work on a list of puzzles as the manifest of a folder of shards states it: each shard does a contiguous range.

use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
