//! `lanes`: 9x9 puzzles, all their candidates at once in the lanes of vector registers.
//!
//! The layout (`layout`) turns each rule of Sudoku into a few operations on whole registers. One sweep over
//! the grid is about two hundred instructions without a branch. There are two searches:
//! - *Digit lanes* (`digit`): one puzzle in three registers, searched node by node.
//! - *Node lanes* (`node`): as many search nodes as a register has lanes, of any puzzles, searched at
//!   once. Batches ([`Lanes::check_batch`] and others) and hard single puzzles use node lanes.
//!
//! The code is generic over the register type and compiled for AVX-512, for AVX2 and for the baseline;
//! [`Instructions::best`] selects the best version that the machine can run. All versions search the same nodes.
//!
//! `tests` counts sweeps, `forks` counts guesses. The search tree is binary: below the root, each guess has a
//! node in which the chosen cell holds the digit tried, and a node in which it does not.
//!
//! The engine `large` solves grids of other sizes.
//!
//! docs/LANES.md explains the layout with pictures.

// A function that is not inlined is not compiled for the instruction set of its caller.
#![allow(clippy::inline_always)]

mod adders;
pub mod batch;
mod digit;
mod engine;
mod forecast;
mod guided;
mod instructions;
mod layout;
mod learn;
mod node;
mod row;
mod words;
mod work;

use std::cell::Cell;
use std::ops::ControlFlow;

use quadrille_cover::search::Silent;
use quadrille_cover::{Budget, CancelToken};

use self::digit::{DigitLanesEnd, Start, State, Visit};
pub(crate) use self::engine::search;
use self::forecast::Forecast;
pub use self::instructions::Instructions;
use super::Uniqueness;
use super::observer::StepObserver;
#[cfg(target_arch = "x86_64")]
use quadrille_cover::instructions::{Avx2, Avx512, Work};

use self::row::fours::Fours;
#[cfg(target_arch = "x86_64")]
use self::row::{Row, avx2::Ymms, avx512::Zmm};

/// The digits of a 9x9 grid in reading order, 0 where empty.
pub type Cells = [u8; 81];

/// The eight words of a row for any machine of the target architecture.
#[cfg(target_arch = "x86_64")]
type Baseline = row::sse2::Xmm;
#[cfg(target_arch = "aarch64")]
type Baseline = row::neon::Q;
#[cfg(target_feature = "simd128")]
type Baseline = row::simd128::V128;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")))]
type Baseline = words::Words<8>;
/// The operations of node lanes for any machine of the target architecture.
#[cfg(target_feature = "simd128")]
const MOVES: node::moves::simd128::Simd128 = node::moves::simd128::Simd128;
#[cfg(not(target_feature = "simd128"))]
const MOVES: () = ();

/// Node lanes, allocated when first used.
type Pool<const N: usize> = Option<Box<node::Nodes<N>>>;

/// A solver for one 9x9 puzzle after the other.
///
/// The solver keeps its memory, so it allocates nothing after the first searches.
///
/// ```
/// use quadrille_sudoku::engine::lanes::{Cells, Lanes};
///
/// let mut lanes = Lanes::new();
/// let empty: Cells = [0; 81];
/// let solution = lanes.first(&empty).expect("the empty grid has solutions");
/// assert_eq!(lanes.count(&solution, 2), 1);
/// assert_eq!(lanes.count(&empty, 1000), 1000);
/// ```
#[derive(Debug)]
pub struct Lanes {
    machine: Machine,
    /// Buffers for batches: the number of solutions of each puzzle, and the place of its first solution in the
    /// search tree.
    counts: Vec<u64>,
    ways: Vec<work::Tag>,
    /// The token of batches that are not cancelled.
    never: CancelToken,
}

/// The instruction set, with the buffers of both searches in its register types.
#[derive(Debug)]
enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512, Vec<State<Zmm>>, Pool<32>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2, Vec<State<Ymms>>, Pool<16>),
    Baseline(Vec<State<Fours<Baseline>>>, Pool<8>),
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new()
    }
}

impl Lanes {
    /// A solver that uses the best instruction set of this machine.
    pub fn new() -> Self {
        Self::at_most(Instructions::Avx512)
    }

    /// A solver that uses the best instruction set of this machine up to `instructions`.
    pub fn at_most(instructions: Instructions) -> Self {
        Self::with(instructions.or_less()).expect("`or_less` returns what this machine has")
    }

