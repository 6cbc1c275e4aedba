use std::ops::RangeInclusive;

use quadrille_cover::Outcome;

use super::*;
use crate::engine::Engine;
use crate::engine::human::{self, Difficulty};
use crate::rate::Level;

fn order(n: usize) -> Order {
    Order::new(n).expect("an order")
}

fn nine() -> Recipe {
    Recipe::new(Order::NINE)
}

fn rating(low: u8, high: u8) -> RangeInclusive<Difficulty> {
    Difficulty { tenths: low }..=Difficulty { tenths: high }
}

/// Makes a puzzle, and checks by other means than the generator's that it is as the recipe asks.
#[track_caller]
fn make(recipe: &Recipe, seed: u64) -> Made {
    let generator = Generator::new(recipe.clone()).expect("a recipe that can be followed");
    let mut stream = Stream::new(seed, 0);
    let mut attempts = (0..2000).map(|_| generator.attempt(&mut stream));
    let made = attempts.find_map(Result::ok).expect("one of 2000 attempts goes well");
    let (puzzle, givens) = (&made.puzzle, made.puzzle.givens());
    let expected = match recipe.answer {
        Wanted::Unique => (1, Outcome::Exhausted),
        Wanted::Multiple => (2, Outcome::Stopped),
        Wanted::None => (0, Outcome::Exhausted),
    };
    assert_eq!(Engine::Dlx.count(puzzle, 2), expected, "{recipe:?}: {puzzle:?}");
    assert_eq!(puzzle.clash(), None);
    assert!(recipe.clues.is_none_or(|clues| clues == puzzle.clues()), "{recipe:?}");
    if recipe.minimal {
        assert_eq!(redundant(puzzle), [0; 0], "{recipe:?}");
    }
    if recipe.level.is_some() {
        assert_eq!(rate::level(puzzle), recipe.level);
        assert_eq!(made.rated.map(|rated| rated.level), recipe.level);
    }
    let is_clue = |&cell: &usize| givens.digit(cell) > 0;
    for orbit in recipe.symmetry.orbits(recipe.order) {
        assert_eq!(orbit.iter().any(is_clue), orbit.iter().all(is_clue), "{recipe:?}: {puzzle:?}");
    }
    for (cell, digit) in recipe.from.iter().flat_map(Grid::filled_cells) {
        assert_eq!(givens.digit(cell), digit, "{recipe:?}");
    }
    if let Some(pattern) = &recipe.pattern {
        assert!((0..pattern.len()).all(|cell| pattern[cell] == is_clue(&cell)), "{puzzle:?}");
    }
    let asks = recipe.rating.is_some() || recipe.technique.is_some();
    assert_eq!(made.hardest.is_some(), asks, "rating takes time");
    if asks {
        let rated = human::rate(puzzle);
        assert!(rated.is_solved() && rated.hardest() == made.hardest, "{rated}");
        let hardest = made.hardest.expect("it was asked for").difficulty();
        assert!(recipe.rating.as_ref().is_none_or(|some| some.contains(&hardest)), "{rated}");
        assert!(recipe.technique.is_none_or(|some| rated.steps(some) > 0), "{rated}");
    }
    made
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
    let generator = Generator::new(nine()).unwrap();
    let make = |seed, stream| generator.attempt(&mut Stream::new(seed, stream)).unwrap().puzzle;
    assert_eq!(make(1, 0), make(1, 0));
    assert_ne!(make(1, 0), make(1, 1));
    assert_ne!(make(1, 0), make(2, 0));
}

#[test]
fn puzzles_are_what_the_recipe_asks_for() {
    let answers = [Wanted::Unique, Wanted::Multiple, Wanted::None];
    let symmetries = [Symmetry::Rotational, Symmetry::Diagonal, Symmetry::Mirror, Symmetry::Full];
    let levels = [(2, &[1][..]), (3, &[1, 2, 3, 4, 5]), (4, &[1, 3, 4, 5]), (5, &[2, 5])];
    let mut recipes = Vec::new();
    for n in 2..=4 {
        recipes.extend(answers.map(|answer| Recipe { answer, ..Recipe::new(order(n)) }));
        for method in [Method::TopDown, Method::BottomUp] {
            let plain = || Recipe { method, ..Recipe::new(order(n)) };
            recipes.extend(symmetries.map(|symmetry| Recipe { symmetry, ..plain() }));
        }
    }
    for (n, &level) in levels.iter().flat_map(|(n, all)| all.iter().map(move |level| (*n, level))) {
        recipes.push(Recipe { level: Level::new(level), ..Recipe::new(order(n)) });
    }
    for (method, clues) in [(Method::TopDown, 40), (Method::TopDown, 25), (Method::BottomUp, 36)] {
        recipes.push(Recipe { method, clues: Some(clues), ..nine() });
    }
    for answer in [Wanted::Multiple, Wanted::None] {
        recipes.push(Recipe { answer, clues: Some(30), ..nine() });
    }
    let minimal = |recipe: Recipe| Recipe { minimal: true, ..recipe };
    let mut from = Grid::empty(Order::NINE);
    for (cell, digit) in [(0, 5), (40, 5), (80, 7), (44, 9)] {
        from.set(cell, digit);
    }
    for method in [Method::TopDown, Method::BottomUp, Method::Hard { aim: Aim::Forks, steps: 5 }] {
        recipes.push(Recipe { method, from: Some(from.clone()), ..nine() });
    }
    // A ring and a cross, which have 37 cells.
    let is_marked = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        row % 8 == 0 && column % 2 == 0 || column % 8 == 0 || row == 4 || column == 4
    };
    recipes.extend([
        minimal(nine()),
        minimal(Recipe { method: Method::BottomUp, ..nine() }),
        minimal(Recipe { symmetry: Symmetry::Rotational, ..nine() }),
        minimal(Recipe { level: Level::new(3), ..nine() }),
        minimal(Recipe { clues: Some(24), ..nine() }),
        minimal(Recipe::new(order(4))),
        Recipe { pattern: Some((0..81).map(is_marked).collect()), ..nine() },
        Recipe { rating: Some(rating(12, 15)), ..nine() },
        Recipe { rating: Some(rating(26, 34)), ..nine() },
        Recipe { technique: Some(Technique::HiddenPair), ..nine() },
        Recipe { rating: Some(rating(28, 71)), technique: Some(Technique::Pointing), ..nine() },
    ]);
    for recipe in recipes {
        make(&recipe, 3);
    }
}

