//! What the search remembers of literals that it took back, so that after a restart it soon stands where it came furthest.
//!
//! A large grid with many empty cells has few solutions among choices that look alike for long. Choices *by memory* repeat the
//! longest trail of the round, and where that says nothing, the last value (phase saving: Pipatsrisawat and Darwiche, SAT 2007;
//! target phases: Biere and Fleury, *Chasing target phases*, POS 2020). A round begins with the longest trail of the one before.

use super::literal::Lit;

/// The number of dead ends of the first round; each is longer by as many than the one before.
const ROUND: u64 = 1000;

/// The values that literals had. Nothing is remembered until the memory is begun.
#[derive(Default)]
pub(super) struct Memory {
    /// For each variable its last value: 1 if it was true, -1 if it was false, 0 if it had none.
    last: Vec<i8>,
    /// Likewise the values on the longest trail of this round.
    longest: Vec<i8>,
    length: usize,
    /// The number of dead ends of this round, and after how many the next one begins.
    dead_ends: u64,
    round: u64,
}

impl Memory {
    /// Begins to remember the last values of this many variables, if it has not begun.
    pub(super) fn begin(&mut self, variables: usize) {
        self.last.resize(variables, 0);
    }

    /// Begins a round of choices by memory, from where the round before came furthest.
    pub(super) fn begin_round(&mut self, variables: usize) {
        self.begin(variables);
        if self.has_round() {
            self.last.copy_from_slice(&self.longest);
        }
        self.longest.clear();
        self.longest.resize(variables, 0);
        self.length = 0;
        self.dead_ends = 0;
        self.round += ROUND;
    }

    pub(super) fn has_round(&self) -> bool {
        !self.longest.is_empty()
    }

    #[inline]
    pub(super) fn freed(&mut self, lit: Lit) {
        if let Some(last) = self.last.get_mut(lit.variable()) {
            *last = value_of(lit);
        }
    }

    /// Notes the true literals of a dead end, if a round has begun; after some dead ends the next one begins.
    pub(super) fn dead_end(&mut self, lits: &[Lit]) {
        if self.longest.is_empty() {
            return;
        }
        self.dead_ends += 1;
        if self.dead_ends > self.round {
            self.begin_round(self.last.len());
        }
        if lits.len() <= self.length {
            return;
        }
        self.length = lits.len();
        self.longest.fill(0);
        for &lit in lits {
            self.longest[lit.variable()] = value_of(lit);
        }
    }

    pub(super) fn was_true(&self, lit: Lit) -> bool {
        self.last.get(lit.variable()) == Some(&value_of(lit))
    }

    /// Whether a literal was true on the longest trail of the round, or without a value there, and true when it was last taken back.
    pub(super) fn is_likely(&self, lit: Lit) -> bool {
        match self.longest.get(lit.variable()) {
            None | Some(0) => self.was_true(lit),
            Some(&value) => value == value_of(lit),
        }
    }
}

fn value_of(lit: Lit) -> i8 {
    if lit.is_positive() { 1 } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_trail_of_a_round_counts_for_more_than_the_last_value() {
        let (a, b) = (Lit::positive(0), Lit::positive(1));
        let mut memory = Memory::default();
        memory.freed(a);
        assert!(!memory.was_true(a) && !memory.was_true(!a), "nothing is remembered yet");
        memory.begin_round(2);
        memory.dead_end(&[a, !b]);
        memory.freed(!b);
        memory.freed(a);
        memory.dead_end(&[!a]);
        memory.freed(!a);
        assert!(memory.was_true(!a) && memory.is_likely(a) && memory.is_likely(!b));
        memory.begin_round(2);
        assert!(memory.is_likely(a), "the next round begins where this one came furthest");
        memory.freed(!a);
        assert!(memory.is_likely(!a), "its own trails are not longer yet");
    }
}
