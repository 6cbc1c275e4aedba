//! `naive-iterative` and `naive-ordered`: the backtracker without recursion.
//!
//! A list of values, and a path through the free cells. In a loop, the current cell's value is
//! raised by one; past the last digit it becomes 0 and the walk steps back to the free cell
//! before; if the value stands, the walk steps on to the next. No cell before: no more
//! solutions. No cell after: a solution.
//!
//! `naive-iterative` walks in reading order, so it makes the tests of `naive-first`.
//! `naive-ordered` fixes another order before the search: cells with the fewest candidates,
//! given the clues, come first, ties in reading order.
//!
//! `tests` are checks of a placed digit.
//!
//! Source: system C, a Python course page, with the second of its suggested improvements.

use quadrille_cover::search::{Found, Leaf, Outcome};

use super::naive_first::{another_stands, stands};
use super::watch::{Step, Watcher};
use crate::grid::{Grid, Puzzle};

/// `naive-iterative`.
pub(super) fn in_reading_order<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let free = puzzle.givens().cells().iter().map(|&given| given == 0).collect();
    walk(puzzle, &ReadingOrder { free }, watcher, found)
}

/// `naive-ordered`.
pub(super) fn most_constrained_first<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    walk(puzzle, &FixedOrder::new(puzzle), watcher, found)
}

/// A path through the free cells, both ways.
trait Path {
    fn first(&self) -> Option<usize>;
    fn next(&self, cell: usize) -> Option<usize>;
    fn previous(&self, cell: usize) -> Option<usize>;
}

/// Which cells are free, to be looked through in reading order.
struct ReadingOrder {
    free: Vec<bool>,
}

impl Path for ReadingOrder {
    fn first(&self) -> Option<usize> {
        self.free.iter().position(|&free| free)
    }
    fn next(&self, cell: usize) -> Option<usize> {
        (cell + 1..self.free.len()).find(|&cell| self.free[cell])
    }
    fn previous(&self, cell: usize) -> Option<usize> {
        (0..cell).rev().find(|&cell| self.free[cell])
    }
}

/// The free cells in an order of their own, and where each cell stands in it.
struct FixedOrder {
    path: Vec<usize>,
    place: Vec<usize>,
}

impl FixedOrder {
    fn new(puzzle: &Puzzle) -> Self {
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
        let cells = puzzle.order().cells();
        let mut path: Vec<usize> =
            (0..cells).filter(|&cell| puzzle.givens().digit(cell) == 0).collect();
        path.sort_by_cached_key(|&cell| candidates(cell)); // a stable sort keeps reading order
        let mut place = vec![0; cells];
        for (i, &cell) in path.iter().enumerate() {
            place[cell] = i;
        }
        Self { path, place }
    }
}

impl Path for FixedOrder {
    fn first(&self) -> Option<usize> {
        self.path.first().copied()
    }
    fn next(&self, cell: usize) -> Option<usize> {
        self.path.get(self.place[cell] + 1).copied()
    }
    fn previous(&self, cell: usize) -> Option<usize> {
        self.place[cell].checked_sub(1).map(|place| self.path[place])
    }
}

fn walk<W: Watcher>(
    puzzle: &Puzzle,
    path: &impl Path,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let mut grid = puzzle.givens().clone();
    let side = puzzle.order().side() as u8;
    let mut forks = Forks::new(grid.cells().len());
    if !watcher.enter() {
        return Outcome::BudgetSpent;
    }
    let Some(mut cell) = path.first() else {
        watcher.leaf(Leaf::Solution);
        return if found.solution(&grid).is_break() {
            Outcome::Stopped
        } else {
            Outcome::Exhausted
        };
    };
    loop {
        let digit = grid.digit(cell);
        if forks.stood[cell] {
            watcher.step(|| Step::TakenBack { cell, digit });
            forks.close(cell);
        }
        if digit == side {
            grid.set(cell, 0);
            if !std::mem::replace(&mut forks.any_stood[cell], false) {
                watcher.leaf(Leaf::DeadEnd);
            }
            match path.previous(cell) {
                Some(previous) => cell = previous,
                None => return Outcome::Exhausted,
            }
            continue;
        }
        grid.set(cell, digit + 1);
        watcher.tests(1);
        if !stands(&grid, cell) {
            continue;
        }
        let fork = W::COUNTING && another_stands(&mut grid, cell);
        if fork {
            watcher.fork();
        }
        watcher.depth(forks.open(cell, fork));
        watcher.step(|| Step::Tried { cell, digit: digit + 1, fork });
        if !watcher.enter() {
            return Outcome::BudgetSpent;
        }
        match path.next(cell) {
            Some(next) => cell = next,
            None => {
                watcher.leaf(Leaf::Solution);
                if found.solution(&grid).is_break() {
                    return Outcome::Stopped;
                }
                // A solution found is a failed choice: the loop raises this cell next.
            }
        }
    }
}

/// What is known of the cells filled so far, for the counters alone.
struct Forks {
    /// The value now in the cell stood, and the walk went on from it.
    stood: Vec<bool>,
    /// Some value stood since the walk came to the cell from before it.
    any_stood: Vec<bool>,
    /// The value now in the cell was a fork.
    is_fork: Vec<bool>,
    open: usize,
}

impl Forks {
    fn new(cells: usize) -> Self {
        let none = || vec![false; cells];
        Self { stood: none(), any_stood: none(), is_fork: none(), open: 0 }
    }

    /// The walk goes on from a cell. Says how many forks are open now.
    fn open(&mut self, cell: usize, fork: bool) -> usize {
        self.stood[cell] = true;
        self.any_stood[cell] = true;
        self.is_fork[cell] = fork;
        self.open += usize::from(fork);
        self.open
    }

    /// The walk is back at a cell.
    fn close(&mut self, cell: usize) {
        self.stood[cell] = false;
        self.open -= usize::from(std::mem::take(&mut self.is_fork[cell]));
    }
}
