//! Makes a corpus of a manifest and its file, which must be as the manifest describes it.

use std::collections::BTreeSet;
use std::io::{self, Cursor};
use std::path::{Component, Path, PathBuf};

use quadrille_cover::family;
use quadrille_results::{Fingerprint, Shown};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{Found, read_one};
use quadrille_tables::{Columns, Input, Puzzles, Refused, Wanted};
use thiserror::Error;

use super::{Accepted, Answer, Costs, Entry, Manifest, Number, counted};
use crate::corpus::{Body, Corpus, Count, Expected, Instance, OnInstance};
use crate::files;

/// Why a manifest gives no corpus.
#[derive(Debug, Error)]
pub(super) enum Fault {
    /// The file is missing: where it was expected, and how to obtain it.
    #[error("{0}")]
    Missing(String),
    #[error("its file {}: {}", .0.shown(), .1)]
    Io(PathBuf, io::Error),
    /// The file differs from what the manifest states; with the number of its puzzles, if they were counted.
    #[error("{0}")]
    Changed(String, Option<usize>),
    /// The manifest or a puzzle is wrong.
    #[error("{0}")]
    Wrong(String),
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self::Wrong(what)
    }
}

impl Manifest {
    /// Passes the instances of the corpus to `each`, and returns the corpus without them. Its file is in a folder, if it has
    /// a file.
    pub(super) fn visit(
        &self,
        folder: Option<&Path>,
        each: &mut OnInstance<'_>,
    ) -> Result<Corpus, Fault> {
        let Some((path, contents)) = self.file_in(folder)? else {
            return self.instances(None, each);
        };
        let corpus = self.instances(Some((&path, &contents)), each)?;
        Ok(Corpus { files: vec![path], ..corpus })
    }

    /// Checks the file, or the instances if there is no file. Returns their number, if it is known, and whether the
    /// manifest states a sha256 or a number of puzzles. A file with the sha256 stated is not read puzzle by puzzle.
    pub(super) fn check(&self, folder: Option<&Path>) -> Result<(Option<usize>, bool), Fault> {
        let Some((path, contents)) = self.file_in(folder)? else {
            return Ok((Some(self.corpus(None)?.instances.len()), true));
        };
        let version = self.version_of(&path, &contents)?;
        if version.sha256.is_some() {
            return Ok((version.puzzles, true));
        }
        let found = puzzles(&contents, self.column.as_deref())?
            .try_fold(0, |count, puzzle| puzzle.map(|_| count + 1))?;
        version.count(found)?;
        Ok((Some(found), version.puzzles.is_some()))
    }

    /// The path and contents of the file in a folder; `None` if the corpus has no file.
    fn file_in(&self, folder: Option<&Path>) -> Result<Option<(PathBuf, Vec<u8>)>, Fault> {
        if self.versions().is_empty() {
            return Ok(None);
        }
        let path = self.located(folder).ok_or_else(|| Fault::Missing(self.missing(folder)))?;
        let is_inside = match folder {
            Some(folder) if !self.is_ours => files::stays_within(folder, &path),
            _ => Ok(()),
        };
        let read = || files::bounded(files::regular(&path)?, files::CORPUS);
        match is_inside.and_then(|()| read()) {
            Ok(contents) => Ok(Some((path, contents))),
            Err(error) => Err(Fault::Io(path, error)),
        }
    }

    /// The corpus, given the path and contents of the file if there is one.
    pub(super) fn corpus(&self, file: Option<(&Path, &[u8])>) -> Result<Corpus, Fault> {
        Corpus::gathered(|each| self.instances(file, each))
    }

