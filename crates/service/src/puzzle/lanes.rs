//! One `Lanes` solver for each thread, so that its memory is allocated once.

use std::cell::RefCell;

use quadrille_cover::CancelToken;
use quadrille_sudoku::Uniqueness;
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};

thread_local! {
    static LANES: RefCell<Option<Lanes>> = const { RefCell::new(None) };
}

/// Calls `work` with the solver of the current thread. The first call sets the best instructions that the solver may use; they
/// are the same in all calls of a process.
pub fn with<R>(most: Instructions, work: impl FnOnce(&mut Lanes) -> R) -> R {
    LANES.with_borrow_mut(|lanes| work(lanes.get_or_insert_with(|| Lanes::at_most(most))))
}

/// How many solutions each of many puzzles has; `None` if cancelled.
pub fn verdicts(
    most: Instructions,
    cells: &[Cells],
    cancel: &CancelToken,
) -> Option<Vec<Uniqueness>> {
    let mut verdicts = Vec::with_capacity(cells.len());
    with(most, |lanes| lanes.check_batch_within(cells, cancel, &mut verdicts)).then_some(verdicts)
}

/// The first solution of each of many puzzles, and the number of its solutions up to a limit; `None` if cancelled.
pub fn solved(
    most: Instructions,
    cells: &[Cells],
    limit: u64,
    cancel: &CancelToken,
) -> Option<Vec<Solved>> {
    let mut solved = Vec::with_capacity(cells.len());
    let solve = |lanes: &mut Lanes| lanes.solve_batch_within(cells, limit, cancel, &mut solved);
    with(most, solve).then_some(solved)
}
