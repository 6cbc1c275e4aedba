//! Facts that the system states in `/proc` and `/sys`.

use std::fs;
use std::path::Path;

use super::Finding;

/// A system described by the files below a root, which tests make up.
struct System<'r>(&'r Path);

impl System<'_> {
    /// The trimmed contents of a file, if it exists.
    fn read(&self, path: &str) -> Option<String> {
        Some(fs::read_to_string(self.0.join(path)).ok()?.trim().to_owned())
    }
}

/// All facts of the system below `root`.
pub fn all(root: &Path) -> Vec<Finding> {
    let system = System(root);
    vec![
        governor(&system).named("governor"),
        turbo(&system).named("turbo"),
        siblings(&system).named("siblings"),
        virtualisation(&system).named("machine"),
        clock_source(&system).named("clock source"),
        quota(&system).named("quota"),
        load(&system).named("load"),
        memory(&system).named("memory"),
    ]
}

const CPU: &str = "sys/devices/system/cpu";

fn governor(system: &System<'_>) -> Finding {
    let policies =
        (0..).map_while(|i| system.read(&format!("{CPU}/cpufreq/policy{i}/scaling_governor")));
    let mut governors: Vec<String> = policies.collect();
    governors.sort_unstable();
    governors.dedup();
    match &*governors {
        [] => Finding::unknown("the system does not say how the processor's speed is governed"),
        [only] if only == "performance" => Finding::good("performance: the speed is kept up"),
        others => Finding::bad(
            format!(
                "{}: the speed follows the load, so short searches run slower",
                others.join(", ")
            ),
            "sudo cpupower frequency-set -g performance",
        ),
    }
}

fn turbo(system: &System<'_>) -> Finding {
    let intel = system.read(&format!("{CPU}/intel_pstate/no_turbo")).map(|off| off == "0");
    let boost = system.read(&format!("{CPU}/cpufreq/boost")).map(|on| on == "1");
    let remedy = match intel {
        Some(_) => format!("echo 1 | sudo tee /{CPU}/intel_pstate/no_turbo"),
        None => format!("echo 0 | sudo tee /{CPU}/cpufreq/boost"),
    };
    match intel.or(boost) {
        None => Finding::unknown("the system does not say whether the speed goes above nominal"),
        Some(false) => Finding::good("off: the speed does not depend on heat"),
        Some(true) => {
            Finding::bad("on: the speed depends on heat, and on what other cores do", remedy)
        }
    }
}

fn siblings(system: &System<'_>) -> Finding {
    match system.read(&format!("{CPU}/smt/active")).as_deref() {
        None => Finding::unknown("the system does not say whether two threads share a core"),
        Some("0") => Finding::good("one thread a core"),
        Some(_) => Finding::bad(
            "two threads share a core, so a neighbour may take up to half of it",
            format!("echo off | sudo tee /{CPU}/smt/control"),
        ),
    }
}

fn virtualisation(system: &System<'_>) -> Finding {
    let Some(info) = system.read("proc/cpuinfo") else {
        return Finding::unknown("the system does not say what it runs on");
    };
    let flags = info.lines().find(|line| line.starts_with("flags"));
    if !flags.is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor")) {
        return Finding::good("not virtual, as far as it says");
    }
    Finding::bad(
        "virtual: others may use the same cores and caches unseen",
        "repeat (`run --repetitions 5`), compare within one run, and see what `run --aa` finds",
    )
}

fn clock_source(system: &System<'_>) -> Finding {
    let path = "sys/devices/system/clocksource/clocksource0/current_clocksource";
    match system.read(path).as_deref() {
        None => Finding::unknown("the system does not say"),
        Some(fast @ ("tsc" | "kvm-clock" | "hyperv_clocksource_tsc_page" | "arch_sys_counter")) => {
            Finding::good(format!("{fast}: read without asking the kernel"))
        }
        Some(slow) => Finding::bad(
            format!("{slow}: slow to read, so short searches are repeated often"),
            "boot with clocksource=tsc, if the processor's is stable",
        ),
    }
}

/// A container's share of the processor: `max 100000`, or `150000 100000` for one and a half cores.
fn quota(system: &System<'_>) -> Finding {
    let Some(text) = system.read("sys/fs/cgroup/cpu.max") else {
        return Finding::good("none that the system tells of");
    };
    let mut words = text.split_whitespace().map(str::parse::<f64>);
    match (words.next(), words.next()) {
        (Some(Ok(share)), Some(Ok(period))) => Finding::bad(
            format!(
                "{:.2} cores: once they are used up, everything stands still for a while",
                share / period
            ),
            "run outside the container, or raise its limit of cores",
        ),
        _ => Finding::good("none"),
    }
}

/// The greatest load of the last minute, in cores, that does not disturb measurements.
const IDLE: f64 = 0.15;

