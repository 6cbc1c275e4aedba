//! An in-memory sink for rows, which tests can read, and which may be full; and runs that write to it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use quadrille_cover::CancelToken;
use quadrille_harness::machine::cores::Cores;
use quadrille_harness::run::RunContext;
use quadrille_harness::run::resume::Done;
use quadrille_harness::run::summary::Summary;
use quadrille_harness::{Plan, RunError, run};
use quadrille_results::{COLUMNS, Record};

/// A sink whose clones share the written bytes. Like a buffered file, it shows only flushed bytes.
#[derive(Clone)]
pub struct Sink {
    bytes: Arc<Mutex<Bytes>>,
    /// Capacity in bytes.
    room: usize,
}

#[derive(Default)]
struct Bytes {
    written: Vec<u8>,
    flushed: usize,
}

impl Default for Sink {
    fn default() -> Self {
        Self::with_room(usize::MAX)
    }
}

impl Sink {
    /// A sink that is full after this number of bytes, like a disk.
    pub fn with_room(room: usize) -> Self {
        Self { bytes: Arc::default(), room }
    }

    /// The bytes written, flushed or not.
    pub fn written(&self) -> String {
        let bytes = self.bytes.lock().unwrap();
        String::from_utf8(bytes.written.clone()).expect("rows are UTF-8")
    }

    /// The bytes flushed so far.
    pub fn flushed(&self) -> String {
        let bytes = self.bytes.lock().unwrap();
        String::from_utf8(bytes.written[..bytes.flushed].to_vec()).expect("rows are UTF-8")
    }

    /// All rows; each must be complete.
    pub fn rows(&self) -> Vec<Record> {
        let text = self.flushed();
        assert_eq!(text, self.written(), "everything is flushed at the end");
        assert!(text.ends_with('\n'), "the last line is whole");
        read(&text)
    }
}

/// The rows of a CSV text with its head line.
pub fn read(text: &str) -> Vec<Record> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), &COLUMNS[..]);
    reader.deserialize().map(|row| row.expect("a whole row")).collect()
}

/// Runs a plan to its end or until `cancel`; `progress` receives the run's progress.
pub fn run_into(
    sink: &Sink,
    plan: &Plan,
    cancel: &CancelToken,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Summary, RunError> {
    run_after(&Done::default(), sink, plan, cancel, progress)
}

pub fn run_after(
    done: &Done,
    sink: &Sink,
    plan: &Plan,
    cancel: &CancelToken,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Summary, RunError> {
    let cores = Cores::default();
    let (run_id, waiting) = ("test", &|_: &str| ());
    let conduct = RunContext { run_id, cancel, cores: &cores, done, progress, waiting };
    run(plan, Box::new(sink.clone()), &conduct)
}

/// Runs a plan to its end; returns the rows written.
pub fn rows_of(plan: &Plan) -> (Summary, Vec<Record>) {
    let sink = Sink::default();
    let summary = run_into(&sink, plan, &CancelToken::new(), &|_| ()).expect("nothing goes wrong");
    let rows = sink.rows();
    assert_eq!(rows.len(), plan.rows());
    assert_eq!(summary.rows(), rows.len());
    (summary, rows)
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = &mut self.bytes.lock().unwrap().written;
        let fits = bytes.len().min(self.room - written.len());
        if fits == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        written.extend_from_slice(&bytes[..fits]);
        Ok(fits)
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut bytes = self.bytes.lock().unwrap();
        bytes.flushed = bytes.written.len();
        Ok(())
    }
}
