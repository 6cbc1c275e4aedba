//! The conditions under which a gate fails.

use quadrille_results::Clock;
use quadrille_results::statistics::comparison::{Comparison, Sides};
use quadrille_results::statistics::criterion::{Finding, Outcome};
use quadrille_results::statistics::gate::{Conditions, Gate};

use super::synthetic::{Row, three_times};
use super::{TOLERANCE, compared, results_with, sides};

fn run(slowness: f64) -> Vec<Row> {
    let instances: Vec<_> = (1..=10).map(|number: u32| number.to_string()).collect();
    three_times(["masks", "dlx"], &instances, slowness)
}

fn outcomes(comparison: &Comparison) -> Vec<Option<Outcome>> {
    Gate::new(comparison, Conditions::ALL).outcomes().map(|(_, outcome)| outcome).collect()
}

fn is_open(comparison: &Comparison, counts_only: bool) -> bool {
    let conditions = if counts_only { Conditions::COUNTS_ONLY } else { Conditions::ALL };
    Gate::new(comparison, conditions).outcome().is_acceptable()
}

#[test]
fn times_within_the_tolerance_pass() {
    for slowness in [1.0, 1.005, 0.8] {
        let comparison = compared(&run(1.0), &run(slowness));
        let expected = if slowness < 0.9 { Outcome::Faster } else { Outcome::NoWorse };
        assert_eq!(outcomes(&comparison), [Some(expected); 2], "{slowness}");
        assert_eq!(Gate::new(&comparison, Conditions::ALL).outcome(), expected);
        assert!(is_open(&comparison, false));
    }
    // 0.7 % slower, which the same binary was found to be by chance.
    assert_eq!(compared(&run(1.0), &run(1.007)).lines[0].finding(), Finding::Equal);
    assert_eq!(compared(&run(1.0), &run(0.8)).lines[0].finding(), Finding::Faster);
    let open = compared(&run(1.0), &run(1.03));
    assert_eq!(outcomes(&open), [Some(Outcome::Undecided); 2]);
    assert_eq!(Gate::new(&open, Conditions::ALL).outcome(), Outcome::Undecided);
    assert!(is_open(&open, true), "times are not judged");
    let slower = compared(&run(1.0), &run(1.05));
    assert_eq!(outcomes(&slower), [Some(Outcome::Worse); 2]);
    assert_eq!(Gate::new(&slower, Conditions::ALL).outcome(), Outcome::Worse);
    assert!(is_open(&slower, true), "times are not judged");
    assert_eq!(Gate::new(&slower, Conditions::COUNTS_ONLY).outcomes().count(), 0);
}

/// What fails for sure is not made open by times that are.
#[test]
fn a_wrong_count_outweighs_times_that_are_open() {
    let mut changed = run(1.03);
    for row in &mut changed {
        row.counts[1] = Some(77);
    }
    assert_eq!(
        Gate::new(&compared(&run(1.0), &changed), Conditions::ALL).outcome(),
        Outcome::Worse
    );
}

#[test]
fn a_count_or_a_worse_verdict_shuts_it() {
    let base = run(1.0);
    let changed = |change: &dyn Fn(&mut Row)| {
        let mut new = base.clone();
        // All repetitions of one instance.
        new.iter_mut()
            .filter(|row| (&*row.engine, &*row.instance) == ("dlx", "4"))
            .for_each(change);
        let comparison = compared(&base, &new);
        let gate = Gate::new(&comparison, Conditions::COUNTS_ONLY);
        let is_open = gate.outcome() == Outcome::NoWorse;
        (is_open, comparison.counts.len(), gate.worse().count())
    };
    assert_eq!(changed(&|_| {}), (true, 0, 0));
    for place in 0..5 {
        assert_eq!(changed(&|row| row.counts[place] = Some(77)), (false, 1, 0));
        assert_eq!(changed(&|row| row.counts[place] = None), (false, 1, 0), "counted no more");
    }
    // A new version of an engine does not change the result.
    let renewed =
        |row: Row| Row { version: "2.0".into(), counts: row.counts.map(|n| Some(n? + 1)), ..row };
    let renewed: Vec<Row> = base.iter().cloned().map(renewed).collect();
    assert_eq!(compared(&base, &renewed).counts.len(), 20);
    for verdict in ["wrong", "stalled", "timeout", "memout", "budget", "crash", "unsupported"] {
        assert_eq!(changed(&|row| row.verdict = verdict), (false, 0, 1), "{verdict}");
    }
}

