//! `quadrille compare` and `quadrille gate`: two result files, two engines, two runs.

use std::fs;

use crate::common::{Folder, json_lines};
use crate::synthetic::{Bench, Row, Vices, csv, three_times};
use serde_json::Value;

fn run(slowness: f64) -> Vec<Row> {
    let instances: Vec<_> = (1..=8).map(|number| format!("P{number}")).collect();
    three_times(["dlx", "masks"], &instances, slowness)
}

fn folder() -> Folder {
    let folder = Folder::with("a.csv", csv(&run(1.0)));
    folder.write("b.csv", csv(&run(1.1)));
    for file in ["a.csv", "b.csv"] {
        folder.write(&format!("{file}.run.toml"), CALIBRATED);
    }
    folder
}

/// A run file of a machine that was as fast before the run as after it.
const CALIBRATED: &str = "jobs = 1\ncalibration_ns = [1000000, 1000000]\n";

const PRINTED: &str = "\
A  a.csv
B  b.csv

engine  corpus  instances  B / A    95% interval  noise  tolerance  p slower  finding
dlx     corpus          8  1.100  1.091 to 1.109  1.009      1.030   < 0.001  B is slower
masks   corpus          8  1.100  1.091 to 1.109  1.009      1.030   < 0.001  B is slower

B / A: CPU time of B divided by that of A (geometric mean over the instances both answered)
noise: the factor by which equal measurements may differ; tolerance: what was asked for, or the noise if that is larger
p slower: the probability of such times if B is within the tolerance, adjusted for the number of rows (Holm)

counts: the same in 16 cells
verdicts: the same

Slowest in B, compared with A
engine  instance         A        B  B / A
";

#[test]
fn two_files_are_compared_engine_by_engine() {
    let folder = folder();
    let printed = folder.quadrille("compare a.csv b.csv").silently();
    assert!(printed.starts_with(PRINTED), "{printed}");
    assert!(printed.contains("corpus/P1  1.00 µs  1.10 µs  1.100"), "{printed}");
    assert!(!printed.contains("Fastest in B"), "{printed}");
    let back = folder.quadrille("compare b.csv a.csv").silently();
    assert!(back.contains("B is faster") && back.contains("0.909"), "{back}");
    let itself = folder.quadrille("compare a.csv a.csv").silently();
    assert!(itself.contains("no difference\n") && !itself.contains("  B is"), "{itself}");
    let wide = folder.quadrille("compare a.csv b.csv --tolerance 20").silently();
    assert!(wide.contains("1.200     1.000  no difference\n"), "{wide}");
    let usage = folder.quadrille("compare a.csv b.csv --tolerance many");
    assert!(usage.stderr.contains("expected a number of percent from 0 to 100"), "{usage:?}");
    fs::remove_file(folder.path("a.csv.run.toml")).expect("it is there");
    let unknown = folder.quadrille("compare a.csv b.csv").silently();
    assert!(
        unknown.contains("no run file beside a.csv: machine and limits are unknown\n"),
        "{unknown}"
    );
    assert!(unknown.contains("undecided: noise not measured"), "{unknown}");
}

#[test]
fn what_differs_between_the_runs_is_named() {
    let folder = folder();
    let run_file = |cpu: &str, tests: u32| {
        format!(
            "jobs = 1\ncalibration_ns = [7, 7]\n[machine]\ncpu = \"{cpu}\"\n[[corpus]]\nname = \"corpus\"\ntests = {tests}\n"
        )
    };
    folder.write("a.csv.run.toml", run_file("slow", 5));
    folder.write("b.csv.run.toml", run_file("slower", 6));
    let printed = folder.quadrille("compare a.csv b.csv").silently();
    assert!(
        printed.contains(
            "\ndiffers: corpus.corpus.tests: 5 | 6\ndiffers: machine.cpu: slow | slower\n"
        ),
        "{printed}"
    );
    let json = json_lines(&folder.quadrille("compare a.csv b.csv --output json").silently());
    assert_eq!(
        json[1],
        serde_json::json!({"kind": "environment", "what": "machine.cpu", "a": "slow", "b": "slower"})
    );
    folder.write("b.csv.run.toml", run_file("slow", 5) + "[noise]\nmasks = 1.3\n");
    let printed = folder.quadrille("compare a.csv b.csv").silently();
    assert!(
        printed.contains("1.300      1.300     1.000  undecided")
            && !printed.contains("\ndiffers: "),
        "{printed}"
    );
}

