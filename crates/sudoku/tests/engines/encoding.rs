//! Puzzles as exact cover problems have the counts of Knuth's program DLX2.

use std::ops::ControlFlow;

use quadrille_cover::{Budget, Counters, Outcome, Solver, engine::Dlx};
use quadrille_sudoku::encode::{Decoder, to_problem};
use quadrille_sudoku::format::{InputFormat, read::read_one};
use quadrille_sudoku::{Engine, Puzzle, Watch};

use crate::search;

/// Checks the numbers of solutions, nodes and updates of a puzzle. The expected values are those that
/// DLX2 prints for the text of the puzzle's problem.
fn check(text: &str, solutions: u64, nodes: u64, updates: u64) {
    let puzzle = read_one(text, InputFormat::Auto, None).unwrap();
    let problem = to_problem(&puzzle).unwrap();
    let decoder = Decoder::new(&puzzle);
    let mut grids = Vec::new();
    let mut visit = |options: &[_]| {
        grids.push(decoder.grid(options));
        ControlFlow::Continue(())
    };
    let ended = Dlx.search(&problem, &Budget::default(), Counters::On, &mut visit).unwrap();
    assert_eq!(ended.outcome, Outcome::Exhausted);
    let found = (ended.stats.solutions, ended.stats.nodes, ended.stats.tests);
    assert_eq!(found, (solutions, Some(nodes), Some(updates)), "{text}");
    assert!(grids.iter().all(|grid| puzzle.is_solved_by(grid)));
    // The Sudoku engine `dlx` makes the same search.
    let by_engine = search(Engine::Dlx, &puzzle, &Budget::default(), Watch::Count);
    assert_eq!(by_engine, (ended, grids));
}

#[test]
fn hard_9x9_puzzles_are_counted_as_dlx2_counts_them() {
    let escargot =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    check(escargot, 1, 1_379, 23_083);
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    check(inkala, 1, 2_720, 48_760);
}

#[test]
fn the_empty_4x4_grid_is_counted_as_dlx2_counts_it() {
    check("................", 288, 2_157, 22_545);
}

/// A 16x16 puzzle that has 537 solutions.
pub const LETTERS: &str = "nf.lo..aj..m..k...j..ceb...af....a.......c.bmph....ch.....nf..oi\
                           .c..m..p......a.....a...o.mp.ebn..k.f..l.eb..j..m..j.e..k.agld.h\
                           enlmjb...ad.kf.c.h.fiack.m.nob.l.....f..cbi.h......bd.....eonaj.\
                           ce..poajmh..i.........feb.g...l..d...kbi..pj..cfg...lh.dfn..jopa";

#[test]
fn a_16x16_puzzle_with_many_solutions_is_counted_as_dlx2_counts_it() {
    check(LETTERS, 537, 7_489, 77_182);
}

#[test]
fn a_full_grid_is_a_problem_without_items_and_has_one_solution() {
    let full: Puzzle = read_one("1234341221434321", InputFormat::Auto, None).unwrap();
    let problem = to_problem(&full).unwrap();
    assert_eq!((problem.items(), problem.options()), (0, 0));
    assert_eq!(Dlx.count(&problem), Ok(1u32.into()));
    check("1234341221434321", 1, 1, 0);
}

#[test]
fn givens_that_clash_are_no_problem_at_all() {
    let puzzle = read_one("11..............", InputFormat::Auto, None).unwrap();
    assert_eq!(to_problem(&puzzle).unwrap_err(), puzzle.clash().unwrap());
}
