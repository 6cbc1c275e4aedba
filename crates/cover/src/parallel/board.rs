//! The state at a node in the top of the search tree: the options chosen, and those still possible.
//!
//! Each item has a *sparse set* of its options: possible options are at the front of its list.
//! An option that becomes impossible is swapped behind them; options come back in reverse order. The item to
//! branch on is the same as in dancing links: the one with the fewest options, the leftmost among
//! equals.
//!
//! An item with a multiplicity has a *bound*, the number of times that it may still be covered. Its number of branches is
//! that of Algorithm M (`engine/links/multiplicities.rs`). A move there takes one of its options or leaves it.

use crate::problem::{Bounds, Entry, ItemId, OptionId, Problem};
use crate::random::Stream;

pub(super) struct Board<'p> {
    problem: &'p Problem,
    /// The entries of option `o` have numbers from `first[o]` on; [`NONE`] if the option cannot be chosen.
    first: Vec<u32>,
    option_of: Vec<OptionId>,
    /// The list of item `i` begins at `starts[i]`, with `size[i]` entries of possible options.
    starts: Vec<u32>,
    size: Vec<u32>,
    list: Vec<u32>,
    place: Vec<u32>,
    covered: Vec<bool>,
    /// By primary item, the number of times that it may still be covered.
    bounds: Vec<u32>,
    /// By primary item, the difference between the greatest and the least number of times.
    slack: Vec<u32>,
    /// By primary item, whether it is preferred.
    preferred: Vec<bool>,
    /// Options that became impossible, in that order.
    closed: Vec<OptionId>,
    /// The moves made, each with the number of options closed before.
    moves: Vec<(Move, usize)>,
    /// Number of entries and items examined so far, a measure of time.
    pub(super) steps: u64,
}

/// Entry in `first` for an option that cannot be chosen.
const NONE: u32 = u32::MAX;

/// An option that is chosen, or one that is in no solution below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Take(OptionId),
    Leave(OptionId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Solution,
    DeadEnd,
    /// The item to branch on, and its number of branches.
    Branch(ItemId, u32),
}

