//! Finds corpora by their names: shipped ones in the binary, public ones in the user's folder, others by manifests in
//! that folder or as files.
//!
//! The manifests of `datasets/` are compiled into the binary. Those of `datasets/public/` come without their puzzles,
//! because the licences of the lists do not allow shipping them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use quadrille_cover::Problem;
use quadrille_results::{Task, WHOLE_CORPUS};
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;

use super::Manifest;
use super::build::counted;
use crate::corpus::{Body, Corpus, CorpusError, Expected, Instance, OnRefused};

static DATASETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/datasets");
const PUBLIC: &str = "public";

/// The names of the shipped corpora.
pub fn names() -> impl Iterator<Item = String> {
    stems(&DATASETS)
}

/// The names of the public corpora, whose files are not shipped.
pub fn public_names() -> impl Iterator<Item = String> {
    DATASETS.get_dir(PUBLIC).into_iter().flat_map(stems)
}

fn stems(folder: &'static Dir<'static>) -> impl Iterator<Item = String> {
    let paths = folder.files().map(include_dir::File::path).filter(|path| is_manifest(path));
    paths.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// Whether a file is a manifest by its name. Run files, which lie beside results, are not manifests.
fn is_manifest(path: &Path) -> bool {
    let is_run_file = path.with_extension("").extension().is_some_and(|inner| inner == "run");
    path.extension().is_some_and(|extension| extension == "toml") && !is_run_file
}

/// The name of a file without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The shipped corpus with this name.
///
/// # Errors
/// A defect of the build, which a test rules out.
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
    Some(corpus.map_err(|error| CorpusError::Manifest(file, error)))
}

/// The manifest of the public corpus with this name.
pub(super) fn public(name: &str) -> Option<Manifest> {
    let file = DATASETS.get_file(format!("{PUBLIC}/{name}.toml"))?;
    let manifest = Manifest::parse(file.contents_utf8().unwrap_or_default());
    Some(manifest.expect("a test reads every public manifest"))
}

/// Whether a name is that of a public corpus whose manifest has the fingerprints of all versions of its file.
pub fn is_pinned_by_its_manifest(name: &str) -> bool {
    let versions = public(name).map(|manifest| manifest.versions()).unwrap_or_default();
    !versions.is_empty() && versions.iter().all(|version| version.sha256.is_some())
}

/// The corpus of a manifest on disk, with its file beside it.
///
/// # Errors
/// A manifest or a file that cannot be read, or a file that differs from the manifest.
pub fn open(path: &Path) -> Result<Corpus, CorpusError> {
    let manifest = read(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let wrong = |error| CorpusError::Manifest(path.display().to_string(), error);
    let mut files = vec![path.to_owned()];
    let corpus = if manifest.versions().is_empty() {
        manifest.corpus(None)
    } else {
        let Some((name, file)) = manifest.located(folder) else {
            return Err(wrong(manifest.missing(folder)));
        };
        let contents = fs::read(&file)
            .map_err(|error| wrong(format!("its file {}: {error}", file.display())))?;
        files.push(file);
        manifest.corpus(Some((&name, &contents)))
    };
    corpus.map(|corpus| Corpus { files, ..corpus }).map_err(wrong)
}

/// The manifest in a file.
pub(super) fn read(path: &Path) -> Result<Manifest, CorpusError> {
    let text = fs::read_to_string(path).map_err(CorpusError::io(path))?;
    Manifest::parse(&text).map_err(|error| CorpusError::Manifest(path.display().to_string(), error))
}

/// The corpus in a file: a manifest (`.toml`), an exact cover problem (`.dlx`), or puzzles. `-` is standard input.
fn open_file(name: &str, refused: &mut OnRefused<'_>) -> Result<Corpus, CorpusError> {
    let path = Path::new(name);
    let corpus = match path.extension().and_then(|extension| extension.to_str()) {
        _ if name == "-" => {
            let input = BufReader::new(io::stdin());
            return puzzles("standard input".to_owned(), input, refused);
        }
        _ if path.is_dir() => return Err(CorpusError::Folder(name.to_owned())),
        Some("toml") => return open(path),
        Some("dlx") => problem(path)?,
        _ => {
            let input = File::open(path).map_err(CorpusError::io(path))?;
            puzzles(path.display().to_string(), BufReader::new(input), refused)?
        }
    };
    Ok(Corpus { name: name_of(path), files: vec![path.to_owned()], ..corpus })
}

fn problem(path: &Path) -> Result<Corpus, CorpusError> {
    let text = fs::read(path).map_err(CorpusError::io(path))?;
    let file = path.display().to_string();
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let problem = match Problem::parse(text) {
        Err(error) => return Err(CorpusError::Problem(file, error)),
        Ok(_) if id == WHOLE_CORPUS => return Err(CorpusError::Reserved(file)),
        Ok(problem) => Body::from(problem),
    };
    let instance = Instance::new(id, None, problem, Expected::default());
    Ok(Corpus::new(file, Task::All, vec![instance]))
}

fn puzzles(
    file: String,
    input: impl BufRead,
    refused: &mut OnRefused<'_>,
) -> Result<Corpus, CorpusError> {
    let mut instances = Vec::new();
    for found in Reader::new(input, InputFormat::Auto, None) {
        match found {
            Ok(found) => {
                let (id, body) = (found.line.to_string(), Body::Sudoku(found.puzzle));
                instances.push(Instance::new(id, Some(found.line), body, Expected::default()));
            }
            Err(error) => refused(CorpusError::Puzzle(file.clone(), error))?,
        }
    }
    if instances.is_empty() {
        return Err(CorpusError::Empty(file));
    }
    Ok(Corpus::new(file, Task::Unique, instances))
}

impl Corpus {
    /// [`Library::open`] without a user's folder.
    ///
    /// # Errors
    /// As there.
    pub fn open(name: &str, refused: &mut OnRefused<'_>) -> Result<Self, CorpusError> {
        Library::default().open(name, refused)
    }
}

impl Manifest {
    /// The first of the file's names that exists in a folder, and its path.
    pub(super) fn located(&self, folder: &Path) -> Option<(String, PathBuf)> {
        let mut places = self.file_names().into_iter().map(|name| (folder.join(&name), name));
        places.find(|(path, _)| path.exists()).map(|(path, name)| (name, path))
    }

    /// A message that the file is not in a folder, and how to obtain it.
    fn missing(&self, folder: &Path) -> String {
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let none_of = match &self.file_names()[..] {
            [only] => format!("no {only}"),
            names => format!("none of {}", names.join(", ")),
        };
        let (folder, size) = (folder.display(), self.size());
        format!("found {none_of} in {folder}; put the file there{size}{}", self.to_obtain())
    }

    fn to_obtain(&self) -> String {
        self.obtain.as_ref().map(|how| format!(". To obtain it: {how}")).unwrap_or_default()
    }

    /// ` (375 puzzles)`, or nothing if the number is unknown.
    fn size(&self) -> String {
        self.expected().map(|count| format!(" ({})", counted(count))).unwrap_or_default()
    }

    /// The number of puzzles in the file, by the first version that states one.
    pub(super) fn expected(&self) -> Option<usize> {
        self.versions().into_iter().find_map(|version| version.puzzles)
    }
}

/// Finds corpora by their names.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The user's folder.
    pub(super) folder: Option<PathBuf>,
}

