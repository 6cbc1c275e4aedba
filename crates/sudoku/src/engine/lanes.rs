//! `lanes`: 9x9 puzzles, all their candidates at once in the lanes of vector registers.
//!
//! The layout (`layout`) turns every rule of the game into a handful of operations on whole
//! registers, so that one sweep over the grid is some two hundred instructions without a branch.
//! `digit` has a puzzle in three registers and searches it node by node; `node` has as many
//! nodes as there are lanes, of any puzzles, and searches them all at once. A batch goes there
//! ([`Lanes::check_batch`] and its like), and so does a single puzzle that turns out to be hard.
//!
//! The code is written once, over a register type; it is compiled for AVX-512, for AVX2 and for
//! any machine, and [`Instructions::best`] says which of these runs. The search is the same node
//! by node whatever it is compiled for.
//!
//! `tests` count sweeps, `forks` guesses. The nodes are those of the binary tree: the root, the
//! node in which the chosen cell holds the digit that is tried, and the one in which it does not.
//!
//! Grids of other sizes are left to `large`.
//!
//! docs/LANES.md explains the layout with pictures.

// What is not inlined is not compiled for the instructions of its caller.
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
mod trail;
mod words;

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::Silent;

use self::digit::{Ended, Start, State, Visit};
pub(crate) use self::engine::search;
use self::forecast::Forecast;
pub use self::instructions::Instructions;
use super::Uniqueness;
use super::watch::Watcher;

#[cfg(target_arch = "x86_64")]
use self::row::{
    avx2::{Avx2, Ymms},
    avx512::{Avx512, Zmm},
};

/// The digits of a 9x9 grid in reading order, 0 where empty.
pub type Cells = [u8; 81];

/// Rows where nothing is known of the machine but its kind.
#[cfg(target_arch = "x86_64")]
type Baseline = row::sse2::Xmms;
#[cfg(target_arch = "aarch64")]
type Baseline = row::neon::Qs;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Baseline = words::Words<32>;
/// How node lanes move on such a machine.
#[cfg(target_arch = "x86_64")]
const MOVES: node::moves::sse2::Sse2 = node::moves::sse2::Sse2;
#[cfg(not(target_arch = "x86_64"))]
const MOVES: () = ();

/// Node lanes, made when they are first needed.
type Pool<const N: usize> = Option<Box<node::Nodes<N>>>;

/// A solver for one 9x9 puzzle after the other.
///
/// It keeps its memory, so that a solver used again and again allocates nothing.
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
    /// For a batch: how many solutions each puzzle has, and where the first is.
    counts: Vec<u64>,
    ways: Vec<node::Tag>,
}

/// What the lanes are made of, and the nodes left to search.
#[derive(Debug)]
enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512, Vec<State<Zmm>>, Pool<32>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2, Vec<State<Ymms>>, Pool<16>),
    Baseline(Vec<State<Baseline>>, Pool<8>),
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new()
    }
}

impl Lanes {
    /// A solver with the best instructions there are.
    pub fn new() -> Self {
        Self::with(Instructions::best()).expect("they are there")
    }

