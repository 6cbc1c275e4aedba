//! Finds corpora by their names: shipped ones in the binary, public ones in the user's folder, others by manifests in
//! that folder or as files.
//!
//! The manifests of `datasets/` are compiled into the binary. Those of `datasets/public/` come without their puzzles,
//! because the licences of the lists do not allow shipping them.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, DirEntry, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use quadrille_results::{Shown, Task, WHOLE_CORPUS};
use quadrille_tables::{Input, Puzzles, Wanted, is_named_as_problem, read_strictly, unpacked};

use super::build::Fault;
use super::{MANIFEST, Manifest, ruled};
use crate::corpus::{Body, Corpus, CorpusError, Expected, Instance, OnInstance, OnRefused};
use crate::files::{self, is_within};

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

/// The names of the TOML files in a folder of the binary.
pub(crate) fn stems(folder: &'static Dir<'static>) -> impl Iterator<Item = String> {
    let paths = folder.files().map(include_dir::File::path).filter(|path| is_manifest(path));
    paths.map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// Whether a file is a manifest by its name. Run files, which lie beside results, are not manifests.
fn is_manifest(path: &Path) -> bool {
    let is_run_file = path.with_extension("").extension().is_some_and(|inner| inner == "run");
    path.extension().is_some_and(|extension| extension == "toml") && !is_run_file
}

/// The shipped manifest with this name, which may begin with a subfolder, as in `public/NAME`.
fn manifest(name: &str) -> Option<Manifest> {
    let text = DATASETS.get_file(format!("{name}.toml"))?.contents_utf8().unwrap_or_default();
    let manifest = Manifest::parse(text).expect("a test reads every shipped manifest");
    Some(Manifest { is_ours: true, ..manifest })
}

pub(super) fn shipped(name: &str) -> Option<(Manifest, Corpus)> {
    let manifest = manifest(name).filter(|manifest| manifest.name == name)?;
    let contents = manifest.file.as_deref().map(|file| {
        (
            Path::new(file),
            DATASETS.get_file(file).expect("a test reads every shipped file").contents(),
        )
    });
    let corpus = manifest.corpus(contents).expect("a test makes every shipped corpus");
    Some((manifest, corpus))
}

/// Files, each by its name relative to the folder of the manifest.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// The manifest and the files of the shipped corpus with this name, the manifest's first.
pub(super) fn shipped_files(name: &str) -> Option<(Manifest, Files)> {
    let manifest = manifest(name).filter(|manifest| manifest.name == name)?;
    let contents = |file: &str| Some(DATASETS.get_file(file)?.contents().to_vec());
    let own = (MANIFEST.to_owned(), contents(&format!("{name}.toml"))?);
    let file = manifest.file.clone().and_then(|file| Some((file.clone(), contents(&file)?)));
    Some((manifest, [own].into_iter().chain(file).collect()))
}

/// How to obtain the file of the public corpus with this name.
pub fn how_to_obtain(name: &str) -> Option<String> {
    public(name)?.obtain
}

pub(super) fn public(name: &str) -> Option<Manifest> {
    manifest(&format!("{PUBLIC}/{name}"))
}

/// Whether a name is that of a corpus that is shipped or public.
pub fn is_known(name: &str) -> bool {
    manifest(name).is_some() || public(name).is_some()
}

/// Whether a name is that of a public corpus whose manifest has the fingerprints of all versions of its file.
pub fn is_pinned_by_its_manifest(name: &str) -> bool {
    let versions = public(name).map(|manifest| manifest.versions()).unwrap_or_default();
    !versions.is_empty() && versions.iter().all(|version| version.sha256.is_some())
}

/// The corpus of a manifest on disk, with its file beside it.
fn open(path: &Path, each: &mut OnInstance<'_>) -> Result<Corpus, CorpusError> {
    let found = read(path).map_err(Fault::Wrong);
    let opened = found.and_then(|found| found.visit(path.parent(), each));
    let mut corpus = opened.map_err(|fault| CorpusError::file(path, &fault))?;
    corpus.files.insert(0, path.to_owned());
    Ok(corpus)
}

pub(super) fn read(path: &Path) -> Result<Manifest, String> {
    Manifest::parse(&files::regular_text(path).map_err(|error| error.to_string())?)
}

/// The corpus in a file: a manifest (`.toml`), an exact cover problem (by its name), puzzles that say their rules, or ordinary ones. `-` is standard input.
fn open_file(
    name: &str,
    wanted: &Wanted,
    refused: &mut OnRefused<'_>,
    each: &mut OnInstance<'_>,
) -> Result<Corpus, CorpusError> {
    let path = Path::new(name);
    let corpus = match path.extension().and_then(|extension| extension.to_str()) {
        _ if name == "-" => {
            let input = Input::Stream(Box::new(io::stdin()));
            return puzzles("standard input".to_owned(), input, wanted, refused, each);
        }
        _ if path.is_dir() => {
            let what = "found a folder; expected a manifest, a .dlx file or a file of puzzles";
            return Err(CorpusError::file(path, &what));
        }
        Some("toml") => return open(path, each),
        _ if is_named_as_problem(path) => problem(path, each)?,
        _ => {
            let input = File::open(path).map_err(|error| CorpusError::file(path, &error))?;
            let is_regular = input.metadata().is_ok_and(|about| about.is_file());
            if is_regular && ruled::says_rules(path) {
                let name = path.shown().to_string();
                ruled::visit(&name, BufReader::new(input), refused, each)?;
                return Ok(of_file(path, Corpus::empty(name, Task::Unique)));
            }
            let input =
                if is_regular { Input::File(input) } else { Input::Stream(Box::new(input)) };
            puzzles(path.shown().to_string(), input, wanted, refused, each)?
        }
    };
    Ok(of_file(path, corpus))
}

/// A corpus with the name of its file.
fn of_file(path: &Path, corpus: Corpus) -> Corpus {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Corpus { name, files: vec![path.to_owned()], ..corpus }
}

fn problem(path: &Path, each: &mut OnInstance<'_>) -> Result<Corpus, CorpusError> {
    let text = File::open(path).and_then(|file| unpacked(Input::File(file)));
    let text = text.and_then(|text| files::bounded(text, files::CORPUS));
    let text = text.map_err(|error| CorpusError::file(path, &error))?;
    let file = path.shown().to_string();
    let stem = Path::new(path.file_stem().unwrap_or_default());
    let is_packed = is_named_as_problem(stem);
    let id = if is_packed { stem.file_stem().unwrap_or_default() } else { stem.as_os_str() };
    let id = id.to_string_lossy().into_owned();
    let problem =
        read_strictly(&text).map_err(|error| CorpusError::Unreadable(format!("{file}:{error}")))?;
    if id == WHOLE_CORPUS {
        return Err(CorpusError::Unreadable(format!(
            "{file}: found a problem named `{WHOLE_CORPUS}`, which stands for a whole corpus in the rows of \
             `run --batch`; expected another file name"
        )));
    }
    each(Instance::new(id, None, Body::from(problem), Expected::default()));
    Ok(Corpus::empty(file, Task::All))
}

fn puzzles(
    file: String,
    input: Input,
    wanted: &Wanted,
    refused: &mut OnRefused<'_>,
    each: &mut OnInstance<'_>,
) -> Result<Corpus, CorpusError> {
    let mut named = HashSet::new();
    let mut is_empty = true;
    let puzzles = Puzzles::open(input, wanted);
    for found in puzzles.map_err(|error| CorpusError::Unreadable(format!("{file}: {error}")))? {
        match found {
            Ok(found) => {
                is_empty = false;
                let name = found.name.clone().filter(|name| name != WHOLE_CORPUS);
                let mut instance = Instance::found(found, Expected::default());
                if let Some(name) = name {
                    // Rows are told apart by their instances, so a name that is there already goes with its line.
                    let line = std::mem::replace(&mut instance.id, name);
                    if !named.insert(instance.id.clone()) {
                        instance.id += &format!(" ({line})");
                    }
                }
                each(instance);
            }
            Err(error) => refused(CorpusError::Unreadable(format!("{file}:{error}")))?,
        }
    }
    if is_empty {
        let what = format!("{file}: found no puzzle; expected at least one");
        return Err(CorpusError::Unreadable(what));
    }
    Ok(Corpus::empty(file, Task::Unique))
}

impl Corpus {
    /// [`Library::open`] without a user's folder.
    ///
    /// # Errors
    /// As there.
    pub fn open(name: &str, refused: &mut OnRefused<'_>) -> Result<Self, CorpusError> {
        Library::default().open(name, &Wanted::default(), refused)
    }
}

/// Finds corpora by their names.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The folder in which the user keeps corpora, if there is one.
    pub folder: Option<PathBuf>,
    /// The corpora of an unpacked bundle, which come before all others.
    pub bundle: Option<Bundled>,
}

