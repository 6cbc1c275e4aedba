//! Engines declared in TOML: the program, where it runs, and which instances it is given.
//!
//! ```toml
//! [[engine]]
//! name = "mine"                      # on the command line and in results
//! command = ["python3", "solver.py"] # the program and its arguments
//! folder = "solver"                  # its working folder [default: the folder of this file]
//! env = { PYTHONHASHSEED = "0" }     # added to the environment
//! takes = ["sudoku:9", "cover"]      # the instances it is given [default: all that it accepts]
//! sandbox = true                     # without a network, and with a file system it cannot write to [default: false]
//! ```
//!
//! A program with a slash in its name is a path relative to the folder of the TOML file; one without is looked up in
//! `PATH`. Arguments are passed on unchanged; the engine runs in `folder`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{io, mem};

use quadrille_results::{Fingerprint, Misplaced, Shown, read_toml};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

use super::protocol::{Kind, excerpt};
use crate::corpus::manifest::provenance::Hashed;
use crate::files;

/// An engine as TOML declares it, in a file of its own or in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(
    expecting = "a table `[[engine]]` that declares a program; engines to run are named in `engines`"
)]
pub struct Program {
    /// The name on the command line and in results.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The program and its arguments.
    #[serde(deserialize_with = "command")]
    pub command: Vec<String>,
    /// The folder in which it runs, relative to that of the TOML file.
    #[serde(default)]
    pub folder: PathBuf,
    /// Variables added to the environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// The kinds of instances it is given [default: all that it accepts].
    pub takes: Option<Vec<Kind>>,
    /// Whether it runs in a sandbox (`process/sandbox.rs`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
}

impl Program {
    /// The same program with absolute paths, if its TOML file is in `folder`.
    #[must_use]
    pub fn beside(mut self, folder: &Path) -> Self {
        // A `folder` relative to the current one must become absolute, because the engine runs in another folder.
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let program = &mut self.command[0];
        if program.contains('/') {
            *program = folder.join(&*program).to_string_lossy().into_owned();
        }
        let runs_in = mem::take(&mut self.folder);
        self.folder = if runs_in == Path::new("") { folder } else { folder.join(runs_in) };
        self
    }

    /// The same program with paths relative to `folder`, where they lie within it. [`beside`](Self::beside) makes them absolute
    /// again.
    #[must_use]
    pub fn relative_to(mut self, folder: &Path) -> Self {
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let program = PathBuf::from(&self.command[0]);
        if let (true, Some(parent), Some(name)) =
            (program.is_absolute(), program.parent(), program.file_name())
            && let Some(inner) = within(parent, &folder)
        {
            // Without a slash, it would be looked up in `PATH`.
            self.command[0] = Path::new(".").join(inner).join(name).to_string_lossy().into_owned();
        }
        if let Some(inner) = within(&self.folder, &folder) {
            self.folder = if inner == Path::new("") { ".".into() } else { inner };
        }
        self
    }

    /// The facts in which another declaration of this engine differs, each with its value here and there as TOML. A path that
    /// is written in another way and leads to the same place does not differ.
    pub fn differences(&self, other: &Self) -> Vec<(String, [Option<String>; 2])> {
        let mut other = other.clone();
        if leads_to(&self.folder, &other.folder) {
            other.folder.clone_from(&self.folder);
        }
        let [one, two] = [&self.command[0], &other.command[0]].map(Path::new);
        let folders = one.parent().zip(two.parent());
        if one.file_name() == two.file_name()
            && folders.is_some_and(|(one, two)| leads_to(one, two))
        {
            other.command[0].clone_from(&self.command[0]);
        }
        let [here, there] =
            [self, &other].map(|program| toml::Table::try_from(program).unwrap_or_default());
        let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
        let values = keys.into_iter().map(|key| (key, [here.get(key), there.get(key)]));
        let text = |value: Option<&toml::Value>| value.map(ToString::to_string);
        let differing = values.filter(|(_, [here, there])| here != there);
        differing.map(|(key, values)| (key.clone(), values.map(text))).collect()
    }

