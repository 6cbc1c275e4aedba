//! Observing a search does not change it, and its trace can be played back.

use proptest::prelude::*;
use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, Outcome, Search};
use quadrille_sudoku::{Engine, Grid, Puzzle, Step, Watch};

use crate::puzzles::any_size;
use crate::{patience, search};

proptest! {
    #[test]
    fn watching_changes_nothing(puzzle in any_size(), limit in prop::option::of(1..20u64)) {
        check_watching(&puzzle, &Budget { solutions: limit, ..patience() })?;
    }

    #[test]
    fn a_trace_played_back_comes_to_every_solution(puzzle in any_size()) {
        check_trace(&puzzle, &Budget { solutions: None, ..patience() })?;
    }
}

/// Checks that without an observer, counted and traced, an engine visits the same solutions in the
/// same order.
fn check_watching(puzzle: &Puzzle, budget: &Budget) -> Result<(), TestCaseError> {
    for engine in Engine::ALL {
        let (off, unwatched) = search(engine, puzzle, budget, Watch::Off);
        let (count, counted) = search(engine, puzzle, budget, Watch::Count);
        let (trace, traced) = search(engine, puzzle, budget, Watch::Trace(&mut |_, _| ()));
        prop_assert_eq!(&unwatched, &counted, "{}", engine);
        prop_assert_eq!(&unwatched, &traced, "{}", engine);
        prop_assert_eq!(count, trace, "{}", engine);
        prop_assert_eq!(off.outcome, count.outcome, "{}", engine);
        let stats = off.stats;
        prop_assert_eq!([stats.tests, stats.forks, stats.nodes, stats.max_depth], [None; 4]);
    }
    Ok(())
}

fn check_trace(puzzle: &Puzzle, budget: &Budget) -> Result<(), TestCaseError> {
    for engine in Engine::ALL {
        let mut player = Player::new(puzzle);
        let mut on_step = |step: &Step, _: &Counter<'_>| player.play(step);
        let (ended, solutions) = search(engine, puzzle, budget, Watch::Trace(&mut on_step));
        prop_assert_eq!(&player.solutions, &solutions, "{}", engine);
        prop_assert_eq!(Some(player.forks), ended.stats.forks, "{}", engine);
        if let Search { outcome: Outcome::Exhausted, .. } = ended {
            let open = player.placed.iter().filter(|placed| placed.tried).count();
            prop_assert_eq!(open, 0, "{} did not take back all digits tried", engine);
        }
    }
    Ok(())
}

/// Plays a trace back on a grid of its own.
struct Player {
    grid: Grid,
    placed: Vec<Placed>,
    forks: u64,
    solutions: Vec<Grid>,
}

struct Placed {
    cell: usize,
    digit: u8,
    tried: bool,
}

impl Player {
    fn new(puzzle: &Puzzle) -> Self {
        let grid = puzzle.givens().clone();
        Self { grid, placed: Vec::new(), forks: 0, solutions: Vec::new() }
    }

    fn play(&mut self, step: &Step) {
        match *step {
            Step::Deduced(ref deduction) => {
                if let Some((cell, digit)) = deduction.placed {
                    self.place(Placed { cell, digit, tried: false });
                }
            }
            Step::Placed { cell, digit, .. } => self.place(Placed { cell, digit, tried: false }),
            Step::Tried { cell, digit, fork } => {
                self.forks += u64::from(fork);
                self.place(Placed { cell, digit, tried: true });
            }
            Step::TakenBack { cell, digit } => {
                // All digits placed after the one tried go with it.
                loop {
                    let last = self.placed.pop().expect("a digit was tried before");
                    self.grid.set(last.cell, 0);
                    if last.tried {
                        assert_eq!(
                            (last.cell, last.digit),
                            (cell, digit),
                            "not the last digit tried"
                        );
                        break;
                    }
                }
            }
            Step::DeadEnd => {}
            Step::Solution => self.solutions.push(self.grid.clone()),
        }
    }

    fn place(&mut self, placed: Placed) {
        assert_eq!(self.grid.digit(placed.cell), 0, "cell {} is taken", placed.cell);
        self.grid.set(placed.cell, placed.digit);
        self.placed.push(placed);
    }
}
