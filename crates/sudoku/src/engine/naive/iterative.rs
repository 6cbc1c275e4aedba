//! `naive-iterative` and `naive-ordered`: the backtracker without recursion.
//!
//! The state is a list of values and a path through the free cells. In a loop, the value of the
//! current cell is raised by one. If the new value stands, the walk steps on to the next free
//! cell; after the last one it has found a solution. Past the last digit the value becomes 0 and
//! the walk steps back to the free cell before; at the first one the search is exhausted.
//!
//! `naive-iterative` walks in reading order, so it makes the same tests as `naive-first`.
//! `naive-ordered` sorts the free cells before the search by the number of candidates that the
//! givens leave them, fewest first, ties in reading order.
//!
//! `tests` count the checks of a placed digit.
//!
//! Source: system C, a Python course page, with the second improvement that the page suggests.

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::{another_stands, stands};
use crate::engine::observer::{StepObserver, end_solved};
use crate::engine::step::Step;
use crate::grid::{Grid, Puzzle};

pub(in crate::engine) fn in_reading_order<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    walk(puzzle, &free_cells(puzzle), observer, found)
}

pub(in crate::engine) fn most_constrained_first<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut grid = puzzle.givens().clone();
    let mut candidates = |cell: usize| {
        let digits = 1..=puzzle.order().side() as u8;
        let count = digits.filter(|&digit| {
            grid.set(cell, digit);
            stands(&grid, cell)
        });
        let count = count.count();
        grid.set(cell, 0);
        count
    };
    let mut path = free_cells(puzzle);
    path.sort_by_cached_key(|&cell| candidates(cell)); // a stable sort keeps reading order
    walk(puzzle, &path, observer, found)
}

/// The cells without a given, in reading order.
fn free_cells(puzzle: &Puzzle) -> Vec<usize> {
    let givens = puzzle.givens().cells();
    (0..givens.len()).filter(|&cell| givens[cell] == 0).collect()
}

fn walk<O: StepObserver>(
    puzzle: &Puzzle,
    path: &[usize],
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut grid = puzzle.givens().clone();
    let side = puzzle.order().side() as u8;
    let mut forks = Forks::new(grid.cells().len());
    if !observer.enter() {
        return Outcome::BudgetSpent;
    }
    if path.is_empty() {
        return end_solved(&grid, observer, found);
    }
    let mut at = 0;
    loop {
        let cell = path[at];
        let digit = grid.digit(cell);
        if forks.stood[cell] {
            observer.step(|| Step::TakenBack { cell, digit });
            forks.close(cell);
        }
        if digit == side {
            grid.set(cell, 0);
            if !std::mem::replace(&mut forks.any_stood[cell], false) {
                observer.leaf(Leaf::DeadEnd);
            }
            if at == 0 {
                return Outcome::Exhausted;
            }
            at -= 1;
            continue;
        }
        grid.set(cell, digit + 1);
        observer.tests(1);
        if !stands(&grid, cell) {
            continue;
        }
        let fork = O::COUNTING && another_stands(&mut grid, cell);
        if fork {
            observer.fork();
        }
        observer.depth(forks.open(cell, fork));
        observer.step(|| Step::Tried { cell, digit: digit + 1, fork });
        if !observer.enter() {
            return Outcome::BudgetSpent;
        }
        if at + 1 < path.len() {
            at += 1;
            continue;
        }
        // To go on after a solution, the loop raises the value of this cell.
        observer.leaf(Leaf::Solution);
        if found.solution(&grid).is_break() {
            return Outcome::Stopped;
        }
    }
}

/// The state of the cells filled so far that only the counters need.
struct Forks {
    /// For each cell, whether the walk went on from the value now in the cell.
    stood: Vec<bool>,
    /// For each cell, whether some value clashed with none since the walk last came to it from the cell before.
    any_stood: Vec<bool>,
    /// For each cell, whether the value now in the cell was a fork.
    is_fork: Vec<bool>,
    open: usize,
}

impl Forks {
    fn new(cells: usize) -> Self {
        let none = || vec![false; cells];
        Self { stood: none(), any_stood: none(), is_fork: none(), open: 0 }
    }

    /// Notes that the walk goes on from a cell; returns the number of open forks.
    fn open(&mut self, cell: usize, fork: bool) -> usize {
        self.stood[cell] = true;
        self.any_stood[cell] = true;
        self.is_fork[cell] = fork;
        self.open += usize::from(fork);
        self.open
    }

    fn close(&mut self, cell: usize) {
        self.stood[cell] = false;
        self.open -= usize::from(std::mem::take(&mut self.is_fork[cell]));
    }
}
