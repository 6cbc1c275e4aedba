//! Engines on small or nearly full grids, whose searches are short enough for Miri (`.ci/nightly`).

use quadrille_sudoku::engine::lanes::{Cells, Lanes};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness};

/// A 9x9 puzzle that needs a guess, and one that needs no guess.
const NINE: [&str; 2] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
];

fn cells(line: &str) -> Cells {
    let digits: Vec<u8> = line.bytes().map(|byte| byte - b'0').collect();
    digits.try_into().expect("81 digits")
}

fn puzzle(digits: Vec<u8>) -> Puzzle {
    Puzzle::new(Grid::from_cells(digits).expect("digits of a grid"))
}

#[test]
fn every_engine_counts_what_dancing_links_count() {
    let empty = vec![0; 16];
    let two = vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 0, 0, 4, 3, 0, 0];
    let clash = vec![1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    // Miri takes minutes for the search of an empty grid.
    let grids = if cfg!(miri) { vec![two, clash] } else { vec![empty, two, clash] };
    for digits in grids {
        let puzzle = puzzle(digits);
        let limit = if cfg!(miri) { 3 } else { 300 };
        let (expected, _) = Engine::Dlx.count(&puzzle, limit);
        for engine in Engine::ALL {
            let (count, _) = engine.count(&puzzle, limit);
            // An engine that never guesses finds a solution only where no guess is needed.
            let guesses = !matches!(engine, Engine::Singles | Engine::Human);
            assert!(count == expected || !guesses && count == 0, "{engine}: {count}");
        }
    }
}

#[test]
fn lanes_solve_one_puzzle_and_many() {
    let puzzles = NINE.map(cells);
    let mut lanes = Lanes::new();
    for cells in &puzzles {
        let first = lanes.first(cells).expect("a solution");
        assert!(puzzle(cells.to_vec()).is_solved_by(&Grid::from_cells(first.to_vec()).unwrap()));
        assert_eq!(lanes.uniqueness(cells), Uniqueness::Unique);
    }
    let (mut verdicts, mut solved) = (Vec::new(), Vec::new());
    lanes.check_batch(&puzzles, &mut verdicts);
    assert_eq!(verdicts, [Uniqueness::Unique; 2]);
    lanes.solve_batch(&[[0; 81]], 9, &mut solved);
    assert_eq!(solved[0].count, 9);
    assert_eq!(solved[0].first().copied(), lanes.first(&[0; 81]));
}
