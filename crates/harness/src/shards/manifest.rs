//! The manifest of a folder of shards: what is done, by which binary, in how many shards.

use std::fmt;
use std::io;

use quadrille_results::Fingerprint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::job::Job;
use super::{FORMAT, MOST_SHARDS};

/// The contents of `manifest.json`, which is never changed once it is published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format of the folder.
    pub format: u32,
    /// The number of shards of generation 0.
    pub shards: usize,
    /// The binary that does every shard.
    pub binary: Binary,
    /// What is done.
    pub job: Job,
}

/// A build of `quadrille`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binary {
    /// The version of the program.
    pub version: String,
    /// The SHA-256 digest of the file.
    pub sha256: String,
}

impl Binary {
    /// The program that is running.
    ///
    /// # Errors
    /// Its file cannot be read.
    pub fn this() -> io::Result<Self> {
        let file = std::fs::read(std::env::current_exe()?)?;
        let sha256 = Fingerprint::of(&file).to_string();
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), sha256 })
    }
}

impl fmt::Display for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "version {} with sha256 {}", self.version, self.sha256)
    }
}

impl Manifest {
    /// The manifest of work in a number of shards, done by the program that is running.
    ///
    /// # Errors
    /// The file of the program cannot be read.
    pub fn new(shards: usize, job: Job) -> io::Result<Self> {
        Ok(Self { format: FORMAT, shards, binary: Binary::this()?, job })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// A path in it is not UTF-8.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let mut bytes = serde_json::to_vec_pretty(self).map_err(|error| {
            format!(
                "found what a manifest cannot hold ({error}); expected paths in UTF-8, which every machine reads alike; rename \
                 the folders and files of the corpora"
            )
        })?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Reads the bytes of the file.
    ///
    /// # Errors
    /// What was found in place of a manifest of this format.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let no_manifest = |error: serde_json::Error| {
            format!(
                "found no manifest of shards: {error}; expected the file that --shards N wrote; restore it"
            )
        };
        let Version { format } = serde_json::from_slice(bytes).map_err(no_manifest)?;
        if format != FORMAT {
            return Err(format!(
                "found format {format}; expected format {FORMAT}; use the version of quadrille that wrote this folder"
            ));
        }
        let manifest: Self = serde_json::from_slice(bytes).map_err(no_manifest)?;
        let Self { shards, job, .. } = &manifest;
        manifest
            .refuse_number()
            .map_err(|what| what + "; restore the file that --shards N wrote")?;
        match job {
            Job::Run(job) if job.rows.len() != *shards => Err(format!(
                "found {shards} shards and the rows of {}; expected the same number; restore the file that --shards N wrote",
                job.rows.len()
            )),
            _ => Ok(manifest),
        }
    }

    pub(super) fn refuse_number(&self) -> Result<(), String> {
        match self.shards {
            1..=MOST_SHARDS => Ok(()),
            shards => Err(format!("found {shards} shards; expected 1 to {MOST_SHARDS}")),
        }
    }

    /// The facts in which another manifest differs from this one, at most three of them, in words.
    pub(super) fn differences(&self, other: &Self) -> Vec<String> {
        let value =
            |manifest| serde_json::to_value(manifest).expect("its bytes were written or read");
        let mut found = Vec::new();
        compare("", &value(self), &value(other), &mut found);
        found
    }
}

/// Upper bound on the number of differences that a message names.
const MOST_DIFFERENCES: usize = 3;

/// Adds the differences between two values, each with its path from the root of the manifest.
fn compare(path: &str, there: &Value, now: &Value, found: &mut Vec<String>) {
    let mut inner = |key: &str, there: &Value, now: &Value| {
        let dot = if path.is_empty() { "" } else { "." };
        compare(&format!("{path}{dot}{key}"), there, now, found);
    };
    match (there, now) {
        (Value::Object(one), Value::Object(other)) => {
            let new = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(new) {
                let of = |side: &serde_json::Map<_, _>| side.get(key).cloned().unwrap_or_default();
                inner(key, &of(one), &of(other));
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (i, (one, other)) in one.iter().zip(other).enumerate() {
                inner(&i.to_string(), one, other);
            }
        }
        _ if there != now && found.len() < MOST_DIFFERENCES => {
            found.push(format!("{path}: {} there, {} now", short(there), short(now)));
        }
        _ => {}
    }
}

/// The beginning of a value's text.
fn short(value: &Value) -> String {
    /// Characters of a value that a message shows: a digest of 64 digits in quotes is shown as a whole.
    const SHOWN: usize = 66;
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
