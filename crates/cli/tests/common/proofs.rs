//! Proof folders in memory: made, changed and checked, for tests.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use quadrille_cover::engine::{Auto, Naive};
use quadrille_cover::family::Layout;
use quadrille_cover::proof;
use quadrille_cover::proof::xcd::{self, Repeats};
use quadrille_cover::{Budget, OptionId, Problem, Solver};
use quadrille_service::problem::{Classes, Classified};
use quadrille_verify::{Claim, Limits, verify_files};
use sha2::{Digest, Sha256};

use crate::common::Folder;

/// The checker in Python.
pub const XCHECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/xcheck.py");

/// The files of a folder by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// The files of a folder on the disk.
    pub fn read(folder: &Path) -> Self {
        let entries = fs::read_dir(folder).expect("the folder exists");
        let file = |entry: io::Result<fs::DirEntry>| {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().expect("it has a name").to_str().expect("it is text");
            (name.to_owned(), fs::read(&path).expect("it can be read"))
        };
        Self(entries.map(file).collect())
    }

    /// The folder that proves the number of solutions of a problem.
    pub fn count(problem: &Problem) -> Self {
        Self::counted(problem, Repeats::Equal)
    }

    /// As [`count`](Self::count), with renamings.
    pub fn renamed(problem: &Problem) -> Self {
        Self::counted(problem, Repeats::Renamed)
    }

    /// As [`count`](Self::count), along the layers of a frontier.
    pub fn layered(problem: &Problem) -> Self {
        Self::counted(problem, Repeats::Layered)
    }

    fn counted(problem: &Problem, repeats: Repeats) -> Self {
        let (stated, mut files) = Self::with(problem);
        let mut certificate = Vec::new();
        let spool = Cursor::new(Vec::new());
        let counted =
            xcd::count(&stated, &Budget::default(), repeats, spool, &mut certificate).unwrap();
        files.put("certificate.xcd", certificate);
        files.seal(&Claim::Count(counted.solutions).to_string());
        files
    }

    /// The folder that lists all solutions of a problem.
    pub fn all(problem: &Problem) -> Self {
        let (stated, mut files) = Self::with(problem);
        let (mut certificate, mut listed) = (Vec::new(), String::new());
        let mut visit = |options: &[OptionId]| {
            listed += &(line(options) + "\n");
            ControlFlow::Continue(())
        };
        let ended = xcd::all(&stated, &Budget::default(), &mut certificate, &mut visit).unwrap();
        files.put("certificate.xcd", certificate);
        files.put("solutions.txt", listed);
        files.seal(&Claim::All(ended.stats.solutions).to_string());
        files
    }

    /// The folder that proves the number of classes of solutions, up to rotations if there is a board.
    pub fn classes(problem: &Problem, board: Option<&Layout>) -> Self {
        let budget = Budget::default();
        let mut files = Self::counted(problem, Repeats::Auto);
        let counted = files.claim().strip_prefix("count ").unwrap().parse().unwrap();
        let found = match board {
            Some(board) => {
                Classified::find_rotated(problem, board, Classes::Enumerate, &Auto, &budget)
            }
            None => Classified::find(problem, Classes::Auto, &Auto, &budget),
        };
        let found = found.expect("the classes are found");
        let stated = found.stated(problem, board, &counted, &budget).expect("they can be stated");
        files.put("solutions.txt", stated.solutions);
        files.put("symmetries.txt", stated.symmetries);
        files.seal(&Claim::Classes(found.classes.len() as u64).to_string());
        files
    }

    fn with(problem: &Problem) -> (Problem, Self) {
        let text = proof::statement(problem);
        let mut files = Self::default();
        files.put("README.md", "");
        files.put("xcheck.py", "");
        files.put("problem.dlx", &*text);
        (Problem::parse(&text).expect("a statement is a problem"), files)
    }

    pub fn put(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.to_owned(), bytes.into());
    }

    #[track_caller]
    pub fn text(&self, name: &str) -> &str {
        str::from_utf8(&self.0[name]).expect("it is text")
    }

    /// The claim in the manifest.
    pub fn claim(&self) -> &str {
        self.text("MANIFEST").lines().nth(1).unwrap().strip_prefix("claim ").unwrap()
    }

    /// Writes a manifest that fits the files, with a claim.
    pub fn seal(&mut self, claim: &str) {
        let words = in_words(claim);
        let mut manifest = format!("quadrille proof 1\nclaim {claim}\nwords {words}\n");
        for (name, bytes) in self.0.iter().filter(|(name, _)| *name != "MANIFEST") {
            manifest += "sha256 ";
            for byte in Sha256::digest(bytes) {
                manifest += &format!("{byte:02x}");
            }
            manifest += &format!(" {name}\n");
        }
        self.put("MANIFEST", manifest);
    }

    /// The answer of `quadrille verify`, which is the same with one thread and with two.
    pub fn verified(&self) -> Result<String, String> {
        let open = |name: &str| -> io::Result<Box<dyn Read + '_>> {
            let bytes = self.0.get(name).ok_or(io::ErrorKind::NotFound)?;
            Ok(Box::new(&bytes[..]))
        };
        let [alone, helped] =
            [1, 2].map(|jobs| match verify_files(&open, &Limits { jobs, ..Limits::default() }) {
                Ok(verified) => Ok(verified.to_string()),
                Err(refusal) => Err(refusal.to_string()),
            });
        assert_eq!(alone, helped, "one thread and two");
        alone
    }

    /// Whether the claim is true, found by trying everything. The files must be those that the claim needs.
    pub fn is_true(&self) -> bool {
        let (kind, number) = self.claim().split_once(' ').expect("a claim has a number");
        if kind == "puzzles" {
            let (puzzles, answers) = (self.text("puzzles.txt"), self.text("answers.txt"));
            let mut both = puzzles.lines().zip(answers.lines());
            return puzzles.lines().count().to_string() == number
                && puzzles.lines().count() == answers.lines().count()
                && both.all(|(puzzle, answer)| is_answer(puzzle, answer));
        }
        let problem = Problem::parse(self.text("problem.dlx")).expect("a problem");
        let all = Naive.all(&problem).expect("naive solves everything");
        let all: BTreeSet<String> = all.iter().map(|solution| line(solution)).collect();
        if kind == "count" {
            return all.len().to_string() == number;
        }
        let listed: Vec<&str> = self.text("solutions.txt").lines().collect();
        if kind == "classes" {
            let are_right = are_classes(&problem, &all, &listed, self.text("symmetries.txt"));
            return listed.len().to_string() == number && are_right;
        }
        let different: BTreeSet<&str> = listed.iter().copied().collect();
        listed.len().to_string() == number
            && different.len() == listed.len()
            && different.iter().all(|&line| all.contains(line))
            && (kind == "some" || different.len() == all.len())
    }
}

