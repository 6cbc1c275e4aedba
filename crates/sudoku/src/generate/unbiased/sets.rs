//! Unavoidable sets of a full grid. Each is the set of cells in which the grid differs from another full
//! grid.
//!
//! Clues that have no cell in an unavoidable set leave two solutions; a clue that is the only one in an
//! unavoidable set is needed. The sets known from the start are those of two digits (the cells of the
//! two digits fall into parts, in each of which the digits can be exchanged) and those of two rows of a
//! band or two columns of a stack (places at which both lines hold the same digits). More sets are
//! learned during the trials.
//!
//! Source: G. `McGuire`, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku" (arXiv 1201.0749, 2012),
//! which searches for puzzles of few clues among the sets of cells that hit every unavoidable set.

use super::{CellSet, bit};
use crate::grid::Order;

/// The number of sets kept when the list is cut. Looking through more sets costs more than they save.
const MOST: usize = 512;

/// Unavoidable sets; those used most come first whenever the list is cut.
#[derive(Debug)]
pub(super) struct Sets {
    sets: Vec<Set>,
}

#[derive(Clone, Copy, Debug)]
struct Set {
    cells: CellSet,
    uses: u32,
}

impl Sets {
    /// The sets of two digits and of two lines.
    pub(super) fn new(solution: &[u8]) -> Self {
        let mut cells = Vec::new();
        for a in 1..=9 {
            for b in a + 1..=9 {
                of_two_digits(solution, a, b, &mut cells);
            }
        }
        for band in 0..3 {
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let lines = [3 * band + a, 3 * band + b];
                of_two_lines(solution, lines, |line, i| line * 9 + i, &mut cells);
                of_two_lines(solution, lines, |line, i| i * 9 + line, &mut cells);
            }
        }
        cells.sort_unstable_by_key(|set| (set.count_ones(), *set));
        cells.dedup();
        let sets = cells.into_iter().map(|cells| Set { cells, uses: 0 }).collect();
        Self { sets }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    #[cfg(test)]
    pub(super) fn cells(&self) -> impl Iterator<Item = CellSet> {
        self.sets.iter().map(|set| set.cells)
    }

    /// The place and the cells of the first set, from place `from` on, in which none of these clues is.
    pub(super) fn missed(&mut self, from: usize, clues: CellSet) -> Option<(usize, CellSet)> {
        let at = from + self.sets[from..].iter().position(|set| set.cells & clues == 0)?;
        self.sets[at].uses += 1;
        Some((at, self.sets[at].cells))
    }

    /// The clues each of which is the only clue in some set.
    pub(super) fn needed(&self, clues: CellSet) -> CellSet {
        let mut needed = 0;
        for set in &self.sets {
            let met = set.cells & clues;
            if met & met.wrapping_sub(1) == 0 {
                needed |= met;
            }
        }
        needed
    }

    /// Adds a set. When the list is twice as long as allowed, the sets used least are dropped.
    pub(super) fn learn(&mut self, cells: CellSet) {
        self.sets.push(Set { cells, uses: 0 });
        if self.sets.len() >= 2 * MOST {
            self.sets.sort_by_key(|set| std::cmp::Reverse(set.uses));
            self.sets.truncate(MOST);
            for set in &mut self.sets {
                set.uses /= 2;
            }
        }
    }
}

/// The cells of two digits, split into parts that share no unit.
fn of_two_digits(solution: &[u8], a: u8, b: u8, sets: &mut Vec<CellSet>) {
    let layout = Order::NINE.layout();
    let of_digits = (0..81).filter(|&cell| solution[cell] == a || solution[cell] == b);
    let mut rest: CellSet = of_digits.fold(0, |all, cell| all | bit(cell));
    while rest != 0 {
        let mut part = rest & rest.wrapping_neg();
        let mut open = part;
        rest ^= part;
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let near = &layout.neighbours[cell];
            let near = near.iter().fold(0, |all, &other| all | bit(other.into())) & rest;
            rest ^= near;
            part |= near;
            open |= near;
        }
        sets.push(part);
    }
}

/// The cells of two lines of a band or a stack, split into parts with the same digits in both lines.
fn of_two_lines(
    solution: &[u8],
    [first, second]: [usize; 2],
    at: impl Fn(usize, usize) -> usize,
    sets: &mut Vec<CellSet>,
) {
    let mut rest: u16 = 0x1ff;
    while rest != 0 {
        let start = rest.trailing_zeros() as usize;
        let (mut i, mut part) = (start, 0);
        loop {
            rest &= !(1 << i);
            part |= bit(at(first, i)) | bit(at(second, i));
            let digit = solution[at(second, i)];
            i = (0..9).find(|&j| solution[at(first, j)] == digit).expect("a line has all digits");
            if i == start {
                break;
            }
        }
        sets.push(part);
    }
}
