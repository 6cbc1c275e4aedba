//! Counts classes of grids and puzzles by canonical forms, and compares the numbers with the literature.
//!
//! Sources: Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006, and Russell's 416 classes
//! of bands described there; Jarvis and Russell's notes on 2x2 Sudoku; Wikipedia, "Mathematics
//! of Sudoku", for the minimal puzzles of 4x4.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_sudoku::canonical::canonical;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Watch};

fn full_4x4_grids() -> Vec<Grid> {
    let empty = Puzzle::new(Grid::empty(Order::new(2).unwrap()));
    let mut grids = Vec::new();
    Engine::Masks.search(&empty, &Budget::default(), Watch::Off, &mut |grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    });
    grids
}

/// The cells of a grid that are in the bit set `cells`; the others are empty.
fn part(grid: &Grid, cells: u32) -> Grid {
    let kept = grid.cells().iter().enumerate();
    let kept = kept.map(|(cell, &digit)| if cells >> cell & 1 == 1 { digit } else { 0 });
    Grid::from_cells(kept.collect()).unwrap()
}

fn classes(grids: impl IntoIterator<Item = Grid>) -> BTreeSet<Vec<u8>> {
    grids.into_iter().map(|grid| canonical(&grid).cells().to_vec()).collect()
}

fn is_unique(grid: &Grid) -> bool {
    Engine::Masks.count(&Puzzle::new(grid.clone()), 2).0 == 1
}

#[test]
fn the_288_full_4x4_grids_are_of_2_classes() {
    let grids = full_4x4_grids();
    assert_eq!(grids.len(), 288);
    let classes = classes(grids.clone());
    let members = |class: &Vec<u8>| grids.iter().filter(|g| canonical(g).cells() == class).count();
    assert_eq!(classes.iter().map(members).collect::<Vec<_>>(), [96, 192]);
}

#[test]
fn there_are_36_classes_of_minimal_4x4_puzzles() {
    let puzzles = classes(full_4x4_grids()).into_iter().flat_map(|full| {
        let full = Grid::from_cells(full).unwrap();
        let parts = (0..1 << 16).map(move |cells| part(&full, cells));
        parts.filter(|puzzle| is_unique(puzzle) && is_minimal(puzzle))
    });
    let mut by_clues = [0; 17];
    for class in classes(puzzles) {
        by_clues[class.iter().filter(|&&digit| digit > 0).count()] += 1;
    }
    assert_eq!(by_clues[4..=6], [13, 22, 1]);
    assert_eq!(by_clues.iter().sum::<i32>(), 36);
}

/// Whether every clue of a puzzle with one solution is needed.
fn is_minimal(puzzle: &Grid) -> bool {
    let mut fewer = puzzle.clone();
    (0..16).filter(|&cell| puzzle.digit(cell) > 0).all(|cell| {
        fewer.set(cell, 0);
        let spared = is_unique(&fewer);
        fewer.set(cell, puzzle.digit(cell));
        !spared
    })
}

#[test]
fn bands_are_of_416_classes() {
    let bands = bands();
    assert_eq!(bands.len(), 36_288, "Felgenhauer and Jarvis, after sorting columns and boxes");
    assert_eq!(classes(bands).len(), 416);
}

/// All top bands whose first box is 123456789, with the columns of the other two boxes, and the
/// boxes themselves, sorted by their first row.
fn bands() -> Vec<Grid> {
    let mut grid = Grid::empty(Order::NINE);
    for (cell, digit) in [0, 1, 2, 9, 10, 11, 18, 19, 20].into_iter().zip(1..) {
        grid.set(cell, digit);
    }
    let mut bands = Vec::new();
    fill(&mut grid, 3, &mut bands);
    bands
}

/// Adds all ways to fill the top band, starting at a cell.
fn fill(grid: &mut Grid, cell: usize, bands: &mut Vec<Grid>) {
    if cell == 27 {
        bands.push(grid.clone());
        return;
    }
    if grid.digit(cell) > 0 {
        return fill(grid, cell + 1, bands);
    }
    let least = match cell {
        4 | 5 | 7 | 8 => grid.digit(cell - 1) + 1,
        6 => grid.digit(3) + 1,
        _ => 1,
    };
    for digit in least..=9 {
        grid.set(cell, digit);
        if grid.clash().is_none() {
            fill(grid, cell + 1, bands);
        }
    }
    grid.set(cell, 0);
}
