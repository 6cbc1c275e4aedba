//! The nodes and solutions of single subtrees, for estimates.
//!
//! The nodes are counted without the other counters, so that the kernels for searches without counters serve: with
//! counters, a search takes up to fifteen times as long. There are fewer kernels than for such searches, because each takes seconds
//! to compile.

// Functions are always inlined, because otherwise they are not compiled for the instruction set of their caller.
#![allow(clippy::inline_always)]

use super::block::Bytes;
#[cfg(target_arch = "x86_64")]
use super::block::avx2::{YmmBytes, YmmWords};
use super::block::plain::{PlainBytes, PlainWords};
#[cfg(target_arch = "x86_64")]
use super::kernels::recount_pays;
#[cfg(target_arch = "x86_64")]
use super::recount::Recount;
use super::search::Search;
#[cfg(target_arch = "x86_64")]
use super::sizes::{Dense, chunks};
use super::sizes::{Sizes, Sparse};
use super::table::Table;
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Avx512Popcnt, Work};
use crate::search::{Budget, CancelToken, Silent};

/// What a search of one subtree found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Below {
    /// Nodes entered: the node at the top of the subtree, solutions and dead ends included.
    pub(crate) nodes: u64,
    pub(crate) solutions: u64,
    pub(crate) complete: bool,
    /// The nodes that were not entered, each by the options chosen there. Together with what was searched, their
    /// subtrees are the whole subtree.
    pub(crate) rest: Vec<Vec<u32>>,
}

/// Searches subtrees of the tree of a problem without multiplicities, one after the other.
pub(crate) struct Subtrees<'t> {
    table: &'t Table,
    kernel: Box<dyn Kernel + 't>,
}

impl<'t> Subtrees<'t> {
    pub(crate) fn new(table: &'t Table) -> Self {
        assert!(table.bounds.is_empty(), "expected a problem without multiplicities");
        Self { table, kernel: kernel(table) }
    }

    /// Searches the subtree of the node at which these options are chosen, by their numbers in the table. Enters
    /// at most `most` nodes, and stops soon after the token is cancelled.
    pub(crate) fn search(
        &mut self,
        chosen: &[u32],
        most: u64,
        cancel: Option<&CancelToken>,
    ) -> Below {
        let budget = Budget { nodes: Some(most), cancel: cancel.cloned(), ..Budget::default() };
        let probe = Silent::within(&budget);
        if chosen.is_empty() {
            // A search from the root changes the state of the root, from which later searches begin.
            return kernel(self.table).search(chosen, probe);
        }
        self.kernel.search(chosen, probe)
    }
}

fn kernel(table: &Table) -> Box<dyn Kernel + '_> {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx512Popcnt::detect().filter(|_| recount_pays(table)) {
        let both = (machine, table.words);
        return match table.sizes.len().div_ceil(8) {
            0..=3 => held::<Recount<3, usize>, _>(table, both, machine),
            4..=5 => held::<Recount<5, usize>, _>(table, both, machine),
            6..=9 => held::<Recount<9, usize>, _>(table, both, machine),
            _ => held::<Recount<16, usize>, _>(table, both, machine),
        };
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2::detect() {
        return match (table.fits::<Bytes>(), chunks::<Bytes>(table.sizes.len())) {
            (true, 1) => held::<Dense<YmmBytes, 1>, _>(table, machine, machine),
            (true, 2) => held::<Dense<YmmBytes, 2>, _>(table, machine, machine),
            (true, 3) => held::<Dense<YmmBytes, 3>, _>(table, machine, machine),
            (true, _) => held::<Sparse<YmmBytes>, _>(table, machine, machine),
            (false, _) => held::<Sparse<YmmWords>, _>(table, machine, machine),
        };
    }
    if table.fits::<Bytes>() {
        held::<Sparse<PlainBytes>, _>(table, (), Plain)
    } else {
        held::<Sparse<PlainWords>, _>(table, (), Plain)
    }
}

/// A search that is kept for several subtrees, compiled for one CPU.
trait Kernel {
    fn search(&mut self, chosen: &[u32], probe: Silent<'_>) -> Below;
}

struct Held<'t, S: Sizes, T> {
    search: Search<'t, S, usize, u128>,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    token: T,
}

/// The absence of special instructions.
#[derive(Clone, Copy)]
struct Plain;

/// A search for one choice of sizes and instructions, whose token proves that the machine has these.
fn held<'t, S: Sizes + 't, T: 't>(
    table: &'t Table,
    machine: S::Machine,
    token: T,
) -> Box<dyn Kernel + 't>
where
    Held<'t, S, T>: Kernel,
{
    Box::new(Held::<S, T> { search: Search::new(machine, table, table.words), token })
}

impl<S: Sizes> Kernel for Held<'_, S, Plain> {
    fn search(&mut self, chosen: &[u32], mut probe: Silent<'_>) -> Below {
        self.search.search_below(chosen, &mut probe)
    }
}

/// The search of one subtree, to be compiled for the CPU of its token.
#[cfg(target_arch = "x86_64")]
struct One<'o, 't, S: Sizes> {
    search: &'o mut Search<'t, S, usize, u128>,
    chosen: &'o [u32],
    probe: Silent<'o>,
}

/// A macro, because one `impl` for every token would overlap with that for [`Plain`], which is called without a token.
#[cfg(target_arch = "x86_64")]
macro_rules! for_token {
    ($token:ty) => {
        impl<S: Sizes> Work<$token> for One<'_, '_, S> {
            type Output = Below;

            #[inline(always)]
            fn run(mut self, _: $token) -> Below {
                self.search.search_below(self.chosen, &mut self.probe)
            }
        }

        impl<S: Sizes> Kernel for Held<'_, S, $token> {
            fn search(&mut self, chosen: &[u32], probe: Silent<'_>) -> Below {
                self.token.run(One { search: &mut self.search, chosen, probe })
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
for_token!(Avx2);
#[cfg(target_arch = "x86_64")]
for_token!(Avx512Popcnt);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    #[test]
    #[should_panic(expected = "expected option 1 to exclude none of those chosen before")]
    fn no_subtree_begins_with_options_that_exclude_each_other() {
        let table = Table::new(&Problem::parse("a b c\na b\nb c\na\nc\n").unwrap());
        assert_eq!(Subtrees::new(&table).search(&[0, 3], 10, None).solutions, 1);
        Subtrees::new(&table).search(&[0, 1], 10, None);
    }
}
