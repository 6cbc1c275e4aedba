//! Counts along a frontier against plain searches and known counts.

use std::sync::Mutex;

use super::fold::Folder;
use super::merge::Unmade;
use super::*;
use crate::engine::Naive;
use crate::engine::copied::random_problem;
use crate::family;
use crate::problem::Bounds;
use crate::random::Stream;
use crate::search::{CancelToken, Outcome};

fn compare(problems: u64, seed: u64) {
    let mut stream = Stream::new(seed, 0);
    for number in 0..problems {
        let problem = random_problem(&mut stream);
        let expected = Naive.count(&problem).unwrap();
        let counted = Frontier::tally_by(
            &problem,
            &Budget::default(),
            Counters::Off,
            1 + number as usize % 3,
            None,
        );
        assert_eq!(counted.unwrap().solutions, expected, "problem {number}:\n{problem}");
    }
}

#[test]
fn counts_are_those_of_a_plain_search() {
    compare(if cfg!(miri) { 20 } else { 20_000 }, 3);
}

#[test]
fn counts_are_those_of_the_literature() {
    for (problem, count) in [
        ("dominoes:8x8", "12988816"),
        // More than 2^128.
        ("dominoes:18x18", "548943583215388338077567813208427340288"),
        ("matching:torus:8x8", "311853312"),
        ("latin:4", "576"),
        ("queens:8", "92"),
        ("langford:8", "300"),
        ("debruijn:4x4", "32"),
        ("pigeonhole:5", "0"),
    ] {
        let problem = family::build(problem).unwrap();
        for jobs in 1..4 {
            let tally = Frontier::tally_by(&problem, &Budget::default(), Counters::Off, jobs, None);
            assert_eq!(tally.unwrap().solutions.to_string(), count);
        }
    }
}

#[test]
fn a_layer_larger_than_the_memory_ends_the_count() {
    let problem = family::build("dominoes:12x12").unwrap();
    let memory = bits::Table::bytes(&problem) + 1000;
    let budget = Budget { memory: Some(memory), ..Budget::default() };
    let tally = Frontier.tally(&problem, &budget, Counters::On).unwrap();
    assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
}

#[test]
fn halves_of_a_layer_are_counted_one_after_the_other() {
    let problem = family::build("dominoes:10x10").unwrap();
    let model = &Model::new(&problem);
    let plan = Plan::new(model, &narrowest(model).1);
    let tables = bits::Table::bytes(&problem) + model.bytes() + plan.bytes();
    let tally = |room: usize| {
        let budget = Budget { memory: Some(tables + room), ..Budget::default() };
        Frontier.tally(&problem, &budget, Counters::On).unwrap()
    };
    let large = tally(1 << 20);
    // The smallest room that suffices.
    let mut rooms = (2..1 << 10).map(|kib| tally(kib << 10));
    let is_whole = |tally: &Tally| tally.search.outcome == Outcome::Exhausted;
    let small = rooms.find(is_whole).unwrap();
    assert_eq!(large.solutions, 258_584_046_368u64.into());
    assert_eq!(small.solutions, large.solutions);
    assert!(small.search.stats.nodes > large.search.stats.nodes);
}

#[test]
fn folded_layers_have_fewer_states() {
    // Latin squares of order 7 are too many states without folds.
    let problem = family::build("latin:6").unwrap();
    let model = &Model::new(&problem);
    let plan = &Plan::new(model, &narrowest(model).1);
    let limits = &Limits { room: usize::MAX, jobs: 1, stop: &CancelToken::new() };
    let states = |mut fold: Option<Folder<'_>>| {
        let (mut layer, mut spare, mut states) = (Layer::<u128>::first(), Layer::empty(1), 0);
        for (place, step) in plan.steps.iter().enumerate() {
            layer = layer.after(step, limits, &mut spare).ok().unwrap();
            if let Some(folder) = fold.as_mut().filter(|_| place + 1 < plan.steps.len()) {
                layer = folder.fold(place + 1, layer, limits, &mut spare);
            }
            states += layer.states();
        }
        (layer.only()[0], states)
    };
    let plain = states(None);
    for jobs in [1, 3] {
        let folded = states(Some(Folder::new(model, plan, jobs)));
        assert_eq!((plain.0, folded.0), (812_851_200, 812_851_200));
        assert!(folded.1 * 100 < plain.1, "{folded:?} {plain:?}");
    }
}

