//! Comparisons with results computed by hand.

use quadrille_results::Clock;
use quadrille_results::statistics::comparison::{Comparison, Sides};
use quadrille_results::statistics::criterion::Finding;

use super::synthetic::Row;
use super::{CALIBRATED, TOLERANCE, close, compared, results, results_with, sides};

/// An engine's times on the instances 1, 2, ...
fn times(engine: &str, times: impl IntoIterator<Item = f64>) -> Vec<Row> {
    let row = |(i, time)| Row {
        instance: format!("{}", i + 1),
        engine: engine.into(),
        time,
        ..Row::default()
    };
    times.into_iter().enumerate().map(row).collect()
}

/// The times of two engines on eight instances, with these ratios.
fn eight(ratios: [f64; 8]) -> (Vec<Row>, Vec<Row>) {
    let base = [100.0, 150.0, 200.0, 300.0, 500.0, 800.0, 1300.0, 2100.0];
    let other = base.iter().zip(ratios).map(|(time, ratio)| time * ratio);
    (times("masks", base), times("masks", other))
}

#[test]
fn a_difference_beyond_the_tolerance_is_found_and_one_within_is_none() {
    let found = |ratio: f64| {
        let (a, b) = eight([ratio; 8]);
        compared(&a, &b).lines.remove(0)
    };
    let twice = found(2.0);
    assert!(close(twice.ratio.unwrap().mean, 2.0));
    // All ratios are equal, and the machine was as fast in both runs.
    assert_eq!((twice.noise, twice.judged.p_slower), (Some(1.0), Some(0.0)));
    assert!(close(twice.judged.tolerance, 1.03));
    assert_eq!(twice.finding(), Finding::Slower);
    assert_eq!(found(0.5).finding(), Finding::Faster);
    for within in [1.0, 1.02, 0.98] {
        assert_eq!(found(within).finding(), Finding::Equal, "{within}");
    }
    let (a, b) = eight([2.0; 8]);
    let comparison = compared(&a, &b);
    assert_eq!((comparison.slower.len(), comparison.faster.len()), (5, 0));
    let back = compared(&b, &a);
    assert!(close(back.lines[0].ratio.unwrap().mean, 0.5));
    let itself = compared(&a, &a);
    assert!(itself.slower.is_empty() && itself.counts.is_empty() && itself.verdicts.is_empty());
    assert_eq!(itself.counted, 8);
}

/// Ratios that differ from instance to instance make the interval of their mean wide.
#[test]
fn one_instance_that_went_astray_decides_nothing() {
    let (a, b) = eight([0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 40.0]);
    let line = &compared(&a, &b).lines[0];
    assert_eq!(line.finding(), Finding::Undecided);
    let (low, high) = line.ratio.unwrap().interval.unwrap();
    // The logarithms have the mean 0.39 and the deviation 1.33; of 7 degrees of freedom, t is 2.365.
    assert!((low - 0.488).abs() < 0.01 && (high - 4.48).abs() < 0.1, "{low} {high}");
}

#[test]
fn what_the_machine_did_between_two_runs_widens_the_interval() {
    let (a, b) = eight([1.08; 8]);
    let with = |calibration: Option<&str>| {
        let results = results_with(&[(&a, Some(CALIBRATED)), (&b, calibration)]);
        Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE).lines.remove(0)
    };
    assert_eq!(with(Some(CALIBRATED)).finding(), Finding::Slower);
    // The machine was 10 % slower after the run.
    let drifted = with(Some("calibration_ns = [1000000, 1100000]\n"));
    assert_eq!(drifted.finding(), Finding::Undecided);
    assert!(close(drifted.noise.unwrap(), 1.1) && close(drifted.judged.tolerance, 1.1));
    let (low, high) = drifted.ratio.unwrap().interval.unwrap();
    assert!(close(low, 1.08 / 1.1) && close(high, 1.08 * 1.1));
    // Without a calibration, nothing is known of the noise between the runs.
    assert_eq!(with(None).finding(), Finding::NoiseUnknown);
    assert_eq!(with(Some("jobs = 1\n")).finding(), Finding::NoiseUnknown);
}

/// Runs of one side that differ show the noise between runs, whatever the spread within each of them.
#[test]
fn several_runs_of_a_side_show_their_own_noise() {
    let (a, b) = eight([1.06; 8]);
    let runs = |rows: &[Row], factors: [f64; 3]| -> Vec<Row> {
        let run = |(i, factor): (usize, f64)| {
            let of_run = rows.iter().cloned();
            of_run.map(move |row| Row { run: format!("run {i}"), time: row.time * factor, ..row })
        };
        factors.into_iter().enumerate().flat_map(run).collect()
    };
    let found = |factors| {
        let results = results_with(&[(&runs(&a, factors), None), (&runs(&b, factors), None)]);
        let sides = sides(&results, None).unwrap();
        Comparison::of(&results, &sides, TOLERANCE).lines.remove(0)
    };
    // Several processes on both sides need no calibration.
    assert_eq!(found([1.0, 1.001, 0.999]).finding(), Finding::Slower);
    let noisy = found([1.0, 1.1, 0.9]);
    assert_eq!(noisy.finding(), Finding::Undecided);
    assert!(noisy.noise > Some(1.1), "{noisy:?}");
}

