use std::ops::RangeInclusive;

use quadrille_cover::Outcome;

use super::*;
use crate::engine::Engine;
use crate::engine::human::{self, Difficulty};
use crate::rate::Level;

fn order(n: usize) -> Order {
    Order::new(n).expect("an order")
}

#[track_caller]
fn make(recipe: &Recipe, seed: u64) -> Made {
    let generator = Generator::new(recipe.clone()).expect("a recipe that can be followed");
    let mut stream = Stream::new(seed, 0);
    let mut attempts = (0..2000).map(|_| generator.attempt(&mut stream));
    attempts.find_map(Result::ok).expect("one of 2000 attempts goes well")
}

/// The clues that can each be spared, by dancing links.
fn redundant(puzzle: &Puzzle) -> Vec<usize> {
    let givens = puzzle.givens();
    let clues = (0..givens.cells().len()).filter(|&cell| givens.digit(cell) > 0);
    let can_be_spared = |cell: &usize| {
        let mut fewer = givens.clone();
        fewer.set(*cell, 0);
        Engine::Dlx.count(&Puzzle::new(fewer), 2).0 == 1
    };
    clues.filter(can_be_spared).collect()
}

#[test]
fn one_seed_makes_one_puzzle() {
    let recipe = Recipe::new(Order::NINE);
    let generator = Generator::new(recipe).unwrap();
    let make = |seed, stream| generator.attempt(&mut Stream::new(seed, stream)).unwrap().puzzle;
    assert_eq!(make(1, 0), make(1, 0));
    assert_ne!(make(1, 0), make(1, 1));
    assert_ne!(make(1, 0), make(2, 0));
}

#[test]
fn puzzles_have_as_many_solutions_as_wanted_by_another_engine() {
    for n in 2..=4 {
        for (answer, expected) in [
            (Wanted::Unique, (1, Outcome::Exhausted)),
            (Wanted::Multiple, (2, Outcome::Stopped)),
            (Wanted::None, (0, Outcome::Exhausted)),
        ] {
            let puzzle = make(&Recipe { answer, ..Recipe::new(order(n)) }, 7).puzzle;
            assert_eq!(Engine::Dlx.count(&puzzle, 2), expected, "{puzzle:?}");
            assert_eq!(puzzle.clash(), None);
        }
    }
}

#[test]
fn top_down_9x9_puzzles_are_minimal() {
    for seed in 0..20 {
        let puzzle = make(&Recipe::new(Order::NINE), seed).puzzle;
        assert_eq!(redundant(&puzzle), [0; 0], "{puzzle:?}");
    }
}

#[test]
fn clues_are_as_many_as_asked_for() {
    for (method, clues) in [(Method::TopDown, 40), (Method::TopDown, 25), (Method::BottomUp, 36)] {
        let recipe = Recipe { method, clues: Some(clues), ..Recipe::new(Order::NINE) };
        assert_eq!(make(&recipe, 3).puzzle.clues(), clues);
    }
    for answer in [Wanted::Multiple, Wanted::None] {
        let recipe = Recipe { answer, clues: Some(30), ..Recipe::new(Order::NINE) };
        assert_eq!(make(&recipe, 3).puzzle.clues(), 30);
    }
}

#[test]
fn every_level_can_be_made_at_every_size() {
    let levels = [(2, &[1][..]), (3, &[1, 2, 3, 4, 5]), (4, &[1, 3, 4, 5]), (5, &[2, 5])];
    for (n, &level) in levels.iter().flat_map(|(n, levels)| levels.iter().map(move |l| (*n, l))) {
        let level = Level::new(level).unwrap();
        let made = make(&Recipe { level: Some(level), ..Recipe::new(order(n)) }, 5);
        assert_eq!(rate::level(&made.puzzle), Some(level));
        assert_eq!(made.rated.map(|rated| rated.level), Some(level));
        assert_eq!(Engine::Dlx.count(&made.puzzle, 2), (1, Outcome::Exhausted));
    }
}

