//! `quadrille features`: numbers by which an engine may be chosen for a problem.

use std::time::Instant;

use anyhow::{Result, anyhow};
use quadrille_cover::CancelToken;
use quadrille_cover::estimate::Effort;
use quadrille_service::problem::{self, Clock, FeatureStep, read_strictly};
use serde_json::Value;

use crate::args::{FeatureEffort, Features};
use crate::input;
use crate::output::table::{Language, digits, or_unknown, print_as, table_in};
use crate::status::Status;

pub fn run(args: &Features, cancel: &CancelToken) -> Result<Status> {
    let mut found = Vec::new();
    for input in &args.inputs {
        let (name, text) = input::problem(input)?;
        let problem = read_strictly(&text).map_err(|error| anyhow!("{name}:{error}"))?;
        found.push((name, problem::features(&problem, &args.effort.of(cancel), &Timer::start())));
        if cancel.is_cancelled() {
            return Ok(Status::Interrupted);
        }
    }
    let rows = found.iter().map(|(name, steps)| row(name, steps));
    print_as(args.output, rows, |language| table(language, &found))?;
    Ok(Status::Positive)
}

impl FeatureEffort {
    /// The effort, which ends early if `cancel` is cancelled.
    pub fn of(&self, cancel: &CancelToken) -> Effort {
        Effort { seed: self.seed, nodes: self.nodes, cancel: Some(cancel.clone()) }
    }
}

/// The clock of the seconds that features take.
pub struct Timer(Instant);

impl Timer {
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Timer {
    fn now(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// A problem for JSON and CSV.
fn row(name: &str, steps: &[FeatureStep]) -> Value {
    let named = std::iter::once(("problem".to_owned(), Value::from(name)));
    let features = steps.iter().flat_map(|step| &step.features);
    let features = features.map(|&(name, value)| (name.to_owned(), value.into()));
    let seconds = steps.iter().map(|step| step.seconds).sum::<f64>();
    named.chain(features).chain([("seconds".to_owned(), seconds.into())]).collect()
}

/// A line for each feature, and a column for each problem.
fn table(language: Language, found: &[(String, Vec<FeatureStep>)]) -> String {
    let head = ["step", "feature"].into_iter().chain(found.iter().map(|(name, _)| &**name));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (problem, (_, steps)) in found.iter().enumerate() {
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
