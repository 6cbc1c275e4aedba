//! Comparisons with results computed by hand.

use quadrille_results::Clock;
use quadrille_results::statistics::comparison::{Comparison, Finding, Sides};

use super::synthetic::Row;
use super::{close, compared, results, results_with, sides};

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

/// Compares two files whose run files report no noise.
fn quietly(a: &[Row], b: &[Row]) -> Comparison {
    let quiet = Some("[noise]\nmasks = 1.0\n");
    let results = results_with(&[(a, quiet), (b, quiet)]);
    Comparison::of(&results, &sides(&results, None).unwrap(), 0)
}

#[test]
fn what_goes_one_way_is_no_chance() {
    let (a, b) = eight([2.0; 8]);
    let comparison = compared(&a, &b);
    let [line] = &comparison.lines[..] else { panic!("one line") };
    assert!(close(line.ratio.unwrap().mean, 2.0) && close(line.shift.unwrap(), 2.0));
    // One of 2^8 assignments of signs, and its mirror image.
    assert_eq!(line.p, Some(2.0 / 256.0));
    assert_eq!(
        (line.p_adjusted, line.noise, line.finding()),
        (line.p, None, Finding::NoiseUnknown)
    );
    assert_eq!(comparison.slower.len(), 5);
    assert!(comparison.faster.is_empty());
    assert_eq!(quietly(&a, &b).lines[0].finding(), Finding::Slower);
    assert_eq!(quietly(&b, &a).lines[0].finding(), Finding::Faster);
    let back = compared(&b, &a);
    assert!(close(back.lines[0].ratio.unwrap().mean, 0.5));
    let itself = compared(&a, &a);
    assert_eq!((itself.lines[0].p, itself.lines[0].finding()), (Some(1.0), Finding::Same));
    assert!(itself.slower.is_empty() && itself.counts.is_empty() && itself.verdicts.is_empty());
    assert_eq!(itself.counted, 8);
}

/// Six instances have the same ratio and two its inverse, so all ranks are equal; 74 of the 256 assignments of signs are
/// at least as uneven.
#[test]
fn equal_ratios_share_their_ranks_whatever_the_times() {
    let base = [100.0, 150.0, 231.0, 307.0, 517.0, 823.0, 1361.0, 2177.0];
    let ratios = [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 1.0 / 3.0, 1.0 / 3.0];
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for (time, ratio) in base.into_iter().zip(ratios) {
        // Times are whole numbers on both sides, as from a clock.
        let (one, other) = if ratio > 1.0 { (time, 3.0 * time) } else { (3.0 * time, time) };
        a.push(one);
        b.push(other);
    }
    let found = compared(&times("masks", a), &times("masks", b));
    assert!(close(found.lines[0].p.unwrap(), 74.0 / 256.0), "{:?}", found.lines[0].p);
}

#[test]
fn the_mean_and_the_typical_instance_may_disagree() {
    let (a, b) = eight([0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 40.0]);
    let found = compared(&a, &b);
    let line = &found.lines[0];
    // Only the greatest rank is positive: 8 of 36, which chance produces more often than once in twenty.
    assert_eq!(line.finding(), Finding::Same);
    assert!(line.ratio.unwrap().mean > 1.0 && line.shift.unwrap() < 1.0);
    let many = |ratio: &dyn Fn(usize) -> f64| {
        quietly(&times("masks", [100.0; 40]), &times("masks", (0..40).map(|i| 100.0 * ratio(i))))
    };
    let found = many(&|i| if i < 3 { 1e4 } else { 0.8 + 0.002 * i as f64 });
    assert_eq!(found.lines[0].finding(), Finding::Mixed);
    assert_eq!(found.slower.len(), 3);
    assert!(close(found.slower[0].ratio, 1e4) && close(found.faster[0].ratio, 0.806));
}

#[test]
fn few_instances_tell_nothing_unless_they_are_repeated() {
    let few =
        |engine: &str, factor: f64| times(engine, [100.0, 200.0, 300.0].map(|time| time * factor));
    let found = compared(&few("masks", 1.0), &few("masks", 3.0));
    assert_eq!((found.lines[0].p, found.lines[0].finding()), (None, Finding::TooFew));
    let repeated = |factor: f64| {
        let repetition = |repetition: u32, noise: f64| {
            few("masks", factor * noise).into_iter().map(move |row| Row { repetition, ..row })
        };
        repetition(1, 1.0).chain(repetition(2, 1.01)).chain(repetition(3, 0.99)).collect::<Vec<_>>()
    };
    let found = compared(&repeated(1.0), &repeated(3.0));
    assert_eq!(found.lines[0].finding(), Finding::Slower);
    let found = compared(&repeated(1.0), &repeated(1.01));
    assert_eq!(found.lines[0].finding(), Finding::WithinNoise);
}

#[test]
fn noise_of_the_run_files_counts_where_it_is_more() {
    let (a, b) = eight([1.05; 8]);
    let finding = |noise: &str| {
        let results = results_with(&[(&a, Some(noise)), (&b, Some(""))]);
        let comparison = Comparison::of(&results, &sides(&results, None).unwrap(), 0);
        (comparison.lines[0].noise, comparison.lines[0].finding())
    };
    assert_eq!(finding("[noise]\nmasks = 1.1\n"), (Some(1.1), Finding::WithinNoise));
    assert_eq!(finding("[noise]\nmasks = 1.02\n"), (Some(1.02), Finding::Slower));
    assert_eq!(finding("[noise]\ndlx = 1.5\n"), (None, Finding::NoiseUnknown));
}

#[test]
fn many_comparisons_are_many_chances() {
    let (a, b) = eight([2.0; 8]);
    let with_others = |rows: Vec<Row>, factor: f64| -> Vec<Row> {
        let others = (0..9).flat_map(|i| {
            rows.iter().map(move |row| Row {
                engine: format!("other {i}"),
                time: 100.0,
                ..row.clone()
            })
        });
        let others: Vec<Row> = others.map(|row| Row { time: row.time * factor, ..row }).collect();
        [rows, others].concat()
    };
    let found = compared(&with_others(a, 1.0), &with_others(b, 1.0));
    let line = found.lines.iter().find(|line| line.engines[0] == "masks").unwrap();
    assert_eq!(found.lines.len(), 10);
    assert!(close(line.p_adjusted.unwrap(), 20.0 / 256.0));
    assert_eq!(line.finding(), Finding::Same);
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
        (8, 4, Finding::TooFew)
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
    let found = Comparison::of(&results, &sides(&results, None).unwrap(), 0);
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
    let found = Comparison::of(&limited, &sides(&limited, None).unwrap(), 0);
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
    let found = Comparison::of(&results, &sides(&results, None).unwrap(), 0);
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
    let found = Comparison::of(&results, &both, 0);
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
        Sides::of(&results, Clock::Cpu, engines).unwrap_err().to_string()
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
