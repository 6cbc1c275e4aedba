//! Canonical forms compared with brute force, with each other and with the literature.

use std::collections::HashMap;

use proptest::prelude::*;
use quadrille_cover::random::Stream;
use quadrille_sudoku::canonical::{
    Transform, canonical, canonical_with, canonical_within, isomorphic,
};
use quadrille_sudoku::format::{InputFormat, read::Reader, read::read_one, write};
use quadrille_sudoku::generate::full_grid;
use quadrille_sudoku::{Grid, Order};
use sha2::{Digest, Sha256};

/// The "most canonical" grid, which has more automorphisms than any other.
const MOST_CANONICAL: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn grid(text: &str) -> Grid {
    read_one(text, InputFormat::Auto, None).expect("a puzzle").givens().clone()
}

fn shipped(corpus: &str) -> Vec<Grid> {
    let path = format!("{}/../../datasets/{corpus}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).expect("it is shipped");
    let puzzles = Reader::new(&text[..], InputFormat::Auto, None);
    puzzles.map(|found| found.expect("a puzzle").puzzle.givens().clone()).collect()
}

/// A full grid in which each cell is kept with a probability of `percent` per cent.
fn thinned(order: Order, percent: usize, stream: &mut Stream) -> Grid {
    let mut grid = full_grid(order, stream);
    for cell in 0..order.cells() {
        if stream.below(100) >= percent {
            grid.set(cell, 0);
        }
    }
    grid
}

/// All permutations of the rows that keep bands together.
fn line_orders(n: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..n * n {
        let longer = orders.iter().flat_map(|order| {
            let begun = order.len() % n;
            (0..n * n)
                .filter(|line| !order.contains(line))
                .filter(|line| begun == 0 || order[order.len() - 1] / n == line / n)
                .map(|line| [&order[..], &[line]].concat())
                .collect::<Vec<_>>()
        });
        orders = longer.collect();
    }
    orders
}

/// The smallest isomorphic grid, found by trying all symmetries.
fn smallest_by_brute_force(grid: &Grid) -> Vec<u8> {
    let (side, cells) = (grid.order().side(), grid.cells());
    let orders = line_orders(grid.order().n());
    let mut smallest = vec![u8::MAX; cells.len()];
    let mut made = vec![0; cells.len()];
    for steps in [(side, 1), (1, side)] {
        for rows in &orders {
            'columns: for columns in &orders {
                let mut names = [0; 10];
                let mut last = 0;
                let mut is_smaller = false;
                let places = rows.iter().flat_map(|row| columns.iter().map(move |c| (row, c)));
                for (place, (row, column)) in places.enumerate() {
                    let digit = cells[row * steps.0 + column * steps.1] as usize;
                    if digit > 0 && names[digit] == 0 {
                        last += 1;
                        names[digit] = last;
                    }
                    made[place] = names[digit];
                    if !is_smaller && made[place] > smallest[place] {
                        continue 'columns;
                    }
                    is_smaller |= made[place] < smallest[place];
                }
                smallest.copy_from_slice(&made);
            }
        }
    }
    smallest
}

#[test]
fn a_canonical_4x4_grid_is_the_smallest_of_all_isomorphs() {
    let mut stream = Stream::new(1, 0);
    for _ in 0..500 {
        let grid = thinned(Order::new(2).unwrap(), stream.below(101), &mut stream);
        assert_eq!(canonical(&grid).cells(), smallest_by_brute_force(&grid), "{grid:?}");
    }
}

#[test]
fn a_canonical_9x9_grid_is_the_smallest_of_all_isomorphs() {
    let mut stream = Stream::new(2, 0);
    let mut grids = vec![grid(MOST_CANONICAL)];
    grids.extend(
        [100, 90, 60, 40, 30, 20, 10, 3].map(|percent| thinned(Order::NINE, percent, &mut stream)),
    );
    for grid in grids {
        assert_eq!(canonical(&grid).cells(), smallest_by_brute_force(&grid), "{grid:?}");
    }
}

