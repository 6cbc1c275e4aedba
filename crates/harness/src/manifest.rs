//! Manifests: `datasets/*.toml`, each the description of a corpus.
//!
//! A manifest names its source and licence, and holds either a file of puzzles, with its sha256
//! and the answer all of them share, or a list of instances: puzzles written out or families of
//! exact cover problems, each with its number of solutions and where that number was published.
//! `docs/FORMATS.md` shows one.
//!
//! | module | what it holds |
//! |---|---|
//! | [`trail`] | how a generated file was made, and what is in it |
//! | `build` | a corpus made of a manifest and its file |
//! | [`library`] | the shipped corpora, the public ones, those in the user's folder |
//! | [`holding`] | which of them are present and whole |

mod build;
pub mod holding;
pub mod library;
pub mod trail;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

pub use library::{names, open, shipped};

use crate::plan::{Task, WHOLE_CORPUS};
use trail::{Histogram, Made};

/// A manifest as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The corpus's name.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// Where it comes from.
    pub source: String,
    /// Under which terms it may be used.
    pub licence: String,
    /// What is asked of each instance unless a plan says otherwise.
    pub task: Task,
    /// Tests after which an engine gives up, if the plan does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
    /// A file of puzzles beside the manifest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The file's fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// How many puzzles the file has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<usize>,
    /// The answer all puzzles of the file share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// How to come by the file, if it is one that its users keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obtain: Option<String>,
    /// How the file was made, if it was generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// What is in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub histogram: Option<Histogram>,
    /// Instead of `file`: the versions of a file that its users keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<Accepted>,
    /// Instances written out.
    #[serde(default, rename = "instance", skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<Entry>,
}

/// The answer to the question how many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// No solution.
    None,
    /// One.
    Unique,
    /// More than one.
    Multiple,
}

/// A version of a file that its users keep, as published lists come in several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// The names it goes by.
    pub files: Vec<String>,
    /// Its fingerprint; any file of that name will do, if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// How many puzzles it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<usize>,
    /// Which version it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// An instance written out in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name; `*` is that of a whole corpus ([`WHOLE_CORPUS`]).
    #[serde(deserialize_with = "instance_name")]
    pub id: String,
    /// A puzzle, in any format that is told apart by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The spec of an exact cover family, such as `queens:8`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// How many solutions it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Whether it has none, one or several, where the number is not known or too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// The solution, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Where the number of solutions was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The fingerprint of its canonical text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

fn instance_name<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    let name = String::deserialize(value)?;
    if name == WHOLE_CORPUS {
        return Err(D::Error::custom(format!(
            "found the instance name `{WHOLE_CORPUS}`, which stands for a whole corpus in the rows of \
             `run --batch`; expected another name"
        )));
    }
    Ok(name)
}

/// Where in a text its TOML is wrong, from 1.
pub(crate) fn line_and_column(text: &str, error: &toml::de::Error) -> (usize, usize) {
    place(text, error.span().map_or(0, |span| span.start))
}

/// Line and column of a byte of a text, from 1.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    (line, before.chars().rev().take_while(|&c| c != '\n').count() + 1)
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// What is wrong with it, with line and column, in a line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|error| {
            let (line, column) = line_and_column(text, &error);
            format!("line {line}, column {column}: {}", error.message().replace('\n', "; "))
        })?;
        if manifest.file.is_some() && !manifest.accepted.is_empty() {
            return Err("expected either `file` or `accepted`".to_owned());
        }
        if manifest.accepted.iter().any(|version| version.files.is_empty()) {
            return Err("found a version without a file name in `accepted`".to_owned());
        }
        Ok(manifest)
    }

    /// The manifest as it is written: `parse` gives it back.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("strings, numbers and tables are TOML")
    }

    /// The versions that its file may be of: none if it has no file.
    fn versions(&self) -> Vec<Accepted> {
        let described = self.file.iter().map(|file| Accepted {
            files: vec![file.clone()],
            sha256: self.sha256.clone(),
            puzzles: self.puzzles,
            about: None,
        });
        described.chain(self.accepted.iter().cloned()).collect()
    }

    /// The names that its file may have, each once.
    fn file_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.versions().into_iter().flat_map(|version| version.files) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