#[test]
fn a_step_that_is_cancelled_or_too_large_leaves_the_layer_as_it_was() {
    for spec in ["dominoes:12x12", "latin:4", "debruijn:4x4"] {
        let problem = family::build(spec).unwrap();
        let model = &Model::new(&problem);
        let plan = Plan::new(model, &narrowest(model).1);
        let (go_on, stop) = (&CancelToken::new(), &CancelToken::new());
        stop.cancel();
        let limits = Limits { room: usize::MAX, jobs: 1, stop: go_on };
        let (mut layer, mut spare) = (Layer::<u128>::first(), Layer::empty(1));
        let states = |layer: &Layer<u128>| {
            let numbers = layer.each().map(|(key, ways)| (key, ways[0]));
            numbers.collect::<Vec<_>>()
        };
        for (place, step) in plan.steps.iter().enumerate() {
            let before = states(&layer);
            let limits = Limits { jobs: 1 + place % 2, ..limits };
            let cancelled = layer.after(step, &Limits { stop, ..limits }, &mut spare);
            let Err(Unmade::Cancelled(Some(same))) = cancelled else { panic!("{spec}: went on") };
            assert_eq!(states(&same), before, "{spec}");
            let Err(Unmade::Full(same)) =
                same.after(step, &Limits { room: 1, ..limits }, &mut spare)
            else {
                panic!("{spec}: no room was needed")
            };
            assert_eq!(states(&same), before, "{spec}");
            layer = same.after(step, &limits, &mut spare).ok().unwrap();
        }
        assert_eq!(layer.only()[0].to_string(), Frontier.count(&problem).unwrap().to_string());
    }
}

#[test]
fn a_limit_of_solutions_stops_the_count() {
    let problem = family::build("dominoes:4x4").unwrap();
    for (limit, solutions, outcome) in
        [(0, 0u32, Outcome::Stopped), (36, 36, Outcome::Stopped), (37, 36, Outcome::Exhausted)]
    {
        let tally = Frontier.tally(&problem, &Budget::solutions(limit), Counters::On).unwrap();
        assert_eq!((tally.solutions, tally.search.outcome), (BigUint::from(solutions), outcome));
    }
}

/// Keeps records in memory.
#[derive(Default)]
struct Records(Mutex<Vec<(Vec<u8>, BigUint)>>);

impl Keeper for Records {
    fn restore(&self, take: &mut dyn FnMut(&[u8], &BigUint)) {
        for (record, number) in &*self.0.lock().unwrap() {
            take(record, number);
        }
    }

    fn keep(&self, record: &[u8], number: &BigUint) {
        self.0.lock().unwrap().push((record.to_vec(), number.clone()));
    }
}

