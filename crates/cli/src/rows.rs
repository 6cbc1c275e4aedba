//! The result files that a command line names.

use anyhow::Result;
use quadrille_harness::results::Results;

use crate::tell::tell;

/// Reads the files; standard input if none is named. Says what was lost of a file that breaks off.
pub fn read(files: &[String]) -> Result<Results> {
    let mut results = Results::default();
    if files.is_empty() {
        results.read("-")?;
    }
    for file in files {
        results.read(file)?;
    }
    for source in results.sources() {
        let Some(tail) = source.tail else { continue };
        tell(format_args!(
            "warning: {}:{}: the file breaks off in this line, which is left out; `quadrille run --resume` \
             goes on with a run that was killed",
            source.name, tail.line
        ));
    }
    Ok(results)
}
