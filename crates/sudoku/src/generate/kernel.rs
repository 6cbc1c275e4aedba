//! The search that all generation methods use: singles, then a guess, until the first solution.
//!
//! A generator asks the same small question thousands of times: is there a solution with these givens in
//! which this cell does not hold this digit? So this search is made for speed alone. It is not an engine,
//! because it counts and explains nothing. Tests compare its answers with those of `dlx`, and an engine
//! confirms every puzzle before the generator returns it.

use super::candidates::{CandidateGrid, Look, Mask, bit};
use crate::engine::lanes::{Instructions, Lanes};
use crate::grid::Order;

/// A question to the search: is there a solution with these givens?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// A digit for each cell, 0 for a cell without a given.
    pub(super) givens: &'a [u8],
    /// An empty cell, and a digit that it must not hold in the solution.
    pub(super) not: Option<(usize, u8)>,
    /// A known solution, which is not an answer.
    pub(super) besides: Option<&'a [u8]>,
    /// Upper bound on guesses and dead ends together, after which the search gives up.
    pub(super) nodes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Solution(Vec<u8>),
    None,
    /// The search gave up after the nodes allowed.
    Unknown,
}

/// Searches grids of one size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    search: fn(Question<'_>, &mut dyn FnMut(usize, u32) -> u32) -> Answer,
    follows: fn(&[u8], Look) -> bool,
    /// The best instructions that `lanes` may use, which searches 9x9 grids.
    instructions: Instructions,
}

impl Kernel {
    pub(super) fn new(order: Order) -> Self {
        match order.n() {
            2 => Self::of::<u16, 2, 4, 8>(),
            3 => Self::of::<u16, 3, 9, 16>(),
            4 => Self::of::<u16, 4, 16, 16>(),
            5 => Self::of::<u32, 5, 25, 32>(),
            _ => panic!("puzzles are made up to 25x25"),
        }
    }

    fn of<M: Mask, const N: usize, const S: usize, const L: usize>() -> Self {
        let instructions = Instructions::Avx512;
        Self { search: search::<M, N, S, L>, follows: follows::<M, N, S, L>, instructions }
    }

