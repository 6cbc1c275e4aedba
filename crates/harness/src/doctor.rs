//! Whether a machine is fit to time on: what stands in the way, in plain words, with the remedy.
//!
//! Some of it the system says (`doctor/facts.rs`), some is measured here. What the system does not say, as on
//! most virtual machines, is told as unknown: nobody can promise anything then.

mod facts;
mod measured;

use std::path::Path;

use serde::Serialize;

/// How a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// As it should be.
    Good,
    /// Nobody knows.
    Unknown,
    /// It stands in the way.
    Bad,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at, in a word or two.
    pub what: &'static str,
    /// How it weighs.
    pub state: State,
    /// What was found, and what it does to times.
    pub says: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Finding {
    fn good(what: &'static str, says: impl Into<String>) -> Self {
        Self { what, state: State::Good, says: says.into(), remedy: None }
    }

    fn unknown(what: &'static str, says: impl Into<String>) -> Self {
        Self { what, state: State::Unknown, says: says.into(), remedy: None }
    }

    fn bad(what: &'static str, says: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what, state: State::Bad, says: says.into(), remedy: Some(remedy.into()) }
    }
}

/// Looks at this machine; takes about two seconds.
pub fn examine() -> Vec<Finding> {
    let mut findings = facts::all(Path::new("/"));
    findings.extend(measured::all());
    findings
}
