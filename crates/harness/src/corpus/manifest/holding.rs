//! Lists all corpora, and whether their files are present and as described.

use std::fs;
use std::path::{Path, PathBuf};

use super::Manifest;
use super::build::puzzles;
use super::library::{Library, names, open, public, public_names, read, shipped};
use crate::corpus::{Corpus, CorpusError};

/// A corpus that has a manifest, and its state.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The name.
    pub name: String,
    /// A description of one line.
    pub about: String,
    /// The number of instances, if it is known.
    pub instances: Option<usize>,
    /// Where the corpus is.
    pub place: Place,
    /// Whether the corpus is as its manifest describes it.
    pub state: State,
}

/// Where a corpus is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the binary.
    Shipped,
    /// In a file.
    File(PathBuf),
    /// None of these files exists in the folder, if a folder was named.
    Nowhere(Vec<String>, Option<PathBuf>),
}

/// Whether a corpus is as its manifest describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The sha256 is as expected, or the number of puzzles if no sha256 is known.
    Whole,
    /// The file is present, but its manifest states neither a sha256 nor a number of puzzles.
    Unchecked,
    /// The file is not present.
    Missing,
    /// The file differs from the manifest, for this reason.
    Changed(String),
    /// The file or its manifest cannot be read, for this reason.
    Unreadable(String),
    /// Another corpus has the same name, so this one can be named by the path of its manifest only.
    Hidden,
}

impl State {
    /// The name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Unchecked => "unchecked",
            Self::Missing => "missing",
            Self::Changed(_) => "changed",
            Self::Unreadable(_) => "unreadable",
            Self::Hidden => "hidden",
        }
    }

    /// The reason, if the state has one.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Changed(reason) | Self::Unreadable(reason) => Some(reason),
            _ => None,
        }
    }
}

impl Library {
    /// Every shipped corpus, public corpus and corpus in the user's folder. Each file is read and checked.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn list(&self) -> Result<Vec<Holding>, CorpusError> {
        let shipped = names().filter_map(|name| Some((shipped(&name)?, name)));
        let mut holdings: Vec<Holding> =
            shipped.map(|(corpus, name)| Holding::of(name, Place::Shipped, corpus)).collect();
        for manifest in public_names().filter_map(|name| public(&name)) {
            holdings.push(Holding::of_file(&manifest, self.folder.as_deref()));
        }
        for path in self.manifests()? {
            let mut holding = Holding::of_manifest(&path);
            let readable = !matches!(holding.state, State::Unreadable(_));
            if readable && holdings.iter().any(|other| other.name == holding.name) {
                holding.state = State::Hidden;
                holding.place = Place::File(path);
            }
            holdings.push(holding);
        }
        Ok(holdings)
    }
}

impl Holding {
    /// The holding of a corpus that was read, or could not be.
    fn of(name: String, place: Place, corpus: Result<Corpus, CorpusError>) -> Self {
        match corpus {
            Ok(corpus) => {
                let instances = Some(corpus.instances.len());
                Self { name, about: corpus.about, instances, place, state: State::Whole }
            }
            Err(error) => {
                let state = State::Unreadable(reason(error));
                Self { name, about: String::new(), instances: None, place, state }
            }
        }
    }

    /// The holding of a manifest in the user's folder.
    fn of_manifest(path: &Path) -> Self {
        let place = Place::File(path.to_owned());
        match read(path) {
            Ok(manifest) if manifest.versions().is_empty() => {
                Self::of(manifest.name, place, open(path))
            }
            Ok(manifest) => Self::of_file(&manifest, path.parent()),
            Err(error) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Self::of(name, place, Err(error))
            }
        }
    }

    /// The holding of a manifest whose file is, or should be, in a folder.
    fn of_file(manifest: &Manifest, folder: Option<&Path>) -> Self {
        let (name, about) = (manifest.name.clone(), manifest.about.clone());
        let instances = manifest.expected();
        match folder.and_then(|folder| manifest.located(folder)) {
            Some((file, path)) => {
                let (state, counted) = check(manifest, &file, &path);
                let instances = counted.or(instances);
                Self { name, about, instances, place: Place::File(path), state }
            }
            None => {
                let place = Place::Nowhere(manifest.file_names(), folder.map(Path::to_owned));
                Self { name, about, instances, place, state: State::Missing }
            }
        }
    }
}

/// The state of a file, and its number of puzzles if the manifest states it or they were counted.
fn check(manifest: &Manifest, name: &str, path: &Path) -> (State, Option<usize>) {
    let contents = match fs::read(path) {
        Ok(contents) => contents,
        Err(error) => return (State::Unreadable(error.to_string()), None),
    };
    let version = match manifest.version_of(name, &contents) {
        Ok(version) => version,
        Err(error) => return (State::Changed(error), None),
    };
    if version.sha256.is_some() {
        return (State::Whole, version.puzzles);
    }
    let counted = puzzles(&contents).try_fold(0, |count, puzzle| puzzle.map(|_| count + 1));
    let state = match &counted {
        Err(error) => State::Unreadable(error.clone()),
        Ok(count) => match version.count(*count) {
            Err(error) => State::Changed(error),
            Ok(()) if version.puzzles.is_none() => State::Unchecked,
            Ok(()) => State::Whole,
        },
    };
    (state, counted.ok())
}

/// The fault without the file, which is shown beside it.
fn reason(error: CorpusError) -> String {
    match error {
        CorpusError::Manifest(_, error) => error,
        CorpusError::Io(_, error) => error.to_string(),
        other => other.to_string(),
    }
}