#[test]
fn verdicts_may_get_better() {
    let with = |verdict: &'static str| {
        let mut rows = run(1.0);
        rows.iter_mut().filter(|row| row.instance == "4").for_each(|row| row.verdict = verdict);
        rows
    };
    let open = |base, new| is_open(&compared(&with(base), &with(new)), true);
    assert!(open("budget", "ok") && open("wrong", "crash") && open("crash", "timeout"));
    assert!(open("timeout", "budget") && open("stalled", "unsupported"));
    assert!(!open("budget", "crash") && !open("crash", "wrong"));
}

#[test]
fn what_is_missing_shuts_it_and_what_is_new_does_not() {
    let base = run(1.0);
    let without = |wanted: &dyn Fn(&Row) -> bool| {
        let new: Vec<Row> = base.iter().filter(|row| wanted(row)).cloned().collect();
        let missing = compared(&base, &new);
        assert!(!is_open(&missing, false) && !is_open(&missing, true));
        let more = compared(&new, &base);
        assert!(is_open(&more, false), "what is new is fine");
        Gate::new(&missing, Conditions::COUNTS_ONLY).missing().collect::<Vec<_>>()
    };
    assert_eq!(without(&|row| row.engine != "dlx"), ["dlx"]);
    assert_eq!(without(&|row| row.instance != "3"), ["dlx: corpus/3", "masks: corpus/3"]);
    let mut new = base.clone();
    new.iter_mut().filter(|row| row.instance == "3").for_each(|row| row.puzzle = "another".into());
    let changed = compared(&base, &new);
    let missing: Vec<String> = Gate::new(&changed, Conditions::COUNTS_ONLY).missing().collect();
    let expected =
        ["dlx", "masks"].map(|engine| format!("{engine}: corpus/3 (another puzzle in its place)"));
    assert_eq!(missing, expected);
    // NEW may have fewer repetitions.
    let once: Vec<Row> = base.iter().filter(|row| row.repetition == 1).cloned().collect();
    assert!(is_open(&compared(&base, &once), true));
}

#[test]
fn times_without_noise_to_hold_them_against_stay_open() {
    let files = [run(1.0), run(1.0)];
    let results = results_with(&files.each_ref().map(|rows| (&**rows, None)));
    let comparison = Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE);
    assert_eq!(outcomes(&comparison), [Some(Outcome::Undecided); 2]);
    assert_eq!(comparison.lines[0].finding(), Finding::NoiseUnknown);
    assert_eq!(Gate::new(&comparison, Conditions::ALL).outcome(), Outcome::Undecided);
    assert!(is_open(&comparison, true));
    // Missing times cannot be judged either; without any answer there are no times to judge.
    let timeless = |rows: Vec<Row>, verdict| {
        rows.into_iter().map(|row| Row { time: 0.0, verdict, ..row }).collect::<Vec<_>>()
    };
    let lost = compared(&run(1.0), &timeless(run(1.0), "ok"));
    assert_eq!(Gate::new(&lost, Conditions::ALL).outcome(), Outcome::Undecided);
    let nothing = compared(&timeless(run(1.0), "budget"), &timeless(run(1.0), "budget"));
    assert_eq!(outcomes(&nothing), [None; 2]);
    assert!(is_open(&nothing, false));
}

/// Each side was measured once, on a machine that was busy: times differ by half, and instructions hardly.
#[test]
fn instructions_need_no_quiet_machine() {
    let side = |slowness: f64, more: u64| -> Vec<Row> {
        let row = |instance: u64| Row {
            instance: instance.to_string(),
            time: 1000.0 * slowness * (1.0 + 0.3 * (instance % 3) as f64),
            instructions: Some(1_000_000 * instance * (1000 + more) / 1000 + instance % 2),
            ..Row::default()
        };
        (1..=10).map(row).collect()
    };
    let judged = |more: u64| {
        let results = results_with(&[(&side(1.0, 0), None), (&side(1.5, more), None)]);
        let sides = Sides::of(&results, Clock::Instructions, 1, None).unwrap();
        let comparison = Comparison::of(&results, &sides, TOLERANCE);
        let ratio = comparison.lines[0].ratio.unwrap().mean;
        assert!((ratio - 1.0 - more as f64 / 1000.0).abs() < 1e-6, "{ratio}");
        Gate::new(&comparison, Conditions::ALL).outcome()
    };
    assert_eq!([0, 10, 50].map(judged), [Outcome::NoWorse, Outcome::NoWorse, Outcome::Worse]);
    let results = results_with(&[(&run(1.0), None), (&run(1.0), None)]);
    let error = Sides::of(&results, Clock::Instructions, 1, None).unwrap_err().to_string();
    assert!(
        error.starts_with("a.csv and b.csv: found no row with a number of instructions"),
        "{error}"
    );
}
