//! Decides when the search restarts, that is, takes back all choices and starts again.
//!
//! A nearly empty grid has many solutions. Still, a search that takes back only its newest choice
//! may stay for ever under a bad choice made hundreds of choices before (Gomes, Selman, Crato and
//! Kautz, *Heavy-tailed phenomena in satisfiability and constraint satisfaction problems*, 2000). So
//! until the first solutions are found, the search restarts after some number of dead ends, of which *deep* ones,
//! those under many choices, count for more. The numbers follow the sequence of Luby, Sinclair and Zuckerman
//! (*Optimal speedup of Las Vegas algorithms*, 1993).
//!
//! From the first restart on choices are made [by memory](super::memory): restarts alone forget too much where a grid of 36x36 or
//! more is half empty. In a nearly empty grid the first choices, and those after every second restart, are made *by room*, that is,
//! the first candidate of the cell with the fewest candidates, preferring those that stood there last.

use super::model::Model;

/// The number of open choices from which on a dead end is deep.
const DEEP: u32 = 64;
/// The number of dead ends until the first restart of choices by activity.
const ROUND: u64 = 1000;
/// There a deep dead end counts as much as this many others.
const OF_DEEP: u64 = 20;
/// The unit of the Luby sequence, for choices by memory.
const ROUND_BY_MEMORY: u64 = 600;
/// The number of dead ends until the first restart of choices by room.
const BY_ROOM: u64 = 100;
/// Choices are by room if the open cells have, on average, at least 3/4 of all digits as candidates.
const ROOMY: (usize, usize) = (3, 4);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choices {
    Activity,
    Room,
    Memory,
}

pub(super) struct Restarts {
    pub(super) choices: Choices,
    /// Whether choices are ever by room.
    is_roomy: bool,
    /// The number of open choices that make a dead end deep: `DEEP`, or less in tests.
    pub(super) deep: u32,
    /// `ROUND`, or less in tests.
    pub(super) round: u64,
    /// `ROUND_BY_MEMORY`, or less in tests.
    pub(super) round_by_memory: u64,
    /// The dead ends since the last restart, if choices are by activity with their weights.
    dead_ends: u64,
    done: u64,
}

impl Restarts {
    /// The restarts of a search in a grid that has this number of digits.
    pub(super) fn new(model: &Model, digits: usize) -> Self {
        let cells = model.cell_groups;
        let candidates: usize = (0..cells).map(|cell| model.groups.get(cell).len()).sum();
        let is_roomy = cells > 0 && ROOMY.1 * candidates >= ROOMY.0 * cells * digits;
        Self {
            choices: if is_roomy { Choices::Room } else { Choices::Activity },
            is_roomy,
            deep: DEEP,
            round: ROUND,
            round_by_memory: ROUND_BY_MEMORY,
            dead_ends: 0,
            done: 0,
        }
    }

    pub(super) fn dead_end(&mut self, choices: u32) {
        let weighs = self.choices == Choices::Activity && choices >= self.deep;
        self.dead_ends += if weighs { OF_DEEP } else { 1 };
    }

    /// Whether a restart is due. If so, it counts as done, and choices are made in another way.
    pub(super) fn is_due(&mut self) -> bool {
        let turn = if self.is_roomy { self.done / 2 } else { self.done };
        let enough = match self.choices {
            Choices::Room => BY_ROOM << turn.min(32),
            Choices::Activity => self.round,
            Choices::Memory => self.round_by_memory * luby(turn),
        };
        if self.dead_ends < enough {
            return false;
        }
        self.dead_ends = 0;
        self.done += 1;
        let by_room = self.is_roomy && self.done.is_multiple_of(2);
        self.choices = if by_room { Choices::Room } else { Choices::Memory };
        true
    }
}

/// The Luby sequence from index 0: 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 and so on.
fn luby(at: u64) -> u64 {
    let mut at = at + 1;
    // The first 2^k - 1 members end with 2^(k-1); the members before that are one sequence twice.
    while !(at + 1).is_power_of_two() {
        at -= (1 << at.ilog2()) - 1;
    }
    at.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_luby() {
        let begins: Vec<u64> = (0..17).map(luby).collect();
        assert_eq!(begins, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1, 1]);
    }
}
