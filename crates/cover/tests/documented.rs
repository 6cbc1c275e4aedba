//! Everything public is to be seen at work: the name of each public function, type and constant stands
//! in a doc test of its own file.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn all_that_is_public_stands_in_a_doc_test_of_its_file() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut names, mut missing) = (0, Vec::new());
    for file in files(&source) {
        let text = fs::read_to_string(&file).expect("it can be read");
        let examples = examples(&text);
        for name in text.lines().take_while(|&line| line != "#[cfg(test)]").filter_map(public) {
            names += 1;
            if !examples.split(|c: char| !is_word(c)).any(|word| word == name) {
                missing.push(format!("{} in {}", name, file.display()));
            }
        }
    }
    assert!(names > 150, "only {names} names were found");
    assert!(missing.is_empty(), "in no doc test of their file:\n{}", missing.join("\n"));
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The source files of a folder, at any depth, without files of tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
    files
}

/// The lines of all doc tests of a source.
fn examples(text: &str) -> String {
    let mut examples = String::new();
    let mut is_example = None;
    for line in text.lines() {
        let line = line.trim_start();
        let Some(line) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            is_example = None;
            continue;
        };
        match (line.trim_start().strip_prefix("```"), is_example) {
            (Some(language), None) => is_example = Some(language.is_empty()),
            (Some(_), Some(_)) => is_example = None,
            (None, Some(true)) => examples.extend([line, "\n"]),
            (None, _) => {}
        }
    }
    examples
}

/// The name that a line makes public, if it does: `pub fn name(` or `pub struct Name`.
fn public(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("const fn ").map_or(rest, |_| &rest["const ".len()..]);
    let (kind, rest) = rest.split_once(' ')?;
    let kinds = ["fn", "struct", "enum", "trait", "const", "type"];
    let name = rest.split(|c: char| !is_word(c)).next()?;
    kinds.contains(&kind).then_some(name)
}
