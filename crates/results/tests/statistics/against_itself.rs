//! Compares an engine with itself on simulated machines: a difference may be found at most one time in twenty, so at
//! least 90 of 100 comparisons must find none. A real difference must still be found.

use super::compared;
use super::synthetic::{Bench, Vices};
use quadrille_results::statistics::comparison::{Comparison, Finding};
use quadrille_results::statistics::gate::Gate;

const TRIES: u64 = 100;

const BOTH: &[(&str, f64)] = &[("masks", 1.0), ("dlx", 9.0)];

fn bench(instances: usize, repetitions: u32, vices: Vices) -> Bench<'static> {
    Bench { engines: BOTH, runs: &["run"], instances, repetitions, vices }
}

/// Two runs of the same engines, and their comparison.
fn tries(bench: &Bench<'_>) -> Vec<Comparison> {
    (0..TRIES).map(|seed| compared(&bench.rows(2 * seed), &bench.rows(2 * seed + 1))).collect()
}

/// Whether the comparison reports any difference.
fn differs(comparison: &Comparison) -> bool {
    let differences = [Finding::Faster, Finding::Slower, Finding::Mixed, Finding::NoiseUnknown];
    comparison.lines.iter().any(|line| differences.contains(&line.finding()))
}

#[track_caller]
fn mostly_nothing(bench: &Bench<'_>) {
    let tries = tries(bench);
    let found = tries.iter().filter(|comparison| differs(comparison)).count();
    assert!(found <= 10, "{found} differences in {TRIES} tries: {bench:?}");
    let shut = tries.iter().filter(|comparison| !Gate::new(comparison, false).is_open()).count();
    assert!(shut <= 10, "{shut} of {TRIES} gates are shut: {bench:?}");
}

#[test]
fn noise_is_no_difference() {
    let vices = Vices { noise: 0.05, ..Vices::default() };
    mostly_nothing(&bench(40, 1, vices));
    mostly_nothing(&bench(40, 3, vices));
    mostly_nothing(&bench(400, 2, vices));
}

#[test]
fn heavy_tails_are_no_difference() {
    let vices = Vices { noise: 0.03, spikes: 0.1, drift: 0.0 };
    mostly_nothing(&bench(40, 1, vices));
    mostly_nothing(&bench(40, 5, vices));
    mostly_nothing(&bench(300, 2, vices));
}

/// With hundreds of instances and no measure of noise, even the smallest drift exceeds chance.
#[test]
fn drift_of_a_whole_run_is_no_difference() {
    let vices = Vices { noise: 0.02, spikes: 0.02, drift: 0.01 };
    mostly_nothing(&bench(200, 2, vices));
    mostly_nothing(&bench(200, 3, vices));
    mostly_nothing(&bench(200, 5, vices));
    let by_chance = tries(&bench(200, 3, vices));
    let p =
        |comparison: &Comparison| comparison.lines.iter().any(|line| line.p_adjusted < Some(0.05));
    assert!(by_chance.iter().filter(|comparison| p(comparison)).count() > 30, "the drift is there");
}

/// A corpus timed as one batch is one instance, so only its repetitions can be compared.
#[test]
fn batches_are_no_difference() {
    let vices = Vices { noise: 0.02, spikes: 0.05, drift: 0.01 };
    mostly_nothing(&bench(1, 5, vices));
    mostly_nothing(&bench(3, 10, vices));
}

/// Two runs measured in turns, in one file, are disturbed by the machine in the same way.
#[test]
fn runs_side_by_side_are_no_difference() {
    let vices = Vices { noise: 0.05, spikes: 0.05, drift: 0.0 };
    let twice = Bench { runs: &["run-a", "run-b"], ..bench(60, 1, vices) };
    let found = (0..TRIES).filter(|&seed| {
        let results = super::results(&[&twice.rows(seed)]);
        let sides = super::sides(&results, None).expect("two runs");
        differs(&Comparison::of(&results, &sides, 0))
    });
    let found = found.count();
    assert!(found <= 10, "{found} differences in {TRIES} tries");
}

#[test]
fn a_difference_that_is_there_is_found() {
    let vices = Vices { noise: 0.03, spikes: 0.05, drift: 0.003 };
    let before = bench(60, 5, vices);
    let after = Bench { engines: &[("masks", 1.1), ("dlx", 9.0 / 1.1)], ..before.clone() };
    let found = (0..20).filter(|&seed| {
        let comparison = compared(&before.rows(2 * seed), &after.rows(2 * seed + 1));
        let [dlx, masks] = &comparison.lines[..] else { panic!("two lines") };
        assert!(dlx.ratio.unwrap().mean < masks.ratio.unwrap().mean);
        assert!(!Gate::new(&comparison, false).is_open());
        assert!(Gate::new(&comparison, true).is_open());
        (masks.finding(), dlx.finding()) == (Finding::Slower, Finding::Faster)
    });
    assert_eq!(found.count(), 20);
}
