//! Engines that remember, guess, sleep and pretend: none gets a time that it did not work for.

use quadrille_harness::Plan;
use quadrille_harness::corpus::isomorphs::isomorphs;
use quadrille_harness::plan::Limits;
use quadrille_results::{Record, Timing};

use super::endings::wait_until;
use super::rows::external;
use super::*;

/// The ways of `examples/cheating-engine.rs`, the first of which is none.
const KINDS: [&str; 12] = [
    "honest",
    "remembers",
    "table",
    "table-late",
    "sleeps-early",
    "answers-early",
    "child",
    "helper-outside",
    "helper-outside-briefly",
    "helper-outside-late",
    "bogus-ns",
    "canonical",
];
/// Further ways, by processes that are hard to see.
const HIDDEN: [&str; 5] = ["unreaped-child", "ignored-child", "urgent-child", "links", "service"];

/// The least CPU time of an honest search, in nanoseconds, without the tenth by which clocks may differ.
fn least(kind: &str) -> f64 {
    if kind.ends_with("-briefly") { 0.9 * 1e6 } else { 0.9 * 20e6 }
}

const PUZZLES: usize = 2;
const COPIES: usize = 2;
const REPETITIONS: usize = 2;

/// The rows of one engine on some puzzles and copies of them, one by one or as a batch.
fn rows_of(kind: &str, batch: bool, ungrouped: bool) -> Vec<Record> {
    let folder = tempfile::tempdir().unwrap();
    let words = [kind, &folder.path().display().to_string()].map(str::to_owned);
    let command = std::iter::once(example("cheating-engine")).chain(words).collect();
    let plan = Plan {
        corpora: vec![isomorphs(&puzzles(PUZZLES), COPIES as u32, 1)],
        engines: vec![external(program("cheat", command))],
        task: Some(Task::Unique),
        limits: Limits { wall: Some(PATIENCE), ungrouped, ..Limits::default() },
        batch,
        repetitions: REPETITIONS as u32,
        jobs: 1,
        ..Plan::default()
    };
    let (summary, rows) = super::sink::rows_of(&plan);
    println!("{kind}: {:?}", summary.troubles);
    // One that was killed ends when it gets a core.
    wait_until("the end of all processes", || running_in(folder.path()).is_empty());
    rows
}

/// The processes that have a folder among their arguments.
fn running_in(folder: &Path) -> Vec<String> {
    let folder = folder.display().to_string();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands = processes
        .filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    commands.filter(|command| command.split('\0').any(|word| word == folder)).collect()
}

/// Half of the kinds: those to be tried in batches, or the others.
fn half<'k>(kinds: &[&'k str], batch: bool) -> Vec<&'k str> {
    kinds.iter().copied().skip(usize::from(batch)).step_by(2).collect()
}

/// Lets some kinds of engine try to get a wrong time into `tries` rows, or as many as one run has, as on a system without
/// control groups, if `ungrouped`.
fn no_time_of(kinds: &[&str], tries: usize, batch: bool, ungrouped: bool) {
    let _alone = alone();
    let rows_of_a_run = REPETITIONS * if batch { 1 } else { PUZZLES * COPIES };
    let runs = tries.div_ceil(rows_of_a_run);
    let mut honest = 0;
    for &kind in kinds {
        for _ in 0..runs {
            let rows = rows_of(kind, batch, ungrouped);
            assert_eq!(rows.len(), rows_of_a_run, "{kind}");
            for row in rows {
                let searches = row.iterations.unwrap_or(1) as usize;
                let searches = searches * if batch { PUZZLES * COPIES } else { 1 };
                for time in [row.cpu_ns, row.wall_ns].into_iter().flatten() {
                    let one = time as f64 / searches as f64;
                    assert!(one >= least(kind), "{kind}: {one} ns in {row:?}");
                    // A bound of a search that was too short must be one, too.
                    let timing = row.iterations.map_or(Timing::Short, |_| Timing::Once);
                    assert_eq!(row.timing, Some(timing), "{row:?}");
                }
                honest += usize::from(kind == "honest" && row.timing == Some(Timing::Once));
                let is_answered = row.verdict == Verdict::Ok && row.cold_ns >= Some(1);
                // A cheat may be found out in other ways, such as by a search that is too short to be timed once and is not
                // repeated, or because the helper that it waits for ended with its last process.
                let is_found_out = row.verdict != Verdict::Ok && row.wall_ns.is_none();
                let is_honest = ["honest", "bogus-ns"].contains(&kind);
                assert!(is_answered || !is_honest && is_found_out, "{kind}: {row:?}");
            }
        }
        println!(
            "batch {batch}, ungrouped {ungrouped}, {kind}: {runs} runs of {rows_of_a_run} rows"
        );
    }
    // A machine that is busy all the time may cost an honest engine some of its times.
    let expected = if kinds.contains(&"honest") { runs * rows_of_a_run } else { 0 };
    assert!(honest <= expected && 2 * honest >= expected, "{honest} of {expected} have times");
}

/// One half in batches and the other not, as each run takes seconds of work. `.ci/nightly` has all kinds both ways.
#[test]
fn cheats_have_no_time_that_was_not_worked_for() {
    for batch in [false, true] {
        no_time_of(&half(&KINDS, batch), 1, batch, false);
    }
}

/// With control groups where the system has them, and without. Without them, the time of a child that no process waits for
/// is in no sum, and on a busy machine its idleness may pass for waiting (docs/METHODOLOGY.md).
const IN_SUMS: [&str; 3] = ["unreaped-child", "links", "service"];

/// As for [`cheats_have_no_time_that_was_not_worked_for`].
#[test]
fn hidden_work_counts() {
    for batch in [false, true] {
        no_time_of(&half(&HIDDEN, batch), 1, batch, false);
        no_time_of(&half(&IN_SUMS, !batch), 1, batch, true);
    }
}

#[test]
#[ignore = "takes some minutes; `.ci/nightly` runs it"]
fn hidden_work_always_counts() {
    for batch in [false, true] {
        no_time_of(&HIDDEN, 200, batch, false);
        no_time_of(&IN_SUMS, 200, batch, true);
    }
}

#[test]
#[ignore = "takes some minutes; `.ci/nightly` runs it"]
fn cheats_never_succeed_without_control_groups() {
    for batch in [false, true] {
        no_time_of(&KINDS, 200, batch, true);
    }
}

#[test]
#[ignore = "takes some minutes; `.ci/nightly` runs it"]
fn cheats_never_succeed() {
    no_time_of(&KINDS, 200, false, false);
}

#[test]
#[ignore = "takes some minutes; `.ci/nightly` runs it"]
fn cheats_never_succeed_in_batches() {
    no_time_of(&KINDS, 200, true, false);
}
