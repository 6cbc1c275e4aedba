//! The provenance of the shipped corpora: the manifests describe correctly how the files were made.
//!
//! `QUADRILLE_BLESS=1 cargo test --workspace --test datasets` makes the corpora again. It runs each `command`
//! under `[made]` in `datasets/*.toml`, writes the file, and updates the manifest: sha256, number of puzzles,
//! histogram, seed, options, and the version if the file has changed. So to change a shipped corpus, change its
//! `command` and run this line. `QUADRILLE_BIN` names a release build to use, which is faster.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_cover::Budget;
use quadrille_harness::corpus::manifest::Manifest;
use quadrille_harness::corpus::manifest::provenance::{Histogram, Made};
use quadrille_harness::plan::DEFAULT_TESTS;
use quadrille_results::Fingerprint;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::Reader;
use quadrille_sudoku::rate::level;
use quadrille_sudoku::{Engine, Uniqueness, Watch};

use common::quadrille;

/// A generated corpus: the path of its manifest, and the manifest.
struct Generated {
    path: PathBuf,
    manifest: Manifest,
}

impl Generated {
    fn all() -> Vec<Self> {
        let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets");
        let entries = fs::read_dir(datasets).expect("there are datasets");
        let paths = entries.map(|entry| entry.expect("they can be listed").path());
        let manifests = paths.filter(|path| path.extension().is_some_and(|e| e == "toml"));
        let all = manifests.map(|path| {
            let text = fs::read_to_string(&path).expect("a manifest is text");
            let manifest = Manifest::parse(&text).expect("a manifest");
            Self { path, manifest }
        });
        all.filter(|generated| generated.manifest.made.is_some()).collect()
    }

    fn made(&self) -> &Made {
        self.manifest.made.as_ref().expect("those without are left out")
    }

    fn file(&self) -> PathBuf {
        self.path.with_file_name(self.manifest.file.as_ref().expect("it has a file"))
    }

    /// The puzzles in the corpus's file.
    fn histogram(&self, file: &str) -> Histogram {
        let tests = self.manifest.tests.unwrap_or(DEFAULT_TESTS);
        let mut histogram = Histogram::default();
        for found in Reader::new(file.as_bytes(), InputFormat::Auto, None) {
            let puzzle = found.expect("a puzzle").puzzle;
            let budget = Budget { tests: Some(tests), ..Budget::solutions(2) };
            let mut visit = |_: &_| ControlFlow::Continue(());
            let search = Engine::Masks.search(&puzzle, &budget, Watch::Count, &mut visit);
            let answer = Uniqueness::of(&search);
            let is_unique = answer == Some(Uniqueness::Unique);
            let level = if is_unique { level(&puzzle) } else { None };
            // Of a puzzle that takes more tests, only the clues are counted.
            histogram.add(puzzle.clues(), level, answer.and(search.stats.forks));
        }
        histogram
    }

    /// Makes the file again and updates its manifest.
    fn renew(mut self) {
        let file = made_by(&self.made().command, None);
        let sha256 = Fingerprint::of(file.as_bytes()).to_string();
        let histogram = self.histogram(&file);
        let (seed, options) = seed_and_options(&self.made().command);
        let path = self.file();
        let manifest = &mut self.manifest;
        let made = manifest.made.as_mut().expect("those without are left out");
        if manifest.sha256.as_ref() != Some(&sha256) {
            env!("CARGO_PKG_VERSION").clone_into(&mut made.version);
        }
        (made.seed, made.options) = (seed, options);
        manifest.sha256 = Some(sha256);
        manifest.puzzles = Some(file.lines().count());
        manifest.histogram = Some(histogram);
        fs::write(path, file).expect("the file can be written");
        fs::write(&self.path, self.manifest.to_toml()).expect("the manifest can be written");
    }
}

/// The output of a command; if a number of puzzles is given, it replaces the command's.
fn made_by(command: &str, count: Option<usize>) -> String {
    let mut words: Vec<String> = command.split(' ').skip(1).map(str::to_owned).collect();
    if let Some(count) = count {
        let at = words.iter().position(|word| word == "--count").expect("a number of puzzles");
        words[at + 1] = count.to_string();
    }
    match std::env::var_os("QUADRILLE_BIN") {
        Some(binary) => {
            let output = Command::new(binary).args(words).output().expect("the binary starts");
            assert!(output.status.success(), "{command}");
            String::from_utf8(output.stdout).expect("puzzles are text")
        }
        None => quadrille(&format!("{} --quiet", words.join(" "))).silently(),
    }
}

/// The seed and the other options in a command.
fn seed_and_options(command: &str) -> (u64, BTreeMap<String, String>) {
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[..2], ["quadrille", "generate"], "{command}");
    let pairs = words[2..].chunks(2).map(|pair| match pair {
        [name, value] => (name.trim_start_matches("--").to_owned(), (*value).to_owned()),
        _ => panic!("options and their values: {command}"),
    });
    let mut options: BTreeMap<String, String> = pairs.collect();
    let seed = options.remove("seed").expect("a seed").parse().expect("a number");
    (seed, options)
}

/// Puzzle i depends only on the seed and i, so fewer puzzles are a prefix of the file.
#[test]
fn the_shipped_puzzles_are_what_their_manifests_say_made_them() {
    let all = Generated::all();
    assert!(all.len() >= 5, "only {} manifests say what made their file", all.len());
    for generated in all {
        if std::env::var_os("QUADRILLE_BLESS").is_some() {
            generated.renew();
            continue;
        }
        let command = &generated.made().command;
        let shipped = fs::read_to_string(generated.file()).expect("it lies beside its manifest");
        let cells = shipped.lines().next().expect("a puzzle").len();
        let fewer = match cells {
            625 => 1,
            256 => 3,
            _ if generated.manifest.puzzles > Some(200) => 300,
            _ => 50,
        };
        let made = made_by(command, Some(fewer));
        assert_eq!(made.lines().count(), fewer, "{command}");
        assert!(shipped.starts_with(&made), "{command}");
        assert_eq!(generated.manifest.puzzles, Some(shipped.lines().count()), "{command}");
        assert_eq!(
            generated.manifest.sha256,
            Some(Fingerprint::of(shipped.as_bytes()).to_string()),
            "{command}"
        );
    }
}

#[test]
fn trails_say_what_their_commands_and_files_do() {
    if std::env::var_os("QUADRILLE_BLESS").is_some() {
        return;
    }
    for generated in Generated::all() {
        let made = generated.made();
        let (seed, options) = seed_and_options(&made.command);
        assert_eq!((made.seed, &made.options), (seed, &options), "{}", made.command);
        let version: Vec<u64> = made.version.split('.').filter_map(|n| n.parse().ok()).collect();
        assert_eq!(version.len(), 3, "{}", made.version);
        let shipped = fs::read_to_string(generated.file()).expect("it lies beside its manifest");
        let found = generated.histogram(&shipped);
        assert_eq!(generated.manifest.histogram.as_ref(), Some(&found), "{}", made.command);
        let counted: u64 = found.clues.values().sum();
        assert_eq!(Some(counted as usize), generated.manifest.puzzles);
    }
}
