//! The tail search: fills the last cells of a grid with many solutions, by masks and without learning.
//!
//! Where solutions lie close together, learning gains almost nothing, and the main search pays for every
//! literal that becomes true and is taken back. So once few variables are free, the open cells are searched
//! by simple backtracking, which fills cells with one candidate and then tries the candidates of a cell
//! with the fewest. Nodes, forks and steps are those of the main search, because a digit is tried, and then
//! taken back for good.

use std::ops::ControlFlow;

use quadrille_cover::search::{Found, Leaf, Outcome};

use crate::engine::observer::StepObserver;
use crate::engine::step::{Step, Why};
use crate::grid::Grid;

/// A cell left open by the main search.
struct Cell {
    number: u16,
    /// The row, column and region of the cell, numbered among all units.
    units: [u16; 3],
    /// Bit d for each candidate d. Digits that the cell's units no longer lack may still be included.
    candidates: u128,
}

/// The state of a node once cells with one candidate are filled.
enum Next {
    DeadEnd,
    Solution,
    /// A digit is tried in the cell at this place of the list.
    Choice(usize, u8),
}

pub(super) struct TailSearch<'a> {
    /// The grid. Open cells may hold digits of other branches, until they are filled again.
    grid: Grid,
    cells: Vec<Cell>,
    /// Indices into `cells`: first the `open` cells, then the filled ones, the last one filled first.
    list: Vec<u16>,
    open: usize,
    /// The digits that each unit still lacks, bit d for digit d.
    lacking: Vec<u128>,
    /// Candidates taken back for good under the choices that are open.
    struck: Vec<(u16, u8)>,
    /// Solutions visited before. If one is found here again, it counts as a dead end.
    visited: &'a [Grid],
    /// The number of open choices, those of the main search included.
    depth: usize,
    /// The numbers of leaves so far, which are solutions and dead ends.
    pub(super) solutions: u64,
    pub(super) dead_ends: u64,
}

impl<'a> TailSearch<'a> {
    /// The tail search of a grid whose open cells have these candidates, under `depth` open choices.
    pub(super) fn new(
        grid: Grid,
        candidates: impl Iterator<Item = (u16, u8)>,
        visited: &'a [Grid],
        depth: usize,
    ) -> Self {
        let order = grid.order();
        let mut cells: Vec<Cell> = Vec::new();
        let mut lacking = vec![0; 3 * order.side()];
        let mut place = vec![usize::MAX; order.cells()];
        for (number, digit) in candidates {
            let at = &mut place[number as usize];
            if *at == usize::MAX {
                *at = cells.len();
                let units = order.layout().units_of(number as usize).map(|unit| unit as u16);
                cells.push(Cell { number, units, candidates: 0 });
            }
            let cell = &mut cells[*at];
            cell.candidates |= 1 << digit;
            for unit in cell.units {
                lacking[unit as usize] |= 1 << digit;
            }
        }
        let (list, open) = ((0..cells.len() as u16).collect(), cells.len());
        let struck = Vec::new();
        Self {
            grid,
            cells,
            list,
            open,
            lacking,
            struck,
            visited,
            depth,
            solutions: 0,
            dead_ends: 0,
        }
    }

    /// Searches below the node entered last. The recursion is at most as deep as there are open cells,
    /// and these are few.
    pub(super) fn run<O: StepObserver>(
        &mut self,
        observer: &mut O,
        found: &mut Found<'_, Grid>,
    ) -> ControlFlow<Outcome> {
        let (open, struck) = (self.open, self.struck.len());
        loop {
            match self.fill(observer) {
                Next::DeadEnd => {
                    self.dead_ends += 1;
                    observer.leaf(Leaf::DeadEnd);
                    break;
                }
                Next::Solution => {
                    self.solutions += 1;
                    observer.leaf(Leaf::Solution);
                    if found.solution(&self.grid).is_break() {
                        return ControlFlow::Break(Outcome::Stopped);
                    }
                    break;
                }
                Next::Choice(at, digit) => self.try_digit(at, digit, observer, found)?,
            }
        }
        self.open_to(open);
        for (cell, digit) in self.struck.drain(struck..) {
            self.cells[cell as usize].candidates |= 1 << digit;
        }
        ControlFlow::Continue(())
    }

