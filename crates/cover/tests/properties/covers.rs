//! All solutions of a tiny problem, by testing every set of options.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quadrille_cover::{OptionId, Problem, Solution, verify};

/// Every set of options that is a solution, in order; `verify` must agree on each set.
pub fn covers(problem: &Problem) -> Result<BTreeSet<Solution>, TestCaseError> {
    let options: Vec<OptionId> = problem.option_ids().collect();
    let mut covers = BTreeSet::new();
    for set in 0..1u32 << options.len() {
        let chosen = options.iter().filter(|option| set >> option.index() & 1 == 1);
        let chosen: Solution = chosen.copied().collect();
        let is_one = is_cover(problem, &chosen);
        prop_assert_eq!(verify(problem, &chosen).is_ok(), is_one, "verify on {:?}", chosen);
        if is_one {
            covers.insert(chosen);
        }
    }
    Ok(covers)
}

/// The definition of an exact cover: every primary item within its bounds, every secondary item at most
/// once or always in the same colour, and no option that covers no primary item.
fn is_cover(problem: &Problem, chosen: &[OptionId]) -> bool {
    let mut colours = vec![Vec::new(); problem.items()];
    for &option in chosen {
        if !problem.option(option).iter().any(|entry| problem.is_primary(entry.item)) {
            return false;
        }
        for entry in problem.option(option) {
            colours[entry.item.index()].push(entry.colour);
        }
    }
    let agree = |list: &Vec<Option<_>>| list[0].is_some() && list.iter().all(|&c| c == list[0]);
    problem.item_ids().zip(&colours).all(|(item, list)| match problem.bounds(item) {
        Some(bounds) => (bounds.low as usize..=bounds.high as usize).contains(&list.len()),
        None => list.len() <= 1 || agree(list),
    })
}
