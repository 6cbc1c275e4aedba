//! What a bundle of results has of a corpus: its files, where the licence allows to pass them on, and otherwise how to
//! obtain them.

use std::fmt::Display;
use std::path::Path;

use quadrille_results::Fingerprint;
use serde::{Deserialize, Serialize};

use super::library::{Files, public, read, shipped_files};
use super::{MANIFEST, Manifest};
use crate::corpus::{Corpus, CorpusError};
use crate::files;

/// A corpus of a bundle: an entry of its `CORPORA.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The name in the table.
    pub name: String,
    /// The table that names it, if it is a file in the folder of the table.
    pub table: Option<String>,
    /// The number of its instances.
    pub instances: usize,
    /// The fingerprint of all its instances in order.
    pub sha256: String,
    /// Where the corpus comes from.
    pub source: String,
    /// The terms of use.
    pub licence: String,
    /// How to obtain the file, if it is not in the bundle.
    pub obtain: Option<String>,
    /// The fingerprint of that file.
    pub file_sha256: Option<String>,
}

/// The list of a bundle's corpora.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shares {
    /// The corpora.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corpus: Vec<Share>,
}

/// The licences that let everyone pass a corpus on, by their SPDX identifiers.
const OPEN: [&str; 14] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC-BY-4.0",
    "CC-BY-SA-4.0",
    "CC0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "PDDL-1.0",
    "Unlicense",
];

/// Whether a licence is an SPDX expression of open licences, such as `MIT OR Apache-2.0`. Any other text is taken for
/// terms that do not allow to pass the corpus on.
pub fn is_open(licence: &str) -> bool {
    let all = |terms: &str| terms.split(" AND ").all(|term| OPEN.contains(&term.trim()));
    licence.split(" OR ").any(all) && !licence.contains(['(', ')'])
}

impl Share {
    /// A corpus that a table calls `name`, with the files of a manifest first if the licence is open. `table` is the
    /// table if the corpus is a file in its folder.
    ///
    /// # Errors
    /// A file of the corpus that cannot be read any more.
    pub fn of(
        name: &str,
        table: Option<&str>,
        corpus: &Corpus,
    ) -> Result<(Self, Files), CorpusError> {
        let (manifest, files) = described(name, corpus)?;
        let data = files.get(usize::from(manifest.is_some()));
        let file_sha256 = data.map(|(_, bytes)| Fingerprint::of(bytes).to_string());
        let share = Self {
            name: name.to_owned(),
            table: table.map(str::to_owned),
            instances: corpus.instances.len(),
            sha256: corpus.sha256.clone(),
            ..Self::default()
        };
        let Some(manifest) = manifest else {
            let (source, licence) = (UNKNOWN.to_owned(), "none is stated".to_owned());
            let obtain = Some("from the author of these results".to_owned());
            return Ok((Self { source, licence, obtain, file_sha256, ..share }, Files::new()));
        };
        let (source, licence) = (manifest.source.clone(), manifest.licence.clone());
        if is_open(&licence) {
            return Ok((Self { source, licence, ..share }, files));
        }
        let made = manifest.made.as_ref();
        let made =
            made.map(|made| format!("quadrille {} makes it: {}", made.version, made.command));
        let obtain = manifest.obtain.clone().or(made).unwrap_or_else(|| source.clone());
        let obtain = Some(obtain);
        Ok((Self { source, licence, obtain, file_sha256, ..share }, Files::new()))
    }
}

const UNKNOWN: &str = "unknown";

/// The manifest of a corpus, if there is one, and its files: the manifest's first, then the file of puzzles.
fn described(name: &str, corpus: &Corpus) -> Result<(Option<Manifest>, Files), CorpusError> {
    if let Some((manifest, files)) = shipped_files(name) {
        return Ok((Some(manifest), files));
    }
    let unreadable = |path: &Path, error: &dyn Display| CorpusError::file(path, &error);
    let read_file = |path: &Path| {
        let bytes = files::regular(path).and_then(|file| files::bounded(file, files::CORPUS));
        bytes.map_err(|error| unreadable(path, &error))
    };
    let mut paths = corpus.files.iter();
    let mut all = Files::new();
    let manifest = match (public(name), corpus.files.first()) {
        (Some(manifest), _) => {
            all.push((MANIFEST.to_owned(), manifest.to_toml().into_bytes()));
            Some(manifest)
        }
        (None, Some(path)) if path.extension().is_some_and(|extension| extension == "toml") => {
            all.push((MANIFEST.to_owned(), read_file(path)?));
            paths.next();
            Some(read(path).map_err(|what| unreadable(path, &what))?)
        }
        (None, _) => None,
    };
    let folder = corpus.files.first().and_then(|path| path.parent()).unwrap_or(Path::new(""));
    for path in paths {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
        all.push((name, read_file(path)?));
    }
    Ok((manifest, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::manifest::library;

    #[test]
    fn only_licences_that_are_known_to_be_open_are() {
        for (licence, open) in [
            ("MIT OR Apache-2.0", true),
            ("CC0", true),
            ("MIT AND CC-BY-4.0", true),
            ("MIT OR Proprietary", true),
            ("MIT AND Proprietary", false),
            ("(MIT OR CC0) AND Proprietary", false),
            ("CC BY 2.5, says the archived page", false),
            ("none is stated", false),
            ("that of whoever made it", false),
            ("", false),
        ] {
            assert_eq!(is_open(licence), open, "{licence}");
        }
        assert!(library::public_names().all(|name| !is_open(&public(&name).unwrap().licence)));
    }

    #[test]
    fn what_is_shipped_can_be_passed_on_and_a_bare_file_cannot() {
        for name in library::names() {
            let corpus = Corpus::open(&name, &mut Err).unwrap();
            let (share, files) = Share::of(&name, None, &corpus).unwrap();
            assert_eq!((share.obtain, share.sha256), (None, corpus.sha256), "{name}");
            assert_eq!(files[0].0, MANIFEST);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        std::fs::write(&path, "1...............\n").unwrap();
        let corpus = Corpus::open(&path.to_string_lossy(), &mut Err).unwrap();
        let (share, files) = Share::of("mine.txt", Some("t"), &corpus).unwrap();
        assert!(files.is_empty() && share.obtain.is_some());
        assert_eq!(share.file_sha256, Some(Fingerprint::of(b"1...............\n").to_string()));
    }
}
