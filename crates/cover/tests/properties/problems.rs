//! Random problems, most of them with solutions.
//!
//! Random options rarely make a solution. So some options are *planted*: the primary items are divided
//! into blocks, each block becomes an option, and secondary items are added to blocks so that
//! they agree. Then random options are added, some options are doubled, and all are shuffled.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use quadrille_cover::{Bounds, Problem, Solver, engine::Dlx};

type Words = Vec<String>;

/// Upper bounds on the size of the problems.
#[derive(Clone, Copy)]
struct Most {
    primary: usize,
    secondary: usize,
    planted: usize,
    unplanned: usize,
}

const BLOCKS: usize = 4;
const COLOURS: usize = 2;

/// Problems with up to 7 primary items and a few dozen solutions: coloured items, items without
/// options, options without primary items, options that are there twice.
pub fn problems() -> impl Strategy<Value = Problem> {
    let most = Most { primary: 7, secondary: 3, planted: 4, unplanned: 6 };
    shaped(most).prop_map(|shape| shape.build(&Extras::default()))
}

/// Problems with so few options that every set of options can be tested.
pub fn tiny_problems() -> impl Strategy<Value = Problem> {
    shaped(TINY).prop_map(|shape| shape.build(&Extras::default()))
}

/// Problems in which some primary items have a multiplicity.
pub fn problems_with_multiplicities() -> impl Strategy<Value = Problem> {
    let most = Most { primary: 6, secondary: 3, planted: 4, unplanned: 7 };
    with_bounds(most)
}

/// The same with so few options that every set of options can be tested.
pub fn tiny_problems_with_multiplicities() -> impl Strategy<Value = Problem> {
    with_bounds(TINY)
}

fn with_bounds(most: Most) -> impl Strategy<Value = Problem> {
    let extras = bounds(most).prop_map(|bounds| Extras { bounds, ..Extras::default() });
    (shaped(most), extras).prop_map(|(shape, extras)| shape.build(&extras))
}

/// Problems in which some items are preferred, some perhaps with a multiplicity, each beside the
/// same problem without preferences.
pub fn problems_with_preferences() -> impl Strategy<Value = (Problem, Problem)> {
    let most = Most { primary: 7, secondary: 3, planted: 4, unplanned: 6 };
    let bounds = prop_oneof![Just(Vec::new()), bounds(most)];
    let preferred = vec(any::<bool>(), most.primary);
    (shaped(most), bounds, preferred).prop_map(|(shape, bounds, preferred)| {
        let plain = Extras { bounds, ..Extras::default() };
        let without = shape.build(&plain);
        (shape.build(&Extras { preferred, ..plain }), without)
    })
}

/// Problems whose options have costs, with many ties, with bounds and preferences on some items.
pub fn problems_with_costs() -> impl Strategy<Value = Problem> {
    let most = Most { primary: 7, secondary: 3, planted: 4, unplanned: 7 };
    let bounds = prop_oneof![Just(Vec::new()), bounds(most)];
    let preferred = prop_oneof![Just(Vec::new()), vec(any::<bool>(), most.primary)];
    let options = BLOCKS * most.planted + most.unplanned + 2;
    let costs = prop_oneof![
        vec(0..4u64, options),
        vec(0..100u64, options),
        vec(prop_oneof![Just(0), 0..u64::MAX >> 6], options),
    ];
    (shaped(most), bounds, preferred, costs).prop_map(|(shape, bounds, preferred, costs)| {
        shape.build(&Extras { bounds, preferred, costs })
    })
}

const TINY: Most = Most { primary: 4, secondary: 2, planted: 2, unplanned: 3 };

fn bounds(most: Most) -> impl Strategy<Value = Vec<Option<Bounds>>> {
    let bounds =
        (0..3u32, 0..3u32).prop_map(|(low, more)| Bounds { low, high: (low + more).max(1) });
    vec(weighted(0.5, bounds), most.primary)
}

