//! Whole runs with engines that are other programs: every failure becomes a verdict, and the run continues.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille_harness::engine::{Engine, by_name};
use quadrille_harness::plan::Limits;
use quadrille_harness::process::{Program, Session, SessionLimits};
use quadrille_harness::{Expected, Plan};
use quadrille_results::{Isolation, Proved, Record, Timing, Verdict};

use crate::sink::rows_of;
use crate::{puzzles, text, unruly};

/// The ways in which the engine misbehaves, and the expected verdicts.
const MANNERS: [(&str, Verdict); 12] = [
    ("crashes", Verdict::Crash),
    ("leaves", Verdict::Crash),
    ("talks-nonsense", Verdict::Crash),
    ("misspells", Verdict::Crash),
    ("half-a-line", Verdict::Crash),
    ("endless-line", Verdict::Crash),
    ("hangs", Verdict::Timeout),
    ("takes-memory", Verdict::Memout),
    ("counts-wrong", Verdict::Wrong),
    ("places-wrong", Verdict::Wrong),
    ("gives-up", Verdict::Budget),
    ("stalls", Verdict::Stalled),
];

pub fn external(program: Program) -> Engine {
    let session = Session::start(program, SessionLimits::default()).expect("it starts");
    Engine::Process(session.external)
}

const PUZZLES: usize = 5;

/// A plan of an engine that misbehaves at the fourth puzzle, and of one compiled into this program.
fn plan(manner: &str) -> Plan {
    let corpus = puzzles(PUZZLES);
    let poison = text(&corpus.instances[3]);
    let program = if ["right", "slow"].contains(&manner) {
        unruly(&[manner])
    } else {
        unruly(&[manner, &poison])
    };
    Plan {
        corpora: vec![corpus],
        engines: vec![external(program), Engine::Native(by_name("masks").unwrap())],
        limits: Limits {
            // Short only for an engine that hangs. Others must never reach the limit, however busy the machine is.
            wall: Some(Duration::from_secs(if manner == "hangs" { 2 } else { 600 })),
            memory: Some(400_000_000),
            ..Limits::default()
        },
        repetitions: 1,
        jobs: 1,
        seed: 1,
        ..Plan::default()
    }
}

/// Verdicts of the engine `unruly` by instance.
fn verdicts(rows: &[Record]) -> BTreeMap<&str, Verdict> {
    let of_it = rows.iter().filter(|row| row.engine == "unruly");
    of_it.map(|row| (&*row.instance, row.verdict)).collect()
}

#[test]
fn right_answers_have_times_from_outside_and_counters() {
    let (summary, rows) = rows_of(&plan("slow"));
    assert_eq!(summary.wrong.len(), 0, "{summary:?}");
    assert_eq!(rows.len(), 2 * PUZZLES);
    // On a machine that is busy all the time the engine may seem to do nothing, and has no time then.
    let untimed = rows.iter().filter(|row| row.wall_ns.is_none()).count();
    let explained: usize = summary.troubles.iter().map(|trouble| trouble.rows).sum();
    assert!(untimed == explained && 2 * untimed <= PUZZLES, "{summary:?}");
    for row in &rows {
        assert_eq!(row.verdict, Verdict::Ok, "{row:?}");
        assert!(row.wall_ns.is_none() || row.iterations > Some(0) && row.wall_ns > Some(0));
        if row.engine == "unruly" {
            assert_eq!(row.engine_version, "1");
            assert!(row.tests.is_some() && row.nodes.is_some(), "{row:?}");
            assert!(row.cold_ns >= Some(30_000_000), "{row:?}");
            assert_eq!(row.max_rss_bytes.is_some(), cfg!(target_os = "linux"));
        }
        if row.engine == "unruly" && row.iterations.is_some() {
            assert_eq!((row.timing, row.iterations), (Some(Timing::Once), Some(1)), "{row:?}");
            assert!(row.cold_ns == row.wall_ns, "{row:?}");
        }
    }
    let (summary, rows) = rows_of(&Plan { batch: true, ..plan("slow") });
    assert_eq!(summary.wrong.len(), 0);
    let row = rows.iter().find(|row| row.engine == "unruly").unwrap();
    assert_eq!((row.verdict, row.solutions.as_deref()), (Verdict::Ok, Some("5")));
    assert!(row.wall_ns.is_some() || summary.troubles.len() == 1, "{summary:?}");
    assert!(row.tests.is_some());
}

