//! The conditions under which a gate fails.

use quadrille_results::statistics::comparison::Comparison;
use quadrille_results::statistics::gate::{Gate, Pace};

use super::compared;
use super::synthetic::Row;

/// Rows of two engines on ten instances, three repetitions within a percent of each other; all times are multiplied by
/// a factor.
fn run(slowness: f64) -> Vec<Row> {
    let mut rows = Vec::new();
    for (repetition, noise) in [(1, 1.0), (2, 1.003), (3, 0.997)] {
        for engine in ["masks", "dlx"] {
            for instance in 1..=10 {
                rows.push(Row {
                    instance: format!("{instance}"),
                    engine: engine.into(),
                    repetition,
                    time: 1000.0 * f64::from(instance) * slowness * noise,
                    ..Row::default()
                });
            }
        }
    }
    rows
}

fn paces(comparison: &Comparison) -> Vec<Pace> {
    Gate::new(comparison, false).paces().map(|(_, pace)| pace).collect()
}

#[test]
fn times_within_the_noise_pass() {
    for slowness in [1.0, 1.005] {
        let comparison = compared(&run(1.0), &run(slowness));
        assert_eq!(paces(&comparison), [Pace::Within; 2]);
        assert!(Gate::new(&comparison, false).is_open());
    }
    let faster = compared(&run(1.0), &run(0.8));
    assert_eq!(paces(&faster), [Pace::Faster; 2]);
    assert!(Gate::new(&faster, false).is_open());
    let slower = compared(&run(1.0), &run(1.05));
    assert_eq!(paces(&slower), [Pace::Slower; 2]);
    assert!(!Gate::new(&slower, false).is_open());
    assert!(Gate::new(&slower, true).is_open(), "times are not judged");
    assert_eq!(Gate::new(&slower, true).paces().count(), 0);
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
        let gate = Gate::new(&comparison, true);
        (gate.is_open(), comparison.counts.len(), gate.worse().count())
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
    let open = |base, new| Gate::new(&compared(&with(base), &with(new)), true).is_open();
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
        assert!(!Gate::new(&missing, false).is_open() && !Gate::new(&missing, true).is_open());
        let more = compared(&new, &base);
        assert!(Gate::new(&more, false).is_open(), "what is new is fine");
        Gate::new(&missing, true).missing().collect::<Vec<_>>()
    };
    assert_eq!(without(&|row| row.engine != "dlx"), ["dlx"]);
    assert_eq!(without(&|row| row.instance != "3"), ["dlx: corpus/3", "masks: corpus/3"]);
    let mut new = base.clone();
    new.iter_mut().filter(|row| row.instance == "3").for_each(|row| row.puzzle = "another".into());
    let changed = compared(&base, &new);
    let missing: Vec<String> = Gate::new(&changed, true).missing().collect();
    let expected =
        ["dlx", "masks"].map(|engine| format!("{engine}: corpus/3 (another puzzle in its place)"));
    assert_eq!(missing, expected);
    // NEW may have fewer repetitions.
    let once: Vec<Row> = base.iter().filter(|row| row.repetition == 1).cloned().collect();
    assert!(Gate::new(&compared(&base, &once), false).is_open());
}

#[test]
fn times_without_noise_to_hold_them_against_are_not_judged() {
    let once = |slowness: f64| -> Vec<Row> {
        run(slowness).into_iter().filter(|row| row.repetition == 1).collect()
    };
    let comparison = compared(&once(1.0), &once(1.0));
    assert_eq!(paces(&comparison), [Pace::Unmeasured; 2]);
    assert!(Gate::new(&comparison, false).is_unmeasured());
    assert!(!Gate::new(&comparison, true).is_unmeasured());
    // Missing times cannot be judged either; without any answer there are no times to judge.
    let timeless = |rows: Vec<Row>, verdict| {
        rows.into_iter().map(|row| Row { time: 0.0, verdict, ..row }).collect::<Vec<_>>()
    };
    let lost = compared(&run(1.0), &timeless(run(1.0), "ok"));
    assert!(Gate::new(&lost, false).is_unmeasured());
    let nothing = compared(&timeless(run(1.0), "budget"), &timeless(run(1.0), "budget"));
    assert_eq!(paces(&nothing), [Pace::Nothing; 2]);
    assert!(Gate::new(&nothing, false).is_open());
}
