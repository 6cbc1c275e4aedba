//! Rows that were merged from shards: the node and the processor on which each was measured.

use std::collections::{BTreeMap, BTreeSet};

use crate::notes::ShardNote;
use crate::results::{Entry, Results};

/// A shard that was begun more than once, and that has rows in some results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retried {
    /// The name of the results file.
    pub file: String,
    /// The number of the shard, from 0.
    pub shard: u32,
    /// The node.
    pub node: String,
    /// The attempt that was completed.
    pub attempt: u32,
    /// The number of its rows.
    pub rows: usize,
}

impl Results {
    /// Whether a file was merged from shards.
    pub fn is_merged(&self) -> bool {
        self.shards.iter().any(|shards| !shards.is_empty())
    }

    /// The shard that measured a row, if its file was merged from shards.
    pub fn shard(&self, entry: &Entry) -> Option<&ShardNote> {
        self.shards.get(entry.source as usize)?.get(entry.shard? as usize)
    }

    /// The model of the processor on which a row was measured: that of its shard, or of the run.
    pub fn cpu(&self, entry: &Entry) -> Option<&str> {
        if let Some(shard) = self.shard(entry) {
            return shard.cpu.as_deref();
        }
        let notes = self.sources.get(entry.source as usize)?.notes.as_ref()?;
        notes.0.get("machine")?.get("cpu")?.as_str()
    }

    /// The node on which a row was measured, if its file was merged from shards; otherwise nothing.
    pub(crate) fn node(&self, entry: &Entry) -> &str {
        self.shard(entry).map_or("", |shard| &shard.node)
    }

    /// The shards with rows here that were begun more than once.
    pub fn retried(&self) -> Vec<Retried> {
        let mut rows: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for entry in self.entries.iter().filter(|entry| self.is_retried(entry)) {
            *rows.entry((entry.source, entry.shard.unwrap_or(0))).or_default() += 1;
        }
        let retried = |((source, shard), rows): ((u32, u32), usize)| {
            let ShardNote { node, attempt, .. } = &self.shards[source as usize][shard as usize];
            let file = self.sources[source as usize].name.clone();
            Retried { file, shard, node: node.clone(), attempt: *attempt, rows }
        };
        rows.into_iter().map(retried).collect()
    }

    /// Whether a row is of a shard that was begun more than once.
    pub(crate) fn is_retried(&self, entry: &Entry) -> bool {
        self.shard(entry).is_some_and(|shard| shard.attempt > 1)
    }

    /// The processors on which some rows were measured, if any file was merged from shards; otherwise none.
    pub(crate) fn cpus<'r>(&'r self, entries: impl Iterator<Item = &'r Entry>) -> Vec<String> {
        if !self.is_merged() {
            return Vec::new();
        }
        let cpus: BTreeSet<&str> = entries.map(|one| self.cpu(one).unwrap_or("unknown")).collect();
        cpus.into_iter().map(str::to_owned).collect()
    }
}
