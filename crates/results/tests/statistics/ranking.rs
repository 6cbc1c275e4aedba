//! Rankings with results computed by hand.

use quadrille_results::Clock;
use quadrille_results::statistics::ranking::{Line, Question, Ranking, Table};

use super::synthetic::{Bench, Row, Vices};
use super::{close, results, results_with};

const ALL: Question<'_> =
    Question { clock: Clock::Cpu, baseline: None, corpora: &[], engines: &[], cpu: None, seed: 0 };

/// Counters that grow with the time.
#[expect(clippy::cast_sign_loss, reason = "no time is below 0")]
fn forks(time: f64) -> u64 {
    time as u64 / 10
}

/// An engine's times on the instances 1, 2, ... of a corpus; 0 means no answer within the limit of time.
fn times(corpus: &str, engine: &str, times: &[f64]) -> Vec<Row> {
    let row = |(i, &time): (usize, &f64)| Row {
        corpus: corpus.into(),
        instance: format!("{}", i + 1),
        engine: engine.into(),
        verdict: if time > 0.0 || time.is_nan() { "ok" } else { "timeout" },
        counts: [Some(1), None, Some(forks(time)), None, None],
        time,
        ..Row::default()
    };
    times.iter().enumerate().map(row).collect()
}

/// Three engines on four instances of one corpus, two of them on another.
fn example() -> Vec<Row> {
    [
        times("one", "fast", &[100.0, 400.0, 0.0, 200.0]),
        times("one", "slow", &[200.0, 200.0, 0.0, 800.0]),
        times("one", "odd", &[800.0, 0.0, 500.0, 0.0]),
        times("two", "fast", &[1000.0]),
        times("two", "slow", &[8000.0]),
    ]
    .concat()
}

#[track_caller]
fn line<'t>(table: &'t Table, engine: &str) -> &'t Line {
    table.lines.iter().find(|line| line.engine == engine).expect("the engine is there")
}

#[track_caller]
fn ratio(table: &Table, engine: &str) -> (f64, usize) {
    let ratio = line(table, engine).ratio.expect("there is a ratio");
    (ratio.mean, ratio.instances)
}

#[test]
fn engines_are_held_against_the_fastest_on_each_instance() {
    let ranking = Ranking::of(&results(&[&example()]), &ALL).unwrap();
    let [one, two, all] = &ranking.tables[..] else { panic!("three tables") };
    let titles = [one, two, all].map(|table| table.title.to_string());
    assert_eq!(titles, ["one", "two", "all corpora"]);
    assert_eq!(
        [one, two, all].map(|table| (table.cases.len(), table.solved)),
        [(4, 4), (1, 1), (5, 5)]
    );
    let order: Vec<&str> = one.lines.iter().map(|line| &*line.engine).collect();
    assert_eq!(order, ["fast", "slow", "odd"]);
    // Ratios 1, 2, 1; 2, 1, 4; 8, 1.
    for (engine, expected, over) in
        [("fast", 2.0_f64.cbrt(), 3), ("slow", 2.0, 3), ("odd", 8.0_f64.sqrt(), 2)]
    {
        let (mean, instances) = ratio(one, engine);
        assert!(close(mean, expected) && instances == over, "{engine} {mean} {instances}");
    }
    assert_eq!(ratio(two, "fast"), (1.0, 1));
    assert_eq!(line(two, "slow").ratio.unwrap().interval, None, "one instance, measured once");
    // Each corpus has the same weight: the root of 2 * 8.
    assert!(close(ratio(all, "slow").0, 4.0));
    assert!(close(ratio(all, "odd").0, 8.0_f64.sqrt()));
    let (low, high) = line(all, "slow").ratio.unwrap().interval.unwrap();
    // The interval combines the bounds of the first corpus with the fixed ratio of the second, which is not resampled.
    assert!(
        low >= (8.0_f64).sqrt() - 0.01 && high <= 32.0_f64.sqrt() + 0.01 && low < 4.0 && 4.0 < high
    );
}

