//! Runs every command in the README and the docs, and compares the outputs.
//!
//! A fenced block marked `console` is a session: lines that begin with `$ ` are commands, followed by
//! their output, stdout and stderr together. The blocks of a file share a scratch folder, and the
//! commands of a block share a shell. Times and names of runs are left out of the comparison, because
//! they differ from run to run.
//!
//! `QUADRILLE_BLESS=1 cargo test --workspace --test docs` writes the new output into the file
//! where it differs. The block marked `main-job` is run only if `QUADRILLE_BIN` names a release
//! build, as in `.ci/run`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex_lite::Regex;

const FENCE: &str = "```";

#[test]
fn every_command_in_one_half_of_the_docs_prints_what_they_say() {
    check(0);
}

#[test]
fn every_command_in_the_other_half_of_the_docs_prints_what_they_say() {
    check(1);
}

/// Runs the commands of every other file, from the one at this place.
fn check(first: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("README.md"), root.join("ARCHITECTURE.md")];
    let docs = fs::read_dir(root.join("docs")).expect("there are docs");
    files.extend(docs.map(|entry| entry.expect("they can be listed").path()));
    let mut commands = 0;
    let mut wrong = Vec::new();
    files.retain(|file| file.extension().is_some_and(|end| end == "md"));
    files.sort();
    for file in files.iter().skip(first).step_by(2) {
        let text = fs::read_to_string(file).expect("it can be read");
        let (renewed, ran) = Session::new().renew(&text);
        commands += ran;
        if renewed != text && std::env::var_os("QUADRILLE_BLESS").is_some() {
            fs::write(file, renewed).expect("it can be written");
        } else if renewed != text {
            wrong.push(format!("{}\n{}", file.display(), difference(&text, &renewed)));
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
    assert!(
        wrong.is_empty(),
        "the docs say otherwise; QUADRILLE_BLESS=1 renews them:\n{}",
        wrong.join("\n")
    );
}

struct Session {
    folder: tempfile::TempDir,
    binary: PathBuf,
    same_but_for: Vec<(Regex, &'static str)>,
}

impl Session {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let binary = std::env::var_os("QUADRILLE_BIN")
            .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_quadrille")), PathBuf::from);
        let patterns = [
            (r"\d+(\.\d+)? (ns|µs|ms|s)\b", "TIME"),
            (r"took \d+\.\d+ times", "TIMES"),
            (r#""wall_ns":\d+"#, "TIME"),
            (r"\d+(\.\d+)?[kM]?/s\b", "RATE"),
            (r"\d{8}T\d{6}Z-[0-9a-f]{4}", "RUN"),
            (r"[ \t]+", " "),
        ];
        let compiled = patterns.map(|(p, with)| (Regex::new(p).expect("a right pattern"), with));
        Self { folder, binary, same_but_for: compiled.into() }
    }

    /// Runs the commands of a text. Returns the text with each output replaced if it has changed, and the number of
    /// commands run.
    fn renew(&self, text: &str) -> (String, usize) {
        let mut renewed = String::new();
        let mut ran = 0;
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            renewed += &format!("{line}\n");
            let Some(kind) = line.strip_prefix("```console") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != FENCE).collect();
            let skipped = kind.trim() == "tests"
                || kind.trim() == "main-job" && std::env::var_os("QUADRILLE_BIN").is_none();
            if skipped {
                renewed += &block.iter().fold(String::new(), |all, line| all + line + "\n");
            } else {
                for (command, expected, found) in self.run(&block) {
                    ran += 1;
                    let same = self.normal(&expected) == self.normal(&found);
                    renewed += &format!("$ {command}\n{}", if same { expected } else { found });
                }
            }
            renewed += &format!("{FENCE}\n");
        }
        (renewed, ran)
    }

    /// Runs a block: for each command, the output shown and the actual output.
    fn run(&self, block: &[&str]) -> Vec<(String, String, String)> {
        let mut shown: Vec<(String, String)> = Vec::new();
        for line in block {
            match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(command), _) => shown.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => panic!("a session must begin with a command: {line}"),
            }
        }
        // A line that no command prints separates the outputs.
        let mark = "\u{1e}";
        let marked = shown.iter().map(|(command, _)| format!("echo '{mark}'\n{command}\n"));
        let script = marked.collect::<Vec<_>>().concat();
        let script = script.replace("cargo run --release --", "quadrille");
        let folder = self.binary.parent().expect("a binary lies in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1\n{script}"))
            .current_dir(self.folder.path())
            .env_remove("QUADRILLE_DATA")
            .env("PATH", format!("{}:{path}", folder.display()))
            .output()
            .expect("there is a shell");
        let printed = String::from_utf8(output.stdout).expect("output is UTF-8");
        let mark = format!("{mark}\n");
        let found = printed.split(&mark).skip(1).map(str::to_owned);
        let paired: Vec<_> =
            shown.into_iter().zip(found).map(|((c, shown), found)| (c, shown, found)).collect();
        assert!(!paired.is_empty(), "nothing was printed: {script}");
        paired
    }

    fn normal(&self, text: &str) -> String {
        self.same_but_for.iter().fold(text.to_owned(), |text, (pattern, with)| {
            pattern.replace_all(&text, *with).into_owned()
        })
    }
}

/// The first pair of lines that differ, as text.
fn difference(shown: &str, found: &str) -> String {
    let mut pairs = shown.lines().zip(found.lines());
    let first = pairs.find(|(shown, found)| shown != found);
    let (shown, found) = first.unwrap_or(("(the end)", "(the end)"));
    format!("  they show: {shown}\n  printed:   {found}")
}
