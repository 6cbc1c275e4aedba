//! A puzzle of each rule with its solution, from a file: read, solved and found unique by engines of two kinds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille_cover::engine::{Bits, Dlx};
use quadrille_cover::{Budget, Counters, Outcome, Solver};
use quadrille_sudoku::rules::NAMES;
use quadrille_sudoku::rules::read::{Asked, Reader};

const PUZZLES: &str = include_str!("variants.txt");

#[test]
fn a_puzzle_of_each_rule_has_its_solution_and_no_other() {
    let mut found = Reader::new(PUZZLES.as_bytes(), Asked::OfSource).map(Result::unwrap);
    let mut names = BTreeSet::new();
    while let (Some(puzzle), Some(solution)) = (found.next(), found.next()) {
        let name = puzzle.rules.name().to_owned();
        let clues = puzzle.givens.iter().filter(|&&digit| digit > 0).count();
        let cells = (0..puzzle.rules.cells()).filter(|&cell| puzzle.rules.is_cell(cell)).count();
        assert!(clues < cells, "{name}: there is something to solve");
        let (problem, decoder) = puzzle.rules.to_problem(&puzzle.givens).unwrap();
        for engine in [&Bits as &dyn Solver, &Dlx] {
            let mut all = Vec::new();
            let mut visit = |options: &[_]| {
                all.push(decoder.digits(options));
                ControlFlow::Continue(())
            };
            let search = engine.search(&problem, &Budget::solutions(2), Counters::Off, &mut visit);
            assert_eq!(search.unwrap().outcome, Outcome::Exhausted, "{name} by {}", engine.name());
            assert_eq!(all, std::slice::from_ref(&solution.givens), "{name} by {}", engine.name());
        }
        assert!(puzzle.rules.is_solved_by(&puzzle.givens, &solution.givens), "{name}");
        names.extend(name.split('+').map(str::to_owned));
    }
    for (name, _) in NAMES {
        assert!(names.contains(name), "{name} has a puzzle");
    }
}
