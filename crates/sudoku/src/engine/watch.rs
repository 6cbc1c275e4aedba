//! Watching a search: not at all, counting, or step by step.

use std::fmt;

use quadrille_cover::search::{Counter, Leaf, Probe, Silent};

use super::human::Deduction;
use super::singles::Rules;

/// How closely to watch a search.
pub enum Watch<'a> {
    /// Not at all, unless the budget needs a count.
    Off,
    /// Count tests, forks, nodes and depth.
    Count,
    /// Count, and tell each step, with what was counted up to it.
    Trace(&'a mut Told<'a>),
}

/// Who is told of each step, and of what was counted up to it.
pub type Told<'a> = dyn FnMut(&Step, &Counter<'_>) + 'a;

/// A step of a search. Cells are numbered in reading order from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A digit was placed because nothing else can stand there.
    Placed {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
        /// The reason.
        why: Why,
    },
    /// `human` placed a digit or struck candidates.
    Deduced(Box<Deduction>),
    /// A digit was tried.
    Tried {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
        /// Whether another was still untried: a fork.
        fork: bool,
    },
    /// A digit that was tried led to nothing (or to a solution already told), and is taken back
    /// with all that followed from it.
    TakenBack {
        /// The cell.
        cell: usize,
        /// The digit.
        digit: u8,
    },
    /// No digit can stand in some cell, or nothing was left to try; `large`: or the branch was given
    /// up, to begin anew.
    DeadEnd,
    /// A solution.
    Solution,
}

/// Why a digit had to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// `masks`, step 1, and `large`: the only bit left in the cell's mask.
    Basic,
    /// `masks`, step 2, and `large`: the only cell left for the digit in its row.
    Row,
    /// `masks`, step 2, and `large`: the only cell left for the digit in its column.
    Column,
    /// `masks`, step 3, and `large`: the only cell left for the digit in its region.
    Region,
    /// `lanes`: all that was left when the sweeps ended.
    Swept,
    /// `large`: it follows from what was chosen, placed and learnt before.
    Implied,
    /// `singles`: a unique candidate, by one or more of system D's rules.
    Unique(Rules),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Basic => f.write_str("the only digit possible in the cell"),
            Self::Row => f.write_str("the only cell possible in the row"),
            Self::Column => f.write_str("the only cell possible in the column"),
            Self::Region => f.write_str("the only cell possible in the region"),
            Self::Swept => f.write_str("the only digit left after all conclusions"),
            Self::Implied => f.write_str("implied by what is known"),
            Self::Unique(rules) => write!(f, "unique by {rules}"),
        }
    }
}

/// A probe that may be told of steps. Leaves it is told as a probe.
pub trait Watcher: Probe {
    /// Whether somebody is told. Work done for the steps alone may be left out if not.
    const TELLS: bool = false;
    /// A step; made only if somebody is told.
    #[inline]
    fn step(&mut self, _: impl FnOnce() -> Step) {}
}

impl Watcher for Silent<'_> {}
impl Watcher for Counter<'_> {}

/// Counts, and tells each step.
pub(super) struct Tracer<'a> {
    pub(super) counter: Counter<'a>,
    told: &'a mut Told<'a>,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(counter: Counter<'a>, told: &'a mut Told<'a>) -> Self {
        Self { counter, told }
    }
}

impl Watcher for Tracer<'_> {
    const TELLS: bool = true;
    fn step(&mut self, step: impl FnOnce() -> Step) {
        (self.told)(&step(), &self.counter);
    }
}

impl Probe for Tracer<'_> {
    const COUNTING: bool = true;
    fn tests(&mut self, n: u64) {
        self.counter.tests(n);
    }
    fn fork(&mut self) {
        self.counter.fork();
    }
    fn depth(&mut self, open: usize) {
        self.counter.depth(open);
    }
    fn leaf(&mut self, leaf: Leaf) {
        self.counter.leaf(leaf);
        let step = match leaf {
            Leaf::Solution => Step::Solution,
            Leaf::DeadEnd => Step::DeadEnd,
        };
        (self.told)(&step, &self.counter);
    }
    fn may_go_on(&self) -> bool {
        self.counter.may_go_on()
    }
    fn enter(&mut self) -> bool {
        self.counter.enter()
    }
}