    /// A solver that uses this instruction set; `None` if this machine does not have it.
    pub fn with(instructions: Instructions) -> Option<Self> {
        let machine = match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => Machine::Avx512(Avx512::detect()?, Vec::new(), None),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => Machine::Avx2(Avx2::detect()?, Vec::new(), None),
            #[cfg(not(target_arch = "x86_64"))]
            Instructions::Avx512 | Instructions::Avx2 => return None,
            Instructions::Baseline => Machine::Baseline(Vec::new(), None),
        };
        Some(Self { machine, counts: Vec::new(), ways: Vec::new(), never: CancelToken::new() })
    }

    /// Calls `work` with a solver that is kept for later calls on the same thread, because making one takes as long as
    /// several sweeps. The solver uses no better instructions than these. `work` must not call this function again; if it
    /// does, it gets another solver.
    pub(crate) fn of_thread<T>(most: Instructions, work: impl FnOnce(&mut Self) -> T) -> T {
        thread_local! {
            static KEPT: Cell<Option<(Instructions, Lanes)>> = const { Cell::new(None) };
        }
        let kept = KEPT.take().filter(|&(instructions, _)| instructions == most);
        let mut lanes = kept.map_or_else(|| Self::at_most(most), |(_, lanes)| lanes);
        let answer = work(&mut lanes);
        KEPT.set(Some((most, lanes)));
        answer
    }

    /// The number of solutions, up to a limit.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn count(&mut self, givens: &Cells, limit: u64) -> u64 {
        let mut counted = SolutionCounter { solutions: 0, limit, first: None };
        self.visit(givens, &mut counted);
        counted.solutions
    }

    /// Whether the puzzle has one solution, several or none.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn uniqueness(&mut self, givens: &Cells) -> Uniqueness {
        Uniqueness::of_count(self.count(givens, 2))
    }

    /// The first solution in search order; `None` if the puzzle has no solution.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn first(&mut self, givens: &Cells) -> Option<Cells> {
        let mut first = [0; 81];
        let mut counted = SolutionCounter { solutions: 0, limit: 1, first: Some(&mut first) };
        self.visit(givens, &mut counted);
        (counted.solutions == 1).then_some(first)
    }

    /// The number of solutions, up to a limit, and the first solution in search order.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn count_and_first(&mut self, givens: &Cells, limit: u64) -> (u64, Option<Cells>) {
        let mut first = [0; 81];
        let mut counted = SolutionCounter { solutions: 0, limit, first: Some(&mut first) };
        self.visit(givens, &mut counted);
        (counted.solutions, (counted.solutions > 0).then_some(first))
    }

    /// A solution in which `cell` does not hold `digit`, if one exists. It is the same on every machine.
    ///
    /// # Panics
    /// If a given is above 9, if `digit` is not 1 to 9, or if `cell` is not an empty cell.
    pub(crate) fn without(&mut self, givens: &Cells, cell: usize, digit: u8) -> Option<Cells> {
        assert!((1..=9).contains(&digit) && givens[cell] == 0, "{digit} in cell {cell}");
        self.find(givens, &[(cell, digit)], |_| true)
    }

    /// A solution other than `known`, if one exists. It is the same on every machine.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub(crate) fn besides(&mut self, givens: &Cells, known: &Cells) -> Option<Cells> {
        self.find(givens, &[], |digits| digits != known)
    }

    /// The first solution in search order that satisfies `wanted`. Each cell of `nots` must not hold its digit.
    fn find(
        &mut self,
        givens: &Cells,
        nots: &[(usize, u8)],
        wanted: impl Fn(&Cells) -> bool,
    ) -> Option<Cells> {
        let mut wanted = FirstMatch { wanted, found: None };
        let start = Start { nots, ..Start::at_root(givens, Forecast::none()) };
        let _ = self.search(start, &mut Silent::new(&Budget::default()), &mut wanted);
        wanted.found
    }

    fn visit(&mut self, givens: &Cells, counted: &mut SolutionCounter<'_>) {
        if counted.limit > 0 {
            let forecast = Forecast::up_to(counted.limit);
            let start = Start::at_root(givens, forecast);
            let budget = Budget::default();
            let mut silent = Silent::new(&budget);
            // Any other end is final: the search was exhausted, or `counted` stopped it at the limit.
            if self.search(start, &mut silent, counted) == DigitLanesEnd::Hard {
                self.hand_over(givens, counted);
            }
        }
    }

    fn search<W: StepObserver>(
        &mut self,
        start: Start<'_>,
        watcher: &mut W,
        visit: &mut impl Visit,
    ) -> DigitLanesEnd {
        assert_digits(start.givens);
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, stack, _) => {
                machine.run(DigitSearch { start, stack, watcher, visit })
            }
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, stack, _) => {
                machine.run(DigitSearch { start, stack, watcher, visit })
            }
            Machine::Baseline(stack, _) => digit::search((), start, stack, watcher, visit),
        }
    }
}

/// A search in digit lanes, to be compiled for a set of instructions.
#[cfg(target_arch = "x86_64")]
struct DigitSearch<'a, R, W, V> {
    start: Start<'a>,
    stack: &'a mut Vec<State<R>>,
    watcher: &'a mut W,
    visit: &'a mut V,
}

#[cfg(target_arch = "x86_64")]
impl<R: Row, W: StepObserver, V: Visit> Work<R::Machine> for DigitSearch<'_, R, W, V> {
    type Output = DigitLanesEnd;

    #[inline(always)]
    fn run(self, machine: R::Machine) -> DigitLanesEnd {
        digit::search(machine, self.start, self.stack, self.watcher, self.visit)
    }
}

fn assert_digits(givens: &Cells) {
    let most = givens.iter().fold(0, |most, &digit| most.max(digit));
    assert!(most <= 9, "found digit {most}; cells of a 9x9 grid hold 0 (empty) to 9");
}

/// Counts solutions up to a limit and keeps the first.
struct SolutionCounter<'a> {
    solutions: u64,
    limit: u64,
    first: Option<&'a mut Cells>,
}

impl Visit for SolutionCounter<'_> {
    #[inline(always)]
    fn wants_digits(&self) -> bool {
        self.solutions == 0 && self.first.is_some()
    }
    #[inline(always)]
    fn solution(&mut self, digits: &Cells) -> ControlFlow<()> {
        if self.solutions == 0
            && let Some(first) = &mut self.first
        {
            **first = *digits;
        }
        self.solutions += 1;
        if self.solutions < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Looks for the first solution that satisfies a condition.
struct FirstMatch<F> {
    wanted: F,
    found: Option<Cells>,
}

impl<F: Fn(&Cells) -> bool> Visit for FirstMatch<F> {
    fn wants_digits(&self) -> bool {
        true
    }
    fn solution(&mut self, digits: &Cells) -> ControlFlow<()> {
        if (self.wanted)(digits) {
            self.found = Some(*digits);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