#[test]
fn a_count_goes_on_from_the_last_whole_layer() {
    // Keys of one word and of two, numbers of one word and of several.
    for spec in ["dominoes:8x8", "dominoes:14x14", "latin:4", "debruijn:4x4"] {
        let problem = family::build(spec).unwrap();
        let count = |nodes, keeper: &dyn Keeper| {
            let budget = Budget { nodes, ..Budget::default() };
            Frontier::tally_by(&problem, &budget, Counters::On, 2, Some(keeper)).unwrap()
        };
        let steps = |tally: &Tally| tally.search.stats.nodes.unwrap();
        let whole = count(None, &Records::default());
        let cut = Records::default();
        let begun = count(Some(steps(&whole) / 2), &cut);
        assert_eq!(begun.search.outcome, Outcome::BudgetSpent);
        let records = cut.0.into_inner().unwrap();
        // Whatever is missing at the end, the count is the same, and the more is there the less is done.
        let mut least = steps(&whole);
        // `.ci/nightly` has an optimised build.
        let parts = if cfg!(debug_assertions) { 4 } else { 8 };
        for part in 0..=parts {
            let there = records[..records.len() * part / parts].to_vec();
            let resumed = count(None, &Records(Mutex::new(there)));
            assert_eq!(resumed.solutions, whole.solutions, "{spec}");
            assert!(steps(&resumed) <= least, "{spec}");
            least = steps(&resumed);
        }
        assert!(least <= steps(&whole) / 2 + 1, "{spec}: {least} of {}", steps(&whole));
        // Layers along another order, and states that are not in order, are passed over.
        let mut other = records.clone();
        other[0].0[9] ^= 1;
        let mut odd = records;
        let last = odd.len() - 1;
        odd.swap(last, last - 1);
        for records in [other, odd] {
            let resumed = count(None, &Records(Mutex::new(records)));
            assert_eq!(resumed.solutions, whole.solutions, "{spec}");
        }
    }
}

#[test]
fn a_front_too_wide_is_refused_in_words() {
    let problem = family::build("queens:60").unwrap();
    let refused = Frontier.count(&problem).unwrap_err().to_string();
    assert!(refused.contains("more than 127 bits"), "{refused}");
}

/// Fifty pieces cover a board of a hundred cells.
#[test]
fn pieces_are_counted_along_the_frontier() {
    let board = family::build("dominoes:10x10").unwrap().to_string();
    let (cells, pieces) = board.split_once('\n').unwrap();
    let pieces = pieces.replace('\n', " n\n");
    for (bounds, expected) in [
        ("50", 258_584_046_368u64),
        ("49", 0),
        ("51", 0),
        ("0:100", 258_584_046_368),
        ("50:63", 258_584_046_368),
        ("0:49", 0),
        ("51:90", 0),
    ] {
        let problem = Problem::parse(format!("{bounds}|n {cells}\n{pieces}")).unwrap();
        assert_eq!(Frontier.count(&problem).unwrap(), expected.into(), "{bounds}");
    }
}

#[test]
fn items_with_bounds_are_counted_as_by_a_plain_search() {
    let mut stream = Stream::new(7, 0);
    let mut solvable = 0;
    for number in 0..if cfg!(miri) { 20 } else { 20_000 } {
        let mut problem = Problem::builder();
        let items = 1 + stream.below(5);
        for item in 0..items {
            let low = stream.below(3) as u32;
            let high = low.max(1) + stream.below(3) as u32;
            let bounds = if stream.below(3) == 0 { Bounds::ONCE } else { Bounds { low, high } };
            problem.primary_bounded(&item.to_string(), bounds).unwrap();
        }
        problem.secondary("s").unwrap();
        for _ in 0..stream.below(9) {
            let mut names: Vec<String> =
                (0..items).filter(|_| stream.below(2) == 0).map(|item| item.to_string()).collect();
            match stream.below(6) {
                0 => names.push("s".to_owned()),
                1 => names.push("s:x".to_owned()),
                2 => names.push("s:y".to_owned()),
                _ => {}
            }
            if !names.is_empty() {
                problem.option(names.iter().map(String::as_str)).unwrap();
            }
        }
        let problem = problem.build();
        let expected = Naive.count(&problem).unwrap();
        solvable += usize::from(expected > 0u32.into());
        assert_eq!(Frontier.count(&problem).unwrap(), expected, "problem {number}:\n{problem}");
        assert_eq!(
            crate::engine::Auto.count(&problem).unwrap(),
            expected,
            "problem {number}:\n{problem}"
        );
    }
    assert!(cfg!(miri) || solvable > 5000, "{solvable}");
}
