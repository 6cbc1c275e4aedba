//! Random puzzles with one solution, several or none, some with givens that clash.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille_cover::random::Stream;
use quadrille_sudoku::generate::{Generator, Recipe, full_grid};
use quadrille_sudoku::{Grid, Order, Puzzle};

/// A cell and a digit to put there, which may make the puzzle unsolvable.
type Change = (Index, Index);

/// Mostly 4x4 puzzles, and some of 9x9.
pub fn any_size() -> impl Strategy<Value = Puzzle> {
    prop_oneof![4 => small(), 1 => nine()]
}

/// 4x4 puzzles, from the empty grid to the full one.
pub fn small() -> impl Strategy<Value = Puzzle> {
    let order = Order::new(2).unwrap();
    let keep = (0..=16usize).prop_flat_map(|kept| {
        let keep: Vec<bool> = (0..16).map(|cell| cell < kept).collect();
        Just(keep).prop_shuffle()
    });
    (any::<u64>(), keep, changes()).prop_map(move |(seed, keep, changes)| {
        let mut grid = full_grid(order, &mut Stream::new(seed, 0));
        for (cell, _) in keep.iter().enumerate().filter(|&(_, &keep)| !keep) {
            grid.set(cell, 0);
        }
        changed(grid, &changes)
    })
}

/// 9x9 puzzles that have a few clues more than needed, or a few too few.
pub fn nine() -> impl Strategy<Value = Puzzle> {
    let removed = vec(any::<Index>(), 0..6);
    (unique(Order::NINE, 24..50), removed, changes()).prop_map(|(unique, removed, changes)| {
        let mut grid = unique.givens().clone();
        for index in removed {
            let filled: Vec<usize> = (0..81).filter(|&cell| grid.digit(cell) > 0).collect();
            grid.set(*index.get(&filled), 0);
        }
        changed(grid, &changes)
    })
}

/// Puzzles with one solution, whose number of clues is in `clues` if that can be reached.
pub fn unique(order: Order, clues: std::ops::Range<usize>) -> impl Strategy<Value = Puzzle> {
    (any::<u64>(), clues).prop_map(move |(seed, clues)| {
        let mut stream = Stream::new(seed, 0);
        // If ten attempts do not reach so few clues, the puzzle has as few as the method reaches.
        let recipes = [Some(clues), None].map(|clues| Recipe { clues, ..Recipe::new(order) });
        let generators = recipes.map(|recipe| Generator::new(recipe).expect("a recipe"));
        let mut attempts = generators.iter().flat_map(|it| (0..10).map(move |_| it));
        let made = attempts.find_map(|generator| generator.attempt(&mut stream).ok());
        made.expect("a puzzle").puzzle
    })
}

/// The changes of a puzzle; most puzzles have none.
fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = (any::<Index>(), any::<Index>());
    prop_oneof![3 => Just(Vec::new()), 2 => vec(change, 1..3)]
}

fn changed(mut grid: Grid, changes: &[Change]) -> Puzzle {
    for (cell, digit) in changes {
        let digit = 1 + digit.index(grid.order().side());
        grid.set(cell.index(grid.cells().len()), digit as u8);
    }
    Puzzle::new(grid)
}
