//! What the shards of a folder have done, and which parts of the tree are left.

use std::collections::BTreeMap;
use std::io::{BufRead, Seek};

use anyhow::{Result, bail};
use quadrille_harness::shards::{Folder, ShardId};

use super::Enumeration;
use crate::verb::cover::checkpoint::contents::{Contents, Divided, Done, Place};

/// What is known of the parts of the tree.
#[derive(Debug, Default)]
pub struct State {
    /// The first generation that is not complete.
    pub generation: u32,
    /// The parts of that generation, in the order of the tree; none if all parts are done.
    pub parts: Vec<Place>,
    /// The number of shards of that generation.
    pub of: usize,
    /// The numbers of its shards that are missing.
    pub missing: Vec<usize>,
    /// Why shards that are there count as missing.
    pub refused: Vec<String>,
    /// The results of finished parts, in the order of the tree.
    pub done: BTreeMap<Place, Kept>,
    /// The number of parts of each part that was divided.
    pub divided: BTreeMap<Place, usize>,
    /// The number of shards of each generation before.
    pub before: Vec<usize>,
}

/// The result of a part, and where the text of its solutions is: the shard, and the place in its file.
#[derive(Debug)]
pub struct Kept {
    pub done: Done,
    pub shard: ShardId,
    pub from: u64,
}

impl State {
    /// Reads all shards, one generation after another, up to the first generation that is not complete.
    ///
    /// # Errors
    /// The folder cannot be read, or a shard has results of other parts than those that it was to do.
    pub fn read(folder: &Folder, job: &Enumeration) -> Result<Self> {
        let parts = (0..job.about.parts).map(Place::of).collect();
        let mut state = Self { parts, ..Self::default() };
        loop {
            state.of = folder.manifest().shards.min(state.parts.len());
            if state.of == 0 {
                return Ok(state);
            }
            let ids =
                (0..state.of).map(|k| ShardId { generation: state.generation, k, of: state.of });
            let mut found = Vec::new();
            for id in ids {
                match contents(folder, job, id) {
                    Ok(Some(of_shard)) => found.push((id, of_shard)),
                    Ok(None) => state.missing.push(id.k),
                    Err(error) => {
                        state.missing.push(id.k);
                        state.refused.push(format!("{error:#}"));
                    }
                }
            }
            if !state.missing.is_empty() {
                return Ok(state);
            }
            let mut next = Vec::new();
            for (id, (contents, begin)) in found {
                state.take(id, contents, begin, &mut next)?;
            }
            next.sort();
            state.before.push(state.of);
            state.parts = next;
            state.generation += 1;
        }
    }

    /// The parts that a shard of this generation is to do.
    pub fn parts_of(&self, k: usize) -> impl Iterator<Item = &Place> {
        self.parts.iter().skip(k).step_by(self.of)
    }

    /// Takes over the results of a shard, whose text of solutions begins at a place of its file; each of its parts must be
    /// done, divided or left. Adds those of the next generation to `next`.
    fn take(
        &mut self,
        shard: ShardId,
        contents: Contents,
        begin: u64,
        next: &mut Vec<Place>,
    ) -> Result<()> {
        let Contents { done, divided, left, .. } = contents;
        let mut reported: Vec<&Place> = done.iter().map(|done| &done.part).collect();
        reported.extend(divided.iter().map(|divided| &divided.part));
        reported.extend(&left);
        reported.sort();
        if !reported.into_iter().eq(self.parts_of(shard.k)) {
            bail!(
                "shard {}: found results of other parts than its own; expected each of its parts once; remove this shard and do it again",
                shard.name()
            );
        }
        let mut from = begin;
        for done in done {
            let bytes = done.bytes.unwrap_or(0);
            self.done.insert(done.part.clone(), Kept { done, shard, from });
            from += bytes;
        }
        for Divided { part, parts } in divided {
            next.extend((0..parts).map(|number| part.below(number)));
            self.divided.insert(part, parts);
        }
        next.extend(left);
        Ok(())
    }
}

/// The results of a shard, and the place in its file after them; `None` if the shard is missing.
fn contents(folder: &Folder, job: &Enumeration, id: ShardId) -> Result<Option<(Contents, u64)>> {
    let Some(shard) = folder.read(id)? else { return Ok(None) };
    let (mut payload, mut line) = (shard.payload(), Vec::new());
    payload.read_until(b'\n', &mut line)?;
    let contents: Contents = serde_json::from_slice(&line)?;
    match job.about.difference(&contents.about) {
        Some(difference) => {
            bail!("shard {}: found results of another search: {difference}", id.name())
        }
        None => Ok(Some((contents, payload.into_inner().stream_position()?))),
    }
}
