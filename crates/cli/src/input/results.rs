//! The result files named on a command line.

use anyhow::Result;
use quadrille_harness::run::reading;
use quadrille_results::Results;

use crate::output::message::tell;

/// Reads the files, or standard input if none is named. Warns of files whose last row is incomplete.
pub fn read(files: &[String]) -> Result<Results> {
    let results = if files.is_empty() { reading::read(["-"])? } else { reading::read(files)? };
    for source in &results.sources {
        let Some(line) = source.tail else { continue };
        tell(format_args!(
            "warning: {}:{line}: the last row of the file is incomplete and is left out; \
             `quadrille run --resume` continues a run that was killed",
            source.name
        ));
    }
    Ok(results)
}