#[test]
fn an_instance_measured_once_tells_nothing() {
    let few =
        |engine: &str, factor: f64| times(engine, [100.0, 200.0, 300.0].map(|time| time * factor));
    let found = compared(&few("masks", 1.0), &few("masks", 3.0));
    // Three instances with the same ratio, so that one may believe them.
    assert_eq!(found.lines[0].finding(), Finding::Slower);
    let one = compared(&few("masks", 1.0)[..1], &few("masks", 3.0)[..1]);
    assert_eq!(one.lines[0].finding(), Finding::TooFew);
    assert_eq!(one.lines[0].ratio.unwrap().interval, None);
    let repeated = |factor: f64| {
        let repetition = |repetition: u32, noise: f64| {
            few("masks", factor * noise).into_iter().map(move |row| Row { repetition, ..row })
        };
        repetition(1, 1.0).chain(repetition(2, 1.01)).chain(repetition(3, 0.99)).collect::<Vec<_>>()
    };
    let found = compared(&repeated(1.0), &repeated(3.0));
    assert_eq!(found.lines[0].finding(), Finding::Slower);
    let found = compared(&repeated(1.0), &repeated(1.01));
    assert_eq!(found.lines[0].finding(), Finding::Undecided);
    assert!(found.lines[0].noise > Some(1.01), "{:?}", found.lines[0]);
}

#[test]
fn noise_of_the_run_files_counts_where_it_is_more() {
    let (a, b) = eight([1.08; 8]);
    let finding = |noise: &str| {
        let results = results_with(&[(&a, Some(noise)), (&b, Some(""))]);
        let comparison = Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE);
        let line = &comparison.lines[0];
        (line.noise.map(|noise| (1000.0 * noise).round()), line.finding())
    };
    assert_eq!(finding("[noise]\nmasks = 1.1\n"), (Some(1100.0), Finding::Undecided));
    assert_eq!(finding("[noise]\nmasks = 1.02\n"), (Some(1020.0), Finding::Slower));
    assert_eq!(finding("[noise]\ndlx = 1.5\n"), (None, Finding::NoiseUnknown));
}

#[test]
fn what_has_no_answer_is_left_out_and_counted() {
    let (a, mut b) = eight([2.0; 8]);
    let mut a = a;
    a[0].verdict = "budget";
    a[1].verdict = "timeout";
    b[1].verdict = "timeout";
    b[2].verdict = "wrong";
    b[3].time = 0.0;
    let found = compared(&a, &b);
    let line = &found.lines[0];
    let left_out = line.left_out;
    assert_eq!(
        (left_out.only_a, left_out.only_b, left_out.neither, left_out.untimed),
        (1, 1, 1, 1)
    );
    assert_eq!(
        (line.pairs, line.ratio.unwrap().instances, line.finding()),
        (8, 4, Finding::Slower)
    );
    let verdicts: Vec<_> =
        found.verdicts.iter().map(|v| (v.severity().is_gt(), v.severity().is_lt())).collect();
    assert_eq!(verdicts, [(false, true), (true, false)]);
}

#[test]
fn counters_must_be_the_same_where_both_came_to_the_same_end() {
    let (a, mut b) = eight([1.0; 8]);
    b[0].counts = [Some(2), Some(20), Some(5), Some(7), Some(2)];
    b[1].counts[1] = Some(21);
    b[2].counts[4] = None;
    let mut a = a;
    a[3].counts[1] = None;
    (a[4].verdict, b[4].verdict, b[4].counts[1]) = ("timeout", "timeout", Some(99));
    (a[5].verdict, b[5].verdict, b[5].counts[1]) = ("budget", "budget", Some(99));
    (b[6].verdict, b[6].counts[1]) = ("budget", Some(99));
    let results = results(&[&a, &b]);
    let found = Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE);
    let counts = |found: &Comparison| {
        let told = found.counts.iter().flat_map(|count| {
            let row = &results.entries[count.rows[1]];
            let instance = results.text(results.case(row.case).instance);
            count.values.iter().map(move |(name, values)| {
                let [one, other] = values.each_ref().map(|value| value.as_deref().unwrap_or("?"));
                format!("{instance} {name} {one} {other}")
            })
        });
        told.collect::<Vec<_>>()
    };
    let expected =
        ["1 solutions 1 2", "1 forks 3 5", "2 tests 20 21", "3 max_depth 2 ?", "6 tests 20 99"];
    assert_eq!(counts(&found), expected);
    assert_eq!(found.counts.len(), 4);
    // Near a limit of time, the search with counters may have been stopped.
    let limited = results_with(&[(&a, Some("[limits]\nseconds = 1\n")), (&b, None)]);
    let found = Comparison::of(&limited, &sides(&limited, None).unwrap(), TOLERANCE);
    assert_eq!(counts(&found), [expected[0], expected[1], expected[2], expected[4]]);
}

