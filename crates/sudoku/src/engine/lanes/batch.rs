//! Many puzzles at once: slices and iterators of them.

use super::digit::Start;
use super::digit::Visit;
use super::forecast::Forecast;
use super::learn::Learnt;
use super::node::{Ended, Nodes, Tag, Work};
use super::{Cells, Counted, Lanes, Machine, Pool};
use crate::engine::Uniqueness;
use quadrille_cover::Budget;
use quadrille_cover::search::Silent;

#[cfg(target_arch = "x86_64")]
use super::row::{avx2::Avx2, avx512::Avx512};

/// How many puzzles of an iterator are taken at a time.
const CHUNK: usize = 4096;

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// How many solutions there are, up to the limit.
    pub count: u64,
    /// The first, if there is one.
    pub(super) cells: Cells,
}

impl Solved {
    pub(super) const NONE: Self = Self { count: 0, cells: [0; 81] };

    /// The first solution, the same that [`Lanes::first`] finds.
    pub fn first(&self) -> Option<&Cells> {
        (self.count > 0).then_some(&self.cells)
    }
}

/// Many puzzles at once, in node lanes: several times as fast as one after the other.
///
/// Puzzles of all kinds may be mixed. The answers are those that each puzzle gets alone, on whatever
/// machine and in whatever company.
impl Lanes {
    /// How many solutions each puzzle has, up to a limit; they replace what is in `counts`.
    ///
    /// ```
    /// use quadrille_sudoku::engine::lanes::Lanes;
    ///
    /// let mut counts = Vec::new();
    /// Lanes::new().count_batch(&[[0; 81], [1; 81]], 1000, &mut counts);
    /// assert_eq!(counts, [1000, 0]);
    /// ```
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn count_batch(&mut self, puzzles: &[Cells], limit: u64, counts: &mut Vec<u64>) {
        counts.clear();
        counts.resize(puzzles.len(), 0);
        self.work(&mut Work { puzzles, next: 0, limit, counts, firsts: &mut [], ways: &mut [] });
    }

