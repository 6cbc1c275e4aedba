//! Runs that are killed and resumed, and plans.

mod common;

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::rows::{rows, untimed};
use common::{Folder, kill, quadrille, wait_until};
use quadrille_cover::random::Stream;

const PLAN: &str = "corpora = ['systems', 'none', 'generated-9x9']\nengines = ['masks', 'dlx', 'naive-first']\n\
                    repetitions = 2\nseed = 3\njobs = 2\n[limits]\ntests = 3000\n";

fn start(folder: &Folder, args: &str) -> Child {
    let mut command = folder.command(args);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the binary starts")
}

/// Starts a run, and kills it after a time; returns whether the run ended by itself before.
fn killed(folder: &Folder, args: &str, after: Duration) -> bool {
    let mut child = start(folder, args);
    let deadline = Instant::now() + after;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            assert!(status.success(), "{status}");
            return true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    kill(child);
    false
}

/// Kills a run at N random moments, drawn from the seed, and resumes it each time.
fn killed_and_resumed(kills: u32, seed: u64) {
    let folder = Folder::with("plan.toml", PLAN);
    let began = Instant::now();
    folder.quadrille("run plan.toml --out whole.csv --quiet").silently();
    let lasts = began.elapsed();
    let expected = untimed(&folder.read("whole.csv"));
    let mut stream = Stream::new(seed, 0);
    // A run first measures the clocks and the disturbance by other workers, then writes rows.
    let mut moment = || lasts / 3 + lasts.mul_f64(stream.below(1000) as f64 / 4000.0);
    let mut ended = killed(&folder, "run plan.toml --out cut.csv", moment());
    let mut rows_there = vec![];
    for _ in 1..kills {
        if ended {
            break;
        }
        if folder.path("cut.csv.run.toml").exists() {
            rows_there.push(folder.read("cut.csv").lines().count());
            ended = killed(&folder, "resume cut.csv", moment());
        } else {
            fs::remove_file(folder.path("cut.csv")).ok();
            ended = killed(&folder, "run plan.toml --out cut.csv", moment());
        }
    }
    assert!(rows_there.is_sorted(), "no row that was there is lost: {rows_there:?}");
    folder.quadrille("resume cut.csv --quiet").silently();
    assert_eq!(untimed(&folder.read("cut.csv")), expected);
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_rows() {
    killed_and_resumed(4, 1);
}

#[test]
#[ignore = "takes about a minute; .ci/nightly runs it"]
fn a_run_that_is_killed_twenty_times_goes_on_to_the_same_rows() {
    for seed in 2..5 {
        killed_and_resumed(20, seed);
    }
}

/// A folder with a finished run of a small plan.
fn with_results() -> Folder {
    let plan = "corpora = ['systems']\nengines = ['masks']\njobs = 1\n";
    let folder = Folder::with("plan.toml", plan);
    folder.quadrille("run plan.toml --out r.csv --quiet").silently();
    folder
}

#[test]
fn a_run_that_was_finished_is_left_as_it_is() {
    let folder = with_results();
    let before = folder.read("r.csv");
    let ended = folder.quadrille("resume r.csv");
    assert_eq!((ended.status, &*ended.stderr), (0, "continuing after 13 of 13 rows\n"));
    let table = ended.stdout;
    assert!(table.contains("13 rows: 13 ok. Written to r.csv"), "{table}");
    assert_eq!(folder.read("r.csv"), before);
    assert!(folder.read("r.csv.run.toml").contains("\nresumed = ["));
}

#[test]
fn another_corpus_or_program_is_refused_and_the_difference_named() {
    let folder = with_results();
    let (csv, notes) = (folder.read("r.csv"), folder.read("r.csv.run.toml"));
    let refused = || {
        let ended = folder.quadrille("resume r.csv");
        assert_eq!(folder.read("r.csv"), csv, "nothing is touched");
        ended.error().to_owned() + &ended.stderr
    };
    for (name, from, to) in [
        ("build.sha256", "sha256 = \"", "sha256 = \"0"),
        ("corpus.systems.instances", "instances = 13", "instances = 14"),
        ("machine.cpu", "cpu = \"", "cpu = \"other "),
    ] {
        folder.write("r.csv.run.toml", notes.replacen(from, to, 1));
        let error = refused();
        assert!(error.contains("r.csv: cannot be continued, because this run differs:"), "{error}");
        assert!(error.contains(&format!("\n  {name}: ")), "{name}: {error}");
    }
    folder.write("r.csv.run.toml", "schema = 'x'");
    assert!(refused().starts_with("r.csv.run.toml: "), "{}", refused());
    fs::remove_file(folder.path("r.csv.run.toml")).unwrap();
    assert!(refused().starts_with("r.csv.run.toml: "), "{}", refused());
}

#[test]
fn results_that_are_there_are_not_written_over() {
    let folder = with_results();
    let ended = folder.quadrille("run plan.toml --out r.csv");
    let error = "r.csv already exists; name another file, continue its run with `quadrille resume r.csv`, or overwrite it with --force";
    assert_eq!(ended.error(), error);
    folder.quadrille("run plan.toml --out r.csv --force --quiet").silently();
}

#[test]
fn a_plan_is_looked_for_errors_by_line_and_column() {
    let folder = Folder::new();
    for (plan, message) in [
        (
            "corpora = ['systems']\ncorpus = 1\n",
            "plan.toml:2:1: unknown field `corpus`, expected one of",
        ),
        ("engines = ['dxl']\n", "plan.toml: found the engine `dxl`; expected one of naive-tree"),
        (
            "[limits]\nseconds = 0\n",
            "plan.toml: found seconds = 0; expected a number of seconds above 0",
        ),
        ("corpora = [", "plan.toml:1:12: "),
    ] {
        folder.write("plan.toml", plan);
        folder.quadrille("run plan.toml").error_begins(message);
    }
    folder.quadrille("run nowhere.toml").error_begins("nowhere.toml: ");
    let ended = folder.quadrille("run plan.toml --engine dlx");
    assert!(ended.stderr.contains("cannot be used with"), "{}", ended.stderr);
}

#[test]
fn files_of_a_plan_are_beside_it() {
    let folder = Folder::new();
    fs::create_dir(folder.path("plans")).unwrap();
    folder.write("plans/p.txt", common::puzzles::P1);
    folder.write("plans/plan.toml", "corpora = ['p.txt']\nengines = ['masks']\nisomorphs = 3\n");
    let csv = folder.quadrille("run plans/plan.toml --out -").positive();
    let ids: Vec<_> = rows(&csv).iter().map(|row| row["instance"].clone()).collect();
    assert_eq!(ids, ["1~1", "1~2", "1~3"]);
    assert!(csv.contains(",p.txt,"), "{csv}");
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let plan = "corpora = ['generated-9x9']\nrepetitions = 1000\njobs = 1\n";
    let folder = Folder::with("plan.toml", plan);
    let child = start(&folder, "run plan.toml --out r.csv");
    wait_until("a run file", || folder.path("r.csv.run.toml").exists());
    for args in ["resume r.csv", "run plan.toml --out r.csv --force"] {
        let ended = folder.quadrille(args);
        assert_eq!(
            ended.error(),
            "r.csv: another process is writing to this file; wait for it, or name another file"
        );
    }
    kill(child);
}

#[test]
fn an_aa_run_is_two_runs_in_one_file() {
    let run = "run --corpus systems --engine masks --aa --repetitions 2 --out";
    let csv = quadrille(&format!("{run} -")).positive();
    let rows = rows(&csv);
    let side = |end: &str| rows.iter().filter(|row| row["run_id"].ends_with(end)).count();
    assert_eq!((side("-a"), side("-b"), rows.len()), (26, 26, 52));
    // The run file records the difference as noise.
    let folder = Folder::new();
    let table = folder.quadrille(&format!("{run} aa.csv")).positive();
    assert!(
        table.contains(
            "\nNoise: measured twice, the times of an engine differ by a factor of up to: masks "
        ),
        "{table}"
    );
    let notes: toml::Table = folder.read("aa.csv.run.toml").parse().expect("TOML");
    assert!(notes["noise"]["masks"].as_float().is_some_and(|factor| factor >= 1.0), "{notes}");
    folder.quadrille("compare aa.csv").positive();
}

#[test]
fn the_doctor_looks_at_everything_and_his_status_is_his_verdict() {
    let ended = quadrille("doctor");
    assert!([0, 1].contains(&ended.status), "{ended:?}");
    for what in ["governor", "turbo", "clocks", "instructions", "sandbox", "pinning", "steadiness"]
    {
        assert!(ended.stdout.contains(&format!(" {what} ")), "{what}: {}", ended.stdout);
    }
    let json = quadrille("doctor --output json");
    let findings = common::json_lines(&json.stdout);
    assert!(findings.iter().all(|one| one["what"].is_string() && one["state"].is_string()));
    let bad = findings.iter().any(|one| one["state"] == "bad");
    assert_eq!(json.status, i32::from(bad));
}
