//! Facts that the system states in `/proc` and `/sys`.

use std::collections::BTreeSet;

use super::Finding;

/// Returns the trimmed contents of the file with a path relative to `/`, if it exists.
type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

/// All facts of the system with these files.
pub fn all(read: Read<'_>) -> Vec<Finding> {
    vec![
        governor(read).named("governor"),
        turbo(read).named("turbo"),
        siblings(read).named("siblings"),
        virtualisation(read).named("machine"),
        clock_source(read).named("clock source"),
        quota(read).named("quota"),
        load(read).named("load"),
        memory(read).named("memory"),
    ]
}

const CPU: &str = "sys/devices/system/cpu";

fn governor(read: Read<'_>) -> Finding {
    let policies = (0..).map_while(|i| read(&format!("{CPU}/cpufreq/policy{i}/scaling_governor")));
    let governors: BTreeSet<String> = policies.collect();
    match &*Vec::from_iter(governors).join(", ") {
        "" => Finding::unknown("the system does not say how the processor's speed is governed"),
        "performance" => Finding::good("performance: the processor keeps its speed"),
        others => Finding::bad(
            format!("{others}: the speed follows the load, so short searches run slower"),
            "sudo cpupower frequency-set -g performance",
        ),
    }
}

fn turbo(read: Read<'_>) -> Finding {
    let switch = |path, on, off| Some((read(&format!("{CPU}/{path}"))? == on, off, path));
    let intel = switch("intel_pstate/no_turbo", "0", "1");
    match intel.or_else(|| switch("cpufreq/boost", "1", "0")) {
        None => Finding::unknown("the system does not say whether the speed may exceed nominal"),
        Some((false, ..)) => Finding::good("off: the processor's speed does not depend on heat"),
        Some((true, off, path)) => Finding::bad(
            "on: the processor's speed depends on heat, and on what other cores do",
            format!("echo {off} | sudo tee /{CPU}/{path}"),
        ),
    }
}

fn siblings(read: Read<'_>) -> Finding {
    match read(&format!("{CPU}/smt/active")).as_deref() {
        None => Finding::unknown("the system does not say whether two threads share a core"),
        Some("0") => Finding::good("one thread on each core"),
        Some(_) => Finding::bad(
            "two threads share a core, so each may lose up to half of its speed to the other",
            format!("echo off | sudo tee /{CPU}/smt/control"),
        ),
    }
}

fn virtualisation(read: Read<'_>) -> Finding {
    let Some(info) = read("proc/cpuinfo") else {
        return Finding::unknown("the system does not say whether the machine is virtual");
    };
    let flags = info.lines().find(|line| line.starts_with("flags"));
    if !flags.is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor")) {
        return Finding::good("not virtual, as far as the system says");
    }
    Finding::bad(
        "virtual: other machines may use the same cores and caches, and this one cannot see it",
        "repeat (`run --repetitions 5`), compare within one run, and see the noise (`run --aa`)",
    )
}

const CLOCK: &str = "sys/devices/system/clocksource/clocksource0/current_clocksource";

fn clock_source(read: Read<'_>) -> Finding {
    match read(CLOCK).as_deref() {
        None => Finding::unknown("the system does not say which clock it reads"),
        Some(fast @ ("tsc" | "kvm-clock" | "hyperv_clocksource_tsc_page" | "arch_sys_counter")) => {
            Finding::good(format!("{fast}: read without a system call"))
        }
        Some(slow) => Finding::bad(
            format!("{slow}: slow to read, so short searches must be repeated many times"),
            "boot with clocksource=tsc, if the processor's time stamp counter is stable",
        ),
    }
}

/// A container's share of the processor: `max 100000` if unlimited, `150000 100000` for one and a half cores.
fn quota(read: Read<'_>) -> Finding {
    let Some(text) = read("sys/fs/cgroup/cpu.max") else {
        return Finding::good("none, as far as the system says");
    };
    let mut words = text.split_whitespace().map(str::parse::<f64>);
    let (Some(Ok(share)), Some(Ok(period))) = (words.next(), words.next()) else {
        return Finding::good("none");
    };
    let cores = share / period;
    Finding::bad(
        format!("{cores:.2} cores: once their time is used up, all threads stop for a while"),
        "run outside the container, or raise its limit of cores",
    )
}

