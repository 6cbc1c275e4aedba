//! Manifests: `datasets/*.toml`, each the description of a corpus.
//!
//! A manifest names its source and licence, and holds either a file of puzzles that lies beside
//! it, with its sha256 and the answer all of them share, or a list of instances: puzzles
//! written out or families of exact cover problems, each with its number of solutions and where
//! that number was published. `docs/FORMATS.md` shows one. Those in `datasets/` are compiled
//! into the binary, so that it needs nothing else.

use std::path::Path;

use include_dir::{Dir, include_dir};
use quadrille_cover::family;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{Reader, read_one};
use quadrille_sudoku::{Grid, Puzzle};
use serde::Deserialize;

use crate::corpus::{Body, Corpus, CorpusError, Count, Expected, Instance, fingerprint};
use crate::plan::Task;

static DATASETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../datasets");

/// A manifest as it is written.
#[derive(Clone, Debug, Deserialize)]
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
    #[serde(default)]
    pub tests: Option<u64>,
    /// The command that makes the file, byte for byte.
    #[serde(default)]
    pub made_by: Option<String>,
    /// A file of puzzles beside the manifest.
    #[serde(default)]
    pub file: Option<String>,
    /// The file's fingerprint.
    #[serde(default)]
    pub sha256: Option<String>,
    /// How many puzzles the file has.
    #[serde(default)]
    pub puzzles: Option<usize>,
    /// The answer all puzzles of the file share.
    #[serde(default)]
    pub answer: Option<Answer>,
    /// Instances written out.
    #[serde(default, rename = "instance")]
    pub instances: Vec<Entry>,
}

/// The answer to the question how many solutions there are.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// No solution.
    None,
    /// One.
    Unique,
    /// More than one.
    Multiple,
}

/// An instance written out in a manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// A puzzle, in any format that is told apart by itself.
    #[serde(default)]
    pub puzzle: Option<String>,
    /// The spec of an exact cover family, such as `queens:8`.
    #[serde(default)]
    pub family: Option<String>,
    /// How many solutions it has.
    #[serde(default)]
    pub solutions: Option<u64>,
    /// Whether it has none, one or several, where the number is not known or too large.
    #[serde(default)]
    pub answer: Option<Answer>,
    /// The solution, if there is one.
    #[serde(default)]
    pub solution: Option<String>,
    /// Where the number of solutions was published.
    #[serde(default)]
    pub source: Option<String>,
    /// The fingerprint of its canonical text.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// The names of the shipped corpora.
