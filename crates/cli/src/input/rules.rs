//! Puzzles under rules that `--rules` names.

use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use quadrille_harness::files;
use quadrille_sudoku::rules::Spec;
use quadrille_sudoku::rules::read::{Asked, Reader};
use quadrille_tables::Input;

use super::{Bytes, open_text};
use crate::args::{Source, refuse};

/// The rules of a text, whose files are read.
pub fn spec(rules: &str) -> Result<Spec> {
    Spec::parse(rules, &mut of_file).context("--rules")
}

/// The text of a file that a spec names.
pub fn of_file(file: &str) -> Result<String, String> {
    files::text(Path::new(file)).map_err(|error| error.to_string())
}

/// The rules that an option asks for, whose files are read.
pub fn asked(rules: &str) -> Result<Asked> {
    Asked::parse(rules, &mut of_file).context("--rules")
}

/// The name of a source, and a reader of its puzzles, which are under the rules.
pub fn open(source: &Source, rules: &str) -> Result<(String, Reader<BufReader<Bytes>>)> {
    let given = [
        (!source.format.is_auto(), "--format"),
        (source.column.is_some(), "--column"),
        (source.size.is_some(), "--size"),
    ];
    refuse(&given, |option| {
        let instead = "puzzles under rules are read from text, and their size may stand before the rules, such as 16+x";
        format!("found --rules; expected one of both, because {instead}; omit {option}")
    })?;
    let asked = asked(rules)?;
    let (name, bytes) = open_text(source)?;
    let bytes = quadrille_tables::unpacked(Input::Stream(bytes)).with_context(|| name.clone())?;
    Ok((name, Reader::new(BufReader::new(bytes), asked)))
}
