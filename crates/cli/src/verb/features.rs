//! `quadrille features`: numbers by which an engine may be chosen for a problem.

use std::collections::HashMap;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_cover::estimate::Effort;
use quadrille_harness::corpus::{Body, at_hand};
use quadrille_results::aslib::FeatureSteps;
use quadrille_results::{Fingerprint, Results};
use quadrille_service::problem::{self, FeatureStep, read_strictly};
use quadrille_sudoku::encode::to_problem;
use serde_json::Value;

use crate::args::{Data, FeatureEffort, Features};
use crate::input;
use crate::output::message::tell;
use crate::output::plural;
use crate::output::table::{Language, digits, or_unknown, print_as, table_in};
use crate::status::Status;

pub fn run(args: &Features, cancel: &CancelToken) -> Result<Status> {
    let mut found = Vec::new();
    for input in &args.inputs {
        let (name, text) = input::problem(input)?;
        let problem = read_strictly(&text).map_err(|error| anyhow!("{name}:{error}"))?;
        let sha256 = Fingerprint::of(problem.to_string().as_bytes());
        let steps = problem::features(&problem, &args.effort.of(cancel), &Instant::now());
        found.push((name, sha256, steps));
        if cancel.is_cancelled() {
            return Ok(Status::Interrupted);
        }
    }
    let rows = found.iter().map(|(name, sha256, steps)| row(name, *sha256, steps));
    print_as(args.output, rows, |language| table(language, &found))?;
    Ok(Status::Positive)
}

/// The features of the instances of the results whose corpora are at hand, by fingerprint.
pub fn of_results(
    results: &Results,
    data: &Data,
    effort: &FeatureEffort,
    cancel: &CancelToken,
) -> Result<HashMap<Fingerprint, FeatureSteps>> {
    let library = data.library()?;
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
        let steps = problem::features(&problem, &effort.of(cancel), &Instant::now());
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

impl FeatureEffort {
    /// The effort, which ends early if `cancel` is cancelled.
    pub fn of(&self, cancel: &CancelToken) -> Effort {
        Effort { seed: self.seed, nodes: self.nodes, cancel: Some(cancel.clone()) }
    }
}

/// A problem for JSON and CSV.
fn row(name: &str, sha256: Fingerprint, steps: &[FeatureStep]) -> Value {
    let names = [("problem", name.to_owned()), ("sha256", sha256.to_string())];
    let named = names.map(|(field, name)| (field.to_owned(), Value::from(name))).into_iter();
    let features = steps.iter().flat_map(|step| &step.features);
    let features = features.map(|&(name, value)| (name.to_owned(), value.into()));
    let seconds = steps.iter().map(|step| step.seconds).sum::<f64>();
    named.chain(features).chain([("seconds".to_owned(), seconds.into())]).collect()
}

/// A line for each feature, and a column for each problem.
fn table(language: Language, found: &[(String, Fingerprint, Vec<FeatureStep>)]) -> String {
    let head = ["step", "feature"].into_iter().chain(found.iter().map(|(name, ..)| &**name));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (problem, (.., steps)) in found.iter().enumerate() {
        let features = steps.iter().flat_map(|step| {
            step.features.iter().map(move |&(name, value)| (step.name, name, value))
        });
        for (place, (step, name, value)) in features.enumerate() {
            if problem == 0 {
                rows.push(vec![step.to_owned(), name.to_owned()]);
            }
            let whole = |value: f64| value.fract() == 0.0 && value.abs() < 1e15;
            rows[place].push(or_unknown(value, |value| {
                if whole(value) { format!("{value:.0}") } else { digits(value) }
            }));
        }
    }
    table_in(language, head, 2..2 + found.len(), &rows)
}
