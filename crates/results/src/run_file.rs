//! The contents of a run file: what a run was made with, once for all its rows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::Table;

use crate::notes::{Differences, Notes, ShardNote};

/// The contents of `<out>.run.toml`. `Plan` is the plan as it was requested. What is only shown and compared is a table,
/// in which unknown values and limits that do not apply are left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunFile<Plan> {
    /// The version of the columns.
    pub schema: u32,
    /// The run's name. A run that measures everything twice writes rows under the names `<id>-a` and `<id>-b`.
    pub run_id: String,
    /// When the run began, in UTC.
    pub started: String,
    /// When the run was resumed, in UTC.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<String>,
    /// The command line, word by word.
    pub command: Vec<String>,
    /// The seed from which all orders are drawn.
    pub seed: u64,
    /// The number of instances that run at the same time.
    pub jobs: usize,
    /// Whether workers are pinned to cores.
    pub pinned: bool,
    /// The number of times that every instance is measured.
    pub repetitions: u32,
    /// Whether every measurement is made twice, as if by two engines.
    pub twice: bool,
    /// The number of rows of the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<usize>,
    /// The cost of reading the clock for one measurement, in nanoseconds.
    pub clock_cost_ns: u64,
    /// What a fixed piece of work took on this machine before and after the run, in nanoseconds of CPU time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calibration_ns: Vec<u64>,
    /// The factor by which searches slow down while all workers are busy; none with one worker.
    pub disturbance: Option<f64>,
    /// The engines.
    pub engines: Vec<String>,
    /// The engines' versions; for engines that are other programs, with a fingerprint of their files.
    pub versions: Vec<String>,
    /// The plan as it was requested.
    pub plan: Plan,
    /// The limits of a search that hold for all corpora: `nodes`, `seconds` of wall time, `memory_bytes`.
    pub limits: Table,
    /// The program: version, revision, compiler and its flags, profile, and the digest of its file.
    pub build: Table,
    /// The machine: its processor, cores and system, and what sets their speed.
    pub machine: Table,
    /// For each engine of a run that measures everything twice, the factor between the two times.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub noise: BTreeMap<String, f64>,
    /// The longest CPU time that a process of each engine in another program took before it was ready, in nanoseconds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub before_ready_ns: BTreeMap<String, u64>,
    /// The corpora: the name, the digest, the number of instances, the task, and the limit of tests of each.
    pub corpus: Vec<Table>,
    /// The shards of which a divided run was merged, in their order. The shard of an instance is the number of its block in
    /// the first repetition, modulo the number of shards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<ShardNote>,
}

/// The keys whose values must not change before a run is resumed.
const SAME_IN_A_RESUMED_RUN: [&str; 15] = [
    "build",
    "corpus",
    "engines",
    "jobs",
    "limits",
    "machine.cores",
    "machine.cpu",
    "machine.lanes",
    "plan.batch",
    "plan.filter",
    "repetitions",
    "schema",
    "seed",
    "twice",
    "versions",
];

impl<Plan: Serialize> RunFile<Plan> {
    /// The facts in which a run that is resumed today would differ from the run that wrote this file. The rows of both
    /// must not be mixed in one file.
    pub fn differences(&self, today: &Self) -> Differences {
        let notes = |file: &Self| Notes(Table::try_from(file).expect("a run file is plain data"));
        notes(self).differing(&notes(today), &SAME_IN_A_RESUMED_RUN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_differs_from_another_in_what_its_rows_depend_on() {
        let text = r#"
            schema = 1
            run_id = "one"
            started = "then"
            command = []
            seed = 1
            jobs = 1
            pinned = true
            repetitions = 1
            twice = false
            clock_cost_ns = 20
            engines = ["masks", "dlx"]
            versions = ["1", "1"]
            plan = { batch = false, seed = 1 }
            limits = { seconds = 1.5 }
            build = { version = "1", revision = "a", rustc = "1", rustflags = "", profile = "release" }
            machine = { cores = 2, system = "linux", lanes = "avx2" }
            corpus = [{ name = "p.txt", sha256 = "00", instances = 1, task = "all" }]
        "#;
        let before: RunFile<Table> = toml::from_str(text).unwrap();
        let mut today = RunFile { run_id: "two".into(), pinned: false, ..before.clone() };
        assert_eq!(before.differences(&today), Differences::new());
        today.engines.pop();
        today.limits.clear();
        today.corpus[0].insert("instances".into(), 12.into());
        today.plan.insert("filter".into(), "x".into());
        let found = before.differences(&today);
        let expected = [
            ("corpus.p.txt.instances", [Some("1"), Some("12")]),
            ("engines", [Some("masks, dlx"), Some("masks")]),
            ("limits.seconds", [Some("1.5"), None]),
            ("plan.filter", [None, Some("x")]),
        ];
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let expected = expected.map(|(what, values)| (what.to_owned(), values.map(owned)));
        assert_eq!(found, Differences::from(expected));
    }
}