/// The numbers of the options of a solution, sorted.
fn line(solution: &[OptionId]) -> String {
    sorted(solution.iter().map(|option| option.index() + 1))
}

fn sorted(numbers: impl Iterator<Item = usize>) -> String {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Whether symmetries permute the options so that solutions become solutions, and one solution of each class is listed.
fn are_classes(
    problem: &Problem,
    all: &BTreeSet<String>,
    listed: &[&str],
    symmetries: &str,
) -> bool {
    let numbers = |line: &str| -> Vec<usize> {
        line.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect()
    };
    let symmetries: Vec<Vec<usize>> = symmetries.lines().map(numbers).collect();
    let image =
        |to: &[usize], line: &str| sorted(numbers(line).iter().map(|&option| to[option - 1]));
    for to in &symmetries {
        let mut sorted = to.clone();
        sorted.sort_unstable();
        let is_permutation = sorted.into_iter().eq(1..=problem.options());
        if !is_permutation || !all.iter().all(|line| all.contains(&image(to, line))) {
            return false;
        }
    }
    let mut seen = BTreeSet::new();
    for &first in listed {
        if !all.contains(first) || !seen.insert(first.to_owned()) {
            return false;
        }
        let mut open = vec![first.to_owned()];
        while let Some(line) = open.pop() {
            let images = symmetries.iter().map(|to| image(to, &line));
            open.extend(images.filter(|image| seen.insert(image.clone())));
        }
    }
    seen.len() == all.len()
}

/// The words of a claim; those of no claim are empty.
fn in_words(claim: &str) -> String {
    let (kind, number) = claim.split_once(' ').unwrap_or((claim, ""));
    let small = number.parse();
    let claim = match (kind, &small) {
        ("count", _) => number.parse().ok().map(Claim::Count),
        ("all", Ok(number)) => Some(Claim::All(*number)),
        ("some", Ok(number)) => Some(Claim::Some(*number)),
        ("puzzles", Ok(number)) => Some(Claim::Puzzles(*number)),
        ("classes", Ok(number)) => Some(Claim::Classes(*number)),
        _ => None,
    };
    claim.map(|claim| claim.in_words()).unwrap_or_default()
}

/// Whether an answer about a 4x4 puzzle is right.
fn is_answer(puzzle: &str, answer: &str) -> bool {
    let mut found = BTreeSet::new();
    complete(&mut puzzle.as_bytes().to_vec(), &mut found);
    let (kind, grids) = answer.split_once(' ').unwrap_or((answer, ""));
    let grids: BTreeSet<String> = grids.split(' ').map(str::to_owned).collect();
    match kind {
        "none" => found.is_empty(),
        "unique" => found == grids,
        "several" => grids.len() == 2 && grids.is_subset(&found),
        _ => false,
    }
}

fn complete(grid: &mut Vec<u8>, found: &mut BTreeSet<String>) {
    let seen = |cell: usize, other: usize| {
        let in_box = |cell: usize| (cell / 8, cell % 4 / 2);
        cell / 4 == other / 4 || cell % 4 == other % 4 || in_box(cell) == in_box(other)
    };
    let clashes = |grid: &[u8], cell: usize| {
        (0..16).any(|other| other != cell && seen(cell, other) && grid[other] == grid[cell])
    };
    if (0..16).any(|cell| grid[cell] != b'.' && clashes(grid, cell)) {
        return;
    }
    let Some(cell) = grid.iter().position(|&digit| digit == b'.') else {
        found.insert(String::from_utf8(grid.clone()).expect("digits are text"));
        return;
    };
    for digit in b'1'..=b'4' {
        grid[cell] = digit;
        complete(grid, found);
    }
    grid[cell] = b'.';
}

/// The answers of the checker in Python about folders, each a line.
pub fn by_xcheck(folders: &[Files]) -> Vec<String> {
    let around = Folder::new();
    for (i, files) in folders.iter().enumerate() {
        let folder = around.path(&i.to_string());
        fs::create_dir(&folder).expect("there is room for a folder");
        for (name, bytes) in &files.0 {
            fs::write(folder.join(name), bytes).expect("there is room for a file");
        }
    }
    // One process for all folders, because Python takes long to start.
    let driver = "import sys, runpy\n\
        check = runpy.run_path(sys.argv[1])['check']\n\
        for i in range(int(sys.argv[3])):\n\
        \x20   try: print(check(f'{sys.argv[2]}/{i}'))\n\
        \x20   except Exception as error: print('REFUSED', repr(error)[:200].replace('\\n', ' '))\n";
    let mut command = Command::new("python3");
    command.args(["-c", driver, XCHECK]).arg(around.path("")).arg(folders.len().to_string());
    let output = command.output().expect("python3 starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("it prints text");
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), folders.len());
    lines
}
