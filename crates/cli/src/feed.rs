//! Puzzles read and cut into batches, on a thread of its own.
//!
//! A batch goes off when it is full, and also before every reading from the source, for that may
//! take for ever: who types a puzzle has its verdict before the next. Where input is fast there is
//! much to read at once, so that batches are full; where it is slow nobody minds small ones.

use std::cell::RefCell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use quadrille_sudoku::Order;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::{Found, ReadError, Reader, Run};

use crate::pipeline::Intake;

/// Bytes read at once: some 3000 puzzles of 9x9.
const READ_AT_ONCE: usize = 1 << 18;

/// Puzzles, and lines that are none, in their order.
pub type Batch = Vec<Item>;

/// Something that gets a verdict, or several things.
pub enum Item {
    /// Puzzles yet to be taken apart.
    Run(Run),
    /// A puzzle.
    Found(Found),
    /// What cannot be read.
    Bad(ReadError),
}

/// How large batches are: as many puzzles as take a worker about 5 ms. Fast ones are not worth
/// handing over one by one; hard ones should not wait for each other while a core is idle.
pub struct Pace(AtomicUsize);

impl Pace {
    const TARGET: Duration = Duration::from_millis(5);
    const FIRST: usize = 16;
    const MOST: usize = 1024;

    pub fn new() -> Self {
        Self(AtomicUsize::new(Self::FIRST))
    }

    /// Takes note of how long some puzzles took.
    pub fn note(&self, puzzles: usize, time: Duration) {
        let fitting = puzzles as u128 * Self::TARGET.as_nanos() / time.as_nanos().max(1);
        let fitting = fitting.clamp(1, Self::MOST as u128) as usize;
        // Half way, as one hard puzzle among easy ones says little; rounded so as to arrive.
        let half_way = usize::midpoint(self.get(), fitting);
        let most = half_way + usize::from(fitting > half_way);
        self.0.store(most, Ordering::Relaxed);
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is read, and how.
pub struct Source {
    pub input: Box<dyn Read + Send>,
    pub format: InputFormat,
    pub size: Option<Order>,
}

/// Starts to read. It ends by itself at the end of the source, when cancelled, and when nobody
/// wants results any more; it may never end if the source does not.
pub fn start<R: Send + 'static>(
    source: Source,
    intake: Intake<Batch, R>,
    pace: Arc<Pace>,
    cancel: CancelToken,
) -> Result<()> {
    let feed = move || {
        let batcher = Rc::new(RefCell::new(Batcher { batch: Vec::new(), len: 0, intake, pace }));
        let Source { input, format, size } = source;
        let input = Announced { input, batcher: Rc::clone(&batcher) };
        let input = BufReader::with_capacity(READ_AT_ONCE, input);
        let mut reader = Reader::new(input, format, size);
        while !cancel.is_cancelled() {
            let most = batcher.borrow().room();
            let item = match reader.next_run(most) {
                Some(Ok(run)) => Item::Run(run),
                Some(Err(error)) => Item::Bad(error),
                None => match reader.next() {
                    Some(Ok(found)) => Item::Found(found),
                    Some(Err(error)) => Item::Bad(error),
                    None => break,
                },
            };
            if !batcher.borrow_mut().push(item) {
                break;
            }
        }
        batcher.borrow_mut().flush();
    };
    thread::Builder::new().name("feed".into()).spawn(feed).context("cannot start to read")?;
    Ok(())
}

/// A source that sends the batch off before every reading.
struct Announced<R> {
    input: Box<dyn Read + Send>,
    batcher: Rc<RefCell<Batcher<R>>>,
}

impl<R: Send + 'static> Read for Announced<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.batcher.borrow_mut().flush();
        self.input.read(buffer)
    }
}

/// The batch that is being filled.
struct Batcher<R> {
    batch: Batch,
    /// Puzzles in it.
    len: usize,
    intake: Intake<Batch, R>,
    pace: Arc<Pace>,
}

impl<R: Send + 'static> Batcher<R> {
    /// How many puzzles there is room for; at least one.
    fn room(&self) -> usize {
        self.pace.get().saturating_sub(self.len).max(1)
    }

    /// False if nobody wants results any more.
    fn push(&mut self, item: Item) -> bool {
        self.len += match &item {
            Item::Run(run) => run.len(),
            Item::Found(_) | Item::Bad(_) => 1,
        };
        self.batch.push(item);
        self.len < self.pace.get() || self.flush()
    }

    fn flush(&mut self) -> bool {
        self.len = 0;
        self.batch.is_empty() || self.intake.put(std::mem::take(&mut self.batch))
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
