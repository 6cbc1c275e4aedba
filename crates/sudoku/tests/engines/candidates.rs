//! Puzzles with restricted candidates: every engine that takes them finds the solutions that a plain filter leaves.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::engine::lanes::Instructions;
use quadrille_sudoku::generate::full_grid;
use quadrille_sudoku::rate;
use quadrille_sudoku::{Candidates, Engine, Grid, Order, Puzzle, Watch};

/// All engines, and `lanes` with each set of instructions.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().chain(Instructions::ALL.map(Engine::Lanes))
}

/// All solutions, sorted, and how the search ended.
fn solutions(engine: Engine, puzzle: &Puzzle, watch: Watch<'_>) -> (Vec<Vec<u8>>, Outcome) {
    let mut all = Vec::new();
    let search = engine.search(puzzle, &Budget::default(), watch, &mut |grid| {
        all.push(grid.cells().to_vec());
        ControlFlow::Continue(())
    });
    all.sort_unstable();
    (all, search.outcome)
}

/// The full grid of a seed with the digits of about `stay` of 100 cells.
fn givens(order: Order, seed: u64, stay: usize) -> (Grid, Grid) {
    let mut stream = Stream::new(seed, 0);
    let full = full_grid(order, &mut stream);
    let mut part = full.clone();
    for cell in 0..order.cells() {
        if stream.below(100) >= stay {
            part.set(cell, 0);
        }
    }
    (full, part)
}

fn check(order: Order, seed: u64, stay: usize, struck: &[(usize, u8)], keep: bool) {
    let (full, part) = givens(order, seed, stay);
    let ordinary = Puzzle::new(part.clone());
    let mut candidates = Candidates::all(order).expect("a small grid");
    for &(cell, digit) in struck {
        let (cell, digit) = (cell % order.cells(), digit % order.side() as u8 + 1);
        if !keep || full.digit(cell) != digit {
            candidates.strike(cell, digit);
        }
    }
    let may_hold = |cells: &[u8]| cells.iter().enumerate().all(|(c, &d)| candidates.has(c, d));
    let mut expected = solutions(Engine::NaiveIterative, &ordinary, Watch::Off).0;
    expected.retain(|cells| may_hold(cells));
    let puzzle = Puzzle::restricted(&part, candidates.clone()).expect("one size");
    for engine in engines().filter(|engine| engine.refuses(&puzzle).is_none()) {
        for watch in [Watch::Off, Watch::Count] {
            let (found, outcome) = solutions(engine, &puzzle, watch);
            if outcome == Outcome::Stalled {
                let deduces = matches!(engine, Engine::Singles | Engine::Human);
                assert!(deduces && found.is_empty(), "{engine} of {puzzle:?}");
            } else {
                assert_eq!(found, expected, "{engine} of {puzzle:?}");
            }
        }
    }
    let solved = |cells: &Vec<u8>| puzzle.is_solved_by(&Grid::from_cells(cells.clone()).unwrap());
    assert!(expected.iter().all(solved));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn engines_find_what_a_filter_leaves_of_9x9(
        seed: u64,
        stay in 45usize..75,
        struck in vec((0..81usize, 0..9u8), 1..250),
        keep: bool,
    ) {
        check(Order::NINE, seed, stay, &struck, keep);
    }

    #[test]
    fn engines_find_what_a_filter_leaves_of_4x4(
        seed: u64,
        stay in 0usize..60,
        struck in vec((0..16usize, 0..4u8), 1..30),
        keep: bool,
    ) {
        check(Order::new(2).unwrap(), seed, stay, &struck, keep);
    }

    /// Puzzles whose candidates alone, with hardly a given, leave few solutions.
    #[test]
    fn engines_agree_on_puzzles_of_candidates(
        seed: u64,
        stay in 0usize..20,
        struck in vec((0..81usize, 0..9u8), 500..1200),
        keep: bool,
    ) {
        let (full, part) = givens(Order::NINE, seed, stay);
        let mut candidates = Candidates::all(Order::NINE).unwrap();
        for (cell, digit) in struck {
            if !keep || full.digit(cell) != digit + 1 {
                candidates.strike(cell, digit + 1);
            }
        }
        let puzzle = Puzzle::restricted(&part, candidates).unwrap();
        let mut known = None;
        for engine in engines().filter(|engine| engine.refuses(&puzzle).is_none()) {
            let (count, outcome) = engine.count(&puzzle, 500);
            if outcome != Outcome::Stalled {
                prop_assert_eq!(count, *known.get_or_insert(count), "{}", engine);
            }
            if let Some(first) = engine.first(&puzzle) {
                prop_assert!(puzzle.is_solved_by(&first), "{}", engine);
            }
        }
    }
}

#[test]
fn an_engine_that_refuses_a_puzzle_stalls() {
    let text = ["12..", "1234"].concat().repeat(8);
    let puzzle: Puzzle = text.parse().unwrap();
    let refused: Vec<_> =
        Engine::ALL.into_iter().filter(|e| e.refuses(&puzzle).is_some()).collect();
    let names: Vec<_> = refused.iter().map(|engine| engine.name()).collect();
    assert_eq!(names, ["naive-tree", "naive-first", "naive-iterative", "naive-ordered", "human"]);
    for engine in refused {
        assert_eq!(engine.uniqueness(&puzzle, &Budget::default()), None);
        assert_eq!(solutions(engine, &puzzle, Watch::Count), (vec![], Outcome::Stalled));
    }
    assert!(
        Engine::ALL
            .iter()
            .all(|engine| engine.refuses(&Puzzle::new(puzzle.givens().clone())).is_none())
    );
    assert_eq!(rate::level(&puzzle), None);
    assert_eq!(rate::confirm(&puzzle, u64::MAX), None);
    assert!(quadrille_sudoku::engine::human::rate_within(&puzzle, &mut |_| true).is_none());
}
