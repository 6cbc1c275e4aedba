//! What the system says of itself, in `/proc` and `/sys`.

use std::fs;
use std::path::Path;

use super::Finding;

/// A system as the files below its root describe it, so that tests can make one up.
struct System<'r>(&'r Path);

impl System<'_> {
    /// The contents of a file, if it is there, without blanks around.
    fn read(&self, path: &str) -> Option<String> {
        Some(fs::read_to_string(self.0.join(path)).ok()?.trim().to_owned())
    }
}

/// All that the system says.
pub fn all(root: &Path) -> Vec<Finding> {
    let system = System(root);
    vec![
        governor(&system),
        turbo(&system),
        siblings(&system),
        neighbours(&system),
        clock_source(&system),
        quota(&system),
        load(&system),
        memory(&system),
    ]
}

const CPU: &str = "sys/devices/system/cpu";

fn governor(system: &System<'_>) -> Finding {
    let what = "governor";
    let policies =
        (0..).map_while(|i| system.read(&format!("{CPU}/cpufreq/policy{i}/scaling_governor")));
    let mut governors: Vec<String> = policies.collect();
    governors.sort_unstable();
    governors.dedup();
    match &*governors {
        [] => {
            Finding::unknown(what, "the system does not say how the processor's speed is governed")
        }
        [only] if only == "performance" => Finding::good(what, "performance: the speed is kept up"),
        others => Finding::bad(
            what,
            format!(
                "{}: the speed follows the load, so short searches run slower",
                others.join(", ")
            ),
            "sudo cpupower frequency-set -g performance",
        ),
    }
}

fn turbo(system: &System<'_>) -> Finding {
    let what = "turbo";
    let intel = system.read(&format!("{CPU}/intel_pstate/no_turbo")).map(|off| off == "0");
    let boost = system.read(&format!("{CPU}/cpufreq/boost")).map(|on| on == "1");
    let remedy = match (intel, boost) {
        (Some(_), _) => format!("echo 1 | sudo tee /{CPU}/intel_pstate/no_turbo"),
        _ => format!("echo 0 | sudo tee /{CPU}/cpufreq/boost"),
    };
    match intel.or(boost) {
        None => {
            Finding::unknown(what, "the system does not say whether the speed goes above nominal")
        }
        Some(false) => Finding::good(what, "off: the speed does not depend on heat"),
        Some(true) => {
            Finding::bad(what, "on: the speed depends on heat, and on what other cores do", remedy)
        }
    }
}

fn siblings(system: &System<'_>) -> Finding {
    let what = "siblings";
    match system.read(&format!("{CPU}/smt/active")).as_deref() {
        None => Finding::unknown(what, "the system does not say whether two threads share a core"),
        Some("0") => Finding::good(what, "one thread a core"),
        Some(_) => Finding::bad(
            what,
            "two threads share a core, so a neighbour may take up to half of it",
            format!("echo off | sudo tee /{CPU}/smt/control"),
        ),
    }
}

fn neighbours(system: &System<'_>) -> Finding {
    let what = "machine";
    let Some(info) = system.read("proc/cpuinfo") else {
        return Finding::unknown(what, "the system does not say what it runs on");
    };
    let flags = info.lines().find(|line| line.starts_with("flags"));
    if !flags.is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor")) {
        return Finding::good(what, "not virtual, as far as it says");
    }
    Finding::bad(
        what,
        "virtual: others may use the same cores and caches unseen",
        "repeat (`run --repetitions 5`), compare within one run, and see what `run --aa` finds",
    )
}

fn clock_source(system: &System<'_>) -> Finding {
    let what = "clock source";
    let path = "sys/devices/system/clocksource/clocksource0/current_clocksource";
    match system.read(path).as_deref() {
        None => Finding::unknown(what, "the system does not say"),
        Some(fast @ ("tsc" | "kvm-clock" | "hyperv_clocksource_tsc_page" | "arch_sys_counter")) => {
            Finding::good(what, format!("{fast}: read without asking the kernel"))
        }
        Some(slow) => Finding::bad(
            what,
            format!("{slow}: slow to read, so short searches are repeated often"),
            "boot with clocksource=tsc, if the processor's is stable",
        ),
    }
}

