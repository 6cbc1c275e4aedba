//! Many puzzles at once: slices and iterators of them.

use super::digit::Start;
use super::digit::Visit;
use super::forecast::Forecast;
use super::node::{Nodes, Tag, Work};
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
    const NONE: Self = Self { count: 0, cells: [0; 81] };

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
            puzzles: &[],
            next: 0,
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
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, _, nodes) => {
                // SAFETY: the value of type `Avx512` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx512(*machine, made(nodes), work);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, _, nodes) => {
                // SAFETY: the value of type `Avx2` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx2(*machine, made(nodes), work);
                }
            }
            Machine::Baseline(_, nodes) => {
                made(nodes).search(super::MOVES, work);
            }
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
fn work_avx512(machine: Avx512, nodes: &mut Nodes<32>, work: &mut Work<'_>) {
    nodes.search(machine, work);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn work_avx2(machine: Avx2, nodes: &mut Nodes<16>, work: &mut Work<'_>) {
    nodes.search(machine, work);
}
