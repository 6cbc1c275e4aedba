//! Where corpora are found by their names: the shipped ones in the binary, the public ones in a
//! folder that their users keep, others by manifests in that folder.
//!
//! The manifests of `datasets/` are compiled into the binary, so that it needs nothing else. Those
//! of `datasets/public/` come without their puzzles, which may not be ours to give away.

use std::fs;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::Manifest;
use super::build::counted;
use crate::corpus::{Corpus, CorpusError};

static DATASETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../datasets");
const PUBLIC: &str = "public";

/// The names of the shipped corpora.
pub fn names() -> impl Iterator<Item = String> {
    stems(&DATASETS)
}

/// The names of the public corpora, whose files their users keep.
pub fn public_names() -> impl Iterator<Item = String> {
    DATASETS.get_dir(PUBLIC).into_iter().flat_map(stems)
}

fn stems(folder: &'static Dir<'static>) -> impl Iterator<Item = String> {
    let paths = folder.files().map(include_dir::File::path).filter(|path| is_manifest(path));
    paths.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// Run files lie beside results, and are none.
fn is_manifest(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".toml") && !name.ends_with(".run.toml")
}

/// The shipped corpus of that name.
///
/// # Errors
/// Never for a sound build: a test opens them all.
pub fn shipped(name: &str) -> Option<Result<Corpus, CorpusError>> {
    let file = format!("{name}.toml");
    let text = DATASETS.get_file(&file)?.contents_utf8().unwrap_or_default();
    let corpus = Manifest::parse(text).and_then(|manifest| {
        let beside = manifest.file.clone();
        let contents = beside.as_deref().map(|beside| match DATASETS.get_file(beside) {
            Some(contents) => Ok((beside, contents.contents())),
            None => Err(format!("the file `{beside}` is not in datasets/")),
        });
        manifest.corpus(contents.transpose()?)
    });
    Some(corpus.map_err(|error| CorpusError::Manifest { file, error }))
}

/// The manifest of the public corpus of that name.
pub(super) fn public(name: &str) -> Option<Manifest> {
    let file = DATASETS.get_file(format!("{PUBLIC}/{name}.toml"))?;
    let manifest = Manifest::parse(file.contents_utf8().unwrap_or_default());
    Some(manifest.expect("a test reads them all"))
}

/// Whether that is a public corpus, and its manifest knows every version of its file by its fingerprint.
pub fn is_pinned_by_its_manifest(name: &str) -> bool {
    let versions = public(name).map(|manifest| manifest.versions()).unwrap_or_default();
    !versions.is_empty() && versions.iter().all(|version| version.sha256.is_some())
}

/// The corpus of a manifest on disk, its file beside it.
///
/// # Errors
/// A manifest or a file that cannot be read, or that is not what the manifest says.
pub fn open(path: &Path) -> Result<Corpus, CorpusError> {
    let manifest = read(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let wrong = |error| CorpusError::Manifest { file: path.display().to_string(), error };
    if manifest.versions().is_empty() {
        return manifest.corpus(None).map_err(wrong);
    }
    let Some((name, file)) = manifest.located(folder) else {
        return Err(wrong(manifest.missing(folder)));
    };
    let contents =
        fs::read(&file).map_err(|error| wrong(format!("its file {}: {error}", file.display())))?;
    manifest.corpus(Some((&name, &contents))).map_err(wrong)
}

fn read(path: &Path) -> Result<Manifest, CorpusError> {
    let text = fs::read_to_string(path).map_err(CorpusError::io(path))?;
    Manifest::parse(&text)
        .map_err(|error| CorpusError::Manifest { file: path.display().to_string(), error })
}

impl Manifest {
    /// The first of its file's names that is in a folder, and where.
    pub(super) fn located(&self, folder: &Path) -> Option<(String, PathBuf)> {
        let places = self.file_names().into_iter().map(|name| (name.clone(), folder.join(name)));
        places.into_iter().find(|(_, path)| path.exists())
    }

    /// Says that its file is not in a folder, and how to come by it.
    fn missing(&self, folder: &Path) -> String {
        let folder = match folder.display().to_string() {
            here if here.is_empty() => ".".to_owned(),
            folder => folder,
        };
        let (none_of, puzzles) = match &self.file_names()[..] {
            [only] => (format!("no {only}"), self.size()),
            names => (format!("none of {}", names.join(", ")), self.size()),
        };
        let message = format!("found {none_of} in {folder}; put the file there{puzzles}");
        message + &self.to_obtain()
    }

    fn to_obtain(&self) -> String {
        self.obtain.as_ref().map(|how| format!(". To obtain it: {how}")).unwrap_or_default()
    }

    /// ` (375 puzzles)`, if it is known.
    fn size(&self) -> String {
        self.expected().map(|count| format!(" ({})", counted(count))).unwrap_or_default()
    }

    /// How many puzzles its file has, by the first version that says so.
    pub(super) fn expected(&self) -> Option<usize> {
        self.versions().into_iter().find_map(|version| version.puzzles)
    }
}

/// Where corpora are looked for by their names.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The user's folder.
    folder: Option<PathBuf>,
}

