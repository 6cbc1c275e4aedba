//! Merges the shards of a run into one CSV, whose rows are those of the same run on one machine, but for times.
//!
//! The rows of each shard are in the order of blocks, so the shards are merged like sorted lists. Memory holds a buffer
//! and one row of each shard.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Chain, Cursor, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use quadrille_results::{COLUMNS, Row, Rows, ShardNote, Shown, Verdict};
use toml::Table;

use crate::run::environment::{RunFile, corpus_note, limit_notes, this_build};
use crate::shards::{Payload, RowSet, RunFacts, RunJob, Shard};

/// Bytes of all buffers together, and the bounds of the size of each.
const BUFFERS: usize = 64 << 20;
const BUFFER: Range<usize> = 4 << 10..256 << 10;

/// The rows that were merged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Merged {
    /// Their number.
    pub rows: u64,
    /// The number of rows with a wrong answer.
    pub wrong: u64,
}

/// Writes the rows of all shards to `out`, with the head line.
///
/// # Errors
/// A row that is not one of the rows that the manifest states, a row twice, or a row that is missing: the shard and the
/// line are named. Or a file cannot be read or written.
pub fn merge(job: &RunJob, shards: &[Shard], out: &mut dyn Write) -> Result<Merged, String> {
    let head = format!("{}\n", COLUMNS.join(","));
    let written = |error: io::Error| error.to_string();
    out.write_all(head.as_bytes()).map_err(written)?;
    let mut csv = csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(out);
    let buffer = (BUFFERS / shards.len().max(1)).clamp(BUFFER.start, BUFFER.end);
    let open = |(k, shard)| Lane::open(k, shard, job, &head, buffer);
    let mut lanes = shards.iter().enumerate().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut heap = BinaryHeap::with_capacity(lanes.len());
    for (k, lane) in lanes.iter_mut().enumerate() {
        heap.extend(lane.advance(job)?.map(|place| Reverse((place, k))));
    }
    let (mut last, mut merged) = (None, Merged::default());
    while let Some(Reverse((place, k))) = heap.pop() {
        let lane = &mut lanes[k];
        if last == Some(place) {
            return Err(lane.wrong(
                &format!("{}, which another shard has as well", in_words(place)),
                "each row once",
            ));
        }
        last = Some(place);
        merged.rows += 1;
        merged.wrong += u64::from(lane.is_wrong);
        csv.write_record(lane.rows.fields()).map_err(|error| error.to_string())?;
        heap.extend(lane.advance(job)?.map(|place| Reverse((place, k))));
    }
    csv.flush().map_err(written)?;
    Ok(merged)
}

/// The place of a row in a run: its block, and its position in the block.
type Place = (usize, usize);

fn in_words((block, position): Place) -> String {
    format!("the row of block {block}, position {position}")
}

/// The rows of one shard on their way into the merged file.
struct Lane {
    k: usize,
    path: PathBuf,
    rows: Rows<Chain<Cursor<Vec<u8>>, Payload>>,
    /// The place and the line of the last row.
    last: Option<(Place, u64)>,
    is_wrong: bool,
    found: RowSet,
    subjects: usize,
}

impl Lane {
    fn open(
        k: usize,
        shard: &Shard,
        job: &RunJob,
        head: &str,
        buffer: usize,
    ) -> Result<Self, String> {
        let path = shard.path.clone();
        // The first line of a shard takes the line of the head line, so that the numbers of lines are those of the file.
        let head = Cursor::new(head.as_bytes().to_vec());
        let input = head.chain(shard.payload());
        let rows = Rows::with_buffer(&path.shown().to_string(), input, buffer);
        let rows = rows.map_err(|error| error.to_string())?;
        let subjects = if job.plan.batch { job.corpora.len() } else { job.instances() };
        Ok(Self { k, path, rows, last: None, is_wrong: false, found: RowSet::default(), subjects })
    }