#[test]
fn what_is_not_answered_is_counted_and_in_no_mean() {
    let ranking = Ranking::of(&results(&[&example()]), &ALL).unwrap();
    let one = &ranking.tables[0];
    assert_eq!(line(one, "odd").solved, 2);
    assert_eq!(line(one, "odd").contribution.alone, 1);
    assert!(close(line(one, "fast").contribution.share, 2.0 / 4.0));
    let unanswered: Vec<_> =
        ranking.cells.unanswered.iter().map(|(v, n)| (format!("{v:?}"), *n)).collect();
    assert_eq!(unanswered, [("Timeout".to_owned(), 4)]);
    // `odd` was not run on the second corpus.
    assert!(ranking.tables[1].lines.iter().all(|line| line.engine != "odd"));
    assert_eq!((line(&ranking.tables[2], "odd").run, ranking.tables[2].cases.len()), (4, 5));
    // Without a limit of time, only engines that answered everything have a PAR-2.
    assert_eq!(line(one, "fast").par2_ns, None);
    assert!(close(one.par2_ns.unwrap(), (100.0 + 200.0 + 500.0 + 200.0) / 4.0));
    assert!(close(line(&ranking.tables[1], "slow").par2_ns.unwrap(), 8000.0));
}

/// A limit of tests compares runs of one engine only.
#[test]
fn a_table_is_ordered_unless_tests_cut_off_engines_of_several_kinds() {
    let mut rows = example();
    for row in &mut rows {
        if (&*row.engine, row.verdict) == ("slow", "timeout") {
            row.verdict = "budget";
        }
    }
    let order = |rows: &[Row], notes: Option<&str>| {
        let ranking = Ranking::of(&results_with(&[(rows, notes)]), &ALL).unwrap();
        let table = &ranking.tables[0];
        let engines: Vec<String> = table.lines.iter().map(|line| line.engine.clone()).collect();
        (table.cut_off(), engines.join(" "), line(table, &engines[0]).par2_ns)
    };
    let by_speed = (None, "fast slow odd".to_owned(), None);
    assert_eq!(order(&example(), None), by_speed);
    let by_name = (
        Some("1 instance of slow cut off by tests or nodes".to_owned()),
        "fast odd slow".to_owned(),
        None,
    );
    assert_eq!(order(&rows, None), by_name);
    // The run file states whether there was such a limit, for each corpus.
    let of_corpus = |name: &str| format!("[[corpus]]\nname = '{name}'\ntests = 9\n");
    assert_eq!(order(&rows, Some("seed = 1")), by_speed);
    assert_eq!(order(&rows, Some(&of_corpus("one"))), by_name);
    assert_eq!(order(&rows, Some(&of_corpus("two"))), by_speed);
    assert_eq!(order(&rows, Some("[limits]\nnodes = 3\n")), by_name);
    // Two versions of one engine are ordered, and one that was cut off has no PAR-2.
    rows.retain(|row| row.engine != "odd" && row.corpus == "one");
    for row in &mut rows {
        row.version.clone_from(&row.engine);
        row.engine = "dlx".into();
    }
    let notes = format!("[limits]\nseconds = 1\n{}", of_corpus("one"));
    let (cut_off, engines, par2) = order(&rows, Some(&notes));
    assert_eq!((cut_off, &*engines), (None, "dlx fast dlx slow"));
    assert!(par2.is_some(), "a timeout counts twice the limit");
    let ranking = Ranking::of(&results_with(&[(&rows, Some(&notes))]), &ALL).unwrap();
    let slow = line(&ranking.tables[0], "dlx slow");
    assert_eq!((slow.cut_off, slow.par2_ns), (1, None));
}

