//! Lists of puzzles.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;
use quadrille_sudoku::{Order, Puzzle};

/// A list of 9x9 puzzles.
pub struct Corpus {
    /// The list's name in the tables.
    pub name: String,
    /// The puzzles of the list that are not trivial: no givens clash, and at least one cell is empty.
    pub puzzles: Vec<Puzzle>,
}

impl Corpus {
    /// The puzzles of a file.
    pub fn read(name: &str, file: &Path) -> Result<Self> {
        let place = || file.display().to_string();
        let input = BufReader::new(File::open(file).with_context(place)?);
        let mut puzzles = Vec::new();
        for found in Reader::new(input, InputFormat::Line, Some(Order::NINE)) {
            let puzzle = found.with_context(place)?.puzzle;
            if puzzle.clash().is_none() && !puzzle.givens().is_full() {
                puzzles.push(puzzle);
            }
        }
        ensure!(!puzzles.is_empty(), "{}: found no unsolved puzzle without a clash", place());
        Ok(Self { name: name.to_owned(), puzzles })
    }

    /// The indices of at most `most` puzzles, evenly spread over the list.
    pub fn sample(&self, most: usize) -> Vec<usize> {
        let all = self.puzzles.len();
        let some = all.min(most);
        (0..some).map(|i| i * all / some).collect()
    }
}

/// The lists of 9x9 puzzles that come with quadrille.
pub fn shipped() -> Result<Vec<Corpus>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets");
    let names = ["generated-9x9", "multiple", "none"];
    names
        .map(|name| Corpus::read(name, &folder.join(name).with_extension("txt")))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_over_all_of_the_list() {
        let [corpus, ..] = &shipped().unwrap()[..] else { panic!("there are three") };
        let all = corpus.puzzles.len();
        let sample = corpus.sample(100);
        assert_eq!((sample.len(), sample[0], sample[99]), (100, 0, 99 * all / 100));
        assert!(sample.is_sorted_by(|a, b| a < b));
        assert_eq!(corpus.sample(usize::MAX), (0..all).collect::<Vec<_>>());
    }
}