/// The corpora of an unpacked bundle.
#[derive(Clone, Debug, Default)]
pub struct Bundled {
    /// The folder that has a folder for each corpus.
    pub folder: PathBuf,
    /// Files that the bundle does not have, by their names in tables, and how to obtain each.
    pub left_out: BTreeMap<String, String>,
}

impl Library {
    /// Opens a corpus by the name of a shipped corpus, of a public corpus whose file is in the folder, of a file, or
    /// of a manifest in the folder.
    ///
    /// A file is a manifest (`.toml`), an exact cover problem (`.dlx`) or puzzles; `-` is standard input. Each puzzle
    /// that cannot be read is passed to `refused`, which may continue without the puzzle. Every puzzle of a manifest
    /// must be readable. In a table without a manifest `wanted` says which
    /// columns hold puzzles and their names.
    ///
    /// # Errors
    /// An unknown name, a manifest of this name that cannot be read, a public corpus whose file is missing or differs
    /// from its manifest, a file that cannot be read or has no puzzle, or the first error that `refused` returns.
    pub fn open(
        &self,
        name: &str,
        wanted: &Wanted,
        refused: &mut OnRefused<'_>,
    ) -> Result<Corpus, CorpusError> {
        Corpus::gathered(|each| self.visit(name, wanted, refused, each))
    }

