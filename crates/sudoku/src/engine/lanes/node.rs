//! Node lanes: as many search nodes at once as a register has 16-bit lanes, of any puzzles.
//!
//! A lane is a node of some puzzle's search tree; a register has one word of each. A sweep
//! ([`sweep`]) draws conclusions in all nodes, and nodes settle when they do: what is dead or
//! solved leaves its lane free, what is stuck waits. When enough lanes are idle, all stuck nodes
//! are branched at once ([`branch`]): one half stays, the other goes into a free lane, or where
//! there is none to the stack ([`store`]). Lanes still free take nodes from the stack, and when
//! that is empty, new puzzles ([`load`]).
//!
//! The tree of a puzzle is the one that digit lanes search, node by node; but it is searched in
//! another order. So that the first solution is the same for all that, a node knows its way from the
//! root, and of two solutions the one that comes first in the tree is the first.

mod branch;
mod finish;
mod load;
pub(super) mod moves;
mod pack;
mod store;
mod sweep;

use quadrille_cover::Budget;

use self::branch::Choice;
use self::finish::Finished;
use self::moves::{Moves, Route};
pub(super) use self::store::Tag;
use self::store::{Block, Stack};
use super::Cells;
use super::batch::Solved;
use super::digit::State;
use super::learn::Learnt;
use super::row::Row;
use super::words::Words;

/// Puzzles, and what is found out about them.
pub(super) struct Work<'a> {
    /// The puzzles, in order.
    pub(super) puzzles: &'a [Cells],
    /// The next puzzle to load.
    pub(super) next: usize,
    /// How many solutions of each to count.
    pub(super) limit: u64,
    /// How many solutions each has.
    pub(super) counts: &'a mut [u64],
    /// The first solution of each, and where in its tree that is; nothing if it does not matter.
    pub(super) firsts: &'a mut [Solved],
    pub(super) ways: &'a mut [Tag],
}

impl Work<'_> {
    /// Whether anything is left to find below a node.
    #[inline(always)]
    pub(super) fn wants(&self, tag: Tag) -> bool {
        let puzzle = tag.puzzle as usize;
        self.counts[puzzle] < self.limit
            || self.ways.get(puzzle).is_some_and(|first| tag.way < first.way)
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// All that was wanted is found.
    Done,
    /// For long no puzzle was begun and no solution found. The search can be taken up again.
    Stalled,
    /// It is time to look whether anybody still wants to know. The search can be taken up again.
    Paused,
}

/// After how many turns a search pauses: some milliseconds.
const PAUSE: u32 = 4096;

/// How many times stuck nodes are branched without a new puzzle or a solution before the search is
/// called stalled.
const PATIENCE: u32 = 4096;

/// The nodes in the lanes, and those that wait.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Nodes<const N: usize> {
    now: Block<N>,
    /// For each digit, the boxes in which it has one place left.
    hidden: [Words<N>; 9],
    /// For each place, the boxes in which a digit is put there: other digits are struck when they
    /// are next swept.
    put: [Words<N>; 9],
    /// The same when the last sweep began.
    put_before: [Words<N>; 9],
    /// For each place, the boxes in which the cell has one candidate. Only a sweep uses it.
    single: [Words<N>; 9],
    /// Solutions that are not digits yet.
    finished: Finished<N>,
    /// What branching works with.
    choice: Choice<N>,
    /// The sum of the words of a node.
    total: Words<N>,
    /// What the nodes are.
    tags: [Tag; N],
    /// The lanes with a node to be searched.
    active: u32,
    /// How many idle lanes are enough.
    pub(super) enough: u32,
    /// How many times nodes were branched since a puzzle was begun or a solution found.
    in_vain: u32,
    /// How many turns the search took since it last paused.
    turns: u32,
    stack: Stack<N>,
}

impl<const N: usize> Nodes<N> {
    /// All lanes.
    const LANES: u32 = u32::MAX >> (32 - N);

    pub(super) fn new() -> Self {
        Self {
            now: Block::EMPTY,
            hidden: [Words::ZERO; 9],
            put: [Words::ZERO; 9],
            put_before: [Words::ZERO; 9],
            single: [Words::ZERO; 9],
            finished: Finished::NONE,
            choice: Choice::NONE,
            total: Words::ZERO,
            tags: [Tag::root(0); N],
            active: 0,
            enough: N as u32 * 14 / 32,
            in_vain: 0,
            turns: 0,
            stack: Stack::new(),
        }
    }

    /// How many blocks of nodes there ever were to wait.
    #[cfg(test)]
    pub(super) fn blocks(&self) -> usize {
        self.stack.blocks()
    }

    /// Takes the nodes left of one puzzle, the next to be searched last.
    pub(super) fn take<R: Row>(&mut self, left: &mut Vec<State<R>>) {
        let mut place = left.len() as u64;
        for state in left.drain(..) {
            place -= 1;
            self.stack.with_room(1).push(&state.candidates(), Tag::branch(place));
        }
    }