#[test]
fn clues_lie_symmetrically() {
    for symmetry in [Symmetry::Rotational, Symmetry::Diagonal, Symmetry::Mirror, Symmetry::Full] {
        for method in [Method::TopDown, Method::BottomUp] {
            for n in 2..=4 {
                let recipe = Recipe { method, symmetry, ..Recipe::new(order(n)) };
                let puzzle = make(&recipe, 9).puzzle;
                let givens = puzzle.givens();
                for orbit in symmetry.orbits(order(n)) {
                    let clues = orbit.iter().filter(|&&cell| givens.digit(cell) > 0).count();
                    assert!(clues == 0 || clues == orbit.len(), "{symmetry} {puzzle:?}");
                }
                assert_eq!(Engine::Dlx.count(&puzzle, 2).0, 1);
            }
        }
    }
}

#[test]
fn minimal_is_minimal_by_every_method() {
    let minimal = |recipe: Recipe| Recipe { minimal: true, ..recipe };
    let nine = Recipe::new(Order::NINE);
    for recipe in [
        minimal(nine.clone()),
        minimal(Recipe { method: Method::BottomUp, ..nine.clone() }),
        minimal(Recipe { symmetry: Symmetry::Rotational, ..nine.clone() }),
        minimal(Recipe { level: Level::new(3), ..nine.clone() }),
        minimal(Recipe { clues: Some(24), ..nine }),
        minimal(Recipe::new(order(4))),
    ] {
        let puzzle = make(&recipe, 11).puzzle;
        assert_eq!(redundant(&puzzle), [0; 0], "{recipe:?}");
    }
}

#[test]
fn a_pattern_is_filled_and_nothing_else() {
    // A ring and a cross, which have 37 cells.
    let pattern: Vec<bool> = (0..81)
        .map(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            row % 8 == 0 && column % 2 == 0 || column % 8 == 0 || row == 4 || column == 4
        })
        .collect();
    let recipe = Recipe { pattern: Some(pattern.clone()), ..Recipe::new(Order::NINE) };
    let puzzle = make(&recipe, 1).puzzle;
    let clues: Vec<bool> = puzzle.givens().cells().iter().map(|&digit| digit > 0).collect();
    assert_eq!(clues, pattern);
    assert_eq!(Engine::Dlx.count(&puzzle, 2).0, 1);
}

#[test]
fn a_pattern_that_leaves_several_solutions_fails() {
    // A reflection in the diagonal makes another solution.
    let pattern: Vec<bool> = (0..16).map(|cell| cell % 5 == 0).collect();
    let generator =
        Generator::new(Recipe { pattern: Some(pattern), ..Recipe::new(order(2)) }).unwrap();
    assert_eq!(generator.attempt(&mut Stream::new(0, 0)).unwrap_err(), Failure::NotUnique);
}

#[test]
fn digits_to_start_from_become_clues() {
    let mut from = Grid::empty(Order::NINE);
    for (cell, digit) in [(0, 5), (40, 5), (80, 7), (44, 9)] {
        from.set(cell, digit);
    }
    for method in [Method::TopDown, Method::BottomUp, Method::Hard { aim: Aim::Forks, steps: 5 }] {
        let recipe = Recipe { method, from: Some(from.clone()), ..Recipe::new(Order::NINE) };
        let puzzle = make(&recipe, 2).puzzle;
        for (cell, &digit) in from.cells().iter().enumerate().filter(|&(_, &digit)| digit > 0) {
            assert_eq!(puzzle.givens().digit(cell), digit, "{method}");
        }
        assert_eq!(Engine::Dlx.count(&puzzle, 2).0, 1);
    }
}

#[test]
fn a_start_without_a_solution_is_refused() {
    let mut from = Grid::empty(Order::NINE);
    // Only 9 fits into the last cell of row 1, but column 9 has a 9 further down.
    for cell in 0..8 {
        from.set(cell, cell as u8 + 1);
    }
    from.set(80, 9);
    let recipe = Recipe { from: Some(from), ..Recipe::new(Order::NINE) };
    let refused = Generator::new(recipe).unwrap_err().to_string();
    assert_eq!(refused, "the grid to start from has no solution");
}

#[test]
fn a_puzzle_with_several_solutions_keeps_the_digits_it_started_from() {
    let mut from = Grid::empty(Order::NINE);
    for (cell, digit) in [(0, 1), (8, 2), (11, 3), (15, 4), (22, 5), (34, 6), (39, 7)] {
        from.set(cell, digit);
    }
    let recipe =
        Recipe { from: Some(from.clone()), answer: Wanted::Multiple, ..Recipe::new(Order::NINE) };
    for seed in 0..30 {
        let puzzle = make(&recipe, seed).puzzle;
        let kept = |cell: usize| [0, puzzle.givens().digit(cell)].contains(&from.digit(cell));
        assert!((0..81).all(kept), "{puzzle:?}");
    }
}

