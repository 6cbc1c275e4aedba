//! What the shards of a folder have done, and which parts of the tree are left.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use quadrille_harness::shards::{Folder, Shard, ShardId};
use quadrille_results::Shown;

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
    /// Why shards that are cut off, damaged or foreign count as missing.
    pub refused: Vec<String>,
    /// Why shards with a right checksum count as missing, by their numbers. They must be removed by hand.
    pub wrong: BTreeMap<usize, String>,
    /// The results of finished parts, in the order of the tree.
    pub done: BTreeMap<Place, PartResult>,
    /// The number of parts of each part that was divided.
    pub divided: BTreeMap<Place, usize>,
    /// The number of shards of each generation before.
    pub before: Vec<usize>,
}

/// The result of a part, and where the text of its solutions is: the shard, and the place in its file.
#[derive(Debug)]
pub struct PartResult {
    pub done: Done,
    pub shard: ShardId,
    pub from: u64,
}

impl State {
    /// Reads all shards, one generation after another, up to the first generation that is not complete.
    pub fn read(folder: &Folder, job: &Enumeration) -> Self {
        let parts = (0..job.about.parts).map(Place::of).collect();
        let mut state = Self { parts, ..Self::default() };
        loop {
            state.of = folder.manifest().shards.min(state.parts.len());
            if state.of == 0 {
                return state;
            }
            let ids =
                (0..state.of).map(|k| ShardId { generation: state.generation, k, of: state.of });
            let mut found = Vec::new();
            for id in ids {
                let shard = match folder.read(id) {
                    Ok(None) => None,
                    Ok(Some(shard)) => match state.results(job, id, &shard) {
                        Ok(results) => Some((id, results)),
                        Err(why) => {
                            state.wrong.insert(id.k, why);
                            None
                        }
                    },
                    Err(error) => {
                        state.refused.push(error.to_string());
                        None
                    }
                };
                match shard {
                    Some(results) => found.push(results),
                    None => state.missing.push(id.k),
                }
            }
            if !state.missing.is_empty() {
                return state;
            }
            let mut next = Vec::new();
            for (id, (contents, begin)) in found {
                state.take(id, contents, begin, &mut next);
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

    /// The results of a shard of this generation, and the place in its file after them. Each of its parts must be done, divided
    /// or left.
    fn results(
        &self,
        job: &Enumeration,
        id: ShardId,
        shard: &Shard,
    ) -> Result<(Contents, u64), String> {
        let path = shard.path.clone();
        let wrong = |found: &str, expected: &str| {
            format!(
                "{}: found {found}; expected {expected}; remove this file and do shard {} again",
                path.shown(),
                id.k
            )
        };
        let mut line = Vec::new();
        let read = BufReader::new(shard.payload()).read_until(b'\n', &mut line);
        let contents: anyhow::Result<Contents> =
            read.map_err(anyhow::Error::from).and_then(|_| Ok(serde_json::from_slice(&line)?));
        let contents = contents
            .map_err(|error| wrong(&format!("no results ({error})"), "a line of results"))?;
        let begin = shard.place.start + line.len() as u64;
        if let Some(difference) = job.about.difference(&contents.about) {
            let found = format!("results of another search ({difference})");
            return Err(wrong(&found, "those of the manifest"));
        }
        let mut reported: Vec<&Place> = contents.done.iter().map(|done| &done.part).collect();
        reported.extend(contents.divided.iter().map(|divided| &divided.part));
        reported.extend(&contents.left);
        reported.sort();
        if !reported.into_iter().eq(self.parts_of(id.k)) {
            return Err(wrong("results of other parts", "each part of this shard once"));
        }
        Ok((contents, begin))
    }

    /// Takes over the results of a shard, whose text of solutions begins at a place of its file. Adds the parts of the next
    /// generation to `next`.
    fn take(&mut self, shard: ShardId, contents: Contents, begin: u64, next: &mut Vec<Place>) {
        let Contents { done, divided, left, .. } = contents;
        let mut from = begin;
        for done in done {
            let bytes = done.bytes.unwrap_or(0);
            self.done.insert(done.part.clone(), PartResult { done, shard, from });
            from += bytes;
        }
        for Divided { part, parts } in divided {
            next.extend((0..parts).map(|number| part.below(number)));
            self.divided.insert(part, parts);
        }
        next.extend(left);
    }
}
