//! Puzzles made from others: with other givens, in another order, under other names of the digits.

use quadrille_cover::Budget;
use quadrille_cover::random::{Stream, shuffle};
use quadrille_sudoku::canonical::Transform;
use quadrille_sudoku::{Grid, Puzzle};

use super::{Solved, sudoku_solutions};

/// How often another place for a given is tried.
const TRIES: usize = 8;

/// A puzzle with several solutions, made from one with one: givens are removed until it has, and others, on which two of
/// the solutions agree, take their places.
pub fn with_several(puzzle: &Puzzle, stream: &mut Stream, budget: &Budget) -> Option<Puzzle> {
    let mut grid = isomorph(puzzle, stream).givens().clone();
    let mut removed = 0;
    let mut found = Vec::new();
    let mut cells = shuffled(&grid, true, stream);
    while found.len() < 2 {
        grid.set(cells.pop()?, 0);
        removed += 1;
        found = sudoku_solutions(&Puzzle::new(grid.clone()), budget)?;
    }
    let mut agree: Vec<usize> = (0..grid.cells().len())
        .filter(|&cell| grid.digit(cell) == 0 && found[0].digit(cell) == found[1].digit(cell))
        .collect();
    shuffle(&mut agree, stream);
    for cell in agree.into_iter().take(removed) {
        grid.set(cell, found[0].digit(cell));
    }
    Some(Puzzle::new(grid))
}

/// A puzzle with a solution, made from one without: givens are removed until it has one, and those of a solution take
/// their places.
pub fn with_some(puzzle: &Puzzle, stream: &mut Stream, budget: &Budget) -> Option<Puzzle> {
    let mut grid = isomorph(puzzle, stream).givens().clone();
    let mut cells = shuffled(&grid, true, stream);
    let mut removed = Vec::new();
    loop {
        // Doubled each time, as each search may take long.
        for _ in 0..removed.len().max(1) {
            removed.extend(cells.pop());
        }
        if removed.is_empty() {
            return None;
        }
        for &cell in &removed {
            grid.set(cell, 0);
        }
        let found = sudoku_solutions(&Puzzle::new(grid.clone()), budget)?;
        if let Some(solution) = found.first() {
            for cell in removed {
                grid.set(cell, solution.digit(cell));
            }
            return Some(Puzzle::new(grid));
        }
        if cells.is_empty() {
            return None; // no grid of this size has no solution
        }
    }
}

/// A puzzle with as many solutions, of which this is known, that is no isomorph if one is found.
pub fn with_as_many(
    puzzle: &Puzzle,
    solved: Option<&Solved>,
    stream: &mut Stream,
    budget: &Budget,
) -> Puzzle {
    let copy = isomorph(puzzle, stream);
    let moved = match solved {
        Some(Solved::One(_)) => with_one(&copy, stream, budget),
        Some(Solved::None) => with_none(&copy, stream),
        // A given fewer leaves as many solutions or more.
        Some(Solved::Several(..)) => {
            let mut grid = copy.givens().clone();
            shuffled(&grid, true, stream).pop().map(|cell| {
                grid.set(cell, 0);
                Puzzle::new(grid)
            })
        }
        None => None,
    };
    moved.unwrap_or(copy)
}

/// The puzzle with one given in another place, so that its solution stays the only one; or else with one given more.
fn with_one(puzzle: &Puzzle, stream: &mut Stream, budget: &Budget) -> Option<Puzzle> {
    let found = sudoku_solutions(puzzle, budget)?;
    let solution = found.first()?;
    for is_moved in (0..TRIES).map(|_| true).chain([false]) {
        let mut grid = puzzle.givens().clone();
        let [from, to] = [true, false].map(|are_given| shuffled(&grid, are_given, stream).pop());
        let (from, to) = (from?, to?);
        if is_moved {
            grid.set(from, 0);
        }
        grid.set(to, solution.digit(to));
        let other = Puzzle::new(grid);
        if !is_moved || sudoku_solutions(&other, budget)?.len() == 1 {
            return Some(other);
        }
    }
    None
}

/// The puzzle without a solution with one given more, which leaves it without. The given does not clash with another, unless
/// others clash already, so that it makes the search no shorter than the others do.
fn with_none(puzzle: &Puzzle, stream: &mut Stream) -> Option<Puzzle> {
    let has_clash = puzzle.givens().clash().is_some();
    for cell in shuffled(puzzle.givens(), false, stream) {
        let mut grid = puzzle.givens().clone();
        let digit = 1 + stream.below(grid.order().side());
        grid.set(cell, u8::try_from(digit).expect("a grid has at most 81 digits"));
        if has_clash || grid.clash().is_none() {
            return Some(Puzzle::new(grid));
        }
    }
    None
}

/// The cells that have a given, or those that have none, in a random order.
fn shuffled(grid: &Grid, are_given: bool, stream: &mut Stream) -> Vec<usize> {
    let all = 0..grid.cells().len();
    let mut cells: Vec<usize> = all.filter(|&c| (grid.digit(c) > 0) == are_given).collect();
    shuffle(&mut cells, stream);
    cells
}

fn isomorph(puzzle: &Puzzle, stream: &mut Stream) -> Puzzle {
    Transform::random(puzzle.order(), stream).apply_to_puzzle(puzzle)
}