/// A full grid with many symmetries.
fn regular(order: Order, digit: impl Fn(usize, usize) -> usize) -> Grid {
    let cells = (0..order.cells()).map(|cell| digit(order.row(cell), order.column(cell)) as u8 + 1);
    Grid::from_cells(cells.collect()).expect("a grid")
}

/// Two grids with many symmetries: one with rows shifted, and one with rows shifted within stacks.
fn regular_grids(order: Order) -> [Grid; 2] {
    let (n, side) = (order.n(), order.side());
    let cyclic = regular(order, |r, c| (r % n * n + r / n + c) % side);
    let nested = regular(order, |r, c| (r % n + c / n) % n * n + (r / n + c) % n);
    assert_eq!((cyclic.clash(), nested.clash()), (None, None));
    [cyclic, nested]
}

/// Keeps the cells of a grid whose value of an attribute is in the bit set `kept`. The attributes are chosen so that
/// the remaining cells also have symmetries.
fn symmetric_part(grid: &Grid, attribute: usize, kept: u8) -> Grid {
    let order = grid.order();
    let n = order.n();
    let mut part = grid.clone();
    for cell in 0..order.cells() {
        let (r, c) = (order.row(cell), order.column(cell));
        let d = grid.digit(cell) as usize - 1;
        let values = [r / n, r % n, c % n, d / n, d % n, (r / n + c / n) % n, (r + c) % n];
        if kept >> values[attribute] & 1 == 0 {
            part.set(cell, 0);
        }
    }
    part
}

proptest! {
    #[test]
    fn isomorphs_have_one_canonical_form(seed in any::<u64>(), n in 2usize..6, percent in 0usize..101) {
        let order = Order::new(n).unwrap();
        let mut stream = Stream::new(seed, 0);
        let grid = thinned(order, percent, &mut stream);
        let other = Transform::random(order, &mut stream).apply(&grid);
        let (form, transform) = canonical_with(&grid);
        prop_assert_eq!(transform.apply(&grid), form.clone());
        prop_assert_eq!(canonical(&form), form.clone());
        prop_assert_eq!(canonical(&other), form);
        prop_assert!(isomorphic(&grid, &other));
    }

    #[test]
    fn isomorphs_with_many_symmetries_have_one_canonical_form(
        seed in any::<u64>(),
        n in 2usize..5,
        which in 0usize..2,
        attribute in 0usize..7,
        kept in any::<u8>(),
    ) {
        let order = Order::new(n).unwrap();
        let mut stream = Stream::new(seed, 0);
        let grid = symmetric_part(&regular_grids(order)[which], attribute, kept);
        let [a, b] = [0; 2].map(|_| Transform::random(order, &mut stream).apply(&grid));
        prop_assert_eq!(canonical(&a), canonical(&b));
    }

    #[test]
    fn grids_that_clash_have_one_canonical_form(
        cells in prop::collection::vec(0u8..10, 81),
        seed in any::<u64>(),
    ) {
        let grid = Grid::from_cells(cells).unwrap();
        let transform = Transform::random(Order::NINE, &mut Stream::new(seed, 0));
        prop_assert_eq!(canonical(&transform.apply(&grid)), canonical(&grid));
    }

    #[test]
    fn a_digit_more_or_other_is_another_class(seed in any::<u64>(), n in 2usize..6) {
        let order = Order::new(n).unwrap();
        let mut stream = Stream::new(seed, 0);
        let grid = thinned(order, 40, &mut stream);
        let mut other = grid.clone();
        let cell = stream.below(order.cells());
        other.set(cell, u8::from(grid.digit(cell) == 0));
        prop_assert_ne!(canonical(&grid), canonical(&other));
    }
}

#[test]
fn shipped_puzzles_are_isomorphic_to_their_isomorphs_alone() {
    for corpus in ["generated-9x9", "generated-16x16", "generated-25x25"] {
        let mut stream = Stream::new(3, 0);
        let mut forms = HashMap::new();
        for (line, puzzle) in shipped(corpus).into_iter().enumerate() {
            let form = canonical(&puzzle);
            let other = Transform::random(puzzle.order(), &mut stream).apply(&puzzle);
            assert_eq!(canonical(&other), form, "{corpus} {line}");
            assert_eq!(forms.insert(form, line), None, "{corpus} {line}");
        }
    }
}

