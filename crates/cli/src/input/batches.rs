//! Puzzles read on a thread of their own and handed to workers in batches.
//!
//! A batch is handed over when it is full. It is also handed over before every read from the source,
//! because a read may block, and the verdict on a typed puzzle must appear before the next one is typed. A
//! fast source fills batches with each read; with a slow source batches are small, but workers have time.

use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use quadrille_cover::CancelToken;
use quadrille_sudoku::format::read::Reader;
use quadrille_tables::{Content, Item, Items};

use super::{Bytes, Opened};
use crate::work::pipeline;

/// Bytes read at once: about 3000 puzzles of 9x9.
const READ_AT_ONCE: usize = 1 << 18;

/// Consecutive puzzles and unreadable lines of a source, in their order.
pub type Batch = Vec<Item>;

/// Starts to read `source` and to hand its batches to `jobs` workers. Reading ends at the end of the
/// source, when cancelled, and when the results are dropped, but never while a read blocks.
pub fn start<R: Send + 'static>(
    source: Opened,
    jobs: usize,
    cancel: &CancelToken,
    work: impl Fn(Batch) -> R + Send + Sync + 'static,
) -> Result<impl Iterator<Item = Result<R>>> {
    start_within(source, 0..usize::MAX, jobs, cancel, work)
}

/// [`start`] for a range of the puzzles of a source, unreadable ones included. The puzzles before the range are read and
/// dropped.
pub fn start_within<R: Send + 'static>(
    source: Opened,
    range: Range<usize>,
    jobs: usize,
    cancel: &CancelToken,
    work: impl Fn(Batch) -> R + Send + Sync + 'static,
) -> Result<impl Iterator<Item = Result<R>>> {
    let pace = Arc::new(Pace::new());
    let noted = Arc::clone(&pace);
    let timed = move |batch: Batch| {
        let (start, puzzles) = (Instant::now(), batch.iter().map(Item::len).sum());
        let result = work(batch);
        noted.note(puzzles, start.elapsed());
        result
    };
    let token = cancel.clone();
    let feed = move |put: &dyn Fn(Batch) -> bool| {
        let (batch, place) = (RefCell::default(), Cell::new(0));
        feed(source, &Batcher { batch, put, pace: &pace, range, place }, &token);
    };
    pipeline::start(jobs, cancel, feed, timed)
}

/// The number of puzzles of a source, unreadable ones included.
pub fn count(source: Opened, cancel: &CancelToken) -> usize {
    let (put, pace) = (&|_| true, &Pace::new());
    let (batch, place) = (RefCell::default(), Cell::new(0));
    let batcher = Batcher { batch, put, pace, range: usize::MAX..usize::MAX, place };
    feed(source, &batcher, cancel);
    batcher.place.get()
}

/// Cuts the source into batches.
fn feed(source: Opened, batcher: &Batcher<'_>, cancel: &CancelToken) {
    let mut items = match source.content {
        Content::Table(table) => Items::Table(table),
        Content::Text(input) => {
            let input = BufReader::with_capacity(READ_AT_ONCE, Announced { input, batcher });
            Items::Text(Box::new(Reader::new(input, source.format, source.size)))
        }
    };
    while !cancel.is_cancelled() {
        let before_read = &mut || _ = batcher.flush();
        let Some(item) = items.next(batcher.room(), before_read) else { break };
        if !batcher.push(item) {
            break;
        }
    }
    batcher.flush();
}

/// The bytes of a source. Before each read, which may block, the batch collected so far is handed to the workers.
struct Announced<'b> {
    input: Bytes,
    batcher: &'b Batcher<'b>,
}

impl Read for Announced<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.batcher.flush();
        self.input.read(buffer)
    }
}

/// Collects puzzles into a batch, and hands each full batch to the workers.
struct Batcher<'b> {
    /// The batch that is being filled, with the number of its puzzles.
    batch: RefCell<(Batch, usize)>,
    put: &'b dyn Fn(Batch) -> bool,
    pace: &'b Pace,
    /// The puzzles to hand over, by their places in the source.
    range: Range<usize>,
    /// The number of puzzles that were read.
    place: Cell<usize>,
}

impl Batcher<'_> {
    /// Number of puzzles that still fit into the batch; at least one. No item has puzzles both within the range and
    /// outside of it.
    fn room(&self) -> usize {
        let (range, place) = (&self.range, self.place.get());
        if place < range.start {
            return Pace::MOST.min(range.start - place);
        }
        let room = self.pace.get().saturating_sub(self.batch.borrow().1);
        room.min(range.end.saturating_sub(place)).max(1)
    }

    /// Adds an item, and hands over the batch if it is full. False if the results were dropped, or at the end of the
    /// range.
    fn push(&self, item: Item) -> bool {
        let place = self.place.replace(self.place.get() + item.len());
        if place >= self.range.end {
            return false;
        }
        if place < self.range.start {
            return true;
        }
        let mut batch = self.batch.borrow_mut();
        batch.1 += item.len();
        batch.0.push(item);
        let is_full = batch.1 >= self.pace.get();
        drop(batch);
        !is_full || self.flush()
    }

    fn flush(&self) -> bool {
        let (batch, _) = self.batch.take();
        batch.is_empty() || (self.put)(batch)
    }
}

/// The size of batches: the number of puzzles that take a worker about 5 ms. Easy puzzles are not worth
/// handing over one by one; hard ones should not wait for each other while a core is idle.
struct Pace(AtomicUsize);

impl Pace {
    const TARGET: Duration = Duration::from_millis(5);
    const FIRST: usize = 16;
    const MOST: usize = 1024;

    fn new() -> Self {
        Self(AtomicUsize::new(Self::FIRST))
    }

    /// Adapts the size to the time that some puzzles took.
    fn note(&self, puzzles: usize, time: Duration) {
        let fitting = puzzles as u128 * Self::TARGET.as_nanos() / time.as_nanos().max(1);
        let fitting = fitting.clamp(1, Self::MOST as u128) as usize;
        // The size moves only half way to the fitting size, so that one hard puzzle among easy ones changes it
        // little, and is rounded towards the fitting size, which would not be reached otherwise.
        let half_way = usize::midpoint(self.get(), fitting);
        let size = half_way + usize::from(fitting > half_way);
        self.0.store(size, Ordering::Relaxed);
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_come_to_take_the_time_they_should() {
        let settle = |nanoseconds_each: u64| {
            let pace = Pace::new();
            for _ in 0..30 {
                pace.note(pace.get(), Duration::from_nanos(nanoseconds_each * pace.get() as u64));
            }
            pace.get()
        };
        assert_eq!(settle(100), Pace::MOST);
        assert!((495..=505).contains(&settle(10_000)), "5 ms are 500 times 10 µs");
        assert_eq!(settle(1_000_000_000), 1);
    }
}
