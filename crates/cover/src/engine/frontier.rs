//! Counting along a frontier: the primary items are covered in a fixed order, and sub-problems that leave the same items
//! covered are one state.
//!
//! Before each step there is a layer of states. A state says of each item at the front, one that an option already
//! considered holds and an option still to come, too, whether it is covered, or in which colour. Only the layers before
//! and after a step are in memory. Where problems are long and narrow there are few states; where the front is wide
//! there are far too many, unless most of them leave isomorphic sub-problems: then one of these stands for all.
//!
//! Source: top-down construction of decision diagrams, as in D. E. Knuth, *TAOCP* 4A, 7.1.4, and H. Iwashita and S. Minato,
//! *Efficient top-down ZDD construction techniques using recursive specifications* (2013), for counts alone.

mod count;
mod fold;
mod forms;
mod kept;
mod key;
mod layer;
mod merge;
mod plan;
mod trial;

use num_bigint::BigUint;

use self::count::Count;
use self::kept::LayerKeeper;
use self::key::Key;
use self::layer::Layer;
pub(super) use self::merge::Limits;
pub(super) use self::plan::Plan;
pub(super) use self::trial::Trial;
use super::bits::{self, Bits};
use super::iso::order::orders;
use super::memo::ROOM;
use super::model::Model;
use crate::problem::Problem;
use crate::search::{
    Budget, Counter, Counters, Keeper, Search as SearchEnd, SearchStats, Solver, Tally,
    Unsupported, Visitor, Whole,
};

/// Layers of which too little is known to expect less than the mean of what they tell and the bound.
const FEW_LAYERS: usize = 4;
const NAME: &str = "frontier";
const TOO_WIDE: &str =
    "problems of which more than 127 bits are at the front: too many states; count with `auto`";

/// Counts along a frontier. Visits solutions as [`Bits`] does.
///
/// ```
/// use quadrille_cover::{Solver, engine::Frontier, family};
///
/// assert_eq!(Frontier.count(&family::build("dominoes:8x8")?)?, 12_988_816u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Frontier;

impl Solver for Frontier {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "counts along a fixed order of items, layer by layer"
    }

    fn refuses(&self, problem: &Problem) -> Option<&'static str> {
        super::Iso.refuses(problem)
    }

    fn search(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        visit: &mut Visitor<'_>,
    ) -> Result<SearchEnd, Unsupported> {
        self.accepts(problem)?;
        Bits.search(problem, budget, counters, visit)
    }

    fn tally(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
    ) -> Result<Tally, Unsupported> {
        Self::tally_by(problem, budget, counters, 1, None)
    }

    /// Workers share each layer. Layers are kept.
    fn tally_whole(
        &self,
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        jobs: usize,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Whole, Unsupported> {
        Self::tally_by(problem, budget, counters, jobs, keeper).map(Whole::Counted)
    }
}

impl Frontier {
    fn tally_by(
        problem: &Problem,
        budget: &Budget,
        counters: Counters,
        jobs: usize,
        keeper: Option<&dyn Keeper>,
    ) -> Result<Tally, Unsupported> {
        Frontier.accepts(problem)?;
        if budget.solutions == Some(0) {
            return Ok(Tally::of_all(Some(BigUint::ZERO), budget, SearchStats::default()));
        }
        let model = &Model::new(problem);
        let order = narrowest(model).1;
        let plan = Plan::new(model, &order);
        let tables = bits::Table::bytes(problem) + model.bytes() + plan.bytes();
        let room = budget.memory.unwrap_or(ROOM).saturating_sub(tables);
        let stop = &budget.cancel.clone().unwrap_or_default();
        let limits = Limits { room, jobs, stop };
        let mut probe = Counter::new(budget);
        let kept = keeper.map(|keeper| LayerKeeper::new(keeper, &order));
        let counted = if plan.width <= u64::MOST_BITS {
            Count::<u64>::new(model, &plan, limits, kept).run(usize::MAX, &mut probe)
        } else if plan.width <= u128::MOST_BITS {
            Count::<u128>::new(model, &plan, limits, kept).run(usize::MAX, &mut probe)
        } else {
            return Err(Unsupported { engine: NAME, what: TOO_WIDE });
        };
        let nodes = (counters != Counters::Off).then_some(probe.nodes);
        Ok(Tally::of_all(counted.ok(), budget, SearchStats { nodes, ..SearchStats::default() }))
    }
}

