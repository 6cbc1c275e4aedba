//! Limits of time and memory, and interrupts, against what was taken: the table in `docs/LONG_RUNS.md`.
#![cfg(target_os = "linux")]

mod common;

use std::fmt::Write;
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{Folder, interrupt};

/// How often to look at the process.
const GLANCE: Duration = Duration::from_millis(5);
/// The size of the largest grid.
const ROWS: usize = 81;

#[derive(Clone, Copy)]
enum Limit {
    /// `--time-limit`, in seconds.
    Time(f64),
    /// `--max-memory`, in megabytes.
    Memory(u32),
    /// The time of an interrupt, in seconds from the start.
    Interrupt(f64),
}

/// A command that was ended by its limit.
struct Taken {
    row: String,
    /// From the start or the interrupt to the end.
    time: Duration,
    /// The largest resident set, in bytes.
    peak: u64,
    status: Option<i32>,
}

/// How much more than its limit a command may take.
struct Allowed {
    seconds: f64,
    /// After an interrupt.
    seconds_to_end: f64,
    /// A share of the limit, and megabytes on top.
    memory: (f64, f64),
    /// The time after which a command ends that is to show how much memory it takes.
    longest: u32,
}

impl Allowed {
    fn holds(&self, limit: Limit, taken: &Taken) -> bool {
        let seconds = taken.time.as_secs_f64();
        match limit {
            Limit::Time(limit) => seconds <= limit + self.seconds,
            Limit::Interrupt(_) => seconds <= self.seconds_to_end,
            Limit::Memory(limit) => {
                let (share, megabytes) = self.memory;
                taken.peak as f64 / 1e6 <= f64::from(limit) * (1.0 + share) + megabytes
            }
        }
    }
}

/// Runs a command in a folder until it ends by its limit.
fn taken(folder: &Folder, command: &str, limit: Limit, longest: u32) -> Taken {
    let mut started = folder.command(command);
    started.stdin(Stdio::null());
    started.stdout(Stdio::null()).stderr(Stdio::null());
    let (what, unit) = match limit {
        Limit::Time(seconds) => {
            started.args(["--time-limit", &seconds.to_string()]);
            (format!("{seconds} s"), "s")
        }
        Limit::Memory(megabytes) => {
            started.args(["--max-memory", &megabytes.to_string()]);
            started.args(["--time-limit", &longest.to_string()]);
            (format!("{megabytes} MB"), "MB")
        }
        Limit::Interrupt(seconds) => (format!("interrupt after {seconds} s"), "s"),
    };
    let mut begin = Instant::now();
    let mut child = started.spawn().expect("the binary starts");
    let (mut peak, mut is_sent) = (0, false);
    let status = loop {
        peak = peak.max(resident(&child).unwrap_or(0));
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if let Limit::Interrupt(after) = limit
            && !is_sent
            && begin.elapsed().as_secs_f64() >= after
        {
            interrupt(&child);
            (begin, is_sent) = (Instant::now(), true);
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "{command} does not end");
        sleep(GLANCE);
    };
    let is_late = is_sent || !matches!(limit, Limit::Interrupt(_));
    let time = if is_late { begin.elapsed() } else { Duration::ZERO };
    let figure = if unit == "s" {
        format!("{:.2} s", time.as_secs_f64())
    } else {
        format!("{:.0} MB", peak as f64 / 1e6)
    };
    Taken { row: format!("| `{command}` | {what} | {figure} |"), time, peak, status: status.code() }
}