#[test]
fn a_climb_ends_no_lower_than_it_began() {
    let forks = |steps| {
        let method = Method::Hard { aim: Aim::Forks, steps };
        let recipe = Recipe { method, ..Recipe::new(Order::NINE) };
        (0..5).map(|seed| make(&recipe, seed).rated.unwrap().forks).collect::<Vec<_>>()
    };
    let (start, end) = (forks(0), forks(60));
    assert!(start.iter().zip(&end).all(|(start, end)| start <= end), "{start:?} {end:?}");
    assert!(end.iter().sum::<u64>() > start.iter().sum::<u64>(), "{start:?} {end:?}");
}

#[test]
fn numbers_of_clues_that_no_groups_make_are_refused_and_no_others() {
    for symmetry in
        [Symmetry::None, Symmetry::Rotational, Symmetry::Diagonal, Symmetry::Mirror, Symmetry::Full]
    {
        let orbits = symmetry.orbits(order(2));
        let sizes = |chosen: usize| {
            let chosen = orbits.iter().enumerate().filter(move |(i, _)| chosen >> i & 1 == 1);
            chosen.map(|(_, orbit)| orbit.len()).sum::<usize>()
        };
        let had: Vec<usize> = (0..1 << orbits.len()).map(sizes).collect();
        for clues in 4..=16 {
            let recipe = Recipe { clues: Some(clues), symmetry, ..Recipe::new(order(2)) };
            assert_eq!(recipe.check().is_ok(), had.contains(&clues), "{symmetry}, {clues}");
        }
    }
}

#[test]
fn a_number_of_clues_that_cannot_be_had_is_told_with_the_nearest_ones() {
    let refused = |n, clues, symmetry, from| {
        let recipe = Recipe { clues: Some(clues), symmetry, from, ..Recipe::new(order(n)) };
        Generator::new(recipe).unwrap_err().to_string()
    };
    assert_eq!(
        refused(3, 31, Symmetry::Full, None),
        "found 31 clues; the groups of cells of the symmetry full make 29 or 32 clues, and no \
         number between"
    );
    assert!(refused(4, 99, Symmetry::Rotational, None).contains("make 98 or 100 clues, and"));
    // A clue in a corner takes the three other corners with it.
    let mut from = Grid::empty(Order::NINE);
    from.set(0, 5);
    from.set(4, 6);
    let refused = refused(3, 26, Symmetry::Full, Some(from));
    let expected = "the grid to start from, make 25 or 28 clues, and no number between";
    assert!(refused.ends_with(expected), "{refused}");
    let nine = Recipe { symmetry: Symmetry::Rotational, ..Recipe::new(Order::NINE) };
    assert!(Recipe { clues: Some(31), ..nine }.check().is_ok(), "the middle cell is its own group");
}

#[test]
fn puzzles_need_what_a_human_player_was_asked_to_know() {
    let difficulty = |tenths| Difficulty { tenths };
    for (rating, technique) in [
        (Some(12..=15), None),
        (Some(26..=34), None),
        (None, Some(Technique::HiddenPair)),
        (Some(28..=71), Some(Technique::Pointing)),
    ] {
        let rating = rating.map(|r| difficulty(*r.start())..=difficulty(*r.end()));
        let recipe = Recipe { rating: rating.clone(), technique, ..Recipe::new(Order::NINE) };
        let made = make(&recipe, 3);
        let rated = human::rate(&made.puzzle);
        assert!(rated.is_solved() && rated.hardest() == made.hardest, "{rated}");
        let hardest = made.hardest.expect("it was asked for").difficulty();
        assert!(rating.is_none_or(|rating| rating.contains(&hardest)), "{rated}");
        assert!(technique.is_none_or(|technique| rated.steps(technique) > 0), "{rated}");
        assert_eq!(Engine::Dlx.count(&made.puzzle, 2), (1, Outcome::Exhausted));
    }
    assert_eq!(make(&Recipe::new(Order::NINE), 3).hardest, None, "it takes time");
}

