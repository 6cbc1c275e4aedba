//! A count in rations, beside another engine.

use num_bigint::BigUint;

use super::super::model::Model;
use super::count::{Count, Early};
use super::key::Key;
use super::merge::Limits;
use super::plan::Plan;
use crate::search::Probe;

/// A count that pauses after a ration of work, and goes on from there.
pub(in super::super) struct Trial<'t>(Keys<'t>);

/// The count, by the size of its keys.
enum Keys<'t> {
    Narrow(Count<'t, u64>),
    Wide(Count<'t, u128>),
    /// The front is too wide, or the memory too small.
    Lost,
}

/// How far a trial has come.
enum Progress {
    Counted(BigUint),
    /// With the work that it will have taken at its end, if all goes on like this.
    Paused(f64),
    Lost,
}

impl<'t> Trial<'t> {
    pub(in super::super) fn new(model: &'t Model, plan: &'t Plan, limits: Limits<'t>) -> Self {
        Self(if plan.width <= u64::MOST_BITS {
            Keys::Narrow(Count::new(model, plan, limits, None))
        } else if plan.width <= u128::MOST_BITS {
            Keys::Wide(Count::new(model, plan, limits, None))
        } else {
            Keys::Lost
        })
    }

    /// Counts until it has taken `work` units in all, or up to `most` if it expects to be done within that. Returns the number of solutions,
    /// if it is counted.
    pub(in super::super) fn count(
        &mut self,
        work: u64,
        most: u64,
        probe: &mut impl Probe,
    ) -> Option<BigUint> {
        let mut work = work;
        loop {
            match self.run(usize::try_from(work).unwrap_or(usize::MAX), probe) {
                Progress::Counted(solutions) => return Some(solutions),
                // What it expects may change with each layer.
                Progress::Paused(units) if work < most && units <= most as f64 => {
                    work = work.saturating_mul(2);
                }
                Progress::Paused(_) | Progress::Lost => return None,
            }
        }
    }

    /// Whether the front is too wide, or the memory was too small.
    pub(in super::super) fn is_lost(&self) -> bool {
        matches!(self.0, Keys::Lost)
    }

    /// Counts to the end, within other limits than before. Returns the number of solutions, unless the budget is spent or the memory too
    /// small.
    pub(in super::super) fn finish(
        mut self,
        limits: Limits<'t>,
        probe: &mut impl Probe,
    ) -> Option<BigUint> {
        match &mut self.0 {
            Keys::Narrow(count) => count.widen(limits),
            Keys::Wide(count) => count.widen(limits),
            Keys::Lost => return None,
        }
        self.count(u64::MAX, u64::MAX, probe)
    }

    /// Counts until it has taken about `work` units in all.
    fn run(&mut self, work: usize, probe: &mut impl Probe) -> Progress {
        let ran = match &mut self.0 {
            Keys::Narrow(count) => count.run(work, probe),
            Keys::Wide(count) => count.run(work, probe),
            Keys::Lost => Err(Early::Spent),
        };
        match ran {
            Ok(solutions) => Progress::Counted(solutions),
            Err(Early::Paused) => Progress::Paused(match &self.0 {
                Keys::Narrow(count) => count.expected(),
                Keys::Wide(count) => count.expected(),
                Keys::Lost => f64::INFINITY,
            }),
            Err(Early::Spent) => {
                self.0 = Keys::Lost;
                Progress::Lost
            }
        }
    }
}
