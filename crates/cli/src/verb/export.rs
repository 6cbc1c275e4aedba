//! `quadrille export`: results in a format of other programs.

use std::io::Write;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use quadrille_results::Shown;
use quadrille_results::aslib::Scenario;

use super::features::of_results;
use crate::args::{Export, ExportFormat};
use crate::input::results;
use crate::output::whole_folder::WholeFolder;
use crate::status::Status;

/// Upper bound on the size of the folder, in bytes.
const MOST: u64 = 1 << 32;

pub fn run(args: &Export, cancel: &CancelToken) -> Result<Status> {
    let results = results::read(&args.files)?;
    let ExportFormat::Aslib = args.format;
    let name = args.folder.file_name().with_context(|| {
        format!("{}: found no name of a folder; expected one", args.folder.shown())
    })?;
    let folder = WholeFolder::create(&args.folder, MOST)?;
    let features = of_results(&results, &args.data, &args.effort, cancel)?;
    if cancel.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    let scenario = Scenario {
        name: name.to_string_lossy().into_owned(),
        results: &results,
        clock: args.clock,
        features: &features,
    };
    for (file, text) in scenario.files()? {
        folder.file(file)?.write_all(text.as_bytes())?;
    }
    folder.finish()?;
    Ok(Status::Positive)
}
