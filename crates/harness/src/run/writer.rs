//! The thread that writes rows.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use quadrille_results::{COLUMNS, Record};

/// The longest time that a row waits before it is flushed. With the time of a flush, a row is on its way to the disk
/// within 100 ms.
const PATIENCE: Duration = Duration::from_millis(50);

/// Blocks of rows that may wait for the writer. Bounds the memory if the disk is slow.
const QUEUE: usize = 256;

/// A thread that writes rows as they come, flushed at least ten times a second and at the end.
///
/// If a row cannot be written (a full disk, a closed pipe) the run is cancelled, and
/// [`finish`](Self::finish) says why.
pub struct Writer {
    rows: SyncSender<Finished>,
    thread: JoinHandle<io::Result<()>>,
}

/// The rows of a finished block, and its place in the order in which blocks start, from 0.
pub type Finished = (usize, Vec<Record>);

impl Writer {
    /// Starts the thread. Writes the head line first, unless the file has it already (`begun`), so that a file that
    /// cannot be written fails at once. `in_order` writes blocks in the order in which they start: a finished block waits
    /// in memory until all blocks before it are finished.
    ///
    /// # Errors
    /// If the head line cannot be written, or the thread not started.
    pub fn start(
        out: Box<dyn Write + Send>,
        begun: bool,
        in_order: bool,
        cancel: CancelToken,
    ) -> io::Result<Self> {
        let early = in_order.then(Early::default);
        let mut file = Rows { out, waiting: Vec::new(), early };
        if !begun {
            file.add(|csv| csv.write_record(&*COLUMNS))?;
            file.flush()?;
        }
        let (rows, incoming) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new().spawn(move || {
            let written = file.take_all(&incoming);
            if written.is_err() {
                cancel.cancel();
            }
            written
        })?;
        Ok(Self { rows, thread })
    }

    /// The channel to the writer. Sending blocks while the queue is full. Rows sent after a failed write are lost;
    /// [`finish`](Self::finish) returns the error.
    pub fn rows(&self) -> SyncSender<Finished> {
        self.rows.clone()
    }

    /// Writes what is left, once every clone of [`rows`](Self::rows) is dropped.
    ///
    /// # Errors
    /// The first write that failed.
    ///
    /// # Panics
    /// If the writer thread panicked.
    pub fn finish(self) -> io::Result<()> {
        drop(self.rows);
        self.thread.join().expect("the writer does not panic")
    }
}

/// Rows on their way to a file. They wait in memory as text, so that bytes of a failed write are never
/// written again.
struct Rows {
    out: Box<dyn Write + Send>,
    waiting: Vec<u8>,
    /// Blocks that finished before their turn, if blocks are written in order.
    early: Option<Early>,
}

/// Blocks that finished before one that started earlier.
#[derive(Default)]
struct Early {
    /// The place of the next block to write.
    next: usize,
    blocks: BTreeMap<usize, Vec<Record>>,
}

impl Early {
    /// Adds a block, and returns the rows whose turn has come.
    fn add(&mut self, (place, rows): Finished) -> Vec<Record> {
        self.blocks.insert(place, rows);
        let mut due = Vec::new();
        while let Some(rows) = self.blocks.remove(&self.next) {
            due.extend(rows);
            self.next += 1;
        }
        due
    }
}

/// Number of waiting bytes from which they are written at once, even before [`PATIENCE`] is over.
const WAITING: usize = 1 << 16;

impl Rows {
    fn take_all(&mut self, incoming: &Receiver<Finished>) -> io::Result<()> {
        let mut flushed = Instant::now();
        loop {
            match incoming.recv_timeout(PATIENCE.saturating_sub(flushed.elapsed())) {
                Ok(finished) => {
                    let rows = match &mut self.early {
                        Some(early) => early.add(finished),
                        None => finished.1,
                    };
                    self.add(|csv| rows.iter().try_for_each(|row| csv.serialize(row)))?;
                }
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
