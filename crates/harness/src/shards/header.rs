//! The first and the last line of a shard.

use std::collections::BTreeMap;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::machine::host;

/// The first line of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format of the folder.
    pub format: u32,
    /// The SHA-256 digest of the manifest.
    pub manifest: String,
    /// The generation of the shard.
    pub generation: u32,
    /// The number of the shard, from 0.
    pub k: usize,
    /// The number of shards of its generation.
    pub of: usize,
    /// Where and when the shard was done.
    pub about: ShardAbout,
}

/// Where and when a shard was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardAbout {
    /// The node, by the name that its scheduler uses, or else the host's name.
    pub node: String,
    /// The model of the processor; none if the system does not state it.
    pub cpu: Option<String>,
    /// The number of times that this shard was begun, this time included.
    pub attempt: u32,
    /// When the shard was begun, in UTC.
    pub started: String,
    /// What a fixed piece of work took before the shard, in nanoseconds of CPU time; none if it was not measured.
    pub calibration_ns: Option<u64>,
    /// Other facts, which depend on what is done.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub facts: Value,
}

impl ShardAbout {
    /// A shard that this machine begins now.
    pub fn here(calibration_ns: Option<u64>) -> Self {
        let now = OffsetDateTime::from(SystemTime::now());
        let restarts = std::env::var("SLURM_RESTART_COUNT").ok();
        let restarts: u32 = restarts.and_then(|count| count.parse().ok()).unwrap_or(0);
        Self {
            node: host::node(),
            cpu: host::cpu_model(),
            attempt: restarts.saturating_add(1),
            started: now.format(&Rfc3339).unwrap_or_default(),
            calibration_ns,
            facts: Value::Null,
        }
    }
}

/// The last line of a shard. `sha256` comes last, so that it covers everything before its own value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// What a fixed piece of work took after the shard, in nanoseconds of CPU time; none if it was not measured.
    pub calibration_ns: Option<u64>,
    /// The number of lines of the payload.
    pub lines: u64,
    /// The number of bytes of the payload.
    pub bytes: u64,
    /// Counts of what the payload says, which `merge` adds up; empty unless puzzles were checked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tally: BTreeMap<String, u64>,
    /// The SHA-256 digest of all bytes of the file before the digits of this value.
    pub sha256: String,
}

/// The end of every shard after the digits of the digest.
pub(super) const END: &str = "\"}\n";

/// The number of digits of a digest.
pub(super) const DIGITS: u64 = 64;
