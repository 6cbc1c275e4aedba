//! The result files named on a command line.

use std::path::Path;

use anyhow::Result;
use quadrille_harness::run::reading;
use quadrille_results::Results;

use crate::output::message::tell;
use crate::work::threads;

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
