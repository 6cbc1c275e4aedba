//! The techniques of the human player: each is sound in every state, and each is used in some puzzle.

use std::ops::ControlFlow;
use std::path::Path;

use proptest::prelude::*;
use quadrille_cover::search::Counter;
use quadrille_cover::{Budget, CancelToken, Outcome};
use quadrille_sudoku::engine::human::{
    Assume, Deduction, Ending, Rating, State, Technique, rate, solve,
};
use quadrille_sudoku::format::{InputFormat, read::read_one};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Step, Watch};

use crate::puzzles::{nine, small, unique};
use crate::{exhaust, fewer, search};

fn corpus(name: &str) -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets");
    let text = std::fs::read_to_string(folder.join(name)).expect("it is shipped");
    let read = |line| read_one(line, InputFormat::Auto, None).expect("a puzzle");
    text.lines().map(read).collect()
}

/// Checks that a deduction does something, names its technique, and strikes no digit of the solution.
fn check_deduction(deduction: &Deduction, state: &State, solution: &Grid) {
    let Deduction { placed, struck, .. } = deduction;
    assert_ne!(
        placed.is_some(),
        !struck.is_empty(),
        "a digit placed or candidates struck, not both: {deduction}"
    );
    if let Some((cell, digit)) = *placed {
        assert_eq!(solution.digit(cell), digit, "{deduction}\n{solution:?}");
    }
    for &(cell, digit) in struck {
        assert!(state.has(cell, digit), "not a candidate: {deduction}");
        assert_ne!(solution.digit(cell), digit, "{deduction}\n{solution:?}");
    }
    assert!(deduction.to_string().contains(deduction.technique.name()));
}

/// Tries every technique in every state on the player's way; each deduction must hold in all solutions.
fn check_every_technique(puzzle: &Puzzle, solutions: &[Grid]) {
    let assume = if solutions.len() == 1 { Assume::OneSolution } else { Assume::Nothing };
    let mut state = State::new(puzzle);
    while !state.is_contradictory() {
        for technique in Technique::ALL.into_iter().filter(|&t| assume.allows(t)) {
            if let Some(deduction) = state.find(technique, &mut |_| true) {
                assert_eq!(deduction.technique, technique);
                for grid in solutions {
                    check_deduction(&deduction, &state, grid);
                }
            }
        }
        let Some(deduction) = state.easiest(assume, &mut |_| true) else { return };
        state.apply(&deduction);
    }
    assert!(solutions.is_empty(), "a contradiction where there is a solution");
}

proptest! {
    #[test]
    fn no_technique_loses_a_solution_of_a_4x4_puzzle(puzzle in small()) {
        if puzzle.clash().is_none() {
            check_every_technique(&puzzle, &exhaust(Engine::Masks, &puzzle).1);
        }
    }

    #[test]
    fn a_budget_of_tests_ends_the_player_there(puzzle in small(), most in 0..60u64) {
        let whole = exhaust(Engine::Human, &puzzle);
        let budget = Budget { tests: Some(most), ..Budget::default() };
        let cut = search(Engine::Human, &puzzle, &budget, Watch::Count);
        let tests = whole.0.stats.tests.unwrap();
        if most > tests || puzzle.clash().is_some() {
            prop_assert_eq!(cut, whole);
        } else {
            prop_assert_eq!(cut.0.outcome, Outcome::BudgetSpent);
            prop_assert_eq!(cut.0.stats.tests, Some(most));
        }
    }
}

proptest! {
    #![proptest_config(fewer(8))]

    #[test]
    fn no_technique_loses_a_solution_of_a_9x9_puzzle(puzzle in nine()) {
        if puzzle.clash().is_none() {
            let (by_masks, all) = search(Engine::Masks, &puzzle, &Budget::solutions(60), Watch::Off);
            if by_masks.outcome == Outcome::Exhausted {
                check_every_technique(&puzzle, &all);
            }
        }
    }

    #[test]
    fn no_technique_loses_the_solution_of_a_9x9_puzzle(puzzle in unique(Order::NINE, 17..26)) {
        check_every_technique(&puzzle, &[Engine::Masks.first(&puzzle).unwrap()]);
    }
}

proptest! {
    #![proptest_config(fewer(64))]

    #[test]
    fn no_technique_loses_the_solution_of_a_16x16_puzzle(
        puzzle in unique(Order::new(4).unwrap(), 100..130),
    ) {
        check_every_technique(&puzzle, &[Engine::Masks.first(&puzzle).unwrap()]);
    }
}

/// Rates each puzzle, and checks each step against the solution.
fn check_corpus(puzzles: &[Puzzle]) -> Vec<Rating> {
    let check = |puzzle| {
        let solution = Engine::Masks.first(puzzle).expect("it has one");
        let mut state = State::new(puzzle);
        let rating = solve(puzzle, Assume::OneSolution, |deduction| {
            check_deduction(deduction, &state, &solution);
            state.apply(deduction);
        });
        match &rating.ending {
            Ending::Solved(grid) => assert_eq!(*grid, solution),
            Ending::Stalled(left) => assert_eq!(left.grid(), state.grid()),
            Ending::Contradiction => panic!("{puzzle:?}"),
        }
        rating
    };
    puzzles.iter().map(check).collect()
}

