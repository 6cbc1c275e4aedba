//! Many puzzles on many threads.
//!
//! Threads are started for each call, because a pool that was started earlier is not there in a process that Python's
//! `multiprocessing` forked. To start them takes less than the work of one block.

use std::sync::{Mutex, PoisonError};
use std::thread;

use quadrille_cover::CancelToken;
use quadrille_service::puzzle::lanes;
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};

use crate::interruptible::STACK;

/// Calls `work` with the solver of the current thread, whose memory is allocated once.
pub fn with_lanes<R>(work: impl FnOnce(&mut Lanes) -> R) -> R {
    lanes::with(Instructions::Avx512, work)
}

/// Most puzzles in a block.
const BLOCK: usize = 2048;

/// Calls `work` with blocks of the puzzles and of the places for their answers, and the number of the first puzzle of the block,
/// on `jobs` threads, until all are done or the token is cancelled.
pub fn each<T: Send>(
    cells: &[Cells],
    answers: &mut [T],
    jobs: usize,
    cancel: &CancelToken,
    work: impl Fn(usize, &[Cells], &mut [T]) + Sync,
) {
    let block = (cells.len() / (jobs * 8)).clamp(1, BLOCK);
    let blocks = cells.chunks(block).zip(answers.chunks_mut(block));
    numbered(blocks, jobs, cancel, |number, (cells, answers)| {
        work(number * block, cells, answers);
        true
    });
}

/// Calls `fill` with each place and its number, on `jobs` threads, until all are done, the token is cancelled, or a call returns false.
pub fn numbered<P: Send>(
    places: impl ExactSizeIterator<Item = P> + Send,
    jobs: usize,
    cancel: &CancelToken,
    fill: impl Fn(usize, P) -> bool + Sync,
) {
    let helpers = jobs.min(places.len()).saturating_sub(1);
    let left = Mutex::new(Some(places.enumerate()));
    let take_all = || {
        while !cancel.is_cancelled() {
            let next = left
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .as_mut()
                .and_then(Iterator::next);
            let Some((number, place)) = next else { break };
            if !fill(number, place) {
                *left.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            // If the system has no thread left, the others do the work.
            _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take_all);
        }
        take_all();
    });
}
