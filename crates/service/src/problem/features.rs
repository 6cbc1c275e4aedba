//! Features of a problem: numbers that tell problems apart for which different engines are the fastest.
//!
//! They come in steps, each of which costs more than the one before:
//!
//! | step | what is looked at |
//! |---|---|
//! | `text` | the problem as it is written |
//! | `preprocess` | options that are in no solution, or in every |
//! | `descents` | an [estimate](quadrille_cover::estimate) of the tree of `bits` from random descents, within a number of nodes |
//! | `memo` | whether the first 8192 branching nodes of `memo` meet sub-problems again |
//! | `symmetry` | the group of symmetries |
//!
//! The same problem, seed and number of nodes give the same features on every machine.

use quadrille_cover::engine::{Memo, memo};
use quadrille_cover::estimate::{self, Effort};
use quadrille_cover::preprocess::preprocess_within;
use quadrille_cover::search::Whole;
use quadrille_cover::symmetry::Symmetries;
use quadrille_cover::{BigUint, Bounds, Budget, CancelToken, Counters, Problem, Solver};

use super::Clock;

/// Number of nodes for the random descents, unless the caller gives another.
pub const NODES: u64 = 50_000;
/// Entries that preprocessing examines for each entry of the problem.
const ENTRIES: u64 = 20;
/// Bytes for the search for symmetries.
const ROOM: usize = 1 << 28;

/// A step, and its features in a fixed order. A feature is `None` if the step could not determine it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The name of the step.
    pub name: &'static str,
    /// The features, by name.
    pub features: Features,
    /// The time that the step took, in seconds.
    pub seconds: f64,
}

