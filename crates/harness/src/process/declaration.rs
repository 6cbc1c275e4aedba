//! Engines declared in TOML: the program, where it runs, and which instances it is given.
//!
//! ```toml
//! [[engine]]
//! name = "mine"                      # on the command line and in results
//! command = ["python3", "solver.py"] # the program and its arguments
//! folder = "solver"                  # its working folder [default: the folder of this file]
//! env = { PYTHONHASHSEED = "0" }     # added to the environment
//! takes = ["sudoku:9", "cover"]      # the instances it is given [default: all that it accepts]
//! ```
//!
//! A program with a slash in its name is a path relative to the folder of the TOML file; one without is looked up in
//! `PATH`. Arguments are passed on unchanged; the engine runs in `folder`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use quadrille_results::{Misplaced, fingerprint, read_toml};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use toml::Spanned;

use super::protocol::Kind;
use crate::corpus::Body;

/// An engine as TOML declares it, in a file of its own or in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(
    expecting = "a table `[[engine]]` that declares a program; engines to run are named in `engines`"
)]
pub struct Declaration {
    /// The name on the command line and in results.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The program and its arguments.
    #[serde(deserialize_with = "command")]
    pub command: Vec<String>,
    /// The folder in which it runs, relative to that of the TOML file.
    pub folder: Option<PathBuf>,
    /// Variables added to the environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// The kinds of instances it is given [default: all that it accepts].
    pub takes: Option<Vec<Kind>>,
}

/// An engine that can be started. No path depends on the current folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name on the command line and in results.
    pub name: String,
    /// The executable.
    pub executable: PathBuf,
    /// The arguments.
    pub arguments: Vec<OsString>,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// Variables added to the environment.
    pub env: BTreeMap<String, String>,
    /// The kinds of instances it is given [default: all that it accepts].
    pub takes: Option<Vec<Kind>>,
}

impl From<Program> for Declaration {
    /// A declaration that does not depend on the folder of its file.
    fn from(program: Program) -> Self {
        let Program { name, executable, arguments, folder, env, takes } = program;
        let words = std::iter::once(executable.into_os_string()).chain(arguments);
        let command = words.map(|word| word.to_string_lossy().into_owned()).collect();
        Self { name, command, folder: Some(folder), env, takes }
    }
}

impl Program {
    /// The files the program may consist of: the executable and, for every argument, the path it would be if it
    /// names a file.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let arguments = self.arguments.iter().map(|argument| self.folder.join(argument));
        std::iter::once(self.executable.clone()).chain(arguments)
    }

    /// A fingerprint of those of its files that can be read.
    pub fn fingerprint(&self) -> String {
        let contents = self.files().filter_map(|file| fs::read(file).ok());
        let all: Vec<String> = contents.map(|contents| fingerprint(&contents)).collect();
        fingerprint(all.join(" ").as_bytes())[..16].to_owned()
    }

    /// Whether the declaration allows an instance.
    pub fn takes(&self, body: &Body) -> bool {
        self.takes.as_ref().is_none_or(|kinds| kinds.iter().any(|kind| kind.includes(body)))
    }
}

/// Why a file of declarations cannot be read.
#[derive(Debug, Error)]
pub enum DeclarationError {
    /// A file that cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// A file that does not declare engines.
    #[error("{}:{}", .0.display(), .1)]
    Text(PathBuf, Misplaced),
}

/// A file of declarations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engine: Vec<Spanned<Declaration>>,
}

impl Declaration {
    /// The engine of a declaration in a file in `folder`.
    pub fn program(self, folder: &Path) -> Program {
        let Self { name, command, folder: runs_in, env, takes } = self;
        // `folder` may be relative to the current folder, but the engine runs in another.
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let mut words = command.into_iter();
        let program = words.next().expect("there is at least a program");
        let executable = if program.contains('/') { folder.join(program) } else { program.into() };
        let folder = runs_in.map_or_else(|| folder.clone(), |runs_in| folder.join(runs_in));
        Program {
            name,
            executable,
            arguments: words.map(OsString::from).collect(),
            folder,
            env,
            takes,
        }
    }
}

/// Reads the engines that a file declares, in order.
///
/// # Errors
/// A file that cannot be read, or the first fault with its line and column.
pub fn read(path: &Path) -> Result<Vec<Program>, DeclarationError> {
    let wrong = |error| DeclarationError::Io(path.to_owned(), error);
    let text = fs::read_to_string(path).map_err(wrong)?;
    let wrong = |error| DeclarationError::Text(path.to_owned(), error);
    let folder = path.parent().unwrap_or(Path::new(""));
    let declared = parse(&text).map_err(wrong)?.into_iter();
    Ok(declared.map(|declaration| declaration.program(folder)).collect())
}

