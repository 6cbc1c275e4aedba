//! Unavoidable sets of a full grid. Each is the set of cells in which the grid differs from another full
//! grid.
//!
//! Clues that have no cell in an unavoidable set leave two solutions; a clue that is the only one in an
//! unavoidable set is needed. The sets known from the start are those of [`swaps`]. More sets are learned during the trials.
//!
//! Source: G. `McGuire`, B. Tugemann and G. Civario, "There is no 16-Clue Sudoku" (arXiv 1201.0749, 2012),
//! which searches for puzzles of few clues among the sets of cells that hit every unavoidable set.

use super::CellSet;
use crate::generate::swaps;

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
        let mut cells = swaps::all(solution.try_into().expect("a 9x9 grid"));
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
