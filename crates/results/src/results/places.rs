//! The shards of the rows of a merged file.

use std::collections::HashMap;

use super::{CaseId, Entry};

/// Finds the shard of each row of a file: the number of the instance's block in the first repetition, modulo the number
/// of shards.
pub(super) struct Places {
    shards: usize,
    known: HashMap<CaseId, u32>,
}

impl Places {
    pub(super) fn new(shards: usize) -> Self {
        Self { shards, known: HashMap::new() }
    }

    /// The shard of a row in a block, if it is of the first repetition.
    pub(super) fn shard(&mut self, entry: &Entry, block: usize) -> Option<u32> {
        if self.shards == 0 || entry.repetition != 1 {
            return None;
        }
        let shard = (block % self.shards) as u32;
        self.known.insert(entry.case, shard);
        Some(shard)
    }

    /// Sets the shards of rows of other repetitions.
    pub(super) fn complete(self, entries: &mut [Entry]) {
        if self.shards > 0 {
            for entry in entries.iter_mut().filter(|entry| entry.shard.is_none()) {
                entry.shard = self.known.get(&entry.case).copied();
            }
        }
    }
}