    /// Passes the instances to `each`, given the path and contents of the file if there is one.
    fn instances(
        &self,
        file: Option<(&Path, &[u8])>,
        each: &mut OnInstance<'_>,
    ) -> Result<Corpus, Fault> {
        let (mut count, mut names, mut twice) = (0, BTreeSet::new(), None);
        for entry in &self.instances {
            if !names.insert(&*entry.id) {
                twice.get_or_insert_with(|| entry.id.clone());
            }
        }
        if let Some((path, contents)) = file {
            let version = self.version_of(path, contents)?;
            let expected =
                Expected { solutions: self.answer.map(Answer::count), ..Expected::default() };
            for found in puzzles(contents, self.column.as_deref())? {
                let instance = Instance::found(found?, expected.clone());
                if names.contains(&*instance.id) {
                    twice.get_or_insert_with(|| instance.id.clone());
                }
                count += 1;
                each(instance);
            }
            version.count(count)?;
            if count == 0 {
                return Err("found no puzzle in the file; expected at least one".to_owned().into());
            }
        }
        for entry in &self.instances {
            let instance = entry.instance();
            each(instance.map_err(|e| format!("instance `{}`: {e}", entry.id))?);
            count += 1;
        }
        if let Some(twice) = twice {
            let what = format!("found two instances named `{twice}`; expected each name once");
            return Err(what.into());
        }
        if count == 0 {
            return Err("found neither a file nor an instance; expected puzzles".to_owned().into());
        }
        let corpus = Corpus::empty(self.name.clone(), self.task);
        Ok(Corpus { tests: self.tests, ..corpus })
    }

    /// The version of a file: the one with its fingerprint, or one with its name and no fingerprint.
    fn version_of(&self, path: &Path, contents: &[u8]) -> Result<Accepted, Fault> {
        let found = Fingerprint::of(contents).to_string();
        let mut versions = self.versions();
        let same = |version: &Accepted| version.sha256.as_ref() == Some(&found);
        let named = |version: &Accepted| {
            version.sha256.is_none() && version.files.iter().any(|file| path.ends_with(plain(file)))
        };
        let version = versions.iter().position(same).or(versions.iter().position(named));
        version.map(|version| versions.swap_remove(version)).ok_or_else(|| {
            let known: Vec<String> = versions.into_iter().filter_map(|v| v.sha256).collect();
            let what = format!("the file's sha256 is {found}; expected {}", known.join(" or "));
            Fault::Changed(what, None)
        })
    }
}

/// The path without components `.`, which [`Path::ends_with`] compares as names.
fn plain(file: impl AsRef<Path>) -> PathBuf {
    file.as_ref().components().filter(|part| *part != Component::CurDir).collect()
}

impl Accepted {
    /// Checks the number of puzzles, if the manifest states it.
    fn count(&self, found: usize) -> Result<(), Fault> {
        match self.puzzles {
            Some(expected) if expected != found => {
                let what = format!("the file has {}, not {expected}", counted(found));
                Err(Fault::Changed(what, Some(found)))
            }
            _ => Ok(()),
        }
    }
}

fn puzzles(
    contents: &[u8],
    column: Option<&str>,
) -> Result<impl Iterator<Item = Result<Found, String>>, String> {
    let input = Input::Stream(Box::new(Cursor::new(contents.to_vec())));
    let wanted = Wanted { columns: column.map(Columns::from).unwrap_or_default(), kind: None };
    let puzzles = Puzzles::open(input, &wanted).map_err(|error| format!("in the file: {error}"))?;
    let in_file = |refused: Refused| format!("in the file: {}", refused.text.trim_start());
    Ok(puzzles.map(move |found| found.map_err(in_file)))
}

impl Answer {
    fn count(self) -> Count {
        match self {
            Self::None => Count::exactly(0u8),
            Self::Unique => Count::exactly(1u8),
            Self::Multiple => Count::Several,
        }
    }
}

impl Entry {
    fn instance(&self) -> Result<Instance, String> {
        let body = match (&self.puzzle, &self.family) {
            (Some(puzzle), None) => Body::Sudoku(read_puzzle(puzzle)?),
            (None, Some(spec)) => {
                let problem = family::build(spec).map_err(|e| e.to_string())?;
                Body::from(match self.costs {
                    Some(Costs { seed, most }) => problem.with_random_costs(seed, most),
                    None => problem,
                })
            }
            _ => return Err("found neither `puzzle` nor `family`, or both; expected one".into()),
        };
        if self.family.is_none() && (self.costs.is_some() || self.cost.is_some()) {
            return Err("found costs of a Sudoku; expected them with `family`".into());
        }
        if self.solutions.is_some() && self.answer.is_some() {
            return Err("found both `solutions` and `answer`; expected one".into());
        }
        let solutions = self
            .solutions
            .clone()
            .map(|Number(number)| Count::exactly(number))
            .or(self.answer.map(Answer::count));
        let solution = self.solution.as_deref().map(read_puzzle).transpose()?;
        let solution = solution.map(|solved| Box::new(solved.givens().clone()));
        let expected = Expected { solutions, solution, cost: self.cost };
        let instance = Instance::new(self.id.clone(), None, body, expected);
        match &self.sha256 {
            Some(expected) if *expected != instance.sha256.to_string() => {
                Err(format!("its sha256 is {}; expected {expected}", instance.sha256))
            }
            _ => Ok(instance),
        }
    }
}