    /// A solver with these instructions; `None` if this machine does not have them.
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
        Some(Self { machine, counts: Vec::new(), ways: Vec::new() })
    }

    /// How many solutions there are, up to a limit.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn count(&mut self, givens: &Cells, limit: u64) -> u64 {
        let mut counted = Counted { solutions: 0, limit, first: None };
        self.visit(givens, &mut counted);
        counted.solutions
    }

    /// Whether there is one solution, several or none.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn uniqueness(&mut self, givens: &Cells) -> Uniqueness {
        match self.count(givens, 2) {
            0 => Uniqueness::None,
            1 => Uniqueness::Unique,
            _ => Uniqueness::Multiple,
        }
    }

    /// The first solution found, if there is one.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn first(&mut self, givens: &Cells) -> Option<Cells> {
        let mut first = [0; 81];
        let mut counted = Counted { solutions: 0, limit: 1, first: Some(&mut first) };
        self.visit(givens, &mut counted);
        (counted.solutions == 1).then_some(first)
    }

    /// How many solutions there are, up to a limit, and the first.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub fn count_and_first(&mut self, givens: &Cells, limit: u64) -> (u64, Option<Cells>) {
        let mut first = [0; 81];
        let mut counted = Counted { solutions: 0, limit, first: Some(&mut first) };
        self.visit(givens, &mut counted);
        (counted.solutions, (counted.solutions > 0).then_some(first))
    }

    /// A solution in which that cell does not hold that digit, if there is one: the same on every
    /// machine.
    ///
    /// # Panics
    /// If a digit is above 9, or there is no such cell.
    pub(crate) fn without(&mut self, givens: &Cells, cell: usize, digit: u8) -> Option<Cells> {
        assert!((1..=9).contains(&digit) && givens[cell] == 0, "{digit} in cell {cell}");
        self.find(givens, &[(cell, digit)], |_| true)
    }

    /// A solution other than that one, if there is one: the same on every machine.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub(crate) fn besides(&mut self, givens: &Cells, known: &Cells) -> Option<Cells> {
        self.find(givens, &[], |digits| digits != known)
    }

    /// The first solution of those wanted.
    fn find(
        &mut self,
        givens: &Cells,
        nots: &[(usize, u8)],
        wanted: impl Fn(&Cells) -> bool,
    ) -> Option<Cells> {
        let mut wanted = Wanted { wanted, found: None };
        let start = Start { nots, ..Start::at_root(givens, Forecast::none()) };
        let _ = self.search(start, &mut Silent::new(&Budget::default()), &mut wanted);
        wanted.found
    }

    fn visit(&mut self, givens: &Cells, counted: &mut Counted<'_>) {
        if counted.limit > 0 {
            let forecast = Forecast::up_to(counted.limit);
            let start = Start::at_root(givens, forecast);
            let budget = Budget::default();
            let mut silent = Silent::new(&budget);
            // What is counted stops the search, so that how it ended here says nothing.
            if self.search(start, &mut silent, counted) == Ended::Hard {
                self.hand_over(givens, counted);
            }
        }
    }

    fn search<W: Watcher>(
        &mut self,
        start: Start<'_>,
        watcher: &mut W,
        visit: &mut impl Visit,
    ) -> Ended {
        assert_digits(start.givens);
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, stack, _) => {
                // SAFETY: the value of type `Avx512` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    search_avx512(*machine, start, stack, watcher, visit)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, stack, _) => {
                // SAFETY: the value of type `Avx2` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    search_avx2(*machine, start, stack, watcher, visit)
                }
            }
            Machine::Baseline(stack, _) => digit::search((), start, stack, watcher, visit),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn search_avx512<W: Watcher>(
    machine: Avx512,
    start: Start<'_>,
    stack: &mut Vec<State<Zmm>>,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> Ended {
    digit::search(machine, start, stack, watcher, visit)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search_avx2<W: Watcher>(
    machine: Avx2,
    start: Start<'_>,
    stack: &mut Vec<State<Ymms>>,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> Ended {
    digit::search(machine, start, stack, watcher, visit)
}

fn assert_digits(givens: &Cells) {
    let most = givens.iter().fold(0, |most, &digit| most.max(digit));
    assert!(most <= 9, "digit {most} in a 9x9 grid");
}

/// Counts up to a limit, and keeps the first.
struct Counted<'a> {
    solutions: u64,
    limit: u64,
    first: Option<&'a mut Cells>,
}

impl Visit for Counted<'_> {
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

/// Looks for the first of some solutions.
struct Wanted<F> {
    wanted: F,
    found: Option<Cells>,
}

impl<F: Fn(&Cells) -> bool> Visit for Wanted<F> {
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