impl Library {
    /// A library with the folder in which the user keeps corpora, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Opens a corpus by the name of a shipped corpus, of a public corpus whose file is in the folder, of a file, or
    /// of a manifest in the folder.
    ///
    /// A file is a manifest (`.toml`), an exact cover problem (`.dlx`) or puzzles; `-` is standard input. Each puzzle
    /// that cannot be read is passed to `refused`, which may continue without the puzzle. Every puzzle of a manifest
    /// must be readable.
    ///
    /// # Errors
    /// An unknown name, a manifest of this name that cannot be read, a public corpus whose file is missing or differs
    /// from its manifest, a file that cannot be read or has no puzzle, or the first error that `refused` returns.
    pub fn open(&self, name: &str, refused: &mut OnRefused<'_>) -> Result<Corpus, CorpusError> {
        if let Some(corpus) = shipped(name) {
            return corpus;
        }
        if let Some(manifest) = public(name) {
            return self.open_public(manifest);
        }
        if name == "-" || Path::new(name).exists() {
            return open_file(name, refused);
        }
        let mut broken = None;
        for path in self.manifests()? {
            match read(&path) {
                Ok(manifest) if manifest.name == name => return open(&path),
                // The name in an unreadable manifest is unknown, but usually equals that of the file.
                Err(error) if path.file_stem().is_some_and(|stem| stem == name) => {
                    broken = Some(error);
                }
                // `list corpora` reports other unreadable manifests.
                _ => {}
            }
        }
        let known = || names().chain(public_names()).collect::<Vec<_>>().join(", ");
        Err(broken.unwrap_or_else(|| CorpusError::Unknown(name.to_owned(), known())))
    }

    fn open_public(&self, manifest: Manifest) -> Result<Corpus, CorpusError> {
        let name = manifest.name.clone();
        let Some(folder) = &self.folder else {
            let what = format!(
                "its file is not shipped; put {}{} into a folder, and name that with --data or \
                 QUADRILLE_DATA{}",
                manifest.file_names().join(" or "),
                manifest.size(),
                manifest.to_obtain()
            );
            return Err(CorpusError::Missing { name, what });
        };
        let Some((file, path)) = manifest.located(folder) else {
            return Err(CorpusError::Missing { name, what: manifest.missing(folder) });
        };
        let contents = fs::read(&path).map_err(CorpusError::io(&path))?;
        match manifest.corpus(Some((&file, &contents))) {
            Ok(corpus) => Ok(Corpus { files: vec![path], ..corpus }),
            Err(error) => Err(CorpusError::NotAsPublished { name, path, error }),
        }
    }

    /// The manifests in the user's folder, sorted by name.
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
