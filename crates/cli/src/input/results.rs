//! The result files named on a command line.

use std::path::{Path, PathBuf};

use anyhow::Result;
use quadrille_harness::run::reading;
use quadrille_results::{Notes, Results};

use super::announce;
use crate::output::message::tell;
use crate::work::threads;

/// Reads the results of side A and of side B, each one file or several with commas between them. Returns the number
/// of files of side A as well.
pub fn read_sides(a: &str, b: Option<&String>) -> Result<(Results, usize)> {
    let of_a = of_side(Path::new(a));
    let of_b = b.map_or_else(Vec::new, |b| of_side(Path::new(b)));
    Ok((read(of_a.iter().chain(&of_b))?, of_a.len()))
}

/// The files of a side: one, or several with commas between them.
pub fn of_side(names: &Path) -> Vec<PathBuf> {
    match names.to_str() {
        Some(text) if !names.exists() => text.split(',').map(PathBuf::from).collect(),
        _ => vec![names.to_owned()],
    }
}

/// Reads the files; `-` is standard input. Warns of files that lack rows of their run or whose last row is incomplete, and of unverified
/// times; says how many answers were proved, if any.
pub fn read(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Results> {
    threads::start()?;
    let files: Vec<_> = files.into_iter().collect();
    if files.iter().any(|file| file.as_ref() == Path::new("-")) {
        announce();
    }
    let results = reading::read(files)?;
    for source in &results.sources {
        let Some(line) = source.tail else {
            let all = source.notes.as_ref().and_then(Notes::rows);
            if let Some(all) = all.filter(|&all| source.rows < all) {
                tell(format_args!(
                    "warning: {}: found {} of the {all} rows of its run; `quadrille resume` continues a run that was stopped",
                    source.name, source.rows
                ));
            }
            continue;
        };
        tell(format_args!(
            "warning: {}:{line}: the last row of the file is incomplete and is left out; \
             `quadrille resume` continues a run that was killed",
            source.name
        ));
    }
    if let Some(warning) = results.unverified() {
        tell(format_args!("warning: {warning}"));
    }
    if let Some(proved) = results.proved() {
        tell(proved);
    }
    Ok(results)
}
