//! The method *top-down*: removes clues from a full grid while it has one solution.

use super::candidates::Look;
use super::kernel::{Answer, Kernel, Question};
use super::player::is_rated_at_most;
use super::swaps;
use crate::engine::human::Difficulty;
use crate::grid::{Grid, Puzzle};
use crate::rate::{self, Level};

/// Clues, and the solution they were taken from.
#[derive(Clone, Debug)]
pub(super) struct Dug {
    /// A digit for each cell, 0 where there is no clue.
    pub(super) givens: Vec<u8>,
    /// The digit of each cell in the solution.
    pub(super) solution: Vec<u8>,
    /// Unavoidable sets, in grids up to 9x9. Each is the set of cells in which another solution, found
    /// before or while digging, differs from this one. At least one cell of each set must hold a clue.
    unavoidable: Vec<u128>,
}

/// Upper bound on the number of unavoidable sets kept. The latest ones are the most useful.
const REMEMBERED: usize = 256;

/// The condition that must hold after clues are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// There is one solution, and a search shows it within this number of nodes.
    Unique(u64),
    /// The solution follows by singles, looked for in these units (levels 1, 2 and 3).
    Singles(Look),
    FewForks,
    /// As `Unique`, and a human player needs no harder technique.
    Rated(u64, Difficulty),
}

impl Dug {
    /// A puzzle with these clues, taken from this solution.
    pub(super) fn new(givens: Vec<u8>, solution: Vec<u8>) -> Self {
        Self { givens, solution, unavoidable: Vec::new() }
    }

    pub(super) fn full(solution: Vec<u8>) -> Self {
        Self::new(solution.clone(), solution)
    }

    pub(super) fn clues(&self) -> usize {
        self.givens.iter().filter(|&&digit| digit > 0).count()
    }

    pub(super) fn puzzle(&self) -> Puzzle {
        Puzzle::new(Grid::from_cells(self.givens.clone()).expect("digits of a grid"))
    }