    /// Searches all puzzles from the next on, and the nodes there are.
    ///
    /// Must be inlined where the machine's instructions are allowed.
    #[inline(always)]
    pub(super) fn search<M: Moves<N>>(&mut self, machine: M, work: &mut Work<'_>) -> Ended {
        loop {
            self.refill(machine, work);
            if self.active == 0 {
                self.finished.write(work.firsts);
                return Ended::Done;
            }
            let stuck = self.settle(machine, work);
            if stuck != 0 {
                self.branch(machine, stuck);
                self.in_vain += 1;
                if self.in_vain == PATIENCE {
                    return Ended::Stalled;
                }
            }
            self.turns += 1;
            if self.turns == PAUSE {
                self.turns = 0;
                return Ended::Paused;
            }
        }
    }

    /// Drops all nodes: nobody wants to know any more.
    #[cold]
    pub(super) fn drop_all(&mut self) {
        self.active = 0;
        self.stack.clear();
        self.finished.clear();
        (self.in_vain, self.turns) = (0, 0);
    }

    /// Asks about the puzzles that have nodes left to search, drops those that this settles, and has
    /// patience again. Ends early if that is cancelled, which nothing but the budget tells.
    #[cold]
    #[inline(never)]
    pub(super) fn ask(&mut self, learnt: &mut Learnt, work: &mut Work<'_>, budget: &Budget) {
        let active =
            (0..N).filter(|lane| self.active >> lane & 1 == 1).map(|lane| &self.tags[lane]);
        let tags = active.chain(self.stack.tags()).filter(|tag| work.wants(**tag));
        let mut puzzles: Vec<u32> = tags.map(|tag| tag.puzzle).collect();
        puzzles.sort_unstable();
        puzzles.dedup();
        learnt.ask(&puzzles, work, budget);
        for lane in 0..N {
            if self.active >> lane & 1 == 1 && !work.wants(self.tags[lane]) {
                self.active &= !(1 << lane);
            }
        }
        self.in_vain = 0;
    }

    /// Sweeps until enough lanes are idle or none has more to conclude: those that are stuck.
    #[inline(always)]
    fn settle<M: Moves<N>>(&mut self, machine: M, work: &mut Work<'_>) -> u32 {
        loop {
            let swept = self.sweep(machine);
            let settled = self.active & !swept.dead & !swept.changed;
            let solved = settled & !swept.open;
            self.active &= !(swept.dead | solved);
            if solved != 0 {
                self.solved(machine, solved, work);
            }
            let stuck = settled & swept.open & self.active;
            let idle = stuck | (Self::LANES & !self.active);
            if idle.count_ones() >= self.enough || stuck == self.active {
                return stuck;
            }
        }
    }

    /// Takes note of solutions.
    #[inline(always)]
    fn solved<M: Moves<N>>(&mut self, machine: M, solved: u32, work: &mut Work<'_>) {
        if !work.ways.is_empty() && !self.finished.has_room(solved.count_ones() as usize) {
            self.finished.write(work.firsts);
        }
        let mut route = Route::NONE;
        let mut rest = solved;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize % N;
            rest &= rest - 1;
            let tag = self.tags[lane];
            let puzzle = tag.puzzle as usize;
            let count = &mut work.counts[puzzle];
            *count += u64::from(*count < work.limit);
            let done = *count == work.limit;
            if let Some(way) = work.ways.get_mut(puzzle)
                && tag.way < way.way
            {
                *way = tag;
                self.finished.add(lane, tag.puzzle, &mut route);
            }
            if done {
                self.drop_unwanted(tag.puzzle, work);
            }
        }
        self.in_vain = 0;
        if route.to != 0 {
            self.finished.keep(machine, &self.now, &route);
        }
    }

    /// Frees the lanes of a puzzle where nothing is left to find.
    #[inline(always)]
    fn drop_unwanted(&mut self, puzzle: u32, work: &Work<'_>) {
        let mut rest = self.active;
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize % N;
            rest &= rest - 1;
            if self.tags[lane].puzzle == puzzle && !work.wants(self.tags[lane]) {
                self.active &= !(1 << lane);
            }
        }
    }

    /// Fills free lanes with nodes that wait, and with new puzzles.
    #[inline(always)]
    fn refill<M: Moves<N>>(&mut self, machine: M, work: &mut Work<'_>) {
        let mut free = Self::LANES & !self.active;
        while free != 0 {
            let wanted = free.count_ones() as usize;
            if work.next < work.puzzles.len() && self.stack.nodes_up_to(wanted) < wanted {
                load::load(self.stack.with_room(1), work);
                self.in_vain = 0;
            }
            let Some(waiting) = self.stack.top() else { return };
            let mut route = Route::NONE;
            while waiting.used > 0 && free != 0 {
                waiting.used -= 1;
                let tag = waiting.tags[waiting.used];
                if work.wants(tag) {
                    let lane = free.trailing_zeros() as usize % N;
                    free &= free - 1;
                    route.add(waiting.used, lane);
                    self.tags[lane] = tag;
                }
            }
            let map = machine.map(&route);
            for (words, waiting) in self.now.words.iter_mut().zip(&waiting.block.words) {
                for (words, waiting) in words.iter_mut().zip(waiting) {
                    machine.moved(waiting, &map, words);
                }
            }
            self.forget(route.to);
        }
    }

    /// Lanes have new nodes, of which nothing is known from sweeps before.
    #[inline(always)]
    fn forget(&mut self, lanes: u32) {
        self.active |= lanes;
        let keep = !Words::of_mask(lanes);
        for words in [&mut self.hidden, &mut self.put, &mut self.put_before] {
            for word in words {
                *word &= keep;
            }
        }
    }
}
