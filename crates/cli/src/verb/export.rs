//! `quadrille export`: results in a format of other programs.

use std::collections::HashMap;
use std::io::Write;

use anyhow::{Context, Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::corpus::{Body, at_hand};
use quadrille_results::aslib::{FeatureSteps, Scenario};
use quadrille_results::{Fingerprint, Results, Shown};
use quadrille_service::problem;
use quadrille_sudoku::encode::to_problem;

use super::features::Timer;
use crate::args::{Export, ExportFormat};
use crate::input::results;
use crate::output::message::tell;
use crate::output::plural;
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
    let features = features(args, &results, cancel)?;
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

/// The features of the instances of the results whose corpora are at hand, by fingerprint.
fn features(
    args: &Export,
    results: &Results,
    cancel: &CancelToken,
) -> Result<HashMap<Fingerprint, FeatureSteps>> {
    let library = args.data.library()?;
    let mut missing: HashMap<Fingerprint, String> = results
        .entries
        .iter()
        .map(|entry| (results.case(entry.case).sha256, results.case_name(entry.case)))
        .collect();
    let mut found = HashMap::new();
    for instance in at_hand::corpora(&library, results).flat_map(|corpus| corpus.instances) {
        if cancel.is_cancelled() || missing.remove(&instance.sha256).is_none() {
            continue;
        }
        let problem = match instance.body {
            Body::Cover(problem) => *problem,
            // Givens that clash leave no problem to look at.
            Body::Sudoku(puzzle) => match to_problem(&puzzle) {
                Ok(problem) => problem,
                Err(_) => continue,
            },
        };
        let steps = problem::features(&problem, &args.effort.of(cancel), &Timer::start());
        let steps = steps.into_iter().map(|step| (step.name, step.features, step.seconds));
        found.insert(instance.sha256, steps.collect());
    }
    if found.is_empty() && !cancel.is_cancelled() {
        bail!(
            "found none of the instances of these results, such as {}; expected their corpora among the shipped ones, in --data \
             DIR, in the current folder or beside the results",
            missing.into_values().min().unwrap_or_default()
        );
    }
    if !missing.is_empty() {
        tell(format_args!(
            "{} not at hand: they have no features",
            plural(missing.len(), "instance")
        ));
    }
    Ok(found)
}