/// The greatest load of the last minute, in cores, that does not disturb measurements.
const IDLE: f64 = 0.15;

fn load(read: Read<'_>) -> Finding {
    let load = read("proc/loadavg").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let Some(load) = load else { return Finding::unknown("the system does not say its load") };
    let effect = ": other programs are running, or were a moment ago";
    let remedy = "end other programs (`top` names them), wait a minute and run `doctor` again";
    Finding::judged(load <= IDLE, format!("{load:.2} in the last minute"), effect, remedy)
}

fn memory(read: Read<'_>) -> Finding {
    let info = read("proc/meminfo").unwrap_or_default();
    let kilobytes = |name: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok())
    };
    let (Some(total), Some(free)) = (kilobytes("MemTotal"), kilobytes("MemAvailable")) else {
        return Finding::unknown("the system does not say how much is free");
    };
    let says = format!("{} of {} MB free", free / 1000, total / 1000);
    let effect = ": the system may move pages of memory to disk during a search";
    Finding::judged(free >= total / 10, says, effect, "end other programs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::doctor::State;

    /// What is found on a system with these files.
    fn found(files: &[(&str, &str)]) -> Vec<Finding> {
        all(&|path| Some(files.iter().find(|(name, _)| *name == path)?.1.to_owned()))
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
        let (good, bad) = (State::Good, State::Bad);
        let fast = (&*first, "performance");
        let [roomy, full] =
            ["5000", "500"].map(|free| format!("MemTotal: 9000\nMemAvailable: {free}"));
        for (what, files, state, says) in [
            ("governor", &[fast, (&second, "performance")][..], good, "performance"),
            ("governor", &[fast, (&second, "low")], bad, "low, performance"),
            ("turbo", &[(&no_turbo, "1")], good, "off"),
            ("turbo", &[(&no_turbo, "0")], bad, "on"),
            ("turbo", &[(&boost, "0")], good, "off"),
            ("turbo", &[(&boost, "1")], bad, "on"),
            ("siblings", &[(&smt, "0")], good, "one thread"),
            ("siblings", &[(&smt, "1")], bad, "two threads"),
            ("machine", &[("proc/cpuinfo", "flags\t: fpu hypervisor sse")], bad, "virtual"),
            ("machine", &[("proc/cpuinfo", "flags\t: fpu sse")], good, "not virtual"),
            ("clock source", &[(CLOCK, "tsc")], good, "tsc"),
            ("clock source", &[(CLOCK, "hpet")], bad, "hpet"),
            ("quota", &[("sys/fs/cgroup/cpu.max", "max 100000")], good, "none"),
            ("quota", &[("sys/fs/cgroup/cpu.max", "150000 100000")], bad, "1.50 cores"),
            ("load", &[("proc/loadavg", "0.03 0.10 0.20 1/9 77")], good, "0.03"),
            ("load", &[("proc/loadavg", "1.90 0.10 0.20 1/9 77")], bad, "1.90"),
            ("memory", &[("proc/meminfo", &roomy)], good, "5 of 9"),
            ("memory", &[("proc/meminfo", &full)], bad, "0 of 9"),
        ] {
            let finding = found(files).into_iter().find(|finding| finding.what == what).unwrap();
            assert_eq!(
                (finding.state, finding.remedy.is_some()),
                (state, state == bad),
                "{finding:?}"
            );
            assert!(finding.says.starts_with(says), "{finding:?}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_no_fact() {
        for text in ["", "nonsense", "\u{0}\u{1}", "-"] {
            let files = ["proc/loadavg", "proc/meminfo", "sys/fs/cgroup/cpu.max"];
            for finding in found(&files.map(|path| (path, text))) {
                assert_ne!(finding.state, State::Bad, "{finding:?} of {text:?}");
            }
        }
    }
}