#[test]
fn ratings_are_kept_to_where_minimal_puzzles_are_harder() {
    let difficulty = |tenths| Difficulty { tenths };
    for (n, low, high) in [(4, 10, 15), (4, 23, 28), (3, 10, 10)] {
        let rating = Some(difficulty(low)..=difficulty(high));
        let generator = Generator::new(Recipe { rating, ..Recipe::new(order(n)) }).unwrap();
        let mut stream = Stream::new(2, 0);
        let made = (0..5).find_map(|_| generator.attempt(&mut stream).ok()).expect("soon");
        let hardest = human::rate(&made.puzzle).hardest().map(Technique::difficulty);
        assert!(hardest >= Some(difficulty(low)) && hardest <= Some(difficulty(high)));
        assert_eq!(Engine::Dlx.count(&made.puzzle, 2), (1, Outcome::Exhausted));
    }
}

/// What `Recipe::check_rating` relies on.
#[test]
fn singles_solve_levels_1_to_3_and_no_others() {
    for (n, count) in [(2, 40), (3, 200), (4, 2)] {
        let generator = Generator::new(Recipe::new(order(n))).unwrap();
        for number in 0..count {
            let Ok(made) = generator.attempt(&mut Stream::new(31, number)) else { continue };
            let hardest = human::rate(&made.puzzle).hardest();
            let level = made.rated.unwrap().level.number();
            assert_eq!(level <= 3, hardest <= Some(Technique::NakedSingle), "{:?}", made.puzzle);
        }
    }
}

#[test]
fn what_no_puzzle_has_is_refused_with_the_reason() {
    let difficulty = |tenths| Difficulty { tenths };
    let rating = |low, high| Some(difficulty(low)..=difficulty(high));
    let (nine, level) = (Recipe::new(Order::NINE), |number| Level::new(number));
    let marked = |is_marked: fn(usize) -> bool| Some((0..81).map(is_marked).collect());
    for (recipe, expected) in [
        (
            Recipe { rating: rating(26, 42), ..Recipe::new(order(2)) },
            "of 2.6 for 4x4 puzzles; expected at most 2.3",
        ),
        (
            Recipe { technique: Some(Technique::XWing), ..Recipe::new(order(2)) },
            "of 3.2 for 4x4 puzzles",
        ),
        (
            Recipe { rating: rating(30, 42), level: level(3), ..nine.clone() },
            "for puzzles of levels 1 to 3",
        ),
        (
            Recipe { rating: rating(10, 23), level: level(4), ..nine.clone() },
            "expected one up to 2.6 or more",
        ),
        (
            Recipe { clues: Some(14), ..Recipe::new(order(4)) },
            "expected at least 15, because no 16x16",
        ),
        (Recipe { clues: Some(16), ..nine.clone() }, "expected at least 17"),
        (
            Recipe { clues: Some(73), minimal: true, ..nine.clone() },
            "expected at most 72, because the last clue",
        ),
        (
            Recipe { pattern: marked(|cell| cell >= 18), ..nine.clone() },
            "without a clue in rows 1 and 2;",
        ),
        (
            Recipe { pattern: marked(|cell| ![4, 5].contains(&(cell % 9))), ..nine.clone() },
            "in columns 5 and 6;",
        ),
    ] {
        let refused = Generator::new(recipe).expect_err("there is no such puzzle").to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    let apart = marked(|cell| ![2, 3].contains(&(cell % 9)));
    assert!(Recipe { pattern: apart, ..nine.clone() }.check().is_ok(), "of two stacks");
    assert!(Recipe { rating: rating(10, 28), level: level(4), ..nine }.check().is_ok());
}

#[test]
fn ratings_that_no_puzzle_has_are_refused() {
    let difficulty = |tenths| Difficulty { tenths };
    let refused = |rating: RangeInclusive<u8>, technique| {
        let rating = Some(difficulty(*rating.start())..=difficulty(*rating.end()));
        let recipe = Recipe { rating, technique, ..Recipe::new(Order::NINE) };
        Generator::new(recipe).expect_err("there is no such puzzle").to_string()
    };
    let none = "found rating 8.3..9.9; expected a range with the difficulty of a technique in it, from 1.0 to 8.2";
    assert_eq!(refused(83..=99, None), none);
    assert!(refused(16..=22, None).starts_with("found rating 1.6..2.2; "));
    let too_hard = "found the technique X-wing with a rating up to 3.0; expected a rating up to 3.2 or more, the \
                    difficulty of the technique";
    assert_eq!(refused(10..=30, Some(Technique::XWing)), too_hard);
}
