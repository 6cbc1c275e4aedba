//! The verifier of reasons. It keeps the chosen options as a list, and computes everything else from it each time.

use std::collections::BTreeSet;

use super::Reason;
use crate::problem::{Bounds, Colour, ItemId, OptionId, Problem};

/// Whether the reason excludes all solutions that hold the chosen options, which can be chosen together.
pub(super) fn holds(problem: &Problem, chosen: &mut Vec<OptionId>, reason: &Reason) -> bool {
    let uses = Uses::of(problem, chosen);
    let left: BTreeSet<OptionId> = problem
        .option_ids()
        .filter(|option| !chosen.contains(option) && uses.admit(problem, *option))
        .collect();
    match reason {
        Reason::Weights(weights) => unbalanced(problem, &uses, &left, weights) == Some(true),
        Reason::Cases { item, cases } => {
            let needs_more =
                item.index() < problem.primary() && uses.bounds(problem, *item).low > 0;
            let has = |option: &OptionId| problem.option(*option).iter().any(|e| e.item == *item);
            let expected: BTreeSet<OptionId> = left.iter().copied().filter(has).collect();
            let examined: BTreeSet<OptionId> = cases.iter().map(|(option, _)| *option).collect();
            needs_more
                && expected == examined
                && cases.iter().all(|(option, reason)| {
                    chosen.push(*option);
                    let holds = holds(problem, chosen, reason);
                    chosen.pop();
                    holds
                })
        }
    }
}

/// Whether the weights of each option that is left sum to at most 0, but those of a solution to more than 0; `None` if an item
/// may have no weight, or a sum exceeds 128 bits.
fn unbalanced(
    problem: &Problem,
    uses: &Uses,
    left: &BTreeSet<OptionId>,
    weights: &[(ItemId, i64)],
) -> Option<bool> {
    let mut of_item = vec![0i128; problem.items()];
    let mut least = 0i128;
    for &(item, weight) in weights {
        let place = of_item.get_mut(item.index()).filter(|place| **place == 0)?;
        let weight = i128::from(weight);
        *place = weight;
        let times = if item.index() < problem.primary() {
            let Bounds { low, high } = uses.bounds(problem, item);
            (high > 0).then_some(if weight > 0 { low } else { high })?
        } else {
            let may_weigh = weight < 0 && uses.times[item.index()] == 0;
            (may_weigh && is_exclusive(problem, left, item)).then_some(1)?
        };
        least = least.checked_add(weight.checked_mul(i128::from(times))?)?;
    }
    for &option in left {
        let entries = problem.option(option).iter();
        let mut weights = entries.map(|entry| of_item[entry.item.index()]);
        if weights.try_fold(0i128, i128::checked_add)? > 0 {
            return Some(false);
        }
    }
    Some(least > 0)
}

/// Whether at most one of the options can cover a secondary item: no two of them give it the same colour.
fn is_exclusive(problem: &Problem, options: &BTreeSet<OptionId>, item: ItemId) -> bool {
    let mut colours: BTreeSet<usize> = BTreeSet::new();
    let entries = options.iter().flat_map(|&option| problem.option(option));
    let colour = entries.filter(|entry| entry.item == item).filter_map(|entry| entry.colour);
    colour.map(Colour::index).all(|colour| colours.insert(colour))
}

/// How often, and in which colour, each item is covered by the chosen options.
struct Uses {
    times: Vec<u32>,
    colours: Vec<Option<Colour>>,
}

impl Uses {
    fn of(problem: &Problem, chosen: &[OptionId]) -> Self {
        let mut uses =
            Self { times: vec![0; problem.items()], colours: vec![None; problem.items()] };
        for entry in chosen.iter().flat_map(|&option| problem.option(option)) {
            uses.times[entry.item.index()] += 1;
            uses.colours[entry.item.index()] = entry.colour;
        }
        uses
    }

    /// How often a primary item must and may be covered by further options.
    fn bounds(&self, problem: &Problem, item: ItemId) -> Bounds {
        let Bounds { low, high } = problem.bounds(item).expect("a primary item has bounds");
        let times = self.times[item.index()];
        Bounds { low: low.saturating_sub(times), high: high.saturating_sub(times) }
    }

    /// Whether an option can be chosen after those chosen so far.
    fn admit(&self, problem: &Problem, option: OptionId) -> bool {
        let entries = problem.option(option);
        let has_primary = entries.iter().any(|entry| entry.item.index() < problem.primary());
        has_primary
            && entries.iter().all(|entry| {
                let item = entry.item.index();
                if item < problem.primary() {
                    return self.bounds(problem, entry.item).high > 0;
                }
                let agrees = entry.colour.is_some() && entry.colour == self.colours[item];
                self.times[item] == 0 || agrees
            })
    }
}
