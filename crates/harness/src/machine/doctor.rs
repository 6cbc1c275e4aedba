//! Whether a machine is suitable for benchmarking: what disturbs times, and the remedy.
//!
//! Some facts come from the system (`doctor/facts.rs`), others are measured (`doctor/measured.rs`). A fact that the
//! system does not state, as on most virtual machines, is reported as unknown.

mod facts;
mod measured;

use std::fs;
use std::path::Path;

use serde::Serialize;

/// The state of one fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The fact does not disturb times.
    Good,
    /// The fact is unknown.
    Unknown,
    /// The fact disturbs times.
    Bad,
}

/// One fact about the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The name of the fact.
    pub what: &'static str,
    /// Whether the fact disturbs times.
    pub state: State,
    /// What was found, and its effect on times.
    pub says: String,
    /// The remedy, if the state is bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Finding {
    fn good(says: impl Into<String>) -> Self {
        Self { what: "", state: State::Good, says: says.into(), remedy: None }
    }

    fn unknown(says: impl Into<String>) -> Self {
        Self { state: State::Unknown, ..Self::good(says) }
    }

    fn bad(says: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: State::Bad, remedy: Some(remedy.into()), ..Self::good(says) }
    }

    /// Good if `is_good`, otherwise bad with this effect on times and this remedy.
    fn judged(is_good: bool, says: String, effect: &str, remedy: &str) -> Self {
        if is_good { Self::good(says) } else { Self::bad(says + effect, remedy) }
    }

    fn named(self, what: &'static str) -> Self {
        Self { what, ..self }
    }
}

/// Examines this machine, in about two seconds.
pub fn examine() -> Vec<Finding> {
    let read = |path: &str| fs::read_to_string(Path::new("/").join(path)).ok();
    let mut findings = facts::all(&|path| Some(read(path)?.trim().to_owned()));
    findings.extend(measured::all());
    findings
}
