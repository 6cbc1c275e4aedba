//! Corpora: named lists of instances, with what is known of their answers.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use quadrille_cover::{Problem, TextError};
use quadrille_sudoku::format::read::{ReadError, Reader};
use quadrille_sudoku::format::{InputFormat, write};
use quadrille_sudoku::{Grid, Puzzle};
use thiserror::Error;

use crate::fingerprint::Fingerprint;
use crate::plan::{Task, WHOLE_CORPUS};

/// A named list of instances.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The name; of a bare file that of the file, without its folder, so that runs from two folders compare.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// What is asked of its instances unless a plan says otherwise.
    pub task: Task,
    /// Tests after which an engine gives up on an instance, if the plan does not say.
    pub tests: Option<u64>,
    /// The fingerprint of all its instances in order.
    pub sha256: String,
    /// The instances.
    pub instances: Vec<Instance>,
}

/// One puzzle or problem. There may be a million of them, so it is kept small.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The manifest's id, or the line number in a file.
    pub id: String,
    /// The line of its source file, from 1.
    pub line: Option<usize>,
    /// The fingerprint of its canonical text.
    pub sha256: Fingerprint,
    /// The puzzle or problem.
    pub body: Body,
    /// What is known of its answer.
    pub expected: Expected,
}

/// What an instance is.
#[derive(Clone, Debug)]
pub enum Body {
    /// A Sudoku.
    Sudoku(Puzzle),
    /// An exact cover problem.
    Cover(Box<Problem>),
}

impl From<Puzzle> for Body {
    fn from(puzzle: Puzzle) -> Self {
        Self::Sudoku(puzzle)
    }
}

impl From<Problem> for Body {
    fn from(problem: Problem) -> Self {
        Self::Cover(Box::new(problem))
    }
}

impl Body {
    /// The canonical text, of which the fingerprint is taken: a puzzle's line, or a problem's
    /// DLX text.
    pub fn canonical_text(&self) -> String {
        match self {
            Self::Sudoku(puzzle) => write::line(puzzle.givens()),
            Self::Cover(problem) => problem.to_string(),
        }
    }
}

/// What is known of an answer before anybody searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// How many solutions there are.
    pub solutions: Option<Count>,
    /// The solution, of a Sudoku that has one.
    pub solution: Option<Box<Grid>>,
}

/// A number of solutions, known exactly or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Exactly(u64),
    /// More than one.
    Several,
}

/// Why a corpus could not be read.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A name that is neither a shipped corpus nor a file.
    #[error("found the corpus `{name}`, which is neither a file nor one of {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The corpora that have names.
        known: String,
    },
    /// A folder.
    #[error("{0}: found a folder; expected a manifest, a .dlx file or a file of puzzles")]
    Folder(String),
    /// A file that cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A puzzle that cannot be read.
    #[error("{file}:{error}")]
    Puzzle {
        /// The file.
        file: String,
        /// What is wrong, with line and column.
        error: ReadError,
    },
    /// A problem that cannot be read.
    #[error("{file}:{error}")]
    Problem {
        /// The file.
        file: String,
        /// What is wrong, with line and column.
        error: TextError,
    },
    /// A problem that would have the name of a whole corpus.
    #[error(
        "{0}: found a problem named `{WHOLE_CORPUS}`, which stands for a whole corpus in the rows of \
         `run --batch`; expected another file name"
    )]
    Reserved(String),
    /// A file without a single puzzle.
    #[error("{0}: found no puzzle; expected at least one")]
    Empty(String),
    /// A corpus that is not shipped and not where it was looked for.
    #[error("the corpus `{name}` is missing: {what}")]
    Missing {
        /// The corpus.
        name: String,
        /// Where it was looked for, and how to come by it.
        what: String,
    },
    /// A file that is not the one its public manifest describes.
    #[error(
        "{}: this is not the corpus `{name}`: {error}; if you want it as it is, name the file \
         itself: --corpus {}",
        path.display(),
        path.display()
    )]
    NotAsPublished {
        /// The corpus.
        name: String,
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: String,
    },
    /// A manifest that is no manifest.
    #[error("{file}: {error}")]
    Manifest {
        /// The manifest.
        file: String,
        /// What is wrong.
        error: String,
    },
}