#[test]
fn an_engine_that_contradicts_itself_is_told() {
    let (a, b) = eight([1.0; 8]);
    let mut again = b.clone();
    for row in &mut again {
        row.repetition = 2;
    }
    again[2].counts[2] = Some(4);
    let results = results(&[&a, &[b, again].concat()]);
    let found = Comparison::of(&results, &sides(&results, None).unwrap(), TOLERANCE);
    let [count] = &found.counts[..] else { panic!("one difference") };
    assert_eq!(count.values, [("forks", [Some("3".to_owned()), Some("4".to_owned())])]);
    let places = count.rows.map(|row| results.place(&results.entries[row]));
    assert_eq!(places, ["b.csv:4", "b.csv:12"]);
}

#[test]
fn only_the_same_puzzles_are_paired() {
    let (mut a, b) = eight([2.0; 8]);
    a[0].puzzle = "another".into();
    a[1].corpus = "elsewhere".into();
    let dlx = times("dlx", [100.0]);
    let found = compared(&[a, dlx].concat(), &b);
    assert_eq!(found.lines[0].pairs, 6);
    assert_eq!(found.changed, ["masks: corpus/1"]);
    assert_eq!(found.only[0].engines, ["dlx"]);
    assert_eq!(
        (&*found.only[0].corpora, &*found.only[0].cases),
        (&["masks: elsewhere".to_owned()][..], &[][..])
    );
    assert_eq!(found.only[1].cases, ["masks: corpus/2"]);
}

#[test]
fn two_engines_of_a_file_are_held_against_each_other() {
    let (a, b) = eight([2.0; 8]);
    let mut dlx: Vec<Row> = b.into_iter().map(|row| Row { engine: "dlx".into(), ..row }).collect();
    dlx[0].counts = [Some(1), Some(900), Some(33), Some(99), Some(9)];
    dlx[1].counts[0] = Some(2);
    let results = results(&[&[a, dlx].concat()]);
    let both = sides(&results, Some(("masks", "dlx"))).unwrap();
    let found = Comparison::of(&results, &both, TOLERANCE);
    let [line] = &found.lines[..] else { panic!("one line") };
    assert_eq!(
        (&*line.engines[0], &*line.engines[1], line.finding()),
        ("masks", "dlx", Finding::Slower)
    );
    let [count] = &found.counts[..] else { panic!("only solutions are the same for all") };
    assert_eq!(count.values[0].0, "solutions");
    assert_eq!(found.slower[0].engines[1], "dlx");
}

#[test]
fn what_has_no_two_sides_is_refused() {
    let (a, b) = eight([2.0; 8]);
    let error = |files: &[&[Row]], engines: Option<(&str, &str)>| {
        let results = results(files);
        Sides::of(&results, Clock::Cpu, 1, engines).unwrap_err().to_string()
    };
    assert!(
        error(&[&a], None).starts_with("found one file, with one run; expected two engines of it")
    );
    assert!(error(&[&[]], None).starts_with("found one file, with no rows; "));
    assert!(error(&[&a], Some(("masks", "masks"))).starts_with("found the engine `masks` twice; "));
    let unknown = error(&[&a, &b], Some(("masks", "dlx")));
    assert_eq!(unknown, "b.csv: found no row of the engine `dlx`; expected one of masks");
    let others: Vec<Row> =
        b.iter().map(|row| Row { engine: "dlx".into(), ..row.clone() }).collect();
    let disjoint = error(&[&a, &others], None);
    assert!(
        disjoint.starts_with("found no engine in common: a.csv has masks; b.csv has dlx; "),
        "{disjoint}"
    );
    let newer =
        b.iter().map(|row| Row { version: "2.0".into(), run: "later".into(), ..row.clone() });
    let two = error(&[&a, &b.iter().cloned().chain(newer).collect::<Vec<_>>()], None);
    assert!(
        two.starts_with("b.csv: found two versions of masks, 1.0 and 2.0; expected one"),
        "{two}"
    );
}
