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
mod forecast;
mod instructions;
mod layout;
mod node;
mod row;
mod trail;
mod words;

use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::{Found, Outcome, Silent};

use self::digit::{Ended, Start, State, Visit};
use self::forecast::Forecast;
pub use self::instructions::Instructions;
use super::Uniqueness;
use super::watch::Watcher;
use crate::grid::{Grid, Order, Puzzle};

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
#[cfg(not(target_arch = "x86_64"))]
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
        self.find(givens, Some((cell, digit)), |_| true)
    }

    /// A solution other than that one, if there is one: the same on every machine.
    ///
    /// # Panics
    /// If a digit is above 9.
    pub(crate) fn besides(&mut self, givens: &Cells, known: &Cells) -> Option<Cells> {
        self.find(givens, None, |digits| digits != known)
    }

    /// The first solution of those wanted.
    fn find(
        &mut self,
        givens: &Cells,
        not: Option<(usize, u8)>,
        wanted: impl Fn(&Cells) -> bool,
    ) -> Option<Cells> {
        let mut wanted = Wanted { wanted, found: None };
        let start = Start { givens, not, forecast: Forecast::none() };
        let _ = self.search(start, &mut Silent::new(&Budget::default()), &mut wanted);
        wanted.found
    }

    fn visit(&mut self, givens: &Cells, counted: &mut Counted<'_>) {
        if counted.limit > 0 {
            let forecast = Forecast::up_to(counted.limit);
            let start = Start { givens, not: None, forecast };
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

/// Gives each solution to a visitor.
struct Visited<'f, 'b> {
    grid: Grid,
    found: &'f mut Found<'b, Grid>,
}

impl Visit for Visited<'_, '_> {
    fn wants_digits(&self) -> bool {
        true
    }
    fn solution(&mut self, digits: &Cells) -> ControlFlow<()> {
        for (cell, &digit) in digits.iter().enumerate() {
            self.grid.set(cell, digit);
        }
        self.found.solution(&self.grid)
    }
}

pub(crate) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    let Ok(givens) = puzzle.givens().cells().try_into() else {
        return super::large::search(puzzle, watcher, found);
    };
    let mut visited = Visited { grid: Grid::empty(Order::NINE), found };
    let start = Start { givens, not: None, forecast: Forecast::none() };
    match Lanes::new().search(start, watcher, &mut visited) {
        Ended::Here(outcome) => outcome,
        Ended::Hard => unreachable!("its patience has no end"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::random::Stream;
    use quadrille_cover::search::Counter;

    use super::*;
    use crate::Engine;

    /// A puzzle with so many of a solution's digits, and perhaps a wrong one.
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
                let mut counted = Counted { solutions: 0, limit, first: Some(&mut first) };
                let start = Start { givens: &cells, not: None, forecast: Forecast::none() };
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

    /// Two cells of a box that can only hold the same digit, given or not. Nothing else in these
    /// grids is wrong, so that a search which does not see it goes on for ages.
    #[test]
    fn two_cells_of_a_box_decided_to_one_digit_are_seen_at_once() {
        let mut given = [0; 81];
        (given[0], given[1]) = (1, 1);
        let mut aslant = [0; 81];
        (aslant[0], aslant[20]) = (5, 5);
        // Nine is all that is left for cells (0, 0) and (1, 1).
        let mut left = [0; 81];
        for i in 0..4 {
            let (low, high) = (i as u8 + 1, i as u8 + 5);
            (left[3 + i], left[9 + 5 + i]) = (low, high);
            (left[9 * (3 + i)], left[9 * (5 + i) + 1]) = (high, low);
        }
        for cells in [given, aslant, left] {
            let puzzle = Puzzle::new(Grid::from_cells(cells.to_vec()).unwrap());
            assert_eq!(Engine::Dlx.count(&puzzle, 1).0, 0);
            for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
                let budget = Budget { nodes: Some(1000), ..Budget::default() };
                let mut counter = Counter::new(&budget);
                let mut counted = Counted { solutions: 0, limit: 1, first: None };
                let start = Start { givens: &cells, not: None, forecast: Forecast::none() };
                let outcome = lanes.search(start, &mut counter, &mut counted);
                assert_eq!(outcome, Ended::Here(Outcome::Exhausted));
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

    /// Rows and columns say nothing of a digit that a box has twice in one minirow. Before that was
    /// looked for, such a grid was searched through to no end.
    #[test]
    fn a_digit_twice_in_a_box_is_seen_at_once() {
        for other in [1, 2, 9, 10, 20] {
            let mut cells = [0; 81];
            (cells[0], cells[other]) = (5, 5);
            for mut lanes in Instructions::ALL.into_iter().filter_map(Lanes::with) {
                assert_eq!(lanes.count(&cells, 2), 0, "{other}");
                let mut counts = Vec::new();
                lanes.count_batch(&[cells], 2, &mut counts);
                assert_eq!(counts, [0], "{other}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "digit 10")]
    fn a_digit_above_9_is_no_digit() {
        Lanes::new().count(&[10; 81], 1);
    }
}
