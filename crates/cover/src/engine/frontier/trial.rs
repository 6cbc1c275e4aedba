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
pub(in super::super) enum Progress {
    Counted(BigUint),
    /// With the number of states that it will have made at its end, if all goes on like this.
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

    /// Counts until it has made about `states` in all.
    pub(in super::super) fn run(&mut self, states: usize, probe: &mut impl Probe) -> Progress {
        let ran = match &mut self.0 {
            Keys::Narrow(count) => count.run(states, probe),
            Keys::Wide(count) => count.run(states, probe),
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
