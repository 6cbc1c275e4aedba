//! Compares batches with single puzzles, which `lanes::tests` compares with dancing links.

use proptest::prelude::*;
use quadrille_cover::random::{Stream, shuffle};

use super::super::digit::Start;
use super::super::forecast::Forecast;
use super::super::tests::puzzle;
use super::*;
use crate::engine::lanes::Instructions;

/// Puzzles of all kinds: none, one and many solutions, clashes, nearly empty and nearly full.
fn puzzles(most: usize) -> impl Strategy<Value = Vec<Cells>> {
    let wrong = prop::option::of((0..81usize, 1..=9u8));
    let stay = prop_oneof![0usize..17, 17usize..40, 24usize..30, 60usize..=81];
    let kind = (any::<u64>(), stay, wrong);
    let any_digits = prop::collection::vec(0..=9u8, 81).prop_map(|cells| cells.try_into().unwrap());
    let one = prop_oneof![
        9 => kind.prop_map(|(seed, stay, wrong)| puzzle(seed, stay, wrong)),
        1 => any_digits,
    ];
    prop::collection::vec(one, 0..most)
}

fn alone(lanes: &mut Lanes, cells: &Cells, limit: u64) -> (u64, Option<Cells>) {
    let mut first = [0; 81];
    let mut counted = SolutionCounter { solutions: 0, limit, first: Some(&mut first) };
    let budget = Budget::default();
    let start = Start::at_root(cells, Forecast::none());
    let _ = lanes.search(start, &mut Silent::new(&budget), &mut counted);
    let count = counted.solutions;
    (count, (count > 0).then_some(first))
}

fn machines() -> impl Iterator<Item = Lanes> {
    Instructions::ALL.into_iter().filter_map(Lanes::with)
}

proptest! {
    #[test]
    fn a_batch_finds_what_each_puzzle_finds_alone(
        puzzles in puzzles(200), limit in 1u64..30, seed: u64
    ) {
        let mut lanes = Lanes::new();
        let known: Vec<_> =
            puzzles.iter().map(|cells| alone(&mut lanes, cells, limit)).collect();
        let mut order: Vec<usize> = (0..puzzles.len()).collect();
        shuffle(&mut order, &mut Stream::new(seed, 0));
        let shuffled: Vec<Cells> = order.iter().map(|&i| puzzles[i]).collect();
        let (mut solved, mut counts) = (Vec::new(), Vec::new());
        for mut lanes in machines() {
            lanes.solve_batch(&puzzles, limit, &mut solved);
            prop_assert_eq!(solved.len(), puzzles.len());
            for (solved, known) in solved.iter().zip(&known) {
                prop_assert_eq!((solved.count, solved.first().copied()), *known);
            }
            lanes.solve_batch(&shuffled, limit, &mut solved);
            for (solved, &i) in solved.iter().zip(&order) {
                prop_assert_eq!((solved.count, solved.first().copied()), known[i]);
            }
            lanes.count_batch(&puzzles, limit, &mut counts);
            for (i, (cells, &count)) in puzzles.iter().zip(&counts).enumerate() {
                prop_assert_eq!(count, known[i].0);
                prop_assert_eq!(lanes.count_and_first(cells, limit), known[i]);
                prop_assert_eq!(lanes.count(cells, limit), count);
            }
        }
    }
}

#[test]
fn a_million_solutions_take_little_memory_and_starve_no_one() {
    let mut puzzles: Vec<Cells> = (0..100).map(|seed| puzzle(seed, 27, None)).collect();
    puzzles.insert(50, [0; 81]);
    puzzles.insert(0, puzzle(1, 9, None));
    for mut lanes in machines() {
        let (mut counts, mut solved) = (Vec::new(), Vec::new());
        lanes.count_batch(&puzzles, 100_000, &mut counts);
        assert_eq!((counts[0], counts[51]), (100_000, 100_000));
        let blocks =
            of_machine!(&lanes.machine, _stack, nodes => nodes.as_ref().map(|n| n.blocks()));
        assert!(blocks.is_some_and(|blocks| blocks < 150), "{blocks:?}");
        lanes.solve_batch(&puzzles, 2, &mut solved);
        for (cells, solved) in puzzles.iter().zip(&solved) {
            let known = alone(&mut lanes, cells, 2);
            assert_eq!((solved.count, solved.first().copied()), known);
        }
    }
}

#[test]
fn nothing_is_found_of_nothing_or_up_to_nothing() {
    let (mut counts, mut solved) = (vec![7], Vec::new());
    let mut lanes = Lanes::new();
    lanes.count_batch(&[], 2, &mut counts);
    assert_eq!(counts, []);
    lanes.solve_batch(&[[0; 81]; 3], 0, &mut solved);
    assert_eq!(solved, [Solved::NONE; 3]);
}

#[test]
#[should_panic(expected = "10")]
fn a_digit_above_9_is_no_digit() {
    Lanes::new().count_batch(&[[0; 81], [10; 81]], 1, &mut Vec::new());
}
