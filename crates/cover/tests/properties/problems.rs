//! Random problems, most of them with solutions.
//!
//! Random options hardly ever fit together. So some are *planted*: the primary items are dealt
//! into blocks, each block becomes an option, and secondary items are given to blocks so that
//! they agree. Options without a plan are added, some options are doubled, and all are shuffled.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use quadrille_cover::{Bounds, Problem, Solver, engine::Dlx};

/// The words of an option.
type Words = Vec<String>;

/// How large the problems may become.
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
    shaped(most).prop_map(|shape| shape.build(&[]))
}

/// Problems with so few options that every set of them can be looked at.
pub fn tiny_problems() -> impl Strategy<Value = Problem> {
    let most = Most { primary: 4, secondary: 2, planted: 2, unplanned: 3 };
    shaped(most).prop_map(|shape| shape.build(&[]))
}

/// Problems in which some primary items have a multiplicity.
pub fn problems_with_multiplicities() -> impl Strategy<Value = Problem> {
    let most = Most { primary: 4, secondary: 2, planted: 2, unplanned: 3 };
    let bounds = (0..3u32, 1..3u32).prop_map(|(low, more)| Bounds { low, high: low + more });
    (shaped(most), vec(weighted(0.5, bounds), 4)).prop_map(|(shape, bounds)| shape.build(&bounds))
}

#[derive(Clone, Debug)]
struct Shape {
    primary: usize,
    secondary: usize,
    options: Vec<Words>,
}

impl Shape {
    fn build(&self, bounds: &[Option<Bounds>]) -> Problem {
        let mut builder = Problem::builder();
        for i in 0..self.primary {
            let bounds = bounds.get(i).copied().flatten().unwrap_or(Bounds::ONCE);
            builder.primary_bounded(&primary(i), bounds).unwrap();
        }
        for i in 0..self.secondary {
            builder.secondary(&secondary(i)).unwrap();
        }
        for option in &self.options {
            builder.option(option.iter().map(String::as_str)).unwrap();
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

/// A secondary item in a colour; 0 is none.
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
    // To which blocks each secondary item goes, as bits, and in which colour.
    let given = vec((0..1usize << BLOCKS, 0..=COLOURS), secondaries);
    (dealt, given).prop_map(|(dealt, given)| {
        let block = |b: usize| {
            let own = dealt.iter().enumerate().filter(|&(_, &to)| to == b);
            let mut words: Words = own.map(|(i, _)| primary(i)).collect();
            for (i, &(to, colour)) in given.iter().enumerate() {
                // Without a colour it can go to one block only.
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

/// Any items in any colours; perhaps none at all.
fn unplanned(primaries: usize, secondaries: usize) -> impl Strategy<Value = Words> {
    let own = vec(prop::bool::weighted(0.3), primaries);
    let given = vec(weighted(0.4, 0..=COLOURS), secondaries);
    (own, given).prop_map(|(own, given)| {
        let own = own.iter().enumerate().filter(|&(_, &own)| own).map(|(i, _)| primary(i));
        let given = given.iter().enumerate().filter_map(|(i, &c)| Some(painted(i, c?)));
        own.chain(given).collect()
    })
}

#[test]
fn the_random_problems_are_worth_searching() {
    let mut runner = TestRunner::deterministic();
    let problems: Vec<Problem> =
        (0..500).map(|_| problems().new_tree(&mut runner).unwrap().current()).collect();
    let share = |holds: &dyn Fn(&Problem) -> bool| {
        problems.iter().filter(|problem| holds(problem)).count() as f64 / problems.len() as f64
    };
    let several = share(&|problem| Dlx.count(problem).unwrap() > 1);
    let coloured = share(&Problem::has_colours);
    let idle = share(&|problem| problem.option_ids().any(|option| !problem.is_choosable(option)));
    let wanting = share(&|problem| Dlx.count(problem).unwrap() == 0);
    for (what, share) in [("several", several), ("coloured", coloured), ("idle", idle)] {
        assert!(share > 0.25, "{what}: {share}");
    }
    assert!(wanting > 0.1, "without a solution: {wanting}");
}
