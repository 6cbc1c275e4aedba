//! Tests the engine `lanes` on 9x9 grids, with every instruction set of the machine, for one puzzle and for a batch.
//! Compares its answers with those of `masks` and dancing links.

use std::cell::RefCell;
use std::ops::ControlFlow;

use arbitrary::{Result, Unstructured};
use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, Watch};

/// Largest number of grids in a batch, which is more than `lanes` searches at the same time.
const MOST: usize = 40;
/// Number of tests after which `masks` gives up on a grid; `dlx` gives up after 20 times as many.
const PATIENCE: u64 = 3_000;

thread_local! {
    // Solvers are kept for all inputs, to test that a search leaves no state that affects a later one.
    static PATHS: RefCell<Vec<Lanes>> =
        RefCell::new(Instructions::ALL.into_iter().filter_map(Lanes::with).collect());
}

/// Makes grids from the bytes, and counts their solutions in every way.
pub fn run(bytes: &[u8]) -> bool {
    let mut bytes = Unstructured::new(bytes);
    let (grids, limit) = batch(&mut bytes).expect("bytes do not run out");
    let known: Vec<_> = grids.iter().map(|cells| Known::find(cells, limit)).collect();
    PATHS.with_borrow_mut(|paths| {
        for lanes in paths {
            hold(lanes, &grids, limit, &known);
        }
    });
    true
}

fn batch(bytes: &mut Unstructured<'_>) -> Result<(Vec<Cells>, u64)> {
    let limit = 1 + u64::from(bytes.arbitrary::<u8>()? % 4);
    let mut grids = vec![grid(bytes)?];
    while bytes.len() > 8 && grids.len() < MOST {
        grids.push(grid(bytes)?);
    }
    Ok((grids, limit))
}

/// An isomorph of a fixed full grid, in which some cells are kept and the others emptied; a few digits may be
/// changed.
fn grid(bytes: &mut Unstructured<'_>) -> Result<Cells> {
    let [kind, names, rows, columns]: [u8; 4] = bytes.arbitrary()?;
    let digits = permutation(names);
    let [rows, columns] = [lines(rows), lines(columns)];
    let mut stays = [0u8; 11];
    match kind % 4 {
        // The kind decides how many cells are kept: about half, a quarter, three quarters, or all.
        0 => stays = bytes.arbitrary()?,
        1 => {
            let [a, b]: [[u8; 11]; 2] = bytes.arbitrary()?;
            stays = std::array::from_fn(|i| a[i] & b[i]);
        }
        2 => {
            let [a, b]: [[u8; 11]; 2] = bytes.arbitrary()?;
            stays = std::array::from_fn(|i| a[i] | b[i]);
        }
        _ => stays.fill(0xff),
    }
    let mut cells = [0; 81];
    for (cell, digit) in cells.iter_mut().enumerate() {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        if stays[cell / 8] >> (cell % 8) & 1 == 1 {
            // The fixed full grid: each row is the row above it, shifted.
            *digit = digits[(row * 3 + row / 3 + column) % 9];
        }
    }
    for _ in 0..kind / 4 % 4 {
        let [cell, digit]: [u8; 2] = bytes.arbitrary()?;
        cells[usize::from(cell) % 81] = digit % 10;
    }
    Ok(cells)
}

/// New names for the digits: one of 256 permutations.
fn permutation(number: u8) -> [u8; 9] {
    let mut digits = std::array::from_fn(|i| i as u8 + 1);
    let mut state = u32::from(number);
    for i in (1..9).rev() {
        state = state.wrapping_mul(0x9e37_79b1).rotate_left(13);
        digits.swap(i, state as usize % (i + 1));
    }
    digits
}

/// An order of the nine rows or columns that permutes bands, and lines within bands.
fn lines(number: u8) -> [usize; 9] {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let number = usize::from(number);
    let (bands, within) = (ORDERS[number % 6], ORDERS[number / 6 % 6]);
    std::array::from_fn(|i| 3 * bands[i / 3] + within[(i % 3 + number / 36) % 3])
}

/// A grid, and its number of solutions as counted by `masks` or else by dancing links; `None` if both gave up.
struct Known {
    puzzle: Puzzle,
    count: Option<u64>,
}

impl Known {
    fn find(cells: &Cells, limit: u64) -> Self {
        let puzzle = Puzzle::new(Grid::from_cells(cells.to_vec()).expect("digits"));
        let [masks, dlx] = [Engine::Masks, Engine::Dlx].map(|engine| {
            let tests = if engine == Engine::Dlx { 20 * PATIENCE } else { PATIENCE };
            let budget = Budget { tests: Some(tests), ..Budget::solutions(limit) };
            let mut visit = |grid: &Grid| {
                assert!(puzzle.is_solved_by(grid), "{engine:?} on {puzzle:?}");
                ControlFlow::Continue(())
            };
            let search = engine.search(&puzzle, &budget, Watch::Off, &mut visit);
            (search.outcome != Outcome::BudgetSpent).then_some(search.stats.solutions)
        });
        if let (Some(masks), Some(dlx)) = (masks, dlx) {
            assert_eq!(masks, dlx, "masks and dlx on {puzzle:?}");
        }
        Self { count: masks.or(dlx), puzzle }
    }
}

/// Checks all answers of one solver for all grids.
fn hold(lanes: &mut Lanes, grids: &[Cells], limit: u64, known: &[Known]) {
    let (mut solved, mut counts, mut verdicts) = (Vec::new(), Vec::new(), Vec::new());
    lanes.solve_batch(grids, limit, &mut solved);
    lanes.count_batch(grids, limit, &mut counts);
    lanes.check_batch(grids, &mut verdicts);
    assert!([solved.len(), counts.len(), verdicts.len()].iter().all(|&n| n == grids.len()));
    for (i, (cells, Known { puzzle, count })) in grids.iter().zip(known).enumerate() {
        let (alone, first) = lanes.count_and_first(cells, limit);
        if let Some(count) = count {
            assert_eq!(alone, *count, "{lanes:?} on {puzzle:?}");
        }
        assert_eq!(lanes.count(cells, limit), alone, "{lanes:?} on {puzzle:?}");
        assert_eq!(solved[i].count, alone, "a batch of {lanes:?} on {puzzle:?}");
        assert_eq!(counts[i], alone, "a batch of {lanes:?} on {puzzle:?}");
        let verdict = match lanes.count(cells, 2) {
            0 => Uniqueness::None,
            1 => Uniqueness::Unique,
            _ => Uniqueness::Multiple,
        };
        assert_eq!(lanes.uniqueness(cells), verdict, "{lanes:?} on {puzzle:?}");
        assert_eq!(verdicts[i], verdict, "a batch of {lanes:?} on {puzzle:?}");
        for first in [first, solved[i].first().copied(), lanes.first(cells)] {
            assert_eq!(first.is_some(), alone > 0, "{lanes:?} on {puzzle:?}");
            let is_solution = |cells: Cells| {
                puzzle.is_solved_by(&Grid::from_cells(cells.to_vec()).expect("digits"))
            };
            assert!(first.is_none_or(is_solution), "{lanes:?} on {puzzle:?}");
        }
    }
}