#[test]
fn par_2_goes_by_the_limit_of_the_run_file() {
    let rows = example();
    let with = |limit: &str| {
        let results = results_with(&[(&rows, Some(limit))]);
        let ranking = Ranking::of(&results, &ALL).unwrap();
        let table = ranking.tables[0].clone();
        (ranking.limit_ns, line(&table, "fast").par2_ns)
    };
    let (limit, par2) = with("[limits]\nseconds = 0.00001\n");
    assert!(
        close(limit.unwrap(), 1e4) && close(par2.unwrap(), (100.0 + 400.0 + 2e4 + 200.0) / 4.0)
    );
    assert_eq!(with("[limits]\nnodes = 3\n"), (None, None));
    // Files with different limits have no common limit.
    let two = times("three", "fast", &[100.0]);
    let limits = |b| results_with(&[(&rows, Some("[limits]\nseconds = 1\n")), (&two, b)]);
    let limit = |b| {
        let ranking = Ranking::of(&limits(b), &ALL).unwrap();
        (ranking.limit_ns, ranking.no_limit)
    };
    assert_eq!(limit(Some("[limits]\nseconds = 1.0\n")), (Some(1e9), String::new()));
    let none = |why: &str| (None, why.to_owned());
    assert_eq!(limit(Some("[limits]\nseconds = 2\n")), none("the limits of the files differ"));
    assert_eq!(limit(None), none("b.csv records none"));
    let neither = Ranking::of(&results(&[&rows, &two]), &ALL).unwrap();
    assert_eq!(neither.no_limit, "the run had none");
}

/// An engine is not charged for instances that it was never asked or does not accept, nor for answers without a time.
#[test]
fn par_2_is_for_engines_that_were_run_on_all_instances() {
    let mut rows = [
        times("one", "all", &[100.0, 0.0]),
        times("one", "part", &[50.0]),
        times("one", "refuses", &[50.0, 0.0]),
        times("two", "part", &[50.0]),
        times("one", "untimed", &[50.0, f64::NAN]),
    ]
    .concat();
    rows[4].verdict = "unsupported";
    let notes = "[limits]\nseconds = 0.001\n";
    let ranking = Ranking::of(&results_with(&[(&rows, Some(notes))]), &ALL).unwrap();
    let par2 = |table: usize, engine| line(&ranking.tables[table], engine).par2_ns;
    assert!(close(par2(0, "all").unwrap(), 1_000_050.0)); // (100 ns + 2 ms) / 2
    assert_eq!((par2(0, "part"), par2(0, "refuses"), par2(0, "untimed")), (None, None, None));
    let untimed = line(&ranking.tables[0], "untimed");
    assert_eq!((untimed.solved, untimed.untimed), (2, 1));
    assert!(close(par2(1, "part").unwrap(), 50.0));
    assert_eq!((par2(2, "all"), par2(2, "part")), (None, None));
}

#[test]
fn a_baseline_takes_the_place_of_the_fastest() {
    let question = Question { baseline: Some("slow"), ..ALL };
    let ranking = Ranking::of(&results(&[&example()]), &question).unwrap();
    let one = &ranking.tables[0];
    assert_eq!(
        line(one, "slow").ratio.map(|r| (r.mean, r.interval)),
        Some((1.0, Some((1.0, 1.0))))
    );
    // 1/2, 2, 1/4.
    assert!(close(ratio(one, "fast").0, 0.25_f64.cbrt()));
    assert_eq!((ratio(one, "odd").1, line(one, "odd").unpaired), (1, 1));
    assert!(close(ratio(one, "odd").0, 4.0));
}

#[test]
fn corpora_and_engines_can_be_chosen() {
    let results = results(&[&example()]);
    let corpora = ["two".to_owned()];
    let one = Ranking::of(&results, &Question { corpora: &corpora, ..ALL }).unwrap();
    assert_eq!(one.tables.len(), 1);
    // The baseline engine is included even if it was not chosen.
    let engines = ["odd".to_owned()];
    let question = Question { engines: &engines, baseline: Some("fast"), ..ALL };
    let ranking = Ranking::of(&results, &question).unwrap();
    let names: Vec<&str> = ranking.tables[0].lines.iter().map(|line| &*line.engine).collect();
    assert_eq!(names, ["fast", "odd"]);
    for (question, expected) in [
        (
            Question { corpora: &engines, ..ALL },
            "found the corpus `odd`; expected one of those in the results: one, two",
        ),
        (
            Question { engines: &corpora, ..ALL },
            "found the engine `two`; expected one of those in the results: fast, odd, slow",
        ),
        (
            Question { baseline: Some("two"), ..ALL },
            "found the engine `two`; expected one of those in the results: fast, odd, slow",
        ),
    ] {
        assert_eq!(Ranking::of(&results, &question).unwrap_err().to_string(), expected);
    }
    let nothing = Ranking::of(&super::results(&[&[]]), &ALL).unwrap_err();
    assert!(nothing.to_string().starts_with("found no rows; "));
}

