//! Work under rules of a grid, by engines of exact cover.

use std::ops::ControlFlow;

use quadrille_cover::engine::Auto;
use quadrille_cover::random::Stream;
use quadrille_cover::{
    Budget, CancelToken, Counters, OptionId, Outcome, Search, SearchStats, Solver,
};
use quadrille_sudoku::generate::Symmetry;
use quadrille_sudoku::rules::{Rules, make};
use quadrille_sudoku::{Grid, Puzzle};

use super::{Answer, Done, Request, Solved};

/// Carries out a request under rules; `None` if it is no work that takes time.
pub fn done(rules: &Rules, request: &Request, cancel: &CancelToken) -> Option<Done> {
    Some(match request {
        Request::Solve(engine, puzzle) => {
            let (found, search) = search(rules, puzzle, None, cancel);
            let is_one_of_several = found.len() > 1;
            let grid = found.into_iter().next();
            Done::Solved(Solved { engine: *engine, search, grid, is_one_of_several })
        }
        &Request::Generate { seed, number, .. } => {
            let mut stream = Stream::new(seed, number);
            let made = make::puzzle(rules, Symmetry::None, &mut stream, cancel).ok();
            let givens = made.and_then(|made| Grid::from_cells(made.givens));
            Done::Generated(givens.map(Puzzle::new))
        }
        Request::Compare(puzzle) => {
            let (found, search) = search(rules, puzzle, None, cancel);
            Done::Compared(Answer::of(&search, found.into_iter().next()))
        }
        _ => return None,
    })
}

/// Searches for two solutions, within a number of nodes if there is one.
pub(in crate::player) fn search(
    rules: &Rules,
    puzzle: &Puzzle,
    nodes: Option<u64>,
    cancel: &CancelToken,
) -> (Vec<Grid>, Search) {
    let mut found = Vec::new();
    let Ok((problem, decoder)) = rules.to_problem(puzzle.givens().cells()) else {
        let stats =
            SearchStats { solutions: 0, tests: None, forks: None, nodes: None, max_depth: None };
        return (found, Search { outcome: Outcome::Exhausted, stats });
    };
    let budget = Budget { nodes, cancel: Some(cancel.clone()), ..Budget::solutions(2) };
    let mut visit = |solution: &[OptionId]| {
        found.extend(Grid::from_cells(decoder.digits(solution)));
        ControlFlow::Continue(())
    };
    let search = Auto.search(&problem, &budget, Counters::Off, &mut visit);
    (found, search.expect("the problem has no multiplicities or colours"))
}
