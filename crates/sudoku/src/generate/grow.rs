//! The method *bottom-up*: adds digits until one solution is left.
//!
//! Source: system A, "Résolution du Sudoku", which makes a puzzle in this way: place a few digits
//! without a clash, find all solutions, then add digits one at a time until one solution is left. Here
//! only two of the solutions are looked at: the one to be left, and another one. A digit is added in a
//! cell where the two differ; in other cells it would exclude neither.

use quadrille_cover::random::{Stream, shuffle};

use super::dig::Dug;
use super::kernel::{Answer, Kernel, Question, other_first};
use crate::grid::Grid;

/// Upper bound on the search nodes for finding another solution, per cell of the grid.
const PATIENCE: u64 = 20;

/// Puts `digits` random digits into random cells, except where they would clash.
pub(super) fn scatter(givens: &mut [u8], digits: usize, stream: &mut Stream) {
    let side = givens.len().isqrt();
    for _ in 0..digits {
        let cell = stream.below(givens.len());
        let before = std::mem::replace(&mut givens[cell], 1 + stream.below(side) as u8);
        let grid = Grid::from_cells(givens.to_vec()).expect("digits of a grid");
        if grid.clash().is_some() {
            givens[cell] = before;
        }
    }
}

/// Makes clues of all cells of each group of symmetric cells in which some cell already holds a clue.
pub(super) fn complete_orbits(dug: &mut Dug, orbits: &[Vec<usize>]) {
    for orbit in orbits {
        if orbit.iter().any(|&cell| dug.givens[cell] > 0) {
            dug.add(orbit);
        }
    }
}

/// Adds random groups of clues as long as there are at most `clues` clues.
pub(super) fn add(dug: &mut Dug, clues: usize, orbits: &[Vec<usize>], stream: &mut Stream) {
    let mut orbits: Vec<_> = orbits.iter().filter(|orbit| dug.givens[orbit[0]] == 0).collect();
    shuffle(&mut orbits, stream);
    let mut there = dug.clues();
    for orbit in orbits {
        if there + orbit.len() <= clues {
            dug.add(orbit);
            there += orbit.len();
        }
    }
}

/// Adds digits of the solution, group by group, until it is the only solution.
pub(super) fn grow(dug: &mut Dug, kernel: Kernel, orbits: &[Vec<usize>], stream: &mut Stream) {
    let mut orbit_of = vec![0; dug.givens.len()];
    for (i, orbit) in orbits.iter().enumerate() {
        for &cell in orbit {
            orbit_of[cell] = i;
        }
    }
    loop {
        let solution = &dug.solution;
        let nodes = PATIENCE * solution.len() as u64;
        let question = Question { givens: &dug.givens, not: None, besides: Some(solution), nodes };
        let answer = kernel.search(question, |cell, bits| other_first(bits, solution[cell]));
        let differs = |cell: &usize| match &answer {
            Answer::Solution(other) => other[*cell] != solution[*cell],
            // The search gave up, so it is not known where another solution differs. Any further digit
            // makes the next search shorter.
            _ => dug.givens[*cell] == 0,
        };
        if answer == Answer::None {
            return;
        }
        let cells: Vec<usize> = (0..solution.len()).filter(differs).collect();
        let cell = cells[stream.below(cells.len())];
        dug.add(&orbits[orbit_of[cell]]);
    }
}