#[test]
fn versions_are_told_apart_where_there_are_several() {
    let mut rows = times("one", "masks", &[100.0, 100.0]);
    let newer = rows.clone().into_iter().map(|row| Row {
        version: "2.0".into(),
        run: "later".into(),
        time: 50.0,
        ..row
    });
    rows.extend(newer);
    let ranking = Ranking::of(&results(&[&rows]), &ALL).unwrap();
    let names: Vec<&str> = ranking.tables[0].lines.iter().map(|line| &*line.engine).collect();
    assert_eq!(names, ["masks 2.0", "masks 1.0"]);
    assert!(close(ratio(&ranking.tables[0], "masks 1.0").0, 2.0));
    let base = Question { baseline: Some("masks 1.0"), ..ALL };
    let ranking = Ranking::of(&results(&[&rows]), &base).unwrap();
    assert!(close(ratio(&ranking.tables[0], "masks 2.0").0, 0.5));
    let vague = Question { baseline: Some("masks"), ..ALL };
    let error = Ranking::of(&results(&[&rows]), &vague).unwrap_err().to_string();
    assert!(error.ends_with("masks 1.0, masks 2.0"), "{error}");
}

#[test]
fn repetitions_and_isomorphs_are_no_instances() {
    let mut rows = Vec::new();
    // The medians are 200 and 300, with one outlier among the repetitions. Two isomorphs have the ratios 2 and 8.
    for (repetition, time) in [(1, 200.0), (2, 9000.0), (3, 190.0)] {
        rows.push(Row {
            engine: "slow".into(),
            instance: "1".into(),
            repetition,
            time,
            ..Row::default()
        });
        rows.push(Row { instance: "1".into(), repetition, time: 100.0, ..Row::default() });
    }
    for (copy, time) in [("2~1", 200.0), ("2~2", 800.0)] {
        rows.push(Row { engine: "slow".into(), instance: copy.into(), time, ..Row::default() });
        rows.push(Row { instance: copy.into(), time: 100.0, ..Row::default() });
    }
    let ranking = Ranking::of(&results(&[&rows]), &ALL).unwrap();
    let (mean, instances) = ratio(&ranking.tables[0], "slow");
    assert!(close(mean, 8.0_f64.sqrt()) && instances == 2, "2 and the mean of 2 and 8: {mean}");
    assert_eq!((ranking.tables[0].cases.len(), ranking.tables[0].instances), (3, 2));
}

/// If one repetition has no answer, the cell is not answered.
#[test]
fn what_is_answered_only_sometimes_is_not_answered() {
    let mut rows = times("one", "fast", &[100.0, 100.0]);
    rows.push(Row {
        corpus: "one".into(),
        engine: "fast".into(),
        repetition: 2,
        verdict: "timeout",
        ..Row::default()
    });
    rows.push(Row { corpus: "one".into(), engine: "fast".into(), repetition: 3, ..Row::default() });
    let ranking = Ranking::of(&results(&[&rows]), &ALL).unwrap();
    let line = line(&ranking.tables[0], "fast");
    assert_eq!((line.run, line.solved, line.ratio.unwrap().instances), (2, 1, 1));
}

#[test]
fn batches_have_tables_of_their_own() {
    let mut rows = example();
    for (corpus, time) in [("one", 400.0), ("two", 600.0)] {
        for (engine, times) in [("fast", 1.0), ("slow", 3.0)] {
            let row = Row {
                corpus: corpus.into(),
                instance: "*".into(),
                engine: engine.into(),
                ..Row::default()
            };
            rows.push(Row { time: time * times, ..row });
        }
    }
    let ranking = Ranking::of(&results(&[&rows]), &ALL).unwrap();
    let titles: Vec<String> = ranking.tables.iter().map(|table| table.title.to_string()).collect();
    let expected = [
        "one",
        "one as one batch",
        "two",
        "two as one batch",
        "all corpora",
        "all corpora as batches",
    ];
    assert_eq!(titles, expected);
    assert!(close(ratio(&ranking.tables[5], "slow").0, 3.0));
}

