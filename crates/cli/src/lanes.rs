//! The solver of many 9x9 puzzles that each worker keeps, with its memory.

use std::cell::RefCell;

use quadrille_sudoku::engine::lanes::Lanes;

thread_local! {
    static LANES: RefCell<Lanes> = RefCell::new(Lanes::new());
}

/// Does something with this thread's solver.
pub fn with<R>(work: impl FnOnce(&mut Lanes) -> R) -> R {
    LANES.with_borrow_mut(work)
}
