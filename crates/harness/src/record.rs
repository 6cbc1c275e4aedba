//! One row of results, and the thread that writes rows.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use serde::{Deserialize, Serialize};

use crate::plan::Task;

/// How a search is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The answer is right.
    Ok,
    /// The answer is wrong.
    Wrong,
    /// A deduction-only engine gave up.
    Stalled,
    /// The time ran out.
    Timeout,
    /// The memory ran out.
    Memout,
    /// The tests or nodes ran out.
    Budget,
    /// The engine died, or said something that is no answer.
    Crash,
    /// The engine does not take such an instance.
    Unsupported,
}

impl Verdict {
    /// Its name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Wrong => "wrong",
            Self::Stalled => "stalled",
            Self::Timeout => "timeout",
            Self::Memout => "memout",
            Self::Budget => "budget",
            Self::Crash => "crash",
            Self::Unsupported => "unsupported",
        }
    }
}

/// The version of the columns.
pub const SCHEMA: u32 = 1;

/// Whether a name can stand in a row and be shown: it has no control characters, with which a terminal can be told
/// to do other things than to print, and none of those that turn round the direction of what follows.
pub fn is_printable(name: &str) -> bool {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        || !name.chars().any(|c| c.is_control() || turns(c))
}

/// One row: an engine, an instance, a repetition. What is unknown is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Which run.
    pub run_id: String,
    /// The corpus.
    pub corpus: String,
    /// The instance.
    pub instance: String,
    /// Its line in the source file.
    pub line: Option<usize>,
    /// The fingerprint of its canonical text.
    pub sha256: String,
    /// The engine.
    pub engine: String,
    /// Its version.
    pub engine_version: String,
    /// The question.
    pub task: Task,
    /// Which block of the run: all engines on one instance, in the order drawn from the seed.
    pub block: usize,
    /// Which place in the block.
    pub position: usize,
    /// Which repetition, from 1.
    pub repetition: u32,
    /// Searches timed together.
    pub iterations: Option<u64>,
    /// The judgement.
    pub verdict: Verdict,
    /// Solutions found, if the question was answered.
    pub solutions: Option<String>,
    /// Tests of one search.
    pub tests: Option<u64>,
    /// Forks of one search.
    pub forks: Option<u64>,
    /// Nodes of one search.
    pub nodes: Option<u64>,
    /// Forks open at once at the deepest.
    pub max_depth: Option<u64>,
    /// Wall time of all iterations.
    pub wall_ns: Option<u64>,
    /// CPU time of all iterations.
    pub cpu_ns: Option<u64>,
    /// Instructions of all iterations.
    pub instructions: Option<u64>,
    /// Peak memory of an external engine.
    pub max_rss_bytes: Option<u64>,
}

impl Record {
    /// A row in which nothing is known, the first of its run.
    pub(crate) const BLANK: Self = Self {
        schema: SCHEMA,
        run_id: String::new(),
        corpus: String::new(),
        instance: String::new(),
        line: None,
        sha256: String::new(),
        engine: String::new(),
        engine_version: String::new(),
        task: Task::All,
        block: 0,
        position: 0,
        repetition: 1,
        iterations: None,
        verdict: Verdict::Ok,
        solutions: None,
        tests: None,
        forks: None,
        nodes: None,
        max_depth: None,
        wall_ns: None,
        cpu_ns: None,
        instructions: None,
        max_rss_bytes: None,
    };
}

/// The columns, in order.
pub const COLUMNS: [&str; 23] = [
    "schema",
    "run_id",
    "corpus",
    "instance",
    "line",
    "sha256",
    "engine",
    "engine_version",
    "task",
    "block",
    "position",
    "repetition",
    "iterations",
    "verdict",
    "solutions",
    "tests",
    "forks",
    "nodes",
    "max_depth",
    "wall_ns",
    "cpu_ns",
    "instructions",
    "max_rss_bytes",
];

/// How long a row may wait before it is flushed: so little that, with what a flush takes, it is on its way to
/// the disk within 100 ms.
const PATIENCE: Duration = Duration::from_millis(50);

/// Blocks of rows that may wait for the writer: memory stays bounded however slow the disk is.
const QUEUE: usize = 256;

/// A thread that writes rows as they come, flushed at least ten times a second and at the end.
///
/// If a row cannot be written (a full disk, a closed pipe) the run is cancelled, and
/// [`finish`](Self::finish) says why.
pub struct Writer {
    rows: SyncSender<Vec<Record>>,
    thread: JoinHandle<io::Result<()>>,
}

impl Writer {
    /// Starts with the head line, so that a file that cannot be written fails at once; unless it is
    /// there already.
    ///
    /// # Errors
    /// If the head line cannot be written.
    pub fn start(out: Box<dyn Write + Send>, begun: bool, cancel: CancelToken) -> io::Result<Self> {
        let mut file = Rows { out, waiting: Vec::new() };
        if !begun {
            file.add(|csv| csv.write_record(COLUMNS))?;
            file.flush()?;
        }
        let (rows, incoming) = sync_channel(QUEUE);
        let thread = std::thread::spawn(move || {
            let written = file.take_all(&incoming);
            if written.is_err() {
                cancel.cancel();
            }
            written
        });
        Ok(Self { rows, thread })
    }

    /// Where rows go; who sends waits while the writer is far behind. Those sent after a failed write are lost, as the failure will say.
    pub fn rows(&self) -> SyncSender<Vec<Record>> {
        self.rows.clone()
    }

    /// Writes what is left. Every clone of [`rows`](Self::rows) must be gone.
    ///
    /// # Errors
    /// The first write that failed.
    ///
    /// # Panics
    /// If the writing thread did.
    pub fn finish(self) -> io::Result<()> {
        drop(self.rows);
        self.thread.join().expect("the writer does not panic")
    }
}

/// Rows on their way to a file. They wait in memory as text, so that a write that fails is never
/// tried again with bytes that got through.
struct Rows {
    out: Box<dyn Write + Send>,
    waiting: Vec<u8>,
}

/// Bytes that may wait before they are written even within [`PATIENCE`].
const WAITING: usize = 1 << 16;

impl Rows {
    fn take_all(&mut self, incoming: &Receiver<Vec<Record>>) -> io::Result<()> {
        let mut flushed = Instant::now();
        loop {
            match incoming.recv_timeout(PATIENCE.saturating_sub(flushed.elapsed())) {
                Ok(rows) => self.add(|csv| rows.iter().try_for_each(|row| csv.serialize(row)))?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.flush(),
            }
            if flushed.elapsed() >= PATIENCE || self.waiting.len() >= WAITING {
                self.flush()?;
                flushed = Instant::now();
            }
        }
    }

    fn add(
        &mut self,
        write: impl FnOnce(&mut csv::Writer<&mut Vec<u8>>) -> csv::Result<()>,
    ) -> io::Result<()> {
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(&mut self.waiting);
        write(&mut csv).map_err(io::Error::other)?;
        csv.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        self.out.write_all(&waiting)?;
        self.out.flush()
    }
}