fn read_puzzle(text: &str) -> Result<Puzzle, String> {
    read_one(text, InputFormat::Auto, None).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "name='x'\nabout=''\nsource=''\nlicence=''\ntask='unique'\n";
    const FILE: &[u8] = b"1...............\r\n# a comment\r\n";
    /// Of `FILE`, by `sha256sum`.
    const SHA256: &str = "5b9dc81cb24fe3eb80a2e03f60f35913ef0dba56f7b048d1421c4f896347ca8d";

    fn built(rest: &str) -> Result<Corpus, String> {
        let manifest = Manifest::parse(&format!("{HEAD}{rest}"))?;
        let file = (!manifest.versions().is_empty()).then_some((Path::new("f"), FILE));
        manifest.corpus(file).map_err(|fault| fault.to_string())
    }

    #[track_caller]
    fn error(rest: &str) -> String {
        built(rest).unwrap_err()
    }

    #[test]
    fn a_manifest_must_be_true() {
        assert_eq!(built("file='f'\npuzzles=1").unwrap().instances.len(), 1);
        assert!(built(&format!("file='f'\nsha256='{SHA256}'")).is_ok());
        assert!(built("file='./f'").is_ok());
        assert_eq!(error("file='f'\npuzzles=2"), "the file has 1 puzzle, not 2");
        let wrong = format!("the file's sha256 is {SHA256}; expected 00");
        assert_eq!(error("file='f'\nsha256='00'"), wrong);
        assert_eq!(error(""), "found neither a file nor an instance; expected puzzles");
        assert!(error("[[instance]]\nid='a'").contains("instance `a`: found neither `puzzle`"));
        assert!(error("[[instance]]\nid='a'\nfamily='quens:8'").contains("the family `quens`"));
        assert!(error("[[instance]]\nid='a'\npuzzle='12'").contains("instance `a`: 1:"));
        let both = "[[instance]]\nid='a'\nfamily='soma'\nsolutions=1\nanswer='unique'";
        assert!(error(both).contains("found both `solutions` and `answer`"));
        let twice = "[[instance]]\nid='a'\nfamily='soma'\n".repeat(2);
        assert_eq!(error(&twice), "found two instances named `a`; expected each name once");
    }

    #[test]
    fn a_number_of_solutions_has_any_length() {
        let huge = "2444888770250892795802079170816";
        let entry =
            |number: &str| format!("[[instance]]\nid='a'\nfamily='soma'\nsolutions={number}");
        for (written, number) in [("480", "480"), ("'480'", "480"), (&*format!("'{huge}'"), huge)] {
            let expected = Count::exactly(number.parse::<quadrille_cover::BigUint>().unwrap());
            let corpus = built(&entry(written)).unwrap();
            assert_eq!(corpus.instances[0].expected.solutions, Some(expected));
            let manifest = Manifest::parse(&format!("{HEAD}{}", entry(written))).unwrap();
            assert_eq!(Manifest::parse(&manifest.to_toml()), Ok(manifest));
        }
        for wrong in ["-1", "'1e3'", "''", "1.5", "'+1'"] {
            assert!(error(&entry(wrong)).contains("expected a whole number"), "{wrong}");
        }
    }

    #[test]
    fn options_of_a_family_have_costs_by_a_seed() {
        let entry = "[[instance]]\nid='a'\nfamily='queens:6'\ncosts={ seed=3, most=10 }\ncost=30";
        let corpus = built(entry).unwrap();
        let Body::Cover(problem) = &corpus.instances[0].body else { panic!("a family") };
        let costs: Vec<u64> = problem.option_ids().map(|option| problem.cost(option)).collect();
        assert!(costs.iter().all(|cost| (1..=10).contains(cost)), "{costs:?}");
        assert!((1..=10).all(|cost| costs.contains(&cost)), "{costs:?}");
        assert_eq!(corpus.instances[0].expected.cost, Some(30));
        let manifest = Manifest::parse(&format!("{HEAD}{entry}")).unwrap();
        assert_eq!(Manifest::parse(&manifest.to_toml()), Ok(manifest));
        let sudoku = "[[instance]]\nid='a'\npuzzle='1...............'\ncost=3";
        assert!(error(sudoku).contains("found costs of a Sudoku; expected them with `family`"));
        let none = "[[instance]]\nid='a'\nfamily='soma'\ncosts={ seed=3, most=0 }";
        assert!(error(none).contains("expected a cost from 1"), "{}", error(none));
    }

    #[test]
    fn a_file_may_be_of_json_lines() {
        let read = |text: &str| puzzles(text.as_bytes(), None)?.collect::<Result<Vec<_>, _>>();
        let text = "{\"puzzle\":\"1...............\",\"clues\":1}\r\n\n{\"puzzle\":\"..2.41....32..4.\"}\n";
        let clues: Vec<_> =
            read(text).unwrap().iter().map(|found| (found.line, found.puzzle.clues())).collect();
        assert_eq!(clues, [(1, 1), (3, 6)]);
        let wrong = |line: &str| read(&format!("{text}{line}\n")).unwrap_err();
        let start = "in the file: 4:1: row 3, column puzzle: ";
        assert_eq!(wrong("{\"clues\":1}"), format!("{start}found nothing; expected a puzzle"));
        assert!(wrong("{\"puzzle\":").starts_with(&format!("{start}at character 10: found what")));
        assert!(wrong("{\"puzzle\":\"12\"}").starts_with(&format!("{start}found a line of")));
    }

    #[test]
    fn a_file_may_be_a_table() {
        let text = b"a;b\n1...............;4...............\n";
        let first = |column| puzzles(text, column).unwrap().next().unwrap().unwrap();
        assert_eq!(first(None).puzzle.givens().digit(0), 1);
        let other = first(Some("b"));
        assert_eq!((other.line, other.puzzle.givens().digit(0)), (2, 4));
        let error = puzzles(text, Some("c")).err().unwrap();
        assert!(
            error.starts_with("in the file: --column: found no column c; expected one of a, b")
        );
    }

    #[test]
    fn what_is_no_manifest_is_told_with_its_place() {
        let unknown = error("colour='red'");
        assert!(unknown.starts_with("line 6, column 1: unknown field `colour`"), "{unknown}");
        assert!(error("made_by='me'").starts_with("line 6, column 1: unknown field `made_by`"));
        assert!(error("puzzles='ten'").starts_with("line 6, column 9: invalid type"));
        assert!(error("a = = b").starts_with("line 6, column 5: "));
        let star =
            error("[[instance]]\nid='a'\nfamily='soma'\n[[instance]]\nfamily='soma'\nid='*'");
        let expected =
            "line 11, column 4: found the instance name `*`, which stands for a whole corpus";
        assert!(star.starts_with(expected) && star.ends_with("; expected another name"), "{star}");
        let both = "file='f'\n[[accepted]]\nfiles=['f']";
        assert_eq!(error(both), "found both `file` and `accepted`; expected one");
        let nameless = "found `accepted` without `files`; expected at least one name";
        assert_eq!(error("[[accepted]]\nfiles=[]"), nameless);
    }

    #[test]
    fn any_version_accepted_will_do() {
        let known = |sha256: &str| format!("[[accepted]]\nfiles=['g']\nsha256='{sha256}'\n");
        assert!(built(&[known("00"), known(SHA256)].concat()).is_ok(), "by whatever name");
        let neither = format!("the file's sha256 is {SHA256}; expected 00 or 11");
        assert_eq!(error(&[known("00"), known("11")].concat()), neither);
        let unhashed = |name: &str, puzzles| {
            known("00") + &format!("[[accepted]]\nfiles=['{name}']\npuzzles={puzzles}\n")
        };
        assert!(built(&unhashed("f", 1)).is_ok());
        assert_eq!(error(&unhashed("f", 7)), "the file has 1 puzzle, not 7");
        assert!(error(&unhashed("h", 1)).ends_with("; expected 00"), "another file's version");
    }
}
