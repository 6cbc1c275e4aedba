//! The same search, ties broken by weights.

use super::block::Bytes;
#[cfg(target_arch = "x86_64")]
use super::block::avx2::{Avx2, YmmBytes, YmmWords};
use super::block::plain::{PlainBytes, PlainWords};
use super::search;
#[cfg(target_arch = "x86_64")]
use super::sizes::{Dense, chunks};
use super::sizes::{Kept, Sparse};
use super::table::Table;
use crate::engine::ties::Weights;
use crate::problem::{OptionId, Problem};
use crate::search::{
    Budget, Counters, Found, Outcome, Probe, ProbedSearch, Search, SearchStats, Visitor, run_probed,
};

/// Searches a problem that bitsets can search.
pub(in crate::engine) fn search(
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
    visit: &mut Visitor<'_>,
) -> Search {
    if budget.memory.is_some_and(|most| Table::bytes(problem) > most) {
        return Search { outcome: Outcome::BudgetSpent, stats: SearchStats::default() };
    }
    run_probed(Tabled(&Table::new(problem)), budget, counters, visit)
}

struct Tabled<'t>(&'t Table);

impl ProbedSearch<[OptionId]> for Tabled<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            // SAFETY: the value of type `Avx2` shows that these instructions are there.
            #[allow(unsafe_code)]
            return unsafe { self.run_avx2(machine, probe, found) };
        }
        if self.0.fits::<Bytes>() {
            self.with::<Sparse<PlainBytes>, _>((), probe, found)
        } else {
            self.with::<Sparse<PlainWords>, _>((), probe, found)
        }
    }
}

impl Tabled<'_> {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_avx2<P: Probe>(
        self,
        machine: Avx2,
        probe: &mut P,
        found: &mut Found<'_, [OptionId]>,
    ) -> Outcome {
        let few = chunks::<Bytes>(self.0.sizes.len());
        match (self.0.fits::<Bytes>(), few) {
            (true, 1) if !P::COUNTING => self.with::<Dense<YmmBytes, 1>, _>(machine, probe, found),
            (true, 2) if !P::COUNTING => self.with::<Dense<YmmBytes, 2>, _>(machine, probe, found),
            (true, 3) if !P::COUNTING => self.with::<Dense<YmmBytes, 3>, _>(machine, probe, found),
            (true, _) => self.with::<Sparse<YmmBytes>, _>(machine, probe, found),
            (false, _) => self.with::<Sparse<YmmWords>, _>(machine, probe, found),
        }
    }

    /// Must be inlined where the machine's instructions are allowed.
    #[inline(always)]
    fn with<S: Kept, P: Probe>(
        self,
        machine: S::Machine,
        probe: &mut P,
        found: &mut Found<'_, [OptionId]>,
    ) -> Outcome {
        let search = search::Search::<S, usize, u128, Weights>::new(machine, self.0, self.0.words);
        match search.run(probe, Some(found)) {
            (search::Ended::As(outcome), _) => outcome,
            _ => unreachable!("so many are never visited, and there is no memo"),
        }
    }
}
