//! What the run file of a merged run says of each shard.

use serde::{Deserialize, Serialize};

/// Where and when a shard of a run was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardNote {
    /// The node, by the name that its scheduler uses, or else the host's name.
    pub node: String,
    /// The model of the processor, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The number of times that the shard was begun, until it was done.
    pub attempt: u32,
    /// When the shard was begun for the last time, in UTC.
    pub started: String,
    /// What a fixed piece of work took before and after the shard, in nanoseconds of CPU time.
    pub calibration_ns: Vec<u64>,
}
