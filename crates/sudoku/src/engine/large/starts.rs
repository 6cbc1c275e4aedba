//! Where the search begins, and when it begins anew.
//!
//! A grid with next to nothing given has solutions everywhere. Still, a search that takes back its
//! newest choice alone may stay for ever under a bad one, made hundreds of choices before (Gomes,
//! Selman, Crato and Kautz, *Heavy-tailed phenomena in satisfiability and constraint satisfaction
//! problems*, 2000). So until the first solutions are found it begins anew after some dead ends that
//! many choices lead to: first after few of them, now and then after more (Luby, Sinclair and
//! Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993). Proofs that there is no other solution
//! are not that deep, and are better left alone.
//!
//! A grid that is nearly empty is begun like a pattern: the first candidate of the cell with the
//! fewest. Every other time it is begun so again, each time with twice as many dead ends, now with
//! the candidates that stood there last (phase saving: Pipatsrisawat and Darwiche, SAT 2007).

use super::model::{Lit, Model};

/// To so many choices a dead end must lead for the search to begin anew.
const DEEP: u32 = 64;
/// The least number of them after which it does.
const ROUND: u64 = 50;
/// How many dead ends the first beginning by room may have.
const BY_ROOM: u64 = 100;
/// Of so many digits in each cell left open, in the mean, a grid begun by room has
const OF: usize = 4;
/// so many candidates.
const CANDIDATES: usize = 3;

/// The beginnings of a search.
pub(super) struct Starts {
    /// Whether choices are by room now, and not by activity.
    pub(super) by_room: bool,
    /// Whether they ever are.
    is_roomy: bool,
    /// As it says above; less in tests.
    pub(super) deep: u32,
    pub(super) round: u64,
    /// Dead ends since the last beginning: all while choices are by room, later the deep ones.
    dead_ends: u64,
    /// How often the search began anew.
    begun: u64,
    /// Of each variable, whether it was true when it was last taken back; nothing if nobody asks.
    was_true: Vec<bool>,
}

impl Starts {
    /// Of the search of a grid with so many digits.
    pub(super) fn new(model: &Model, digits: usize) -> Self {
        let cells = model.cell_groups;
        let candidates: usize = (0..cells).map(|cell| model.groups.get(cell).len()).sum();
        let is_roomy = cells > 0 && OF * candidates >= CANDIDATES * cells * digits;
        Self {
            by_room: is_roomy,
            is_roomy,
            deep: DEEP,
            round: ROUND,
            dead_ends: 0,
            begun: 0,
            was_true: vec![false; if is_roomy { model.variables } else { 0 }],
        }
    }

    /// A true literal is free again.
    #[inline]
    pub(super) fn freed(&mut self, lit: Lit) {
        if let Some(was_true) = self.was_true.get_mut(lit.variable()) {
            *was_true = lit.is_positive();
        }
    }

    /// Whether a literal was true when it was last taken back, in a grid begun by room.
    pub(super) fn was_true(&self, lit: Lit) -> bool {
        self.was_true.get(lit.variable()) == Some(&lit.is_positive())
    }

    /// There was a dead end under so many choices.
    pub(super) fn dead_end(&mut self, choices: u32) {
        self.dead_ends += u64::from(self.by_room || choices >= self.deep);
    }

    /// Whether it is time to begin anew; if so, it was done.
    pub(super) fn is_due(&mut self) -> bool {
        let turn = if self.is_roomy { self.begun / 2 } else { self.begun };
        let enough = if self.by_room { BY_ROOM << turn.min(32) } else { self.round * luby(turn) };
        if self.dead_ends < enough {
            return false;
        }
        self.dead_ends = 0;
        self.begun += 1;
        self.by_room = self.is_roomy && self.begun.is_multiple_of(2);
        true
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 and so on, from 0.
fn luby(at: u64) -> u64 {
    let mut at = at + 1;
    // The sequence up to a power of two less one ends with half that power, and what comes before
    // it is there twice.
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