fn parse(text: &str) -> Result<Vec<Declaration>, Misplaced> {
    let File { engine } = read_toml(text)?;
    for (i, declared) in engine.iter().enumerate() {
        let name = &declared.get_ref().name;
        if let Some(first) = engine[..i].iter().find(|other| other.get_ref().name == *name) {
            let Misplaced { line, .. } = Misplaced::new(text, first.span().start, "");
            let what = format!(
                "found the name `{name}` again, first in line {line}; expected another name"
            );
            return Err(Misplaced::new(text, declared.span().start, what));
        }
    }
    Ok(engine.into_iter().map(Spanned::into_inner).collect())
}

fn name<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    let name = String::deserialize(value)?;
    let is_fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    if name.is_empty() || !name.chars().all(is_fine) {
        let found = super::protocol::excerpt(name.as_bytes());
        return Err(D::Error::custom(format!(
            "found {found} as a name; expected letters, digits, `-`, `_`, `.` and `+`"
        )));
    }
    Ok(name)
}

fn command<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    let command = Vec::<String>::deserialize(value)?;
    if command.first().is_none_or(String::is_empty) {
        let expected =
            "found no program; expected one and its arguments, as in [\"python3\", \"solver.py\"]";
        return Err(D::Error::custom(expected));
    }
    if command.iter().any(|word| word.contains('\0')) {
        return Err(D::Error::custom("found a zero byte; expected words without"));
    }
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine.toml");
        fs::write(&path, text).unwrap();
        let error = read(&path).unwrap_err().to_string();
        let here = format!("{}:", path.display());
        error.strip_prefix(&here).expect("it begins with the file").to_owned()
    }

    #[test]
    fn paths_begin_at_the_file() {
        let text = "[[engine]]\nname = 'a'\ncommand = ['./a', 'b/c']\nfolder = 'deep'\n\
                    takes = ['sudoku:9']\nenv = { A = 'b' }\n[[engine]]\nname = 'p'\ncommand = ['python3']\n";
        let [a, p] = &parse(text).unwrap()[..] else { panic!("there are two") };
        let a = a.clone().program(Path::new("/here"));
        assert_eq!(a.executable, Path::new("/here/./a"));
        assert_eq!(a.folder, Path::new("/here/deep"));
        assert_eq!(a.arguments, ["b/c"]);
        assert_eq!((a.env.len(), a.takes.as_ref().map(Vec::len)), (1, Some(1)));
        let p = p.clone().program(Path::new("here"));
        assert_eq!(p.executable, Path::new("python3"));
        assert_eq!(p.folder, std::env::current_dir().unwrap().join("here"));
    }

    #[test]
    fn what_is_wrong_is_found_by_line_and_column() {
        let wrong = error("[[engine]]\nname = 'a b'\ncommand = ['x']\n");
        assert!(wrong.starts_with("2:8: found `a b` as a name; expected letters"), "{wrong}");
        let wrong = error("[[engine]]\nname = 'a'\ncommand = []\n");
        assert!(wrong.starts_with("3:11: found no program; expected one"), "{wrong}");
        let wrong = error("[[engine]]\nname = 'a'\ncommand = 'x'\n");
        assert!(wrong.starts_with("3:11: invalid type: string"), "{wrong}");
        let wrong = error("[[engine]]\nname = 'a'\ncomand = ['x']\n");
        assert!(
            wrong.starts_with("3:1: unknown field `comand`, expected one of `name`"),
            "{wrong}"
        );
        let wrong = error("[[engine]]\nname = 'a'\n");
        assert!(wrong.starts_with("1:1: missing field `command`"), "{wrong}");
        let wrong = error("[[engine]]\nname = 'a'\ncommand = ['x']\ntakes = ['sudoku', 'chess']\n");
        assert!(wrong.starts_with("4:9: found `chess`; expected `sudoku`, `cover`"), "{wrong}");
        let one = "[[engine]]\nname = 'a'\ncommand = ['x']\n";
        let wrong = error(&format!("{one}{one}"));
        assert!(wrong.starts_with("4:1: found the name `a` again, first in line 1"), "{wrong}");
        assert!(error("").starts_with("1:1: missing field `engine`"));
        assert!(error("[[engine]\n").starts_with("1:10: "));
        let nowhere = read(Path::new("no/such/engine.toml")).unwrap_err().to_string();
        assert!(nowhere.starts_with("no/such/engine.toml: "), "{nowhere}");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text =
            "[[engine]]\nname = 'a'\ncommand = ['./a', 'b']\ntakes = ['sudoku:9', 'cover']\n";
        let declared = parse(text).unwrap();
        let written = toml::to_string(&declared[0]).unwrap();
        assert_eq!(toml::from_str::<Declaration>(&written).unwrap(), declared[0]);
    }
}
