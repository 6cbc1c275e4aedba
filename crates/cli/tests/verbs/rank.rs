//! `quadrille rank`: engines in result files, in tables, JSON and CSV.

use crate::common::{Ended, Folder, json_lines, quadrille_on};
use crate::synthetic::{Bench, Row, Vices, csv};

/// Rows of two engines on two corpora; `slow` gives up on one instance.
fn example() -> Vec<Row> {
    let mut rows = Vec::new();
    for (corpus, instance, fast, slow) in [
        ("one", "1", 100.0, 200.0),
        ("one", "2", 100.0, 800.0),
        ("one", "3", 1e6, 0.0),
        ("two", "1", 1e3, 3e3),
    ] {
        for (engine, time) in [("fast", fast), ("slow", slow)] {
            rows.push(Row {
                corpus: corpus.into(),
                instance: instance.into(),
                engine: engine.into(),
                verdict: if time > 0.0 { "ok" } else { "timeout" },
                time,
                ..Row::default()
            });
        }
    }
    rows
}

const PRINTED: &str = "\
one: 3 instances, task unique
engine        answered  ratio    95% interval  fastest on  Shapley  only one on   PAR-2
fast               3/3  1.000  1.000 to 1.000        100%      89%            1  333 µs
slow               2/3   4.00    2.00 to 8.00          0%      10%                    -
virtual best       3/3      -               -                                    333 µs
worst ratio to the virtual best: fast 1.000, slow 8.00 (2)

two: 1 instance, task unique
engine        answered  ratio  fastest on  Shapley    PAR-2
fast               1/1  1.000        100%      83%  1.00 µs
slow               1/1   3.00          0%      16%  3.00 µs
virtual best       1/1      -                       1.00 µs
worst ratio to the virtual best: fast 1.000, slow 3.00 (1)

all corpora: 4 instances
engine        answered  ratio    95% interval  fastest on  Shapley  only one on   PAR-2
fast               4/4  1.000  1.000 to 1.000        100%      88%            1  250 µs
slow               3/4   3.46    2.45 to 4.90          0%      11%                    -
virtual best       4/4      -               -                                    250 µs
worst ratio to the virtual best: fast 1.000, slow 8.00 (one/2)

ratio: CPU time divided by that of the fastest engine on each instance (geometric mean over the instances answered)
over all corpora: every corpus has the same weight in the ratio
PAR-2: mean CPU time if every instance was answered; otherwise it needs a time limit, and the run had none
rows left out, as they have no time: 1 timeout
";

#[test]
fn tables_say_who_is_fastest_and_by_how_much() {
    let folder = Folder::with("r.csv", csv(&example()));
    assert_eq!(folder.quadrille("rank r.csv").silently(), PRINTED);
    let text = folder.read("r.csv");
    assert_eq!(quadrille_on(&text, "rank").silently(), PRINTED);
    assert_eq!(quadrille_on(&text, "rank -").silently(), PRINTED);
    assert_eq!(quadrille_on(text.replace('\n', "\r\n"), "rank").silently(), PRINTED);
    // Wall times are a quarter longer.
    let wall = folder.quadrille("rank r.csv --by wall --corpus two").silently();
    assert!(
        wall.contains("3.75 µs")
            && wall.contains("ratio: wall time divided")
            && !wall.contains("one:"),
        "{wall}"
    );
    let odd = folder.quadrille("rank r.csv --baseline slow --engine fast").silently();
    assert!(odd.contains("CPU time divided by that of slow") && odd.contains("0.333"), "{odd}");
    assert!(odd.contains("left out of ratios, as slow has no time there: 1"), "{odd}");
}