    /// The files the program may consist of: for every word of its command, the path of a file of that name.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.command.iter().map(|word| self.folder.join(word))
    }

    /// A fingerprint of the contents of its [`files`](Self::files), without those that cannot be read or are not regular.
    pub fn fingerprint(&self) -> String {
        let digest = |path: PathBuf| {
            let mut hashed = Hashed::new(io::sink());
            io::copy(&mut files::regular(&path)?, &mut hashed)?;
            io::Result::Ok(hashed.finish().1)
        };
        let all: Vec<String> = self.files().filter_map(|path| digest(path).ok()).collect();
        Fingerprint::of(all.join(" ").as_bytes()).to_string()[..16].to_owned()
    }
}

/// The path from a folder to one within it; `None` if it lies elsewhere.
fn within(path: &Path, folder: &Path) -> Option<PathBuf> {
    let inner = |path: &Path, folder: &Path| path.strip_prefix(folder).ok().map(Path::to_owned);
    let resolved = path.canonicalize().ok().zip(folder.canonicalize().ok());
    resolved.and_then(|(path, folder)| inner(&path, &folder)).or_else(|| inner(path, folder))
}

/// Whether two paths of folders lead to the same place.
fn leads_to(one: &Path, two: &Path) -> bool {
    one == two || one.canonicalize().is_ok_and(|one| two.canonicalize().is_ok_and(|two| one == two))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engine: Vec<Spanned<Program>>,
}

/// Reads the engines that a file declares, in order.
///
/// # Errors
/// A file that cannot be read, or the first fault with its line and column.
pub fn read(path: &Path) -> Result<Vec<Program>, String> {
    let place = path.shown();
    let text = files::text(path).map_err(|error| format!("{place}: {error}"))?;
    let declared = parse(&text).map_err(|error| format!("{place}:{error}"))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(declared.into_iter().map(|program| program.beside(folder)).collect())
}

/// A fingerprint of declarations, by which a user confirms them. It changes with every word, folder and variable.
pub fn hash(programs: &[Program]) -> String {
    Fingerprint::of(format!("{programs:?}").as_bytes()).to_string()[..32].to_owned()
}

