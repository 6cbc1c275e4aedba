//! Making puzzles, the same ones for one seed on every machine.
//!
//! *Top-down*: a random full grid, then cells emptied in a random order, each only if the puzzle
//! keeps a single solution. `masks` says so, within a number of tests; a cell for which that is
//! not enough keeps its digit, so large grids end with a few more clues than they need.
//!
//! Puzzles with several solutions or none are made of one with a single solution: a clue too
//! few, or a digit too many.

use std::ops::ControlFlow;

use quadrille_cover::random::{Stream, shuffle};
use quadrille_cover::search::{Counter, Found};
use quadrille_cover::{Budget, Outcome};

use crate::engine::masks;
use crate::engine::{Engine, Watch};
use crate::grid::{Grid, Order, Puzzle};

/// What to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The size.
    pub order: Order,
    /// Stop at this many clues; 0 takes away whatever can be.
    pub clues: usize,
    /// How many solutions it is to have.
    pub answer: Wanted,
}

/// How many solutions a puzzle is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Exactly one.
    #[default]
    Unique,
    /// More than one: a clue less than it takes.
    Multiple,
    /// None, though no givens clash: a digit more, which the only solution does not have.
    None,
}

/// Tests after which a random grid is begun anew: a good one needs one or two for each cell.
const PATIENCE: u64 = 8;
/// Tests for each cell of a grid within which a puzzle must prove to have one solution.
const PROOF: u64 = 4;

/// A puzzle as wanted.
pub fn puzzle(recipe: Recipe, stream: &mut Stream) -> Puzzle {
    loop {
        let solution = full_grid(recipe.order, stream);
        let unique = dig(solution.clone(), recipe.clues, stream);
        let made = match recipe.answer {
            Wanted::Unique => Some(unique),
            Wanted::Multiple => without_one(&unique, stream),
            Wanted::None => with_one_wrong(&unique, &solution, stream),
        };
        if let Some(grid) = made {
            return Puzzle::new(grid);
        }
    }
}

/// Empties cells of a full grid in a random order, as long as one solution is left, down to a
/// number of clues.
fn dig(mut grid: Grid, at_least: usize, stream: &mut Stream) -> Grid {
    let mut clues = grid.cells().len();
    let mut cells: Vec<usize> = (0..clues).collect();
    shuffle(&mut cells, stream);
    for cell in cells {
        if clues <= at_least {
            break;
        }
        let digit = grid.digit(cell);
        grid.set(cell, 0);
        if solutions_up_to_two(&grid) == Some(1) {
            clues -= 1;
        } else {
            grid.set(cell, digit);
        }
    }
    grid
}

/// The grid without a clue that it cannot spare, if there is one.
fn without_one(unique: &Grid, stream: &mut Stream) -> Option<Grid> {
    let mut clues: Vec<usize> = filled(unique, true).collect();
    shuffle(&mut clues, stream);
    clues.into_iter().find_map(|cell| {
        let mut grid = unique.clone();
        grid.set(cell, 0);
        (solutions_up_to_two(&grid) == Some(2)).then_some(grid)
    })
}

/// The grid with a digit more, which clashes with no clue and is not that of the solution.
fn with_one_wrong(unique: &Grid, solution: &Grid, stream: &mut Stream) -> Option<Grid> {
    let mut empty: Vec<usize> = filled(unique, false).collect();
    shuffle(&mut empty, stream);
    empty.into_iter().find_map(|cell| {
        let mut wrong: Vec<u8> = (1..=unique.order().side() as u8).collect();
        wrong.retain(|&digit| digit != solution.digit(cell));
        shuffle(&mut wrong, stream);
        wrong.into_iter().find_map(|digit| {
            let mut grid = unique.clone();
            grid.set(cell, digit);
            grid.clash().is_none().then_some(grid)
        })
    })
}

/// The cells that hold a digit, or those that hold none.
fn filled(grid: &Grid, filled: bool) -> impl Iterator<Item = usize> {
    (0..grid.cells().len()).filter(move |&cell| (grid.digit(cell) > 0) == filled)
}

/// A random full grid: `masks` on the empty grid with digits chosen at random, begun anew
/// whenever it loses its way.
pub fn full_grid(order: Order, stream: &mut Stream) -> Grid {
    let empty = Puzzle::new(Grid::empty(order));
    let budget = Budget { tests: Some(PATIENCE * order.cells() as u64), ..Budget::default() };
    loop {
        let mut full = None;
        let mut keep = |grid: &Grid| {
            full = Some(grid.clone());
            ControlFlow::Break(())
        };
        let pick = |digits: &[u8]| digits[stream.below(digits.len())];
        let mut found = Found::new(&budget, &mut keep);
        masks::search_choosing(&empty, &mut Counter::new(&budget), &mut found, pick);
        if let Some(full) = full {
            return full;
        }
    }
}

/// Whether there are 0, 1 or 2 and more solutions, if `masks` can show it within the tests
/// allowed.
fn solutions_up_to_two(grid: &Grid) -> Option<u64> {
    let tests = Some(PROOF * grid.cells().len() as u64);
    let budget = Budget { tests, solutions: Some(2), ..Budget::default() };
    let mut visit = |_: &Grid| ControlFlow::Continue(());
    let search = Engine::Masks.search(&Puzzle::new(grid.clone()), &budget, Watch::Off, &mut visit);
    (search.outcome != Outcome::BudgetSpent).then_some(search.stats.solutions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_makes_one_puzzle() {
        let recipe = Recipe { order: Order::NINE, clues: 0, answer: Wanted::Unique };
        let make = |seed, stream| puzzle(recipe, &mut Stream::new(seed, stream));
        assert_eq!(make(1, 0), make(1, 0));
        assert_ne!(make(1, 0), make(1, 1));
        assert_ne!(make(1, 0), make(2, 0));
    }

    #[test]
    fn puzzles_have_as_many_solutions_as_wanted_by_another_engine() {
        for order in Order::all().take(3) {
            for (answer, expected) in [
                (Wanted::Unique, (1, Outcome::Exhausted)),
                (Wanted::Multiple, (2, Outcome::Stopped)),
                (Wanted::None, (0, Outcome::Exhausted)),
            ] {
                let puzzle = puzzle(Recipe { order, clues: 0, answer }, &mut Stream::new(7, 0));
                assert_eq!(Engine::Dlx.count(&puzzle, 2), expected, "{puzzle:?}");
                assert_eq!(puzzle.clash(), None);
            }
        }
    }

    #[test]
    fn clues_are_kept_at_the_number_asked_for() {
        let recipe = Recipe { order: Order::NINE, clues: 40, answer: Wanted::Unique };
        assert_eq!(puzzle(recipe, &mut Stream::new(3, 0)).clues(), 40);
    }
}
