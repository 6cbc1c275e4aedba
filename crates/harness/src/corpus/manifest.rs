//! Manifests: `datasets/*.toml`, each the description of a corpus.
//!
//! A manifest states its source and licence. It describes a file of puzzles, by its sha256 and the answer that all
//! puzzles share, or it lists instances: puzzles written out or families of exact cover problems, each with its number
//! of solutions and where that number was published. `docs/FORMATS.md` shows one.
//!
//! Optional fields that are absent are left out of the text, because the `toml` crate skips `None`.

mod build;
pub mod holding;
pub mod library;
pub mod provenance;
mod ruled;
pub mod sharing;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quadrille_cover::BigUint;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use library::names;

use crate::files::is_within;
use provenance::{Histogram, Made};
use quadrille_results::{Misplaced, Task, WHOLE_CORPUS, digits, read_toml};

/// The name of a manifest in a bundle, in the folder of its corpus.
pub const MANIFEST: &str = "manifest.toml";

/// The description of a corpus: its origin, its terms of use, and its file or its instances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name of the corpus.
    pub name: String,
    /// A description of one line.
    pub about: String,
    /// Where the corpus comes from.
    pub source: String,
    /// The terms of use.
    pub licence: String,
    /// The default task of a run on this corpus.
    pub task: Task,
    /// The default limit of tests for a search, if this corpus has one of its own.
    pub tests: Option<u64>,
    /// A file of puzzles beside the manifest.
    pub file: Option<String>,
    /// The column of puzzles, if the file is a table and the column is not found by itself.
    pub column: Option<String>,
    /// The file's fingerprint.
    pub sha256: Option<String>,
    /// The number of puzzles in the file.
    pub puzzles: Option<usize>,
    /// The answer that all puzzles of the file share.
    pub answer: Option<Answer>,
    /// How to obtain the file, if it is not shipped.
    pub obtain: Option<String>,
    /// How the file was generated, if it was.
    pub made: Option<Made>,
    /// Statistics of the puzzles in the file.
    pub histogram: Option<Histogram>,
    /// Instead of `file`: the accepted versions of a file that is not shipped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<Accepted>,
    /// Instances written out.
    #[serde(default, rename = "instance", skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<Entry>,
    /// Whether the manifest is compiled into the program. The files that another manifest names must be in its folder,
    /// and not behind a link that leads out of the folder.
    #[serde(skip)]
    pub is_ours: bool,
}

/// Whether a puzzle has no solution, one or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// No solution.
    None,
    /// Exactly one solution.
    Unique,
    /// More than one solution.
    Multiple,
}

/// One version of a published list, whose file is not shipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// The file names of this version.
    pub files: Vec<String>,
    /// The fingerprint; if absent, any file with one of the names is accepted.
    pub sha256: Option<String>,
    /// The number of puzzles.
    pub puzzles: Option<usize>,
    /// A description of the version.
    pub about: Option<String>,
}

/// An instance written out in a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name. `*` is not allowed, because it stands for a whole corpus ([`WHOLE_CORPUS`]).
    #[serde(deserialize_with = "instance_name")]
    pub id: String,
    /// A puzzle, in any format that can be detected.
    pub puzzle: Option<String>,
    /// The spec of an exact cover family, such as `queens:8`.
    pub family: Option<String>,
    /// Random costs of the options of the family.
    pub costs: Option<Costs>,
    /// The least cost of a solution.
    pub cost: Option<u64>,
    /// The number of solutions.
    pub solutions: Option<Number>,
    /// Whether there are none, one or several solutions, if the number is unknown or too large.
    pub answer: Option<Answer>,
    /// The solution, if there is exactly one.
    pub solution: Option<String>,
    /// Where the number of solutions was published.
    pub source: Option<String>,
    /// The fingerprint of the canonical text.
    pub sha256: Option<String>,
}

/// Costs of the options of a family: random numbers from 1 to `most`, by a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// The seed.
    pub seed: u64,
    /// The largest cost.
    #[serde(deserialize_with = "from_one")]
    pub most: u32,
}