/// What a certificate along the layers follows.
pub(super) struct Planned {
    pub(super) order: Vec<usize>,
    /// `None` if the budget is spent.
    pub(super) counted: Option<Counted>,
}

/// What a count for a certificate finds.
pub(super) struct Counted {
    pub(super) solutions: BigUint,
    /// By item of the order, whether the layer before it is to be folded.
    pub(super) folds: Vec<bool>,
    /// Number of states of all layers.
    pub(super) states: u64,
    /// The number of options left in all states folded away together.
    pub(super) renamed_options: u64,
}

/// Counts for a certificate.
pub(super) fn planned(model: &Model, budget: &Budget, room: usize) -> Result<Planned, Unsupported> {
    let order = narrowest(model).1;
    let plan = &Plan::new(model, &order);
    let stop = &budget.cancel.clone().unwrap_or_default();
    let limits = Limits { room, jobs: 1, stop };
    let limits_of_count = Budget { tests: None, solutions: None, ..budget.clone() };
    let probe = &mut Counter::new(&limits_of_count);
    let counted = if plan.width <= u64::MOST_BITS {
        Count::<u64>::planned(model, plan, limits, probe)
    } else if plan.width <= u128::MOST_BITS {
        Count::<u128>::planned(model, plan, limits, probe)
    } else {
        return Err(Unsupported { engine: NAME, what: TOO_WIDE });
    };
    Ok(Planned { order, counted: counted.ok() })
}

/// The order with the least upper bound on the number of states of all layers, and that bound.
pub(super) fn narrowest(model: &Model) -> (f64, Vec<usize>) {
    let holders = plan::holders(model);
    let bounds = orders(model).into_iter().map(|order| {
        let order = plan::closed_early(model, &holders, &order);
        (plan::most_states(model, &order), order)
    });
    bounds.min_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there is an order")
}

/// Estimates the number of states of all layers by making about `ration` of them; `None` if their keys are too wide, or if the limits end
/// it. `most` is an upper bound.
pub(super) fn estimated_states(
    plan: &Plan,
    most: f64,
    ration: usize,
    limits: &Limits<'_>,
) -> Option<f64> {
    if plan.width <= u64::MOST_BITS {
        estimate::<u64>(plan, most, ration, limits)
    } else if plan.width <= u128::MOST_BITS {
        estimate::<u128>(plan, most, ration, limits)
    } else {
        None
    }
}

/// A mean of the states that a few layers tell and of an upper bound, on logarithms, in which the bound has this weight.
pub(super) fn between(few: f64, most: f64, of_bound: f64) -> f64 {
    few.powf(1.0 - of_bound) * most.powf(of_bound)
}

/// The first layers tell too few, because fronts grow, and the upper bound is far too large, because most sets of items at the front leave
/// no solution: so a mean of both, on logarithms, in which the bound weighs less the more layers there are, and nothing from the middle on.
/// With 10,000 states it was from a third of the true number to 16 times it for 23 of 25 problems that were looked at; `steiner:13` has a
/// thirtieth, and `costas:8`, of which two layers are known then, thousands of times.
fn estimate<K: Key>(plan: &Plan, most: f64, ration: usize, limits: &Limits<'_>) -> Option<f64> {
    let (mut layer, mut spare) = (Layer::<K>::first(), Layer::empty(1));
    let mut made = 0;
    for (place, step) in plan.steps.iter().enumerate() {
        if made >= ration || layer.states() * step.moves.len() > 4 * ration {
            let left = count::expected(&plan.steps[place..], layer.states(), |_| 1.0);
            let before_middle = 1.0 - 2.0 * place as f64 / plan.steps.len() as f64;
            let of_bound = if place < FEW_LAYERS { 0.5 } else { before_middle.max(0.0) / 3.0 };
            return Some(between(made as f64 + left, most, of_bound));
        }
        layer = layer.after(step, limits, &mut spare).ok()?;
        made += layer.states();
    }
    Some(made as f64)
}

#[cfg(test)]
mod tests;
