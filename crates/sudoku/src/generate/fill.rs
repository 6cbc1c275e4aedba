//! Digits for a pattern of cells, such that there is one solution.
//!
//! Clues taken from a random full grid leave many solutions. So a few are taken away again and
//! drawn anew from a solution of the others, and what leaves fewer solutions is kept.

use std::ops::ControlFlow;

use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, Outcome};

use super::dig::Dug;
use super::full;
use super::kernel::Kernel;
use crate::engine::singles::Closing;
use crate::engine::{Engine, Watch};

/// Solutions beyond which nobody counts.
const MANY: u64 = 200;
/// Tests for each cell within which solutions are counted.
const PATIENCE: u64 = 50;
/// Clues drawn anew in a change, at most.
const CHANGED: usize = 3;
/// Changes after which the pattern is begun anew.
const CHANGES: usize = 2000;

/// Clues in these cells and no others, with one solution.
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

/// How far from one solution: their number, or if there are many, the candidates left by singles.
fn ambiguity(dug: &Dug) -> (u64, u32) {
    let puzzle = dug.puzzle();
    let budget =
        Budget { tests: Some(PATIENCE * dug.givens.len() as u64), ..Budget::solutions(MANY) };
    let mut visit = |_: &_| ControlFlow::Continue(());
    let search = Engine::Masks.search(&puzzle, &budget, Watch::Off, &mut visit);
    if search.outcome == Outcome::Exhausted {
        return (search.stats.solutions, 0);
    }
    let mut closing = Closing::new(&puzzle);
    closing.close_all();
    let candidates = (0..dug.givens.len()).map(|cell| closing.candidates(cell).count_ones());
    (MANY, candidates.sum())
}