#[test]
fn top_down_9x9_puzzles_are_minimal() {
    for seed in 0..20 {
        let puzzle = make(&nine(), seed).puzzle;
        assert_eq!(redundant(&puzzle), [0; 0], "{puzzle:?}");
    }
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
fn a_start_without_a_solution_is_refused() {
    let mut from = Grid::empty(Order::NINE);
    // Only 9 fits into the last cell of row 1, but column 9 has a 9 further down.
    for cell in 0..8 {
        from.set(cell, cell as u8 + 1);
    }
    from.set(80, 9);
    let recipe = Recipe { from: Some(from), ..nine() };
    let refused = Generator::new(recipe).unwrap_err().to_string();
    assert_eq!(refused, "the grid to start from has no solution");
}

#[test]
fn a_puzzle_with_several_solutions_keeps_the_digits_it_started_from() {
    let mut from = Grid::empty(Order::NINE);
    for (cell, digit) in [(0, 1), (8, 2), (11, 3), (15, 4), (22, 5), (34, 6), (39, 7)] {
        from.set(cell, digit);
    }
    let recipe = Recipe { from: Some(from), answer: Wanted::Multiple, ..nine() };
    for seed in 0..30 {
        make(&recipe, seed);
    }
}

#[test]
fn a_climb_ends_no_lower_than_it_began() {
    let forks = |steps| {
        let method = Method::Hard { aim: Aim::Forks, steps };
        let recipe = Recipe { method, ..nine() };
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
    let odd = Recipe { symmetry: Symmetry::Rotational, clues: Some(31), ..nine() };
    assert!(odd.check().is_ok(), "the middle cell is its own group");
}

#[test]
fn ratings_are_kept_to_where_minimal_puzzles_are_harder() {
    for (n, low, high) in [(4, 10, 15), (4, 23, 28), (3, 10, 10)] {
        let rating = Some(rating(low, high));
        let generator = Generator::new(Recipe { rating: rating.clone(), ..Recipe::new(order(n)) });
        let (generator, mut stream) = (generator.unwrap(), Stream::new(2, 0));
        let made = (0..5).find_map(|_| generator.attempt(&mut stream).ok()).expect("soon");
        let hardest = human::rate(&made.puzzle).hardest().expect("a step").difficulty();
        assert!(rating.is_some_and(|rating| rating.contains(&hardest)));
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
    let level = Level::new;
    let marked = |is_marked: fn(usize) -> bool| Some((0..81).map(is_marked).collect());
    for (recipe, expected) in [
        (
            Recipe { rating: Some(rating(26, 42)), ..Recipe::new(order(2)) },
            "of 2.6 for 4x4 puzzles; expected at most 2.3",
        ),
        (
            Recipe { technique: Some(Technique::XWing), ..Recipe::new(order(2)) },
            "of 3.2 for 4x4 puzzles",
        ),
        (
            Recipe { rating: Some(rating(30, 42)), level: level(3), ..nine() },
            "for puzzles of levels 1 to 3",
        ),
        (
            Recipe { rating: Some(rating(10, 23)), level: level(4), ..nine() },
            "expected one up to 2.6 or more",
        ),
        (
            Recipe { clues: Some(14), ..Recipe::new(order(4)) },
            "expected at least 15, because no 16x16",
        ),
        (Recipe { clues: Some(16), ..nine() }, "expected at least 17"),
        (
            Recipe { clues: Some(73), minimal: true, ..nine() },
            "expected at most 72, because the last clue",
        ),
        (
            Recipe { pattern: marked(|cell| cell >= 18), ..nine() },
            "without a clue in rows 1 and 2;",
        ),
        (
            Recipe { pattern: marked(|cell| ![4, 5].contains(&(cell % 9))), ..nine() },
            "in columns 5 and 6;",
        ),
    ] {
        let refused = Generator::new(recipe).expect_err("there is no such puzzle").to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    let apart = marked(|cell| ![2, 3].contains(&(cell % 9)));
    assert!(Recipe { pattern: apart, ..nine() }.check().is_ok(), "of two stacks");
    assert!(Recipe { rating: Some(rating(10, 28)), level: level(4), ..nine() }.check().is_ok());
}

#[test]
fn ratings_that_no_puzzle_has_are_refused() {
    let refused = |low, high, technique| {
        let recipe = Recipe { rating: Some(rating(low, high)), technique, ..nine() };
        Generator::new(recipe).expect_err("there is no such puzzle").to_string()
    };
    let none = "found rating 8.3..9.9; expected a range with the difficulty of a technique in it, from 1.0 to 8.2";
    assert_eq!(refused(83, 99, None), none);
    assert!(refused(16, 22, None).starts_with("found rating 1.6..2.2; "));
    let too_hard = "found the technique X-wing with a rating up to 3.0; expected a rating up to 3.2 or more, the \
                    difficulty of the technique";
    assert_eq!(refused(10, 30, Some(Technique::XWing)), too_hard);
}
