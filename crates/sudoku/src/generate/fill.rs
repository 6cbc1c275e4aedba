//! Finds digits for a pattern of cells such that there is exactly one solution.
//!
//! Clues from a random full grid usually leave many solutions. So a few clues are removed and drawn again
//! from a solution of the other clues, and the change is kept if it does not leave more solutions.

use quadrille_cover::random::Stream;

use super::dig::Dug;
use super::full;
use super::kernel::Kernel;
use crate::engine::singles::Closing;
use crate::rate::count_below;

/// Upper bound on the solutions counted.
const MANY: u64 = 200;
/// Upper bound on the tests for counting solutions, per cell of the grid.
const PATIENCE: u64 = 50;
/// Upper bound on the clues drawn again in one change.
const CHANGED: usize = 3;
/// Upper bound on the changes in one attempt at a pattern.
const CHANGES: usize = 2000;

/// Clues in exactly these cells, with one solution; `None` if the attempt fails.
pub(super) fn fill(pattern: &[bool], kernel: Kernel, stream: &mut Stream) -> Option<Dug> {
    let cells: Vec<usize> = (0..pattern.len()).filter(|&cell| pattern[cell]).collect();
    let mut dug = restricted(full::solution(kernel, &vec![0; pattern.len()], stream)?, pattern);
    let mut solutions = ambiguity(&dug);
    for _ in 0..CHANGES {
        if solutions == (1, 0) {
            return Some(dug);
        }
        let mut givens = dug.givens.clone();
        for _ in 0..=stream.below(CHANGED) {
            if let Some(&cell) = cells.get(stream.below(cells.len().max(1))) {
                givens[cell] = 0;
            }
        }
        let changed = restricted(full::solution(kernel, &givens, stream)?, pattern);
        let after = ambiguity(&changed);
        if after <= solutions {
            (dug, solutions) = (changed, after);
        }
    }
    None
}

fn restricted(solution: Vec<u8>, pattern: &[bool]) -> Dug {
    let givens =
        solution.iter().zip(pattern).map(|(&digit, &is_clue)| if is_clue { digit } else { 0 });
    Dug::new(givens.collect(), solution)
}

/// How far clues are from having one solution, as a pair; the smaller of two pairs is closer. The pair is the number of
/// solutions and 0 or, if there are too many to count, `MANY` and the number of candidates that singles leave.
fn ambiguity(dug: &Dug) -> (u64, u32) {
    let puzzle = dug.puzzle();
    let tests = PATIENCE * dug.givens.len() as u64 - 1;
    if let Some(solutions) = count_below(MANY, &puzzle, tests) {
        return (solutions, 0);
    }
    let mut closing = Closing::new(&puzzle);
    closing.close_all();
    let candidates = (0..dug.givens.len()).map(|cell| closing.candidates(cell).count_ones());
    (MANY, candidates.sum())
}