    pub(super) fn add(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.givens[cell] = self.solution[cell];
        }
    }

    /// Goes through groups of clues in order, removes each group that can be spared, and leaves at
    /// least `at_least` clues.
    ///
    /// To save time, many groups are removed at once while the condition holds; if it does not, half
    /// as many are tried. The result is the same as with one group at a time.
    pub(super) fn dig(
        &mut self,
        kernel: Kernel,
        groups: &[Vec<usize>],
        at_least: usize,
        keep: Keep,
    ) {
        if matches!(keep, Keep::Unique(_) | Keep::Rated(..)) && self.unavoidable.is_empty() {
            self.unavoidable = swaps::unavoidable(&self.solution);
        }
        let mut clues = self.clues();
        let mut at = 0;
        let there = |group: &Vec<usize>| self.givens[group[0]] > 0;
        let groups: Vec<&Vec<usize>> = groups.iter().filter(|group| there(group)).collect();
        let mut many = if clues == self.givens.len() { groups.len() * 9 / 16 } else { 1 };
        while at < groups.len() {
            many = many.clamp(1, groups.len() - at);
            let taken = &groups[at..at + many];
            let fewer = taken.iter().map(|group| group.len()).sum::<usize>();
            let spared = clues >= at_least + fewer && self.can_spare(kernel, taken, keep);
            if spared {
                clues -= fewer;
            }
            match (spared, many) {
                (true, _) | (false, 1) => at += many,
                (false, _) => many /= 2,
            }
        }
    }

    /// Removes the clues of these groups if the condition `keep` holds without them; returns whether
    /// it does.
    fn can_spare(&mut self, kernel: Kernel, groups: &[&Vec<usize>], keep: Keep) -> bool {
        let cells = || groups.iter().copied().flatten().copied();
        for cell in cells() {
            self.givens[cell] = 0;
        }
        let spared = match keep {
            Keep::Unique(nodes) | Keep::Rated(nodes, _) => {
                let one = if let [group] = groups { group.as_slice() } else { &[] };
                let only = if let &[cell] = one { Some(cell) } else { None };
                let is_rated = |dug: &Self| match keep {
                    Keep::Rated(_, most) => is_rated_at_most(&dug.puzzle(), most),
                    _ => true,
                };
                self.is_only_solution(kernel, only, nodes) && is_rated(self)
            }
            Keep::Singles(look) => kernel.follows(&self.givens, look),
            Keep::FewForks => rate::level(&self.puzzle()).is_some_and(|l| l < Level::FIVE),
        };
        if !spared {
            for cell in cells() {
                self.givens[cell] = self.solution[cell];
            }
        }
        spared
    }

    /// Whether the clues have no other solution. `taken` is the cell whose clue was removed, if it was one
    /// cell only and the clues had one solution before. Any other solution then has another digit in this
    /// cell.
    fn is_only_solution(&mut self, kernel: Kernel, taken: Option<usize>, nodes: u64) -> bool {
        if self.avoids_a_set() {
            return false;
        }
        let not = taken.map(|cell| (cell, self.solution[cell]));
        let besides = taken.is_none().then_some(self.solution.as_slice());
        let question = Question { givens: &self.givens, not, besides, nodes };
        match kernel.search_besides(question, &self.solution) {
            Answer::None => true,
            Answer::Unknown => false,
            Answer::Solution(other) => {
                self.remember(&other);
                false
            }
        }
    }

    /// Whether some unavoidable set has no clue, so that there is another solution.
    fn avoids_a_set(&self) -> bool {
        if self.unavoidable.is_empty() {
            return false;
        }
        let clues = self.clue_cells();
        self.unavoidable.iter().any(|set| set & clues == 0)
    }

    /// The cells that hold a clue, as bits. Grids above 9x9 have more cells than bits, and no sets; bits are lost there.
    fn clue_cells(&self) -> u128 {
        let mut clues = 0;
        let (eights, rest) = self.givens.as_chunks::<8>();
        for (i, eight) in eights.iter().take(u128::BITS as usize / 8).enumerate() {
            // The highest bit of each byte that is not 0; then these bits side by side. A digit is below 128.
            let filled =
                (u64::from_le_bytes(*eight) + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080;
            let byte = (filled >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            clues |= u128::from(byte) << (8 * i);
        }
        let rest = rest.iter().zip(8 * eights.len()..u128::BITS as usize);
        rest.fold(clues, |clues, (&digit, cell)| clues | u128::from(digit > 0) << cell)
    }

    /// Takes over the unavoidable sets found while digging the same solution.
    pub(super) fn learn_from(&mut self, other: Self) {
        debug_assert_eq!(self.solution, other.solution);
        self.unavoidable = other.unavoidable;
    }

    fn remember(&mut self, other: &[u8]) {
        if other.len() <= u128::BITS as usize {
            let pairs = other.iter().zip(&self.solution);
            if self.unavoidable.len() == REMEMBERED {
                self.unavoidable.remove(0);
            }
            self.unavoidable.push(cells(pairs.map(|(other, digit)| other != digit)));
        }
    }

    /// The first clue that can be spared; `None` if every clue is needed.
    ///
    /// # Errors
    /// The first clue for which `nodes` search nodes do not suffice to decide.
    pub(super) fn spare_clue(
        &mut self,
        kernel: Kernel,
        nodes: u64,
    ) -> Result<Option<usize>, usize> {
        let clues = self.clue_cells();
        for cell in 0..self.givens.len() {
            // If the clue is the only one of an unavoidable set, there is another solution without it.
            let others = clues & !(1u128.checked_shl(cell as u32).unwrap_or(0));
            if others != clues && self.unavoidable.iter().any(|set| set & others == 0) {
                continue;
            }
            let digit = std::mem::take(&mut self.givens[cell]);
            if digit == 0 {
                continue;
            }
            let not = Some((cell, digit));
            let question = Question { givens: &self.givens, not, besides: None, nodes };
            let answer = kernel.search_besides(question, &self.solution);
            self.givens[cell] = digit;
            match answer {
                Answer::None => return Ok(Some(cell)),
                Answer::Unknown => return Err(cell),
                Answer::Solution(_) => {}
            }
        }
        Ok(None)
    }
}

/// The cells for which `each` yields true, as bits.
fn cells(each: impl Iterator<Item = bool>) -> u128 {
    each.enumerate().fold(0, |set, (cell, is_in)| set | u128::from(is_in) << cell)
}