/// The largest resident set of a process so far, in bytes.
fn resident(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// A folder with the largest empty grid and a file of many puzzles.
fn folder() -> Folder {
    let row = ["0"; ROWS].join(" ") + "\n";
    let folder = Folder::with("empty.txt", row.repeat(ROWS));
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    folder.write("many.txt", puzzle.repeat(2_000_000));
    folder
}

/// Runs all commands, prints the table, and fails if a limit was not kept.
fn table(cases: &[(Limit, String)], allowed: &Allowed) {
    let folder = folder();
    let (mut table, mut broken) = (String::new(), Vec::new());
    for (limit, command) in cases {
        let taken = taken(&folder, command, *limit, allowed.longest);
        // A command may have come to its end before it was interrupted.
        assert!(matches!(taken.status, Some(0 | 1 | 130)), "{}: {:?}", taken.row, taken.status);
        writeln!(table, "{}", taken.row).expect("a string");
        println!("{}", taken.row);
        if !allowed.holds(*limit, &taken) {
            broken.push(taken.row);
        }
    }
    assert!(broken.is_empty(), "not kept:\n{}\nof\n{table}", broken.join("\n"));
}

const ENGINES: [&str; 8] = ["naive", "dlx", "cells", "bits", "memo", "iso", "frontier", "domains"];
const LARGE: [&str; 9] = [
    "human",
    "masks",
    "large",
    "dlx",
    "singles",
    "naive-tree",
    "naive-first",
    "naive-iterative",
    "naive-ordered",
];

fn by_time(seconds: f64) -> Vec<(Limit, String)> {
    let count = |problem: &str, engine: &str| format!("count {problem} --engine {engine}");
    let large = ["naive", "dlx", "cells", "auto"].map(|engine| count("queens:1000", engine));
    let wide = ENGINES.map(|engine| count("dominoes:40x40", engine));
    let grids = LARGE.map(|engine| {
        format!("solve empty.txt --format numbers --size 81 --engine {engine} --quiet")
    });
    let others = [
        "count queens:2000",
        "count queens:17 --engine frontier",
        "count latin:60 --jobs 2",
        "count matching:cube:16",
        "count queens:1000 --preprocess",
        "cover queens:30 --all",
        "why queens:18",
        "classes queens:14 --method levels --count",
        "classes dominoes:8x8 --method enumerate --count",
        "compile dominoes:20x20 --marginals",
        "sample dominoes:20x20 --number 5",
        "cover queens:15 --cheapest 100000",
        "cover dominoes:8x8 --all --output json",
    ];
    let all = large.into_iter().chain(wide).chain(grids);
    all.chain(others.map(str::to_owned)).map(|command| (Limit::Time(seconds), command)).collect()
}

fn by_memory(megabytes: u32) -> Vec<(Limit, String)> {
    let commands = [
        "count dominoes:40x40 --engine memo",
        "count queens:16 --engine memo",
        "count dominoes:40x40",
        "count latin:9 --engine iso",
        "count latin:9 --engine iso --jobs 2",
        "count dominoes:40x40 --engine frontier",
        "count queens:16 --engine frontier --jobs 2",
        "classes dominoes:8x8 --method enumerate --count",
        "classes dominoes:8x8 --method levels --count",
        "classes queens:14 --method levels --count",
        "compile dominoes:20x20 --marginals",
        "compile queens:13 --costs",
        "sample dominoes:20x20 --number 5",
        "cover dominoes:8x8 --cheapest 100000000 --quiet",
        "cover dominoes:8x8 --all --output json --limit 1000000",
        "sample dominoes:8x8 --number 100000 --output json",
        "cover dominoes:8x8 --all --jobs 4 --limit 1000000",
        "count latin:20 --engine dlx --jobs 64",
    ];
    commands.map(|command| (Limit::Memory(megabytes), command.to_owned())).to_vec()
}

fn interrupted() -> Vec<(Limit, String)> {
    let reading = [0.2, 0.6, 1.0, 2.0, 3.0, 5.0].map(|after| (after, "count queens:2000"));
    let others = [
        (1.0, "encode queens:2000 --out q.dlx"),
        (1.0, "count queens:17 --engine frontier"),
        (1.0, "count queens:1000 --preprocess"),
        (1.0, "compile dominoes:20x20 --marginals"),
        (1.0, "classes queens:14 --method levels --count"),
        (1.0, "solve empty.txt --format numbers --size 81 --engine human --quiet"),
        (0.3, "solve empty.txt --format numbers --size 81 --engine large --quiet"),
        (0.3, "check many.txt --quiet"),
        (0.3, "solve many.txt --quiet"),
        (0.3, "transform many.txt --seed 1 --quiet"),
        (1.0, "generate --method hard --size 16 --count 10 --seed 1 --quiet"),
        (1.0, "generate --count 1000000 --seed 1 --quiet"),
        (0.3, "estimate queens:120"),
        (1.0, "run --corpus systems --repetitions 1000 --quiet"),
    ];
    let all = reading.into_iter().chain(others);
    all.map(|(after, command)| (Limit::Interrupt(after), command.to_owned())).collect()
}

#[test]
fn limits_are_kept_but_for_what_a_busy_machine_takes() {
    let some = |cases: Vec<(Limit, String)>| cases.into_iter().step_by(4);
    let cases: Vec<_> =
        some(by_time(0.5)).chain(some(by_memory(50))).chain(some(interrupted())).collect();
    let (seconds, seconds_to_end, memory, longest) = (2.0, 1.8, (0.05, 8.0), 2);
    table(&cases, &Allowed { seconds, seconds_to_end, memory, longest });
}

#[test]
#[ignore = "takes half an hour, on a machine that does nothing else; `.ci/nightly` runs it"]
fn all_limits_are_kept() {
    let mut cases = by_time(3.0);
    for megabytes in [10, 50, 200] {
        cases.extend(by_memory(megabytes));
    }
    cases.extend(interrupted());
    let (seconds, seconds_to_end, memory, longest) = (0.3, 0.5, (0.05, 8.0), 20);
    table(&cases, &Allowed { seconds, seconds_to_end, memory, longest });
}