    /// Passes each instance of a corpus to `each`, in order, and returns the corpus without instances. The puzzles of a
    /// file without a manifest are read one by one, so that the corpus need not fit into memory.
    ///
    /// # Errors
    /// As for [`open`](Self::open). Instances may have been passed before the error.
    pub fn visit(
        &self,
        name: &str,
        wanted: &Wanted,
        refused: &mut OnRefused<'_>,
        each: &mut OnInstance<'_>,
    ) -> Result<Corpus, CorpusError> {
        if let Some(bundle) = &self.bundle
            && let Some(opened) = self.open_bundled(bundle, name, each)
        {
            return opened;
        }
        if let Some((_, mut corpus)) = shipped(name) {
            corpus.instances.drain(..).for_each(each);
            return Ok(corpus);
        }
        if let Some(manifest) = public(name) {
            return self.open_public(&manifest, each);
        }
        if name == "-" || Path::new(name).exists() {
            return open_file(name, wanted, refused, each);
        }
        let mut broken = None;
        for path in self.manifests()? {
            match read(&path) {
                Ok(manifest) if manifest.name == name => return open(&path, each),
                // The name in an unreadable manifest is unknown, but usually equals that of the file.
                Err(error) if path.file_stem().is_some_and(|stem| stem == name) => {
                    broken = Some(CorpusError::file(&path, &error));
                }
                // `list corpora` reports other unreadable manifests.
                _ => {}
            }
        }
        Err(broken.unwrap_or_else(|| {
            let known = names().chain(public_names()).collect::<Vec<_>>().join(", ");
            let what = "which is neither a file nor one of";
            CorpusError::Unreadable(format!("found the corpus `{name}`, {what} {known}"))
        }))
    }

    /// Whether a bundle has a corpus of this name, or says how to obtain it.
    pub fn is_of_bundle(&self, name: &str) -> bool {
        let is_of = |bundle: &Bundled| {
            bundle.left_out.contains_key(name) || bundle.folder.join(name).join(MANIFEST).is_file()
        };
        self.bundle.as_ref().is_some_and(is_of)
    }

    /// A corpus that the bundle has, or that the user has obtained for it; `None` if the bundle does not know it.
    fn open_bundled(
        &self,
        bundle: &Bundled,
        name: &str,
        each: &mut OnInstance<'_>,
    ) -> Option<Result<Corpus, CorpusError>> {
        let manifest = bundle.folder.join(name).join(MANIFEST);
        if is_within(Path::new(name)) && manifest.is_file() {
            return Some(open(&manifest, each));
        }
        let how = bundle.left_out.get(name)?;
        let obtained = self.folder.as_ref().map(|folder| folder.join(name));
        Some(match obtained.filter(|path| is_within(Path::new(name)) && path.is_file()) {
            Some(path) => open_file(&path.to_string_lossy(), &Wanted::default(), &mut Err, each),
            None => Err(CorpusError::Missing(
                name.to_owned(),
                format!(
                    "the bundle does not have it; put it into a folder, and name that with --data. To obtain it: {how}"
                ),
            )),
        })
    }

    fn open_public(
        &self,
        manifest: &Manifest,
        each: &mut OnInstance<'_>,
    ) -> Result<Corpus, CorpusError> {
        let (name, folder) = (manifest.name.clone(), self.folder.as_deref());
        let opened = manifest.visit(folder, each);
        opened.map_err(|fault| match (fault, manifest.located(folder)) {
            (Fault::Io(path, error), _) => CorpusError::file(&path, &error),
            (Fault::Changed(error, _) | Fault::Wrong(error), Some(path)) => {
                let what = format!(
                    "this is not the corpus `{name}`: {error}; to use the file as it is, give its path: --corpus {}",
                    path.shown()
                );
                CorpusError::file(&path, &what)
            }
            (fault, _) => CorpusError::Missing(name, fault.to_string()),
        })
    }

    /// The manifests in the user's folder, sorted by name.
    pub(super) fn manifests(&self) -> Result<Vec<PathBuf>, CorpusError> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(|error| CorpusError::file(folder, &error))?;
        let mut paths: Vec<PathBuf> = entries.iter().map(DirEntry::path).collect();
        paths.retain(|path| is_manifest(path) && path.is_file());
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
            let (_, corpus) = shipped(&name).expect("it is shipped");
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
