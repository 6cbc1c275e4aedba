//! The provenance of a generated file: everything needed to make the same file again, byte for byte, and to verify it.
//!
//! A program that writes puzzles passes them through a [`Hashed`] writer and adds each to a [`Histogram`]. Both go into
//! the manifest beside the file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quadrille_results::{Fingerprint, Task};
use quadrille_sudoku::Level;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Manifest;

/// How a file was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The command that writes the file, byte for byte, to stdout.
    pub command: String,
    /// The version of Quadrille that made the file.
    pub version: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The method of generation.
    pub method: String,
    /// The other options, as on the command line, without the dashes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// The numbers of puzzles by clues, by level and by forks. A puzzle whose level or forks are unknown is counted by its
/// clues only, so the sums may differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Histogram {
    /// Puzzles for each number of clues.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub clues: BTreeMap<u64, u64>,
    /// Puzzles for each level from 1 to 5, of those with one solution.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<u64, u64>,
    /// Puzzles for each number of forks that `masks` needs to decide whether there are none, one or several solutions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub forks: BTreeMap<u64, u64>,
    /// In an unbiased sample: for each number of clues n, the successful trials that the puzzles represent. Multiplied by
    /// C(81, n), they are the total weight of these puzzles.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub successes: BTreeMap<u64, u64>,
}

impl Histogram {
    /// Counts a puzzle by its clues and, if they are known, by its level and its forks.
    pub fn add(&mut self, clues: usize, level: Option<Level>, forks: Option<u64>) {
        *self.clues.entry(clues as u64).or_default() += 1;
        if let Some(level) = level {
            *self.levels.entry(level.number().into()).or_default() += 1;
        }
        if let Some(forks) = forks {
            *self.forks.entry(forks).or_default() += 1;
        }
    }

    /// Counts the successful trials that a puzzle of an unbiased sample represents.
    pub fn add_successes(&mut self, clues: usize, successes: u64) {
        *self.successes.entry(clues as u64).or_default() += successes;
    }
}

impl Manifest {
    /// The manifest of a generated corpus, without the facts about its file.
    pub fn for_generated(name: String, about: String, made: Made) -> Self {
        Self {
            name,
            about,
            source: "generated with the command below".to_owned(),
            licence: "that of whoever made it".to_owned(),
            task: Task::Unique,
            made: Some(made),
            ..Self::default()
        }
    }

    /// The path of the manifest of a file: beside the file, with the extension `.toml`. `None` if the file itself has
    /// that path.
    pub fn beside(file: &Path) -> Option<PathBuf> {
        Some(file.with_extension("toml")).filter(|manifest| manifest != file)
    }
}

/// A writer that computes the fingerprint of the bytes it passes on.
pub struct Hashed<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Hashed<W> {
    /// A writer around `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// The inner writer, and the SHA-256 of the bytes written, in hexadecimal.
    pub fn finish(self) -> (W, String) {
        (self.inner, Fingerprint::from(self.hash).to_string())
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_lies_beside_its_file_and_is_never_the_file() {
        let beside = |file: &str| Manifest::beside(Path::new(file));
        assert_eq!(beside("a/b.txt"), Some(PathBuf::from("a/b.toml")));
        assert_eq!(beside("b"), Some(PathBuf::from("b.toml")));
        assert_eq!(beside("b.toml"), None);
    }

    #[test]
    fn a_fingerprint_is_of_what_was_written() {
        let mut out = Hashed::new(Vec::new());
        out.write_all(b"one\n").unwrap();
        out.write_all(b"two\n").unwrap();
        let (written, sha256) = out.finish();
        assert_eq!(
            (&written[..], sha256),
            (&b"one\ntwo\n"[..], Fingerprint::of(b"one\ntwo\n").to_string())
        );
    }

    #[test]
    fn provenance_is_a_manifest_that_can_be_read_back() {
        let mut histogram = Histogram::default();
        histogram.add(23, Level::new(5), Some(71));
        histogram.add(9, None, None);
        histogram.add_successes(23, 2);
        histogram.add_successes(23, 1);
        let text = format!(
            "name = \"mine\"\nabout = \"two puzzles\"\n\
             source = \"generated with the command below\"\n\
             licence = \"that of whoever made it\"\ntask = \"unique\"\nfile = \"mine.txt\"\n\
             sha256 = \"{}\"\npuzzles = 2\nanswer = \"unique\"\n\n\
             [made]\ncommand = \"quadrille generate --count 2 --seed 7\"\nversion = \"0.2.0\"\n\
             seed = 7\nmethod = \"top-down\"\n\n[made.options]\ncount = \"2\"\n\n\
             [histogram.clues]\n9 = 1\n23 = 1\n\n[histogram.levels]\n5 = 1\n\n\
             [histogram.forks]\n71 = 1\n\n[histogram.successes]\n23 = 3\n",
            Fingerprint::of(b"")
        );
        let manifest = Manifest::parse(&text).unwrap();
        assert_eq!((manifest.to_toml(), &manifest.histogram), (text, &Some(histogram)));
        let Manifest { name, about, source, licence, task, made, .. } = manifest;
        let expected = Manifest { name, about, source, licence, task, made, ..Manifest::default() };
        let made = expected.made.clone().unwrap();
        assert_eq!((made.seed, &*made.options["count"]), (7, "2"));
        let (name, about) = (expected.name.clone(), expected.about.clone());
        assert_eq!(Manifest::for_generated(name, about, made), expected);
    }
}
