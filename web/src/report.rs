//! Reports of result files.

use quadrille_results::{Clock, Results, read_toml};
use quadrille_view::report::Report;
use wasm_bindgen::prelude::*;

use crate::Refused;

/// What is added to the name of a results file to name its run file.
const RUN_FILE: &str = ".run.toml";
/// The seed of the intervals, the default of `quadrille report`.
const SEED: u64 = 0;

/// The page that `quadrille report` writes of these files. A file whose name is that of another with `.run.toml` is
/// the run file of the other.
///
/// # Errors
/// If a file is no results file or run file, or there is nothing to report.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript gives its values away")]
pub fn report(names: Vec<String>, texts: Vec<String>) -> Result<String, Refused> {
    let files = || names.iter().zip(&texts);
    let is_run_file = |name: &str| name.ends_with(RUN_FILE);
    for (name, _) in files().filter(|(name, _)| is_run_file(name)) {
        let of = name.strip_suffix(RUN_FILE).unwrap_or_default();
        if !names.iter().any(|name| name == of) {
            let what = format!("{name}: found no {of} beside it; choose both files together");
            return Err(Refused::new(&what));
        }
    }
    let mut results = Results::default();
    for (name, text) in files().filter(|(name, _)| !is_run_file(name)) {
        let run_file = format!("{name}{RUN_FILE}");
        let notes = files().find(|(name, _)| **name == run_file);
        let notes = notes.map(|(_, text)| read_toml(text)).transpose();
        let notes = notes.map_err(|error| Refused::new(&format!("{run_file}{error}")))?;
        results.add(name, text.as_bytes(), notes)?;
    }
    Ok(Report::of(&results, Clock::Cpu, None, SEED)?.html())
}
