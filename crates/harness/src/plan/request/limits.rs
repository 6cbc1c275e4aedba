//! Limits as a plan or the command line states them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::RequestError;
use crate::plan::Limits;

/// Limits as a plan or the command line states them; absent ones do not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsRequest {
    /// Tests of one search.
    pub tests: Option<u64>,
    /// Nodes of one search.
    pub nodes: Option<u64>,
    /// Seconds of wall time for one search.
    pub seconds: Option<f64>,
    /// Megabytes of memory for one search, of 10^6 bytes.
    pub megabytes: Option<u64>,
}

impl LimitsRequest {
    pub(super) fn limits(self) -> Result<Limits, RequestError> {
        let wall = self.seconds.map(|seconds| {
            let wall = Duration::try_from_secs_f64(seconds).ok().filter(|wall| !wall.is_zero());
            let expected = "a number of seconds above 0";
            wall.ok_or(RequestError::Number("seconds", seconds.to_string(), expected))
        });
        let bytes = self.megabytes.map(|megabytes| megabytes.saturating_mul(1_000_000));
        for (what, number) in
            [("tests", self.tests), ("nodes", self.nodes), ("bytes of memory", bytes)]
        {
            can_be_noted(what, number)?;
        }
        if self.megabytes == Some(0) {
            return Err(RequestError::Number("megabytes", "0".to_owned(), "a number above 0"));
        }
        Ok(Limits { tests: self.tests, nodes: self.nodes, wall: wall.transpose()?, memory: bytes })
    }
}

/// Refuses a number that a run file cannot hold: TOML integers are signed and of 64 bits.
pub(crate) fn can_be_noted(what: &'static str, number: Option<u64>) -> Result<(), RequestError> {
    match number {
        Some(number) if i64::try_from(number).is_err() => {
            let expected = "9223372036854775807 at most";
            Err(RequestError::Number(what, number.to_string(), expected))
        }
        _ => Ok(()),
    }
}
