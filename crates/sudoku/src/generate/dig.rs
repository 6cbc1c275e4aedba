//! Top-down: clues taken away from a grid while it stays a puzzle.

use super::board::Look;
use super::kernel::{Answer, Kernel, Question};
use crate::grid::{Grid, Puzzle};
use crate::rate::{self, Level};

/// Clues with the solution they belong to.
#[derive(Clone, Debug)]
pub(super) struct Dug {
    /// A digit for each cell, 0 where there is no clue.
    pub(super) givens: Vec<u8>,
    /// The solution.
    pub(super) solution: Vec<u8>,
    /// Where other solutions differed from it that were met while digging, up to 9x9: one of
    /// these cells at least must hold a clue.
    unavoidable: Vec<u128>,
}

/// Sets of cells that are remembered. The latest ones are the most useful.
const REMEMBERED: usize = 256;

/// What must stay true while clues are taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// There is one solution, shown within so many nodes.
    Unique(u64),
    /// It follows by singles, looked for in these units: levels 1, 2 and 3.
    Singles(Look),
    /// It takes 3 forks at most: level 4.
    FewForks,
}

impl Dug {
    /// Clues, and the solution they belong to.
    pub(super) fn new(givens: Vec<u8>, solution: Vec<u8>) -> Self {
        Self { givens, solution, unavoidable: Vec::new() }
    }

    /// The full grid.
    pub(super) fn full(solution: Vec<u8>) -> Self {
        Self::new(solution.clone(), solution)
    }

    pub(super) fn clues(&self) -> usize {
        self.givens.iter().filter(|&&digit| digit > 0).count()
    }

    pub(super) fn puzzle(&self) -> Puzzle {
        Puzzle::new(Grid::from_cells(self.givens.clone()).expect("digits of a grid"))
    }

    /// Makes clues of these cells.
    pub(super) fn add(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.givens[cell] = self.solution[cell];
        }
    }

    /// Takes groups of clues away, in this order, each that can be spared, and leaves at least
    /// so many clues.
    ///
    /// That is what happens, only faster: as long as it goes well, many groups are taken at
    /// once, and half as many if that was too many.
    pub(super) fn dig(
        &mut self,
        kernel: Kernel,
        groups: &[Vec<usize>],
        at_least: usize,
        keep: Keep,
    ) {
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

    /// Takes the clues away if what must stay true does.
    fn can_spare(&mut self, kernel: Kernel, groups: &[&Vec<usize>], keep: Keep) -> bool {
        let cells = || groups.iter().copied().flatten().copied();
        for cell in cells() {
            self.givens[cell] = 0;
        }
        let spared = match keep {
            Keep::Unique(nodes) => {
                let one = if let [group] = groups { group.as_slice() } else { &[] };
                let only = if let &[cell] = one { Some(cell) } else { None };
                self.is_only_solution(kernel, only, nodes)
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

    /// Whether the clues have no other solution. If the clue of one cell alone was taken away
    /// from clues that had none, another solution has another digit there.
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

    /// Whether no clue lies where some other solution differs: then it is one of these clues.
    fn avoids_a_set(&self) -> bool {
        if self.unavoidable.is_empty() {
            return false;
        }
        let clues = cells(self.givens.iter().map(|&digit| digit > 0));
        self.unavoidable.iter().any(|set| set & clues == 0)
    }

    /// Remembers what was met while digging the same solution.
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

    /// The first clue that can be spared, if it can be shown for each, within so many nodes.
    ///
    /// # Errors
    /// The clue for which it cannot be shown either way.
    pub(super) fn spare_clue(
        &mut self,
        kernel: Kernel,
        nodes: u64,
    ) -> Result<Option<usize>, usize> {
        for cell in 0..self.givens.len() {
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

/// The cells for which it is true, as bits.
fn cells(each: impl Iterator<Item = bool>) -> u128 {
    each.enumerate().fold(0, |set, (cell, is_in)| set | u128::from(is_in) << cell)
}
