//! A race: two binaries of quadrille, or two engines of one, measured in turns on the same blocks.
//!
//! A block is a few instances. Both sides measure it twice, in the order A B B A or B A A B, each time with the `run`
//! verb in a new process. A drift of the machine that is even over a block cancels out, and so does what a single
//! process happens to get, over many blocks. Old binaries can take part, because a race uses no verb but `run`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use quadrille_cover::random::{Stream, shuffle};

use crate::plan::Plan;

/// The shortest and the longest time that a process should measure for: long compared with its start, and short
/// compared with the race, so that the sides take turns often.
const WORTH: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(600)];

/// The fewest blocks from which a race is judged.
pub const FEWEST: usize = 5;

/// One side of a race.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The name in messages.
    pub name: String,
    /// The binary of quadrille.
    pub program: PathBuf,
    /// The engine, if the two sides are two engines; otherwise, the engines of the plan.
    pub engine: Option<String>,
}

/// A race to be run.
pub struct Race<'r> {
    /// Side A and side B.
    pub contenders: [Contender; 2],
    /// The corpora, and the engines of both sides.
    pub plan: &'r Plan,
    /// The options of `run` that hold for both sides: corpora, limits and so on, but no engine, filter or output.
    pub options: &'r [String],
    /// The length of the race, unless `blocks` is set.
    pub length: Duration,
    /// The number of blocks.
    pub blocks: Option<usize>,
    /// The seed of the order of instances.
    pub seed: u64,
    /// Cancelling this token ends the race after the process that is running.
    pub cancel: &'r CancelToken,
    /// Called after each process with the time since the start of the race.
    pub progress: &'r dyn Fn(Duration),
}

/// The rows of one process.
#[derive(Clone, Debug)]
pub struct Lap {
    /// The side: 0 for A, 1 for B.
    pub side: usize,
    /// The block, from 0.
    pub block: usize,
    /// Results, as `run` writes them, under a run name that no other lap has.
    pub csv: String,
}

impl Race<'_> {
    /// Runs the race. Returns the laps of all whole blocks.
    ///
    /// # Errors
    /// If a side cannot be run, or fails, or fewer than [`FEWEST`] blocks end in time.
    pub fn run(&self) -> Result<Vec<Lap>, String> {
        let mut instances = self.instances();
        shuffle(&mut instances, &mut Stream::new(self.seed, 0));
        if instances.is_empty() {
            return Err("found no instance that both sides accept; name another corpus".to_owned());
        }
        let start = Instant::now();
        let (mut laps, mut size, mut next, mut longest) = (Vec::new(), 1, 0, Duration::ZERO);
        for block in 0.. {
            let begun = start.elapsed();
            let is_over = match self.blocks {
                Some(blocks) => block >= blocks,
                None => begun + longest > self.length,
            };
            if self.cancel.is_cancelled() || is_over {
                return self.judgeable(laps, block, longest);
            }
            size = size.clamp(1, instances.len());
            let names = instances.iter().cycle().skip(next).take(size);
            let filter = filter(names);
            next = (next + size) % instances.len();
            let mut of_block = Vec::new();
            for side in if block % 2 == 0 { [0, 1, 1, 0] } else { [1, 0, 0, 1] } {
                let run = format!("race-{block}-{}", of_block.len());
                of_block.push(Lap { side, block, csv: self.lap(side, &filter, &run)? });
                (self.progress)(start.elapsed());
            }
            laps.append(&mut of_block);
            let took = start.elapsed().saturating_sub(begun);
            longest = longest.max(took);
            // Rows are not looked at here: what they say must not decide how long the race is.
            size = match took / 4 {
                one if one < WORTH[0] => 2 * size,
                one if one > WORTH[1] => size / 2,
                _ => size,
            };
        }
        unreachable!("the loop ends with the race")
    }

    fn judgeable(
        &self,
        laps: Vec<Lap>,
        blocks: usize,
        longest: Duration,
    ) -> Result<Vec<Lap>, String> {
        if blocks >= FEWEST || self.cancel.is_cancelled() {
            return Ok(laps);
        }
        Err(format!(
            "found time for {blocks} of at least {FEWEST} blocks in {:?}, one of which took {longest:.1?}; give more \
             --seconds, or name fewer engines or easier corpora",
            self.length
        ))
    }

    /// The corpora and names of the instances that both sides can measure: those that both engines accept, or any
    /// engine if the sides are binaries.
    fn instances(&self) -> Vec<(&str, &str)> {
        let are_engines = self.contenders.iter().all(|contender| contender.engine.is_some());
        let needed = if are_engines { 2 } else { 1 };
        let of_corpus = self.plan.corpora.iter().flat_map(|corpus| {
            let accepted = |one: &&_| self.plan.engines_for(corpus, Some(one)).count() >= needed;
            let accepted = corpus.instances.iter().filter(accepted);
            accepted.map(|instance| (&*corpus.name, &*instance.id))
        });
        of_corpus.collect()
    }

    /// Has a side measure the instances of a filter. Returns its rows, with the name `run` for the run.
    fn lap(&self, side: usize, filter: &str, run: &str) -> Result<String, String> {
        let Contender { name, program, engine } = &self.contenders[side];
        let mut command = Command::new(program);
        command.args(["run", "--out", "-", "--quiet", "--jobs", "1", "--filter", filter]);
        command.args(self.options).stdin(Stdio::null());
        match engine {
            Some(engine) => command.args(["--engine", engine]),
            None => command.args(self.plan.engines.iter().flat_map(|one| ["--engine", one.name()])),
        };
        let output = command.output().map_err(|error| format!("{name}: {error}"))?;
        if self.cancel.is_cancelled() {
            return Ok(String::new()); // the process was interrupted, too, and the race ends
        }
        // 1 says that an answer is wrong, which the rows say as well.
        if !matches!(output.status.code(), Some(0 | 1)) {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.trim().lines().last().unwrap_or("it said nothing").to_owned();
            return Err(format!(
                "{name}: `run` ended with {}: {said}; expected a binary of quadrille that knows the engines and corpora",
                output.status
            ));
        }
        renamed(&output.stdout, run).ok_or_else(|| {
            format!("{name}: `run` wrote no rows; expected a binary of quadrille that knows the engines and corpora")
        })
    }
}