    /// The same kernel, but `lanes` uses no better instructions than these.
    pub(super) fn at_most(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Searches for a solution. `pick` gets a cell and its candidates as bits, and chooses the bit to
    /// try first.
    pub(super) fn search(
        self,
        question: Question<'_>,
        mut pick: impl FnMut(usize, u32) -> u32,
    ) -> Answer {
        (self.search)(question, &mut pick)
    }

    /// Searches for a solution other than the known one, and tries digits first that differ from it.
    /// If there are several such solutions, any of them may be found.
    pub(super) fn search_besides(self, question: Question<'_>, known: &[u8]) -> Answer {
        let (Ok(givens), Ok(nine)) = (question.givens.try_into(), known.try_into()) else {
            return self.search(question, |cell, bits| other_first(bits, known[cell]));
        };
        let found = Lanes::of_thread(self.instructions, |lanes| match question.not {
            Some((cell, digit)) => lanes.without(givens, cell, digit),
            None => lanes.besides(givens, nine),
        });
        found.map_or(Answer::None, |cells| Answer::Solution(cells.to_vec()))
    }

    /// Whether singles, looked for in these units, decide every cell. Then the givens have at most
    /// one solution.
    pub(super) fn follows(self, givens: &[u8], look: Look) -> bool {
        (self.follows)(givens, look)
    }
}

fn follows<M: Mask, const N: usize, const S: usize, const L: usize>(
    givens: &[u8],
    look: Look,
) -> bool {
    matches!(CandidateGrid::<M, N, S, L>::new(givens).settle(look), Ok(true))
}

fn search<M: Mask, const N: usize, const S: usize, const L: usize>(
    question: Question<'_>,
    pick: &mut dyn FnMut(usize, u32) -> u32,
) -> Answer {
    let mut grid = CandidateGrid::<M, N, S, L>::new(question.givens);
    if let Some((cell, digit)) = question.not {
        grid.keep(cell, !bit::<M>(digit));
    }
    // For each open guess, the grid before the guess, without the candidate that was guessed.
    let mut others = Vec::new();
    let mut nodes = question.nodes;
    loop {
        match grid.settle(Look::Units) {
            Ok(true)
                if !question
                    .besides
                    .is_some_and(|known| grid.digits().eq(known.iter().copied())) =>
            {
                return Answer::Solution(grid.digits().collect());
            }
            Ok(false) => {
                let cell = grid.most_constrained();
                let candidates = grid.candidates(cell);
                let bits = candidates.to_u32().expect("32 bits are enough");
                let tried = M::from(pick(cell, bits)).expect("one of the bits");
                let mut without = grid;
                without.keep(cell, !tried);
                others.push(without);
                grid.keep(cell, tried);
            }
            Ok(true) | Err(_) => match others.pop() {
                Some(without) => grid = without,
                None => return Answer::None,
            },
        }
        if nodes == 0 {
            return Answer::Unknown;
        }
        nodes -= 1;
    }
}

/// The lowest bit that is not the digit of the known solution, if there is one. It is tried first because
/// other solutions differ from the known one somewhere.
pub(super) fn other_first(bits: u32, known: u8) -> u32 {
    let others = bits & !(1 << (known - 1));
    let bits = if others == 0 { bits } else { others };
    bits & bits.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::random::Stream;

    use super::*;
    use crate::engine::Engine;
    use crate::engine::singles::Closing;
    use crate::generate::full;
    use crate::grid::{Grid, Puzzle};

    fn lowest(_: usize, bits: u32) -> u32 {
        bits & bits.wrapping_neg()
    }

    fn puzzle(givens: &[u8]) -> Puzzle {
        Puzzle::new(Grid::from_cells(givens.to_vec()).unwrap())
    }

    /// A random full grid of which each cell keeps its clue with a chance of `stay` percent: the
    /// clues, and the full grid.
    fn clues(order: Order, stay: usize, stream: &mut Stream) -> (Vec<u8>, Vec<u8>) {
        let empty = vec![0; order.cells()];
        let solution = full::solution(Kernel::new(order), &empty, stream).unwrap();
        let keep = |&digit: &u8| if stream.below(100) < stay { digit } else { 0 };
        let givens = solution.iter().map(keep).collect();
        (givens, solution)
    }

    proptest! {
        #[test]
        fn a_second_solution_is_found_where_dancing_links_find_one(
            n in 2usize..=4, stay in 20usize..70, seed: u64
        ) {
            let order = Order::new(n).unwrap();
            let (givens, solution) = clues(order, stay.max(10 * n), &mut Stream::new(seed, 0));
            let question =
                Question { givens: &givens, not: None, besides: Some(&solution), nodes: 2000 };
            let puzzle = puzzle(&givens);
            match Kernel::new(order).search(question, lowest) {
                Answer::Solution(other) => {
                    prop_assert_ne!(&other, &solution);
                    prop_assert!(puzzle.is_solved_by(&Grid::from_cells(other).unwrap()));
                }
                Answer::None => prop_assert_eq!(Engine::Dlx.count(&puzzle, 2).0, 1),
                Answer::Unknown => prop_assert!(n == 4, "2000 nodes are plenty"),
            }
        }

        #[test]
        fn a_digit_that_is_excluded_is_in_no_solution(stay in 25usize..60, seed: u64) {
            let (mut givens, solution) = clues(Order::NINE, stay, &mut Stream::new(seed, 0));
            let cell = (seed % 81) as usize;
            givens[cell] = 0;
            let not = Some((cell, solution[cell]));
            let question = Question { givens: &givens, not, besides: None, nodes: 2_000_000 };
            let answer = Kernel::new(Order::NINE).search(question, lowest);
            let mut other = 0;
            for digit in (1..=9).filter(|&digit| digit != solution[cell]) {
                let mut with = givens.clone();
                with[cell] = digit;
                other += Engine::Dlx.count(&puzzle(&with), 1).0;
            }
            match answer {
                Answer::Solution(found) => {
                    prop_assert_ne!(found[cell], solution[cell]);
                    prop_assert!(puzzle(&givens).is_solved_by(&Grid::from_cells(found).unwrap()));
                }
                Answer::None => prop_assert_eq!(other, 0),
                Answer::Unknown => prop_assert!(false, "two million nodes are plenty"),
            }
        }

        #[test]
        fn what_follows_by_singles_is_what_singles_close(
            n in 2usize..=5, stay in 30usize..70, seed: u64
        ) {
            let order = Order::new(n).unwrap();
            let (givens, _) = clues(order, stay, &mut Stream::new(seed, 0));
            let mut closing = Closing::new(&puzzle(&givens));
            closing.close_all();
            let follows = Kernel::new(order).follows(&givens, Look::Units);
            prop_assert_eq!(follows, closing.grid().is_full());
        }

        #[test]
        fn givens_that_contradict_each_other_have_no_solution(seed: u64) {
            let mut stream = Stream::new(seed, 0);
            let (mut givens, _) = clues(Order::NINE, 50, &mut stream);
            givens[stream.below(81)] = 1 + stream.below(9) as u8;
            let question = Question { givens: &givens, not: None, besides: None, nodes: 20_000 };
            let answer = Kernel::new(Order::NINE).search(question, lowest);
            let found = matches!(answer, Answer::Solution(_));
            prop_assert_eq!(found, Engine::Dlx.count(&puzzle(&givens), 1).0 == 1);
        }
    }
}
