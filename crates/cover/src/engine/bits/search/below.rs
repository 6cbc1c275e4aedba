//! Subtrees searched one after the other, with the tables of one search.

#![allow(unsafe_code)]
// Functions are always inlined: see the head of `bits.rs`.
#![allow(clippy::inline_always)]

use super::super::below::Below;
use super::super::rows::Length;
use super::super::sizes::Sizes;
use super::{KernelEnd, Search};
use crate::search::{Outcome, Silent};

impl<S: Sizes, L: Length> Search<'_, S, L, u128> {
    /// Searches the subtree of the node at which the options `chosen` are chosen, by their numbers in the table.
    /// If the probe ends the search, the result lists the nodes that were not entered.
    ///
    /// # Panics
    /// An option is not in the table, or excludes another one.
    #[inline(always)]
    pub(in super::super) fn search_below(
        &mut self,
        chosen: &[u32],
        probe: &mut Silent<'_>,
    ) -> Below {
        self.chosen.clear();
        self.total = 0;
        // Level 0 stays that of the root of the problem. The node is at level 1, unless it is that root.
        self.base = usize::from(!chosen.is_empty());
        let mut left = self.table.sizes.len();
        for (i, &option) in chosen.iter().enumerate() {
            let option = option as usize;
            assert!(option < self.table.options.len(), "option {option} is in the table");
            let state = self.active.get(usize::from(i > 0));
            let is_left = state[option / 64] >> (option % 64) & 1 == 1;
            assert!(is_left, "expected option {option} to exclude none of those chosen before");
            // SAFETY: the option exists and is left, and so do the levels 0 and 1: an option has a primary item.
            unsafe {
                left -= self.table.length(option);
                if i == 0 {
                    self.strike::<_, true>(0, option, probe);
                } else {
                    self.strike::<_, false>(1, option, probe);
                }
            }
        }
        let (ended, level) = self.run_below(self.base, left, probe, None);
        let complete = matches!(ended, KernelEnd::As(Outcome::Exhausted));
        let rest = if complete { Vec::new() } else { self.not_entered(chosen, level) };
        Below { nodes: probe.nodes(), solutions: self.total as u64, rest, complete }
    }

    /// The nodes that a search which ended at `level` has not entered, each by the options chosen there: the
    /// alternatives of the levels above, outermost first, and then the node at which the search ended.
    fn not_entered(&self, above: &[u32], level: usize) -> Vec<Vec<u32>> {
        let numbers: Vec<u32> = self.chosen.iter().map(|&id| self.table.number_of(id)).collect();
        let node = |chosen: usize, last: Option<u32>| {
            let own = numbers[..chosen].iter().copied();
            above.iter().copied().chain(own).chain(last).collect()
        };
        let mut rest = Vec::new();
        for level in self.base..level {
            let node_of = self.levels.get(level);
            for at in node_of.next..node_of.end {
                rest.push(node(node_of.chosen as usize, Some(self.list.get(at as usize))));
            }
        }
        rest.push(node(numbers.len(), None));
        rest
    }
}
