//! `frontier` beside `memo`.

use num_bigint::BigUint;

use super::super::frontier::{self, Limits, Trial};
use super::progress::Progress;
use super::rivals::{Case, Tried};

/// Units of work of a trial that take about as long as one branching node of `memo` in a small problem.
const UNITS_A_NODE: u64 = 8;
/// A trial takes one in this many nodes, and an estimate of the states one in this many.
const ONE_IN: u64 = 64;
const ESTIMATE_ONE_IN: u64 = 32;
/// After [`LONG`] nodes of a `memo` that is hopeless, a trial whose layers will be folded has this many times as much: a fold pays late.
const OF_FOLDS: u64 = 4;
const LONG: u64 = 1 << 16;
/// A trial works for this many times as long if it expects to be done within that.
const OF_PROMISING: u64 = 8;
/// `frontier` counts if it is expected to be done before `memo` has done half as much again; or before `memo` and before one in this many
/// nodes that `memo` will take in all, as far as that can be told, which is up to [`AHEAD`] times what it has taken.
const OF_ALL: f64 = 6.0;
const AHEAD: u64 = 64;

/// The trial, once it has begun.
#[derive(Default)]
pub(super) struct Narrow<'c> {
    tried: Option<Tried<'c, Trial<'c>>>,
    /// The number of solutions, once it is counted.
    pub(super) counted: Option<BigUint>,
}

impl<'c> Narrow<'c> {
    /// Counts for up to `ration` nodes in all, or some times that if it expects to be done within that, unless it is not likely to be done before
    /// `memo`. Returns whether it has counted.
    pub(super) fn counts(&mut self, case: Case<'c>, ration: u64, memo: Progress) -> bool {
        // For a certificate, steps are needed and not a count.
        if case.is_certified || memo.is_limited || ration < case.nodes_of_tables() {
            return false;
        }
        let is_late = frontier::between(ration as f64, case.narrowest().0, 0.5)
            > memo.left() / 2.0 * UNITS_A_NODE as f64;
        // States of a symmetric problem are folded.
        if is_late && !case.is_symmetric() {
            return false;
        }
        let units = |nodes: u64| nodes.saturating_mul(UNITS_A_NODE);
        let most = ration.saturating_mul(OF_PROMISING);
        let Tried { trial, probe } = self.tried.get_or_insert_with(|| begin(case));
        self.counted = trial.count(units(ration), units(most), probe);
        self.counted.is_some()
    }

    /// Goes on to the end with `jobs` workers, or counts anew if the trial did not have enough memory. Returns the number of solutions, unless
    /// the budget is spent or the memory too small, and the number of nodes.
    pub(super) fn finish(self, case: Case<'c>, jobs: usize) -> (Option<BigUint>, u64) {
        if let (Some(Tried { probe, .. }), Some(_)) = (&self.tried, &self.counted) {
            return (self.counted, probe.nodes());
        }
        let tried = self.tried.filter(|tried| !tried.trial.is_lost());
        let Tried { trial, mut probe } = tried.unwrap_or_else(|| begin(case));
        let limits = Limits { room: case.room(), jobs, ..case.limits() };
        (trial.finish(limits, &mut probe), probe.nodes())
    }
}

/// The work that a trial may do until now, in nodes.
pub(super) fn ration(case: Case<'_>, memo: Progress) -> u64 {
    let folds = memo.nodes >= LONG && memo.is_hopeless() && case.is_symmetric();
    memo.ration(ONE_IN) * if folds { OF_FOLDS } else { 1 }
}

fn begin(case: Case<'_>) -> Tried<'_, Trial<'_>> {
    case.begin(Trial::new(case.model(), case.plan(), case.limits()))
}

/// Whether `frontier` will be done long before `memo`, as an upper bound and a few layers promise.
pub(super) fn is_narrow(case: Case<'_>, memo: Progress) -> bool {
    // For a certificate, each state is written.
    let a_node = if case.is_certified { 1 } else { case.states_a_node() };
    let ahead = (memo.all() / OF_ALL).min((memo.nodes * AHEAD) as f64);
    let most = ahead.min(memo.left()).max(memo.nodes as f64 / 2.0) * a_node as f64;
    let ration = memo.nodes * a_node / ESTIMATE_ONE_IN;
    let bound = case.narrowest().0;
    // An estimate is hardly below that, in which the bound has its weight after a quarter of the layers.
    if frontier::between(ration as f64, bound, 1.0 / 6.0) > most {
        return false;
    }
    let states = frontier::estimated_states(case.plan(), bound, ration as usize, &case.limits());
    states.is_some_and(|states| states <= most)
}