    /// Whether each puzzle has one solution, several or none; that replaces what is in `verdicts`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn check_batch(&mut self, puzzles: &[Cells], verdicts: &mut Vec<Uniqueness>) {
        let mut counts = std::mem::take(&mut self.counts);
        self.count_batch(puzzles, 2, &mut counts);
        verdicts.clear();
        verdicts.extend(counts.iter().map(|&count| uniqueness(count)));
        self.counts = counts;
    }

    /// How many solutions each puzzle has, up to a limit, and the first; they replace what is in
    /// `solved`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn solve_batch(&mut self, puzzles: &[Cells], limit: u64, solved: &mut Vec<Solved>) {
        let (mut counts, mut ways) =
            (std::mem::take(&mut self.counts), std::mem::take(&mut self.ways));
        counts.clear();
        counts.resize(puzzles.len(), 0);
        ways.clear();
        ways.resize(puzzles.len(), Tag::LAST);
        solved.clear();
        solved.resize(puzzles.len(), Solved::NONE);
        self.work(&mut Work {
            puzzles,
            next: 0,
            limit,
            counts: &mut counts,
            firsts: solved,
            ways: &mut ways,
        });
        for (i, solved) in solved.iter_mut().enumerate() {
            solved.count = counts[i];
            if ways[i].is_uncertain() {
                solved.cells = self.first_here(&puzzles[i]);
            }
        }
        (self.counts, self.ways) = (counts, ways);
    }

    /// Whether each of any number of puzzles has one solution, several or none, in order. Some
    /// thousands of puzzles are taken at a time, so that memory stays bounded.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn check_each<'a>(
        &'a mut self,
        puzzles: impl IntoIterator<Item = Cells> + 'a,
    ) -> impl Iterator<Item = (Cells, Uniqueness)> + 'a {
        self.each(puzzles, Self::check_batch)
    }

    /// How many solutions each of any number of puzzles has, up to a limit, and the first, in order.
    /// Some thousands of puzzles are taken at a time, so that memory stays bounded.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn solve_each<'a>(
        &'a mut self,
        puzzles: impl IntoIterator<Item = Cells> + 'a,
        limit: u64,
    ) -> impl Iterator<Item = (Cells, Solved)> + 'a {
        self.each(puzzles, move |lanes, puzzles, solved| lanes.solve_batch(puzzles, limit, solved))
    }

    fn each<'a, T: Copy + 'a>(
        &'a mut self,
        puzzles: impl IntoIterator<Item = Cells> + 'a,
        does: impl Fn(&mut Self, &[Cells], &mut Vec<T>) + 'a,
    ) -> impl Iterator<Item = (Cells, T)> + 'a {
        let mut puzzles = puzzles.into_iter();
        let (mut chunk, mut answers) = (Vec::new(), Vec::new());
        let mut next = 0;
        std::iter::from_fn(move || {
            if next == answers.len() {
                chunk.clear();
                chunk.extend(puzzles.by_ref().take(CHUNK));
                does(self, &chunk, &mut answers);
                next = 0;
            }
            let pair = (*chunk.get(next)?, answers[next]);
            next += 1;
            Some(pair)
        })
    }

    /// The first solution of a puzzle that has one, found in digit lanes alone.
    #[cold]
    fn first_here(&mut self, givens: &Cells) -> Cells {
        let mut first = [0; 81];
        let mut counted = Counted { solutions: 0, limit: 1, first: Some(&mut first) };
        let start = Start { givens, not: None, forecast: Forecast::none() };
        self.search(start, &mut Silent::new(&Budget::default()), &mut counted);
        first
    }

    /// Searches on in node lanes what digit lanes found to be hard.
    #[cold]
    pub(super) fn hand_over(&mut self, givens: &Cells, counted: &mut Counted<'_>) {
        let (mut counts, mut solved) = ([counted.solutions], [Solved::NONE]);
        let mut ways = [Tag::LAST];
        let wants_first = counted.wants_digits();
        let wanted = usize::from(wants_first);
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, stack, nodes) => made(nodes).take(stack),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_, stack, nodes) => made(nodes).take(stack),
            Machine::Baseline(stack, nodes) => made(nodes).take(stack),
        }
        self.work(&mut Work {
            puzzles: std::slice::from_ref(givens),
            next: 1,
            limit: counted.limit,
            counts: &mut counts,
            firsts: &mut solved[..wanted],
            ways: &mut ways[..wanted],
        });
        counted.solutions = counts[0];
        if let Some(first) = &mut counted.first
            && wants_first
            && counts[0] > 0
        {
            **first = solved[0].cells;
            if ways[0].is_uncertain() {
                **first = self.first_here(givens);
            }
        }
    }

    fn work(&mut self, work: &mut Work<'_>) {
        if work.limit == 0 {
            return;
        }
        assert!(u32::try_from(work.puzzles.len()).is_ok(), "too many puzzles");
        for puzzle in work.puzzles {
            super::assert_digits(puzzle);
        }
        let mut learnt = Learnt::default();
        while self.work_on(work) == Ended::Stalled {
            learnt.ask(&self.resume(work), work);
            self.resume(work);
        }
        learnt.told(work);
    }

    /// As [`Nodes::resume`].
    fn resume(&mut self, work: &Work<'_>) -> Vec<u32> {
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, _, nodes) => made(nodes).resume(work),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_, _, nodes) => made(nodes).resume(work),
            Machine::Baseline(_, nodes) => made(nodes).resume(work),
        }
    }

    /// Searches until all is found, or nothing has been for long.
    fn work_on(&mut self, work: &mut Work<'_>) -> Ended {
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, _, nodes) => {
                // SAFETY: the value of type `Avx512` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx512(*machine, made(nodes), work)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, _, nodes) => {
                // SAFETY: the value of type `Avx2` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx2(*machine, made(nodes), work)
                }
            }
            Machine::Baseline(_, nodes) => made(nodes).search(super::MOVES, work),
        }
    }
}

/// Node lanes, made if there are none yet.
fn made<const N: usize>(pool: &mut Pool<N>) -> &mut Nodes<N> {
    pool.get_or_insert_with(|| Box::new(Nodes::new()))
}

