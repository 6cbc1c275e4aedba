//! Facts that are measured: the cost of clocks, the variation of a search, and how much workers disturb each other.

use quadrille_cover::family;

use super::Finding;
use crate::machine::cores::{self, Cores};
use crate::machine::disturbance::{cpu_times, disturbance, search_once};
use crate::measure::clock::{Clocks, events as counter};
use crate::process::sandbox;

/// All measured facts.
pub fn all() -> Vec<Finding> {
    vec![
        build().named("build"),
        clocks().named("clocks"),
        instructions().named("instructions"),
        sandbox().named("sandbox"),
        pinning().named("pinning"),
        steadiness().named("steadiness"),
        side_by_side().named("side by side"),
    ]
}

fn build() -> Finding {
    if cfg!(debug_assertions) {
        let says = "with debug assertions: far slower than a release build";
        return Finding::bad(says, "cargo build --release");
    }
    Finding::good(env!("QUADRILLE_PROFILE"))
}

/// The highest acceptable cost of one measurement, in nanoseconds.
const MAX_COST: u128 = 2_000;

fn clocks() -> Finding {
    let cost = Clocks::of_this_thread().cost.as_nanos();
    Finding::judged(
        cost <= MAX_COST,
        format!("one measurement costs {cost} ns"),
        ", so short searches must be repeated many times",
        "see `clock source`; if this machine is virtual, measure on a physical one",
    )
}

fn instructions() -> Finding {
    let error = match counter::start() {
        Ok(counter) => return Finding::good(format!("can be counted{}", counter.beside())),
        Err(error) => error,
    };
    let paranoid = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    let says = format!(
        "cannot be counted ({error}), so the columns `instructions`, `cycles`, `branch_misses` and `cache_misses` stay empty"
    );
    match paranoid.ok().and_then(|text| text.trim().parse::<i32>().ok()) {
        Some(level) if level > 2 => Finding::bad(says, "sudo sysctl kernel.perf_event_paranoid=1"),
        _ => Finding::unknown(says),
    }
}

fn sandbox() -> Finding {
    match sandbox::check() {
        Ok(()) => {
            Finding::good("engines in other programs can run in a sandbox (`sandbox = true`)")
        }
        Err(error) => Finding::unknown(format!(
            "no engine can run in a sandbox ({error}): {}",
            sandbox::REMEDY
        )),
    }
}

fn pinning() -> Finding {
    let allowed = cores::allowed().len();
    let cores = Cores::for_workers(1);
    let pinned = std::thread::spawn(move || {
        cores.pin(0);
        cores::allowed().len()
    });
    match pinned.join() {
        Ok(1) => Finding::good(format!("workers stay on their cores; cores to use: {allowed}")),
        _ => Finding::bad(
            "the system does not let threads be pinned to cores, and may move them while they measure",
            "allow sched_setaffinity, which containers may forbid",
        ),
    }
}

/// The number of searches timed, to find out how much their times vary.
const SEARCHES: usize = 400;
/// The greatest acceptable ratio of the 95th percentile of search times to the median, and of times on all cores at
/// once to times alone.
const STEADY: f64 = 1.05;

fn steadiness() -> Finding {
    let problem = family::build("queens:7").expect("a family of ours");
    let times = cpu_times(SEARCHES, || search_once(&problem));
    let factor = times[SEARCHES * 19 / 20] / times[SEARCHES / 2];
    let says = format!("one search in twenty takes {factor:.2} times the median or more");
    let remedy = "see the other findings; repeat measurements (`run --repetitions 5`)";
    Finding::judged(factor <= STEADY, says, "", remedy)
}

fn side_by_side() -> Finding {
    let jobs = cores::allowed().len();
    let Some(factor) = disturbance(jobs, &Cores::for_workers(jobs)) else {
        return Finding::good("one core only: nothing runs beside a search");
    };
    let says = format!("on all {jobs} cores, a search takes {factor:.2} times as long as alone");
    Finding::judged(factor <= STEADY, says, "", "`run --jobs 1` where times matter")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everything_is_looked_at_once_and_what_is_bad_has_a_remedy() {
        let findings = all();
        let names: HashSet<_> = findings.iter().map(|finding| finding.what).collect();
        assert_eq!(names.len(), findings.len());
        for finding in findings {
            let bad = finding.state == crate::machine::doctor::State::Bad;
            assert_eq!(finding.remedy.is_some(), bad, "{finding:?}");
        }
    }
}