#[test]
fn forks_go_with_times_as_ranks_say() {
    let ranking =
        Ranking::of(&results(&[&times("one", "fast", &[100.0, 400.0, 200.0, 0.0])]), &ALL).unwrap();
    assert_eq!(line(&ranking.tables[0], "fast").forks_with_time, Some(1.0));
    let mut rows = times("one", "fast", &[100.0, 400.0, 200.0]);
    rows[1].counts[2] = Some(0);
    let ranking = Ranking::of(&results(&[&rows]), &ALL).unwrap();
    // Ranks of forks 2 1 3, of times 1 3 2: 1 - 6 (1 + 4 + 1) / 24.
    assert!(close(line(&ranking.tables[0], "fast").forks_with_time.unwrap(), -0.5));
}

#[test]
fn a_row_that_is_there_twice_is_refused() {
    let rows = example();
    let error = Ranking::of(&results(&[&rows, &rows[..1]]), &ALL).unwrap_err().to_string();
    let expected =
        "b.csv:2: found fast on one/1, repetition 1 of the run run, a second time, after a.csv:2; ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn the_seed_draws_intervals_and_nothing_else() {
    let vices = Vices { noise: 0.3, ..Vices::default() };
    let bench = Bench {
        engines: &[("a", 1.0), ("b", 1.1)],
        runs: &["run"],
        instances: 30,
        repetitions: 2,
        vices,
    };
    let results = results(&[&bench.rows(0)]);
    let with = |seed| {
        let ranking = Ranking::of(&results, &Question { seed, ..ALL }).unwrap();
        let ratio = line(&ranking.tables[0], "b").ratio.unwrap();
        (ratio.mean, ratio.interval.unwrap())
    };
    assert_eq!(with(1), with(1));
    assert_eq!(with(1).0.to_bits(), with(2).0.to_bits());
    assert_ne!(with(1).1, with(2).1);
}

/// The worst ratio to the fastest engine, and the ratio of shuffled copies to the instance that they are copies of.
#[test]
fn the_worst_cases_are_named() {
    let named = |engine: &str, instances: &[(&str, f64)]| -> Vec<Row> {
        let row = |&(instance, time): &(&str, f64)| Row {
            instance: instance.into(),
            engine: engine.into(),
            verdict: if time > 0.0 { "ok" } else { "timeout" },
            time,
            ..Row::default()
        };
        instances.iter().map(row).collect()
    };
    let rows = [
        named("even", &[("a", 10.0), ("a~1", 20.0), ("a~2", 5.0), ("b", 40.0), ("b~1", 40.0)]),
        named("odd", &[("a", 20.0), ("a~1", 10.0), ("a~2", 0.0), ("b", 10.0), ("b~1", 640.0)]),
        named("text", &[("a", 10.0), ("c~1", 10.0)]),
    ]
    .concat();
    let ranking = Ranking::of(&results(&[&rows]), &ALL).unwrap();
    let all = results(&[&rows]);
    let table = &ranking.tables[0];
    let worst = |engine| {
        let worst = line(table, engine).worst.unwrap();
        (worst.ratio, all.case_name(worst.case))
    };
    assert_eq!(worst("even"), (4.0, "corpus/b".to_owned()));
    assert_eq!(worst("odd"), (16.0, "corpus/b~1".to_owned()));
    assert!(close(worst("text").0, 1.0));
    let shuffled = |engine| line(table, engine).shuffled;
    // Of `a` the mean of 2 and 1/2, and of `b` 1.
    let even = shuffled("even").unwrap();
    assert!(close(even.mean, 1.0) && close(even.worst.ratio, 2.0), "{even:?}");
    assert_eq!(all.case_name(even.worst.case), "corpus/a~1");
    assert_eq!((even.instances, even.lost), (2, 0));
    // 1/2 and 64: the copy without an answer is counted, and is in no mean.
    let odd = shuffled("odd").unwrap();
    assert!(close(odd.mean, 32.0_f64.sqrt()), "{odd:?}");
    assert_eq!((odd.worst.ratio, odd.instances, odd.lost), (64.0, 2, 1));
    assert_eq!(shuffled("text"), None, "no copy of an instance that has a time");
}