impl CorpusError {
    /// For `map_err` on a file's errors.
    pub fn io(path: &Path) -> impl Fn(io::Error) -> Self + use<'_> {
        |error| Self::Io { path: path.to_owned(), error }
    }
}

impl Corpus {
    /// The corpus of that name or file, without a folder of the user's:
    /// [`Library::open`](crate::manifest::library::Library::open).
    ///
    /// # Errors
    /// As there.
    pub fn open(
        name: &str,
        refused: &mut dyn FnMut(CorpusError) -> Result<(), CorpusError>,
    ) -> Result<Self, CorpusError> {
        crate::manifest::library::Library::default().open(name, refused)
    }

    /// The corpus of a file: a manifest (`.toml`), an exact cover problem (`.dlx`), or a file of
    /// puzzles, `-` being standard input.
    pub(crate) fn from_path(
        name: &str,
        refused: &mut dyn FnMut(CorpusError) -> Result<(), CorpusError>,
    ) -> Result<Self, CorpusError> {
        let path = Path::new(name);
        if name == "-" {
            let input = BufReader::new(io::stdin());
            return Self::from_puzzles("standard input".to_owned(), input, refused);
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => Err(CorpusError::Folder(name.to_owned())),
            Some("toml") => crate::manifest::open(path),
            Some("dlx") => Self::from_problem_file(path),
            _ => {
                let input = File::open(path).map_err(CorpusError::io(path))?;
                let corpus =
                    Self::from_puzzles(path.display().to_string(), BufReader::new(input), refused);
                corpus.map(|corpus| Self { name: name_of(path), ..corpus })
            }
        }
    }

    fn from_problem_file(path: &Path) -> Result<Self, CorpusError> {
        let text = std::fs::read(path).map_err(CorpusError::io(path))?;
        let file = path.display().to_string();
        let problem = Problem::parse(text)
            .map_err(|error| CorpusError::Problem { file: file.clone(), error })?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if id == WHOLE_CORPUS {
            return Err(CorpusError::Reserved(file));
        }
        let instance = Instance::new(id, None, Body::from(problem), Expected::default());
        Ok(Self::new(name_of(path), Task::All, vec![instance]))
    }

    fn from_puzzles(
        file: String,
        input: impl BufRead,
        refused: &mut dyn FnMut(CorpusError) -> Result<(), CorpusError>,
    ) -> Result<Self, CorpusError> {
        let mut instances = Vec::new();
        for found in Reader::new(input, InputFormat::Auto, None) {
            match found {
                Ok(found) => instances.push(Instance::new(
                    found.line.to_string(),
                    Some(found.line),
                    Body::Sudoku(found.puzzle),
                    Expected::default(),
                )),
                Err(error) => refused(CorpusError::Puzzle { file: file.clone(), error })?,
            }
        }
        if instances.is_empty() {
            return Err(CorpusError::Empty(file));
        }
        Ok(Self::new(file, Task::Unique, instances))
    }

    /// A corpus of these instances.
    pub fn new(name: String, task: Task, instances: Vec<Instance>) -> Self {
        let sha256 = Fingerprint::of_all(instances.iter().map(|instance| instance.sha256));
        let sha256 = sha256.to_string();
        Self { name, about: String::new(), task, tests: None, sha256, instances }
    }
}

/// What a file is called, without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Instance {
    /// An instance; its fingerprint is taken here.
    pub fn new(id: String, line: Option<usize>, body: Body, expected: Expected) -> Self {
        let sha256 = Fingerprint::of(body.canonical_text().as_bytes());
        Self { id, line, sha256, body, expected }
    }
}