/// A share of the processor, as containers have it: `max 100000`, or `150000 100000`.
fn quota(system: &System<'_>) -> Finding {
    let what = "quota";
    let Some(text) = system.read("sys/fs/cgroup/cpu.max") else {
        return Finding::good(what, "none that the system tells of");
    };
    let mut words = text.split_whitespace().map(str::parse::<f64>);
    match (words.next(), words.next()) {
        (Some(Ok(share)), Some(Ok(period))) => Finding::bad(
            what,
            format!(
                "{:.2} cores: once they are used up, everything stands still for a while",
                share / period
            ),
            "run outside the container, or raise its limit of cores",
        ),
        _ => Finding::good(what, "none"),
    }
}

/// What others may use before it disturbs.
const IDLE: f64 = 0.15;

fn load(system: &System<'_>) -> Finding {
    let what = "load";
    let load =
        system.read("proc/loadavg").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    match load {
        None => Finding::unknown(what, "the system does not say"),
        Some(load) if load <= IDLE => Finding::good(what, format!("{load:.2} in the last minute")),
        Some(load) => Finding::bad(
            what,
            format!("{load:.2} in the last minute: other work is going on, or was just now"),
            "end other programs (`top` names them), wait a minute and look again",
        ),
    }
}

fn memory(system: &System<'_>) -> Finding {
    let what = "memory";
    let info = system.read("proc/meminfo").unwrap_or_default();
    let kilobytes = |name: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok())
    };
    let (Some(total), Some(free)) = (kilobytes("MemTotal"), kilobytes("MemAvailable")) else {
        return Finding::unknown(what, "the system does not say");
    };
    let says = format!("{} of {} MB free", free / 1000, total / 1000);
    if free >= total / 10 {
        return Finding::good(what, says);
    }
    Finding::bad(
        what,
        says + ": pages may go out to disk in the middle of a search",
        "end other programs",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

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
        let policy = |i| format!("{CPU}/cpufreq/policy{i}/scaling_governor");
        let [no_turbo, boost] =
            ["intel_pstate/no_turbo", "cpufreq/boost"].map(|p| format!("{CPU}/{p}"));
        let smt = format!("{CPU}/smt/active");
        let clock = "sys/devices/system/clocksource/clocksource0/current_clocksource";
        let (p0, p1) = (policy(0), policy(1));
        for (what, files, state, says) in [
            (
                "governor",
                vec![(&*p0, "performance\n"), (&*p1, "performance\n")],
                State::Good,
                "performance",
            ),
            (
                "governor",
                vec![(&*p0, "performance\n"), (&*p1, "powersave\n")],
                State::Bad,
                "performance, powersave",
            ),
            ("turbo", vec![(&*no_turbo, "1\n")], State::Good, "off"),
            ("turbo", vec![(&*no_turbo, "0\n")], State::Bad, "on"),
            ("turbo", vec![(&*boost, "1\n")], State::Bad, "on"),
            ("siblings", vec![(&*smt, "0\n")], State::Good, "one thread"),
            ("siblings", vec![(&*smt, "1\n")], State::Bad, "two threads"),
            (
                "machine",
                vec![("proc/cpuinfo", "flags\t: fpu hypervisor sse\n")],
                State::Bad,
                "virtual",
            ),
            ("machine", vec![("proc/cpuinfo", "flags\t: fpu sse\n")], State::Good, "not virtual"),
            ("clock source", vec![(clock, "tsc\n")], State::Good, "tsc"),
            ("clock source", vec![(clock, "hpet\n")], State::Bad, "hpet"),
            ("quota", vec![("sys/fs/cgroup/cpu.max", "max 100000\n")], State::Good, "none"),
            ("quota", vec![("sys/fs/cgroup/cpu.max", "150000 100000\n")], State::Bad, "1.50 cores"),
            ("load", vec![("proc/loadavg", "0.03 0.10 0.20 1/100 77\n")], State::Good, "0.03"),
            ("load", vec![("proc/loadavg", "1.90 0.10 0.20 1/100 77\n")], State::Bad, "1.90"),
            (
                "memory",
                vec![("proc/meminfo", "MemTotal: 10000 kB\nMemAvailable: 5000 kB\n")],
                State::Good,
                "5 of 10",
            ),
            (
                "memory",
                vec![("proc/meminfo", "MemTotal: 10000 kB\nMemAvailable: 500 kB\n")],
                State::Bad,
                "0 of 10",
            ),
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
