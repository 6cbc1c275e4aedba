//! Contests of engines against plain searches. In unit tests they begin after a few nodes.

use std::collections::BTreeMap;

use super::progress::Progress;
use super::*;
use crate::engine::Naive;
use crate::engine::copied::random_problem;
use crate::family;
use crate::isomorph::{Part, isomorph};
use crate::random::Stream;

fn compare(problems: u64, seed: u64) -> BTreeMap<&'static str, usize> {
    let mut stream = Stream::new(seed, 0);
    let mut winners = BTreeMap::new();
    for number in 0..problems {
        let problem = random_problem(&mut stream);
        let expected = Naive.count(&problem).unwrap();
        let tally = Auto.tally(&problem, &Budget::default(), Counters::Off).unwrap();
        assert_eq!(tally.solutions, expected, "problem {number}:\n{problem}");
        *winners.entry(tally.changed.map_or("memo", |changed| changed.engine)).or_insert(0) += 1;
    }
    winners
}

#[test]
fn counts_are_those_of_a_plain_search_whoever_wins() {
    let winners = compare(if cfg!(miri) { 20 } else { 20_000 }, 5);
    assert!(
        cfg!(miri) || ["memo", "frontier"].iter().all(|name| winners[name] > 10),
        "{winners:?}"
    );
}

#[test]
fn each_engine_wins_where_it_should() {
    for (spec, winner, count) in [
        ("dominoes:12x12", Some("frontier"), "53060477521960000"),
        ("latin:6", Some("iso"), "812851200"),
        ("one-factorisations:8", Some("iso"), "31449600"),
        ("queens:4", None, "2"),
    ] {
        let problem = family::build(spec).unwrap();
        for limit in [None, Some(1), Some(2), Some(u64::MAX)] {
            let budget = Budget { solutions: limit, ..Budget::default() };
            let tally = Auto.tally(&problem, &budget, Counters::Off).unwrap();
            let expected = match limit {
                Some(limit @ (1 | 2)) => limit.to_string(),
                _ => count.to_owned(),
            };
            assert_eq!(tally.solutions.to_string(), expected, "{spec}");
            if limit.is_none() {
                assert_eq!(tally.changed.map(|changed| changed.engine), winner, "{spec}");
            }
        }
    }
}

/// `iso` searches some small parts again when it pauses.
#[test]
fn nodes_are_those_of_the_winner() {
    for (spec, winner) in [
        ("latin:6", &Iso as &dyn Solver),
        ("one-factorisations:8", &Iso),
        ("dominoes:12x12", &Frontier),
    ] {
        let problem = family::build(spec).unwrap();
        let nodes = |engine: &dyn Solver| {
            let tally = engine.tally(&problem, &Budget::default(), Counters::On).unwrap();
            tally.search.stats.nodes.expect("nodes are counted")
        };
        let (all, alone) = (nodes(&Auto), nodes(winner));
        assert!((alone..=alone + alone / 10).contains(&all), "{spec}: {all}, alone {alone}");
    }
}

#[test]
fn rations_are_parts_of_what_is_done_and_of_what_is_left() {
    let memo = Progress { nodes: 1 << 12, share: 0.5, is_limited: false };
    assert_eq!((memo.all(), memo.left(), memo.of_all()), (8192.0, 4096.0, 64));
    assert_eq!((memo.ration(64), memo.ration(16), memo.is_hopeless()), (64, 256, false));
    // One in 128 of all would be more.
    let far = Progress { share: 1.0 / 1024.0, ..memo };
    assert_eq!((far.of_all(), far.ration(64), far.is_hopeless()), (1 << 15, 1 << 13, false));
    let hopeless = Progress { share: 1e-9, ..memo };
    assert_eq!((hopeless.ration(64), hopeless.is_hopeless()), (1 << 14, true));
    let limited = Progress { is_limited: true, ..hopeless };
    assert_eq!((limited.of_all(), limited.ration(64), limited.is_hopeless()), (0, 64, false));
}

#[test]
fn constraint_networks_are_known() {
    let engine = |spec: &str| Auto.choice(&family::build(spec).unwrap()).engine.name();
    assert_eq!(engine("frb:14:6:40:14:seed=1"), "domains");
    // Options of words hold one primary item, too, but few words cross many letters; windows of a torus have places.
    assert_eq!(engine("wordsquare:3:bit,ice,ten"), "bits");
    assert_eq!(engine("debruijn:4x4"), "bits");
    assert_eq!(engine("queens:6"), "bits");
    // A memo saves nothing here.
    let network = family::build("frb:20:11:167:30:seed=3").unwrap();
    let tally = Auto.tally(&network, &Budget::default(), Counters::Off).unwrap();
    assert_eq!(tally.solutions, 4u32.into());
    assert_eq!(tally.changed.map(|changed| changed.engine), Some("domains"));
}

/// A memo that gives up is not followed by a search in parts if a rival is faster.
#[test]
fn workers_count_with_the_winner_where_a_memo_saves_nothing() {
    let problem = family::build("sudoku:2x3").unwrap();
    let whole = Auto.tally_whole(&problem, &Budget::default(), Counters::Off, 2, None).unwrap();
    let Whole::Counted(tally) = whole else { panic!("a search in parts") };
    assert_eq!(tally.solutions, 28_200_960u32.into());
    assert_eq!(tally.changed.map(|changed| changed.engine), Some("iso"));
}

/// The layers of `frontier` do not fit into the memory, so `memo` counts after all.
#[test]
fn a_winner_without_room_gives_way() {
    let problem = family::build("dominoes:8x8").unwrap();
    let memory = Some(super::super::bits::Table::bytes(&problem) + 2000);
    let tally = Auto.tally(&problem, &Budget { memory, ..Budget::default() }, Counters::Off);
    assert_eq!(tally.unwrap().solutions, 12_988_816u32.into());
}

/// A memo that follows the order of the text would take minutes here.
#[test]
fn a_shuffled_problem_is_counted_all_the_same() {
    let latin = family::build("latin:6").unwrap();
    for seed in 0..3 {
        let other = isomorph(&latin, &Part::ORDER, &mut Stream::new(seed, 0));
        let tally = Auto.tally(&other, &Budget::default(), Counters::Off).unwrap();
        assert_eq!(tally.solutions, 812_851_200u32.into());
        assert!(tally.changed.is_some());
    }
}