#[derive(Clone, Debug, Default)]
struct Extras {
    bounds: Vec<Option<Bounds>>,
    preferred: Vec<bool>,
    costs: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Shape {
    primary: usize,
    secondary: usize,
    options: Vec<Words>,
}

impl Shape {
    fn build(&self, extras: &Extras) -> Problem {
        let mut builder = Problem::builder();
        let is_preferred = |i| extras.preferred.get(i).is_some_and(|&preferred| preferred);
        let mut preferred = Vec::new();
        for i in 0..self.primary {
            let bounds = extras.bounds.get(i).copied().flatten().unwrap_or(Bounds::ONCE);
            let mark = if is_preferred(i) { "#" } else { "" };
            builder.primary_bounded(&format!("{mark}{}", primary(i)), bounds).unwrap();
            preferred.extend(is_preferred(i).then(|| primary(i)));
        }
        for i in 0..self.secondary {
            builder.secondary(&secondary(i)).unwrap();
        }
        for option in &self.options {
            let name = |word: &String| {
                if preferred.contains(word) { format!("#{word}") } else { word.clone() }
            };
            let words: Words = option.iter().map(name).collect();
            let id = builder.option(words.iter().map(String::as_str)).unwrap();
            builder.set_cost(id, extras.costs.get(id.index()).copied().unwrap_or(0)).unwrap();
        }
        builder.build()
    }
}

fn primary(i: usize) -> String {
    format!("p{i}")
}

fn secondary(i: usize) -> String {
    format!("s{i}")
}

/// A secondary item with a colour; 0 is no colour.
fn painted(i: usize, colour: usize) -> String {
    if colour == 0 { secondary(i) } else { format!("{}:c{colour}", secondary(i)) }
}

fn shaped(most: Most) -> impl Strategy<Value = Shape> {
    let items = (0..=most.primary, 0..=most.secondary);
    items.prop_flat_map(move |(primary, secondary)| {
        let planted = vec(planted(primary, secondary), 0..=most.planted);
        let unplanned = vec(unplanned(primary, secondary), 0..=most.unplanned);
        let doubled = vec(any::<Index>(), 0..=2);
        let options = (planted, unplanned, doubled).prop_map(|(planted, unplanned, doubled)| {
            let mut options = [planted.concat(), unplanned].concat();
            options.retain(|option| !option.is_empty());
            if !options.is_empty() {
                options.extend(doubled.iter().map(|i| i.get(&options).clone()).collect::<Vec<_>>());
            }
            options
        });
        // The order of options, and that of the items in each.
        let options = options.prop_shuffle().prop_flat_map(|options| {
            options.into_iter().map(|option| Just(option).prop_shuffle()).collect::<Vec<_>>()
        });
        options.prop_map(move |options| Shape { primary, secondary, options })
    })
}

/// The options of one solution: a block of primary items each.
fn planted(primaries: usize, secondaries: usize) -> impl Strategy<Value = Vec<Words>> {
    let dealt = vec(0..BLOCKS, primaries);
    // The blocks of each secondary item, as bits, and its colour.
    let given = vec((0..1usize << BLOCKS, 0..=COLOURS), secondaries);
    (dealt, given).prop_map(|(dealt, given)| {
        let block = |b: usize| {
            let own = dealt.iter().enumerate().filter(|&(_, &to)| to == b);
            let mut words: Words = own.map(|(i, _)| primary(i)).collect();
            for (i, &(to, colour)) in given.iter().enumerate() {
                // Without a colour the item can be in one block only.
                let to = if colour == 0 { to & to.wrapping_neg() } else { to };
                if !words.is_empty() && to >> b & 1 == 1 {
                    words.push(painted(i, colour));
                }
            }
            words
        };
        (0..BLOCKS).map(block).collect()
    })
}

/// Random items in random colours; perhaps no item.
fn unplanned(primaries: usize, secondaries: usize) -> impl Strategy<Value = Words> {
    let own = vec(prop::bool::weighted(0.3), primaries);
    let given = vec(weighted(0.4, 0..=COLOURS), secondaries);
    (own, given).prop_map(|(own, given)| {
        let own = own.iter().enumerate().filter(|&(_, &own)| own).map(|(i, _)| primary(i));
        let given = given.iter().enumerate().filter_map(|(i, &c)| Some(painted(i, c?)));
        own.chain(given).collect()
    })
}

/// The share of 500 problems of a strategy that have a property.
fn share(problems: &impl Strategy<Value = Problem>, holds: impl Fn(&Problem) -> bool) -> f64 {
    let mut runner = TestRunner::deterministic();
    let has = |_: &i32| holds(&problems.new_tree(&mut runner).unwrap().current());
    f64::from((0..500).filter(has).count() as u32) / 500.0
}

#[test]
fn random_problems_are_worth_searching() {
    let solutions = |problem: &Problem| u64::try_from(Dlx.count(problem).unwrap()).unwrap();
    let (plain, several) = (problems(), problems_with_multiplicities());
    assert!(share(&plain, |p| solutions(p) > 1) > 0.25);
    assert!(share(&plain, Problem::has_colours) > 0.25);
    assert!(share(&plain, |p| p.option_ids().any(|option| !p.is_choosable(option))) > 0.25);
    assert!(share(&plain, |p| solutions(p) == 0) > 0.1);
    assert!(share(&several, |p| p.has_multiplicities() && solutions(p) > 1) > 0.1);
    assert!(share(&several, |p| p.has_multiplicities() && p.has_colours()) > 0.1);
    let twice = |p: &Problem, item| p.bounds(item).is_some_and(|bounds| bounds.low > 1);
    let is_twice = |p: &Problem| p.item_ids().any(|item| twice(p, item)) && solutions(p) > 0;
    assert!(share(&several, is_twice) > 0.1);
}