#[test]
fn too_symmetric_grids_are_given_up_in_time() {
    let order = Order::new(4).unwrap();
    let full = full_grid(order, &mut Stream::new(4, 0));
    assert_eq!(canonical_within(&full, 100), None, "16 rows and 16 columns to single out");
    assert_eq!(canonical_within(&full, 2000), Some(canonical(&full)));
    let puzzle = &shipped("generated-16x16")[0];
    assert_eq!(canonical_within(puzzle, 2), Some(canonical(puzzle)), "told apart at the roots");
    assert_eq!(canonical_within(puzzle, 1), None);
}

#[test]
fn grids_of_different_sizes_or_clues_are_not_isomorphic() {
    let mut one = Grid::empty(Order::NINE);
    one.set(40, 9);
    assert!(!isomorphic(&one, &Grid::empty(Order::NINE)));
    assert!(!isomorphic(&Grid::empty(Order::NINE), &Grid::empty(Order::new(2).unwrap())));
}

/// Canonical forms are stored by users, so they must never change.
#[test]
fn canonical_forms_are_the_same_in_every_version() {
    let nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let form = "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.";
    assert_eq!(write::line(&canonical(&grid(nine))), form);
    let order = Order::new(4).unwrap();
    let mut clash = grid(nine);
    clash.set(80, 5);
    assert!(clash.clash().is_some());
    let larger = [
        (shipped("generated-16x16")[0].clone(), 0xBCB7_26F7_202C_712E),
        (shipped("generated-25x25")[0].clone(), 0xE271_4B76_EC2E_4C29),
        (regular_grids(order)[0].clone(), 0x07B2_A279_F72C_80C9),
        (symmetric_part(&regular_grids(order)[1], 4, 0b110), 0xCE7A_9C79_7D29_979D),
        (clash, 0xB7FF_4A96_6675_5F1C),
    ];
    for (grid, print) in larger {
        assert_eq!(hash_of(canonical(&grid).cells()), print, "{grid:?}");
    }
}

/// Grids with any number of clues, of which half have empty rows and columns, and symmetric parts of regular grids.
fn many_kinds_of_grids(stream: &mut Stream) -> Vec<Grid> {
    let mut grids = Vec::new();
    for percent in [100, 97, 90, 75, 60, 45, 30, 20, 10, 5, 2] {
        for number in 0..60 {
            let mut grid = thinned(Order::NINE, percent, stream);
            let is_emptied = [0; 18].map(|_| number % 2 == 1 && stream.below(4) == 0);
            for cell in (0..81).filter(|cell| is_emptied[cell / 9] || is_emptied[9 + cell % 9]) {
                grid.set(cell, 0);
            }
            grids.push(grid);
        }
    }
    for regular in regular_grids(Order::NINE) {
        for (attribute, kept) in (0..7).flat_map(|attribute| (0..8).map(move |k| (attribute, k))) {
            grids.push(symmetric_part(&regular, attribute, kept));
        }
    }
    grids
}

/// The hash was made with version 0.2.0, which tried all orders of stacks and rows.
#[test]
fn forms_of_many_kinds_of_9x9_grids_are_the_same_in_every_version() {
    let mut stream = Stream::new(8, 0);
    let mut forms = Vec::new();
    for grid in many_kinds_of_grids(&mut stream) {
        let (form, transform) = canonical_with(&grid);
        assert_eq!(transform.apply(&grid), form, "{grid:?}");
        let other = Transform::random(Order::NINE, &mut stream).apply(&grid);
        assert_eq!(canonical(&other), form, "{grid:?}");
        forms.extend_from_slice(form.cells());
    }
    assert_eq!(hash_of(&forms), 0xD2C6_3C53_EBEF_F4AD);
}

fn hash_of(cells: &[u8]) -> u64 {
    let hash = Sha256::digest(cells);
    u64::from_be_bytes(hash[..8].try_into().expect("8 bytes of 32"))
}