type Features = Vec<(&'static str, Option<f64>)>;

/// The features of a problem, by steps. `effort` bounds the random descents.
pub fn features(problem: &Problem, effort: &Effort, clock: &dyn Clock) -> Vec<Step> {
    let cancel = effort.cancel.clone().unwrap_or_default();
    let step = |name, features: &dyn Fn() -> Features| {
        let start = clock.now();
        Step { name, features: features(), seconds: clock.now() - start }
    };
    vec![
        step("text", &|| of_text(problem)),
        step("preprocess", &|| of_preprocessing(problem)),
        step("descents", &|| of_descents(problem, effort)),
        step("memo", &|| of_memo(problem, &cancel)),
        step("symmetry", &|| of_symmetry(problem, &cancel)),
    ]
}

/// The smallest, the mean and the largest of some numbers, and their standard deviation divided by the mean.
fn spread(numbers: &[usize]) -> [Option<f64>; 4] {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<usize>() as f64 / count;
    let square = |&n: &usize| (n as f64 - mean) * (n as f64 - mean);
    let deviation = (numbers.iter().map(square).sum::<f64>() / count).sqrt();
    let ends = [numbers.iter().min(), numbers.iter().max()];
    let [least, most] = ends.map(|end| end.map(|&end| end as f64));
    [least, Some(mean), most, Some(deviation / mean)].map(|one| one.filter(|n| n.is_finite()))
}

fn of_text(problem: &Problem) -> Features {
    let lengths: Vec<usize> =
        problem.option_ids().map(|option| problem.option(option).len()).collect();
    let mut holders = vec![0; problem.items()];
    // For each item, the first of the items that it shares an option with.
    let mut first: Vec<usize> = (0..problem.items()).collect();
    let mut coloured = 0;
    for option in problem.option_ids() {
        let entries = problem.option(option);
        let earliest = entries.iter().map(|entry| entry.item.index()).min();
        for entry in entries {
            let item = entry.item.index();
            holders[item] += 1;
            first[item] = first[item].min(earliest.unwrap_or(item));
            coloured += usize::from(entry.colour.is_some());
        }
    }
    let front = front(&first);
    let [degree_min, degree_mean, degree_max, degree_cv] = spread(&holders[..problem.primary()]);
    let [length_min, length_mean, length_max, _] = spread(&lengths);
    let [_, front_mean, front_max, _] = spread(&front);
    let number = |number: usize| Some(number as f64);
    let share = |part: usize, all: usize| Some(part as f64 / all.max(1) as f64);
    let bounded = problem
        .item_ids()
        .filter(|&item| problem.bounds(item).is_some_and(|bounds| bounds != Bounds::ONCE));
    vec![
        ("primary", number(problem.primary())),
        ("secondary", number(problem.items() - problem.primary())),
        ("options", number(problem.options())),
        ("entries", number(problem.entries())),
        ("density", share(problem.entries(), problem.items() * problem.options())),
        ("colours", number(problem.colours())),
        ("coloured_share", share(coloured, problem.entries())),
        ("bounded_items", number(bounded.count())),
        ("degree_min", degree_min),
        ("degree_mean", degree_mean),
        ("degree_max", degree_max),
        ("degree_cv", degree_cv),
        ("length_min", length_min),
        ("length_mean", length_mean),
        ("length_max", length_max),
        ("front_mean", front_mean),
        ("front_max", front_max),
    ]
}

/// After each item in the order of the text, the number of later items that share an option with an item up to it: the width of the
/// front of a search in that order.
fn front(first: &[usize]) -> Vec<usize> {
    // An item is in front from the first item that it shares an option with until itself.
    let mut change = vec![0_isize; first.len() + 1];
    for (item, &first) in first.iter().enumerate() {
        change[first] += 1;
        change[item] -= 1;
    }
    let width = change[..first.len()].iter().scan(0, |width, change| {
        *width += change;
        Some(usize::try_from(*width).unwrap_or_default())
    });
    width.collect()
}

fn of_preprocessing(problem: &Problem) -> Features {
    let effort = ENTRIES * problem.entries() as u64;
    let found = preprocess_within(problem, effort);
    let share = |part: usize| Some(part as f64 / problem.options().max(1) as f64);
    vec![("removed_share", share(found.removed.len())), ("forced_share", share(found.forced.len()))]
}

fn of_descents(problem: &Problem, effort: &Effort) -> Features {
    let found = estimate::estimate(problem, effort).ok();
    let of = |value: fn(&estimate::Estimate) -> f64| found.as_ref().map(value);
    let log = |value: f64| (1.0 + value).log10();
    vec![
        ("nodes_log10", of(|found| found.nodes.value).map(log)),
        ("solutions_log10", of(|found| found.solutions.value).map(log)),
        ("whole_tree", of(|found| f64::from(u8::from(found.is_exact)))),
        ("draws_given_up", of(|found| found.given_up as f64 / found.draws.max(1) as f64)),
        ("effective_draws", of(|found| found.nodes.effective_draws / found.draws.max(1) as f64)),
    ]
}

fn of_memo(problem: &Problem, cancel: &CancelToken) -> Features {
    // The engine decides after this many nodes that branch; the others count, too.
    let nodes = Some(16 * memo::TRIAL);
    let budget = Budget { nodes, cancel: Some(cancel.clone()), ..Budget::default() };
    let pays = match Memo.tally_whole(problem, &budget, Counters::Nodes, 1, None) {
        Ok(Whole::Counted(_)) => Some(1.0),
        Ok(Whole::InParts { .. }) => Some(0.0),
        Err(_) => None,
    };
    vec![("memo_pays", pays)]
}

fn of_symmetry(problem: &Problem, cancel: &CancelToken) -> Features {
    let budget = Budget { memory: Some(ROOM), cancel: Some(cancel.clone()), ..Budget::default() };
    let found = Symmetries::new(problem, &budget).ok();
    let order = found.as_ref().map(|found| log10(found.order()));
    let generators = found.as_ref().map(Symmetries::generators);
    let moved = generators.as_ref().map(|all| {
        let mut moved: Vec<&str> = all.iter().flatten().flatten().map(String::as_str).collect();
        moved.sort_unstable();
        moved.dedup();
        let items = moved.iter().filter(|name| !name.contains(':')).count();
        items as f64 / problem.items().max(1) as f64
    });
    vec![
        ("group_log10", order),
        ("generators", generators.as_ref().map(|all| all.len() as f64)),
        ("moved_share", moved),
    ]
}

fn log10(number: &BigUint) -> f64 {
    let digits = number.to_string();
    let lead: f64 = digits[..digits.len().min(15)].parse().unwrap_or(1.0);
    lead.log10() + digits.len().saturating_sub(15) as f64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quadrille_cover::family;

    use super::*;

    struct NoClock;

    impl Clock for NoClock {
        fn now(&self) -> f64 {
            0.0
        }
    }

    fn of(problem: &Problem) -> BTreeMap<&'static str, Option<f64>> {
        let effort = Effort { nodes: NODES, ..Effort::default() };
        features(problem, &effort, &NoClock).into_iter().flat_map(|step| step.features).collect()
    }

    #[test]
    fn features_of_problems_that_are_known() {
        let queens = of(&family::build("queens:8").unwrap());
        // 92 solutions and 1049 nodes; eight symmetries of the board.
        for (name, expected) in [
            ("primary", 16.0),
            ("options", 64.0),
            ("whole_tree", 1.0),
            ("solutions_log10", 93_f64.log10()),
            ("nodes_log10", 1050_f64.log10()),
            ("group_log10", 8_f64.log10()),
            ("degree_min", 8.0),
        ] {
            let found = queens[name].unwrap();
            assert!((found - expected).abs() < 1e-9, "{name}: {found} {expected}");
        }
        // A chain: each item meets the next one only.
        let chain = of(&Problem::parse("a b c d\na b\nb c\nc d\na\n").unwrap());
        assert_eq!([chain["front_max"], chain["degree_max"]], [Some(1.0), Some(2.0)]);
        assert_eq!(chain["group_log10"], Some(0.0));
    }

    #[test]
    fn the_memo_pays_on_dominoes_and_not_on_queens() {
        let pays = |name| of(&family::build(name).unwrap())["memo_pays"];
        assert_eq!([pays("dominoes:10x10"), pays("queens:14")], [Some(1.0), Some(0.0)]);
    }
}
