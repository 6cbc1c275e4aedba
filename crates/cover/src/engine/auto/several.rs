//! Counting with multiplicities: a plain search and `frontier` in turns, each time for longer, until one of them has counted.
//!
//! The search begins anew each time, `frontier` goes on. As each turn is [`LONGER`] times as long as the one before, little is lost.

use super::super::frontier::{self, Limits, Plan, Trial};
use super::super::memo::ROOM;
use super::super::model::Model;
use crate::problem::Problem;
use crate::search::{
    Budget, Changed, Counters, Outcome, SearchStats, Silent, Solver, Tally, Unsupported,
};

/// Nodes of the search in its first turn, and in the last one before it is left to all workers.
const FIRST: u64 = if cfg!(any(test, fuzzing)) { 1 << 3 } else { 1 << 14 };
const LAST: u64 = FIRST << 9;
const LONGER: u64 = 8;
/// Units of work of `frontier` that take as long as a node, and how many times as many it gets if it expects to be done with these.
const UNITS_A_NODE: u64 = 16;
const PROMISING: u64 = 8;

/// Counts by the first of both to be done; `None` if neither is soon.
pub(super) fn count(
    search: &dyn Solver,
    problem: &Problem,
    budget: &Budget,
    counters: Counters,
) -> Result<Option<Tally>, Unsupported> {
    let stop = &budget.cancel.clone().unwrap_or_default();
    let turn = |nodes| {
        let tally =
            search.tally(problem, &Budget { nodes: Some(nodes), ..budget.clone() }, counters)?;
        let is_over = tally.search.outcome != Outcome::BudgetSpent || stop.is_cancelled();
        Ok(is_over.then_some(tally))
    };
    let mut nodes = FIRST;
    if let Some(tally) = turn(nodes)? {
        return Ok(Some(tally));
    }
    let model = &Model::new(problem);
    let plan = &Plan::new(model, &frontier::narrowest(model).1);
    let mut trial = Trial::new(model, plan, Limits { room: ROOM, jobs: 1, stop });
    while nodes < LAST {
        let units = nodes * UNITS_A_NODE;
        let counted = trial.count(units, units * PROMISING, &mut Silent::new(budget));
        if counted.is_some() {
            let why = "few states lie along a fixed order of items";
            let changed = Some(Changed { engine: "frontier", why });
            let tally = Tally::of_all(counted, budget, SearchStats::default());
            return Ok(Some(Tally { changed, ..tally }));
        }
        nodes *= LONGER;
        if let Some(tally) = turn(nodes)? {
            return Ok(Some(tally));
        }
    }
    Ok(None)
}