    /// Searches below a choice, then strikes its candidate.
    fn try_digit<O: StepObserver>(
        &mut self,
        at: usize,
        digit: u8,
        observer: &mut O,
        found: &mut Found<'_, Grid>,
    ) -> ControlFlow<Outcome> {
        let (tried, open) = (self.list[at], self.open);
        let cell = self.cells[tried as usize].number as usize;
        self.depth += 1;
        observer.fork();
        observer.depth(self.depth);
        observer.tests(1);
        observer.step(|| Step::Tried { cell, digit, fork: true });
        self.place(at, digit);
        enter(observer)?;
        self.run(observer, found)?;
        self.open_to(open);
        self.depth -= 1;
        observer.step(|| Step::TakenBack { cell, digit });
        self.cells[tried as usize].candidates &= !(1 << digit);
        self.struck.push((tried, digit));
        enter(observer)
    }

    /// Fills cells with one candidate until there are none.
    fn fill<O: StepObserver>(&mut self, observer: &mut O) -> Next {
        loop {
            let (mut filled, mut at) = (false, 0);
            let (mut best, mut fewest) = (Next::Solution, u32::MAX);
            while at < self.open {
                let cell = &self.cells[self.list[at] as usize];
                let [row, column, region] = cell.units.map(|unit| self.lacking[unit as usize]);
                let mask = cell.candidates & row & column & region;
                let digit = mask.trailing_zeros() as u8;
                if mask == 0 {
                    return Next::DeadEnd;
                }
                if mask.is_power_of_two() {
                    let cell = cell.number as usize;
                    observer.tests(1);
                    observer.step(|| Step::Placed { cell, digit, why: Why::Implied });
                    self.place(at, digit); // another cell takes its place in the list
                    filled = true;
                    continue;
                }
                let candidates = mask.count_ones();
                if candidates < fewest {
                    (best, fewest) = (Next::Choice(at, digit), candidates);
                }
                at += 1;
            }
            if !filled {
                let again = self.open == 0 && self.visited.contains(&self.grid);
                return if again { Next::DeadEnd } else { best };
            }
        }
    }

    fn place(&mut self, at: usize, digit: u8) {
        self.open -= 1;
        self.list.swap(at, self.open);
        let cell = &self.cells[self.list[self.open] as usize];
        self.grid.set(cell.number as usize, digit);
        for unit in cell.units {
            self.lacking[unit as usize] &= !(1 << digit);
        }
    }

    /// Opens the cells filled last, until `open` cells are open.
    fn open_to(&mut self, open: usize) {
        for &cell in &self.list[self.open..open] {
            let cell = &self.cells[cell as usize];
            for unit in cell.units {
                self.lacking[unit as usize] |= 1 << self.grid.digit(cell.number as usize);
            }
        }
        self.open = open;
    }
}

fn enter<O: StepObserver>(observer: &mut O) -> ControlFlow<Outcome> {
    if observer.enter() {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(Outcome::BudgetSpent)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Budget;
    use quadrille_cover::search::{Counter, Probe};

    use super::*;
    use crate::grid::{Order, Puzzle};

    /// The solutions of the empty 4x4 grid except these, and the number of dead ends.
    fn solutions(visited: &[Grid]) -> (Vec<Grid>, u64) {
        let grid = Grid::empty(Order::new(2).unwrap());
        let budget = Budget::default();
        let mut counter = Counter::new(&budget);
        let mut grids = Vec::new();
        let mut visit = |grid: &Grid| {
            assert!(Puzzle::new(Grid::empty(grid.order())).is_solved_by(grid));
            grids.push(grid.clone());
            ControlFlow::Continue(())
        };
        let candidates = (0..16).flat_map(|cell| (1..=4).map(move |digit| (cell, digit)));
        let mut tail = TailSearch::new(grid, candidates, visited, 0);
        assert!(counter.enter());
        assert!(tail.run(&mut counter, &mut Found::new(&budget, &mut visit)).is_continue());
        let (solutions, dead_ends) = (tail.solutions, tail.dead_ends);
        assert_eq!(counter.leaves, solutions + dead_ends);
        assert_eq!(counter.leaves, counter.forks + 1);
        assert_eq!(solutions, grids.len() as u64);
        (grids, dead_ends)
    }

    #[test]
    fn each_solution_once_but_for_those_visited_before() {
        let (mut all, dead_ends) = solutions(&[]);
        assert_eq!(all.len(), 288);
        let visited: Vec<Grid> = all.iter().step_by(40).cloned().collect();
        let (others, more) = solutions(&visited);
        assert_eq!(more, dead_ends + visited.len() as u64);
        all.retain(|grid| !visited.contains(grid));
        assert_eq!(others, all);
        all.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
        assert!(all.windows(2).all(|two| two[0] != two[1]));
    }
}
