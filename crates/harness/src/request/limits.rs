//! Limits in words.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::RequestError;
use crate::plan::Limits;

/// Limits in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsRequest {
    /// Tests of one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<u64>,
    /// Nodes of one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds of wall time for one search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Megabytes of memory for one search, of 10^6 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub megabytes: Option<u64>,
}

impl LimitsRequest {
    pub(super) fn limits(self) -> Result<Limits, RequestError> {
        let wall = self.seconds.map(|seconds| {
            let wall = Duration::try_from_secs_f64(seconds).ok().filter(|wall| !wall.is_zero());
            let found = seconds.to_string();
            let expected = "a number of seconds above 0";
            wall.ok_or(RequestError::Number { what: "seconds", found, expected })
        });
        can_be_noted("tests", self.tests)?;
        can_be_noted("nodes", self.nodes)?;
        let bytes = self.megabytes.map(|megabytes| megabytes.saturating_mul(1_000_000));
        can_be_noted("bytes of memory", bytes)?;
        if self.megabytes == Some(0) {
            let (what, found) = ("megabytes", "0".to_owned());
            return Err(RequestError::Number { what, found, expected: "a number above 0" });
        }
        Ok(Limits { tests: self.tests, nodes: self.nodes, wall: wall.transpose()?, memory: bytes })
    }
}

/// Refuses what a run file, being TOML, could not give back.
pub(super) fn can_be_noted(what: &'static str, number: Option<u64>) -> Result<(), RequestError> {
    match number {
        Some(number) if i64::try_from(number).is_err() => {
            let expected = "9223372036854775807 at most";
            Err(RequestError::Number { what, found: number.to_string(), expected })
        }
        _ => Ok(()),
    }
}
