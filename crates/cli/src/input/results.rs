//! The result files named on a command line.

use std::path::Path;

use anyhow::Result;
use quadrille_harness::run::reading;
use quadrille_results::Results;

use crate::output::message::tell;
use crate::work::threads;

/// Reads the results of side A and of side B, each one file or several with commas between them. Returns the number
/// of files of side A as well.
pub fn read_sides(a: &str, b: Option<&String>) -> Result<(Results, usize)> {
    let files = |names: &str| -> Vec<String> {
        if Path::new(names).exists() {
            return vec![names.to_owned()];
        }
        names.split(',').map(str::to_owned).collect()
    };
    let of_a = files(a);
    let of_b = b.map_or_else(Vec::new, |b| files(b));
    Ok((read(of_a.iter().chain(&of_b))?, of_a.len()))
}

/// Reads the files; `-` is standard input. Warns of files whose last row is incomplete, and of unverified
/// times.
pub fn read(files: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Results> {
    threads::start()?;
    let results = reading::read(files)?;
    for source in &results.sources {
        let Some(line) = source.tail else { continue };
        tell(format_args!(
            "warning: {}:{line}: the last row of the file is incomplete and is left out; \
             `quadrille run --resume` continues a run that was killed",
            source.name
        ));
    }
    if let Some(warning) = results.unverified() {
        tell(format_args!("warning: {warning}"));
    }
    Ok(results)
}
