//! Many puzzles at once: slices and iterators of them.

use super::node::{Nodes, Tag, Work};
use super::{Cells, Lanes, Machine};
use crate::engine::Uniqueness;

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
        let (mut counts, mut ways) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.ways));
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
                solved.cells = self.first(&puzzles[i]).expect("it has a solution");
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

    #[doc(hidden)]
    pub fn sw(&mut self) -> [u64; 4] { match &mut self.machine { Machine::Avx512(_, _, n) => std::mem::take(&mut n.as_mut().unwrap().sweeps), Machine::Avx2(_, _, n) => std::mem::take(&mut n.as_mut().unwrap().sweeps), Machine::Baseline(_, n) => std::mem::take(&mut n.as_mut().unwrap().sweeps) } }
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
                    work_avx512(*machine, nodes.get_or_insert_with(Nodes::new), work);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, _, nodes) => {
                // SAFETY: the value of type `Avx2` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx2(*machine, nodes.get_or_insert_with(Nodes::new), work);
                }
            }
            Machine::Baseline(_, nodes) => {
                nodes.get_or_insert_with(Nodes::new).search(super::MOVES, work);
            }
        }
    }
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
