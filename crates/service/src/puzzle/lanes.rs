//! One `Lanes` solver for each thread, so that its memory is allocated once.

use std::cell::RefCell;

use quadrille_sudoku::engine::lanes::{Instructions, Lanes};

thread_local! {
    static LANES: RefCell<Option<Lanes>> = const { RefCell::new(None) };
}

/// Calls `work` with the solver of the current thread. The first call sets the best instructions that the solver may use; they
/// are the same in all calls of a process.
pub fn with<R>(most: Instructions, work: impl FnOnce(&mut Lanes) -> R) -> R {
    LANES.with_borrow_mut(|lanes| work(lanes.get_or_insert_with(|| Lanes::at_most(most))))
}