fn load(system: &System<'_>) -> Finding {
    let load =
        system.read("proc/loadavg").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    match load {
        None => Finding::unknown("the system does not say"),
        Some(load) if load <= IDLE => Finding::good(format!("{load:.2} in the last minute")),
        Some(load) => Finding::bad(
            format!("{load:.2} in the last minute: other work is going on, or was just now"),
            "end other programs (`top` names them), wait a minute and look again",
        ),
    }
}

fn memory(system: &System<'_>) -> Finding {
    let info = system.read("proc/meminfo").unwrap_or_default();
    let kilobytes = |name: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok())
    };
    let (Some(total), Some(free)) = (kilobytes("MemTotal"), kilobytes("MemAvailable")) else {
        return Finding::unknown("the system does not say");
    };
    let says = format!("{} of {} MB free", free / 1000, total / 1000);
    if free >= total / 10 {
        return Finding::good(says);
    }
    Finding::bad(
        says + ": pages may go out to disk in the middle of a search",
        "end other programs",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::doctor::State;

    /// What is found on a system with these files.
    fn found(files: &[(&str, &str)]) -> Vec<Finding> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        all(root.path())
    }

    fn one(what: &str, files: &[(&str, &str)]) -> (State, String, bool) {
        let finding = found(files).into_iter().find(|finding| finding.what == what).unwrap();
        (finding.state, finding.says, finding.remedy.is_some())
    }

    #[test]
    fn a_system_that_says_nothing_is_unknown() {
        for finding in found(&[]) {
            let expected = if finding.what == "quota" { State::Good } else { State::Unknown };
            assert_eq!(finding.state, expected, "{finding:?}");
        }
    }

    #[test]
    fn each_thing_is_good_or_bad_by_what_the_system_says() {
        let [first, second] = [0, 1].map(|i| format!("{CPU}/cpufreq/policy{i}/scaling_governor"));
        let [no_turbo, boost, smt] =
            ["intel_pstate/no_turbo", "cpufreq/boost", "smt/active"].map(|p| format!("{CPU}/{p}"));
        let clock = "sys/devices/system/clocksource/clocksource0/current_clocksource";
        let cpu = "proc/cpuinfo";
        let quota = "sys/fs/cgroup/cpu.max";
        let memory = "proc/meminfo";
        let performance = (&*first, "performance\n");
        for (what, files, state, says) in [
            (
                "governor",
                vec![performance, (&*second, "performance\n")],
                State::Good,
                "performance",
            ),
            ("governor", vec![performance, (&*second, "low\n")], State::Bad, "low, performance"),
            ("turbo", vec![(&*no_turbo, "1\n")], State::Good, "off"),
            ("turbo", vec![(&*no_turbo, "0\n")], State::Bad, "on"),
            ("turbo", vec![(&*boost, "1\n")], State::Bad, "on"),
            ("siblings", vec![(&*smt, "0\n")], State::Good, "one thread"),
            ("siblings", vec![(&*smt, "1\n")], State::Bad, "two threads"),
            ("machine", vec![(cpu, "flags\t: fpu hypervisor sse\n")], State::Bad, "virtual"),
            ("machine", vec![(cpu, "flags\t: fpu sse\n")], State::Good, "not virtual"),
            ("clock source", vec![(clock, "tsc\n")], State::Good, "tsc"),
            ("clock source", vec![(clock, "hpet\n")], State::Bad, "hpet"),
            ("quota", vec![(quota, "max 100000\n")], State::Good, "none"),
            ("quota", vec![(quota, "150000 100000\n")], State::Bad, "1.50 cores"),
            ("load", vec![("proc/loadavg", "0.03 0.10 0.20 1/9 77\n")], State::Good, "0.03"),
            ("load", vec![("proc/loadavg", "1.90 0.10 0.20 1/9 77\n")], State::Bad, "1.90"),
            (
                "memory",
                vec![(memory, "MemTotal: 9000\nMemAvailable: 5000\n")],
                State::Good,
                "5 of 9",
            ),
            ("memory", vec![(memory, "MemTotal: 9000\nMemAvailable: 500\n")], State::Bad, "0 of 9"),
        ] {
            let (found, words, remedy) = one(what, &files);
            assert_eq!((found, remedy), (state, state == State::Bad), "{what}: {words}");
            assert!(words.starts_with(says), "{what}: {words}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_no_fact() {
        for text in ["", "nonsense", "\u{0}\u{1}", "-"] {
            let files =
                ["proc/loadavg", "proc/meminfo", "sys/fs/cgroup/cpu.max"].map(|path| (path, text));
            for what in ["load", "memory", "quota"] {
                assert_ne!(one(what, &files).0, State::Bad, "{what} of {text:?}");
            }
        }
    }
}
