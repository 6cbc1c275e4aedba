//! Races on a simulated machine, of engines in other programs, some of whose searches are too short to have a time.

use quadrille_cover::random::Stream;
use quadrille_results::statistics::comparison::{Bound, Comparison, Sides};
use quadrille_results::statistics::criterion::Outcome;
use quadrille_results::statistics::gate::{Conditions, Gate};
use quadrille_results::{Clock, Results};

use super::synthetic::{Row, csv, normal, uniform};
use super::{compared, tries};

/// The cost of asking a question, in nanoseconds, which is part of each time. A search has a time from ten times as much.
const ASKING: f64 = 20_000.0;

const INSTANCES: usize = 24;

/// A race of 40 blocks of eight instances. B takes `slowness` times as long for each search as A. The searches of A take from
/// `least` to ten times `least`, in multiples of [`ASKING`], so where `least` is below 10 some have no time.
fn race(slowness: f64, least: f64, seed: u64) -> Comparison {
    let mut stream = Stream::new(seed, 0);
    let mut laps: Vec<(usize, usize, Vec<Row>)> = Vec::new();
    for block in 0..40 {
        for (lap, side) in [0, 1, 1, 0].into_iter().enumerate() {
            let shift = 0.01 * normal(&mut stream);
            let row = |place| {
                let instance = (8 * block + place) % INSTANCES;
                let hardness = least * 10_f64.powf(instance as f64 / INSTANCES as f64);
                let search = ASKING * hardness * if side == 1 { slowness } else { 1.0 };
                let is_disturbed = uniform(&mut stream) < 0.05;
                let spike = if is_disturbed { 0.5 * uniform(&mut stream) } else { 0.0 };
                let noise = shift + spike + 0.03 * normal(&mut stream);
                let time = (search + ASKING) * noise.exp();
                Row {
                    run: format!("race-{block}-{lap}"),
                    instance: format!("{instance}"),
                    time,
                    is_short: time < 10.0 * ASKING,
                    ..Row::default()
                }
            };
            laps.push((side, block, (0..8).map(row).collect()));
        }
    }
    laps.sort_by_key(|(side, ..)| *side);
    let mut results = Results::default();
    for (i, (_, _, rows)) in laps.iter().enumerate() {
        results.add(&format!("{i}"), csv(rows).as_bytes(), None).expect("whole rows");
    }
    let of_a = laps.iter().filter(|(side, ..)| *side == 0).count();
    let sides = Sides::of(&results, Clock::Cpu, of_a, None).expect("two sides");
    let blocks: Vec<usize> = laps.iter().map(|(_, block, _)| *block).collect();
    Comparison::of_race(&results, &sides, 0.02, &blocks)
}

/// The share of races with each outcome: worse, no worse, undecided, faster. In percent.
fn races(slowness: f64, least: f64) -> [f64; 4] {
    let mut outcomes = [0.0; 4];
    for seed in 0..tries() as u64 {
        let race = race(slowness, least, seed);
        outcomes[Gate::new(&race, Conditions::RACE).outcome() as usize] += 100.0 / tries() as f64;
    }
    println!("{slowness} from {least}: worse, no worse, undecided, faster: {outcomes:?}");
    outcomes
}

/// With searches all of which have times, with some that have none, and with many.
#[test]
fn races_are_decided_whether_or_not_some_searches_are_too_short() {
    for least in [20.0, 8.0, 4.0] {
        let [worse, ..] = races(1.05, least);
        assert!(worse > 89.9, "{worse} from {least}");
        let [worse, no_worse, _, faster] = races(1.0, least);
        assert!(
            worse == 0.0 && faster == 0.0 && no_worse > 89.9,
            "{worse} {no_worse} from {least}"
        );
        let [.., faster] = races(0.8, least);
        assert!(faster > 89.9, "{faster} from {least}");
        // At the tolerance itself, either claim is false in at most one of forty.
        let [worse, no_worse, _, faster] = races(1.02, least);
        assert!(worse < 5.1 && no_worse < 5.1 && faster == 0.0, "{worse} {no_worse} from {least}");
    }
}

/// What is so fast that no search has a time is found to be faster; seen from the other side, it is slower.
#[test]
fn a_side_without_any_time_is_judged_by_its_bounds() {
    let [.., faster] = races(0.01, 20.0);
    assert!(faster > 99.9, "{faster}");
    let line = &race(0.01, 20.0, 0).lines[0];
    assert_eq!(
        (line.bound, line.bounded, line.left_out.untimed),
        (Some(Bound::AtMost), [0, 24], 0)
    );
    // The bounds are the costs of asking, and what the searches took themselves is a twentieth of that.
    assert!(line.ratio.unwrap().mean > 0.01, "{line:?}");
    let [worse, ..] = races(100.0, 0.2);
    assert!(worse > 99.9, "{worse}");
    let line = &race(100.0, 0.2, 0).lines[0];
    assert_eq!((line.bound, line.bounded), (Some(Bound::AtLeast), [24, 0]));
    // Nothing is known of two sides without times.
    let [_, _, undecided, _] = races(0.8, 0.5);
    assert!(undecided > 99.9, "{undecided}");
}

/// Ten instances in three repetitions, of which `short` are too short; times are within a percent of each other.
fn run(slowness: f64, short: usize) -> Vec<Row> {
    let row = |(repetition, instance): (u32, usize)| Row {
        instance: format!("{instance}"),
        repetition,
        is_short: instance < short,
        time: 1e5 * slowness * (1.0 + 0.003 * f64::from(repetition)),
        ..Row::default()
    };
    (1..=3)
        .flat_map(|repetition| (0..10).map(move |instance| (repetition, instance)))
        .map(row)
        .collect()
}

#[test]
fn files_are_compared_by_bounds_too() {
    let outcome = |a: &[Row], b: &[Row]| Gate::new(&compared(a, b), Conditions::ALL).outcome();
    assert_eq!(outcome(&run(1.0, 0), &run(0.8, 3)), Outcome::Faster);
    assert_eq!(outcome(&run(0.8, 3), &run(1.0, 0)), Outcome::Worse);
    assert_eq!(outcome(&run(1.0, 3), &run(1.0, 3)), Outcome::NoWorse);
    // Bounds that are no better than the times show nothing of the instances that they are of.
    assert_eq!(outcome(&run(1.0, 0), &run(1.05, 10)), Outcome::Undecided);
    // A single repetition that is too short is no bound of the cell, whose median is a time.
    let mut once = run(1.0, 0);
    once[0].is_short = true;
    let line = &compared(&run(1.0, 0), &once).lines[0];
    assert_eq!((line.bound, line.bounded), (None, [0, 0]));
}