    /// Goes to the next row, and returns its place; `None` after the last.
    fn advance(&mut self, job: &RunJob) -> Result<Option<Place>, String> {
        let next = self.rows.next_row::<Row<'_>>().map_err(|error| error.to_string())?;
        let Some((line, row)) = next else { return self.end(job) };
        let place = (row.block, row.position);
        self.is_wrong = row.verdict == Verdict::Wrong;
        self.found.add(&row);
        let last = self.last.replace((place, line)).map(|(last, _)| last);
        let follows = match last {
            Some(last) if last == place => {
                return Err(self.wrong(&format!("{} twice", in_words(place)), "each row once"));
            }
            Some((block, position)) if block == place.0 => place.1 == position + 1,
            Some((block, _)) => block < place.0 && place.1 == 0,
            None => place.1 == 0,
        };
        if !follows {
            let before = last.map_or_else(|| "the first line".to_owned(), in_words);
            let found = format!("{} directly after {before}", in_words(place));
            return Err(self.wrong(&found, "the rows of each block in order and without a gap"));
        }
        let shards = job.rows.len();
        if place.0 < self.subjects && place.0 % shards != self.k {
            let found = format!("{}, which belongs to shard {}", in_words(place), place.0 % shards);
            return Err(self.wrong(&found, &format!("rows of shard {}", self.k)));
        }
        Ok(Some(place))
    }

    /// Checks that all rows were those of the manifest.
    fn end(&self, job: &RunJob) -> Result<Option<Place>, String> {
        let expected = &job.rows[self.k];
        if self.found == *expected && self.rows.tail.is_none() {
            return Ok(None);
        }
        let (found, expected) = (self.found.rows, expected.rows);
        Err(if found == expected {
            self.wrong(
                "a row that says another instance, engine, version or run than the manifest",
                "the rows of the plan",
            )
        } else {
            self.wrong(
                &format!("{found} rows"),
                &format!("{expected} rows, as the manifest states"),
            )
        })
    }

    fn wrong(&self, found: &str, expected: &str) -> String {
        let line = self.last.map_or(1, |(_, line)| line);
        format!(
            "{}:{line}: found {found}; expected {expected}; this shard was not written by `quadrille shard`: remove \
             it and do shard {} again",
            self.path.shown(),
            self.k
        )
    }
}

/// The run file of a merged run. A fact of the machine is stated if it is the same for all shards.
///
/// # Errors
/// A shard does not state what a shard of a run states.
pub fn run_file(job: &RunJob, shards: &[Shard]) -> Result<RunFile, String> {
    let facts = |shard: &Shard| {
        let facts = serde_json::from_value::<RunFacts>(shard.header.about.facts.clone());
        facts.map_err(|error| no_facts(&shard.path, &error))
    };
    let facts = shards.iter().map(facts).collect::<Result<Vec<_>, _>>()?;
    let mut machine: Table = facts.first().map(|one| one.machine.clone()).unwrap_or_default();
    machine.retain(|key, value| facts.iter().all(|one| one.machine.get(key) == Some(&*value)));
    let disturbances = facts.iter().filter_map(|one| one.disturbance);
    Ok(RunFile {
        schema: job.schema,
        run_id: job.run_id.clone(),
        started: job.started.clone(),
        command: job.command.clone(),
        seed: job.plan.seed,
        jobs: facts.iter().map(|one| one.jobs).max().unwrap_or(1),
        pinned: facts.iter().all(|one| one.pinned),
        repetitions: job.plan.repetitions.unwrap_or(1),
        twice: job.plan.twice,
        clock_cost_ns: facts.iter().map(|one| one.clock_cost_ns).max().unwrap_or(0),
        disturbance: disturbances.max_by(f64::total_cmp),
        engines: job.engines.clone(),
        versions: job.versions.clone(),
        plan: job.plan.clone(),
        limits: limit_notes(&job.plan.limits()?),
        build: this_build(),
        machine,
        corpus: job.corpora.iter().map(corpus_note).collect(),
        shards: shards.iter().map(note).collect(),
        ..RunFile::default()
    })
}

fn no_facts(path: &Path, error: &serde_json::Error) -> String {
    format!(
        "{}:1: found no facts of the machine ({error}); expected those that `quadrille shard` writes; do this shard \
         again",
        path.shown()
    )
}

fn note(Shard { header, footer, .. }: &Shard) -> ShardNote {
    let about = &header.about;
    ShardNote {
        node: about.node.clone(),
        cpu: about.cpu.clone(),
        attempt: about.attempt,
        started: about.started.clone(),
        calibration_ns: about.calibration_ns.into_iter().chain(footer.calibration_ns).collect(),
    }
}
