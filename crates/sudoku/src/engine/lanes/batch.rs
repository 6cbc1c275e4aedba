//! Many puzzles at once: slices and iterators of them.

use super::digit::Visit;
use super::learn::Learnt;
use super::node::{Ended, Nodes, Tag, Work};
use super::{Cells, Counted, Lanes, Machine, Pool, guided};
use crate::engine::Uniqueness;
use quadrille_cover::search::Silent;
use quadrille_cover::{Budget, CancelToken};

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
        self.counted(puzzles, limit, counts, &Budget::default());
    }

    /// As [`count_batch`](Self::count_batch); false if it was cancelled.
    fn counted(
        &mut self,
        puzzles: &[Cells],
        limit: u64,
        counts: &mut Vec<u64>,
        budget: &Budget,
    ) -> bool {
        counts.clear();
        counts.resize(puzzles.len(), 0);
        let (firsts, ways) = (&mut [], &mut []);
        self.work(&mut Work { puzzles, next: 0, limit, counts, firsts, ways }, budget)
    }

    /// Whether each puzzle has one solution, several or none; that replaces what is in `verdicts`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn check_batch(&mut self, puzzles: &[Cells], verdicts: &mut Vec<Uniqueness>) {
        self.checked(puzzles, verdicts, &Budget::default());
    }

    /// As [`check_batch`](Self::check_batch), unless it is cancelled: then it ends within some
    /// milliseconds, gives false, and leaves nothing in `verdicts`.
    ///
    /// ```
    /// use quadrille_cover::CancelToken;
    /// use quadrille_sudoku::{Uniqueness, engine::lanes::Lanes};
    ///
    /// let (cancel, mut verdicts) = (CancelToken::new(), Vec::new());
    /// assert!(Lanes::new().check_batch_within(&[[0; 81]], &cancel, &mut verdicts));
    /// assert_eq!(verdicts, [Uniqueness::Multiple]);
    /// ```
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn check_batch_within(
        &mut self,
        puzzles: &[Cells],
        cancel: &CancelToken,
        verdicts: &mut Vec<Uniqueness>,
    ) -> bool {
        self.checked(puzzles, verdicts, &until(cancel))
    }

    fn checked(
        &mut self,
        puzzles: &[Cells],
        verdicts: &mut Vec<Uniqueness>,
        budget: &Budget,
    ) -> bool {
        let mut counts = std::mem::take(&mut self.counts);
        let whole = self.counted(puzzles, 2, &mut counts, budget);
        verdicts.clear();
        if whole {
            verdicts.extend(counts.iter().map(|&count| uniqueness(count)));
        }
        self.counts = counts;
        whole
    }

    /// How many solutions each puzzle has, up to a limit, and the first; they replace what is in
    /// `solved`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn solve_batch(&mut self, puzzles: &[Cells], limit: u64, solved: &mut Vec<Solved>) {
        self.solved(puzzles, limit, solved, &Budget::default());
    }

    /// As [`solve_batch`](Self::solve_batch), unless it is cancelled: then it ends within some
    /// milliseconds, gives false, and leaves nothing in `solved`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn solve_batch_within(
        &mut self,
        puzzles: &[Cells],
        limit: u64,
        cancel: &CancelToken,
        solved: &mut Vec<Solved>,
    ) -> bool {
        self.solved(puzzles, limit, solved, &until(cancel))
    }

    fn solved(
        &mut self,
        puzzles: &[Cells],
        limit: u64,
        solved: &mut Vec<Solved>,
        budget: &Budget,
    ) -> bool {
        let (mut counts, mut ways) =
            (std::mem::take(&mut self.counts), std::mem::take(&mut self.ways));
        counts.clear();
        counts.resize(puzzles.len(), 0);
        ways.clear();
        ways.resize(puzzles.len(), Tag::LAST);
        solved.clear();
        solved.resize(puzzles.len(), Solved::NONE);
        let mut work =
            Work { puzzles, next: 0, limit, counts: &mut counts, firsts: solved, ways: &mut ways };
        let mut whole = self.work(&mut work, budget);
        for (i, solved) in solved.iter_mut().enumerate() {
            solved.count = counts[i];
            if whole && ways[i].is_uncertain() {
                solved.cells = self.first_here(&puzzles[i], budget);
                whole = !is_cancelled(budget);
            }
        }
        if !whole {
            solved.clear();
        }
        (self.counts, self.ways) = (counts, ways);
        whole
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

    /// The first solution of a puzzle that has one; nothing of worth if it is cancelled.
    #[cold]
    fn first_here(&mut self, givens: &Cells, budget: &Budget) -> Cells {
        let mut first = [0; 81];
        let mut counted = Counted { solutions: 0, limit: 1, first: Some(&mut first) };
        guided::search(self, givens, 0, &mut Silent::new(budget), &mut counted);
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
        let mut work = Work {
            puzzles: std::slice::from_ref(givens),
            next: 1,
            limit: counted.limit,
            counts: &mut counts,
            firsts: &mut solved[..wanted],
            ways: &mut ways[..wanted],
        };
        let budget = Budget::default();
        self.work(&mut work, &budget);
        counted.solutions = counts[0];
        if let Some(first) = &mut counted.first
            && wants_first
            && counts[0] > 0
        {
            **first = solved[0].cells;
            if ways[0].is_uncertain() {
                **first = self.first_here(givens, &budget);
            }
        }
    }

    /// Finds all that is wanted. False if it was cancelled, and then nothing is known; of the budget
    /// nothing else is heeded.
    fn work(&mut self, work: &mut Work<'_>, budget: &Budget) -> bool {
        if work.limit == 0 {
            return true;
        }
        assert!(u32::try_from(work.puzzles.len()).is_ok(), "too many puzzles");
        for puzzle in work.puzzles {
            super::assert_digits(puzzle);
        }
        let mut learnt = Learnt::default();
        loop {
            match self.work_on(work) {
                Ended::Done => break,
                Ended::Stalled => self.ask(&mut learnt, work, budget),
                Ended::Paused => {}
            }
            if is_cancelled(budget) {
                self.drop_all();
                return false;
            }
        }
        learnt.told(work);
        true
    }

    /// As [`Nodes::ask`].
    fn ask(&mut self, learnt: &mut Learnt, work: &mut Work<'_>, budget: &Budget) {
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, _, nodes) => made(nodes).ask(learnt, work, budget),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_, _, nodes) => made(nodes).ask(learnt, work, budget),
            Machine::Baseline(_, nodes) => made(nodes).ask(learnt, work, budget),
        }
    }

    /// As [`Nodes::drop_all`].
    fn drop_all(&mut self) {
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, _, nodes) => made(nodes).drop_all(),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_, _, nodes) => made(nodes).drop_all(),
            Machine::Baseline(_, nodes) => made(nodes).drop_all(),
        }
    }

    /// Searches until all is found, or nothing has been for long, or it is time for a pause.
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

/// No limit but this.
fn until(cancel: &CancelToken) -> Budget {
    Budget { cancel: Some(cancel.clone()), ..Budget::default() }
}

fn is_cancelled(budget: &Budget) -> bool {
    budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
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
mod tests;
