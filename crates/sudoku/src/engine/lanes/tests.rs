//! Compares the searches on all instruction sets with each other and with dancing links.

use proptest::prelude::*;
use quadrille_cover::random::Stream;
use quadrille_cover::search::{Counter, Outcome};

use super::*;
use crate::Engine;
use crate::grid::{Grid, Order, Puzzle};

/// Digits 1 to 4 have no place in box 1 but the three cells of its first row.
pub(super) const FOUR_IN_THREE: &str =
    "............12.34....34.12.......................................................";
/// The same contradiction in a column.
pub(super) const DOWN: &str =
    "............................13.......24................31.......42...............";

pub(super) fn cells(line: &str) -> Cells {
    let digit = |&byte: &u8| if byte == b'.' { 0 } else { byte - b'0' };
    let digits: Vec<u8> = line.as_bytes().iter().map(digit).collect();
    digits.try_into().expect("81 digits")
}

/// A puzzle with about `stay` digits of a random solution, and perhaps a wrong digit.
pub(super) fn puzzle(seed: u64, stay: usize, wrong: Option<(usize, u8)>) -> Cells {
    let mut stream = Stream::new(seed, 0);
    let mut cells: Cells =
        crate::generate::full_grid(Order::NINE, &mut stream).cells().try_into().unwrap();
    for cell in &mut cells {
        if stream.below(81) >= stay {
            *cell = 0;
        }
    }
    if let Some((cell, digit)) = wrong {
        cells[cell] = digit;
    }
    cells
}

proptest! {
    #[test]
    fn every_machine_searches_the_same_nodes(
        seed: u64,
        stay in 17usize..60,
        wrong in prop::option::of((0..81usize, 1..=9u8)),
        limit in 1u64..40,
    ) {
        let cells = puzzle(seed, stay, wrong);
        let mut known = None;
        for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
            let budget = Budget::default();
            let mut counter = Counter::new(&budget);
            let mut first = [0; 81];
            let mut counted = SolutionCounter { solutions: 0, limit, first: Some(&mut first) };
            let start = Start::at_root(&cells, Forecast::none());
            let outcome = lanes.search(start, &mut counter, &mut counted);
            let solutions = counted.solutions;
            let seen = (outcome, first, counter.stats(solutions));
            prop_assert_eq!(&seen, known.get_or_insert(seen), "{:?}", lanes);
        }
        let puzzle = Puzzle::new(Grid::from_cells(cells.to_vec()).unwrap());
        let (_, first, stats) = known.expect("there is one for every machine");
        prop_assert_eq!(stats.solutions, Engine::Dlx.count(&puzzle, limit).0);
        if stats.solutions > 0 {
            prop_assert!(puzzle.is_solved_by(&Grid::from_cells(first.to_vec()).unwrap()));
        }
    }
}

/// Two cells of a box that can only hold the same digit, given or not. These grids have no other contradiction, so
/// a search that does not detect this one takes very long.
#[test]
fn two_cells_of_a_box_decided_to_one_digit_are_seen_at_once() {
    let two = |other: usize| {
        let mut cells = [0; 81];
        (cells[0], cells[other]) = (5, 5);
        cells
    };
    // Nine is all that is left for cells (0, 0) and (1, 1).
    let mut left = [0; 81];
    for i in 0..4 {
        let (low, high) = (i as u8 + 1, i as u8 + 5);
        (left[3 + i], left[9 + 5 + i]) = (low, high);
        (left[9 * (3 + i)], left[9 * (5 + i) + 1]) = (high, low);
    }
    for cells in [1, 2, 9, 10, 20].map(two).into_iter().chain([left]) {
        let puzzle = Puzzle::new(Grid::from_cells(cells.to_vec()).unwrap());
        assert_eq!(Engine::Dlx.count(&puzzle, 1).0, 0);
        for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
            let budget = Budget { nodes: Some(1000), ..Budget::default() };
            let mut counter = Counter::new(&budget);
            let mut counted = SolutionCounter { solutions: 0, limit: 1, first: None };
            let start = Start::at_root(&cells, Forecast::none());
            let outcome = lanes.search(start, &mut counter, &mut counted);
            assert_eq!(outcome, DigitLanesEnd::Here(Outcome::Exhausted));
            assert_eq!(counter.forks, 0, "{cells:?}");
            let mut verdicts = Vec::new();
            lanes.check_batch(&[cells], &mut verdicts);
            assert_eq!(verdicts, [Uniqueness::None]);
        }
    }
}

#[test]
fn what_this_machine_lacks_is_refused() {
    for some in Instructions::ALL {
        assert_eq!(Lanes::with(some).is_some(), some.are_there(), "{some}");
        assert_eq!(Instructions::from_name(some.name()), Some(some));
    }
    assert!(Instructions::best().are_there());
}

#[test]
#[should_panic(expected = "digit 10")]
fn a_digit_above_9_is_no_digit() {
    Lanes::new().count(&[10; 81], 1);
}

/// Cancels batches that would take seconds. The next batch must not find nodes of these.
#[test]
fn a_batch_that_is_cancelled_does_not_end_and_leaves_nothing_behind() {
    let stalls = vec![cells(FOUR_IN_THREE); 20_000];
    let others: Vec<Cells> = (0..200).map(|seed| puzzle(seed, 27, None)).collect();
    let long: Vec<Cells> = others.iter().copied().cycle().take(2_000_000).collect();
    let (mut verdicts, mut solved) = (Vec::new(), Vec::new());
    let (mut known, mut known_solved) = (Vec::new(), Vec::new());
    Lanes::new().check_batch(&others, &mut known);
    Lanes::new().solve_batch(&others, 2, &mut known_solved);
    for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
        for puzzles in [&stalls, &long] {
            for solve in [false, true] {
                let cancel = CancelToken::new();
                let token = cancel.clone();
                let canceller = std::thread::spawn(move || {
                    std::thread::sleep(std::time::Duration::from_millis(30));
                    token.cancel();
                });
                let whole = if solve {
                    lanes.solve_batch_within(puzzles, 2, &cancel, &mut solved)
                } else {
                    lanes.check_batch_within(puzzles, &cancel, &mut verdicts)
                };
                canceller.join().expect("the canceller does not panic");
                assert!(!whole);
                assert!(if solve { solved.is_empty() } else { verdicts.is_empty() });

                lanes.check_batch(&others, &mut verdicts);
                assert_eq!(verdicts, known);
                assert!(lanes.solve_batch_within(&others, 2, &CancelToken::new(), &mut solved));
                assert_eq!(solved, known_solved);
            }
        }
    }
}
