//! Puts the shards of a divided search together.
//!
//! The tree is walked from its root: each part of each division must have been counted exactly once, or divided. The
//! divisions are made again, so a shard that states another division than that of the rule is refused.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use anyhow::{Context, Result, bail};
use quadrille_cover::parallel::{Division, Parallel, PartObserver};
use quadrille_cover::{Budget, CancelToken, Counters, Solver, Tally};
use quadrille_harness::shards::{Folder, ShardId, array_specification};
use quadrille_results::Shown;

use super::state::{PartResult, State};
use super::{Enumeration, read};
use crate::args::Merge;
use crate::output::message::tell;
use crate::output::{Destination, counts, plural};
use crate::status::Status;
use crate::verb::cover::checkpoint::contents::Place;

/// Adds up the results of all shards, and prints them as `quadrille count` or `cover` does: the number of solutions, or all solutions in the
/// order of an undivided search.
pub fn merge(args: &Merge, folder: &Folder) -> Result<Status> {
    let job = read(folder)?;
    let state = State::read(folder, &job);
    let shown = folder.path().shown();
    state.refused.iter().chain(state.wrong.values()).for_each(tell);
    if !state.missing.is_empty() {
        bail!(
            "{shown}: found {} of {} of generation {}; expected all; do the shards {} by `quadrille shard {shown} K`, then merge again",
            state.of - state.missing.len(),
            plural(state.of, "shard"),
            state.generation,
            array_specification(&state.missing)
        );
    }
    folder.refuse_strangers(&state.before, true)?;
    let smaller = job.problem(folder, &CancelToken::new())?;
    let division = job.division(folder, smaller.problem())?;
    let (generations, shards) = (state.before.len(), state.before.iter().sum::<usize>());
    let State { done, divided, .. } = state;
    let mut walk = Walk { job: &job, engine: job.engine()?, done, divided, texts: Vec::new() };
    let tally = walk.sum(&division, None)?;
    if let Some(place) = walk.done.keys().chain(walk.divided.keys()).next() {
        bail!(
            "{shown}: found results of part {place}, which the tree does not have; expected each part once; remove the shards of this part and do them again"
        );
    }
    let mut destination = Destination::open(args.out.as_deref(), args.force)?;
    if job.about.solutions {
        walk.write(folder, &mut destination)?;
    } else {
        writeln!(destination, "{}", tally.solutions)?;
    }
    let stats = tally.search.stats;
    if job.about.counters {
        for (name, count) in counts(stats) {
            writeln!(destination, "{name} {count}")?;
        }
    }
    destination.finish()?;
    if !args.quiet {
        let nodes =
            stats.nodes.map_or_else(String::new, |nodes| format!(", {}", plural(nodes, "node")));
        tell(format_args!(
            "{shown}: {} from {} in {}{nodes}",
            plural(&tally.solutions, "solution"),
            plural(shards, "shard"),
            plural(generations, "generation")
        ));
    }
    Ok(if tally.solutions == 0u32.into() { Status::Negative } else { Status::Positive })
}

struct Walk<'w> {
    job: &'w Enumeration,
    engine: &'w dyn Solver,
    /// Results of parts that the walk has not reached.
    done: BTreeMap<Place, PartResult>,
    divided: BTreeMap<Place, usize>,
    /// Where the texts of solutions are, in the order of the tree: the shard, the place in its file, the length.
    texts: Vec<(ShardId, u64, u64)>,
}

impl Walk<'_> {
    fn sum(&mut self, division: &Division<'_>, above: Option<&Place>) -> Result<Tally> {
        let mut tallies = Vec::with_capacity(division.parts());
        for part in 0..division.parts() {
            let place = above.map_or_else(|| Place::of(part), |above| above.below(part));
            tallies.push(Some(self.part(division, part, &place)?));
        }
        let counters = if self.job.about.counters { Counters::On } else { Counters::Nodes };
        let parallel = Parallel::new(self.engine, 1);
        Ok(parallel.tally_parts(
            division,
            &Budget::default(),
            counters,
            &mut PartTallies(tallies),
        )?)
    }

    fn part(&mut self, division: &Division<'_>, part: usize, place: &Place) -> Result<Tally> {
        match (self.done.remove(place), self.divided.remove(place)) {
            (Some(PartResult { done, shard, from }), None) => {
                self.texts.extend(done.bytes.map(|bytes| (shard, from, bytes)));
                let Some(tally) = done.tally() else {
                    bail!(
                        "part {place}: found a number of solutions that is malformed; remove shard {} and do it again",
                        shard.name()
                    );
                };
                Ok(tally)
            }
            (None, Some(parts)) => {
                let below = division.below(part);
                if below.parts() != parts {
                    bail!(
                        "part {place}: found a division into {}; expected {}; remove its shards and do them again",
                        plural(parts, "part"),
                        below.parts()
                    );
                }
                self.sum(&below, Some(place))
            }
            (None, None) => bail!("part {place}: found no shard that counted it; expected one"),
            (Some(_), Some(_)) => bail!(
                "part {place}: found a part that was counted and divided; expected one of both"
            ),
        }
    }

    fn write(&self, folder: &Folder, out: &mut dyn Write) -> Result<()> {
        let mut is_first = true;
        for &(id, from, bytes) in self.texts.iter().filter(|(_, _, bytes)| *bytes > 0) {
            if !std::mem::take(&mut is_first) {
                out.write_all(b"\n")?;
            }
            // The checksum was right when the results were read.
            let path = folder.path_of(id);
            let text = File::open(&path).and_then(|mut file| {
                file.seek(SeekFrom::Start(from))?;
                io::copy(&mut file.take(bytes), out)
            });
            if text.with_context(|| path.shown().to_string())? < bytes {
                bail!("{}: found less text than it states; do this shard again", path.shown());
            }
        }
        Ok(())
    }
}

/// The results of all parts.
struct PartTallies(Vec<Option<Tally>>);

impl PartObserver for PartTallies {
    fn known(&mut self, part: usize) -> Option<Tally> {
        self.0[part].take()
    }
}