pub fn names() -> impl Iterator<Item = String> {
    manifests().map(|(path, _)| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
}

/// The shipped corpus of that name.
///
/// # Errors
/// Never for a sound build: a test opens them all.
pub fn shipped(name: &str) -> Option<Result<Corpus, CorpusError>> {
    let file = format!("{name}.toml");
    let text = DATASETS.get_file(&file)?.contents_utf8().unwrap_or_default();
    Some(build(&file, text, |beside| {
        let contents = DATASETS.get_file(beside).map(|file| file.contents().to_vec());
        contents.ok_or_else(|| CorpusError::Manifest {
            file: file.clone(),
            error: format!("the file `{beside}` is not in datasets/"),
        })
    }))
}

/// The corpus of a manifest on disk.
///
/// # Errors
/// A manifest or a file that cannot be read, or that is not what the manifest says.
pub fn open(path: &Path) -> Result<Corpus, CorpusError> {
    let text = std::fs::read_to_string(path).map_err(CorpusError::io(path))?;
    build(&path.display().to_string(), &text, |beside| {
        let beside = path.with_file_name(beside);
        std::fs::read(&beside).map_err(|error| CorpusError::Manifest {
            file: path.display().to_string(),
            error: format!("its file {}: {error}", beside.display()),
        })
    })
}

fn manifests() -> impl Iterator<Item = (&'static Path, &'static str)> {
    let files =
        DATASETS.files().map(|file| (file.path(), file.contents_utf8().unwrap_or_default()));
    files.filter(|(path, _)| path.extension().is_some_and(|extension| extension == "toml"))
}

fn build(
    file: &str,
    text: &str,
    read: impl Fn(&str) -> Result<Vec<u8>, CorpusError>,
) -> Result<Corpus, CorpusError> {
    let wrong = |error: String| CorpusError::Manifest { file: file.to_owned(), error };
    let manifest: Manifest = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let mut instances = Vec::new();
    if let Some(name) = &manifest.file {
        let contents = read(name)?;
        instances = manifest.puzzles_of(&contents).map_err(wrong)?;
    }
    for entry in &manifest.instances {
        let instance = entry.instance().map_err(|e| wrong(format!("instance `{}`: {e}", entry.id)));
        instances.push(instance?);
    }
    let mut ids: Vec<&str> = instances.iter().map(|instance| instance.id.as_str()).collect();
    ids.sort_unstable();
    let equal = |pair: &[&str]| (pair[0] == pair[1]).then(|| pair[0].to_owned());
    if let Some(twice) = ids.windows(2).find_map(equal) {
        return Err(wrong(format!("two instances are called `{twice}`")));
    }
    if instances.is_empty() {
        return Err(wrong("found neither a file nor an instance".into()));
    }
    let mut corpus = Corpus::new(manifest.name, manifest.task, instances);
    corpus.about = manifest.about;
    corpus.tests = manifest.tests;
    Ok(corpus)
}

impl Manifest {
    /// The puzzles of the manifest's file, which must be what the manifest says it is.
    fn puzzles_of(&self, contents: &[u8]) -> Result<Vec<Instance>, String> {
        let found = fingerprint(contents);
        if self.sha256.as_ref().is_some_and(|expected| *expected != found) {
            return Err(format!("the file's sha256 is {found}, not the one here"));
        }
        let expected = Expected { solutions: self.answer.map(Answer::count), solution: None };
        let instances = Reader::new(contents, InputFormat::Auto, None).map(|found| {
            let found = found.map_err(|error| format!("in the file: {error}"))?;
            let (id, line) = (found.line.to_string(), Some(found.line));
            Ok(Instance::new(id, line, Body::Sudoku(found.puzzle), expected.clone()))
        });
        let instances = instances.collect::<Result<Vec<_>, String>>()?;
        match self.puzzles {
            Some(expected) if expected != instances.len() => {
                Err(format!("the file has {} puzzles, not {expected}", instances.len()))
            }
            _ => Ok(instances),
        }
    }
}

impl Answer {
    fn count(self) -> Count {
        match self {
            Self::None => Count::Exactly(0),
            Self::Unique => Count::Exactly(1),
            Self::Multiple => Count::Several,
        }
    }
}

impl Entry {
    fn instance(&self) -> Result<Instance, String> {
        let body = match (&self.puzzle, &self.family) {
            (Some(puzzle), None) => Body::Sudoku(read_puzzle(puzzle)?),
            (None, Some(spec)) => Body::Cover(family::build(spec).map_err(|e| e.to_string())?),
            _ => return Err("expected either `puzzle` or `family`".into()),
        };
        if self.solutions.is_some() && self.answer.is_some() {
            return Err("expected either `solutions` or `answer`".into());
        }
        let solutions = self.solutions.map(Count::Exactly).or(self.answer.map(Answer::count));
        let solution = self.solution.as_deref().map(read_solution).transpose()?;
        let expected = Expected { solutions, solution };
        let instance = Instance::new(self.id.clone(), None, body, expected);
        match &self.sha256 {
            Some(expected) if *expected != instance.sha256 => {
                Err(format!("its sha256 is {}, not the one here", instance.sha256))
            }
            _ => Ok(instance),
        }
    }
}

fn read_puzzle(text: &str) -> Result<Puzzle, String> {
    read_one(text, InputFormat::Auto, None).map_err(|error| error.to_string())
}

fn read_solution(text: &str) -> Result<Grid, String> {
    Ok(read_puzzle(text)?.givens().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_manifest_must_be_true() {
        let head = "name='x'\nabout=''\nsource=''\nlicence=''\ntask='unique'\n";
        let built = |rest: &str| {
            build("x.toml", &format!("{head}{rest}"), |_| Ok(b"1...............\n".to_vec()))
        };
        let error = |rest: &str| built(rest).unwrap_err().to_string();
        assert_eq!(built("file='f'\npuzzles=1").unwrap().instances.len(), 1);
        assert_eq!(error("file='f'\npuzzles=2"), "x.toml: the file has 1 puzzles, not 2");
        assert!(error("file='f'\nsha256='00'").contains("sha256 is"));
        assert!(error("").contains("neither a file nor an instance"));
        assert!(error("[[instance]]\nid='a'").contains("instance `a`: expected either"));
        assert!(error("[[instance]]\nid='a'\nfamily='quens:8'").contains("the family `quens`"));
        assert!(error("[[instance]]\nid='a'\npuzzle='12'").contains("instance `a`: 1:"));
        assert!(error("colour='red'").contains("colour"));
        let both = "[[instance]]\nid='a'\nfamily='soma'\nsolutions=1\nanswer='unique'";
        assert!(error(both).contains("either `solutions` or `answer`"));
        let twice = "[[instance]]\nid='a'\nfamily='soma'\n".repeat(2);
        assert_eq!(error(&twice), "x.toml: two instances are called `a`");
    }
}
