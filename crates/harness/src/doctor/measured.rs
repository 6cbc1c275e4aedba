//! What is measured: clocks, how steady a search is, how much workers disturb each other.

use std::ops::ControlFlow;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Counters, Solver, family};

use super::Finding;
use crate::clock::{Clocks, Instructions};
use crate::cores::{self, Cores};
use crate::disturbance::disturbance;

/// All that is measured.
pub fn all() -> Vec<Finding> {
    vec![build(), clocks(), instructions(), pinning(), steadiness(), side_by_side()]
}

fn build() -> Finding {
    if cfg!(debug_assertions) {
        let says = "with debug assertions: far slower than a release build";
        return Finding::bad("build", says, "cargo build --release");
    }
    Finding::good("build", env!("QUADRILLE_PROFILE"))
}

/// What a measurement may cost, in nanoseconds.
const DEAR: u128 = 2_000;

fn clocks() -> Finding {
    let cost = Clocks::of_this_thread().cost().as_nanos();
    let says = format!("one measurement costs {cost} ns");
    if cost <= DEAR {
        return Finding::good("clocks", says);
    }
    Finding::bad(
        "clocks",
        says + ", so short searches must be repeated often",
        "see the clock source; on a virtual machine, run on the machine itself",
    )
}

fn instructions() -> Finding {
    let what = "instructions";
    let Err(error) = Instructions::start() else {
        return Finding::good(what, "they can be counted");
    };
    let paranoid = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
    let says = format!("cannot be counted ({error}): the column stays empty");
    match paranoid.ok().and_then(|text| text.trim().parse::<i32>().ok()) {
        Some(level) if level > 2 => {
            Finding::bad(what, says, "sudo sysctl kernel.perf_event_paranoid=1")
        }
        _ => Finding::unknown(what, says),
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
        Ok(1) => {
            Finding::good("pinning", format!("workers stay on their cores; {allowed} to be used"))
        }
        _ => Finding::bad(
            "pinning",
            "the system does not let threads be pinned to cores, and may move them while they measure",
            "allow sched_setaffinity, which containers may forbid",
        ),
    }
}

/// Searches, and by how much the slowest twentieth may be slower than the median.
const SEARCHES: usize = 400;
const STEADY: f64 = 1.05;

fn steadiness() -> Finding {
    let problem = family::build("queens:7").expect("a family of ours");
    let mut clocks = Clocks::of_this_thread();
    let search = || {
        let mut visit = |_: &[_]| ControlFlow::Continue(());
        _ = std::hint::black_box(Dlx.search(
            &problem,
            &Budget::default(),
            Counters::Off,
            &mut visit,
        ));
    };
    let mut times: Vec<f64> =
        (0..SEARCHES).map(|_| clocks.time(search).1.cpu.as_nanos() as f64).collect();
    times.sort_by(f64::total_cmp);
    let factor = times[SEARCHES * 19 / 20] / times[SEARCHES / 2];
    let says = format!("one search in twenty takes {factor:.2} times the median or more");
    if factor <= STEADY {
        return Finding::good("steadiness", says);
    }
    Finding::bad("steadiness", says, "see what else is named here; repeat (`run --repetitions 5`)")
}

fn side_by_side() -> Finding {
    let (what, jobs) = ("side by side", cores::allowed().len());
    match disturbance(jobs, &Cores::for_workers(jobs)) {
        None => Finding::good(what, "one core only: nothing runs beside a search"),
        Some(factor) if factor <= STEADY => Finding::good(
            what,
            format!("on all {jobs} cores, a search takes {factor:.2} times as long as alone"),
        ),
        Some(factor) => Finding::bad(
            what,
            format!("on all {jobs} cores, a search takes {factor:.2} times as long as alone"),
            "`run --jobs 1` where times matter",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_looked_at_once_and_what_is_bad_has_a_remedy() {
        let findings = all();
        let mut names: Vec<_> = findings.iter().map(|finding| finding.what).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), findings.len());
        for finding in findings {
            let bad = finding.state == crate::doctor::State::Bad;
            assert_eq!(finding.remedy.is_some(), bad, "{finding:?}");
        }
    }
}
