//! Batches: slices of puzzles, searched in node lanes.

use super::digit::Visit;
use super::learn::Learnt;
use super::node::{NodeLanesEnd, Nodes};
pub use super::work::Solved;
use super::work::{Tag, Work};
use super::{Cells, Lanes, Machine, Pool, SolutionCounter, guided};
use crate::engine::Uniqueness;
#[cfg(target_arch = "x86_64")]
use quadrille_cover::instructions;
use quadrille_cover::search::Silent;
use quadrille_cover::{Budget, CancelToken};

#[cfg(target_arch = "x86_64")]
use super::node::moves::Moves;

/// Does something with the stack of digit lanes and with the node lanes of the machine there is.
macro_rules! of_machine {
    ($machine:expr, $stack:ident, $nodes:ident => $does:expr) => {
        match $machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, $stack, $nodes) => $does,
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_, $stack, $nodes) => $does,
            Machine::Baseline($stack, $nodes) => $does,
        }
    };
}

/// Batches of puzzles, in node lanes, which are several times as fast as single puzzles.
///
/// A batch may mix puzzles of all kinds. Each puzzle gets the answer that it gets alone, on every machine.
impl Lanes {
    /// Counts the solutions of each puzzle, up to a limit. The results replace the contents of `counts`.
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
        let never = self.never.clone();
        self.counted(puzzles, limit, &never, counts);
    }

    /// Does what [`count_batch`](Self::count_batch) does; returns false if it was cancelled.
    fn counted(
        &mut self,
        puzzles: &[Cells],
        limit: u64,
        cancel: &CancelToken,
        counts: &mut Vec<u64>,
    ) -> bool {
        counts.clear();
        counts.resize(puzzles.len(), 0);
        let (firsts, ways) = (&mut [], &mut []);
        self.work(&mut Work { puzzles, next: 0, limit, counts, firsts, ways }, cancel)
    }

    /// Finds whether each puzzle has one solution, several or none. The results replace the contents of
    /// `verdicts`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn check_batch(&mut self, puzzles: &[Cells], verdicts: &mut Vec<Uniqueness>) {
        let never = self.never.clone();
        self.check_batch_within(puzzles, &never, verdicts);
    }

    /// Does what [`check_batch`](Self::check_batch) does and returns true. If cancelled, it ends within a few
    /// milliseconds, clears `verdicts` and returns false.
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
        let mut counts = std::mem::take(&mut self.counts);
        let whole = self.counted(puzzles, 2, cancel, &mut counts);
        verdicts.clear();
        if whole {
            verdicts.extend(counts.iter().map(|&count| Uniqueness::of_count(count)));
        }
        self.counts = counts;
        whole
    }

    /// Counts the solutions of each puzzle, up to a limit, and finds the first. The results replace the contents
    /// of `solved`.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn solve_batch(&mut self, puzzles: &[Cells], limit: u64, solved: &mut Vec<Solved>) {
        let never = self.never.clone();
        self.solve_batch_within(puzzles, limit, &never, solved);
    }

    /// Does what [`solve_batch`](Self::solve_batch) does and returns true. If cancelled, it ends within a few
    /// milliseconds, clears `solved` and returns false.
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
        let mut whole = self.work(&mut work, cancel);
        for (i, solved) in solved.iter_mut().enumerate() {
            solved.count = counts[i];
            if whole && ways[i].is_uncertain() {
                solved.cells = self.first_by_itself(&puzzles[i], cancel);
                whole = !cancel.is_cancelled();
            }
        }
        if !whole {
            solved.clear();
        }
        (self.counts, self.ways) = (counts, ways);
        whole
    }

    /// Searches a puzzle again, by itself, for its first solution. A batch cannot tell which solution comes first if its search went
    /// deeper than a [`Tag`] holds, which is rare. If cancelled, the cells returned have no meaning.
    #[cold]
    fn first_by_itself(&mut self, givens: &Cells, cancel: &CancelToken) -> Cells {
        let mut first = [0; 81];
        let mut counted = SolutionCounter { solutions: 0, limit: 1, first: Some(&mut first) };
        guided::search(self, givens.into(), 0, &mut Silent::new(&until(cancel)), &mut counted);
        first
    }

    /// Continues a search in node lanes after digit lanes ended it as hard.
    #[cold]
    pub(super) fn hand_over(&mut self, givens: &Cells, counted: &mut SolutionCounter<'_>) {
        let (mut counts, mut solved) = ([counted.solutions], [Solved::NONE]);
        let mut ways = [Tag::LAST];
        let wants_first = counted.wants_digits();
        let wanted = usize::from(wants_first);
        of_machine!(&mut self.machine, stack, nodes => made(nodes).take(stack));
        let mut work = Work {
            puzzles: std::slice::from_ref(givens),
            next: 1,
            limit: counted.limit,
            counts: &mut counts,
            firsts: &mut solved[..wanted],
            ways: &mut ways[..wanted],
        };
        let never = self.never.clone();
        self.work(&mut work, &never);
        counted.solutions = counts[0];
        if let Some(first) = &mut counted.first
            && wants_first
            && counts[0] > 0
        {
            **first = solved[0].cells;
            if ways[0].is_uncertain() {
                **first = self.first_by_itself(givens, &never);
            }
        }
    }

    /// Completes the answers in `work`. Returns false if cancelled; then the answers have no meaning.
    fn work(&mut self, work: &mut Work<'_>, cancel: &CancelToken) -> bool {
        if work.limit == 0 {
            return true;
        }
        assert!(u32::try_from(work.puzzles.len()).is_ok(), "more than 2³² - 1 puzzles");
        for puzzle in work.puzzles {
            super::assert_digits(puzzle);
        }
        let mut learnt = Learnt::default();
        loop {
            match self.work_on(work) {
                NodeLanesEnd::Done => break,
                NodeLanesEnd::Stalled => of_machine!(
                    &mut self.machine,
                    _stack, nodes => made(nodes).ask(&mut learnt, work, &until(cancel))
                ),
                NodeLanesEnd::Paused => {}
            }
            if cancel.is_cancelled() {
                of_machine!(&mut self.machine, _stack, nodes => made(nodes).drop_all());
                return false;
            }
        }
        learnt.write(work);
        true
    }

    /// Searches until the answers are complete, or the search stalls or pauses: see [`NodeLanesEnd`].
    fn work_on(&mut self, work: &mut Work<'_>) -> NodeLanesEnd {
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, _, nodes) => machine.run(NodeSearch(made(nodes), work)),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, _, nodes) => machine.run(NodeSearch(made(nodes), work)),
            Machine::Baseline(_, nodes) => made(nodes).search(super::MOVES, work),
        }
    }
}

/// The node lanes of the pool, allocated if necessary.
fn made<const N: usize>(pool: &mut Pool<N>) -> &mut Nodes<N> {
    pool.get_or_insert_with(|| Box::new(Nodes::new()))
}

/// A budget whose only limit is cancellation.
fn until(cancel: &CancelToken) -> Budget {
    Budget { cancel: Some(cancel.clone()), ..Budget::default() }
}

/// A search in node lanes, to be compiled for a set of instructions.
#[cfg(target_arch = "x86_64")]
struct NodeSearch<'a, 'w, const N: usize>(&'a mut Nodes<N>, &'a mut Work<'w>);

#[cfg(target_arch = "x86_64")]
impl<M: Moves<N>, const N: usize> instructions::Work<M> for NodeSearch<'_, '_, N> {
    type Output = NodeLanesEnd;

    #[inline(always)]
    fn run(self, machine: M) -> NodeLanesEnd {
        self.0.search(machine, self.1)
    }
}

#[cfg(test)]
mod tests;