impl Library {
    /// With the folder in which the user keeps corpora, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// The corpus of that name: a shipped one, a public one whose file is in the folder, the
    /// corpus of a file, or the one that a manifest in the folder calls so.
    ///
    /// A file is a manifest (`.toml`), an exact cover problem (`.dlx`) or puzzles, `-` being
    /// standard input. Puzzles that cannot be read are told to `refused` and left out, if it says
    /// so; those of a manifest must all be read.
    ///
    /// # Errors
    /// An unknown name, a manifest in the folder that is called so and cannot be read, a public
    /// corpus whose file is missing or not what its manifest says, a
    /// file that cannot be read, a file without a puzzle, or the first error that `refused` gives
    /// back.
    pub fn open(
        &self,
        name: &str,
        refused: &mut dyn FnMut(CorpusError) -> Result<(), CorpusError>,
    ) -> Result<Corpus, CorpusError> {
        if let Some(corpus) = shipped(name) {
            return corpus;
        }
        if let Some(manifest) = public(name) {
            return self.open_public(manifest);
        }
        if name == "-" || Path::new(name).exists() {
            return Corpus::from_path(name, refused);
        }
        let mut broken = None;
        for path in self.manifests()? {
            match read(&path) {
                Ok(manifest) if manifest.name == name => return open(&path),
                // Which name it gives cannot be known, but most are called as their files are.
                Err(error) if path.file_stem().is_some_and(|stem| stem == name) => {
                    broken = Some(error);
                }
                // `list corpora` tells of the others that cannot be read.
                _ => {}
            }
        }
        if let Some(error) = broken {
            return Err(error);
        }
        let known = names().chain(public_names()).collect::<Vec<_>>().join(", ");
        Err(CorpusError::Unknown { name: name.to_owned(), known })
    }

    fn open_public(&self, manifest: Manifest) -> Result<Corpus, CorpusError> {
        let name = manifest.name.clone();
        let Some(folder) = &self.folder else {
            let what = format!(
                "its file is not shipped; put {}{} into a folder, and name that with --data or \
                 QUADRILLE_DATA",
                manifest.file_names().join(" or "),
                manifest.size()
            );
            return Err(CorpusError::Missing { name, what: what + &manifest.to_obtain() });
        };
        let Some((file, path)) = manifest.located(folder) else {
            return Err(CorpusError::Missing { name, what: manifest.missing(folder) });
        };
        let contents = fs::read(&path).map_err(CorpusError::io(&path))?;
        let corpus = manifest.corpus(Some((&file, &contents)));
        corpus.map_err(|error| CorpusError::NotAsPublished { name, path, error })
    }

    /// The manifests in the user's folder, in the order of their names.
    pub(super) fn manifests(&self) -> Result<Vec<PathBuf>, CorpusError> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(CorpusError::io(folder))? {
            let path = entry.map_err(CorpusError::io(folder))?.path();
            if is_manifest(&path) && path.is_file() {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths)
    }

    /// The user's folder.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The manifest of a file in the user's folder.
    pub(super) fn read(path: &Path) -> Result<Manifest, CorpusError> {
        read(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Expected;

    #[test]
    fn every_shipped_corpus_is_whole() {
        let names: Vec<_> = names().collect();
        assert!(names.len() >= 7, "{names:?}");
        for name in names {
            let corpus = shipped(&name).expect("it is shipped").expect("it can be read");
            assert_eq!(corpus.name, name);
            let unknown = corpus.instances.iter().find(|i| i.expected == Expected::default());
            assert!(unknown.is_none(), "{name}: {unknown:?} says nothing of its answer");
        }
    }

    #[test]
    fn every_public_corpus_says_what_it_is_and_how_to_come_by_it() {
        let names: Vec<_> = public_names().collect();
        assert!(names.len() >= 7, "{names:?}");
        for name in names {
            let manifest = public(&name).expect("it has a manifest");
            assert_eq!(manifest.name, name);
            assert!(manifest.obtain.is_some() && manifest.answer.is_some(), "{name}");
            assert!(manifest.expected().is_some(), "{name} has a number of puzzles");
            assert!(manifest.file.is_none() && shipped(&name).is_none(), "{name} is not shipped");
            let long_enough = |v: &super::super::Accepted| {
                v.sha256.as_ref().is_none_or(|sha256| sha256.len() == 64)
            };
            assert!(manifest.accepted.iter().all(long_enough), "{name}");
        }
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        for file in DATASETS.files().filter(|file| is_manifest(file.path())) {
            let manifest = Manifest::parse(file.contents_utf8().unwrap()).unwrap();
            assert_eq!(Manifest::parse(&manifest.to_toml()), Ok(manifest));
        }
    }
}
