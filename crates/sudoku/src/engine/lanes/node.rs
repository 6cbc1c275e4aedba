//! Node lanes: a search node in each 16-bit lane of the registers, of any puzzles.
//!
//! Each lane is a node of some puzzle's search tree; a register holds one word of each node. A sweep ([`sweep`])
//! applies the rules to all nodes. A node that is dead or solved frees its lane; a node that is stuck
//! becomes idle. When enough lanes are idle or free, all stuck nodes are branched at once ([`branch`]): one
//! branch stays in its lane, the other goes to a free lane or, without one, to the stack ([`store`]).
//! Free lanes take nodes from the stack and, when it runs out, new puzzles ([`load`]).
//!
//! The search tree of a puzzle is that of digit lanes, but its nodes are searched in another order. To find
//! the same first solution, each node stores its way from the root ([`Tag`]), and of two solutions the
//! one that comes first in the tree is kept.

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
use self::store::{Block, Stack};
use super::digit::State;
use super::learn::Learnt;
use super::row::Row;
use super::words::Words;
use super::work::{Tag, Work};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeLanesEnd {
    Done,
    /// For a long time, no puzzle was loaded and no solution found. The search can be resumed.
    Stalled,
    /// The caller should check for cancellation. The search can be resumed.
    Paused,
}

/// Number of turns of the search loop, in all a few milliseconds, after which the loop pauses.
const PAUSE: u32 = 4096;

/// Number of times that stuck nodes are branched, without a new puzzle or a solution, before the search counts
/// as stalled.
const PATIENCE: u32 = 4096;

/// The nodes in the lanes, and those on the stack.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Nodes<const N: usize> {
    now: Block<N>,
    /// For each digit, the boxes in which it has one place left.
    hidden: [Words<N>; 9],
    /// For each place, the boxes in which a digit is put there. The next sweep over another digit removes its
    /// candidates there.
    put: [Words<N>; 9],
    /// `put` as it was when the last sweep began.
    put_before: [Words<N>; 9],
    /// For each place, the boxes in which the cell has one candidate. A buffer of the sweep.
    single: [Words<N>; 9],
    finished: Finished<N>,
    choice: Choice<N>,
    /// The sum of the words of each node after the last sweep, by which the next sweep detects a change.
    total: Words<N>,
    /// The puzzle and the place in the tree of each node.
    tags: [Tag; N],
    /// The lanes that hold a node to be searched.
    active: u32,
    /// Number of times that nodes were branched since the last new puzzle or solution.
    in_vain: u32,
    /// Number of turns since the search last paused.
    turns: u32,
    stack: Stack<N>,
}

impl<const N: usize> Nodes<N> {
    const LANES: u32 = u32::MAX >> (32 - N);
    /// Number of idle or free lanes at which stuck nodes are branched.
    const ENOUGH: u32 = N as u32 * 14 / 32;

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
            in_vain: 0,
            turns: 0,
            stack: Stack::new(),
        }
    }

    #[cfg(test)]
    pub(super) fn blocks(&self) -> usize {
        self.stack.blocks()
    }

    /// Takes over the nodes left of one puzzle, of which the last is to be searched next.
    pub(super) fn take<R: Row>(&mut self, left: &mut Vec<State<R>>) {
        let mut place = left.len() as u64;
        for state in left.drain(..) {
            place -= 1;
            self.stack.with_room(1).push(&state.candidates(), Tag::branch(place));
        }
    }

    /// Searches the nodes in the lanes and on the stack, and all puzzles from `work.next` on. Inlined into code
    /// compiled for the machine.
    #[inline(always)]
    pub(super) fn search<M: Moves<N>>(&mut self, machine: M, work: &mut Work<'_>) -> NodeLanesEnd {
        loop {
            self.refill(machine, work);
            if self.active == 0 {
                self.finished.write(work.firsts);
                return NodeLanesEnd::Done;
            }
            let stuck = self.settle(machine, work);
            if stuck != 0 {
                self.branch(machine, stuck);
                self.in_vain += 1;
                if self.in_vain == PATIENCE {
                    return NodeLanesEnd::Stalled;
                }
            }
            self.turns += 1;
            if self.turns == PAUSE {
                self.turns = 0;
                return NodeLanesEnd::Paused;
            }
        }
    }

    #[cold]
    pub(super) fn drop_all(&mut self) {
        self.active = 0;
        self.stack.clear();
        self.finished.clear();
        (self.in_vain, self.turns) = (0, 0);
    }

    /// Hands the puzzles that have nodes left to search to `large`, drops the nodes of puzzles that this
    /// settles, and resets the patience. Ends early if the budget is cancelled.
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

    /// Sweeps until enough lanes are idle or all nodes are stuck. Returns the lanes of stuck nodes.
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
            if idle.count_ones() >= Self::ENOUGH || stuck == self.active {
                return stuck;
            }
        }
    }

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

    /// Frees the lanes of a puzzle whose nodes need no further search.
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

    /// Fills free lanes with nodes from the stack and with new puzzles.
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

    /// Marks lanes that got new nodes as active, and clears what earlier sweeps stored for them.
    #[inline(always)]
    fn forget(&mut self, lanes: u32) {
        self.active |= lanes;
        let keep = !Words::of_mask(lanes);
        for words in [&mut self.hidden, &mut self.put, &mut self.put_before] {
            for word in words {
                *word = *word & keep;
            }
        }
    }
}
