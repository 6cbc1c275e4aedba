//! Compares an engine with itself on simulated machines: a difference may be found at most one time in twenty. What is
//! slower by more than the tolerance must not pass as no slower, and a large difference must be found.

use quadrille_results::statistics::comparison::Comparison;
use quadrille_results::statistics::criterion::{Finding, Outcome};
use quadrille_results::statistics::gate::{Conditions, Gate};

use super::synthetic::{Bench, Row, Vices};
use super::{TOLERANCE, compared, results_with, sides, tries};

const BOTH: &[(&str, f64)] = &[("masks", 1.0), ("dlx", 9.0)];

fn bench(instances: usize, repetitions: u32, vices: Vices) -> Bench<'static> {
    Bench { engines: BOTH, runs: &["run"], instances, repetitions, vices }
}

/// Tries a comparison with each seed.
fn each(compare: impl Fn(u64) -> Comparison) -> Vec<Comparison> {
    (0..tries() as u64).map(compare).collect()
}

/// Two runs of the same engines, and their comparison.
fn compared_with_itself(bench: &Bench<'_>) -> Vec<Comparison> {
    each(|seed| compared(&bench.rows(2 * seed), &bench.rows(2 * seed + 1)))
}

/// Whether the comparison reports any difference.
fn differs(comparison: &Comparison) -> bool {
    let differences = [Finding::Faster, Finding::Slower];
    comparison.lines.iter().any(|line| differences.contains(&line.finding()))
}

fn outcome(comparison: &Comparison) -> Outcome {
    Gate::new(comparison, Conditions::ALL).outcome()
}

fn count(tries: &[Comparison], is_so: impl Fn(&Comparison) -> bool) -> usize {
    tries.iter().filter(|comparison| is_so(comparison)).count()
}

#[track_caller]
fn mostly_nothing(bench: &Bench<'_>) {
    let all = compared_with_itself(bench);
    let found = count(&all, differs);
    assert!(found * 20 <= tries(), "{found} differences in {} tries: {bench:?}", tries());
    let shut = count(&all, |comparison| outcome(comparison) == Outcome::Worse);
    assert!(shut * 20 <= tries(), "{shut} of {} gates are shut: {bench:?}", tries());
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
    let vices = Vices { noise: 0.03, spikes: 0.1, ..Vices::default() };
    mostly_nothing(&bench(40, 1, vices));
    mostly_nothing(&bench(40, 5, vices));
    mostly_nothing(&bench(300, 2, vices));
}

/// With hundreds of instances and no measure of noise, even the smallest drift exceeds chance.
#[test]
fn drift_of_a_whole_run_is_no_difference() {
    let vices = Vices { noise: 0.02, spikes: 0.02, drift: 0.01, between: 0.0 };
    mostly_nothing(&bench(200, 2, vices));
    mostly_nothing(&bench(200, 3, vices));
    mostly_nothing(&bench(200, 5, vices));
    let strict = |seed: u64| {
        let bench = bench(200, 3, vices);
        let (a, b) = (bench.rows(2 * seed), bench.rows(2 * seed + 1));
        let results = super::results(&[&a, &b]);
        Comparison::of(&results, &sides(&results, None).unwrap(), 0.0)
    };
    let found = count(&each(strict), differs);
    assert!(found * 20 <= tries(), "{found} differences without any tolerance");
}

/// Whole runs differ by more than the tolerance, and their calibrations show it.
#[test]
fn a_machine_that_is_slower_at_times_is_no_difference() {
    let vices = Vices { noise: 0.02, spikes: 0.02, drift: 0.003, between: 0.03 };
    let bench = bench(60, 3, vices);
    let run = |seed| {
        // The calibration is disturbed as the engines are, but for one percent more or less.
        let slower = |error: f64| 1e6 * (vices.between * bench.shift("run", seed) + error).exp();
        let notes = format!("calibration_ns = [{}, {}]\n", slower(0.01), slower(-0.01));
        (bench.rows(seed), notes)
    };
    let compare = |seed: u64| {
        let files: [(Vec<Row>, String); 2] = [run(2 * seed), run(2 * seed + 1)];
        let results =
            results_with(&files.each_ref().map(|(rows, notes)| (&**rows, Some(&**notes))));
        Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE)
    };
    let found = count(&each(compare), differs);
    assert!(found * 20 <= tries(), "{found} differences in {} tries", tries());
    let blind = count(&compared_with_itself(&bench), differs);
    assert!(blind * 5 > tries(), "without calibrations, {blind} would be found");
}