fn uniqueness(count: u64) -> Uniqueness {
    match count {
        0 => Uniqueness::None,
        1 => Uniqueness::Unique,
        _ => Uniqueness::Multiple,
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn work_avx512(machine: Avx512, nodes: &mut Nodes<32>, work: &mut Work<'_>) -> Ended {
    nodes.search(machine, work)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn work_avx2(machine: Avx2, nodes: &mut Nodes<16>, work: &mut Work<'_>) -> Ended {
    nodes.search(machine, work)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::random::{Stream, shuffle};

    use super::super::tests::puzzle;
    use super::*;
    use crate::engine::lanes::Instructions;
    use crate::{Engine, Grid, Puzzle};

    /// Puzzles of all kinds: none, one and many solutions, clashes, nearly empty and nearly full.
    fn puzzles(most: usize) -> impl Strategy<Value = Vec<Cells>> {
        let wrong = prop::option::of((0..81usize, 1..=9u8));
        let stay = prop_oneof![0usize..17, 17usize..40, 24usize..30, 60usize..=81];
        let kind = (any::<u64>(), stay, wrong);
        let any_digits =
            prop::collection::vec(0..=9u8, 81).prop_map(|cells| cells.try_into().unwrap());
        let one = prop_oneof![
            9 => kind.prop_map(|(seed, stay, wrong)| puzzle(seed, stay, wrong)),
            1 => any_digits,
        ];
        prop::collection::vec(one, 0..most)
    }

    /// What digit lanes alone find.
    fn alone(lanes: &mut Lanes, cells: &Cells, limit: u64) -> (u64, Option<Cells>) {
        let mut first = [0; 81];
        let mut counted = Counted { solutions: 0, limit, first: Some(&mut first) };
        let budget = Budget::default();
        let start = Start { givens: cells, not: None, forecast: Forecast::none() };
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

        #[test]
        fn a_batch_counts_as_dancing_links_do(puzzles in puzzles(12), limit in 1u64..12) {
            let (mut counts, mut solved) = (Vec::new(), Vec::new());
            for mut lanes in machines() {
                lanes.count_batch(&puzzles, limit, &mut counts);
                lanes.solve_batch(&puzzles, limit, &mut solved);
                for (i, cells) in puzzles.iter().enumerate() {
                    let puzzle = Puzzle::new(Grid::from_cells(cells.to_vec()).unwrap());
                    prop_assert_eq!(counts[i], Engine::Dlx.count(&puzzle, limit).0);
                    prop_assert_eq!(solved[i].count, counts[i]);
                    if let Some(first) = solved[i].first() {
                        let first = Grid::from_cells(first.to_vec()).unwrap();
                        prop_assert!(puzzle.is_solved_by(&first));
                    }
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
            let blocks = match &lanes.machine {
                #[cfg(target_arch = "x86_64")]
                Machine::Avx512(_, _, nodes) => nodes.as_ref().map(|nodes| nodes.blocks()),
                #[cfg(target_arch = "x86_64")]
                Machine::Avx2(_, _, nodes) => nodes.as_ref().map(|nodes| nodes.blocks()),
                Machine::Baseline(_, nodes) => nodes.as_ref().map(|nodes| nodes.blocks()),
            };
            assert!(blocks.is_some_and(|blocks| blocks < 150), "{blocks:?}");
            lanes.solve_batch(&puzzles, 2, &mut solved);
            for (cells, solved) in puzzles.iter().zip(&solved) {
                let known = alone(&mut lanes, cells, 2);
                assert_eq!((solved.count, solved.first().copied()), known);
            }
        }
    }

    #[test]
    fn iterators_get_the_answers_of_slices() {
        let puzzles: Vec<Cells> = (0..2 * CHUNK as u64 + 7)
            .map(|seed| puzzle(seed % 97, 26 + seed as usize % 55, None))
            .collect();
        let mut lanes = Lanes::new();
        let (mut verdicts, mut solved) = (Vec::new(), Vec::new());
        lanes.check_batch(&puzzles, &mut verdicts);
        lanes.solve_batch(&puzzles, 3, &mut solved);
        assert!(verdicts.contains(&Uniqueness::Unique) && verdicts.contains(&Uniqueness::Multiple));
        let checked: Vec<_> = lanes.check_each(puzzles.iter().copied()).collect();
        assert_eq!(checked, puzzles.iter().copied().zip(verdicts).collect::<Vec<_>>());
        let each: Vec<_> = lanes.solve_each(puzzles.iter().copied(), 3).collect();
        assert_eq!(each, puzzles.iter().copied().zip(solved).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_found_of_nothing_or_up_to_nothing() {
        let (mut counts, mut solved) = (vec![7], Vec::new());
        let mut lanes = Lanes::new();
        lanes.count_batch(&[], 2, &mut counts);
        assert_eq!(counts, []);
        lanes.solve_batch(&[[0; 81]; 3], 0, &mut solved);
        assert_eq!(solved, [Solved::NONE; 3]);
        assert_eq!(lanes.check_each([]).next(), None);
    }

    #[test]
    #[should_panic(expected = "10")]
    fn a_digit_above_9_is_no_digit() {
        Lanes::new().count_batch(&[[0; 81], [10; 81]], 1, &mut Vec::new());
    }
}