fn of_kind<'v>(objects: &'v [Value], kind: &str) -> Vec<&'v Value> {
    objects.iter().filter(|object| object["kind"] == kind).collect()
}

#[test]
fn json_has_an_object_for_everything() {
    let folder = folder();
    let mut changed = run(1.1);
    changed[0].counts[1] = Some(21);
    changed[8].verdict = "timeout";
    changed.push(Row { engine: "bits".into(), ..Row::default() });
    folder.write("b.csv", csv(&changed));
    let printed = folder.quadrille("compare a.csv b.csv --output json").silently();
    assert!(printed.contains(r#""left_out":{"only_a":"#), "fields have their documented order");
    let json = json_lines(&printed);
    let [dlx, masks] = of_kind(&json, "times")[..] else { panic!("two lines") };
    assert_eq!((&dlx["engine_a"], &dlx["finding"]), (&"dlx".into(), &"slower".into()));
    assert_eq!((&dlx["instances"], &masks["instances"]), (&8.into(), &7.into()));
    assert_eq!((&dlx["outcome"], dlx["p_slower"].as_f64() < Some(0.01)), (&"worse".into(), true));
    let [count, ..] = of_kind(&json, "count")[..] else { panic!("a count") };
    let expected = serde_json::json!({
        "kind": "count", "engine_a": "dlx", "engine_b": "dlx", "version_a": "1.0", "version_b": "1.0",
        "case": "corpus/P1", "counter": "tests", "a": "21", "b": "20", "place_a": "b.csv:2", "place_b": "b.csv:18",
    });
    assert_eq!(*count, expected, "an engine that contradicts itself");
    let [verdict] = of_kind(&json, "verdict")[..] else { panic!("a verdict") };
    assert_eq!((&verdict["b"], &verdict["worse"]), (&"timeout".into(), &true.into()));
    let [unpaired] = of_kind(&json, "unpaired")[..] else { panic!("one engine") };
    assert_eq!((&unpaired["side"], &unpaired["name"]), (&"b".into(), &"bits".into()));
    assert_eq!(of_kind(&json, "extreme").len(), 5);
}

#[test]
fn two_engines_or_two_runs_of_one_file_are_compared() {
    let vices = Vices { noise: 0.02, ..Vices::default() };
    let engines = &[("dlx", 3.0), ("masks", 1.0)];
    let bench = Bench { engines, runs: &["r-a", "r-b"], instances: 20, repetitions: 2, vices };
    let folder = Folder::with("r.csv", csv(&bench.rows(1)));
    folder.write("r.csv.run.toml", CALIBRATED);
    let runs = folder.quadrille("compare r.csv").silently();
    assert!(runs.starts_with("A  r-a\nB  r-b\n"), "{runs}");
    assert!(runs.contains("\ndlx  ") && runs.contains("\nmasks  "), "{runs}");
    let engines = folder.quadrille("compare r.csv --engines masks,dlx").silently();
    assert!(
        engines.contains("dlx / masks  corpus") && engines.contains("B is slower"),
        "{engines}"
    );
    let named = folder.quadrille("compare r.csv r.csv --engines masks,dlx").silently();
    assert!(named.contains("dlx / masks  corpus") && named.contains("B is slower"), "{named}");
    for (args, expected) in [
        (
            "compare r.csv --engines masks,bits",
            "r.csv: found no row of the engine `bits`; expected one of dlx, masks",
        ),
        ("compare r.csv --engines dlx,dlx", "found the engine `dlx` twice; "),
        ("gate r.csv nowhere.csv", "nowhere.csv: "),
    ] {
        folder.quadrille(args).error_begins(expected);
    }
    let usage = folder.quadrille("compare r.csv --engines dlx");
    assert!(
        usage.status == 2 && usage.stderr.contains("expected two names with a comma"),
        "{usage:?}"
    );
}

#[test]
fn what_has_nothing_in_common_is_refused() {
    let folder = folder();
    let elsewhere: Vec<Row> =
        run(1.0).into_iter().map(|row| Row { corpus: "other".into(), ..row }).collect();
    folder.write("c.csv", csv(&elsewhere));
    for verb in ["compare", "gate"] {
        let refused = folder.quadrille(&format!("{verb} a.csv c.csv"));
        let expected = "a.csv and c.csv have no instance in common: a.csv has dlx: corpus, masks: corpus, c.csv has \
                        dlx: other, masks: other; ";
        assert!(refused.error().starts_with(expected), "{refused:?}");
    }
    let others: Vec<Row> =
        run(1.0).into_iter().map(|row| Row { puzzle: "x".into(), ..row }).collect();
    folder.write("c.csv", csv(&others));
    folder
        .quadrille("compare a.csv c.csv")
        .error_has("dlx: corpus/P1 is a different puzzle in each, as are 15 more");
}

const PASSED: &str = "\
counts    the same in 16 cells
verdicts  no worse
missing   nothing
";

#[test]
fn a_gate_is_open_or_shut() {
    let folder = folder();
    let open = folder.quadrille("gate a.csv a.csv").silently();
    assert!(open.starts_with(PASSED) && open.ends_with("\npassed\n"), "{open}");
    assert!(open.contains("times     2 no slower\n\nA is BASE, B is NEW\n"), "{open}");
    let (shut, said) = folder.quadrille("gate a.csv b.csv").negative();
    assert!(
        shut.starts_with(PASSED)
            && shut.contains("\nfailed: dlx on corpus: B is slower (B / A 1.1")
            && said.is_empty(),
        "{shut}"
    );
    assert!(
        shut.contains("times     2 slower\n")
            && shut.contains("1.091 to 1.109  1.009      1.030   < 0.001  B is slower"),
        "{shut}"
    );
    let counts = folder.quadrille("gate a.csv b.csv --counts-only").silently();
    assert_eq!(counts, format!("{PASSED}times     not judged\npassed\n"));
    let json = json_lines(&folder.quadrille("gate a.csv b.csv --output json").negative().0);
    let expected = serde_json::json!({
        "kind": "gate", "outcome": "worse", "decided_by": json.last().map(|last| last["decided_by"].clone()), "counted": 16, "counts": 0, "worse": 0, "missing": 0, "slower": 2,
        "undecided": 0,
    });
    assert_eq!(json.last(), Some(&expected));
    assert_eq!(json[0]["outcome"], "worse");
    folder.write("c.csv", csv(&run(1.03)));
    folder.write("c.csv.run.toml", CALIBRATED);
    let open = folder.quadrille("gate a.csv c.csv");
    assert_eq!((open.status, &*open.stderr), (3, ""));
    assert!(
        open.stdout.contains("times     2 undecided\n")
            && open.stdout.contains("\nundecided: dlx on corpus: undecided (B / A 1.030, "),
        "{open:?}"
    );
}

/// The times that a new version lost may be the slow ones.
#[test]
fn a_gate_is_undecided_where_times_were_lost() {
    let folder = folder();
    let mut lost = run(1.0);
    for row in lost.iter_mut().filter(|row| row.instance == "P8") {
        row.time = f64::NAN;
    }
    folder.write("b.csv", csv(&lost));
    let gate = |a, b| folder.quadrille(&format!("gate {a} {b}"));
    let found = gate("a.csv", "b.csv");
    assert_eq!((found.status, &*found.stderr), (3, ""), "{found:?}");
    let expected = "times     2 undecided\nlost      2 times: BASE has a time, and NEW neither a time nor a bound";
    let last =
        "\nundecided: dlx on corpus: 1 time lost in B, the first that of corpus/P8 (B / A 1.000, ";
    assert!(found.stdout.contains(expected) && found.stdout.contains(last), "{found:?}");
    let gained = gate("b.csv", "a.csv").silently();
    assert!(gained.ends_with("\npassed\n") && !gained.contains("\nlost "), "{gained}");
}

#[test]
fn a_gate_says_what_shuts_it() {
    let folder = folder();
    let mut worse = run(1.0);
    worse.retain(|row| (&*row.engine, &*row.instance) != ("masks", "P8"));
    for row in worse.iter_mut().filter(|row| row.engine == "dlx") {
        if row.instance == "P1" {
            row.verdict = "wrong";
        } else {
            row.counts[2] = Some(4);
        }
        row.version = "1.1".into();
    }
    worse.push(Row { engine: "bits".into(), ..Row::default() });
    folder.write("b.csv", csv(&worse));
    let (printed, _) = folder.quadrille("gate a.csv b.csv --counts-only").negative();
    for expected in [
        "counts    7 differences in 14 cells\n",
        "  dlx on corpus/P2: forks 3 and 4 (a.csv:3 and b.csv:3, versions 1.0 and 1.1)\n",
        "verdicts  1 worse\n  dlx on corpus/P1: ok, then wrong (b.csv:2)\n",
        "missing   1\n  masks: corpus/P8\n",
        "new       1\n  bits\n",
        "\nfailed: dlx on corpus/P1: ok, then wrong (b.csv:2)\n",
    ] {
        assert!(printed.contains(expected), "{expected} in {printed}");
    }
    // Counters that were changed on purpose are listed and not judged.
    let mut other = run(1.0);
    for row in &mut other {
        row.counts[2] = Some(4);
    }
    folder.write("b.csv", csv(&other));
    folder.write("b.csv.run.toml", CALIBRATED);
    let (printed, _) = folder.quadrille("gate a.csv b.csv").negative();
    assert!(
        printed.contains("\nfailed: counts differ, dlx on corpus/P1: forks 3 and 4 ("),
        "{printed}"
    );
    let passed = folder.quadrille("gate a.csv b.csv --times-only").silently();
    assert!(passed.starts_with("counts    16 differences in 16 cells, not judged\n"), "{passed}");
    assert!(passed.ends_with("\npassed\n"), "{passed}");
    folder.write("b.csv", csv(&worse));
    folder.quadrille("gate a.csv b.csv --times-only").negative();
    // Only the first twenty differences are printed.
    let many = |tests| {
        let row = |i| Row {
            instance: format!("{i}"),
            counts: [Some(1), Some(tests), None, None, None],
            ..Row::default()
        };
        csv(&(1..=50).map(row).collect::<Vec<_>>())
    };
    folder.write("a.csv", many(5));
    folder.write("b.csv", many(6));
    let (printed, _) = folder.quadrille("gate a.csv b.csv --counts-only").negative();
    assert!(printed.contains("counts    50 differences in 50 cells\n"), "{printed}");
    assert_eq!(printed.matches(": tests 5 and 6 (").count(), 21, "the last line names one again");
    assert!(printed.contains("\n  and 30 more\n"), "{printed}");
    let json = folder.quadrille("gate a.csv b.csv --counts-only --output json").negative().0;
    assert_eq!(of_kind(&json_lines(&json), "count").len(), 50);
}

/// Several files with commas between them are one side.
#[test]
fn a_side_may_be_several_files() {
    let folder = Folder::new();
    for (file, slowness) in [("a1", 1.0), ("a2", 1.001), ("b1", 1.1), ("b2", 1.099)] {
        let rows = run(slowness).into_iter().map(|row| Row { run: file.into(), ..row });
        folder.write(&format!("{file}.csv"), csv(&rows.collect::<Vec<_>>()));
    }
    let (shut, _) = folder.quadrille("gate a1.csv,a2.csv b1.csv,b2.csv").negative();
    assert!(shut.contains("times     2 slower\n"), "{shut}");
    folder.quadrille("gate b1.csv,b2.csv a1.csv,a2.csv").silently();
    let compared = folder.quadrille("compare a1.csv,a2.csv b1.csv,b2.csv").silently();
    assert!(compared.starts_with("A  a1.csv,a2.csv\nB  b1.csv,b2.csv\n"), "{compared}");
    folder.quadrille("compare a1.csv,nowhere.csv b1.csv").error_begins("nowhere.csv: ");
}

/// The times of the second side are all the same as those of the first, and the instructions are not.
#[test]
fn instructions_are_compared_where_they_were_counted() {
    let rows = |more: Option<u64>| {
        let row = |instance: u64| Row {
            instance: instance.to_string(),
            instructions: more.map(|more| 1000 * instance * (100 + more)),
            ..Row::default()
        };
        csv(&(1..=8).map(row).collect::<Vec<_>>())
    };
    let folder = Folder::with("a.csv", rows(Some(0)));
    folder.write("b.csv", rows(Some(6)));
    folder.write("n.csv", rows(None));
    let gate = |new: &str| folder.quadrille(&format!("gate a.csv {new} --by instructions"));
    folder.write("c.csv", rows(Some(0)).replace(",run,", ",again,"));
    assert!(gate("c.csv --tolerance 0.1").positive().ends_with("passed\n"));
    let (failed, _) = gate("b.csv").negative();
    assert!(failed.contains("B / A: instructions of B divided by that of A"), "{failed}");
    assert!(failed.contains("1.060"), "{failed}");
    let worst = folder.quadrille("compare a.csv b.csv --by instructions --output json").positive();
    assert!(worst.contains("\"a_instructions\":"), "{worst}");
    let none = "n.csv and c.csv: found no row with a number of instructions";
    folder.write("c.csv", rows(None).replace(",run,", ",again,"));
    folder.quadrille("gate n.csv c.csv --by instructions").error_begins(none);
}
