//! Reasons as lines of a `VeriPB` proof, in cutting planes.
//!
//! A `pol` line adds constraints of the formula, each times a weight. What is left is a constraint that no assignment
//! satisfies: a sum with coefficients of at most 0 that must be at least 1.
//!
//! Under chosen options, items that they cover get a negative weight, large enough that all options which clash with them have a
//! sum of at most 0 as well. The constraint that results says that not all of the chosen options can be taken, which a `rup` line
//! states as a clause. The clauses of all cases and the constraint of their item give the clause one level higher.
//!
//! Source: S. Gocht and J. Nordström, "Certifying parity reasoning efficiently using pseudo-Boolean proofs", AAAI 2021, for the
//! proof system.

use super::Reason;
use crate::problem::{Entry, ItemId, OptionId, Problem};

pub(super) fn lines(problem: &Problem, reason: &Reason) -> Vec<String> {
    let mut lines = Vec::new();
    write(problem, &mut Vec::new(), reason, &mut lines);
    lines
}

fn write(problem: &Problem, chosen: &mut Vec<OptionId>, reason: &Reason, lines: &mut Vec<String>) {
    match reason {
        Reason::Weights(weights) => {
            lines.push(sum(problem, chosen, weights));
            if chosen.is_empty() {
                return;
            }
        }
        Reason::Cases { cases, .. } => {
            for (option, reason) in cases {
                chosen.push(*option);
                write(problem, chosen, reason, lines);
                chosen.pop();
            }
        }
    }
    let mut line = "rup ".to_owned();
    for option in chosen.iter() {
        line += &format!("1 ~x{} ", option.index() + 1);
    }
    lines.push(line + ">= 1;");
}

/// The `pol` line of weights under the chosen options.
fn sum(problem: &Problem, chosen: &[OptionId], weights: &[(ItemId, i64)]) -> String {
    let mut of_item = vec![0i128; problem.items()];
    for &(item, weight) in weights {
        of_item[item.index()] = weight.into();
    }
    let mut times = vec![0u32; problem.items()];
    for entry in chosen.iter().flat_map(|&option| problem.option(option)) {
        times[entry.item.index()] += 1;
    }
    let is_full = |entry: &&Entry| {
        let high = problem.bounds(entry.item).map_or(1, |bounds| bounds.high);
        times[entry.item.index()] >= high
    };
    // What the weights of a clashing option may sum to.
    let total = |option: OptionId| {
        problem.option(option).iter().map(|entry| of_item[entry.item.index()]).sum::<i128>()
    };
    let others = problem.option_ids().filter(|option| !chosen.contains(option));
    let penalty = others.map(total).max().unwrap_or(0).max(0);
    for entry in chosen.iter().flat_map(|&option| problem.option(option)).filter(is_full) {
        of_item[entry.item.index()] = -penalty;
    }
    let mut line = "pol".to_owned();
    let terms = of_item.iter().enumerate().filter(|(_, weight)| **weight != 0);
    for (number, (item, &weight)) in terms.enumerate() {
        line += &format!(" {}", constraint(problem, item, weight > 0));
        if weight.abs() != 1 {
            line += &format!(" {} *", weight.abs());
        }
        if number > 0 {
            line += " +";
        }
    }
    line + ";"
}

/// The number of the constraint that an item is covered often enough, or not too often.
fn constraint(problem: &Problem, item: usize, is_lower: bool) -> usize {
    if item < problem.primary() {
        2 * item + if is_lower { 1 } else { 2 }
    } else {
        problem.primary() + item + 1
    }
}

/// The problem as the formula that the lines belong to, in OPB.
#[cfg(test)]
pub(super) fn formula(problem: &Problem) -> String {
    let constraints = problem.primary() + problem.items();
    let mut text = format!("* #variable= {} #constraint= {constraints}\n", problem.options());
    for item in problem.item_ids() {
        let has = |option: &OptionId| problem.option(*option).iter().any(|e| e.item == item);
        let options = problem.option_ids().filter(has);
        let sum: Vec<String> =
            options.map(|option| format!("1 x{} ", option.index() + 1)).collect();
        let sum = sum.concat();
        let bounds = problem.bounds(item);
        let [low, high] = bounds.map_or([0, 1], |bounds| [bounds.low, bounds.high]);
        if bounds.is_some() {
            text += &format!("{sum}>= {low} ;\n");
        }
        text += &format!("{sum}<= {high} ;\n");
    }
    text
}