#[test]
fn a_row_says_that_its_engine_ran_in_a_sandbox() {
    if let Err(error) = quadrille_harness::process::sandbox::check() {
        println!("no sandbox on this machine: {error}");
        return;
    }
    let program = Program { sandbox: true, ..unruly(&["right"]) };
    let engines = vec![external(program), Engine::Native(by_name("masks").unwrap())];
    let (_, rows) = rows_of(&Plan { engines, ..plan("right") });
    for row in rows {
        let expected = (row.engine == "unruly").then_some(Isolation::Sandbox);
        assert_eq!((row.verdict, row.isolation), (Verdict::Ok, expected), "{row:?}");
    }
}

/// Whatever the manifest says; here it says nothing.
#[test]
fn a_wrong_number_is_found_by_a_proof() {
    for manner in ["counts-wrong", "right"] {
        let mut plan = Plan { prove: true, ..plan(manner) };
        plan.corpora[0].instances.iter_mut().for_each(|instance| {
            instance.expected = Expected::default();
        });
        let (summary, rows) = rows_of(&plan);
        let poisoned = plan.corpora[0].instances[3].id.clone();
        for row in &rows {
            let is_wrong =
                (manner, &*row.engine, &row.instance) == ("counts-wrong", "unruly", &poisoned);
            let (verdict, proved) = if is_wrong {
                (Verdict::Wrong, None)
            } else {
                (Verdict::Ok, Some(Proved::Quadrille))
            };
            assert_eq!((row.verdict, row.proved), (verdict, proved), "{row:?}");
        }
        let wrong = usize::from(manner == "counts-wrong");
        assert_eq!(
            (summary.wrong.len(), summary.proved),
            (wrong, 2 * PUZZLES - wrong),
            "{summary:?}"
        );
        let why = ": found 0 as the number of solutions; a certificate proves 1";
        assert!(summary.wrong.iter().all(|told| told.ends_with(why)), "{summary:?}");
    }
}

#[test]
fn each_way_to_fail_is_a_verdict_at_its_instance_and_carries_no_time() {
    for (manner, verdict) in MANNERS {
        let plan = plan(manner);
        let poisoned = plan.corpora[0].instances[3].id.clone();
        let (summary, rows) = rows_of(&plan);
        assert_eq!(rows.len(), 2 * PUZZLES, "{manner}");
        for (instance, found) in verdicts(&rows) {
            let expected = if instance == poisoned { verdict } else { Verdict::Ok };
            assert_eq!(found, expected, "{manner} at {instance}");
        }
        for row in rows.iter().filter(|row| row.verdict != Verdict::Ok) {
            assert_eq!((row.wall_ns, row.cpu_ns, row.iterations), (None, None, None), "{manner}");
        }
        assert_eq!(summary.wrong.len(), usize::from(verdict == Verdict::Wrong), "{manner}");
        // On a busy machine an honest engine may be suspected, and its row has no time.
        let is_suspicion = |told: &str| told.contains("it has no time (see \"Time\"");
        let mut troubles = summary.troubles.iter();
        let told =
            troubles.any(|trouble| !is_suspicion(&trouble.first)) || !summary.wrong.is_empty();
        let to_be_told = [Verdict::Crash, Verdict::Wrong].contains(&verdict);
        assert_eq!(told, to_be_told, "{manner}: {summary:?}");
        // A batch with this instance has one row, without a time.
        let (_, rows) = rows_of(&Plan { batch: true, ..plan });
        let row = rows.iter().find(|row| row.engine == "unruly").unwrap();
        assert_eq!((row.verdict, row.wall_ns), (verdict, None), "{manner}");
    }
}