fn solved(ratings: &[Rating]) -> usize {
    ratings.iter().filter(|rating| rating.is_solved()).count()
}

/// The number of these puzzles that need a technique.
fn used(ratings: &[Rating], technique: Technique) -> usize {
    ratings.iter().filter(|rating| rating.steps(technique) > 0).count()
}

#[test]
fn shipped_9x9_puzzles_are_as_hard_as_the_docs_say_and_take_all_techniques_but_one() {
    let ratings = check_corpus(&corpus("generated-9x9.txt"));
    assert_eq!(solved(&ratings), 2989);
    for technique in Technique::ALL {
        let times = used(&ratings, technique);
        assert_eq!(times > 0, technique != Technique::HiddenQuad, "{technique}: {times}");
    }
    // The section "Rating" of docs/TECHNIQUES.md publishes these numbers.
    let up_to = |tenths| {
        let easy = |rating: &&Rating| {
            rating.is_solved() && rating.hardest().unwrap().difficulty().tenths <= tenths
        };
        ratings.iter().filter(easy).count()
    };
    let sums = [23, 28, 56, 62, 71, 82].map(up_to);
    assert_eq!(sums, [1254, 1254 + 358, 1612 + 614, 2226 + 121, 2347 + 543, 2890 + 99]);
}

#[test]
fn hidden_quads_are_used_in_16x16_puzzles() {
    let ratings = check_corpus(&corpus("generated-16x16.txt")[..30]);
    assert!(used(&ratings, Technique::HiddenQuad) > 0);
    assert!(solved(&ratings) >= 15, "{} of 30", solved(&ratings));
}

#[test]
fn shipped_25x25_puzzles_are_solved_without_a_wrong_step() {
    let ratings = check_corpus(&corpus("generated-25x25.txt")[..6]);
    assert!(solved(&ratings) >= 4, "{} of 6", solved(&ratings));
}

#[test]
fn no_step_of_the_engine_loses_a_solution_where_there_are_several() {
    let mut checked = 0;
    for puzzle in corpus("multiple.txt").into_iter().take(60) {
        let (by_masks, all) = search(Engine::Masks, &puzzle, &Budget::solutions(500), Watch::Off);
        if by_masks.outcome != Outcome::Exhausted {
            continue;
        }
        checked += 1;
        let mut state = State::new(&puzzle);
        let rating = solve(&puzzle, Assume::Nothing, |deduction| {
            for grid in &all {
                check_deduction(deduction, &state, grid);
            }
            state.apply(deduction);
        });
        assert!(
            matches!(rating.ending, Ending::Stalled(_)),
            "several solutions, so it must stall: {rating}"
        );
    }
    assert!(checked > 30, "only {checked} had few solutions");
}

#[test]
fn uniqueness_is_not_assumed_where_it_is_in_question() {
    let mut misled = 0;
    for puzzle in corpus("multiple.txt") {
        // Under the wrong assumption the player may find a solution or a contradiction.
        misled += u32::from(!matches!(rate(&puzzle).ending, Ending::Stalled(_)));
        let mut used = Vec::new();
        let honest = solve(&puzzle, Assume::Nothing, |step| used.push(step.technique));
        assert!(matches!(honest.ending, Ending::Stalled(_)), "{honest} for {puzzle:?}");
        assert!(!used.iter().any(|technique| technique.assumes_one_solution()), "{used:?}");
        assert_eq!(Engine::Human.count(&puzzle, 2), (0, Outcome::Stalled));
    }
    assert!(misled > 0, "the assumption makes no difference");
}

#[test]
fn the_engine_reports_the_steps_it_makes() {
    let puzzle = &corpus("generated-9x9.txt")[1];
    let mut deduced = Vec::new();
    solve(puzzle, Assume::Nothing, |deduction| deduced.push(deduction.clone()));
    let mut reported = Vec::new();
    let mut on_step = |step: &Step, _: &Counter<'_>| {
        if let Step::Deduced(deduction) = step {
            reported.push((**deduction).clone());
        }
    };
    search(Engine::Human, puzzle, &Budget::default(), Watch::Trace(&mut on_step));
    assert_eq!(reported, deduced);
    assert!(reported.len() > 40);
}

#[test]
fn a_cancelled_player_stops_at_once() {
    let puzzle = &corpus("generated-25x25.txt")[0];
    let cancel = CancelToken::new();
    cancel.cancel();
    let budget = Budget { cancel: Some(cancel), ..Budget::default() };
    let ended =
        Engine::Human.search(puzzle, &budget, Watch::Count, &mut |_| ControlFlow::Continue(()));
    assert_eq!((ended.outcome, ended.stats.tests), (Outcome::BudgetSpent, Some(0)));
}