impl<'p> Board<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let choosable = || problem.option_ids().filter(|&option| problem.is_choosable(option));
        let bounds = || problem.item_ids().map_while(|item| problem.bounds(item));
        let mut board = Self {
            problem,
            first: vec![NONE; problem.options()],
            option_of: Vec::with_capacity(problem.entries()),
            starts: vec![0; problem.items()],
            size: vec![0; problem.items()],
            list: vec![0; problem.entries()],
            place: Vec::with_capacity(problem.entries()),
            covered: vec![false; problem.primary()],
            preferred: Vec::new(),
            closed: Vec::new(),
            moves: Vec::new(),
            bounds: bounds().map(|bounds| bounds.high).collect(),
            slack: bounds().map(|bounds| bounds.high - bounds.low).collect(),
            steps: problem.entries() as u64,
        };
        let primary = (0..problem.primary() as u32).map(ItemId);
        board.preferred.extend(primary.map(|item| problem.item_name(item).starts_with('#')));
        for entry in choosable().flat_map(|option| problem.option(option)) {
            board.size[entry.item.index()] += 1;
        }
        let mut start = 0;
        for (first, size) in board.starts.iter_mut().zip(&mut board.size) {
            *first = start;
            start += std::mem::take(size);
        }
        for option in choosable() {
            board.first[option.index()] = board.place.len() as u32;
            for entry in problem.option(option) {
                let i = entry.item.index();
                let place = board.starts[i] + board.size[i];
                board.size[i] += 1;
                board.list[place as usize] = board.place.len() as u32;
                board.place.push(place);
                board.option_of.push(option);
            }
        }
        board
    }

    pub(super) fn spot(&mut self) -> Spot {
        self.steps += self.covered.len() as u64 / 4;
        let mut best = None;
        let mut least = (true, u32::MAX);
        for (i, &size) in self.size.iter().take(self.covered.len()).enumerate() {
            if self.covered[i] {
                continue;
            }
            let need = self.need(i);
            if size == 0 && need == 0 {
                continue;
            }
            let branches = (size + 1).saturating_sub(need);
            let rank = (branches > 1 && !self.preferred[i], branches);
            if best.is_none() || rank < least {
                least = rank;
                best = Some(ItemId(i as u32));
                if branches == 0 {
                    return Spot::DeadEnd;
                }
            }
        }
        best.map_or(Spot::Solution, |item| Spot::Branch(item, least.1))
    }

    /// Number of further options that a primary item needs.
    fn need(&self, item: usize) -> u32 {
        self.bounds[item].saturating_sub(self.slack[item])
    }

    pub(super) fn is_several(&self, item: ItemId) -> bool {
        self.problem.bounds(item).is_some_and(|bounds| bounds != Bounds::ONCE)
    }

    /// Of some items, one that is not covered and has the fewest options; `None` if all are covered.
    pub(super) fn narrowest(&self, items: &[ItemId]) -> Option<ItemId> {
        let open = items.iter().filter(|item| !self.covered[item.index()]);
        open.min_by_key(|item| self.size[item.index()]).copied()
    }

    /// The possible options of an item, in order.
    pub(super) fn options_of(&self, item: ItemId) -> Vec<OptionId> {
        let size = self.size[item.index()];
        let mut options: Vec<OptionId> = (0..size).map(|at| self.option_at(item, at)).collect();
        options.sort_unstable();
        options
    }

    pub(super) fn is_open(&self, option: OptionId) -> bool {
        let number = self.first[option.index()];
        if number == NONE {
            return false;
        }
        let item = self.problem.option(option)[0].item.index();
        self.place[number as usize] < self.starts[item] + self.size[item]
    }

    /// The option at a position among the possible options of an item, whose order is arbitrary.
    fn option_at(&self, item: ItemId, at: u32) -> OptionId {
        let entry = self.list[(self.starts[item.index()] + at) as usize];
        self.option_of[entry as usize]
    }

    pub(super) fn make(&mut self, one: Move) {
        self.moves.push((one, self.closed.len()));
        match one {
            Move::Take(option) => self.choose(option),
            Move::Leave(option) => self.close(option),
        }
    }

    fn choose(&mut self, option: OptionId) {
        let problem = self.problem;
        for &entry in problem.option(option) {
            if problem.is_primary(entry.item) {
                let i = entry.item.index();
                self.bounds[i] -= 1;
                if self.bounds[i] > 0 {
                    continue;
                }
                self.covered[i] = true;
            }
            let mut at = 0;
            while at < self.size[entry.item.index()] {
                let other = self.option_at(entry.item, at);
                if self.agree(entry, other) {
                    self.steps += 1;
                    at += 1;
                } else {
                    // Closing moves another option to this place, which is examined next.
                    self.close(other);
                }
            }
        }
        // It is open still if all its items may be covered again.
        if self.is_open(option) {
            self.close(option);
        }
    }

    fn close(&mut self, option: OptionId) {
        self.closed.push(option);
        let entries = self.problem.option(option);
        // One step to close the entry and one to open it again.
        self.steps += 2 * entries.len() as u64;
        for (entry, number) in entries.iter().zip(self.first[option.index()]..) {
            let i = entry.item.index();
            self.size[i] -= 1;
            let (place, last) = (self.place[number as usize], self.starts[i] + self.size[i]);
            let moved = self.list[last as usize];
            self.list[place as usize] = moved;
            self.place[moved as usize] = place;
            self.list[last as usize] = number;
            self.place[number as usize] = last;
        }
    }

    pub(super) fn take_back(&mut self) {
        let Some((last, before)) = self.moves.pop() else { return };
        let problem = self.problem;
        if let Move::Take(option) = last {
            for entry in problem.option(option) {
                if problem.is_primary(entry.item) {
                    self.covered[entry.item.index()] = false;
                    self.bounds[entry.item.index()] += 1;
                }
            }
        }
        // In reverse order, because the option closed last is the first behind the possible ones.
        for closed in self.closed.drain(before..).rev() {
            for entry in problem.option(closed) {
                self.size[entry.item.index()] += 1;
            }
        }
    }

    /// Goes to the node at which exactly these moves are made.
    pub(super) fn stand_at(&mut self, moves: &[Move]) {
        let common = self.moves.iter().zip(moves).take_while(|((a, _), b)| a == *b).count();
        while self.moves.len() > common {
            self.take_back();
        }
        moves[common..].iter().for_each(|&one| self.make(one));
    }

    /// Whether another option gives the entry's item the same colour.
    fn agree(&self, entry: Entry, other: OptionId) -> bool {
        entry.colour.is_some() && self.problem.option(other).contains(&entry)
    }

    /// Descends at random to a leaf and back, and estimates the number of steps of a search of the subtree
    /// below the current node: the steps taken at each level times the product of the branching factors
    /// above. Turns back at `most_steps` steps in total.
    ///
    /// The mean of many estimates tends to the true number. Source: D. E. Knuth,
    /// "Estimating the efficiency of backtrack programs", *Mathematics of Computation* 29 (1975).
    pub(super) fn probe(&mut self, stream: &mut Stream, most_steps: u64) -> f64 {
        let depth = self.moves.len();
        let mut estimate = 0.0;
        let mut width = 1.0;
        let mut before = self.steps;
        loop {
            let spot = self.spot();
            let Spot::Branch(item, size) = spot else { break };
            if self.steps > most_steps {
                break;
            }
            estimate += width * (self.steps - before) as f64;
            before = self.steps;
            width *= f64::from(size);
            let branch = stream.below(size as usize) as u32;
            if self.is_several(item) {
                for _ in 0..branch {
                    self.make(Move::Leave(self.option_at(item, 0)));
                }
                if self.size[item.index()] > 0 {
                    self.make(Move::Take(self.option_at(item, 0)));
                }
            } else {
                self.make(Move::Take(self.option_at(item, branch)));
            }
        }
        estimate += width * (self.steps - before) as f64;
        while self.moves.len() > depth {
            self.take_back();
        }
        estimate
    }
}