/// A regular expression of the instances, for `--filter`.
fn filter<'n>(names: impl Iterator<Item = &'n (&'n str, &'n str)>) -> String {
    let mut corpora: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (corpus, instance) in names {
        corpora.entry(corpus).or_default().push(regex_lite::escape(instance));
    }
    let of_corpus = |(corpus, instances): (&str, Vec<String>)| {
        format!("{}/(?:{})", regex_lite::escape(corpus), instances.join("|"))
    };
    let corpora: Vec<String> = corpora.into_iter().map(of_corpus).collect();
    format!("^[^/]*/(?:{})$", corpora.join("|"))
}

/// Results with another name for their run; none if there are no rows.
fn renamed(csv: &[u8], run: &str) -> Option<String> {
    let text = std::str::from_utf8(csv).ok()?;
    let mut lines = text.lines();
    let place = lines.next()?.split(',').position(|column| column == "run_id")?;
    let before = lines.next()?.split(',').nth(place).filter(|name| !name.is_empty())?;
    Some(text.replace(&format!(",{before},"), &format!(",{run},")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_matches_its_instances_and_no_others() {
        let names = [("systems", "P1"), ("own.txt", "a+b"), ("systems", "P2")];
        let filter = regex_lite::Regex::new(&filter(names.iter())).unwrap();
        for (row, expected) in [
            ("masks/systems/P1", true),
            ("dlx/systems/P2", true),
            ("dlx/own.txt/a+b", true),
            ("dlx/systems/P11", false),
            ("dlx/own.txt/P1", false),
            ("dlx/ownxtxt/a+b", false),
        ] {
            assert_eq!(filter.is_match(row), expected, "{row}");
        }
    }

    #[test]
    fn laps_have_names_of_their_own() {
        let csv = "schema,run_id,corpus\n1,2026-x,c\n1,2026-x,d\n";
        let expected = "schema,run_id,corpus\n1,race-0-1,c\n1,race-0-1,d\n";
        assert_eq!(renamed(csv.as_bytes(), "race-0-1").as_deref(), Some(expected));
        assert_eq!(renamed(b"schema,run_id,corpus\n", "x"), None);
        assert_eq!(renamed(b"hello\n", "x"), None);
    }
}