const FIVE: &[&str] = &["run-1", "run-2", "run-3", "run-4", "run-5"];

/// Five runs a side: what a run differs from the next is measured, so no calibration is needed.
#[test]
fn several_runs_a_side_keep_their_promises() {
    let vices = Vices { noise: 0.02, spikes: 0.02, drift: 0.0, between: 0.015 };
    let before = Bench { runs: FIVE, engines: &[("masks", 1.0)], ..bench(40, 1, vices) };
    let compare = |slowness: f64| {
        let engines = [("masks", slowness)];
        let after = Bench { engines: &engines, ..before.clone() };
        let compare = |seed| {
            let files = [before.rows(2 * seed), after.rows(2 * seed + 1)];
            let results = results_with(&files.each_ref().map(|rows| (&**rows, None)));
            Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE)
        };
        let all: Vec<Comparison> = (0..4 * tries() as u64).map(compare).collect();
        let worse = count(&all, |comparison| outcome(comparison) == Outcome::Worse);
        // In percent.
        let share = |number: usize| number as f64 * 100.0 / all.len() as f64;
        [share(worse), share(count(&all, |comparison| outcome(comparison).is_acceptable()))]
    };
    let [worse, no_worse] = compare(1.0);
    assert!(worse <= 2.5 && no_worse > 10.0, "{worse} {no_worse}");
    // At the tolerance itself, at most one in forty passes.
    let [worse, no_worse] = compare(1.03);
    assert!(worse <= 2.5 && no_worse <= 4.0, "{worse} {no_worse}");
    let [worse, no_worse] = compare(1.2);
    assert!(worse > 97.5 && no_worse == 0.0, "{worse} {no_worse}");
}

/// A corpus timed as one batch is one instance, so only its repetitions can be compared.
#[test]
fn batches_are_no_difference() {
    let vices = Vices { noise: 0.02, spikes: 0.05, drift: 0.01, between: 0.0 };
    mostly_nothing(&bench(1, 5, vices));
    mostly_nothing(&bench(3, 10, vices));
}

/// Two runs measured in turns, in one file, are disturbed by the machine in the same way.
#[test]
fn runs_side_by_side_are_no_difference() {
    let vices = Vices { noise: 0.05, spikes: 0.05, ..Vices::default() };
    let twice = Bench { runs: &["run-a", "run-b"], ..bench(60, 1, vices) };
    let found = each(|seed| {
        let results = super::results(&[&twice.rows(seed)]);
        Comparison::of(&results, &sides(&results, None).expect("two runs"), TOLERANCE)
    });
    let found = count(&found, differs);
    assert!(found * 10 <= tries(), "{found} differences in {} tries", tries());
}

#[test]
fn a_difference_that_is_there_is_found() {
    let vices = Vices { noise: 0.03, spikes: 0.05, drift: 0.003, between: 0.0 };
    let before = bench(60, 5, vices);
    let after = Bench { engines: &[("masks", 1.1), ("dlx", 9.0 / 1.1)], ..before.clone() };
    let found = (0..20).filter(|&seed| {
        let comparison = compared(&before.rows(2 * seed), &after.rows(2 * seed + 1));
        let [dlx, masks] = &comparison.lines[..] else { panic!("two lines") };
        assert!(dlx.ratio.unwrap().mean < masks.ratio.unwrap().mean);
        assert_eq!(outcome(&comparison), Outcome::Worse);
        assert_eq!(Gate::new(&comparison, Conditions::COUNTS_ONLY).outcome(), Outcome::NoWorse);
        (masks.finding(), dlx.finding()) == (Finding::Slower, Finding::Faster)
    });
    assert_eq!(found.count(), 20);
}
