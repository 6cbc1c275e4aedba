//! Follows the parts of a search as they end, for the checkpoint and the progress.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use anyhow::Result;
use quadrille_cover::parallel::PartObserver;
use quadrille_cover::{CancelToken, Tally};

use super::checkpoint::{Checkpoint, pause};
use super::print::Printer;
use super::progress::Progress;

pub struct Observer<'w, 'p> {
    checkpoint: Option<Checkpoint>,
    progress: &'w Progress<'w>,
    printer: &'w RefCell<Printer<'p>>,
    written: Instant,
    /// How long after that the checkpoint is written again.
    pause: Duration,
    /// Length of the file of solutions when the last part ended, if one has ended since the checkpoint was
    /// written. Bytes after that belong to a part that will be searched again.
    unwritten: Option<u64>,
    /// Ends the search when a checkpoint cannot be written.
    stop: &'w CancelToken,
    failed: Option<anyhow::Error>,
}

impl<'w, 'p> Observer<'w, 'p> {
    pub fn new(
        checkpoint: Option<Checkpoint>,
        progress: &'w Progress<'w>,
        printer: &'w RefCell<Printer<'p>>,
        stop: &'w CancelToken,
    ) -> Self {
        Self {
            checkpoint,
            progress,
            printer,
            written: Instant::now(),
            pause: Duration::ZERO,
            unwritten: None,
            stop,
            failed: None,
        }
    }

    /// Writes the checkpoint a last time, however the search ended.
    pub fn finish(mut self) -> Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.write(),
        }
    }

    fn write(&mut self) -> Result<()> {
        let Some(checkpoint) = &mut self.checkpoint else { return Ok(()) };
        if let Some(bytes) = self.unwritten {
            let begin = Instant::now();
            self.printer.borrow_mut().secure()?;
            checkpoint.write(bytes, true)?;
            self.unwritten = None;
            self.pause = pause(begin.elapsed());
        }
        self.written = Instant::now();
        Ok(())
    }
}

impl PartObserver for Observer<'_, '_> {
    fn known(&mut self, part: usize) -> Option<Tally> {
        let tally = self.checkpoint.as_ref()?.done.get(&part)?.clone();
        self.progress.add(part, &tally, true);
        Some(tally)
    }

    fn ended(&mut self, part: usize, tally: &Tally) {
        self.progress.add(part, tally, false);
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.done.insert(part, tally.clone());
            self.unwritten = Some(self.printer.borrow().bytes());
            // All solutions visited so far are those of parts that have ended.
            if self.written.elapsed() >= self.pause
                && let Err(error) = self.write()
            {
                self.failed = Some(error);
                self.stop.cancel();
            }
        }
    }
}
