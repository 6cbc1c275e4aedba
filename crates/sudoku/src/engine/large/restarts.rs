//! Decides when the search restarts, that is, takes back all choices and starts again.
//!
//! A nearly empty grid has many solutions. Still, a search that takes back only its newest choice
//! may stay for ever under a bad choice made hundreds of choices before (Gomes, Selman, Crato and
//! Kautz, *Heavy-tailed phenomena in satisfiability and constraint satisfaction problems*, 2000). So
//! until the first solutions are found, the search restarts after some number of *deep* dead ends,
//! those under many choices. The numbers follow the sequence of Luby, Sinclair and Zuckerman
//! (*Optimal speedup of Las Vegas algorithms*, 1993). Proofs that there is no other solution have
//! few deep dead ends, and restarts would not help them.
//!
//! In a nearly empty grid the first choices are made *by room*, that is, the first candidate of the cell
//! with the fewest candidates is chosen. So are the choices after every second restart, with twice as many
//! dead ends as the last time, and preferring the candidates that stood there last (phase saving:
//! Pipatsrisawat and Darwiche, SAT 2007).

use super::literal::Lit;
use super::model::Model;

/// The number of open choices from which on a dead end is deep.
const DEEP: u32 = 64;
/// The unit of the Luby sequence, in deep dead ends.
const ROUND: u64 = 50;
/// The number of dead ends until the first restart of choices by room.
const BY_ROOM: u64 = 100;
/// Choices are by room if the open cells have, on average, at least 3/4 of all digits as candidates.
const ROOMY: (usize, usize) = (3, 4);

pub(super) struct Restarts {
    /// Whether choices are by room now instead of by activity.
    pub(super) by_room: bool,
    /// Whether choices are ever by room.
    is_roomy: bool,
    /// The number of open choices that make a dead end deep: `DEEP`, or less in tests.
    pub(super) deep: u32,
    /// The unit of the Luby sequence: `ROUND`, or less in tests.
    pub(super) round: u64,
    /// The number of dead ends since the last restart; only deep ones count unless choices are by room.
    dead_ends: u64,
    /// The number of restarts so far.
    done: u64,
    /// For each variable, whether it was true when it was last taken back; empty if choices are
    /// never by room.
    was_true: Vec<bool>,
}

impl Restarts {
    /// The restarts of a search in a grid that has this number of digits.
    pub(super) fn new(model: &Model, digits: usize) -> Self {
        let cells = model.cell_groups;
        let candidates: usize = (0..cells).map(|cell| model.groups.get(cell).len()).sum();
        let is_roomy = cells > 0 && ROOMY.1 * candidates >= ROOMY.0 * cells * digits;
        Self {
            by_room: is_roomy,
            is_roomy,
            deep: DEEP,
            round: ROUND,
            dead_ends: 0,
            done: 0,
            was_true: vec![false; if is_roomy { model.variables } else { 0 }],
        }
    }

    /// Notes that a true literal is free again.
    #[inline]
    pub(super) fn freed(&mut self, lit: Lit) {
        if let Some(was_true) = self.was_true.get_mut(lit.variable()) {
            *was_true = lit.is_positive();
        }
    }

    /// Whether a literal was true when it was last taken back, if choices are ever by room.
    pub(super) fn was_true(&self, lit: Lit) -> bool {
        self.was_true.get(lit.variable()) == Some(&lit.is_positive())
    }

    /// Notes a dead end under this many open choices.
    pub(super) fn dead_end(&mut self, choices: u32) {
        self.dead_ends += u64::from(self.by_room || choices >= self.deep);
    }

    /// Whether a restart is due. If so, it counts as done.
    pub(super) fn is_due(&mut self) -> bool {
        let turn = if self.is_roomy { self.done / 2 } else { self.done };
        let enough = if self.by_room { BY_ROOM << turn.min(32) } else { self.round * luby(turn) };
        if self.dead_ends < enough {
            return false;
        }
        self.dead_ends = 0;
        self.done += 1;
        self.by_room = self.is_roomy && self.done.is_multiple_of(2);
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