#[test]
fn json_and_csv_say_the_same() {
    let folder = Folder::with("r.csv", csv(&example()));
    let json = json_lines(&folder.quadrille("rank r.csv --output json").silently());
    assert_eq!(json.len(), 9, "two engines and the best of them, in three tables");
    let slow = &json[1];
    assert_eq!(
        (&slow["corpus"], &slow["task"], &slow["engine"]),
        (&"one".into(), &"unique".into(), &"slow".into())
    );
    assert_eq!(
        (&slow["instances"], &slow["answered"], &slow["ratio_over"]),
        (&3.into(), &2.into(), &2.into())
    );
    assert!((slow["ratio"].as_f64().unwrap() - 4.0).abs() < 1e-6);
    assert!(slow.get("par2_ns").is_none(), "what is not known is left out");
    assert_eq!(json[2]["engine"], "virtual best");
    assert!(json[8].get("corpus").is_none());

    let text = folder.quadrille("rank r.csv --output csv").silently();
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let head = csv.headers().unwrap().clone();
    for (record, object) in csv.records().zip(&json) {
        for (name, field) in head.iter().zip(&record.unwrap()) {
            let value = match &object.get(name) {
                None => String::new(),
                Some(serde_json::Value::String(text)) => text.clone(),
                Some(other) => other.to_string(),
            };
            // Parsing JSON rounds the last digits.
            let numbers = value.parse::<f64>().ok().zip(field.parse::<f64>().ok());
            let near = numbers.is_some_and(|(one, other)| (one / other - 1.0).abs() < 1e-12);
            let same = value == field || near || (&*value, field) == ("0.0", "0");
            assert!(same, "{name}: {value} in JSON, {field} in CSV");
        }
    }
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

/// `dlx` is faster, but a limit of tests stopped it on most instances: another engine must not be ranked above it.
#[test]
fn engines_cut_off_by_a_limit_of_tests_are_not_ranked() {
    let mut rows = Vec::new();
    for instance in 0..8 {
        for (engine, time, is_cut_off) in [("masks", 900.0, false), ("dlx", 100.0, instance > 1)] {
            rows.push(Row {
                instance: instance.to_string(),
                engine: engine.into(),
                verdict: if is_cut_off { "budget" } else { "ok" },
                time,
                ..Row::default()
            });
        }
    }
    let folder = Folder::with("r.csv", csv(&rows));
    let printed = folder.quadrille("rank r.csv").silently();
    let marked = "NOT RANKED: 6 instances of dlx cut off by tests or nodes\n";
    assert!(printed.contains(marked), "{printed}");
    assert!(
        printed.contains("measure with `run --time-limit SECONDS` to rank engines"),
        "{printed}"
    );
    assert!(printed.find("\ndlx ") < printed.find("\nmasks "), "by name: {printed}");
    let json = json_lines(&folder.quadrille("rank r.csv --output json").silently());
    let of = |line: usize| (json[line]["engine"].as_str(), json[line]["cut_off"].as_u64());
    assert_eq!([of(0), of(1)], [(Some("dlx"), Some(6)), (Some("masks"), Some(0))]);
    assert!(json.iter().all(|line| line["ranked"] == false));
    let latex = folder.quadrille("rank r.csv --output latex").silently();
    assert!(latex.contains("% NOT RANKED: 6 instances of dlx"), "{latex}");
    let is_row = |line: &&str| !line.starts_with('%') && line.contains(" & ");
    assert_eq!(
        latex.lines().filter(is_row).count(),
        4,
        "a head, two engines and the best: {latex}"
    );
    let markdown = folder.quadrille("rank r.csv --output markdown").silently();
    assert!(markdown.contains("\n- NOT RANKED: 6 instances of dlx"), "{markdown}");
    assert_eq!(markdown.lines().filter(|line| line.starts_with('|')).count(), 5, "{markdown}");
    // The report says the same.
    let markdown = folder.quadrille("report r.csv --markdown -").silently();
    assert!(
        markdown.contains("not ranked: 6 instances of dlx cut off by tests or nodes"),
        "{markdown}"
    );
    // Runs of one engine are compared by a limit of tests.
    let one = folder.quadrille("rank r.csv --engine dlx").silently();
    assert!(!one.contains("NOT RANKED"), "{one}");
    // A run without such a limit could not confirm an answer.
    folder.write("r.csv.run.toml", "[limits]\nseconds = 10\n");
    let unconfirmed = folder.quadrille("rank r.csv").silently();
    assert!(!unconfirmed.contains("NOT RANKED"), "{unconfirmed}");
}

#[test]
fn par_2_and_limits_come_from_the_run_file() {
    let folder = Folder::with("r.csv", csv(&example()));
    folder.write("r.csv.run.toml", "[limits]\nseconds = 0.01\n");
    let printed = folder.quadrille("rank r.csv --corpus one").silently();
    // (200 ns + 800 ns + 20 ms) / 3
    assert!(
        printed.contains("6.67 ms") && printed.contains("counts 20.0 ms, twice the time limit"),
        "{printed}"
    );
    // (200 ns + 800 ns + 10 ms) / 3, and the limit is the upper end of the interval.
    assert!(printed.contains("  3.33 ms (0.00 ns to 10.0 ms)"), "{printed}");
    let json = folder.quadrille("rank r.csv --corpus one --output json");
    let json = json_lines(&json.silently());
    let slow = json.iter().find(|line| line["engine"] == "slow").expect("it is ranked");
    let mean = slow["restricted_ns"].as_f64().expect("there is a limit");
    assert!((mean - 1.0001e7 / 3.0).abs() < 1.0, "{slow}");
    let [low, high] = ["restricted_low", "restricted_high"].map(|end| slow[end].as_f64().unwrap());
    assert!(low < mean && mean < high, "{slow}");
}

#[test]
fn one_row_is_enough_and_none_is_not() {
    let one = quadrille_on(csv(&[Row::default()]), "rank --output json").silently();
    assert_eq!(json_lines(&one)[0]["ratio"], 1.0);
    assert!(!one.contains("null") && !one.contains("NaN"), "{one}");
    let unanswered = Row { verdict: "timeout", ..Row::default() };
    let printed = quadrille_on(csv(&[unanswered]), "rank").silently();
    assert!(printed.contains("engine       0/1") && printed.contains("1 timeout"), "{printed}");
    let none = quadrille_on(csv(&[]), "rank");
    assert_eq!(
        none.error(),
        "found no rows; expected the rows of a run: make some with `quadrille run`"
    );
}

#[test]
fn files_that_are_no_results_are_refused_and_broken_ends_are_told() {
    let folder = Folder::with("r.csv", csv(&example()));
    let text = folder.read("r.csv");
    folder.write("cut.csv", &text[..text.len() - 20]);
    let cut = folder.quadrille("rank cut.csv");
    assert!(
        cut.stderr.starts_with(
            "warning: cut.csv:9: the last row of the file is incomplete and is left out"
        ),
        "{cut:?}"
    );
    assert!(cut.positive().contains("two: 1 instance"));
    folder.write("part.csv", &text);
    for (rows, is_part) in [(8, false), (9, true)] {
        folder.write("part.csv.run.toml", format!("run_id = \"r\"\nrows = {rows}\n"));
        let part = folder.quadrille("rank part.csv");
        let warning = "warning: part.csv: found 8 of the 9 rows of its run;";
        assert_eq!(part.stderr.contains(warning), is_part, "{part:?}");
    }
    folder.write("bad.csv", text.replacen(",ok,", ",okay,", 1));
    let refused = folder.quadrille("rank bad.csv");
    assert!(refused.error().starts_with("bad.csv:2:"), "{refused:?}");
    assert_eq!(refused.stdout, "");
    let nowhere = folder.quadrille("rank nowhere.csv");
    assert!(nowhere.error().starts_with("nowhere.csv: "), "{nowhere:?}");
    folder.write("r.csv.run.toml", "seed = \n");
    folder.quadrille("rank r.csv").error_begins("r.csv.run.toml:1:");
}

#[test]
fn the_same_is_printed_each_time_at_any_number_of_threads() {
    let vices = Vices { noise: 0.2, spikes: 0.1, drift: 0.05, between: 0.0 };
    let engines = &[("a", 1.0), ("b", 1.5), ("c", 0.9)];
    let bench = Bench { engines, runs: &["run"], instances: 50, repetitions: 3, vices };
    let folder = Folder::with("r.csv", csv(&bench.rows(3)));
    let with_threads = |threads: &str| {
        Ended::of(folder.command("rank r.csv").env("RAYON_NUM_THREADS", threads)).silently()
    };
    let one = with_threads("1");
    assert!(!one.is_empty());
    assert_eq!(one, with_threads("3"));
    let other = folder.quadrille("rank r.csv --seed 1").silently();
    assert_ne!(one, other);
}

/// Runs in the order of the texts and shuffled are ranked together.
#[test]
fn shuffled_copies_are_compared_with_their_instances() {
    let folder = Folder::new();
    let rows = |names: [&str; 2], times: [f64; 2]| {
        let row = |(name, time): (&str, f64)| Row {
            instance: name.into(),
            engine: "bits".into(),
            time,
            ..Row::default()
        };
        csv(&names.into_iter().zip(times).map(row).collect::<Vec<_>>())
    };
    folder.write("text.csv", rows(["a", "b"], [1000.0, 1000.0]));
    folder.write("shuffled.csv", rows(["a~1", "b~1"], [4000.0, 9000.0]));
    let ranked = folder.quadrille("rank text.csv shuffled.csv").silently();
    let expected = "\nshuffled copies / text: bits 6.00, at worst 9.00 (b~1)\n";
    assert!(ranked.contains(expected), "{ranked}");
    let json = folder.quadrille("rank text.csv shuffled.csv --output json");
    let bits = &json_lines(&json.silently())[0];
    assert_eq!((&bits["shuffled_worst_on"], &bits["shuffled_over"]), (&"b~1".into(), &2.into()));
    assert_eq!((&bits["worst_ratio"], &bits["shuffled_lost"]), (&1.0.into(), &0.into()));
}