fn parse(text: &str) -> Result<Vec<Program>, Misplaced> {
    let File { engine } = read_toml(text)?;
    for (i, declared) in engine.iter().enumerate() {
        let name = &declared.get_ref().name;
        if let Some(first) = engine[..i].iter().find(|other| other.get_ref().name == *name) {
            let Misplaced { line, .. } = Misplaced::new(text, first.span().start, "");
            let what = format!(
                "found the name `{name}` again, which is also in line {line}; expected another name"
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
        let found = excerpt(name.as_bytes());
        return Err(D::Error::custom(format!(
            "found {found} as a name; expected letters, digits, `-`, `_`, `.` and `+`"
        )));
    }
    Ok(name)
}

fn command<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    let command = Vec::<String>::deserialize(value)?;
    let expected = if command.first().is_none_or(String::is_empty) {
        "found no program; expected one and its arguments, as in [\"python3\", \"solver.py\"]"
    } else if command.iter().any(|word| word.contains('\0')) {
        "found a zero byte in a word; expected words without zero bytes"
    } else {
        return Ok(command);
    };
    Err(D::Error::custom(expected))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn paths_begin_at_the_file() {
        let text = "[[engine]]\nname = 'a'\ncommand = ['./a', 'b/c']\nfolder = 'deep'\n\
                    takes = ['sudoku:9']\nenv = { A = 'b' }\nsandbox = true\n[[engine]]\nname = 'p'\ncommand = ['python3']\n";
        let [a, p] = &parse(text).unwrap()[..] else { panic!("there are two") };
        let a = a.clone().beside(Path::new("/here"));
        assert_eq!(a.command, ["/here/./a", "b/c"]);
        assert_eq!(a.folder, Path::new("/here/deep"));
        assert_eq!(a.clone().beside(Path::new("/there")), a);
        assert_eq!((a.env.len(), a.takes.as_ref().map(Vec::len)), (1, Some(1)));
        assert!(a.sandbox && !p.sandbox);
        let other = Program { sandbox: false, ..a.clone() };
        assert_ne!(
            hash(&[other]),
            hash(std::slice::from_ref(&a)),
            "a user confirms the sandbox as well"
        );
        assert_eq!(toml::from_str::<Program>(&toml::to_string(&a).unwrap()).unwrap(), a);
        let p = p.clone().beside(Path::new("here"));
        assert_eq!(p.command, ["python3"]);
        assert_eq!(p.folder, std::env::current_dir().unwrap().join("here"));
    }

    #[test]
    fn paths_within_a_folder_become_relative_to_it() {
        let folder = Path::new("/here");
        let of = |program: &str, folder: &str| {
            let text = format!(
                "[[engine]]\nname = 'a'\ncommand = ['{program}', '/x']\nfolder = '{folder}'"
            );
            parse(&text).unwrap().remove(0)
        };
        for (program, runs_in, expected) in [
            ("/here/bin/a", "/here/deep/er", ("./bin/a", "deep/er")),
            ("/here/a", "/here", ("./a", ".")),
            ("/there/a", "/there", ("/there/a", "/there")),
            ("perl", "/here/deep", ("perl", "deep")),
        ] {
            let absolute = of(program, runs_in);
            let relative = absolute.clone().relative_to(folder);
            assert_eq!(
                (&*relative.command[0], &*relative.folder),
                (expected.0, Path::new(expected.1))
            );
            assert_eq!(relative.command[1], "/x");
            assert_eq!(relative.beside(folder).differences(&absolute), []);
        }
    }

    #[test]
    fn a_declaration_differs_in_each_word_but_not_in_how_a_path_is_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        let of = |text: &str, at: &str| {
            let text = format!("[[engine]]\nname = 'a'\n{text}");
            parse(&text).unwrap().remove(0).beside(&folder.path().join(at))
        };
        let one = of("command = ['./a', 'fast']", "");
        assert_eq!(one.differences(&of("command = ['./a', 'fast']", "in/..")), []);
        let slow = one.differences(&of("command = ['./a', 'slow']", ""));
        let [(key, [Some(before), Some(now)])] = &slow[..] else { panic!("{slow:?}") };
        assert_eq!(key, "command");
        assert!(before.ends_with(r#"/./a", "fast"]"#) && now.ends_with(r#"/./a", "slow"]"#));
        for (other, key) in [
            ("command = ['./b', 'fast']", "command"),
            ("command = ['./a', 'fast']\nfolder = 'in'", "folder"),
            ("command = ['./a', 'fast']\nenv = { A = 'b' }", "env"),
            ("command = ['./a', 'fast']\ntakes = ['cover']", "takes"),
            ("command = ['./a', 'fast']\nsandbox = true", "sandbox"),
        ] {
            let found = one.differences(&of(other, ""));
            assert_eq!(found.iter().map(|(key, _)| &**key).collect::<Vec<_>>(), [key], "{other}");
        }
    }

    #[test]
    fn what_is_wrong_is_found_by_line_and_column() {
        let [name, command] = ["[[engine]]\nname = 'a'\n", "command = ['x']\n"];
        let one = &format!("{name}{command}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine.toml");
        for (text, expected) in [
            (&*format!("[[engine]]\nname = 'a b'\n{command}"), "2:8: found `a b` as a name; exp"),
            (&format!("{name}command = []\n"), "3:11: found no program; expected one"),
            (&format!("{name}command = 'x'\n"), "3:11: invalid type: string"),
            (
                &format!("{name}com{command}"),
                "3:1: unknown field `comcommand`, expected one of `name`",
            ),
            (name, "1:1: missing field `command`"),
            (
                &format!("{one}takes = ['sudoku', 'chess']\n"),
                "4:9: found `chess`; expected `sudoku`, `cover`",
            ),
            (&format!("{one}{one}"), "4:1: found the name `a` again, which is also in line 1"),
            ("", "1:1: missing field `engine`"),
            ("[[engine]\n", "1:10: "),
        ] {
            fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err();
            assert!(error.starts_with(&format!("{}:{expected}", path.display())), "{error}");
        }
        let nowhere = read(Path::new("no/such/engine.toml")).unwrap_err();
        assert!(nowhere.starts_with("no/such/engine.toml: "), "{nowhere}");
    }
}