fn from_one<'de, D: Deserializer<'de>>(value: D) -> Result<u32, D::Error> {
    let most = u32::deserialize(value)?;
    if most == 0 {
        return Err(D::Error::custom("found 0 as the largest cost; expected a cost from 1"));
    }
    Ok(most)
}

/// A number of any size: an integer of TOML, which has 63 bits, or its decimal as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub BigUint);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(&self.0) {
            Ok(small) => to.serialize_i64(small),
            Err(_) => to.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = match toml::Value::deserialize(from)? {
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::String(text) => text,
            other => other.to_string(),
        };
        digits(&text).map(Self).ok_or_else(|| {
            let expected =
                "expected a whole number, between quotes if it is above 9223372036854775807";
            D::Error::custom(format!("found {text}; {expected}"))
        })
    }
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

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// The first fault, with line and column, in one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest: Self = read_toml(text).map_err(|Misplaced { line, column, what }| {
            format!("line {line}, column {column}: {what}")
        })?;
        if manifest.file.is_some() && !manifest.accepted.is_empty() {
            return Err("found both `file` and `accepted`; expected one".to_owned());
        }
        if manifest.accepted.iter().any(|version| version.files.is_empty()) {
            return Err("found `accepted` without `files`; expected at least one name".to_owned());
        }
        if let Some(name) = manifest.file_names().iter().find(|name| !is_within(Path::new(name))) {
            return Err(format!(
                "found the file `{name}`; expected a file in the folder of the manifest, because a manifest must not \
                 reach outside of its folder"
            ));
        }
        Ok(manifest)
    }

    /// The text of the manifest, from which `parse` makes the same manifest.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("strings, numbers and tables are TOML")
    }

    /// The versions of the file that are accepted; empty if the corpus has no file.
    fn versions(&self) -> Vec<Accepted> {
        let described = self.file.iter().map(|file| Accepted {
            files: vec![file.clone()],
            sha256: self.sha256.clone(),
            puzzles: self.puzzles,
            about: None,
        });
        described.chain(self.accepted.iter().cloned()).collect()
    }

    /// The names that the file may have, each once.
    fn file_names(&self) -> Vec<String> {
        let files = self.versions().into_iter().flat_map(|version| version.files);
        let mut seen = BTreeSet::new();
        files.filter(|name| seen.insert(name.clone())).collect()
    }

    /// The path of the first of the file's names that exists in a folder.
    fn located(&self, folder: Option<&Path>) -> Option<PathBuf> {
        let folder = folder?;
        self.file_names().into_iter().map(|name| folder.join(name)).find(|path| path.exists())
    }

    /// A message that the file is not in a folder, or that no folder was named, and how to obtain the file.
    fn missing(&self, folder: Option<&Path>) -> String {
        let size = self.expected().map(|count| format!(" ({})", counted(count)));
        let size = size.unwrap_or_default();
        let to_obtain = self.obtain.as_ref().map(|how| format!(". To obtain it: {how}"));
        let to_obtain = to_obtain.unwrap_or_default();
        let names = self.file_names();
        let Some(folder) = folder else {
            let names = names.join(" or ");
            return format!(
                "its file is not shipped; put {names}{size} into a folder, and name that with --data or \
                 QUADRILLE_DATA{to_obtain}"
            );
        };
        let folder = if folder == Path::new("") { "." } else { &*folder.to_string_lossy() };
        let none_of = match &names[..] {
            [only] => format!("no {only}"),
            names => format!("none of {}", names.join(", ")),
        };
        format!("found {none_of} in {folder}; put the file there{size}{to_obtain}")
    }

    /// The number of puzzles in the file, by the first version that states one.
    fn expected(&self) -> Option<usize> {
        self.versions().into_iter().find_map(|version| version.puzzles)
    }
}

/// A number of puzzles with the noun: `1 puzzle`, `2 puzzles`.
fn counted(puzzles: usize) -> String {
    format!("{puzzles} puzzle{}", if puzzles == 1 { "" } else { "s" })
}
